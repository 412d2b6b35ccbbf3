// RUN: not descend-opt %s --canonicalize --symbol-dce --pass-pipeline='builtin.module(cse)' 2>&1 | FileCheck %s --check-prefix=BOTH
// RUN: not descend-opt %s --pass-pipeline='builtin.module(func.func(cse,symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.whole -o /dev/null 2>&1 | FileCheck %s --check-prefix=FAIL
// RUN: FileCheck %s --check-prefix=WHOLE < %t.whole
// RUN: not descend-opt %s --pass-pipeline='builtin.module(func.func(cse,symbol-dce))' --mlir-pass-pipeline-crash-reproducer=%t.local --mlir-pass-pipeline-local-reproducer -o /dev/null
// RUN: FileCheck %s --check-prefix=LOCAL < %t.local
// RUN: not descend-opt %t.local --run-reproducer 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: descend-opt %s --cse --mlir-generate-reproducer=%t.made --mlir-disable-threading | FileCheck %s --check-prefix=OUT
// RUN: descend-opt %t.made --run-reproducer | FileCheck %s --check-prefix=OUT
// RUN: FileCheck %s --check-prefix=MADE < %t.made

// BOTH: can't be used with individual pass options
// FAIL: error: 'func.func' op was scheduled to run under SymbolDCE, but does not define a symbol table
// FAIL: error: Failures have been detected while processing an MLIR pass pipeline
// FAIL: note: reproducer generated at
// WHOLE: arith.addi
// WHOLE: pipeline: "builtin.module(func.func(cse,symbol-dce))"
// The module as it was before the pass that failed.
// LOCAL-NOT: arith.addi
// LOCAL: pipeline: "builtin.module(func.func(symbol-dce))"
// AGAIN: error: 'func.func' op was scheduled to run under SymbolDCE, but does not define a symbol table
// MADE-DAG: disable_threading: true
// MADE-DAG: pipeline: "builtin.module(cse)"
// OUT: func.func @f
// OUT-NEXT: return
// OUT-NOT: mlir_reproducer
func.func @f(%a: i32) {
  %0 = arith.addi %a, %a : i32
  return
}
