// Shared memory of two types, private arrays per thread, a byte buffer of structs {f32, i16} seen through views.
// LAUNCH spaces grid=2 block=32 i8[512]:zeros f64[64]:zeros
// COMPARE spaces
gpu.module @kernels {
  gpu.func @spaces(%structs: memref<512xi8>, %out: memref<64xf64>)
      workgroup(%s: memref<32xf64, #gpu.address_space<workgroup>>, %k: memref<32xi16, #gpu.address_space<workgroup>>)
      private(%p: memref<4xi32, #gpu.address_space<private>>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %bt = arith.muli %b, %c32 : index
    %g = arith.addi %bt, %t : index
    %q = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
    scf.for %i = %c0 to %c4 step %c1 {
      %x = arith.addi %g, %i : index
      %v = arith.index_cast %x : index to i32
      memref.store %v, %p[%i] : memref<4xi32, #gpu.address_space<private>>
      memref.store %v, %q[%i] : memref<4xi32, #gpu.address_space<private>>
    }
    %c3 = arith.constant 3 : index
    %pv = memref.load %p[%c3] : memref<4xi32, #gpu.address_space<private>>
    %qv = memref.load %q[%c2] : memref<4xi32, #gpu.address_space<private>>
    %sum = arith.addi %pv, %qv : i32
    %f = arith.sitofp %sum : i32 to f64
    memref.store %f, %s[%t] : memref<32xf64, #gpu.address_space<workgroup>>
    %h = arith.trunci %sum : i32 to i16
    memref.store %h, %k[%t] : memref<32xi16, #gpu.address_space<workgroup>>
    gpu.barrier
    %r = arith.subi %c31, %t : index
    %fs = memref.load %s[%r] : memref<32xf64, #gpu.address_space<workgroup>>
    %ks = memref.load %k[%r] : memref<32xi16, #gpu.address_space<workgroup>>
    memref.store %fs, %out[%g] : memref<64xf64>
    %floats = memref.view %structs[%c0][] : memref<512xi8> to memref<128xf32>
    %c510 = arith.constant 4 : index
    %shorts = memref.view %structs[%c510][] : memref<512xi8> to memref<254xi16>
    %two = arith.muli %g, %c2 : index
    %four = arith.muli %g, %c4 : index
    %f32 = arith.truncf %fs : f64 to f32
    memref.store %f32, %floats[%two] : memref<128xf32>
    memref.store %ks, %shorts[%four] : memref<254xi16>
    gpu.return
  }
}
// -----
// Dynamic shared memory: two arrays behind each other, the second with a size known at run time.
// LAUNCH dynamic grid=3 block=64 dyn=640 f32[192]:iota index=64
// COMPARE reverse64
gpu.module @kernels {
  gpu.func @dynamic(%a: memref<?xf32>, %n: index) kernel attributes {nvvm.maxntid = array<i32: 1024, 1, 1>} {
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %k = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<64xi16, #gpu.address_space<workgroup>>
    %f = memref.view %all[%c128][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xf32, #gpu.address_space<workgroup>>
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %base = arith.muli %b, %n : index
    %i = arith.addi %base, %t : index
    %v = memref.load %a[%i] : memref<?xf32>
    memref.store %v, %f[%t] : memref<?xf32, #gpu.address_space<workgroup>>
    %last = arith.subi %n, %c1 : index
    %r = arith.subi %last, %t : index
    %r16 = arith.index_cast %r : index to i16
    memref.store %r16, %k[%t] : memref<64xi16, #gpu.address_space<workgroup>>
    gpu.barrier
    %s16 = memref.load %k[%t] : memref<64xi16, #gpu.address_space<workgroup>>
    %s = arith.index_castui %s16 : i16 to index
    %w = memref.load %f[%s] : memref<?xf32, #gpu.address_space<workgroup>>
    memref.store %w, %a[%i] : memref<?xf32>
    gpu.return
  }
}
// -----
// Half precision, bytes and booleans in memory.
// LAUNCH small block=32 f16[32]:random i8[32]:random i1[32]:random f16[32]:zeros i8[32]:zeros i1[32]:zeros
// COMPARE small
gpu.module @kernels {
  gpu.func @small(%h: memref<32xf16>, %b: memref<32xi8>, %p: memref<32xi1>,
                  %ho: memref<32xf16>, %bo: memref<32xi8>, %po: memref<32xi1>) kernel {
    %t = gpu.thread_id x
    %x = memref.load %h[%t] : memref<32xf16>
    %c = arith.constant 1.5 : f16
    %y = arith.mulf %x, %c : f16
    memref.store %y, %ho[%t] : memref<32xf16>
    %i = memref.load %b[%t] : memref<32xi8>
    %k = arith.constant -77 : i8
    %j = arith.addi %i, %k : i8
    memref.store %j, %bo[%t] : memref<32xi8>
    %q = memref.load %p[%t] : memref<32xi1>
    %true = arith.constant true
    %n = arith.xori %q, %true : i1
    memref.store %n, %po[%t] : memref<32xi1>
    gpu.return
  }
}
// -----
// Memrefs of rank 2 and 0, sizes, casts of sizes.
// LAUNCH ranks block=4 i32[12]:iota i32[1]:const:7 i32[4]:zeros i64[4]:zeros
// OUT 2: 9 12 15 18
// OUT 3: 4 4 4 4
gpu.module @kernels {
  gpu.func @ranks(%m: memref<4x3xi32>, %s: memref<i32>, %o: memref<?xi32>, %d: memref<4xi64>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %x = memref.load %m[%t, %c2] : memref<4x3xi32>
    %y = memref.load %s[] : memref<i32>
    %z = arith.addi %x, %y : i32
    %o4 = memref.cast %o : memref<?xi32> to memref<4xi32>
    memref.store %z, %o4[%t] : memref<4xi32>
    %n = memref.dim %o4, %c0 : memref<4xi32>
    %ni = arith.index_cast %n : index to i64
    memref.store %ni, %d[%t] : memref<4xi64>
    gpu.return
  }
}
