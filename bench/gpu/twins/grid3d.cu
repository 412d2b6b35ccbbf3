// The twin of examples/grid3d.desc: each cell of a volume of d x h x w gets its value and that of the mirrored
// cell of its row, blocks of 8 x 4 x 2 threads.
extern "C" __global__ void __launch_bounds__(64)
mirror_add(const float *__restrict__ input, float *__restrict__ output
#ifndef SIZE
           , IDX d, IDX h, IDX w
#endif
) {
#ifdef SIZE
  const IDX d = SIZE, h = SIZE, w = SIZE;
#endif
  IDX x = (IDX)blockIdx.x * 8 + threadIdx.x;
  IDX y = (IDX)blockIdx.y * 4 + threadIdx.y;
  IDX z = (IDX)blockIdx.z * 2 + threadIdx.z;
  if (x >= w || y >= h || z >= d)
    return;
  IDX row = (z * h + y) * w;
  output[row + x] = input[row + x] + input[row + w - 1 - x];
}
