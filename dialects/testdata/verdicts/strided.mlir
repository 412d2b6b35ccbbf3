func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = "memref.subview"(%m, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 1, 1>, static_sizes = array<i64: 2, 2>, static_strides = array<i64: 1, 1>}> : (memref<4x?xf32>, index) -> memref<2x2xf32, strided<[?, 1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[0] [1] [1] : memref<4x?xf32> to memref<1xf32> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1] [1] : memref<4x?xf32> to memref<1xf32> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, 1] [1] : memref<4x?xf32> to memref<1xf32> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[-1, 0] [1, 1] [1, 1] : memref<4x?xf32> to memref<1xf32> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[1, 0] [-1, 1] [1, 1] : memref<4x?xf32> to memref<1xf32> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 1] [-1, 1] : memref<4x?xf32> to memref<1x1xf32, strided<[?,1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[8], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: 9>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf64, strided<[1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: 8>, 3> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<1x1x4xf32, strided<[1, 1, 1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[1, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<5xf32, strided<[1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: 8>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[%i, 0] [1, 4] [1, 1] : memref<4x8xf32> to memref<4xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32> to memref<4x8xf32, strided<[8,1]>> return }
// -----
func.func @f(%m: memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) { %0 = memref.subview %m[0, 0] [4, 8] [1, 1] : memref<4x8xf32, affine_map<(d0, d1) -> (d1, d0)>> to memref<4x8xf32, strided<[8,1]>> return }
// -----
func.func @f(%m: memref<4x8xf32, affine_map<(d0, d1) -> (d0 + 4 * d1 + 3)>>, %i: index) { %0 = memref.subview %m[1, 1] [2, 2] [2, 1] : memref<4x8xf32, affine_map<(d0, d1) -> (d0 + 4 * d1 + 3)>> to memref<2x2xf32, strided<[2,4], offset: 8>> return }
// -----
func.func @f(%m: memref<4x1xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x1xf32> to memref<1xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<4x1xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x1xf32> to memref<1xf32, strided<[7]>> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, %i] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1], offset: ?>> return }
// -----
func.func @f(%m: memref<4x?xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, %i] [1, 1] : memref<4x?xf32> to memref<?xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<*xf32>, %i: index) { %0 = memref.subview %m[0, 0] [1, %i] [1, 1] : memref<*xf32> to memref<?xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<2x8x16x4xf32, strided<[?, ?, ?, ?]>>, %i: index) { %0 = memref.subview %m[0,0,0,0] [1, 8, 1, 4] [1, 1,1,1] : memref<2x8x16x4xf32, strided<[?, ?, ?, ?]>> to memref<8x4xf32, strided<[?, ?]>> return }
// -----
func.func @f(%m: memref<*xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<*xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [2], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [%i] : memref<?xf32> to memref<4xf32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [3] : memref<?xf32> to memref<4xf32, strided<[?]>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%i], strides: [3] : memref<?xf32> to memref<4xf32, strided<[?]>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [5], strides: [3] : memref<?xf32> to memref<4xf32, strided<[?]>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0, 1], sizes: [5], strides: [3] : memref<?xf32> to memref<4xf32, strided<[?]>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4,4], strides: [3] : memref<?xf32> to memref<4xf32, strided<[?]>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32, affine_map<(d0) -> (d0 floordiv 2)>> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1] : memref<?xf32> to memref<4xi32> return }
// -----
func.func @f(%m: memref<?xf32>, %i: index) { %0 = memref.reinterpret_cast %m to offset: [], sizes: [4], strides: [1] : memref<?xf32> to memref<4xf32> return }
