func.func private @f(!nvgpu.mbarrier.group<memorySpace = 3 : i32>)
// -----
func.func private @f(!nvgpu.mbarrier.group<num_barriers = 2>)
// -----
func.func private @f(!nvgpu.mbarrier.group)
// -----
func.func private @f(!nvgpu.foo)
// -----
func.func private @f(!nvgpu.foo<3>)
// -----
func.func private @f(!nvgpu.warpgroup.descriptor<memref<4xf32>>)
// -----
func.func private @f(!nvgpu.warpgroup.descriptor<tensor = f32>)
// -----
func.func private @f(!nvgpu.tensormap.descriptor<tensor = memref<64xf16>, swizzle = non, l2promo = none, oob = zero, interleave = none>)
// -----
func.func private @f(!nvgpu.warpgroup.descriptor<tensor = memref<4xf32>, tensor = memref<4xf32>>)
// -----
func.func private @f(!nvgpu.warpgroup.descriptor<x = memref<4xf32>>)
// -----
func.func private @f(!nvgpu.warpgroup.descriptor<tensor : memref<4xf32>>)
// -----
func.func private @f(!nvgpu.warpgroup.accumulator<fragmented = vector<4xf32> x>)
// -----
func.func private @f(!nvgpu.device.async.token<3>)
// -----
func.func private @f(!nvgpu.mbarrier.group<memorySpace = unit, num_barriers = -1>)
// -----
func.func private @f(!nvgpu<device.async.token>)
// -----
func.func private @f(!nvgpu<mbarrier.group<memorySpace = unit>>)
// -----
func.func private @f(!nvgpu.warpgroup.accumulator<>)
// -----
func.func private @f(!nvgpu.tensormap.descriptor<tensor = memref<64xf16>, swizzle = none>)
// -----
func.func private @f(!nvgpu.mbarrier.group<memorySpace = 3, memorySpace = 3>)
// -----
func.func private @f(!nvgpu.warpgroup.accumulator<fragmented = vector<4xf32>>)
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x?xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x?xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x?xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x?xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x?xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x?xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x?xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x?xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x0xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x0xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x0xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x0xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x0xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x0xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x0xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x0xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<257x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<257x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<257x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<257x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<257x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<257x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<257x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<257x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x32xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x32xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, %s: memref<64x32xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x32xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x32xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf32, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf32, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf32, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf32, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x?xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x?xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x?xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x?xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<32x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<32x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<32x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<32x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i] : memref<64x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i, %i, %i, %i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i, %i, %i, %i, %i] : memref<64x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, %b: !nvgpu.mbarrier.group<memorySpace = 3>, %s: memref<64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = 3> -> memref<64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none>, %s: memref<64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i] : memref<64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64xf16, 3>, swizzle = swizzle_32b, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %b: index, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.load %d[%i, %i], %b[%i] to %s : !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, index -> memref<64x64xf16, 3> return }
// -----
func.func @f(%d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>, %s: memref<64x64xf16, 3>, %i: index) { nvgpu.tma.async.store %s to %d[%i, %i] : memref<64x64xf16, 3> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%m: memref<*xf16>, %n: index) { %0 = nvgpu.tma.create.descriptor %m box[%n, %n] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%m: memref<*xf16>, %n: index) { %0 = nvgpu.tma.create.descriptor %m box[%n, %n, %n, %n, %n, %n] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%m: memref<*xf16>, %n: index) { %0 = nvgpu.tma.create.descriptor %m box[%n, %n] : memref<*xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%m: memref<64xf16>, %n: index) { %0 = nvgpu.tma.create.descriptor %m box[%n, %n] : memref<64xf16> -> !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> return }
// -----
func.func @f(%s: memref<64x64xf16, 3>, %d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>) { %0 = nvgpu.warpgroup.generate.descriptor %s, %d : memref<64x64xf16, 3>, !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none> -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>> return }
// -----
func.func @f(%s: memref<64x64xf16, 3>, %d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>) { %0 = nvgpu.warpgroup.generate.descriptor %s, %d : memref<64x64xf16, 3>, !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none> -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>> return }
// -----
func.func @f(%s: memref<64x64xf16, 3>, %d: !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = interleave_32b>) { %0 = nvgpu.warpgroup.generate.descriptor %s, %d : memref<64x64xf16, 3>, !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = interleave_32b> -> !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16, 3>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c {transposeA} : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c {waitGroup = 1 : i32} : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c {waitGroup = 1} : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<32x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<32x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x32xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xbf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xbf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xtf32>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xtf32>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xtf32>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xtf32>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x40xi1>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi1>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x40xi1>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi8>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi8>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi8>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi8>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xi16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xi32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x20xf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x20xf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xbf16>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x264xbf16>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x264xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xbf16>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x264xbf16>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x264xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x264xf32>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E4M3FN>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E4M3FN>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>> return }
// -----
func.func @f(%a: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2>>, %b: !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E4M3FN>>, %c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>) { %0 = nvgpu.warpgroup.mma %a, %b, %c  : !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E5M2>>, !nvgpu.warpgroup.descriptor<tensor = memref<64x64xf8E4M3FN>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>, %m: memref<64x64xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> to memref<64x64xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>>, %m: memref<64x64xf16>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>> to memref<64x64xf16> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf16>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>, %m: memref<64x32xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> to memref<64x32xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<60x64xf32>>, %m: memref<64x64xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<60x64xf32>> to memref<64x64xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<60x64xf32>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>>, %m: memref<64x?xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>> to memref<64x?xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x20xf32>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x24xi8>>, %m: memref<64x24xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x24xi8>> to memref<64x24xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x24xi8>> return }
// -----
func.func @f(%c: !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi8>>, %m: memref<64x24xf32>) { nvgpu.warpgroup.mma.store %c, %m : !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi8>> to memref<64x24xf32> return }
// -----
func.func @f() { %0 = nvgpu.warpgroup.mma.init.accumulator -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x40xi8>> return }
// -----
func.func @f(%b: !nvgpu.mbarrier.group<memorySpace = 3>, %i: index) { nvgpu.mbarrier.init %b[%i] : !nvgpu.mbarrier.group<memorySpace = 3> return }
// -----
func.func @f(%b: !nvgpu.mbarrier.group<memorySpace = 3>, %i: index) { nvgpu.mbarrier.init %b[%i], %i, pred = %i : !nvgpu.mbarrier.group<memorySpace = 3> return }
// -----
func.func @f(%b: !nvgpu.mbarrier.group<memorySpace = 3>, %i: index) { %0 = nvgpu.mbarrier.test.wait %b[%i], %i : !nvgpu.mbarrier.group<memorySpace = 3>, index return }
// -----
func.func @f(%b: !nvgpu.mbarrier.group<memorySpace = 3>, %i: index) { %0 = "nvgpu.mbarrier.test.wait" (%b, %i, %i) : (!nvgpu.mbarrier.group<memorySpace = 3>, index, index) -> i1 return }
// -----
func.func @f(%b: index, %i: index) { %0 = "nvgpu.mbarrier.test.wait" (%b, %i, %i) : (index, index, index) -> i1 return }
// -----
func.func @f(%b: index, %i: index) { "nvgpu.tma.prefetch.descriptor" (%b) : (index) -> () return }
// -----
func.func @f(%b: index, %i: index) { "nvgpu.warpgroup.mma" (%b, %b, %b) : (index, index, index) -> index return }
// -----
func.func @f() { "nvgpu.warpgroup.mma.init.accumulator" () : () -> index return }
// -----
"x"() {a = #nvgpu<swizzle swizzle_3>} : () -> ()
// -----
"x"() {a = #nvgpu.foo<swizzle_3>} : () -> ()
