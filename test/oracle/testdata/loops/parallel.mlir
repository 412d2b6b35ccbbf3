func.func @seq(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c1) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0 * 2), bound = (d0) -> (d0 ceildiv 2)>, #gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>], other = 7 : i32}
  return
}
// -----
func.func @inner(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %k0 = arith.constant 0 : index
    %k1 = arith.constant 1 : index
    %k8 = arith.constant 8 : index
    scf.parallel (%j) = (%k0) to (%k8) step (%k1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
      scf.reduce
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @min(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c8) {
    %r = arith.subi %n, %i : index
    %e = arith.minsi %r, %c8 : index
    %f = arith.muli %e, %c8 : index
    scf.parallel (%j) = (%c0) to (%e) step (%c1) {
      %y = arith.addf %x, %x : f32
      memref.store %y, %m[%i, %j] : memref<?x?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @amin(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c8) {
    %e = affine.min affine_map<(d0)[s0] -> (s0 - d0, 8)>(%i)[%n]
    %f = arith.muli %e, %c8 : index
    scf.parallel (%j) = (%c0) to (%f) step (%c1) {
      %y = arith.addf %x, %x : f32
      memref.store %y, %m[%i, %j] : memref<?x?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @unknown(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%i) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @reduction(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
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
func.func @twice(%m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @effects(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %y = memref.load %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @after(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %x, %m[%i] : memref<?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @afterseq(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    memref.store %x, %m[%i] : memref<?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @afterseq(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = sequential, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    %z = arith.addi %i, %i : index
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @infor(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.for %k = %c0 to %n step %c1 {
      scf.parallel (%j) = (%c0) to (%n) step (%c1) {
        memref.store %x, %m[%j] : memref<?xf32>
      } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @nomap(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    }
  } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  return
}
// -----
func.func @nomap2(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%j] : memref<?xf32>
    } {mapping = [#gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>]}
  }
  return
}
// -----
func.func @tiles(%m: memref<?x?xf32>, %n: index, %k: index, %s: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %k) step (%c4, %s) {
    scf.parallel (%a, %b) = (%c0, %c0) to (%c4, %s) step (%c1, %c1) {
      %p = arith.addi %i, %a : index
      %q = arith.addi %j, %b : index
      memref.store %x, %m[%p, %q] : memref<?x?xf32>
    }
  }
  return
}
// -----
func.func @f(%a: index, %b: index) -> (index, index, index, index, index, index, index, index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0 ceildiv 4 + s0)>(%a)[%b]
  %1 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv 4 - s0 * 2)>(%a)[%b]
  %2 = affine.apply affine_map<(d0, d1) -> (d0 mod 3 * 7 + d1 - 1)>(%a, %b)
  %3 = affine.min affine_map<(d0)[s0] -> (d0 + 1, s0, 8)>(%a)[%b]
  %4 = affine.max affine_map<(d0)[s0] -> (d0 + 1, s0)>(%a)[%b]
  %5 = affine.apply affine_map<() -> (5)>()
  %6 = affine.apply affine_map<()[s0] -> (s0)>()[%a] {x = 1}
  %7 = affine.apply affine_map<(d0)[s0] -> (d0 * s0 + s0 * 3)>(%a)[%b]
  return %0, %1, %2, %3, %4, %5, %6, %7 : index, index, index, index, index, index, index, index
}
// -----
// A program that runs, before and after.
func.func @runs() -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c13 = arith.constant 13 : index
  %zero = arith.constant 0.0 : f32
  %m = gpu.alloc host_shared () : memref<13xf32>
  scf.parallel (%i) = (%c0) to (%c13) step (%c5) {
    %left = arith.subi %c13, %i : index
    %n = arith.minsi %left, %c5 : index
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %k = arith.addi %i, %j : index
      %a = affine.apply affine_map<(d0)[s0] -> ((d0 - 7) floordiv s0 + d0 mod 3 + (d0 - 9) ceildiv 4)>(%k)[%c2]
      %x = arith.index_cast %a : index to i32
      %y = arith.sitofp %x : i32 to f32
      memref.store %y, %m[%k] : memref<13xf32>
    }
  }
  %sum = scf.for %i = %c0 to %c13 step %c1 iter_args(%s = %zero) -> f32 {
    %t = arith.addf %s, %s : f32
    %x = memref.load %m[%i] : memref<13xf32>
    %u = arith.addf %t, %x : f32
    scf.yield %u : f32
  }
  gpu.dealloc %m : memref<13xf32>
  return %sum : f32
}
// -----
// Four dimensions, three levels, and a loop that has a mapping already.
func.func @levels(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%a, %b, %c, %d) = (%c0, %c1, %c0, %c2) to (%n, %n, %n, %n) step (%c1, %c2, %c1, %n) {
    %p = arith.addi %a, %b : index
    %q = arith.addi %c, %d : index
    scf.parallel (%e, %f, %g, %h) = (%c0, %c1, %c0, %c2) to (%n, %n, %n, %p) step (%c1, %c2, %c1, %n) {
      scf.parallel (%i) = (%c0) to (%q) step (%c1) {
        memref.store %x, %m[%i] : memref<?xf32>
      }
    }
  }
  scf.parallel (%a) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%a] : memref<?xf32>
  } {mapping = [#gpu.loop_dim_map<processor = thread_z, map = (d0) -> (-d0 + 7), bound = (d0) -> (d0 floordiv 4 + 1)>], kept}
  return
}
