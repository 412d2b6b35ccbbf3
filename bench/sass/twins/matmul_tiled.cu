// The twin of examples/matmul_tiled.desc: c = a * b through tiles of 16 x 16 elements in shared memory; a is m x k, b is k x n.
extern "C" __global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
       , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ float tile_a[16][16], tile_b[16][16];
  IDX row = (IDX)blockIdx.y * 16 + threadIdx.y;
  IDX col = (IDX)blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (IDX t = 0; t < (k + 15) / 16; t++) {
    IDX across = t * 16 + threadIdx.x, down = t * 16 + threadIdx.y;
    tile_a[threadIdx.y][threadIdx.x] = row < m && across < k ? a[row * k + across] : 0.0f;
    tile_b[threadIdx.y][threadIdx.x] = down < k && col < n ? b[down * n + col] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; i++)
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
