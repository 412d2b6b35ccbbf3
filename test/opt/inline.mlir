// RUN: descend-opt %s --inline | FileCheck %s
// RUN: descend-opt %s --inline='inlining-threshold=50' | FileCheck %s --check-prefix=COST
// RUN: descend-opt %s --inline='op-pipelines=func.func(cse)' --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PIPE

// PIPE: inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 op-pipelines=func.func(cse)}

// Private functions without calls go.
// CHECK-NOT: @square
func.func private @square(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %[[A:.*]] = arith.muli %arg0, %arg0
// CHECK-NEXT: %[[B:.*]] = arith.muli %[[A]], %[[A]]
// CHECK-NEXT: return %[[B]]
// COST-LABEL: func.func @twice
// COST: call @square
func.func @twice(%x: i32) -> i32 {
  %0 = call @square(%x) : (i32) -> i32
  %1 = call @square(%0) : (i32) -> i32
  return %1 : i32
}

// Several blocks go where several may be.
// CHECK-LABEL: func.func private @choose
func.func private @choose(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  %0 = call @square(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @blocks
// CHECK: cf.cond_br %arg0, ^bb2(%arg2 : i32), ^bb1
// CHECK: scf.if
// CHECK-NEXT: func.call @choose
func.func @blocks(%c: i1, %d: i1, %x: i32) -> i32 {
  %0 = call @choose(%c, %x) : (i1, i32) -> i32
  %1 = scf.if %d -> (i32) {
    %2 = func.call @choose(%c, %0) : (i1, i32) -> i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  return %1 : i32
}

// CHECK-LABEL: func.func @recursive
// CHECK: call @recursive
func.func @recursive(%x: i32) -> i32 {
  %0 = call @recursive(%x) : (i32) -> i32
  return %0 : i32
}
