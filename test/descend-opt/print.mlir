// RUN: descend-opt %s | FileCheck %s
// RUN: descend-opt %s | descend-opt | FileCheck %s
// RUN: descend-opt %s --mlir-print-op-generic | descend-opt | FileCheck %s
// RUN: descend-opt %s --verify-roundtrip -o /dev/null
// RUN: descend-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: descend-opt %s --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: descend-opt %s --mlir-elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: descend-opt %s --mlir-print-op-generic | mlir-opt | FileCheck %s

// CHECK: #[[MAP:.*]] = affine_map<(d0) -> (d0 * 2)>
// GENERIC: "func.func"() <{function_type = (memref<4xf32, #[[MAP:.*]]>) -> (), sym_name = "f"}> ({
// LOC: memref<4xf32, affine_map<(d0) -> (d0 * 2)>> loc("{{.*}}print.mlir":[[#@LINE+1]]:14)
func.func @f(%m: memref<4xf32, affine_map<(d0) -> (d0 * 2)>>) {
  // CHECK: arith.constant dense<[1, 2, 3]> : vector<3xi32>
  // ELIDE: arith.constant dense_resource<__elided__> : vector<3xi32>
  %c = arith.constant dense<[1, 2, 3]> : vector<3xi32>
  // CHECK: memref.load %arg0[%c0] : memref<4xf32, #[[MAP]]>
  %i = arith.constant 0 : index
  %v = memref.load %m[%i] : memref<4xf32, affine_map<(d0) -> (d0 * 2)>>
  return
}
