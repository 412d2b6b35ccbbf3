// The twin of whole/matmul_tiled.desc: c = a * b through tiles of 16 x 16 elements in shared memory. a is
// 16m x 16k, b is 16k x 16n.
extern "C" __global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
       , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX k = SIZE, n = SIZE;
#endif
  __shared__ float tile_a[16][16], tile_b[16][16];
  const IDX depth = k * 16, width = n * 16;
  IDX row = blockIdx.y * 16 + threadIdx.y;
  IDX col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (IDX t = 0; t < k; t++) {
    tile_a[threadIdx.y][threadIdx.x] = a[row * depth + t * 16 + threadIdx.x];
    tile_b[threadIdx.y][threadIdx.x] = b[(t * 16 + threadIdx.y) * width + col];
    __syncthreads();
    for (int i = 0; i < 16; i++)
      sum += tile_a[threadIdx.y][i] * tile_b[i][threadIdx.x];
    __syncthreads();
  }
  c[row * width + col] = sum;
}
