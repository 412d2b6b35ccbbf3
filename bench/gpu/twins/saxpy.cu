// The twin of examples/saxpy.desc: y = a*x + y, one element for each thread of blocks of 128.
extern "C" __global__ void __launch_bounds__(128)
saxpy(float a, const float *__restrict__ x, float *__restrict__ y
#ifndef SIZE
      , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX i = (IDX)blockIdx.x * 128 + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}
