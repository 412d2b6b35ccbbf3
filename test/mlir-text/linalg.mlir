#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @sum(%a: tensor<4x8xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %s: f32):
    %y = arith.addf %x, %s : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
func.func @matmul(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>, %c: tensor<4x16xf32>) -> tensor<4x16xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x16xf32>) outs(%c : tensor<4x16xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}
// -----
func.func @buffers(%a: memref<4x8xf32>, %b: memref<8x4xf32>, %c: memref<4x4xf32>, %z: f32) {
  linalg.fill ins(%z : f32) outs(%c : memref<4x4xf32>)
  linalg.matmul {tag = "m"} ins(%a, %b : memref<4x8xf32>, memref<8x4xf32>) outs(%c : memref<4x4xf32>)
  linalg.copy ins(%a : memref<4x8xf32>) outs(%a : memref<4x8xf32>)
  return
}
// -----
func.func @batch(%a: tensor<2x4x8xi8>, %b: tensor<2x8x4xi8>, %c: tensor<2x4x4xi32>) -> tensor<2x4x4xi32> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<2x4x8xi8>, tensor<2x8x4xi8>) outs(%c : tensor<2x4x4xi32>) -> tensor<2x4x4xi32>
  return %r : tensor<2x4x4xi32>
}
// -----
func.func @conv(%i: tensor<1x16x16x4xf32>, %k: tensor<3x3x4x8xf32>, %o: tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%i, %k : tensor<1x16x16x4xf32>, tensor<3x3x4x8xf32>) outs(%o : tensor<1x14x14x8xf32>) -> tensor<1x14x14x8xf32>
  return %r : tensor<1x14x14x8xf32>
}
// -----
func.func @pool(%i: tensor<1x8x8x2xf32>, %w: tensor<2x2xf32>, %o: tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32> {
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%i, %w : tensor<1x8x8x2xf32>, tensor<2x2xf32>) outs(%o : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  return %r : tensor<1x4x4x2xf32>
}
// -----
func.func @mapred(%a: tensor<16x32xf32>, %o: tensor<16xf32>, %p: tensor<32x16xf32>, %b: tensor<16x32xf32>) {
  %r = linalg.reduce ins(%a : tensor<16x32xf32>) outs(%o : tensor<16xf32>) dimensions = [1]
    (%x: f32, %y: f32) { %s = arith.addf %x, %y : f32  linalg.yield %s : f32 }
  %m = linalg.map { math.absf } ins(%a : tensor<16x32xf32>) outs(%b : tensor<16x32xf32>)
  %t = linalg.transpose ins(%a : tensor<16x32xf32>) outs(%p : tensor<32x16xf32>) permutation = [1, 0]
  %q = linalg.broadcast ins(%o : tensor<16xf32>) outs(%b : tensor<16x32xf32>) dimensions = [1]
  return
}
// -----
func.func @elem(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%a : tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.elemwise_unary {fun = #linalg.unary_fn<exp>} ins(%0 : tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.elemwise_binary {cast = #linalg.type_fn<cast_signed>, fun = #linalg.binary_fn<mul>} ins(%1, %b : tensor<?xf32>, tensor<?xf32>) outs(%b : tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
// -----
func.func @idx(%o: tensor<4x4xindex>) -> tensor<4x4xindex> {
  %r = linalg.generic {doc = "sum of indices", indexing_maps = [affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"], library_call = "f"} outs(%o : tensor<4x4xindex>) attrs = {t.note = 3 : i8} {
  ^bb0(%x: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %s = arith.addi %i, %j : index
    linalg.yield %s : index
  } -> tensor<4x4xindex>
  return %r : tensor<4x4xindex>
}
// -----
func.func @softmax(%a: tensor<2x16xf32>, %o: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x16xf32>) outs(%o : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}
// -----
func.func @dot(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<f32>, %m: memref<4x8xf32>, %v: memref<4xf32>) {
  linalg.dot ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<f32>)
  linalg.matvec ins(%m, %a : memref<4x8xf32>, memref<8xf32>) outs(%v : memref<4xf32>)
  return
}
