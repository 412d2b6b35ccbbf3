// RUN: descend-opt %s --pass-pipeline='builtin.module(func.func(cse,canonicalize{max-iterations=1}),symbol-dce)' --dump-pass-pipeline -o %t 2>&1 | FileCheck %s --check-prefix=DUMP
// RUN: FileCheck %s < %t
// RUN: not descend-opt %s --pass-pipeline='builtin.module(nope)' 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: descend-opt %s --inline='op-pipelines=func.func(canonicalize{max-iterations=1},cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=INLINE
// RUN: mlir-opt %s --inline='op-pipelines=func.func(canonicalize{max-iterations=1},cse)' --dump-pass-pipeline -o /dev/null 2>&1 | FileCheck %s --check-prefix=INLINE
// RUN: not descend-opt %s --inline='op-pipelines=func.func(nope)' 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: not descend-opt %s --inline='default-pipeline=cse,nope' 2>&1 | FileCheck %s --check-prefix=NOPE
// RUN: not descend-opt %s --pass-pipeline='builtin.module(func.func(inline))' 2>&1 | FileCheck %s --check-prefix=SYMBOLS
// RUN: not descend-opt %s --pass-pipeline='builtin.module(func.func(symbol-dce))' 2>&1 | FileCheck %s --check-prefix=SYMBOLS
// RUN: descend-opt %s --cse --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: descend-opt %s --cse --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=TIMING

// DUMP: Pass Manager with 2 passes:
// DUMP-NEXT: builtin.module(func.func(cse,canonicalize{  max-iterations=1 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true}),symbol-dce)
// INLINE: builtin.module(inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 op-pipelines=func.func(canonicalize{  max-iterations=1 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},cse)})
// SYMBOLS: error: 'func.func' op was scheduled to run under {{.*}}, but does not define a symbol table
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
