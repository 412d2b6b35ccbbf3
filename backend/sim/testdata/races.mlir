// The reverse of a block without a barrier: read and write race.
// LAUNCH reverse block=64 f32[64]:iota
// NOTE of 64 in gpu.global, of type f32
gpu.module @kernels {
  gpu.func @reverse(%a: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %v = memref.load %a[%r] : memref<64xf32> // related: read by block (0), thread (
    memref.store %v, %a[%t] : memref<64xf32> // error: data race: two threads access the same element without a barrier between them | written by block (0), thread (
    gpu.return
  }
}
// -----
// With a barrier between reads and writes there is none.
// LAUNCH reverse block=64 f32[64]:iota
gpu.module @kernels {
  gpu.func @reverse(%a: memref<64xf32>) kernel {
    %t = gpu.thread_id x
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %v = memref.load %a[%r] : memref<64xf32>
    gpu.barrier
    memref.store %v, %a[%t] : memref<64xf32>
    gpu.return
  }
}
// -----
// A barrier orders the threads of one block only: two blocks race in global memory.
// LAUNCH blocks grid=2 block=4 i32[4]:zeros
gpu.module @kernels {
  gpu.func @blocks(%a: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %v = arith.index_cast %b : index to i32
    gpu.barrier
    memref.store %v, %a[%t] : memref<4xi32> // both: written by block (
    gpu.return
  }
}
// -----
// Two writes of one element by threads of two axes.
// LAUNCH writes block=4,2 i32[4]:zeros
gpu.module @kernels {
  gpu.func @writes(%a: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %z = arith.constant 1 : i32
    %y = gpu.thread_id y
    %c0 = arith.constant 0 : index
    %low = arith.cmpi eq, %y, %c0 : index
    scf.if %low {
      memref.store %z, %a[%t] : memref<4xi32> // related: written by block (0), thread (
    } else {
      memref.store %z, %a[%t] : memref<4xi32> // error: written by block (0), thread (
    }
    gpu.return
  }
}
// -----
// The race lies across the back edge of the loop: a barrier in the middle does not help.
// LAUNCH loop block=32 i32[32]:zeros i32[32]:zeros
gpu.module @kernels {
  gpu.func @loop(%a: memref<32xi32>, %o: memref<32xi32>) workgroup(%s: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %v = memref.load %a[%t] : memref<32xi32>
      memref.store %v, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>> // error: written by block (0), thread (
      gpu.barrier
      %n = arith.xori %t, %c1 : index
      %w = memref.load %s[%n] : memref<32xi32, #gpu.address_space<workgroup>> // related: read by block (0), thread (
      memref.store %w, %o[%t] : memref<32xi32>
    }
    gpu.return
  }
}
// -----
// A second barrier closes the loop.
// LAUNCH loop block=32 i32[32]:zeros i32[32]:zeros
gpu.module @kernels {
  gpu.func @loop(%a: memref<32xi32>, %o: memref<32xi32>) workgroup(%s: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    scf.for %i = %c0 to %c3 step %c1 {
      %v = memref.load %a[%t] : memref<32xi32>
      memref.store %v, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %n = arith.xori %t, %c1 : index
      %w = memref.load %s[%n] : memref<32xi32, #gpu.address_space<workgroup>>
      memref.store %w, %o[%t] : memref<32xi32>
      gpu.barrier
    }
    gpu.return
  }
}
// -----
// An atomic update races with a plain read of another thread ..
// LAUNCH atomics block=32 i32[1]:zeros i32[32]:zeros
gpu.module @kernels {
  gpu.func @atomics(%a: memref<1xi32>, %o: memref<32xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %0 = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<1xi32>) -> i32 // related: accessed atomically by block (0), thread (
    %v = memref.load %a[%c0] : memref<1xi32> // error: read by block (0), thread (
    memref.store %v, %o[%t] : memref<32xi32>
    gpu.return
  }
}
// -----
// .. unless a barrier lies between ..
// LAUNCH atomics block=32 i32[1]:zeros i32[32]:zeros
// OUT 1: 32 32 32
gpu.module @kernels {
  gpu.func @atomics(%a: memref<1xi32>, %o: memref<32xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %0 = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<1xi32>) -> i32
    gpu.barrier
    %v = memref.load %a[%c0] : memref<1xi32>
    memref.store %v, %o[%t] : memref<32xi32>
    gpu.return
  }
}
// -----
// .. which does not order it with those of another block.
// LAUNCH atomics grid=2 block=32 i32[1]:zeros i32[64]:zeros
// SCHEDULE
gpu.module @kernels {
  gpu.func @atomics(%a: memref<1xi32>, %o: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %0 = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<1xi32>) -> i32 // related: accessed atomically by block (0)
    gpu.barrier
    %b = gpu.block_id x
    %last = arith.cmpi ne, %b, %c0 : index
    scf.if %last {
      %v = memref.load %a[%c0] : memref<1xi32> // error: read by block (1), thread (
    }
    gpu.return
  }
}
// -----
// A plain write and an atomic update of one element.
// LAUNCH mixed block=2 i32[1]:zeros
gpu.module @kernels {
  gpu.func @mixed(%a: memref<1xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %one = arith.constant 1 : i32
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %one, %a[%c0] : memref<1xi32> // related: written by block (0), thread (0)
    } else {
      %0 = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<1xi32>) -> i32 // error: accessed atomically by block (0), thread (1)
    }
    gpu.return
  }
}
// -----
// A warp's barrier does not order it with other warps: thread 40's read is not forgotten.
// LAUNCH warps block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @warps(%o: memref<64xi32>) workgroup(%s: memref<1xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      memref.store %one, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %high = arith.cmpi uge, %t, %c32 : index
    scf.if %high {
      %v = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>> // related: read by block (0), thread (
      memref.store %v, %o[%t] : memref<64xi32>
    } else {
      %v = memref.load %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
      memref.store %v, %o[%t] : memref<64xi32>
      nvvm.bar.warp.sync %all : i32
      %second = arith.cmpi eq, %t, %c1 : index
      scf.if %second {
        memref.store %one, %s[%c0] : memref<1xi32, #gpu.address_space<workgroup>> // error: written by block (0), thread (1)
      }
    }
    gpu.return
  }
}
// -----
// Without the barrier of the warp its lanes race, though they run in lockstep here.
// LAUNCH lanes block=32 i32[32]:zeros
gpu.module @kernels {
  gpu.func @lanes(%o: memref<32xi32>) workgroup(%s: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %v = arith.index_cast %t : index to i32
    memref.store %v, %s[%t] : memref<32xi32, #gpu.address_space<workgroup>> // related: written by block (0), thread (
    %n = arith.xori %t, %c1 : index
    %w = memref.load %s[%n] : memref<32xi32, #gpu.address_space<workgroup>> // error: read by block (0), thread (
    memref.store %w, %o[%t] : memref<32xi32>
    gpu.return
  }
}
// -----
// Bytes of one word by different threads do not race, in a buffer that is also seen as words.
// LAUNCH bytes block=8 i8[8]:zeros i32[2]:zeros
// OUT 0: 0 1 2 3 4 5 6 7
// OUT 1: 50462976 117835012
gpu.module @kernels {
  gpu.func @bytes(%b: memref<8xi8>, %o: memref<2xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %words = memref.view %b[%c0][] : memref<8xi8> to memref<2xi32>
    %low = arith.cmpi ult, %t, %c2 : index
    scf.if %low {
      %v = memref.load %words[%t] : memref<2xi32>
      memref.store %v, %words[%t] : memref<2xi32>
    }
    gpu.barrier
    %x = arith.index_cast %t : index to i8
    memref.store %x, %b[%t] : memref<8xi8>
    gpu.barrier
    scf.if %low {
      %v = memref.load %words[%t] : memref<2xi32>
      memref.store %v, %o[%t] : memref<2xi32>
    }
    gpu.return
  }
}
// -----
// A word and a byte of it race.
// LAUNCH bytes block=8 i8[8]:zeros
gpu.module @kernels {
  gpu.func @bytes(%b: memref<8xi8>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %words = memref.view %b[%c0][] : memref<8xi8> to memref<2xi32>
    %x = arith.index_cast %t : index to i8
    memref.store %x, %b[%t] : memref<8xi8> // related: written by block (0), thread (
    %c1 = arith.constant 1 : index
    %one = arith.cmpi eq, %t, %c1 : index
    scf.if %one {
      %v = memref.load %words[%c1] : memref<2xi32> // error: read by block (0), thread (1)
    }
    gpu.return
  }
}
// -----
// Two launches after each other do not race.
// CALL main i32[4]:iota
// OUT 0: 3 2 1 0
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @reverse(%a: memref<4xi32>, %b: memref<4xi32>) kernel {
      %t = gpu.thread_id x
      %c3 = arith.constant 3 : index
      %r = arith.subi %c3, %t : index
      %v = memref.load %a[%r] : memref<4xi32>
      memref.store %v, %b[%t] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main(%h: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %d = gpu.alloc () : memref<4xi32>
    %e = gpu.alloc () : memref<4xi32>
    gpu.memcpy %d, %h : memref<4xi32>, memref<4xi32>
    gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%d : memref<4xi32>, %e : memref<4xi32>)
    gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%e : memref<4xi32>, %d : memref<4xi32>)
    gpu.launch_func @kernels::@reverse blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%d : memref<4xi32>, %e : memref<4xi32>)
    gpu.memcpy %h, %e : memref<4xi32>, memref<4xi32>
    gpu.dealloc %e : memref<4xi32>
    gpu.dealloc %d : memref<4xi32>
    return
  }
}
// -----
// An atomic load counts as an atomic access, also where the other thread only reads (docs/limits.md).
// LAUNCH loads block=2 i32[1]:zeros
gpu.module @kernels {
  gpu.func @loads(%a: memref<1xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %first = arith.cmpi eq, %t, %c0 : index
    scf.if %first {
      %v = memref.load %a[%c0] : memref<1xi32> // related: read by block (0), thread (0)
    } else {
      %0 = memref.generic_atomic_rmw %a[%c0] : memref<1xi32> { // error: accessed atomically by block (0), thread (1)
      ^bb0(%old: i32):
        memref.atomic_yield %old : i32
      }
    }
    gpu.return
  }
}
