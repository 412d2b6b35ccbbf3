// The twin of examples/mandelbrot.desc: a thread counts the steps of its point.
extern "C" __global__ void __launch_bounds__(256)
mandelbrot(int *__restrict__ steps, float left, float top, float width, int limit
#ifndef SIZE
           , IDX w, IDX h
#endif
) {
#ifdef SIZE
  const IDX w = SIZE, h = SIZE;
#endif
  IDX x = (IDX)blockIdx.x * 32 + threadIdx.x, y = (IDX)blockIdx.y * 8 + threadIdx.y;
  if (x >= w || y >= h)
    return;
  float step = width / (float)w, re = left + (float)x * step, im = top - (float)y * step;
  float a = 0.0f, b = 0.0f;
  int i = 0;
  while (i < limit && a * a + b * b <= 4.0f) {
    float next = a * a - b * b + re;
    b = 2.0f * a * b + im;
    a = next;
    i++;
  }
  steps[y * w + x] = i;
}
