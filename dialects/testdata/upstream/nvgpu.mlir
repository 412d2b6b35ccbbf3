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
!group = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!one = !nvgpu.mbarrier.group<num_barriers = 1, memorySpace = 3>
!strided = memref<64x64xf16, affine_map<(d0, d1) -> (d0 * 128 + d1)>, 3>
!map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, interleave = none, l2promo = l2promo_256b, oob = nan>
!map2 = !nvgpu.tensormap.descriptor<tensor = !strided, swizzle = none, l2promo = none, oob = zero, interleave = none>
!descA = !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>>
!acc = !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>
func.func @barriers(%i: index, %p: i1, %one: !one) {
  %b = nvgpu.mbarrier.create -> !group
  nvgpu.mbarrier.init %b[%i], %i : !group
  nvgpu.mbarrier.init %one[%i], %i, predicate = %p {foo} : !one
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %i : !group
  nvgpu.mbarrier.arrive.expect_tx %b[%i], %i, predicate = %p : !group
  %t = nvgpu.mbarrier.arrive %b[%i] : !group -> !nvgpu.mbarrier.token
  %u = nvgpu.mbarrier.arrive.nocomplete %b[%i], %i : !group -> !nvgpu.mbarrier.token
  %w = nvgpu.mbarrier.test.wait %b[%i], %t : !group, !nvgpu.mbarrier.token
  nvgpu.mbarrier.try_wait.parity %b[%i], %p, %i : !group
  return {a = #nvgpu<swizzle swizzle_32b>, b = #nvgpu<l2promo none>, c = #nvgpu<oob nan>, d = #nvgpu<interleave interleave_16b>}
}
func.func @tma(%i: index, %p: i1, %b: !group, %map: !map, %map2: !map2, %s: memref<64x64xf16, 3>, %s2: !strided, %m: memref<*xf16>, %mask: i16) {
  nvgpu.tma.prefetch.descriptor %map : !map
  nvgpu.tma.prefetch.descriptor %map2, predicate = %p : !map2
  nvgpu.tma.async.load %map[%i, %i], %b[%i] to %s : !map, !group -> memref<64x64xf16, 3>
  nvgpu.tma.async.load %map2[%i, %i], %b[%i] to %s2 multicast_mask = %mask, predicate = %p : !map2, !group -> !strided
  nvgpu.tma.async.load %map[%i, %i], %b[%i] to %s multicast_mask = %mask : !map, !group -> memref<64x64xf16, 3>
  nvgpu.tma.async.store %s to %map[%i, %i] : memref<64x64xf16, 3> -> !map
  nvgpu.tma.async.store %s to %map[%i, %i], predicate = %p : memref<64x64xf16, 3> -> !map
  %0 = nvgpu.tma.create.descriptor %m box[%i, %i] : memref<*xf16> -> !map
  return
}
func.func @warpgroup(%map: !map, %s: memref<64x64xf16, 3>, %out: memref<64x64xf32>) {
  %d = nvgpu.warpgroup.generate.descriptor %s, %map : memref<64x64xf16, 3>, !map -> !descA
  %z = nvgpu.warpgroup.mma.init.accumulator -> !acc
  %r = nvgpu.warpgroup.mma %d, %d, %z : !descA, !descA, !acc -> !acc
  %r1 = nvgpu.warpgroup.mma %d, %d, %z {transposeA, transposeB} : !descA, !descA, !acc -> !acc
  %r2 = nvgpu.warpgroup.mma %d, %d, %z {waitGroup = 2 : i32} : !descA, !descA, !acc -> !acc
  nvgpu.warpgroup.mma.store %r, %out : !acc to memref<64x64xf32>
  return
}
