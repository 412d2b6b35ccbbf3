mesh.mesh @grid(shape = 2x4)
mesh.mesh @dyn(shape = ?x?x3)
func.func @ops(%t: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = mesh.all_reduce %t on @grid mesh_axes = [0] reduction = <max> : tensor<8x8xf32> -> tensor<8x8xf32>
  %1 = mesh.all_gather %0 on @grid mesh_axes = [1] gather_axis = 1 : tensor<8x8xf32> -> tensor<8x32xf32>
  %i:2 = mesh.process_multi_index on @grid : index, index
  %l = mesh.process_linear_index on @grid : index
  return %0 : tensor<8x8xf32>
}
// -----
mesh.mesh @m(shape = 4)
func.func @shard(%t: tensor<8xf32>) -> tensor<8xf32> {
  %0 = mesh.shard %t to <@m, [[0]]> : tensor<8xf32>
  return %0 : tensor<8xf32>
}
