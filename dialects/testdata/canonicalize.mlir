// constants merge, the order of other terms stays
func.func @merge(%x: index, %y: index) -> (index, index, index, index, index) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = arith.addi %x, %c1 : index
  %1 = arith.addi %0, %c2 : index
  %2 = arith.subi %x, %c3 : index
  %3 = arith.addi %2, %c1 : index
  %4 = arith.muli %x, %c2 : index
  %5 = arith.muli %4, %c3 : index
  %6 = arith.addi %0, %y : index
  %7 = arith.subi %0, %c3 : index
  return %1, %3, %5, %6, %7 : index, index, index, index, index
}
// -----
// a constant on the left moves to the right
func.func @commute(%x: i32) -> (i32, i1) {
  %c7 = arith.constant 7 : i32
  %0 = arith.addi %c7, %x : i32
  %1 = arith.cmpi slt, %c7, %x : i32
  return %0, %1 : i32, i1
}
// -----
// a chain of constants vanishes
func.func @constants() -> (i32, f32, i1) {
  %c7 = arith.constant 7 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.divsi %c7, %c3 : i32
  %1 = arith.shli %0, %c3 : i32
  %2 = arith.sitofp %1 : i32 to f32
  %3 = math.sqrt %2 : f32
  %4 = arith.cmpf ogt, %3, %2 : f32
  return %1, %3, %4 : i32, f32, i1
}
// -----
// negated conditions
func.func @negation(%a: i32, %b: i32) -> (i1, i32) {
  %true = arith.constant true
  %0 = arith.cmpi slt, %a, %b : i32
  %1 = arith.xori %0, %true : i1
  %3 = arith.xori %1, %true : i1
  %4 = arith.select %1, %a, %b : i32
  return %3, %4 : i1, i32
}
// -----
// loops that run never or once, and loops without effect
func.func @loops(%m: memref<8xf32>, %x: f32, %n: index) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c4 to %c0 step %c1 iter_args(%a = %x) -> (f32) {
    %4 = arith.addf %a, %a : f32
    scf.yield %4 : f32
  }
  %1 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (f32) {
    %4 = memref.load %m[%i] : memref<8xf32>
    %5 = arith.addf %a, %4 : f32
    scf.yield %5 : f32
  }
  %2, %3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (f32, f32) {
    %4 = memref.load %m[%i] : memref<8xf32>
    %5 = arith.addf %a, %4 : f32
    memref.store %5, %m[%i] : memref<8xf32>
    scf.yield %5, %b : f32, f32
  }
  return %0, %1, %3 : f32, f32, f32
}
// -----
// conditionals
func.func @ifs(%m: memref<8xf32>, %c: i1, %x: f32, %y: f32, %i: index) -> (f32, f32) {
  %true = arith.constant true
  %0 = scf.if %true -> (f32) {
    %2 = memref.load %m[%i] : memref<8xf32>
    scf.yield %2 : f32
  } else {
    scf.yield %y : f32
  }
  scf.if %c {
  } else {
  }
  %1:2 = scf.if %c -> (f32, f32) {
    memref.store %x, %m[%i] : memref<8xf32>
    scf.yield %x, %x : f32, f32
  } else {
    scf.yield %y, %x : f32, f32
  }
  return %0, %1#0 : f32, f32
}
// -----
// buffers: dead ones, extents, casts
func.func @buffers(%x: f32, %n: index) -> (index, f32) {
  %c0 = arith.constant 0 : index
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.store %x, %0[%c0] : memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  %1 = memref.alloca(%n) : memref<?x4xf32>
  %2 = memref.dim %1, %c0 : memref<?x4xf32>
  %3 = memref.alloca() : memref<4xf32>
  memref.store %x, %3[%c0] : memref<4xf32>
  %4 = memref.cast %3 : memref<4xf32> to memref<?xf32>
  memref.copy %4, %4 : memref<?xf32> to memref<?xf32>
  %5 = memref.load %4[%c0] : memref<?xf32>
  return %2, %5 : index, f32
}
// -----
// branches
func.func @branches(%x: i32) -> i32 {
  %true = arith.constant true
  cf.assert %true, "never"
  cf.cond_br %true, ^bb1(%x : i32), ^bb2
^bb1(%0: i32):
  return %0 : i32
^bb2:
  return %x : i32
}
// -----
// casts
func.func @casts(%x: i32, %b: i1) -> (i32, i1, i32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.index_cast %x : i32 to index
  %1 = arith.index_cast %0 : index to i32
  %4 = arith.extui %b : i1 to i32
  %5 = arith.cmpi ne, %4, %c0 : i32
  %6 = arith.extsi %x : i32 to i64
  %7 = arith.trunci %6 : i64 to i32
  return %1, %5, %7 : i32, i1, i32
}
// -----
// a cast that loses bits stays (more than mlir-opt-19, which takes index -> i32 -> index for nothing)
func.func @lossy(%i: index) -> index {
  %0 = arith.index_cast %i : index to i32
  %1 = arith.index_cast %0 : i32 to index
  return %1 : index
}
// -----
// what may be undefined or has effects stays
func.func @kept(%x: i32, %m: memref<4xi32>, %i: index, %y: f32) -> (i32, f32) {
  %c0 = arith.constant 0 : i32
  %0 = arith.divsi %x, %c0 : i32
  %1 = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<4xi32>) -> i32
  %cst = arith.constant 0.0 : f32
  %2 = arith.addf %y, %cst : f32
  return %0, %2 : i32, f32
}
// -----
// sizes that the kernel requires, barriers in a row
gpu.module @kernels {
  gpu.func @kernel(%m: memref<?xindex>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %0 = gpu.thread_id x
    %1 = gpu.thread_id y
    %2 = gpu.block_dim x
    %3 = arith.muli %1, %2 : index
    %4 = arith.addi %0, %3 : index
    gpu.barrier
    gpu.barrier
    memref.store %4, %m[%4] : memref<?xindex>
    gpu.return
  }
}
// -----
// math on constants, where the result does not depend on the target
func.func @math(%x: f32, %e: f32) -> (f32, f32, f32, f32, f32, i8, i32, f32, f32, f32) {
  %c = arith.constant -2.5 : f32
  %i = arith.constant -128 : i8
  %k = arith.constant -2 : i32
  %one = arith.constant 1.0 : f32
  %0 = math.floor %c : f32
  %1 = math.ceil %c : f32
  %2 = math.trunc %c : f32
  %3 = math.roundeven %c : f32
  %4 = math.absf %c : f32
  %5 = math.absi %i : i8
  %6 = math.ctpop %k : i32
  %7 = math.powf %x, %one : f32
  %8 = math.absf %x : f32
  %9 = math.absf %8 : f32
  %10 = math.fma %x, %e, %one fastmath<contract> : f32
  return %0, %1, %2, %3, %4, %5, %6, %7, %9, %10 : f32, f32, f32, f32, f32, i8, i32, f32, f32, f32
}
// -----
// roots of negative numbers and functions with the accuracy of the target stay (mlir-opt-19 folds exp with the library of the host)
func.func @target() -> (f32, f32) {
  %c = arith.constant -2.5 : f32
  %0 = math.sqrt %c : f32
  %1 = math.exp %c : f32
  return %0, %1 : f32, f32
}
// -----
// carried values that never change, unused results, empty bodies
func.func @carried(%n: index, %x: f32, %c: i1, %m: memref<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %d = %x) -> (f32, f32, f32) {
    %1 = arith.addf %b, %d : f32
    memref.store %1, %m[%i] : memref<4xf32>
    scf.yield %a, %1, %x : f32, f32, f32
  } {descend.loop = "kept"}
  %2:2 = scf.if %c -> (f32, f32) {
    %3 = memref.load %m[%c0] : memref<4xf32>
    scf.yield %3, %0#0 : f32, f32
  } else {
    %3 = memref.load %m[%c1] : memref<4xf32>
    scf.yield %x, %3 : f32, f32
  } {descend.branch = "kept"}
  scf.for %i = %c0 to %n step %c1 {
  }
  return %2#0 : f32
}
