// RUN: descend-opt %s --symbol-dce | FileCheck %s

// CHECK-NOT: @dead
// CHECK: func.func private @used()
// CHECK: func.func @public
// CHECK-NOT: @chain
func.func private @dead()
func.func private @used()
func.func @public() {
  call @used() : () -> ()
  return
}
func.func private @chain_a() {
  call @chain_b() : () -> ()
  return
}
func.func private @chain_b() {
  call @chain_a() : () -> ()
  return
}
