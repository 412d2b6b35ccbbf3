// The twin of examples/matmul_ahead.desc: c = a * b through tiles of 16 x 16 elements in shared memory, of which there are two for each matrix that
// take turns. The next pair is loaded before the products of this one; loads are plain ones, which every GPU has.
extern "C" __global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
       , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ float tile_a[2][16][16], tile_b[2][16][16];
  IDX row = (IDX)blockIdx.y * 16 + threadIdx.y;
  IDX col = (IDX)blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  tile_a[0][threadIdx.y][threadIdx.x] = row < m && threadIdx.x < k ? a[row * k + threadIdx.x] : 0.0f;
  tile_b[0][threadIdx.y][threadIdx.x] = threadIdx.y < k && col < n ? b[threadIdx.y * n + col] : 0.0f;
  for (IDX t = 0; t < (k + 15) / 16; t++) {
    __syncthreads();
    IDX across = (t + 1) * 16 + threadIdx.x, down = (t + 1) * 16 + threadIdx.y;
    tile_a[(t + 1) % 2][threadIdx.y][threadIdx.x] = row < m && across < k ? a[row * k + across] : 0.0f;
    tile_b[(t + 1) % 2][threadIdx.y][threadIdx.x] = down < k && col < n ? b[down * n + col] : 0.0f;
    for (int i = 0; i < 16; i++)
      sum += tile_a[t % 2][threadIdx.y][i] * tile_b[t % 2][i][threadIdx.x];
  }
  if (row < m && col < n)
    c[row * n + col] = sum;
}
