// RUN: not descend-opt %s --split-input-file -o %t.none 2>%t.err
// RUN: not ls %t.none
// RUN: FileCheck %s < %t.err
// RUN: not descend-opt %s --split-input-file 2>/dev/null | FileCheck %s --check-prefix=OUT

// CHECK: within split at {{.*}}split.mlir:{{[0-9]+}} offset :3:3: error: custom op 'nope' is unknown (tried 'func.nope' as well)
// CHECK-NEXT: nope
// CHECK-NEXT: ^
// OUT: func.func private @a()
// OUT: // -----
// OUT: // -----
// OUT: func.func private @c()
func.func private @a()
// -----
func.func @b() {
  nope
}
// -----
func.func private @c()
