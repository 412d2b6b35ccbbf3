// RUN: descend-opt %s --symbol-privatize=exclude=b,c | FileCheck %s

// CHECK: func.func private @a
func.func @a() {
  return
}
// CHECK: func.func @b
func.func @b() {
  return
}
// CHECK: func.func nested @c
func.func nested @c() {
  return
}
