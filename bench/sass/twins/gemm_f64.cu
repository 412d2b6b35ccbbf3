// The twin of kernels/gemm_f64.desc: c = a * b in numbers of 64 bits. A block of four warps has 64 x 64 elements of c, each warp 32 x 32 of them in registers.
// Tiles of 16 along the common dimension lie twice in shared memory, in rows with four numbers of padding, so that the lanes' loads meet no conflicts; the
// next pair is on its way by cp.async, of 16 bytes, while one is multiplied. Rows of a and b begin at multiples of 16 bytes.
__device__ __forceinline__ void copy(const void *to, const void *from, bool there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"((unsigned)__cvta_generic_to_shared(to)), "l"(from), "r"(there ? 16 : 0));
}

__device__ __forceinline__ void multiply(double (&c)[2], double a, double b) {
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a), "d"(b));
}

// begin begins the copies of a pair of tiles.
__device__ __forceinline__ void begin(double (&tile_a)[64][20], double (&tile_b)[16][68], const double *a, const double *b, IDX t, IDX m, IDX k, IDX n) {
  const IDX pieces_k = (k + 1) / 2, pieces_n = (n + 1) / 2, row = blockIdx.y * (IDX)64, col = blockIdx.x * (IDX)32;  // the first row, and the first piece of columns
  for (int i = 0; i < 4; i++) {
    int r = threadIdx.x / 8 + i * 16, p = threadIdx.x % 8;
    copy(&tile_a[r][p * 2], a + ((row + r) * pieces_k + t * 8 + p) * 2, row + r < m && t * 8 + p < pieces_k);
  }
  for (int i = 0; i < 4; i++) {
    int r = threadIdx.x / 32 + i * 4, p = threadIdx.x % 32;
    copy(&tile_b[r][p * 2], b + ((t * 16 + r) * pieces_n + col + p) * 2, t * 16 + r < k && col + p < pieces_n);
  }
  asm volatile("cp.async.commit_group;");
}

extern "C" __global__ void __launch_bounds__(128)
gemm(const double *__restrict__ a, const double *__restrict__ b, double *__restrict__ c
#ifndef SIZE
     , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ __align__(16) double tile_a[2][64][20], tile_b[2][16][68];
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  double sum[4][4][2] = {};
  begin(tile_a[0], tile_b[0], a, b, 0, m, k, n);
  const IDX tiles = (k + 15) / 16;
  for (IDX t = 0; t < tiles; t++) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    begin(tile_a[(t + 1) % 2], tile_b[(t + 1) % 2], a, b, t + 1, m, k, n);
#pragma unroll
    for (int s = 0; s < 4; s++) {
      double x[4], y[4];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        x[i] = tile_a[t % 2][w / 2 * 32 + i * 8 + lane / 4][s * 4 + lane % 4];
        y[i] = tile_b[t % 2][s * 4 + lane % 4][w % 2 * 32 + i * 8 + lane / 4];
      }
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 4; j++)
          multiply(sum[i][j], x[i], y[j]);
    }
  }
  asm volatile("cp.async.wait_group 0;");
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 4; j++)
#pragma unroll
      for (int e = 0; e < 2; e++) {
        IDX y = blockIdx.y * (IDX)64 + w / 2 * 32 + i * 8 + lane / 4, x = blockIdx.x * (IDX)64 + w % 2 * 32 + j * 8 + lane % 4 * 2 + e;
        if (y < m && x < n)
          c[y * n + x] = sum[i][j][e];
      }
}
