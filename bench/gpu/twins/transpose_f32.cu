// The twin of examples/transpose_f32.desc: a tile of 32 x 32 floats in shared memory, 32 x 8 threads, each moves
// four elements of matrices of any height and width.
extern "C" __global__ void __launch_bounds__(256)
transpose(const float *__restrict__ input, float *__restrict__ output
#ifndef SIZE
          , IDX h, IDX w
#endif
) {
#ifdef SIZE
  const IDX h = SIZE, w = SIZE;
#endif
  __shared__ float tile[32][32];
  IDX x = (IDX)blockIdx.x * 32 + threadIdx.x;
  IDX y = (IDX)blockIdx.y * 32 + threadIdx.y;
  // input tile (x, y) goes to output tile (y, x)
  IDX ix = (IDX)blockIdx.y * 32 + threadIdx.x;
  IDX iy = (IDX)blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 4; i++)
    tile[threadIdx.y + i * 8][threadIdx.x] = ix < w && iy + i * 8 < h ? input[(iy + i * 8) * w + ix] : 0.0f;
  __syncthreads();
  for (int i = 0; i < 4; i++)
    if (x < h && y + i * 8 < w)
      output[(y + i * 8) * h + x] = tile[threadIdx.x][threadIdx.y + i * 8];
}
