func.func @make(%n: index, %x: f32) {
  %0 = tensor.empty(%n) : tensor<4x?xf32>
  %1 = tensor.from_elements %x, %x : tensor<2xf32>
  %2 = tensor.splat %x : tensor<8xf32>
  %3 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<?x3xf32>
  return
}
// -----
func.func @access(%t: tensor<?x4xf32>, %i: index, %x: f32) -> f32 {
  %0 = tensor.extract %t[%i, %i] : tensor<?x4xf32>
  %1 = tensor.insert %x into %t[%i, %i] : tensor<?x4xf32>
  %2 = tensor.dim %1, %i : tensor<?x4xf32>
  %3 = tensor.rank %1 : tensor<?x4xf32>
  return %0 : f32
}
// -----
func.func @slices(%t: tensor<16x16xf32>, %s: tensor<4x4xf32>, %i: index) {
  %0 = tensor.extract_slice %t[%i, 2] [4, 4] [1, 2] : tensor<16x16xf32> to tensor<4x4xf32>
  %1 = tensor.insert_slice %s into %t[0, %i] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<16x16xf32>
  %2 = tensor.extract_slice %t[0, 0] [%i, 1] [1, 1] : tensor<16x16xf32> to tensor<?xf32>
  return
}
// -----
func.func @shape(%t: tensor<4x?x8xf32>, %n: index, %u: tensor<*xf32>, %s: tensor<2xindex>) {
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<4x?x8xf32> into tensor<?x8xf32>
  %1 = tensor.expand_shape %0 [[0, 1], [2]] output_shape [4, %n, 8] : tensor<?x8xf32> into tensor<4x?x8xf32>
  %2 = tensor.reshape %u(%s) : (tensor<*xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %3 = tensor.cast %t : tensor<4x?x8xf32> to tensor<?x4x8xf32>
  %4 = tensor.bitcast %t : tensor<4x?x8xf32> to tensor<4x?x8xi32>
  return
}
// -----
func.func @pad(%t: tensor<4x?xf32>, %n: index, %x: f32) -> tensor<?x?xf32> {
  %0 = tensor.pad %t low[1, %n] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %x : f32
  } : tensor<4x?xf32> to tensor<5x?xf32>
  %1 = tensor.cast %0 : tensor<5x?xf32> to tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
// -----
func.func @packs(%t: tensor<16x32xf32>, %d: tensor<2x4x8x8xf32>, %x: f32) -> tensor<2x4x8x8xf32> {
  %0 = tensor.pack %t padding_value(%x : f32) inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %d : tensor<16x32xf32> -> tensor<2x4x8x8xf32>
  %1 = tensor.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [8, 8] into %t : tensor<2x4x8x8xf32> -> tensor<16x32xf32>
  return %0 : tensor<2x4x8x8xf32>
}
// -----
func.func @gather(%t: tensor<4x4x4xf32>, %i: tensor<1x7x2xindex>) -> tensor<1x7x1x4x1xf32> {
  %0 = tensor.gather %t[%i] gather_dims([0, 2]) unique : (tensor<4x4x4xf32>, tensor<1x7x2xindex>) -> tensor<1x7x1x4x1xf32>
  return %0 : tensor<1x7x1x4x1xf32>
}
