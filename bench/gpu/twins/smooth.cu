// The twin of examples/smooth.desc: a block of 64 threads smooths its part in rounds, with two buffers in shared
// memory that change their roles.
extern "C" __global__ void __launch_bounds__(64)
smooth(int *__restrict__ data, int rounds
#ifndef SIZE
       , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ int a[64], b[64];
  int *from = a, *to = b;
  IDX i = (IDX)blockIdx.x * 64 + threadIdx.x;
  from[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  for (int round = 0; round < rounds; round++) {
    if (threadIdx.x > 0)
      to[threadIdx.x] = (from[threadIdx.x - 1] + from[threadIdx.x]) / 2;
    else
      to[threadIdx.x] = from[threadIdx.x];
    __syncthreads();
    int *old = from;
    from = to;
    to = old;
  }
  if (i < n)
    data[i] = from[threadIdx.x];
}
