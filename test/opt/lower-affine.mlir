// RUN: not descend-opt %s --lower-affine -o %t 2>&1 | FileCheck %s
func.func @zero(%a: index) -> index {
  // CHECK: lower-affine.mlir:[[# @LINE+1]]:8: error: modulo by non-positive value is not supported
  %0 = affine.apply affine_map<(d0) -> (d0 mod 0)>(%a)
  return %0 : index
}
