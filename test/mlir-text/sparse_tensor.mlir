#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @csr(%t: tensor<?x?xf64, #csr>) -> tensor<?x?xf64> {
  %0 = sparse_tensor.convert %t : tensor<?x?xf64, #csr> to tensor<?x?xf64>
  %p = sparse_tensor.positions %t {level = 1 : index} : tensor<?x?xf64, #csr> to memref<?xindex>
  %c = sparse_tensor.coordinates %t {level = 1 : index} : tensor<?x?xf64, #csr> to memref<?xindex>
  %v = sparse_tensor.values %t : tensor<?x?xf64, #csr> to memref<?xf64>
  %n = sparse_tensor.number_of_entries %t : tensor<?x?xf64, #csr>
  return %0 : tensor<?x?xf64>
}
// -----
#coo = #sparse_tensor.encoding<{map = (i, j) -> (i : compressed(nonunique), j : singleton), posWidth = 32, crdWidth = 32}>
func.func @coo(%p: tensor<2xi32>, %c: tensor<6x2xi32>, %v: tensor<6xf32>) -> tensor<10x5xf32, #coo> {
  %0 = sparse_tensor.assemble (%p, %c), %v : (tensor<2xi32>, tensor<6x2xi32>), tensor<6xf32> to tensor<10x5xf32, #coo>
  return %0 : tensor<10x5xf32, #coo>
}
// -----
#bsr = #sparse_tensor.encoding<{map = (i, j) -> (i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense)}>
#sv = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>
func.func private @enc(tensor<4x6xi8, #bsr>, tensor<?xbf16, #sv>, tensor<8x8xf32, #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>>)
// -----
#sv = #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed)}>
func.func @ops(%n: index, %x: f64) -> tensor<?xf64, #sv> {
  %0 = tensor.empty(%n) : tensor<?xf64, #sv>
  %1 = sparse_tensor.load %0 hasInserts : tensor<?xf64, #sv>
  sparse_tensor.foreach in %1 : tensor<?xf64, #sv> do {
  ^bb0(%i: index, %v: f64):
  }
  sparse_tensor.print %1 : tensor<?xf64, #sv>
  return %1 : tensor<?xf64, #sv>
}
// -----
func.func @unary(%a: f64) -> i64 {
  %r = sparse_tensor.unary %a : f64 to i64
    present={ ^bb0(%x: f64):
      %y = arith.fptosi %x : f64 to i64
      sparse_tensor.yield %y : i64 }
    absent={}
  return %r : i64
}
// -----
#sp = #sparse_tensor.encoding<{map = (i : #sparse_tensor<slice(1, 4, 1)>, j : #sparse_tensor<slice(?, 4, 2)>) -> (i : dense, j : compressed)}>
func.func private @slice(tensor<4x4xf64, #sp>)
