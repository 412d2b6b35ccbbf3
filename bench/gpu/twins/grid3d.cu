// The twin of examples/grid3d.desc: each cell of a volume of 2d x 4h x 8w gets its value and that of the mirrored
// cell of its row, blocks of 8 x 4 x 2 threads.
extern "C" __global__ void __launch_bounds__(64)
mirror_add(const float *__restrict__ input, float *__restrict__ output
#ifndef SIZE
           , IDX d, IDX h, IDX w
#endif
) {
#ifdef SIZE
  const IDX h = SIZE, w = SIZE;
#endif
  const IDX width = w * 8, height = h * 4;
  IDX x = blockIdx.x * 8 + threadIdx.x;
  IDX y = blockIdx.y * 4 + threadIdx.y;
  IDX z = blockIdx.z * 2 + threadIdx.z;
  IDX row = (z * height + y) * width;
  output[row + x] = input[row + x] + input[row + width - 1 - x];
}
