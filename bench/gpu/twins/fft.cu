// The twin of examples/fft.desc: a block of 256 threads transforms a signal of 512 complex numbers in shared memory.
extern "C" __global__ void __launch_bounds__(256)
fft(float *__restrict__ re, float *__restrict__ im, const float *__restrict__ turns_re, const float *__restrict__ turns_im
#ifndef SIZE
    , IDX n
#endif
) {
  __shared__ float a[512], b[512];
  const int t = threadIdx.x;
  re += (IDX)blockIdx.x * 512;
  im += (IDX)blockIdx.x * 512;
  for (int i = 0; i < 512; i += 256) {
    a[i + t] = re[i + t];
    b[i + t] = im[i + t];
  }
  __syncthreads();
  for (int s = 1; s <= 256; s *= 2) {
    int k = t & (s - 1), turn = k * (256 / s), to = 2 * t - k;
    float c = turns_re[turn], d = turns_im[turn];
    float x = a[t], y = b[t];
    float u = a[t + 256] * c - b[t + 256] * d, v = a[t + 256] * d + b[t + 256] * c;
    __syncthreads();
    a[to] = x + u;
    b[to] = y + v;
    a[to + s] = x - u;
    b[to + s] = y - v;
    __syncthreads();
  }
  for (int i = 0; i < 512; i += 256) {
    re[i + t] = a[i + t];
    im[i + t] = b[i + t];
  }
}
