// RUN: descend-opt %s --canonicalize | FileCheck %s
// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(canonicalize{max-iterations=3}))' | FileCheck %s
// RUN: descend-opt %s --canonicalize=region-simplify=aggressive | FileCheck %s --check-prefix=AGGRESSIVE
// RUN: descend-opt %s --canonicalize=disable-patterns=addi-of-addi | FileCheck %s --check-prefix=PATTERNS

// CHECK-LABEL: func.func @fold
// CHECK-NEXT: %[[C:.*]] = arith.constant 3 : i32
// CHECK-NEXT: return %[[C]]
func.func @fold() -> i32 {
  %a = arith.constant 1 : i32
  %b = arith.constant 2 : i32
  %c = arith.addi %a, %b : i32
  return %c : i32
}

// CHECK-LABEL: func.func @constant_last
// CHECK: arith.muli %arg0, %c7_i32
func.func @constant_last(%a: i32) -> i32 {
  %c = arith.constant 7 : i32
  %m = arith.muli %c, %a : i32
  return %m : i32
}

// CHECK-LABEL: func.func @unreachable
// CHECK-NOT: ^bb
func.func @unreachable() {
  return
^bb1:
  cf.br ^bb1
}

// Arguments that nothing depends on go, round loops too.
// CHECK-LABEL: func.func @dead_arguments
// CHECK: cf.br ^bb1(%arg1 : i32)
// CHECK-NOT: muli
func.func @dead_arguments(%c: i1, %x: i32) -> i32 {
  %0 = arith.addi %x, %x : i32
  cf.br ^bb1(%x, %0 : i32, i32)
^bb1(%a: i32, %b: i32):
  %1 = arith.muli %b, %b : i32
  cf.cond_br %c, ^bb1(%a, %1 : i32, i32), ^bb2
^bb2:
  return %a : i32
}

func.func private @g(i32)

// AGGRESSIVE-LABEL: func.func @merge
// AGGRESSIVE: %[[V:.*]] = arith.select %arg0, %arg1, %arg2
// AGGRESSIVE: call @g(%[[V]])
// AGGRESSIVE-NOT: call @g
func.func @merge(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  call @g(%x) : (i32) -> ()
  return %x : i32
^bb2:
  call @g(%y) : (i32) -> ()
  return %y : i32
}

// PATTERNS-LABEL: func.func @named
// PATTERNS: arith.addi
// PATTERNS: arith.addi
func.func @named(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %0 = arith.addi %x, %c1 : i32
  %1 = arith.addi %0, %c1 : i32
  return %1 : i32
}

// CHECK-LABEL: @infinity
// CHECK-DAG: %[[P:.*]] = arith.constant 0x7F800000
// CHECK-DAG: %[[N:.*]] = arith.constant 0xFF800000
// CHECK-DAG: %[[MIN:.*]] = arith.minimumf %[[A:.*]], %[[N]]
// CHECK-DAG: %[[NUM:.*]] = arith.minnumf %[[A]], %[[P]]
// CHECK: return %[[A]], %[[A]], %[[MIN]], %[[NUM]]
func.func @infinity(%a: f32) -> (f32, f32, f32, f32) {
  %p = arith.constant 0x7F800000 : f32
  %n = arith.constant 0xFF800000 : f32
  %0 = arith.minimumf %p, %a : f32
  %1 = arith.maximumf %a, %n : f32
  %2 = arith.minimumf %a, %n : f32
  %3 = arith.minnumf %a, %p : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
