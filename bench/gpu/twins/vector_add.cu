// The twin of examples/vector_add.desc: c = a + b, four elements for each thread of blocks of 128.
extern "C" __global__ void __launch_bounds__(128)
vector_add(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c
#ifndef SIZE
           , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX first = (IDX)blockIdx.x * 512 + threadIdx.x * 4;
  for (int i = 0; i < 4; i++)
    if (first + i < n)
      c[first + i] = a[first + i] + b[first + i];
}
