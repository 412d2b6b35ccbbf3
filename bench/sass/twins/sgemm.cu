// The twin of examples/sgemm.desc: c = a * b, 128 x 128 elements for a block of 16 x 16 threads in steps of 8
// along the common dimension, 8 x 8 elements for each thread in registers. a is m x k, b is k x n. The tile
// of a lies transposed.
extern "C" __global__ void __launch_bounds__(256)
sgemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
      , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ float tile_a[8][128], tile_b[8][128];
  const int tx = threadIdx.x, ty = threadIdx.y, id = ty * 16 + tx;
  float sum[8][8] = {};
  for (IDX t = 0; t < (k + 7) / 8; t++) {
    for (int i = 0; i < 4; i++) {
      int e = id * 4 + i;
      IDX row = blockIdx.y * (IDX)128 + e / 8, across = t * 8 + e % 8;
      IDX down = t * 8 + e / 128, col = blockIdx.x * (IDX)128 + e % 128;
      tile_a[e % 8][e / 8] = row < m && across < k ? a[row * k + across] : 0.0f;
      tile_b[e / 128][e % 128] = down < k && col < n ? b[down * n + col] : 0.0f;
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
    for (int j = 0; j < 8; j++) {
      IDX row = blockIdx.y * (IDX)128 + ty * 8 + i, col = blockIdx.x * (IDX)128 + tx * 8 + j;
      if (row < m && col < n)
        c[row * n + col] = sum[i][j];
    }
}
