// The twin of examples/bitonic_sort.desc: a block of 256 threads sorts 512 numbers in shared memory by a network in
// which every comparison puts the smaller number first.
static __device__ void sort2(int *tmp, unsigned a, unsigned b) {
  int x = tmp[a], y = tmp[b];
  tmp[a] = x < y ? x : y;
  tmp[b] = x < y ? y : x;
}

extern "C" __global__ void __launch_bounds__(256)
bitonic_sort(int *__restrict__ data
#ifndef SIZE
             , IDX n
#endif
) {
  __shared__ int tmp[512];
  const unsigned t = threadIdx.x;
#ifdef SIZE
  const IDX n = SIZE;
#endif
  const IDX begin = (IDX)blockIdx.x * 512, there = n - begin;
  int *part = data + begin;
  for (int i = 0; i < 2; i++)
    tmp[i * 256 + t] = i * 256 + t < there ? part[i * 256 + t] : 0x7fffffff;
  __syncthreads();
  for (unsigned h = 1; h <= 256; h *= 2) {
    unsigned first = t / h * 2 * h, off = t % h;
    sort2(tmp, first + off, first + 2 * h - 1 - off);
    __syncthreads();
    for (unsigned j = h / 2; j >= 1; j /= 2) {
      first = t / j * 2 * j + t % j;
      sort2(tmp, first, first + j);
      __syncthreads();
    }
  }
  for (int i = 0; i < 2; i++)
    if (i * 256 + t < there)
      part[i * 256 + t] = tmp[i * 256 + t];
}
