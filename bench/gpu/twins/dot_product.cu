// The twin of examples/dot_product.desc: each warp of a block of 256 threads adds its 32 products by shuffles.
#ifdef __clang__
#define SHFL_XOR(v, by) __nvvm_shfl_sync_bfly_f32(~0u, v, by, 31)
#else
#define SHFL_XOR(v, by) __shfl_xor_sync(~0u, v, by)
#endif
extern "C" __global__ void __launch_bounds__(256)
dot(const float *__restrict__ x, const float *__restrict__ y, float *__restrict__ sums
#ifndef SIZE
    , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  float sum = i < n ? x[i] * y[i] : 0;
  for (int d = 16; d >= 1; d /= 2)
    sum += SHFL_XOR(sum, d);
  if (threadIdx.x % 32 == 0)
    sums[(IDX)blockIdx.x * 8 + threadIdx.x / 32] = sum;
}
