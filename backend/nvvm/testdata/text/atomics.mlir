// Each update is one instruction.
// TEXT: atomicrmw xor i32 addrspace(1)*
// TEXT: cmpxchg i32 addrspace(1)*
// TEXT: atomicrmw xchg
// TEXT: atomicrmw sub
// TEXT: load volatile i32
// TEXT: atomicrmw fadd float
// TEXT: atomicrmw fadd double
// TEXT: atomicrmw add i32 addrspace(3)*
// PTX: xor.b32
// PTX: cas.b32
// PTX: exch.b32
// PTX: atom.global
// PTX: add.f32
// PTX: add.f64
// PTX: shared.add.u32
// PTX-NOT: bra
gpu.module @kernels {
  gpu.func @atomics(%a: memref<8xi32>, %f: memref<8xf32>, %d: memref<8xf64>, %x: i32, %y: i32, %v: f32, %w: f64)
      workgroup(%s: memref<8xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %0 = memref.generic_atomic_rmw %a[%t] : memref<8xi32> {
    ^bb0(%old: i32):
      %n = arith.xori %old, %x : i32
      memref.atomic_yield %n : i32
    }
    %1 = memref.generic_atomic_rmw %a[%t] : memref<8xi32> {
    ^bb0(%old: i32):
      %eq = arith.cmpi eq, %old, %x : i32
      %n = arith.select %eq, %y, %old : i32
      memref.atomic_yield %n : i32
    }
    %2 = memref.atomic_rmw assign %0, %a[%t] : (i32, memref<8xi32>) -> i32
    %3 = memref.generic_atomic_rmw %a[%t] : memref<8xi32> {
    ^bb0(%old: i32):
      %n = arith.subi %old, %1 : i32
      memref.atomic_yield %n : i32
    }
    %4 = memref.generic_atomic_rmw %a[%t] : memref<8xi32> {
    ^bb0(%old: i32):
      memref.atomic_yield %old : i32
    }
    %5 = memref.atomic_rmw addf %v, %f[%t] : (f32, memref<8xf32>) -> f32
    %6 = memref.atomic_rmw addf %w, %d[%t] : (f64, memref<8xf64>) -> f64
    %7 = memref.atomic_rmw addi %4, %s[%t] : (i32, memref<8xi32, #gpu.address_space<workgroup>>) -> i32
    %8 = arith.addi %3, %2 : i32
    memref.store %8, %a[%t] : memref<8xi32>
    gpu.return
  }
}
