// The twin of examples/reverse.desc: a block reads the mirrored part of 256 elements and reverses it through
// shared memory, so that reads and writes are consecutive.
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
  tmp[threadIdx.x] = input[(n - 1 - (IDX)blockIdx.x) * 256 + threadIdx.x];
  __syncthreads();
  output[(IDX)blockIdx.x * 256 + threadIdx.x] = tmp[255 - threadIdx.x];
}
