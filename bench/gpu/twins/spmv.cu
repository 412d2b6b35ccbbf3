// The twin of examples/spmv.desc: a warp has a row of a sparse matrix. Nothing asks whether columns are such.
extern "C" __global__ void __launch_bounds__(256)
spmv(const unsigned *__restrict__ first, const unsigned *__restrict__ columns, const float *__restrict__ values, const float *__restrict__ x,
     float *__restrict__ y
#ifndef SIZE
     , IDX m, IDX n, IDX k
#endif
) {
#ifdef SIZE
  const IDX m = SIZE;
#endif
  IDX row = (IDX)blockIdx.x * 8 + threadIdx.x / 32;
  float part = 0.0f;
  if (row < m)
    for (unsigned i = first[row] + threadIdx.x % 32; i < first[row + 1]; i += 32)
      part += values[i] * x[columns[i]];
  for (int d = 16; d > 0; d /= 2)
    part += __shfl_xor_sync(0xffffffffu, part, d);
  if (threadIdx.x % 32 == 0 && row < m)
    y[row] = part;
}
