// The twin of examples/reduce_inplace.desc: a block of 512 threads sums 1024 numbers in place in global memory.
extern "C" __global__ void __launch_bounds__(512)
reduce(int *vec
#ifndef SIZE
       , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  const IDX begin = (IDX)blockIdx.x * 1024, there = n - begin;
  int *part = vec + begin;
  for (unsigned k = 512; k >= 1; k /= 2) {
    if (threadIdx.x < k && threadIdx.x + k < there)
      part[threadIdx.x] += part[threadIdx.x + k];
    __syncthreads();
  }
}
