func.func @elem(%a: tensor<4x?xf32>, %b: tensor<4x?xf32>) -> tensor<4x?xf32> {
  %0 = tosa.add %a, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = tosa.sub %0, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %2 = tosa.mul %1, %b {shift = 0 : i8} : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %3 = tosa.maximum %2, %b : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  %4 = tosa.exp %3 : (tensor<4x?xf32>) -> tensor<4x?xf32>
  %5 = tosa.sigmoid %4 : (tensor<4x?xf32>) -> tensor<4x?xf32>
  %6 = tosa.clamp %5 {min_fp = 0.0 : f32, max_fp = 6.0 : f32, min_int = 0 : i64, max_int = 6 : i64} : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return %6 : tensor<4x?xf32>
}
// -----
func.func @const() -> tensor<2x3xi32> {
  %0 = "tosa.const"() <{value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>}> : () -> tensor<2x3xi32>
  %1 = "tosa.const"() <{value = dense<0.5> : tensor<f32>}> : () -> tensor<f32>
  return %0 : tensor<2x3xi32>
}
// -----
func.func @matmul(%a: tensor<1x4x8xf32>, %b: tensor<1x8x2xf32>) -> tensor<1x4x2xf32> {
  %0 = tosa.matmul %a, %b : (tensor<1x4x8xf32>, tensor<1x8x2xf32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}
// -----
func.func @shape(%a: tensor<2x3x4xf32>, %p: tensor<3xi32>) {
  %0 = tosa.reshape %a {new_shape = array<i64: 6, 4>} : (tensor<2x3x4xf32>) -> tensor<6x4xf32>
  %1 = tosa.transpose %a, %p : (tensor<2x3x4xf32>, tensor<3xi32>) -> tensor<?x?x?xf32>
  %2 = tosa.slice %a {start = array<i64: 0, 1, 0>, size = array<i64: 2, 2, 4>} : (tensor<2x3x4xf32>) -> tensor<2x2x4xf32>
  %3 = tosa.concat %a, %a {axis = 1 : i32} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
  %4 = tosa.tile %a {multiples = array<i64: 1, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x6x4xf32>
  %5 = tosa.reverse %a {axis = 2 : i32} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return
}
// -----
func.func @conv(%i: tensor<1x8x8x4xf32>, %w: tensor<8x3x3x4xf32>, %b: tensor<8xf32>) -> tensor<1x8x8x8xf32> {
  %0 = tosa.conv2d %i, %w, %b {dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<8x3x3x4xf32>, tensor<8xf32>) -> tensor<1x8x8x8xf32>
  return %0 : tensor<1x8x8x8xf32>
}
// -----
func.func @cond(%c: tensor<i1>, %a: tensor<f32>) -> tensor<f32> {
  %0 = tosa.cond_if %c -> (tensor<f32>) {
    tosa.yield %a : tensor<f32>
  } else {
    %n = tosa.negate %a : (tensor<f32>) -> tensor<f32>
    tosa.yield %n : tensor<f32>
  }
  return %0 : tensor<f32>
}
// -----
func.func @reduce(%a: tensor<4x5xi32>, %f: tensor<4x5xf32>) {
  %0 = tosa.reduce_sum %a {axis = 0 : i32} : (tensor<4x5xi32>) -> tensor<1x5xi32>
  %1 = tosa.argmax %f {axis = 1 : i32} : (tensor<4x5xf32>) -> tensor<4xi32>
  %2 = tosa.cast %a : (tensor<4x5xi32>) -> tensor<4x5xf32>
  %3 = tosa.greater %f, %2 : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xi1>
  %4 = tosa.select %3, %f, %2 : (tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<4x5xf32>
  return
}
