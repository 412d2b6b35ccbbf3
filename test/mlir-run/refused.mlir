// RUN: not descendc run %s --fn=tensors 2>&1 | FileCheck %s --check-prefix=TENSORS
// RUN: not descendc run %s --fn=vectors 2>&1 | FileCheck %s --check-prefix=VECTORS
// RUN: not descendc run %s --fn=taking 2>&1 | FileCheck %s --check-prefix=TAKING
// RUN: not descendc run %s --fn=vecters 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not descendc run %s --fn=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not descendc run %s --fn=unknown --arg x=1 2>&1 | FileCheck %s --check-prefix=ARG
// RUN: not descendc run %s --fn=taking --device=cpu 2>&1 | FileCheck %s --check-prefix=CPU
// CPU: programs of IR run on --device=sim or cuda, not cpu

func.func @tensors() -> tensor<4xf32> {
  // TENSORS: the simulator does not support values of type tensor<4xf32>
  // TENSORS: refused.mlir:[[# @LINE+1]]:
  %t = arith.constant dense<1.0> : tensor<4xf32>
  return %t : tensor<4xf32>
}
func.func @vectors() {
  // VECTORS: the simulator does not support values of type vector<4xf32>
  %t = arith.constant dense<1.0> : vector<4xf32>
  return
}
func.func @passed(%v: vector<4xf32>) {
  return
}
// TAKING: parameter x: i32 needs --arg x=VALUE
func.func @taking(%x: i32) {
  return
}
// NONE: there is no function vecters; the module has tensors, vectors, passed, taking, unknown; did you mean
// ARG: --arg x=1: unknown has no parameter x; it has none
func.func private @outside()
func.func @unknown() {
  // UNKNOWN: the simulator does not support the external function outside
  call @outside() : () -> ()
  return
}
