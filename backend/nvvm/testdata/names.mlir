// Names that PTX does not have; bytes for booleans as parameters; half parameters; prints of several types.
// LAUNCH a.b::<64> block=4 i1=1 f16=1.5 i8=-3 f32[4]:zeros index=2
// OUT 3: 1.5 -1.5 1.5 -1.5
gpu.module @kernels {
  gpu.func @"a.b::<64>"(%p: i1, %h: f16, %k: i8, %o: memref<4xf32>, %n: index) kernel {
    %t = gpu.thread_id x
    %f = arith.extf %h : f16 to f32
    %g = arith.negf %f : f32
    %r = arith.remui %t, %n : index
    %c0 = arith.constant 0 : index
    %even = arith.cmpi eq, %r, %c0 : index
    %use = arith.andi %even, %p : i1
    %v = arith.select %use, %f, %g : f32
    memref.store %v, %o[%t] : memref<4xf32>
    %six2 = arith.constant 66 : i32
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      %d = arith.extf %f : f32 to f64
      %ki = arith.extsi %k : i8 to i32
      %l = arith.index_castui %n : index to i64
      gpu.printf "%d %g %d %lld %u%%\0A" %ki, %d, %ki, %l, %ki : i32, f64, i32, i64, i32
      %x = arith.constant 0.1 : f32
      %xd = arith.extf %x : f32 to f64
      %big = arith.constant 1.0e20 : f64
      %tiny = arith.constant 1.25e-7 : f64
      %six = arith.constant 100000.0 : f64
      gpu.printf "[%g %g %g %g %f %.2e]\0A" %xd, %big, %tiny, %six, %d, %big : f64, f64, f64, f64, f64, f64
      gpu.printf "%5d|%-5d|%05d|%x|%c\0A" %ki, %ki, %ki, %ki, %six2 : i32, i32, i32, i32, i32
    }
    gpu.return
  }
  gpu.func @"a_b____64_"() kernel {
    gpu.return
  }
}
