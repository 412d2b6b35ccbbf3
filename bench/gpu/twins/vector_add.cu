// The twin of examples/vector_add.desc: c = a + b, one element for each thread of blocks of 128.
extern "C" __global__ void __launch_bounds__(128)
vector_add(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c
#ifndef SIZE
           , IDX n
#endif
) {
  IDX i = (IDX)blockIdx.x * 128 + threadIdx.x;
  c[i] = a[i] + b[i];
}
