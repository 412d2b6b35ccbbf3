// The twin of whole/sgemm.desc: c = a * b, 128 x 128 elements for a block of 16 x 16 threads in steps of 8
// along the common dimension, 8 x 8 elements for each thread in registers. a is 128m x 8k, b is 8k x 128n. The
// tile of a lies transposed.
extern "C" __global__ void __launch_bounds__(256)
sgemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
      , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX k = 16 * SIZE, n = SIZE;
#endif
  __shared__ float tile_a[8][128], tile_b[8][128];
  const IDX depth = k * 8, width = n * 128;
  const int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx;
  float sum[8][8] = {};
  for (IDX t = 0; t < k; t++) {
    for (int i = 0; i < 4; i++) {
      int e = id * 4 + i;
      tile_a[e % 8][e / 8] = a[(blockIdx.y * (IDX)128 + e / 8) * depth + t * 8 + e % 8];
      tile_b[e / 128][e % 128] = b[(t * 8 + e / 128) * width + blockIdx.x * (IDX)128 + e % 128];
    }
    __syncthreads();
#pragma unroll
    for (int s = 0; s < 8; s++)
#pragma unroll
      for (int i = 0; i < 8; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          sum[i][j] += tile_a[s][ty * 8 + i] * tile_b[s][tx * 8 + j];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 8; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
      c[(blockIdx.y * (IDX)128 + ty * 8 + i) * width + blockIdx.x * (IDX)128 + tx * 8 + j] = sum[i][j];
}
