// Exit status 0 or 1, as mlir-opt.
// RUN: { descend-opt --nope %s 2> %t; test $? = 1; } && FileCheck %s --check-prefix=FLAG < %t
// RUN: { descend-opt /nonexistent.mlir 2> %t; test $? = 1; } && FileCheck %s --check-prefix=MISSING < %t
// RUN: { descend-opt %s --pass-pipeline='cse' 2> %t; test $? = 1; } && FileCheck %s --check-prefix=ANCHOR < %t
// RUN: { descend-opt %s --pass-pipeline='builtin.module(nope)' 2> %t; test $? = 1; } && FileCheck %s --check-prefix=PASS < %t
// RUN: descend-opt %s -o %t.out && FileCheck %s --check-prefix=OUT < %t.out
// RUN: descend-opt --list-passes | FileCheck %s --check-prefix=LIST
// RUN: descend-opt %s --cse --dump-pass-pipeline 2>&1 > /dev/null | FileCheck %s --check-prefix=DUMP

// FLAG: Unknown command line argument '--nope'.
// MISSING: /nonexistent.mlir
// ANCHOR: expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'
// PASS: 'nope' does not refer to a registered pass or pass pipeline
// OUT: func.func @f
// LIST: --access-check
// LIST: --cse
// DUMP: builtin.module(
// DUMP-SAME: cse
func.func @f() {
  return
}
