// The twin of examples/histogram_strided.desc: each block of 528 goes over the data with the stride of the grid, 1024 bytes at a time, and adds its
// histogram to the global one at the end.
extern "C" __global__ void __launch_bounds__(256)
histogram(const unsigned char *__restrict__ data, unsigned *counts
#ifndef SIZE
          , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (IDX tile = (IDX)blockIdx.x * 1024; tile < n; tile += (IDX)528 * 1024)
    for (int i = 0; i < 4; i++)
      if (tile + threadIdx.x + i * 256 < n)
        atomicAdd(&bins[data[tile + threadIdx.x + i * 256]], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
