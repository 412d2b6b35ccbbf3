// Powers of negative numbers, of 0 and to 0; minima and maxima with NaN; functions of f16.
// LAUNCH pow block=8 f32[8]:const:-2 f32[8]:iota f32[8]:const:0 f16[8]:iota f32[8]:zeros f32[8]:zeros f16[8]:zeros f32[8]:zeros
// OUT 5: 1 0 0 0
// OUT 4: 1 -2 4 -8 16 -32 64 -128
// TOLERANCE 1e-3
gpu.module @kernels {
  gpu.func @pow(%x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>, %h: memref<8xf16>,
                %o: memref<8xf32>, %p: memref<8xf32>, %q: memref<8xf16>, %r: memref<8xf32>) kernel {
    %t = gpu.thread_id x
    %0 = memref.load %x[%t] : memref<8xf32>
    %1 = memref.load %y[%t] : memref<8xf32>
    %2 = memref.load %z[%t] : memref<8xf32>
    %3 = memref.load %h[%t] : memref<8xf16>
    %4 = math.powf %0, %1 : f32
    memref.store %4, %o[%t] : memref<8xf32>
    %5 = math.powf %2, %1 : f32
    memref.store %5, %p[%t] : memref<8xf32>
    %6 = math.sqrt %3 : f16
    %7 = math.cos %6 : f16
    memref.store %7, %q[%t] : memref<8xf16>
    // 0/0 for the first thread
    %8 = arith.divf %2, %1 : f32
    %9 = arith.maxnumf %8, %0 : f32
    %10 = arith.minimumf %8, %9 : f32
    memref.store %10, %r[%t] : memref<8xf32>
    gpu.return
  }
}
