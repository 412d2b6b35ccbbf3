// Values that live across barriers in loops: carried values that differ between threads, and one that does not.
// LAUNCH rotate block=8,2 i32[16]:random i32[16]:zeros index=5
gpu.module @kernels {
  gpu.func @rotate(%in: memref<16xi32>, %out: memref<16xi32>, %n: index) workgroup(%s: memref<16xi32, #gpu.address_space<workgroup>>) kernel attributes {nvvm.reqntid = array<i32: 8, 2, 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c15 = arith.constant 15 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %row = arith.muli %ty, %c8 : index
    %t = arith.addi %row, %tx : index
    %next0 = arith.addi %t, %c1 : index
    %next = arith.andi %next0, %c15 : index
    %x = memref.load %in[%t] : memref<16xi32>
    %one = arith.constant 1 : i32
    %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %one, %last = %x) -> (i32, i32, i32) {
      memref.store %a, %s[%t] : memref<16xi32, #gpu.address_space<workgroup>>
      %b2 = arith.addi %b, %b : i32
      gpu.barrier
      %v = memref.load %s[%next] : memref<16xi32, #gpu.address_space<workgroup>>
      %w = arith.addi %v, %b : i32
      gpu.barrier
      scf.yield %w, %b2, %a : i32, i32, i32
    }
    %p = arith.xori %r#0, %r#2 : i32
    %q = arith.addi %p, %r#1 : i32
    memref.store %q, %out[%t] : memref<16xi32>
    gpu.return
  }
}
// -----
// A while loop whose carried values swap places, conditionals with results around barriers.
// LAUNCH swap block=32 i32[32]:random i32[32]:zeros i32=7
// LAUNCH swap block=32 i32[32]:random i32[32]:zeros i32=0
gpu.module @kernels {
  gpu.func @swap(%in: memref<32xi32>, %out: memref<32xi32>, %n: i32) workgroup(%s: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
    %c31 = arith.constant 31 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %three = arith.constant 3 : i32
    %t = gpu.thread_id x
    %m = arith.subi %c31, %t : index
    %x = memref.load %in[%t] : memref<32xi32>
    %y = memref.load %in[%m] : memref<32xi32>
    %r:3 = scf.while (%a = %x, %b = %y, %i = %zero) : (i32, i32, i32) -> (i32, i32, i32) {
      memref.store %a, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %c = arith.cmpi slt, %i, %n : i32
      %v = memref.load %s[%m] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      scf.condition(%c) %b, %v, %i : i32, i32, i32
    } do {
    ^bb0(%b: i32, %v: i32, %i: i32):
      %odd = arith.cmpi sgt, %i, %three : i32
      %w, %k = scf.if %odd -> (i32, i32) {
        memref.store %v, %s[%m] : memref<32xi32, #gpu.address_space<workgroup>>
        gpu.barrier
        %u = memref.load %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
        %u2 = arith.addi %u, %b : i32
        gpu.barrier
        scf.yield %u2, %one : i32, i32
      } else {
        scf.yield %v, %three : i32, i32
      }
      %b3 = arith.muli %b, %k : i32
      %j = arith.addi %i, %one : i32
      scf.yield %b3, %w, %j : i32, i32, i32
    }
    %p = arith.xori %r#0, %r#1 : i32
    %q = arith.addi %p, %r#2 : i32
    memref.store %q, %out[%t] : memref<32xi32>
    gpu.return
  }
}
// -----
// Private arrays, one of bytes seen as numbers, that live across a barrier; a variable that all threads change
// alike decides on a loop.
// LAUNCH arrays grid=2 block=16 i32[32]:random i32[32]:zeros
gpu.module @kernels {
  gpu.func @arrays(%in: memref<32xi32>, %out: memref<32xi32>) workgroup(%s: memref<16xi32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c4 = arith.constant 4 : index
    %c15 = arith.constant 15 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %four = arith.constant 4 : i32
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %first = arith.muli %b, %c16 : index
    %g = arith.addi %first, %t : index
    %a = memref.alloca() : memref<4xi32, #gpu.address_space<private>>
    %bytes = memref.alloca() : memref<8xi8, #gpu.address_space<private>>
    %hi = memref.view %bytes[%c4][] : memref<8xi8, #gpu.address_space<private>> to memref<1xi32, #gpu.address_space<private>>
    %i = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %x = memref.load %in[%g] : memref<32xi32>
    scf.for %k = %c0 to %c4 step %c1 {
      %ki = arith.index_cast %k : index to i32
      %v = arith.muli %x, %ki : i32
      memref.store %v, %a[%k] : memref<4xi32, #gpu.address_space<private>>
    }
    memref.store %x, %hi[%c0] : memref<1xi32, #gpu.address_space<private>>
    memref.store %zero, %i[%c0] : memref<1xi32, #gpu.address_space<private>>
    scf.while : () -> () {
      %n = memref.load %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      %more = arith.cmpi slt, %n, %four : i32
      scf.condition(%more)
    } do {
      %n = memref.load %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      %k = arith.index_cast %n : i32 to index
      %v = memref.load %a[%k] : memref<4xi32, #gpu.address_space<private>>
      memref.store %v, %s[%t] : memref<16xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %m = arith.subi %c15, %t : index
      %w = memref.load %s[%m] : memref<16xi32, #gpu.address_space<workgroup>>
      %h = memref.load %hi[%c0] : memref<1xi32, #gpu.address_space<private>>
      %h2 = arith.addi %h, %w : i32
      memref.store %h2, %hi[%c0] : memref<1xi32, #gpu.address_space<private>>
      %n2 = arith.addi %n, %one : i32
      memref.store %n2, %i[%c0] : memref<1xi32, #gpu.address_space<private>>
      gpu.barrier
      scf.yield
    }
    %r = memref.load %hi[%c0] : memref<1xi32, #gpu.address_space<private>>
    %n = memref.load %i[%c0] : memref<1xi32, #gpu.address_space<private>>
    %r2 = arith.addi %r, %n : i32
    memref.store %r2, %out[%g] : memref<32xi32>
    gpu.return
  }
}
// -----
// The size of the block and of shared memory is known at run time; two dimensions and a loop over rows.
// LAUNCH flip grid=2,2 block=4,6 dyn=96 i32[96]:random i32[96]:zeros index=4 index=6
// LAUNCH flip grid=1,1 block=5,7 dyn=140 i32[35]:random i32[35]:zeros index=5 index=7
gpu.module @kernels {
  gpu.func @flip(%in: memref<?xi32>, %out: memref<?xi32>, %w: index, %h: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bx = gpu.block_id x
    %by = gpu.block_id y
    %gx = gpu.grid_dim x
    %dx = gpu.block_dim x
    %dy = gpu.block_dim y
    %n = arith.muli %w, %h : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %s = memref.view %all[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>> to memref<?xi32, #gpu.address_space<workgroup>>
    %row = arith.muli %by, %gx : index
    %block = arith.addi %row, %bx : index
    %first = arith.muli %block, %n : index
    %r = arith.muli %ty, %dx : index
    %t = arith.addi %r, %tx : index
    %g = arith.addi %first, %t : index
    %x = memref.load %in[%g] : memref<?xi32>
    memref.store %x, %s[%t] : memref<?xi32, #gpu.address_space<workgroup>>
    gpu.barrier
    %n1 = arith.subi %n, %c1 : index
    %m = arith.subi %n1, %t : index
    %y = memref.load %s[%m] : memref<?xi32, #gpu.address_space<workgroup>>
    %z = arith.addi %y, %x : i32
    %dyi = arith.index_cast %dy : index to i32
    %z2 = arith.addi %z, %dyi : i32
    memref.store %z2, %out[%g] : memref<?xi32>
    gpu.return
  }
}
