// The twin of examples/gemm_f16.desc: c = a * b with factors of 16 bits and sums of 32. A block of four warps has 128 x 128 elements of c, each
// warp 64 x 64 of them in registers. Tiles of 32 along the common dimension lie twice in shared memory, in rows with 8 elements of padding, so that ldmatrix
// meets no conflicts; the next pair is on its way by cp.async, of 16 bytes, which writes zeros where a matrix ends, while one is multiplied.
// Rows of a and b begin at multiples of 8 elements.
__device__ __forceinline__ unsigned at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void copy(unsigned to, const void *from, bool there) {
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(there ? 16 : 0));
}

__device__ __forceinline__ void load(unsigned (&r)[4], unsigned from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}

__device__ __forceinline__ void load_turned(unsigned (&r)[4], unsigned from) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(from) : "memory");
}

__device__ __forceinline__ void multiply(float (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// begin begins the copies of a pair of tiles.
__device__ __forceinline__ void begin(unsigned short (&tile_a)[128][40], unsigned short (&tile_b)[32][136], const unsigned short *a, const unsigned short *b,
                                      IDX t, IDX m, IDX k, IDX pieces_k, IDX pieces_n) {
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  const IDX row = blockIdx.y * (IDX)128, col = blockIdx.x * (IDX)16;  // the first row, and the first piece of 8 columns
  for (int i = 0; i < 4; i++) {
    int r = w * 32 + lane / 4 * 4 + i, p = lane % 4;  // rows 4 apart: eight lanes write to different banks
    copy(at(&tile_a[r][p * 8]), a + ((row + r) * pieces_k + t * 4 + p) * 8, row + r < m && t * 4 + p < pieces_k);
  }
  for (int i = 0; i < 4; i++) {
    int r = w * 8 + lane / 16 + i * 2, p = lane % 16;
    copy(at(&tile_b[r][p * 8]), b + ((t * 32 + r) * pieces_n + col + p) * 8, t * 32 + r < k && col + p < pieces_n);
  }
  asm volatile("cp.async.commit_group;");
}

extern "C" __global__ void __launch_bounds__(128)
gemm(const unsigned short *__restrict__ a, const unsigned short *__restrict__ b, float *__restrict__ c
#ifndef SIZE
     , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ __align__(16) unsigned short tile_a[2][128][40], tile_b[2][32][136];
  const IDX pieces_k = (k + 7) / 8, pieces_n = (n + 7) / 8;
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  float sum[4][8][4] = {};
  begin(tile_a[0], tile_b[0], a, b, 0, m, k, pieces_k, pieces_n);
  const IDX tiles = (pieces_k + 3) / 4;
  for (IDX t = 0; t < tiles; t++) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    begin(tile_a[(t + 1) % 2], tile_b[(t + 1) % 2], a, b, t + 1, m, k, pieces_k, pieces_n);
#pragma unroll
    for (int s = 0; s < 2; s++) {
      unsigned x[4][4], y[4][4];
#pragma unroll
      for (int i = 0; i < 4; i++)
        load(x[i], at(&tile_a[t % 2][w / 2 * 64 + i * 16 + lane % 16][s * 16 + lane / 16 * 8]));
#pragma unroll
      for (int j = 0; j < 4; j++)
        load_turned(y[j], at(&tile_b[t % 2][s * 16 + lane % 16][w % 2 * 64 + j * 16 + lane / 16 * 8]));
#pragma unroll
      for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 8; j++)
          multiply(sum[i][j], x[i], y[j / 2][j % 2 * 2], y[j / 2][j % 2 * 2 + 1]);
    }
  }
  asm volatile("cp.async.wait_group 0;");
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        IDX y = blockIdx.y * (IDX)128 + w / 2 * 64 + i * 16 + e / 2 * 8 + lane / 4, x = blockIdx.x * (IDX)128 + w % 2 * 64 + j * 8 + lane % 4 * 2 + e % 2;
        if (y < m && x < n)
          c[y * n + x] = sum[i][j][e];
      }
}
