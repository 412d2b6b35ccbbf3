// The twin of copy.desc: each thread of blocks of 256 copies four floats.
struct __align__(16) four { float x, y, z, w; };

extern "C" __global__ void __launch_bounds__(256)
copy(const four *__restrict__ input, four *__restrict__ output
#ifndef SIZE
     , IDX n
#endif
) {
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  output[i] = input[i];
}
