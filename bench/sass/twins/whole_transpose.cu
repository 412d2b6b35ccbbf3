// The twin of whole/transpose.desc, as one writes it in CUDA: a tile of 32 x 32 doubles in shared memory,
// 32 x 8 threads, each moves four elements. IDX is the type of sizes and indices; SIZE fixes n at compile time.
extern "C" __global__ void __launch_bounds__(256)
transpose(const double *__restrict__ input, double *__restrict__ output
#ifndef SIZE
          , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ double tile[32][32];
  const IDX width = n * 32;
  IDX x = blockIdx.x * 32 + threadIdx.x;
  IDX y = blockIdx.y * 32 + threadIdx.y;
  // input tile (x, y) goes to output tile (y, x)
  IDX ix = blockIdx.y * 32 + threadIdx.x;
  IDX iy = blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 4; i++)
    tile[threadIdx.y + i * 8][threadIdx.x] = input[(iy + i * 8) * width + ix];
  __syncthreads();
  for (int i = 0; i < 4; i++)
    output[(y + i * 8) * width + x] = tile[threadIdx.x][threadIdx.y + i * 8];
}
