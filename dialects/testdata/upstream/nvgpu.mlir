#map = affine_map<(d0, d1) -> (d0 * 64 + d1)>
!shared = memref<16x16xf16, 3>
gpu.module @m {
 gpu.func @copy(%g: memref<?x64xf32>, %s: memref<2x16x16xf32, #gpu.address_space<workgroup>>, %i: index, %l: memref<4x64xf32, #map>, %s1: memref<64xi8, 3>, %g1: memref<64xi8, strided<[1], offset: ?>>) kernel {
  %0 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i, %i], 4 : memref<?x64xf32> to memref<2x16x16xf32, #gpu.address_space<workgroup>>
  %1 = nvgpu.device_async_copy %g[%i, %i], %s[%i, %i, %i], 4, %i {bypassL1} : memref<?x64xf32> to memref<2x16x16xf32, #gpu.address_space<workgroup>>
  %2 = nvgpu.device_async_copy %l[%i, %i], %s[%i, %i, %i], 1 {foo} : memref<4x64xf32, #map> to memref<2x16x16xf32, #gpu.address_space<workgroup>>
  %3 = nvgpu.device_async_copy %g1[%i], %s1[%i], 16 {bypassL1} : memref<64xi8, strided<[1], offset: ?>> to memref<64xi8, 3>
  %4 = nvgpu.device_async_create_group %0, %1, %2 {bar = 1 : i32}
  %5 = nvgpu.device_async_create_group
  nvgpu.device_async_wait %4
  nvgpu.device_async_wait %5 {numGroups = 1 : i32}
  gpu.return
 }
 gpu.func @matrix(%s: !shared, %i: index, %c: vector<2x2xf32>, %meta: vector<2xi16>, %ch: vector<2x2xf16>, %a64: vector<2x1xf64>, %b64: vector<1x1xf64>, %c64: vector<2x2xf64>) kernel {
  %a = nvgpu.ldmatrix %s[%i, %i] {numTiles = 4 : i32, transpose = false} : !shared -> vector<4x2xf16>
  %b = nvgpu.ldmatrix %s[%i, %i] {numTiles = 2 : i32, transpose = true} : !shared -> vector<2x2xf16>
  %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
  %e = nvgpu.mma.sync (%a64, %b64, %c64) {mmaShape = [16, 8, 4]} : (vector<2x1xf64>, vector<1x1xf64>, vector<2x2xf64>) -> vector<2x2xf64>
  %f = nvgpu.mma.sp.sync (%a, %a, %ch) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 1 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %g = nvgpu.mma.sp.sync (%a, %a, %ch) metadata (%meta) {mmaShape = [16, 8, 32], sparsitySelector = 0 : i32} : (vector<4x2xf16>, vector<4x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  gpu.return
 }
}
