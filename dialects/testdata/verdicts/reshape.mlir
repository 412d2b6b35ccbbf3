func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j) -> (i, i) : memref<4x8xf32> to memref<4x8xf32> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j, k) -> (j, k, i) : memref<4x8xf32> to memref<4x8xf32> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j) -> (i, j) : memref<4x8xf32> to memref<4x8xf32> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j) -> (i, j) : memref<4x8xf32> to memref<4x8xf32, strided<[8, 1]>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, strided<[1, 7]>> return }
// -----
func.func @f(%m: memref<4x8xf32>, %i: index) { %0 = memref.transpose %m (i, j) -> (j, i) : memref<4x8xf32> to memref<8x4xf32, affine_map<(d0, d1) -> (d0 + 8 * d1)>> return }
// -----
func.func @f(%m: memref<*xf32>, %s: memref<2xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf64> return }
// -----
func.func @f(%m: memref<*xf32>, %s: memref<2xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<2xi32>) -> memref<?xf32> return }
// -----
func.func @f(%m: memref<*xf32>, %s: memref<?xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xi32>) -> memref<?xf32> return }
// -----
func.func @f(%m: memref<*xf32>, %s: memref<?xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<*xf32>, memref<?xi32>) -> memref<*xf32> return }
// -----
func.func @f(%m: memref<4xf32, strided<[2]>>, %s: memref<1xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<4xf32, strided<[2]>>, memref<1xi32>) -> memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %s: memref<1xf32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xf32>) -> memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %s: memref<1xi32>, %i: index) { %0 = memref.reshape %m(%s) : (memref<4xf32>, memref<1xi32>) -> memref<4xf32, strided<[2]>> return }
// -----
func.func @f(%m: memref<?x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, 2] : memref<?x8xf32> into memref<?x2x8xf32> return }
// -----
func.func @f(%m: memref<?x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [%i, %i, 8] : memref<?x8xf32> into memref<?x?x8xf32> return }
// -----
func.func @f(%m: memref<?x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 8] : memref<?x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 3, 8] : memref<6x8xf32> into memref<3x3x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0], [1, 2]] output_shape [3, 2, 8] : memref<6x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1]] output_shape [3, 2, 8] : memref<6x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 2], [1]] output_shape [3, 2, 8] : memref<6x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [3, 2, 8] : memref<6x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 8] : memref<6x8xf32> into memref<3x2x8x1xf32> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[?, 1]>>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 8] : memref<6x8xf32, strided<[?, 1]>> into memref<3x2x8xf32, strided<[?, ?, 1]>> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[16, 1], offset: 3>>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 8] : memref<6x8xf32, strided<[16, 1], offset: 3>> into memref<3x2x8xf32, strided<[32, 16, 1], offset: 3>> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[16, 1], offset: 3>>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 8] : memref<6x8xf32, strided<[16, 1], offset: 3>> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<6x8xf32>, %i: index) { %0 = memref.expand_shape %m [[0, 1], [2]] output_shape [3, 2, 7] : memref<6x8xf32> into memref<3x2x8xf32> return }
// -----
func.func @f(%m: memref<f32>, %i: index) { %0 = memref.expand_shape %m [] output_shape [1, 1] : memref<f32> into memref<1x1xf32> return }
// -----
func.func @f(%m: memref<f32>, %i: index) { %0 = memref.expand_shape %m [] output_shape [1, 2] : memref<f32> into memref<1x2xf32> return }
// -----
func.func @f(%m: memref<6x8xf32, affine_map<(d0, d1) -> (d1, d0)>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x8xf32, affine_map<(d0, d1) -> (d1, d0)>> into memref<48xf32> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[16, 1]>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x8xf32, strided<[16, 1]>> into memref<48xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[8, 1]>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x8xf32, strided<[8, 1]>> into memref<48xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<6x8xf32, strided<[?, 1]>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x8xf32, strided<[?, 1]>> into memref<48xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<6x?xf32, strided<[?, 1]>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x?xf32, strided<[?, 1]>> into memref<?xf32, strided<[1]>> return }
// -----
func.func @f(%m: memref<6x1xf32, strided<[3, 17]>>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x1xf32, strided<[3, 17]>> into memref<6xf32, strided<[3]>> return }
// -----
func.func @f(%m: memref<6x1xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6x1xf32> into memref<6x1xf32> return }
// -----
func.func @f(%m: memref<6xf32>, %i: index) { %0 = memref.collapse_shape %m [[0, 1]] : memref<6xf32> into memref<6x1xf32> return }
// -----
func.func @f(%m: memref<1x1xf32>, %i: index) { %0 = memref.collapse_shape %m [] : memref<1x1xf32> into memref<f32> return }
