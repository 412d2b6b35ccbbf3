// The twin of examples/histogram.desc: a histogram of 1024 bytes per block of 256 threads in shared memory, added
// to the global one.
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
  IDX first = (IDX)blockIdx.x * 1024 + threadIdx.x;
  for (int i = 0; i < 4; i++)
    if (first + i * 256 < n)
      atomicAdd(&bins[data[first + i * 256]], 1u);
  __syncthreads();
  atomicAdd(&counts[threadIdx.x], bins[threadIdx.x]);
}
