// The twins of kernels/groups.desc and kernels/arrays.desc by CUB, and of the kernels of examples/literature/radix_sort.desc: what a block does is CUB's; what it
// reads and writes is the same.
#include <cub/block/block_radix_rank.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>

extern "C" __global__ void __launch_bounds__(256)
warp_sum(const float *__restrict__ x, float *__restrict__ sums, IDX n) {
  using Reduce = cub::WarpReduce<float>;
  __shared__ Reduce::TempStorage shared[8];
  const IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  const float sum = Reduce(shared[threadIdx.x / 32]).Sum(i < n ? x[i] : 0);
  if (threadIdx.x % 32 == 0)
    sums[i / 32] = sum;
}

extern "C" __global__ void __launch_bounds__(256)
warp_scan(const float *__restrict__ x, float *__restrict__ y, IDX n) {
  using Scan = cub::WarpScan<float>;
  __shared__ Scan::TempStorage shared[8];
  const IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  float v = i < n ? x[i] : 0;
  Scan(shared[threadIdx.x / 32]).InclusiveSum(v, v);
  if (i < n)
    y[i] = v;
}

template <cub::BlockReduceAlgorithm how>
__device__ __forceinline__ void sum_of_block(const float *__restrict__ x, float *__restrict__ sums, IDX n) {
  using Reduce = cub::BlockReduce<float, 256, how>;
  __shared__ typename Reduce::TempStorage shared;
  const IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  const float sum = Reduce(shared).Sum(i < n ? x[i] : 0);
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}

template <cub::BlockScanAlgorithm how>
__device__ __forceinline__ void scan_of_block(const float *__restrict__ x, float *__restrict__ y, IDX n) {
  using Scan = cub::BlockScan<float, 256, how>;
  __shared__ typename Scan::TempStorage shared;
  const IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  float v = i < n ? x[i] : 0;
  Scan(shared).InclusiveSum(v, v);
  if (i < n)
    y[i] = v;
}

extern "C" __global__ void __launch_bounds__(256) warps_sum(const float *__restrict__ x, float *__restrict__ sums, IDX n) {
  sum_of_block<cub::BLOCK_REDUCE_WARP_REDUCTIONS>(x, sums, n);
}

extern "C" __global__ void __launch_bounds__(256) block_sum(const float *__restrict__ x, float *__restrict__ sums, IDX n) {
  sum_of_block<cub::BLOCK_REDUCE_RAKING>(x, sums, n);
}

extern "C" __global__ void __launch_bounds__(256) warps_scan(const float *__restrict__ x, float *__restrict__ y, IDX n) {
  scan_of_block<cub::BLOCK_SCAN_WARP_SCANS>(x, y, n);
}

extern "C" __global__ void __launch_bounds__(256) block_scan(const float *__restrict__ x, float *__restrict__ y, IDX n) {
  scan_of_block<cub::BLOCK_SCAN_RAKING>(x, y, n);
}

extern "C" __global__ void __launch_bounds__(256)
array_sum(int start, const int *__restrict__ x, int *__restrict__ results, IDX n, IDX blocks) {
  using Reduce = cub::BlockReduce<int, 256>;
  __shared__ Reduce::TempStorage shared;
  int mine = start;
  for (IDX tile = blockIdx.x; tile * 1024 < n; tile += blocks) {
    const IDX first = tile * 1024 + threadIdx.x * 4;
    if (tile * 1024 + 1024 <= n) {
      const int4 v = *reinterpret_cast<const int4 *>(x + first);
      mine += v.x + v.y + v.z + v.w;
    } else
      for (int i = 0; i < 4; i++)
        if (first + i < n)
          mine += x[first + i];
  }
  mine = Reduce(shared).Sum(mine);
  if (threadIdx.x == 0)
    results[blockIdx.x] = mine;
}

extern "C" __global__ void __launch_bounds__(256)
array_scan(int start, const int *__restrict__ x, const int *__restrict__ tiles, int *__restrict__ y, IDX n) {
  using Scan = cub::BlockScan<int, 256>;
  __shared__ Scan::TempStorage shared;
  const IDX first = (IDX)blockIdx.x * 1024 + threadIdx.x * 4;
  int part[4], all;
  for (int i = 0; i < 4; i++)
    part[i] = first + i < n ? x[first + i] : start;
  Scan(shared).InclusiveSum(part, part, all);
  const int front = blockIdx.x > 0 ? tiles[blockIdx.x - 1] : start;
  for (int i = 0; i < 4; i++)
    if (first + i < n)
      y[first + i] = front + part[i];
}

// digit_of says of a key which of 16 digits it has; what is no key has the last one, and comes behind all keys.
struct digit_of {
  unsigned shift;
  __device__ __forceinline__ unsigned Digit(unsigned key) const { return key >> shift & 15; }
};

// Rank is how CUB ranks keys by 4 bits: each digit is one of 16 bins.
using Rank = cub::BlockRadixRank<256, 4, false>;

extern "C" __global__ void __launch_bounds__(256)
count(const unsigned *__restrict__ keys, unsigned shift, unsigned *__restrict__ counts, IDX n) {
  __shared__ Rank::TempStorage shared;
  __shared__ unsigned starts[17];
  const IDX left = n - (IDX)blockIdx.x * 256, i = (IDX)blockIdx.x * 256 + threadIdx.x;
  unsigned key[1] = {i < n ? keys[i] : 0xffffffffu};
  int rank[1], start[1];
  Rank(shared).RankKeys(key, rank, digit_of{shift}, start);
  if (threadIdx.x < 16)
    starts[threadIdx.x] = start[0];
  if (threadIdx.x == 0)
    starts[16] = 256;
  __syncthreads();
  if (threadIdx.x < 16) {
    unsigned of_digit = starts[threadIdx.x + 1] - starts[threadIdx.x];
    if (threadIdx.x == 15 && left < 256)
      of_digit -= 256 - (unsigned)left;
    counts[threadIdx.x * ((n + 255) / 256) + blockIdx.x] = of_digit;
  }
}

extern "C" __global__ void __launch_bounds__(256)
move_keys(const unsigned *__restrict__ keys, const unsigned *__restrict__ values, unsigned shift, const unsigned *__restrict__ starts,
          unsigned *keys_to, unsigned *values_to, IDX n) {
  __shared__ Rank::TempStorage shared;
  __shared__ unsigned before[16];
  const IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  unsigned key[1] = {i < n ? keys[i] : 0xffffffffu};
  int rank[1], start[1];
  Rank(shared).RankKeys(key, rank, digit_of{shift}, start);
  if (threadIdx.x < 16)
    before[threadIdx.x] = start[0];
  __syncthreads();
  if (i < n) {
    const unsigned digit = key[0] >> shift & 15, to = starts[digit * ((n + 255) / 256) + blockIdx.x] + rank[0] - before[digit];
    keys_to[to] = key[0];
    values_to[to] = values[i];
  }
}
