// The twin of copy.desc: each thread of blocks of 256 copies four floats, with one access where they are there.
struct __align__(16) four { float x, y, z, w; };

extern "C" __global__ void __launch_bounds__(256)
copy(const float *__restrict__ input, float *__restrict__ output
#ifndef SIZE
     , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  IDX i = (IDX)blockIdx.x * 1024 + threadIdx.x * 4;
  if (i + 3 < n)
    *(four *)(output + i) = *(const four *)(input + i);
  else
    for (; i < n; i++)
      output[i] = input[i];
}
