// A cuBLAS for tests, on the memory of the driver library for tests: products of matrices of f32 and saxpy; the rest it refuses.
#include <stdint.h>

#define DEVICE_BASE 0x4000000000000000u // as in fakecuda.c
#define AT(p) ((float *)((uintptr_t)(p)-DEVICE_BASE))

static int handle;

int cublasCreate_v2(void **h) {
  *h = &handle;
  return 0;
}

int cublasDestroy_v2(void *h) { return h == &handle ? 0 : 1; }

int cublasGetVersion_v2(void *h, int *version) {
  *version = 120000;
  return h == &handle ? 0 : 1;
}

int cublasSaxpy_v2(void *h, int n, const float *alpha, const void *x, int incx, void *y, int incy) {
  if (h != &handle || incx != 1 || incy != 1) return 7;
  for (int i = 0; i < n; i++) AT(y)[i] += *alpha * AT(x)[i];
  return 0;
}

int cublasSgeam(void) { return 15; }
int cublasDgeam(void) { return 15; }

int cublasGemmEx(void *h, int turn_a, int turn_b, int m, int n, int k, const float *alpha, const void *a, int type_a, int lda, const void *b, int type_b, int ldb,
                 const float *beta, void *c, int type_c, int ldc, int compute, int algorithm) {
  if (type_a != 0 || type_b != 0 || type_c != 0) return 15;
  if (h != &handle || turn_a || turn_b || compute != 68 || algorithm != -1) return 7;
  for (int j = 0; j < n; j++)
    for (int i = 0; i < m; i++) {
      float sum = 0;
      for (int l = 0; l < k; l++) sum += AT(a)[i + (long)l * lda] * AT(b)[l + (long)j * ldb];
      float *to = AT(c) + i + (long)j * ldc;
      *to = *alpha * sum + (*beta == 0 ? 0 : *beta * *to);
    }
  return 0;
}
