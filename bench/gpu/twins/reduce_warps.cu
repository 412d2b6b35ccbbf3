// The twin of examples/reduce_warps.desc: a block of 256 threads sums 1024 numbers by shuffles.
#ifdef __clang__
#define SHFL_XOR(v, by) __nvvm_shfl_sync_bfly_f32(~0u, v, by, 31)
#else
#define SHFL_XOR(v, by) __shfl_xor_sync(~0u, v, by)
#endif
static __device__ float warp_sum(float sum) {
  for (int d = 16; d >= 1; d /= 2)
    sum += SHFL_XOR(sum, d);
  return sum;
}

extern "C" __global__ void __launch_bounds__(256)
reduce(const float *__restrict__ vec, float *__restrict__ sums
#ifndef SIZE
       , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ float parts[32];
  IDX base = (IDX)blockIdx.x * 1024 + threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; i++)
    if (base + 256 * i < n)
      sum += vec[base + 256 * i];
  sum = warp_sum(sum);
  if (threadIdx.x % 32 == 0)
    parts[threadIdx.x / 32] = sum;
  __syncthreads();
  sum = threadIdx.x % 32 < 8 ? parts[threadIdx.x % 32] : 0;
  sum = warp_sum(sum);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}
