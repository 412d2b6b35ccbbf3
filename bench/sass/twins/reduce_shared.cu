// The twin of examples/reduce_shared.desc: whole_reduce_shared.cu for any number of elements.
extern "C" __global__ void __launch_bounds__(512)
reduce(const long long *__restrict__ vec, long long *__restrict__ sums
#ifndef SIZE
       , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ long long tmp[512];
  IDX at = (IDX)blockIdx.x * 1024 + threadIdx.x;
  tmp[threadIdx.x] = (at < n ? vec[at] : 0) + (at + 512 < n ? vec[at + 512] : 0);
  __syncthreads();
  for (unsigned k = 256; k >= 1; k /= 2) {
    if (threadIdx.x < k)
      tmp[threadIdx.x] += tmp[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x < 1)
    sums[blockIdx.x] = tmp[0];
}
