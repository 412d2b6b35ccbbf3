// RUN: not toyc opt %s --toy-lower 2>&1 | FileCheck %s

// Functions have to be inlined, and shapes known.
// CHECK: error: failed to legalize operation 'toy.func' that was explicitly marked illegal
// CHECK: functions with parameters or results have to be inlined before
toy.func private @f(%a: tensor<*xf64>) {
  toy.print %a : tensor<*xf64>
  toy.return
}
