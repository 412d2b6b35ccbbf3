// RUN: descend-opt %s --mem2reg | FileCheck %s

// CHECK-LABEL: func.func @straight
// CHECK-NEXT: %[[S:.*]] = arith.addi %arg0, %arg0
// CHECK-NEXT: return %[[S]]
func.func @straight(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %0, %0 : i32
  memref.store %1, %m[] : memref<i32>
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}

// CHECK-LABEL: func.func @blocks
// CHECK-NOT: memref
// CHECK: cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : i32)
// CHECK: cf.br ^bb2(%arg2 : i32)
// CHECK: ^bb2(%[[V:.*]]: i32):
// CHECK-NEXT: return %[[V]]
func.func @blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %b, %m[] : memref<i32>
  cf.br ^bb2
^bb2:
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}

// Structured control flow carries the value.
// CHECK-LABEL: func.func @carried
// CHECK-NOT: memref
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[V:.*]] = %arg2) -> (i32)
// CHECK: %[[I:.*]] = scf.if
// CHECK: scf.while (%{{.*}} = %[[I]])
// CHECK: return %[[R]]
func.func @carried(%c: i1, %n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.load %m[] : memref<i32>
    %2 = arith.addi %1, %1 : i32
    scf.if %c {
      memref.store %2, %m[] : memref<i32>
    }
    scf.while : () -> () {
      %5 = memref.load %m[] : memref<i32>
      %6 = arith.cmpi slt, %5, %a : i32
      scf.condition(%6)
    } do {
      %5 = memref.load %m[] : memref<i32>
      %6 = arith.muli %5, %a : i32
      memref.store %6, %m[] : memref<i32>
      scf.yield
    }
  }
  %3 = memref.load %m[] : memref<i32>
  return %3 : i32
}

func.func private @use(memref<i32>)

// CHECK-LABEL: func.func @escapes
// CHECK: memref.alloca
func.func @escapes() -> i32 {
  %m = memref.alloca() : memref<i32>
  call @use(%m) : (memref<i32>) -> ()
  %3 = memref.load %m[] : memref<i32>
  return %3 : i32
}
