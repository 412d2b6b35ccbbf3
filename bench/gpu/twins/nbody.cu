// The twin of examples/nbody.desc: tiles of 256 bodies in shared memory, each body x, y, z and its mass.
extern "C" __global__ void __launch_bounds__(256)
accelerate(const float4 *__restrict__ bodies, float *__restrict__ acceleration
#ifndef SIZE
           , IDX n
#endif
) {
#ifdef SIZE
  const IDX n = SIZE;
#endif
  __shared__ float4 tile[256];
  const float4 none = {0.0f, 0.0f, 0.0f, 0.0f};
  IDX i = (IDX)blockIdx.x * 256 + threadIdx.x;
  float4 own = i < n ? bodies[i] : none;
  float x = 0.0f, y = 0.0f, z = 0.0f;
  for (IDX t = 0; t < (n + 255) / 256; t++) {
    IDX other = t * 256 + threadIdx.x;
    tile[threadIdx.x] = other < n ? bodies[other] : none;
    __syncthreads();
    for (int j = 0; j < 256; j++) {
      float4 b = tile[j];
      float dx = b.x - own.x, dy = b.y - own.y, dz = b.z - own.z;
      float square = dx * dx + dy * dy + dz * dz + 0.01f;
      float factor = b.w / (square * sqrtf(square));
      x += dx * factor;
      y += dy * factor;
      z += dz * factor;
    }
    __syncthreads();
  }
  if (i < n) {
    acceleration[3 * i] = x;
    acceleration[3 * i + 1] = y;
    acceleration[3 * i + 2] = z;
  }
}
