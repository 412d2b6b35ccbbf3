// The twin of examples/scale_vec.desc: each thread of blocks of 256 multiplies one element in place.
extern "C" __global__ void __launch_bounds__(256)
scale_vec(float *__restrict__ vec
#ifndef SIZE
          , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    vec[i] = vec[i] * 3.0f;
}
