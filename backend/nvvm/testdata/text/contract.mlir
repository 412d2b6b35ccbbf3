// Multiplication and addition become one instruction; loops carry what is wished of unrolling; counters that
// start at a natural number do not wrap.
// TEXT: fmul contract float
// TEXT: fadd contract float
// TEXT: add nsw nuw i64
// TEXT: br label %for2, !llvm.loop
// TEXT: fsub contract float
// TEXT: !"llvm.loop.unroll.count", i32 4
// PTX: fma.rn.f32
// PTX-NOT: mul.rn
gpu.module @kernels {
  gpu.func @dot(%a: memref<?xf32>, %b: memref<?xf32>, %o: memref<?xf32>, %n: index) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %z = arith.constant 0.0 : f32
    %s = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %z) -> (f32) {
      %x = memref.load %a[%i] : memref<?xf32>
      %y = memref.load %b[%i] : memref<?xf32>
      %p = arith.mulf %x, %y fastmath<contract> : f32
      %q = arith.addf %acc, %p fastmath<contract> : f32
      scf.yield %q : f32
    } {descend.unroll = 4 : i32}
    %r = arith.subf %s, %z fastmath<contract> : f32
    memref.store %r, %o[%t] : memref<?xf32>
    gpu.return
  }
}
