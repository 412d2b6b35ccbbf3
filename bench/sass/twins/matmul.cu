// The twin of examples/matmul.desc: c = a * b straight from global memory, one element for each thread of a
// block of 16 x 16; a is m x k, b is k x n.
extern "C" __global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
       , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX m = SIZE, k = SIZE, n = SIZE;
#endif
  IDX row = (IDX)blockIdx.y * 16 + threadIdx.y;
  IDX col = (IDX)blockIdx.x * 16 + threadIdx.x;
  if (row >= m || col >= n)
    return;
  float sum = 0.0f;
  for (IDX i = 0; i < k; i++)
    sum += a[row * k + i] * b[i * n + col];
  c[row * n + col] = sum;
}
