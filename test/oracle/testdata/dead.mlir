func.func private @f(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %x : i32
  return %0, %y : i32, i32
}
func.func @entry(%a: i32) -> i32 {
  %0:2 = call @f(%a, %a) : (i32, i32) -> (i32, i32)
  return %0#0 : i32
}
// -----
func.func @dead(%a: i32, %m: memref<i32>) {
  %0 = arith.addi %a, %a : i32
  %1 = arith.muli %0, %0 : i32
  memref.store %a, %m[] : memref<i32>
  return
}
// -----
// DIFFERS loop-unroll: the number of iterations is computed without assuming that the upper bound is not below the lower one
func.func @loop(%n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %a) -> (i32, i32) {
    %x = arith.addi %p, %p : i32
    %y = arith.addi %q, %p : i32
    scf.yield %x, %y : i32, i32
  }
  return %r#0 : i32
}
// -----
func.func @if(%c: i1, %a: i32) -> i32 {
  %r:2 = scf.if %c -> (i32, i32) {
    %x = arith.addi %a, %a : i32
    %y = arith.muli %a, %a : i32
    scf.yield %x, %y : i32, i32
  } else {
    scf.yield %a, %a : i32, i32
  }
  return %r#0 : i32
}
// -----
func.func @wh(%n: i32, %a: i32) -> i32 {
  %r:2 = scf.while (%p = %a, %q = %a) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi slt, %p, %n : i32
    scf.condition(%c) %p, %q : i32, i32
  } do {
  ^bb0(%p: i32, %q: i32):
    %x = arith.addi %p, %p : i32
    %y = arith.addi %q, %p : i32
    scf.yield %x, %y : i32, i32
  }
  return %r#0 : i32
}
