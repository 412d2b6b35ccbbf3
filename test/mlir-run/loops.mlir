// RUN: descendc run %s | FileCheck %s
// RUN: not descendc run %s --fn=column 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: not descendc run %s --fn=inside 2>&1 | FileCheck %s --check-prefix=INSIDE
// RUN: not descendc run %s --fn=copied 2>&1 | FileCheck %s --check-prefix=COPIED
// RUN: not descendc run %s --fn=step 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not descendc run %s --fn=rounds 2>&1 | FileCheck %s --check-prefix=ROUNDS
// RUN: not descendc run %s --fn=readers 2>&1 | FileCheck %s --check-prefix=READERS

// CHECK: 66
// CHECK-NEXT: {{\[\[}}0,   1,   2,   3],
// CHECK-NEXT:  [4,   5,   6,   7],
// CHECK-NEXT:  [8,   9,   10,   11]]
// CHECK-NEXT: 42
func.func @main() -> (f32, memref<3x4xf32>, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<3x4xf32>
  scf.forall (%i, %j) in (3, 4) {
    %k = arith.muli %i, %c4 : index
    %l = arith.addi %k, %j : index
    %n = arith.index_cast %l : index to i32
    %x = arith.sitofp %n : i32 to f32
    memref.store %x, %a[%i, %j] : memref<3x4xf32>
  }
  %sum = scf.parallel (%i, %j) = (%c0, %c0) to (%c3, %c4) step (%c1, %c1) init (%zero) -> f32 {
    %x = memref.load %a[%i, %j] : memref<3x4xf32>
    scf.reduce (%x : f32) {
    ^bb0(%p: f32, %q: f32):
      %s = arith.addf %p, %q : f32
      scf.reduce.return %s : f32
    }
  }
  // A loop without iterations gives what it begins with.
  %init = arith.constant 42 : i32
  %none = scf.parallel (%i) = (%c4) to (%c3) step (%c1) init (%init) -> i32 {
    scf.reduce (%init : i32) {
    ^bb0(%p: i32, %q: i32):
      %s = arith.addi %p, %q : i32
      scf.reduce.return %s : i32
    }
  }
  return %sum, %a, %none : f32, memref<3x4xf32>, i32
}

func.func @column() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<3x4xf32>
  scf.forall (%i, %j) in (3, 4) {
    // COLUMN: data race: two iterations of a parallel loop access the same element
    // COLUMN: loops.mlir:[[# @LINE+2]]:5
    // COLUMN: written by iteration (0, 1)
    memref.store %zero, %a[%i, %c0] : memref<3x4xf32>
  }
  return
}

// Iterations of loops inside are ordered with what lies around them, but not with one another.
func.func @inside() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<3x4xf32>
  scf.forall (%i) in (3) {
    scf.forall (%j) in (4) {
      memref.store %zero, %a[%i, %j] : memref<3x4xf32>
    }
    scf.forall (%j) in (4) {
      %k = arith.constant 3 : index
      %x = memref.load %a[%i, %k] : memref<3x4xf32>
    }
    memref.store %zero, %a[%i, %c0] : memref<3x4xf32>
    scf.forall (%j) in (4) {
      // INSIDE: loops.mlir:[[# @LINE+2]]:7
      // INSIDE: written by iteration (0), (1) of the loop inside
      memref.store %zero, %a[%i, %c0] : memref<3x4xf32>
    }
  }
  return
}

func.func @copied() {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  scf.forall (%i) in (4) {
    %x = memref.subview %a[%i][1][1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
    %y = memref.subview %b[%i][1][1] : memref<4xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %zero, %b[%i] : memref<4xf32>
    memref.copy %y, %x : memref<1xf32, strided<[1], offset: ?>> to memref<1xf32, strided<[1], offset: ?>>
  }
  scf.forall (%i) in (4) {
    // COPIED: loops.mlir:[[# @LINE+2]]:5
    // COPIED: written by iteration (1)
    memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  }
  return
}

func.func @step() {
  %c0 = arith.constant 0 : index
  // STEP: the step of a loop is not positive
  %p = memref.alloc() : memref<index>
  memref.store %c0, %p[] : memref<index>
  %s = memref.load %p[] : memref<index>
  scf.parallel (%i) = (%c0) to (%c0) step (%s) {
  }
  return
}

// Iterations of a loop inside are told from each other, however many there are.
func.func @rounds() {
  %x = arith.constant 1.0 : f32
  %n = arith.constant 2047 : index
  %a = memref.alloc() : memref<2x5000xf32>
  scf.forall (%i) in (2) {
    scf.forall (%j) in (5000) {
      memref.store %x, %a[%i, %j] : memref<2x5000xf32>
    }
    scf.forall (%j) in (5000) {
      %y = memref.load %a[%i, %j] : memref<2x5000xf32>
      memref.store %y, %a[%i, %j] : memref<2x5000xf32>
    }
    scf.forall (%j) in (2050) {
      %k = arith.remui %j, %n : index
      // ROUNDS: loops.mlir:[[# @LINE+3]]:7
      // ROUNDS: written by iteration (0), (0) of the loop inside
      // ROUNDS: written by iteration (0), (2047) of the loop inside
      memref.store %x, %a[%i, %k] : memref<2x5000xf32>
    }
  }
  return
}

func.func @readers() {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant 2049 : index
  %x = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<2xf32>
  memref.store %x, %a[%c0] : memref<2xf32>
  scf.forall (%i) in (1) {
    scf.forall (%j) in (2050) {
      %second = arith.cmpi eq, %j, %c2 : index
      scf.if %second {
        // READERS: read by iteration (0), (2) of the loop inside
        %y = memref.load %a[%c0] : memref<2xf32>
      }
      %is = arith.cmpi eq, %j, %last : index
      scf.if %is {
        %y = memref.load %a[%c0] : memref<2xf32>
        // READERS: written by iteration (0), (2049) of the loop inside
        memref.store %y, %a[%c0] : memref<2xf32>
      }
    }
  }
  return
}
