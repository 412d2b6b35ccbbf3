// RUN: not descend-opt %s --convert-parallel-loops-to-gpu -o %t 2>&1 | FileCheck %s
// mlir-opt-19 says so too, and leaves the loop.
func.func @mapping(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mapping.mlir:[[# @LINE+1]]:3: error: 'scf.parallel' op expected mapping attribute for lowering to GPU
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  } {mapping = [3]}
  return
}
