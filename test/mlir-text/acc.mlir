func.func @data(%m: memref<8xf32>) {
  %0 = acc.copyin varPtr(%m : memref<8xf32>) -> memref<8xf32> {name = "m"}
  acc.parallel dataOperands(%0 : memref<8xf32>) {
    acc.yield
  }
  acc.copyout accPtr(%0 : memref<8xf32>) to varPtr(%m : memref<8xf32>)
  return
}
// -----
func.func @loop(%n: index, %g: i32) {
  acc.parallel num_gangs({%g : i32}) num_workers(%g : i32) vector_length(%g : i32) {
    acc.loop gang vector control(%i : index) = (%n : index) to (%n : index) step (%n : index) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>}
    acc.yield
  }
  return
}
// -----
func.func @runtime(%d: i32, %c: i1) {
  acc.init
  acc.wait
  acc.wait(%d : i32)
  acc.shutdown if(%c)
  acc.kernels { acc.terminator }
  acc.serial { acc.yield }
  return
}
