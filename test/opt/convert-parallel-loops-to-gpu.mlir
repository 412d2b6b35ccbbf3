// RUN: descend-opt %s -split-input-file --convert-parallel-loops-to-gpu -o %t 2>&1 | FileCheck %s
// RUN: descend-opt %s -split-input-file --convert-parallel-loops-to-gpu 2> %t | FileCheck %s --check-prefix=STAYS

// STAYS-LABEL: @result
// STAYS: scf.parallel
func.func @result(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: [[# @LINE+2]]:8: warning: this loop stays as it is: it cannot become a kernel
  // CHECK: note: it has results
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %1 = arith.addf %a, %b : f32
      scf.reduce.return %1 : f32
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return %0 : f32
}
// -----
// STAYS-LABEL: @below
// STAYS: scf.parallel
func.func @below(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: warning: this loop stays as it is
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // CHECK: note: its upper bound depends on the loop around, and nothing says what that is below
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
// STAYS-LABEL: @lower
// STAYS: scf.parallel
// mlir-opt-19 crashes here.
func.func @lower(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: warning: this loop stays as it is
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // CHECK: note: its lower bound or step depends on the loop around
    scf.parallel (%j) = (%i) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
// STAYS-LABEL: @effects
// STAYS: scf.parallel
func.func @effects(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
    // CHECK: note: what stands before this loop may have effects
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
