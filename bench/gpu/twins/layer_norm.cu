// The twin of examples/layer_norm.desc: a block of 256 threads normalizes a row.
__device__ float block_sum(float v, float *of_warps) {
  for (int d = 16; d > 0; d /= 2)
    v += __shfl_xor_sync(0xffffffffu, v, d);
  if (threadIdx.x % 32 == 0)
    of_warps[threadIdx.x / 32] = v;
  __syncthreads();
  float sum = of_warps[0];
  for (int i = 1; i < 8; i++)
    sum += of_warps[i];
  return sum;
}

extern "C" __global__ void __launch_bounds__(256)
layer_norm(const float *__restrict__ x, const float *__restrict__ scale, const float *__restrict__ shift, float *__restrict__ y
#ifndef SIZE
           , IDX m, IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ float sums[8], squares[8];
  const float *row = x + blockIdx.x * n;
  float part = 0.0f;
  for (IDX c = threadIdx.x; c < n; c += 256)
    part += row[c];
  float mean = block_sum(part, sums) / (float)n;
  part = 0.0f;
  for (IDX c = threadIdx.x; c < n; c += 256)
    part += (row[c] - mean) * (row[c] - mean);
  float factor = 1.0f / sqrtf(block_sum(part, squares) / (float)n + 0.00001f);
  for (IDX c = threadIdx.x; c < n; c += 256)
    y[blockIdx.x * n + c] = (row[c] - mean) * factor * scale[c] + shift[c];
}
