// The twin of whole/matmul.desc: c = a * b straight from global memory, one element for each thread of a
// block of 16 x 16. a is 16m x k, b is k x 16n. M, K, N fix the sizes at compile time.
extern "C" __global__ void __launch_bounds__(256)
matmul(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c
#ifndef SIZE
       , IDX m, IDX k, IDX n
#endif
) {
#ifdef SIZE
  const IDX k = 16 * SIZE, n = SIZE;
#endif
  IDX width = n * 16;
  IDX row = blockIdx.y * 16 + threadIdx.y;
  IDX col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0.0f;
  for (IDX i = 0; i < k; i++)
    sum += a[row * k + i] * b[i * width + col];
  c[row * width + col] = sum;
}
