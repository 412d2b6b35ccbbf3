// The twin of examples/attention.desc: o = softmax(q k^T / 8) v, rows of 64 numbers of 16 bits, sums of 32. A block of four warps has 64 queries, each warp
// 16 of them in registers. Keys and values go through shared memory, 64 at a time, in rows with 8 elements of padding, so that ldmatrix meets no conflicts;
// the next ones are on their way by cp.async, of 16 bytes, which writes zeros behind the last. The sum of a row's powers is that of each thread until the end.
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

__device__ __forceinline__ float power(float x) {
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

__device__ __forceinline__ unsigned pair(float low, float high) {
  unsigned r;
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(high), "f"(low));
  return r;
}

// begin begins the copies of 64 rows.
__device__ __forceinline__ void begin(unsigned short (&tile)[64][72], const unsigned short *x, IDX t, IDX m) {
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (int i = 0; i < 4; i++) {
    int r = w * 16 + i * 4 + lane / 8, p = lane % 8;
    copy(at(&tile[r][p * 8]), x + (t * 64 + r) * 64 + p * 8, t * 64 + r < m);
  }
  asm volatile("cp.async.commit_group;");
}

extern "C" __global__ void __launch_bounds__(128)
attend(const unsigned short *__restrict__ q, const unsigned short *__restrict__ k, const unsigned short *__restrict__ v, float *__restrict__ o
#ifndef SIZE
       , IDX n, IDX m
#endif
) {
#ifdef SIZE
  const IDX n = SIZE, m = SIZE;
#endif
  __shared__ __align__(16) unsigned short keys[2][64][72], values[2][64][72];
  const float scale = 0.18033688f; // log2(e) / 8
  const int w = threadIdx.x / 32, lane = threadIdx.x % 32;
  const IDX row = blockIdx.x * (IDX)64 + w * 16 + lane / 4; // and the one 8 further on
  begin(keys[0], k, 0, m);
  begin(values[0], v, 0, m);
  unsigned queries[4][4];
#pragma unroll
  for (int i = 0; i < 4; i++)
#pragma unroll
    for (int e = 0; e < 4; e++) {
      IDX y = row + e % 2 * 8;
      queries[i][e] = y < n ? *(const unsigned *)(q + y * 64 + i * 16 + e / 2 * 8 + lane % 4 * 2) : 0;
    }
  float sum[8][4] = {}, greatest[2] = {-1e30f, -1e30f}, weight[2] = {};
  const IDX tiles = (m + 63) / 64;
  for (IDX t = 0; t < tiles; t++) {
    asm volatile("cp.async.wait_group 0;");
    __syncthreads();
    begin(keys[(t + 1) % 2], k, t + 1, m);
    begin(values[(t + 1) % 2], v, t + 1, m);
    float scores[8][4] = {};
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
      for (int j = 0; j < 4; j++) {
        unsigned y[4];
        load(y, at(&keys[t % 2][j * 16 + lane % 8 + lane / 16 * 8][i * 16 + lane / 8 % 2 * 8]));
        multiply(scores[2 * j], queries[i], y[0], y[1]);
        multiply(scores[2 * j + 1], queries[i], y[2], y[3]);
      }
    if (t + 1 == tiles)
#pragma unroll
      for (int j = 0; j < 8; j++)
#pragma unroll
        for (int e = 0; e < 4; e++)
          if (t * 64 + j * 8 + lane % 4 * 2 + e % 2 >= m)
            scores[j][e] = -1e30f;
    float factor[2], shift[2];
#pragma unroll
    for (int h = 0; h < 2; h++) {
      float g = greatest[h];
#pragma unroll
      for (int j = 0; j < 8; j++)
        g = fmaxf(g, fmaxf(scores[j][2 * h], scores[j][2 * h + 1]));
      g = fmaxf(g, __shfl_xor_sync(0xffffffffu, g, 1));
      g = fmaxf(g, __shfl_xor_sync(0xffffffffu, g, 2));
      factor[h] = power((greatest[h] - g) * scale);
      shift[h] = g * scale;
      greatest[h] = g;
      weight[h] *= factor[h];
    }
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
      for (int e = 0; e < 4; e++) {
        scores[j][e] = power(scores[j][e] * scale - shift[e / 2]);
        weight[e / 2] += scores[j][e];
        sum[j][e] *= factor[e / 2];
      }
#pragma unroll
    for (int i = 0; i < 4; i++) {
      unsigned p[4] = {pair(scores[2 * i][0], scores[2 * i][1]), pair(scores[2 * i][2], scores[2 * i][3]), pair(scores[2 * i + 1][0], scores[2 * i + 1][1]),
                       pair(scores[2 * i + 1][2], scores[2 * i + 1][3])};
#pragma unroll
      for (int j = 0; j < 4; j++) {
        unsigned y[4];
        load_turned(y, at(&values[t % 2][i * 16 + lane % 16][j * 16 + lane / 16 * 8]));
        multiply(sum[2 * j], p, y[0], y[1]);
        multiply(sum[2 * j + 1], p, y[2], y[3]);
      }
    }
  }
  asm volatile("cp.async.wait_group 0;");
#pragma unroll
  for (int h = 0; h < 2; h++) {
    float all = weight[h];
    all += __shfl_xor_sync(0xffffffffu, all, 1);
    all += __shfl_xor_sync(0xffffffffu, all, 2);
    if (row + h * 8 < n)
#pragma unroll
      for (int j = 0; j < 8; j++)
        *(float2 *)(o + (row + h * 8) * 64 + j * 8 + lane % 4 * 2) = make_float2(sum[j][2 * h] / all, sum[j][2 * h + 1] / all);
  }
}
