func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  %0:3 = scf.while (%i = %c5, %k = %x, %s = %a) : (i32, i64, i32) -> (i32, i64, i32) {
    %1 = arith.cmpi sgt, %i, %c0 : i32
    scf.condition(%1) %i, %k, %s : i32, i64, i32
  } do {
  ^bb0(%i: i32, %k: i64, %s: i32):
    %1 = arith.subi %i, %c1 : i32
    %2 = arith.addi %s, %b : i32
    scf.yield %1, %k, %2 : i32, i64, i32
  }
  return %0#2, %0#1, %y : i32, i64, i8
}
// -----
// DIFFERS loop-unroll: the number of iterations is computed without assuming that the upper bound is not below the lower one
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  %0:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%p = %a, %q = %b) -> (i32, i32) {
    scf.yield %b, %b : i32, i32
  }
  %c7 = arith.constant 7 : index
  %n8 = arith.andi %n, %c7 : index
  %1:2 = scf.for %i = %c0 to %n8 step %c4 iter_args(%p = %a, %q = %b) -> (i32, i32) {
    %2 = arith.addi %p, %b : i32
    %3 = arith.muli %q, %p : i32
    scf.yield %2, %3 : i32, i32
  }
  %4 = arith.addi %0#0, %1#0 : i32
  return %4, %x, %y : i32, i64, i8
}
// -----
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %true = arith.constant true
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  %not = arith.xori %c, %true : i1
  cf.cond_br %not, ^bb1(%a : i32), ^bb2
^bb1(%p: i32):
  cf.br ^bb3(%p : i32)
^bb2:
  cf.cond_br %c, ^bb1(%b : i32), ^bb3(%a : i32)
^bb3(%q: i32):
  %0 = arith.select %not, %q, %b : i32
  return %0, %x, %y : i32, i64, i8
}
// -----
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  %0 = scf.if %c -> (i32) {
    scf.yield %a : i32
  } else {
    scf.yield %b : i32
  }
  %1:2 = scf.if %c -> (i32, i32) {
    %2 = scf.if %c -> (i32) {
      %3 = arith.muli %a, %b : i32
      scf.yield %3 : i32
    } else {
      scf.yield %a : i32
    }
    scf.yield %2, %a : i32, i32
  } else {
    scf.yield %0, %b : i32, i32
  }
  return %1#0, %x, %y : i32, i64, i8
}
// -----
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %m = memref.alloc() : memref<4xi32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  memref.store %a, %m[%c0] : memref<4xi32>
  memref.store %b, %m[%c2] : memref<4xi32>
  %0 = memref.load %m[%c0] : memref<4xi32>
  %1 = memref.load %m[%c0] : memref<4xi32>
  %2 = arith.addi %0, %1 : i32
  memref.dealloc %m : memref<4xi32>
  return %2, %x, %y : i32, i64, i8
}
// -----
func.func @main(%a: i32, %b: i32, %c: i1, %n: index) -> (i32, i64, i8) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %x = arith.constant 7 : i64
  %y = arith.constant 3 : i8
  %0 = arith.addi %a, %c1 : i32
  %1 = arith.subi %0, %c2 : i32
  %2 = arith.addi %c2, %1 : i32
  %3 = arith.cmpi slt, %2, %b : i32
  %4 = arith.extui %3 : i1 to i32
  %5 = arith.muli %4, %c2 : i32
  %6 = arith.muli %5, %c2 : i32
  %7 = arith.shli %6, %c1 : i32
  %8 = arith.subi %7, %7 : i32
  %9 = arith.ori %8, %2 : i32
  return %9, %x, %y : i32, i64, i8
}
