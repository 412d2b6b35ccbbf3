// The twin of whole/reduce_shared.desc: a block of 512 threads sums 1024 numbers in shared memory.
extern "C" __global__ void __launch_bounds__(512)
reduce(const long long *__restrict__ vec, long long *__restrict__ sums
#ifndef SIZE
       , IDX n
#endif
) {
  __shared__ long long tmp[512];
  IDX base = (IDX)blockIdx.x * 1024;
  tmp[threadIdx.x] = vec[base + threadIdx.x] + vec[base + 512 + threadIdx.x];
  __syncthreads();
  for (unsigned k = 256; k >= 1; k /= 2) {
    if (threadIdx.x < k)
      tmp[threadIdx.x] += tmp[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x < 1)
    sums[blockIdx.x] = tmp[0];
}
