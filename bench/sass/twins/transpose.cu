// The twin of examples/transpose.desc: whole_transpose.cu for any height and width. SIZE fixes both at compile time.
extern "C" __global__ void __launch_bounds__(256)
transpose(const double *__restrict__ input, double *__restrict__ output
#ifndef SIZE
          , IDX h, IDX w
#endif
) {
#ifdef SIZE
  const IDX h = SIZE, w = SIZE;
#endif
  __shared__ double tile[32][32];
  IDX x = (IDX)blockIdx.x * 32 + threadIdx.x;
  IDX y = (IDX)blockIdx.y * 32 + threadIdx.y;
  // input tile (x, y) goes to output tile (y, x)
  IDX ix = (IDX)blockIdx.y * 32 + threadIdx.x;
  IDX iy = (IDX)blockIdx.x * 32 + threadIdx.y;
  for (int i = 0; i < 4; i++)
    tile[threadIdx.y + i * 8][threadIdx.x] = ix < w && iy + i * 8 < h ? input[(iy + i * 8) * w + ix] : 0.0;
  __syncthreads();
  for (int i = 0; i < 4; i++)
    if (x < h && y + i * 8 < w)
      output[(y + i * 8) * h + x] = tile[threadIdx.x][threadIdx.y + i * 8];
}
