// RUN: descendc run %s | FileCheck %s
// RUN: descend-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --lower-affine --gpu-kernel-outlining -o %t.mlir
// RUN: descendc run %t.mlir | FileCheck %s
// RUN: descend-opt %s --gpu-map-parallel-loops --convert-parallel-loops-to-gpu --canonicalize -o %t.mlir
// RUN: descendc run %t.mlir --stats 2>&1 | FileCheck %s --check-prefix=STATS

// Tiles of a matrix of which the last ones are smaller: the same result by loops of the host and by kernels.
func.func @main() -> memref<5x7xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %m = gpu.alloc host_shared () : memref<5x7xi32>
  scf.parallel (%i, %j) = (%c0, %c0) to (%c5, %c7) step (%c2, %c4) {
    %h = affine.min affine_map<(d0)[s0] -> (s0 - d0, 2)>(%i)[%c5]
    %w = affine.min affine_map<(d0)[s0] -> (s0 - d0, 4)>(%j)[%c7]
    scf.parallel (%k, %l) = (%c0, %c0) to (%h, %w) step (%c1, %c1) {
      %row = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
      %column = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%j, %l)
      %at = affine.apply affine_map<(d0)[s0, s1] -> ((d0 * 7 + s0) floordiv s1 - d0 mod 3 + (s0 - 3) ceildiv 2)>(%row)[%column, %c2]
      %x = arith.index_cast %at : index to i32
      memref.store %x, %m[%row, %column] : memref<5x7xi32>
    }
  }
  // CHECK: {{\[\[}}-1,   -1,   1,   1,   3,   3,   5],
  // CHECK-NEXT: [1,   2,   3,   4,   5,   6,   7],
  // STATS: [1,   2,   3,   4,   5,   6,   7],
  // STATS: sim: 1 launch, 6 blocks, 48 threads
  return %m : memref<5x7xi32>
}
