func.func @s(%m: memref<?xi32>, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c7 step %c1 iter_args(%p = %a) -> (i32) {
    %x = memref.load %m[%i] : memref<?xi32>
    %y = arith.addi %x, %p : i32
    scf.yield %y : i32
  }
  return %r : i32
}
// -----
func.func @d(%m: memref<?xi32>, %n: index, %s: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %n step %s {
    %x = memref.load %m[%i] : memref<?xi32>
    memref.store %x, %m[%i] : memref<?xi32>
  }
  return
}
// -----
func.func private @add(%x: i32, %y: i32) -> i32 {
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c5 = arith.constant 5 : i64
  %c3 = arith.constant 3 : i8
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%s = %a) -> (i32) {
    %1 = func.call @add(%s, %b) : (i32, i32) -> i32
    scf.yield %1 : i32
  }
  return %0, %c5, %c3 : i32, i64, i8
}
