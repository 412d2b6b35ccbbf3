// The twin of examples/reverse.desc: a block reads the mirrored part of 256 elements in order and reverses it
// through shared memory.
extern "C" __global__ void __launch_bounds__(256)
reverse(const int *__restrict__ input, int *__restrict__ output
#ifndef SIZE
        , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ int tmp[256];
  IDX from = n - 1 - ((IDX)blockIdx.x * 256 + 255 - threadIdx.x), to = (IDX)blockIdx.x * 256 + threadIdx.x;
  if (from >= 0)
    tmp[threadIdx.x] = input[from];
  __syncthreads();
  if (to < n)
    output[to] = tmp[255 - threadIdx.x];
}
