// The twin of examples/stencil_ahead.desc: sums of each element and its four neighbours. A block walks down 62 columns and the two beside them, with three
// rows in shared memory; the next one is loaded before the sums of this one.
extern "C" __global__ void __launch_bounds__(64)
stencil(const float *__restrict__ x, float *__restrict__ out
#ifndef SIZE
        , IDX h, IDX w
#endif
) {
#ifdef SIZE
  const IDX h = SIZE, w = SIZE;
#endif
  __shared__ float rows[4][64];
  IDX column = (IDX)blockIdx.x * 62 + threadIdx.x - 1;
  int t = threadIdx.x;
  bool inside = column >= 0 && column < w;
  rows[0][t] = 0.0f;
  rows[1][t] = inside ? x[column] : 0.0f;
  rows[2][t] = inside && 1 < h ? x[w + column] : 0.0f;
  for (IDX i = 0; i < h; i++) {
    __syncthreads();
    rows[(i + 3) % 4][t] = inside && i + 2 < h ? x[(i + 2) * w + column] : 0.0f;
    if (t > 0 && t < 63 && column < w) {
      const float *here = rows[(i + 1) % 4];
      out[i * w + column] = here[t] + (here[t - 1] + here[t + 1]) + rows[i % 4][t] + rows[(i + 2) % 4][t];
    }
  }
}
