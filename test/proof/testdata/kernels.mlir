//# each thread its element: proved
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %n: index) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["n", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["n*64"], uniq}, {elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 2147483647"], descend.shared_static = 0 : i64} {
    %c = arith.constant 1.0 : f32
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %0 = arith.muli %b, %c64 : index
    %1 = arith.addi %0, %t : index
    memref.store %c, %a[%1] : memref<?xf32>
    gpu.return
  }
}
//# a wrong factor, blocks overlap: refuted conflict on a
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %n: index) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["n", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["n*64"], uniq}, {elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 2147483647"], descend.shared_static = 0 : i64} {
    %c = arith.constant 1.0 : f32
    %c64 = arith.constant 63 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %0 = arith.muli %b, %c64 : index
    %1 = arith.addi %0, %t : index
    memref.store %c, %a[%1] : memref<?xf32>
    gpu.return
  }
}
//# one element too far: refuted memref.load out of bounds
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %n: index) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["n", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["n*64"]}, {elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 2147483647"], descend.shared_static = 0 : i64} {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %0 = arith.muli %b, %c64 : index
    %1 = arith.addi %0, %t : index
    %2 = arith.addi %1, %c1 : index
    %3 = memref.load %a[%2] : memref<?xf32>
    gpu.return
  }
}
//# neighbours in shared memory, with a barrier: proved
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 128 : i64} {
    %c0 = arith.constant 0 : i32
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    memref.store %c0, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %0 = arith.subi %c31, %t : index
    %1 = memref.load %s[%0] : memref<32xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# neighbours in shared memory, without a barrier: refuted conflict on shared0
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 128 : i64} {
    %c0 = arith.constant 0 : i32
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    memref.store %c0, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    %0 = arith.subi %c31, %t : index
    %1 = memref.load %s[%0] : memref<32xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# static shared memory that is larger than stated: refuted static shared memory
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 64 : i64} {
    gpu.return
  }
}
//# a barrier in a part of the block: refuted threads disagree on a barrier
gpu.module @m {
  gpu.func @k() kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 0 : i64} {
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %0 = arith.cmpi ult, %t, %c32 : index
    scf.if %0 {
      gpu.barrier
    }
    gpu.return
  }
}
//# a barrier of warps in some of the warps: proved
gpu.module @m {
  gpu.func @k() kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 0 : i64} {
    %m = arith.constant -1 : i32
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %w = arith.divui %t, %c32 : index
    %0 = arith.cmpi ult, %w, %c1 : index
    scf.if %0 {
      nvvm.bar.warp.sync %m : i32
    }
    gpu.return
  }
}
//# a barrier of warps in a part of a warp: refuted threads disagree on a barrier
gpu.module @m {
  gpu.func @k() kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 0 : i64} {
    %m = arith.constant -1 : i32
    %c16 = arith.constant 16 : index
    %t = gpu.thread_id x
    %0 = arith.cmpi ult, %t, %c16 : index
    scf.if %0 {
      nvvm.bar.warp.sync %m : i32
    }
    gpu.return
  }
}
//# a barrier of warps orders lanes of a warp: proved
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<64xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 256 : i64} {
    %c0 = arith.constant 0 : i32
    %m = arith.constant -1 : i32
    %c32 = arith.constant 32 : index
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    memref.store %c0, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    nvvm.bar.warp.sync %m : i32
    %w = arith.divui %t, %c32 : index
    %l = arith.remui %t, %c32 : index
    %0 = arith.muli %w, %c32 : index
    %1 = arith.subi %c31, %l : index
    %2 = arith.addi %0, %1 : index
    %3 = memref.load %s[%2] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# a barrier of warps does not order the block: refuted conflict on shared0
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<64xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["64", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 256 : i64} {
    %c0 = arith.constant 0 : i32
    %m = arith.constant -1 : i32
    %c63 = arith.constant 63 : index
    %t = gpu.thread_id x
    memref.store %c0, %s[%t] : memref<64xi32, #gpu.address_space<workgroup>>
    nvvm.bar.warp.sync %m : i32
    %1 = arith.subi %c63, %t : index
    %3 = memref.load %s[%1] : memref<64xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# a barrier at the end of each iteration: proved
gpu.module @m {
  gpu.func @k(%n: index) workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.shared_static = 128 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    %r = arith.subi %c31, %t : index
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %s[%r] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %x, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
    }
    gpu.return
  }
}
//# the barrier at the end of an iteration is missing: refuted conflict on shared0
gpu.module @m {
  gpu.func @k(%n: index) workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.shared_static = 128 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    %r = arith.subi %c31, %t : index
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %s[%r] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %x, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
//# the same in a loop of one iteration: proved
gpu.module @m {
  gpu.func @k() workgroup(%s : memref<32xi32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [], descend.shared_static = 128 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    %r = arith.subi %c31, %t : index
    scf.for %i = %c0 to %c1 step %c1 {
      %x = memref.load %s[%r] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      memref.store %x, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
    }
    gpu.return
  }
}
//# two arrays in dynamic shared memory: proved
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["n", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 1024"], descend.shared_static = 0 : i64, descend.shared_dynamic = "(n*4 + 15)/16*16 + n*4"} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %x = arith.constant 1 : i32
    %t = gpu.thread_id x
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %p = memref.view %all[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    %0 = arith.muli %n, %c4 : index
    %1 = arith.addi %0, %c15 : index
    %2 = arith.divui %1, %c16 : index
    %3 = arith.muli %2, %c16 : index
    %q = memref.view %all[%3][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    %last = arith.subi %n, %c1 : index
    %r = arith.subi %last, %t : index
    memref.store %x, %p[%t] : memref<?xi32, #gpu.address_space<workgroup>>
    memref.store %x, %q[%r] : memref<?xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# two arrays in dynamic shared memory that overlap: refuted conflict on dynamic
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["n", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 1024"], descend.shared_static = 0 : i64, descend.shared_dynamic = "(n*4 + 15)/16*16 + n*4"} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %x = arith.constant 1 : i32
    %t = gpu.thread_id x
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %p = memref.view %all[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    %3 = arith.muli %n, %c3 : index
    %q = memref.view %all[%3][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    memref.store %x, %p[%t] : memref<?xi32, #gpu.address_space<workgroup>>
    memref.store %x, %q[%t] : memref<?xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# dynamic shared memory that is too small: refuted a view out of its memory
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["n", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 1024"], descend.shared_static = 0 : i64, descend.shared_dynamic = "n*4"} {
    %c16 = arith.constant 16 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %q = memref.view %all[%c16][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# an index that a trap guards: proved
gpu.module @m {
  gpu.func @k(%a: memref<16xi32>, %j: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["16"]}, {elem = index, kind = "scalar", name = "j"}], descend.shared_static = 0 : i64} {
    %c16 = arith.constant 16 : index
    %bad = arith.cmpi uge, %j, %c16 : index
    scf.if %bad {
      "llvm.intr.trap"() : () -> ()
    }
    %0 = memref.load %a[%j] : memref<16xi32>
    gpu.return
  }
}
//# a guard that forgets the sign: refuted memref.load out of bounds
gpu.module @m {
  gpu.func @k(%a: memref<16xi32>, %j: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["16"]}, {elem = index, kind = "scalar", name = "j"}], descend.shared_static = 0 : i64} {
    %c16 = arith.constant 16 : index
    %bad = arith.cmpi sge, %j, %c16 : index
    scf.if %bad {
      "llvm.intr.trap"() : () -> ()
    }
    %0 = memref.load %a[%j] : memref<16xi32>
    gpu.return
  }
}
//# a product of sizes that wraps lets a guard pass: refuted memref.load out of bounds
gpu.module @m {
  gpu.func @k(%a: memref<16xi32>, %n: index, %m: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["16"]}, {elem = index, kind = "nat", name = "n"}, {elem = index, kind = "nat", name = "m"}], descend.requires = ["m == 4611686018427387904", "n == 4"], descend.shared_static = 0 : i64} {
    %c16 = arith.constant 16 : index
    %p = arith.muli %n, %m : index
    %ok = arith.cmpi ult, %p, %c16 : index
    scf.if %ok {
      %0 = memref.load %a[%n] : memref<16xi32>
      %1 = memref.load %a[%m] : memref<16xi32>
    }
    gpu.return
  }
}
//# a division by zero: refuted division by zero
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.shared_static = 0 : i64} {
    %c16 = arith.constant 16 : index
    %p = arith.divui %c16, %n : index
    gpu.return
  }
}
//# atomics do not conflict with each other: proved
gpu.module @m {
  gpu.func @k(%a: memref<1xi32>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["4", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["1"]}], descend.shared_static = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1 : i32
    %0 = memref.atomic_rmw addi %x, %a[%c0] : (i32, memref<1xi32>) -> i32
    gpu.return
  }
}
//# an atomic and a plain write: refuted conflict on a
gpu.module @m {
  gpu.func @k(%a: memref<1xi32>) kernel attributes {descend.block = ["1", "1", "1"], descend.grid = ["4", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["1"]}], descend.shared_static = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1 : i32
    %t = gpu.block_id x
    %one = arith.cmpi eq, %t, %c0 : index
    %0 = memref.atomic_rmw addi %x, %a[%c0] : (i32, memref<1xi32>) -> i32
    scf.if %one {
      memref.store %x, %a[%c0] : memref<1xi32>
    }
    gpu.return
  }
}
//# a barrier does not order blocks: refuted conflict on a
gpu.module @m {
  gpu.func @k(%a: memref<4xi32>) kernel attributes {descend.block = ["1", "1", "1"], descend.grid = ["4", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["4"]}], descend.shared_static = 0 : i64} {
    %c3 = arith.constant 3 : index
    %x = arith.constant 1 : i32
    %b = gpu.block_id x
    memref.store %x, %a[%b] : memref<4xi32>
    gpu.barrier
    %r = arith.subi %c3, %b : index
    %0 = memref.load %a[%r] : memref<4xi32>
    gpu.return
  }
}
//# a value that a shuffle gave decides: listed conflict on a
gpu.module @m {
  gpu.func @k(%a: memref<32xi32>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = i32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 0 : i64} {
    %c0 = arith.constant 0 : index
    %x = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %s, %v = gpu.shuffle xor %x, %x, %w : i32
    %one = arith.cmpi eq, %s, %w : i32
    scf.if %one {
      memref.store %x, %a[%c0] : memref<32xi32>
    }
    gpu.return
  }
}
//# dynamic shared memory of a negative size: refuted dynamic shared memory
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 100"], descend.shared_static = 0 : i64, descend.shared_dynamic = "(n - 1)*4"} {
    gpu.return
  }
}
//# dynamic shared memory of a quotient by zero: refuted division by zero in the size
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.shared_static = 0 : i64, descend.shared_dynamic = "100/n"} {
    gpu.return
  }
}
//# more dynamic shared memory than there is: refuted dynamic shared memory
gpu.module @m {
  gpu.func @k(%n: index) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 100000"], descend.shared_static = 0 : i64, descend.shared_dynamic = "n*4"} {
    gpu.return
  }
}
//# a copy that is done before the barrier: proved
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    gpu.barrier
    %2 = arith.subi %c31, %t : index
    %3 = memref.load %s[%2] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# a copy that is done behind the barrier: refuted conflict on shared0
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %c31 = arith.constant 31 : index
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    gpu.barrier
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    %2 = arith.subi %c31, %t : index
    %3 = memref.load %s[%2] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# the thread's own read after its wait: proved
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    %3 = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# a wait that leaves the group: refuted use of what a copy has on shared0
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 1 : i32}
    %3 = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.return
  }
}
//# a read between a copy and its group: refuted use of what a copy has on shared0
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %3 = memref.load %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    gpu.return
  }
}
//# two copies of one group to one place: refuted use of what a copy has on shared0
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}], descend.shared_static = 128 : i64} {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %2 = nvgpu.device_async_create_group %0, %1
    nvgpu.device_async_wait %2 {numGroups = 0 : i32}
    gpu.return
  }
}
//# a copy whose source the thread writes while it goes on: refuted use of what a copy has on a
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>) workgroup(%s : memref<32xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"], uniq}], descend.shared_static = 128 : i64} {
    %c = arith.constant 1.0 : f32
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<32xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    memref.store %c, %a[%t] : memref<?xf32>
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    gpu.return
  }
}
//# two places in turn, the next copy on its way: proved
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %n: index) workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}, {elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 1000"], descend.shared_static = 256 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %r = arith.subi %c31, %t : index
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%x = %1) -> (!nvgpu.device.async.token) {
      nvgpu.device_async_wait %x {numGroups = 0 : i32}
      gpu.barrier
      %i1 = arith.addi %i, %c1 : index
      %m1 = arith.remui %i1, %c2 : index
      %o1 = arith.muli %m1, %c32 : index
      %p1 = arith.addi %o1, %t : index
      %2 = nvgpu.device_async_copy %a[%t], %s[%p1], 1 : memref<?xf32> to memref<64xf32, #gpu.address_space<workgroup>>
      %3 = nvgpu.device_async_create_group %2
      %m = arith.remui %i, %c2 : index
      %o = arith.muli %m, %c32 : index
      %p = arith.addi %o, %r : index
      %v = memref.load %s[%p] : memref<64xf32, #gpu.address_space<workgroup>>
      scf.yield %3 : !nvgpu.device.async.token
    }
    gpu.return
  }
}
//# two places in turn, the one is read that the next copy goes to: refuted conflict on shared0
gpu.module @m {
  gpu.func @k(%a: memref<?xf32>, %n: index) workgroup(%s : memref<64xf32, #gpu.address_space<workgroup>>) kernel attributes {descend.block = ["32", "1", "1"], descend.grid = ["1", "1", "1"], descend.params = [{elem = f32, kind = "ref", mem = "gpu.global", name = "a", shape = ["32"]}, {elem = index, kind = "nat", name = "n"}], descend.requires = ["n <= 1000"], descend.shared_static = 256 : i64} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c31 = arith.constant 31 : index
    %c32 = arith.constant 32 : index
    %t = gpu.thread_id x
    %r = arith.subi %c31, %t : index
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<?xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    %e = scf.for %i = %c0 to %n step %c1 iter_args(%x = %1) -> (!nvgpu.device.async.token) {
      nvgpu.device_async_wait %x {numGroups = 0 : i32}
      gpu.barrier
      %i1 = arith.addi %i, %c1 : index
      %m1 = arith.remui %i1, %c2 : index
      %o1 = arith.muli %m1, %c32 : index
      %p1 = arith.addi %o1, %t : index
      %2 = nvgpu.device_async_copy %a[%t], %s[%p1], 1 : memref<?xf32> to memref<64xf32, #gpu.address_space<workgroup>>
      %3 = nvgpu.device_async_create_group %2
      %p = arith.addi %o1, %r : index
      %v = memref.load %s[%p] : memref<64xf32, #gpu.address_space<workgroup>>
      scf.yield %3 : !nvgpu.device.async.token
    }
    gpu.return
  }
}
