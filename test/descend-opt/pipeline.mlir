// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=1}),symbol-dce)' --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: FileCheck %s < %t
// RUN: not descend-opt %s --pass-pipeline='builtin.module(nope)' 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: descend-opt %s --cse --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: descend-opt %s --cse --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMING

// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: builtin.module(func.func(cse,canonicalize{  max-iterations=1 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}),symbol-dce)
// NOPE: error: 'nope' does not refer to a registered pass or pass pipeline
// AFTER: // -----// IR Dump After CSE (cse) //----- //
// TIMING: Execution time report
// TIMING: CSE

// CHECK-NOT: @unused
// CHECK: func.func @f
// CHECK-NEXT: return
func.func private @unused()
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}
