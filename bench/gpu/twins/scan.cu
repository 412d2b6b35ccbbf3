// The twins of examples/scan.desc: a block of 256 threads scans 256 numbers in shared memory and notes their sum;
// a second kernel adds to each part what comes before it.
extern "C" __global__ void __launch_bounds__(256)
scan_blocks(const int *__restrict__ input, int *__restrict__ output, int *__restrict__ sums
#ifndef SIZE
            , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ int tmp[256];
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  tmp[threadIdx.x] = i < n ? input[i] : 0;
  __syncthreads();
  for (unsigned d = 1; d <= 128; d *= 2) {
    int left = 0;
    if (threadIdx.x >= d)
      left = tmp[threadIdx.x - d];
    __syncthreads();
    if (threadIdx.x >= d)
      tmp[threadIdx.x] += left;
    __syncthreads();
  }
  if (i < n)
    output[i] = tmp[threadIdx.x];
  if (threadIdx.x < 1)
    sums[blockIdx.x] = tmp[255];
}

extern "C" __global__ void __launch_bounds__(256)
add_offsets(int *__restrict__ data, const int *__restrict__ offsets
#ifndef SIZE
            , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  if (i < n)
    data[i] += offsets[blockIdx.x];
}
