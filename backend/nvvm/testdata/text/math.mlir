// Functions that have instructions, and others of additions and multiplications that are rounded once: no calls.
// PTX: .visible .entry math(
// PTX-ANY: sqrt.rn.f32
// PTX-ANY: add.rn.f32
// PTX-ANY: mul.rn.f32
// PTX-NOT: approx
// PTX-NOT: call.uni
// PTX-NOT: .local
// PTX-ANY: cvt.rmi.f32.f32
// PTX-ANY: div.rn.f32
// PTX-ANY: min.f32
// PTX-ANY: fma.rn.f64
// PTX-NOT: .extern
gpu.module @kernels {
  gpu.func @math(%a: memref<?xf32>, %d: memref<?xf64>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    %0 = math.sqrt %x : f32
    %1 = math.exp %0 : f32
    %2 = math.log %1 : f32
    %3 = math.sin %2 : f32
    %4 = math.cos %3 : f32
    %5 = math.floor %4 : f32
    %6 = math.rsqrt %5 : f32
    %7 = arith.minnumf %6, %x : f32
    %8 = math.powf %7, %x : f32
    %9 = arith.maximumf %8, %0 : f32
    %10 = arith.remf %9, %1 : f32
    memref.store %10, %a[%t] : memref<?xf32>
    %y = memref.load %d[%t] : memref<?xf64>
    %11 = math.fma %y, %y, %y : f64
    %12 = math.roundeven %11 : f64
    memref.store %12, %d[%t] : memref<?xf64>
    gpu.return
  }
}
