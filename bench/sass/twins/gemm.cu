// The twins of examples/gemm_f16.desc and of kernels/gemm_bf16.desc, gemm_tf32.desc and gemm_i8.desc: FACTOR is 16 (f16), 17 (bf16), 32 (tf32) or 8 (i8).
// c = a * b with sums of 32 bits. A block of four warps has 128 x 128 elements of c, each warp 64 x 64 of them in registers. Tiles of a of 64 bytes of each
// row, and of b of as many numbers of each column, lie twice in shared memory, in rows with 16 bytes of padding, so that ldmatrix meets no conflicts (and
// with 32 bytes where lanes load numbers of tf32); the next pair is on its way by cp.async, of 16 bytes, which writes zeros where a matrix ends, while one
// is multiplied. Rows of a and b begin at multiples of 16 bytes; b is given by columns for i8.
#if FACTOR == 8
constexpr int size = 1;
using number = int;
#define NAME "m16n8k32.row.col.s32.s8.s8.s32"
#define SUM "r"
#elif FACTOR == 16 || FACTOR == 17
constexpr int size = 2;
using number = float;
#if FACTOR == 16
#define NAME "m16n8k16.row.col.f32.f16.f16.f32"
#else
#define NAME "m16n8k16.row.col.f32.bf16.bf16.f32"
#endif
#define SUM "f"
#else
constexpr int size = 4;
using number = float;
#define NAME "m16n8k8.row.col.f32.tf32.tf32.f32"
#define SUM "f"
#endif
constexpr int piece = 16 / size, depth = 64 / size;  // numbers in 16 bytes, and numbers that a pair of tiles adds up
// Rows of a tile of b, their bytes, their bytes with padding, and the pieces of 16 bytes in one.
constexpr int rows_b = size == 1 ? 128 : depth, bytes_b = size == 1 ? 64 : 128 * size, wide_b = bytes_b + (size == 4 ? 32 : 16), pieces_b = bytes_b / 16;

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

__device__ __forceinline__ unsigned rounded(unsigned x) {
  asm("cvt.rna.tf32.f32 %0, %0;" : "+r"(x));
  return x;
}

__device__ __forceinline__ void multiply(number (&c)[4], const unsigned (&a)[4], unsigned b0, unsigned b1) {
  asm volatile("mma.sync.aligned." NAME " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+" SUM(c[0]), "+" SUM(c[1]), "+" SUM(c[2]), "+" SUM(c[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// load_a gives the factors of step s of 16 rows.
__device__ __forceinline__ void load_a(unsigned (&x)[4], const unsigned char (&tile)[128][80], int row, int s) {
  const int lane = threadIdx.x % 32;
  load(x, at(&tile[row + lane % 16][s * 32 + lane / 16 * 16]));
  if (size == 4)
    for (int e = 0; e < 4; e++)
      x[e] = rounded(x[e]);
}

// load_b gives the factors of step s of 16 columns.
__device__ __forceinline__ void load_b(unsigned (&y)[4], const unsigned char (&tile)[rows_b][wide_b], int col, int s) {
  const int lane = threadIdx.x % 32;
  if (size == 1)
    load(y, at(&tile[col + lane / 16 * 8 + lane % 8][s * 32 + lane / 8 % 2 * 16]));
  else if (size == 2)
    load_turned(y, at(&tile[s * 16 + lane % 16][(col + lane / 16 * 8) * 2]));
  else
    for (int e = 0; e < 4; e++)
      y[e] = rounded(*(const unsigned *)&tile[s * 8 + lane % 4 + e % 2 * 4][(col + lane / 4 + e / 2 * 8) * 4]);
}

// begin begins the copies of a pair of tiles.
__device__ __forceinline__ void begin(unsigned char (&tile_a)[128][80], unsigned char (&tile_b)[rows_b][wide_b], const uint4 *a, const uint4 *b, IDX t, IDX m,
                                      IDX k, IDX n) {
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  const IDX pieces_k = (k + piece - 1) / piece, pieces_n = (n + piece - 1) / piece, row = blockIdx.y * (IDX)128, col = blockIdx.x * (IDX)128;
  for (int i = 0; i < 4; i++) {
    int r = w * 32 + lane / 4 * 4 + i, p = lane % 4;  // rows 4 apart: eight lanes write to different banks
    copy(at(&tile_a[r][p * 16]), a + (row + r) * pieces_k + t * 4 + p, row + r < m && t * 4 + p < pieces_k);
    if (size == 1)
      copy(at(&tile_b[r][p * 16]), b + (col + r) * pieces_k + t * 4 + p, col + r < n && t * 4 + p < pieces_k);
    else {
      int r = w * (rows_b / 4) + lane / pieces_b + i * (32 / pieces_b), p = lane % pieces_b;
      copy(at(&tile_b[r][p * 16]), b + (t * depth + r) * pieces_n + col / piece + p, t * depth + r < k && col / piece + p < pieces_n);
    }
  }
  asm volatile("cp.async.commit_group;");
}

extern "C" __global__ void __launch_bounds__(128)
gemm(const uint4 *__restrict__ a, const uint4 *__restrict__ b, number *__restrict__ c
#ifndef SIZE
     , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  __shared__ __align__(16) unsigned char tile_a[2][128][80], tile_b[2][rows_b][wide_b];
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  number sum[4][8][4] = {};
  begin(tile_a[0], tile_b[0], a, b, 0, m, k, n);
  const IDX tiles = (k + depth - 1) / depth;
  for (IDX t = 0; t < tiles; t++) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    begin(tile_a[(t + 1) % 2], tile_b[(t + 1) % 2], a, b, t + 1, m, k, n);
#pragma unroll
    for (int s = 0; s < 2; s++) {
      unsigned x[4][4], y[4][4];
#pragma unroll
      for (int i = 0; i < 4; i++)
        load_a(x[i], tile_a[t % 2], w / 2 * 64 + i * 16, s);
#pragma unroll
      for (int j = 0; j < 4; j++)
        load_b(y[j], tile_b[t % 2], w % 2 * 64 + j * 16, s);
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
