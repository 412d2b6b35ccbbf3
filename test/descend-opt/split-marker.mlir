// RUN: descend-opt %s --split-input-file='// ##''#' --output-split-marker='// next' 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=NEAR < %t.err

// CHECK: @a
// CHECK: // next
// CHECK: @b
// CHECK-NOT: // next
// NEAR: split-marker.mlir:{{[0-9]+}}:5: warning: near miss with file split marker
func.func private @a()
// ###
func.func private @b()
// ##
