func.func @copy(%s: memref<4x32xf32, 3>, %g: memref<?x32xf32>, %i: index) {
  %t = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i], 4 {bypassL1} : memref<?x32xf32> to memref<4x32xf32, 3>
  %u = nvgpu.device_async_create_group %t
  nvgpu.device_async_wait %u {numGroups = 1 : i32}
  return
}
// -----
func.func @mma(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
  %0 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  return %0 : vector<2x2xf32>
}
// -----
func.func @ldm(%s: memref<?x?xf16, 3>, %i: index) -> vector<4x2xf16> {
  %0 = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<?x?xf16, 3> -> vector<4x2xf16>
  return %0 : vector<4x2xf16>
}
// -----
!barrier = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
func.func @bar(%n: index, %p: i1) {
  %b = nvgpu.mbarrier.create -> !barrier
  nvgpu.mbarrier.init %b[%n], %n : !barrier
  %t = nvgpu.mbarrier.arrive %b[%n] : !barrier -> !nvgpu.mbarrier.token
  %w = nvgpu.mbarrier.test.wait %b[%n], %t : !barrier, !nvgpu.mbarrier.token
  nvgpu.mbarrier.try_wait.parity %b[%n], %p, %n : !barrier
  return
}
