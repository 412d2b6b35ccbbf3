// The twin of the kernels of examples/literature/radix_sort.desc: blocks of 256 keys, four bits a round, the keys of equal digits of a warp
// counted by votes. The array of starts is one of 16 rows.
extern "C" __global__ void __launch_bounds__(256)
count(const unsigned *__restrict__ keys, unsigned shift, unsigned *__restrict__ counts, IDX n) {
  __shared__ unsigned of_warps[8][16];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  IDX i = (IDX)blockIdx.x * 256 + t;
  unsigned digit = i < n ? keys[i] >> shift & 15 : 16, of_digit = 0;
  for (unsigned d = 0; d < 16; d++) {
    unsigned same = __ballot_sync(0xffffffffu, digit == d);
    if (lane == d)
      of_digit = __popc(same);
  }
  if (lane < 16)
    of_warps[warp][lane] = of_digit;
  __syncthreads();
  if (t < 16) {
    unsigned sum = 0;
    for (int w = 0; w < 8; w++)
      sum += of_warps[w][t];
    counts[t * ((n + 255) / 256) + blockIdx.x] = sum;
  }
}

extern "C" __global__ void __launch_bounds__(256)
move_keys(const unsigned *__restrict__ keys, const unsigned *__restrict__ values, unsigned shift, const unsigned *__restrict__ starts,
          unsigned *keys_to, unsigned *values_to, IDX n) {
  __shared__ unsigned of_warps[8][16];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  IDX i = (IDX)blockIdx.x * 256 + t;
  unsigned key = 0, digit = 16, of_digit = 0, before = 0;
  if (i < n) {
    key = keys[i];
    digit = key >> shift & 15;
  }
  for (unsigned d = 0; d < 16; d++) {
    unsigned same = __ballot_sync(0xffffffffu, digit == d);
    if (lane == d)
      of_digit = __popc(same);
    if (digit == d)
      before = __popc(same & ((1u << lane) - 1));
  }
  if (lane < 16)
    of_warps[warp][lane] = of_digit;
  __syncthreads();
  if (digit < 16) {
    unsigned to = starts[digit * ((n + 255) / 256) + blockIdx.x] + before;
    for (int w = 0; w < 8; w++)
      if (w < warp)
        to += of_warps[w][digit];
    keys_to[to] = key;
    values_to[to] = values[i];
  }
}
