// One part hands over to the other one.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<64xi32>
      nvvm.barrier.arrive id = %one number_of_threads = %n64
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      %v = memref.load %a[%r] : memref<64xi32>
    }
    gpu.return
  }
}
// -----
// What is written after the arrival is not ordered.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier.arrive id = %one number_of_threads = %n64
      memref.store %one, %a[%t] : memref<64xi32> // related: written by block (0), thread (
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      %v = memref.load %a[%r] : memref<64xi32> // error: data race: two threads access the same element without a barrier between them | read by block (0), thread (
    }
    gpu.return
  }
}
// -----
// What is read before the wait is not, in whatever order they run.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<64xi32> // related: written by block (0), thread (
      nvvm.barrier.arrive id = %one number_of_threads = %n64
    } else {
      %v = memref.load %a[%r] : memref<64xi32> // error: data race: two threads access the same element without a barrier between them | read by block (0), thread (
      nvvm.barrier id = %one number_of_threads = %n64
    }
    gpu.return
  }
}
// -----
// A barrier of the one part does not order the other one.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<64xi32> // related: written by block (0), thread (
      nvvm.barrier id = %one number_of_threads = %n32
    } else {
      nvvm.barrier id = %two number_of_threads = %n32
      %v = memref.load %a[%r] : memref<64xi32> // error: data race: two threads access the same element without a barrier between them | read by block (0), thread (
    }
    gpu.return
  }
}
// -----
// Both wait for each other.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %n64 // error: barrier divergence: 32 of 64 threads have come to this barrier, and the others do not
      nvvm.barrier.arrive id = %two number_of_threads = %n64
    } else {
      nvvm.barrier id = %two number_of_threads = %n64
      nvvm.barrier.arrive id = %one number_of_threads = %n64
    }
    gpu.return
  }
}
// -----
// A second arrival before the wait for the first one.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier.arrive id = %one number_of_threads = %n64
      nvvm.barrier.arrive id = %one number_of_threads = %n64 // error: barrier divergence: a thread comes twice to barrier 1, to which others have not come yet
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      nvvm.barrier id = %one number_of_threads = %n64
    }
    gpu.return
  }
}
// -----
// A wait for a second arrival that does not come.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier.arrive id = %one number_of_threads = %n64
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      %v = arith.addi %one, %one : i32
      nvvm.barrier id = %one number_of_threads = %n64 // error: barrier divergence: 32 of 64 threads have come to this barrier, and the others do not
    }
    gpu.return
  }
}
// -----
// An arrival that nobody waits for.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier.arrive id = %one number_of_threads = %n64 // error: barrier divergence: the block ends, and 32 threads that have come to barrier 1 were not waited for
    } else {
      memref.store %one, %a[%t] : memref<64xi32>
    }
    gpu.return
  }
}
// -----
// In turns, with answers.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<64xi32>
      nvvm.barrier.arrive id = %one number_of_threads = %n64
      nvvm.barrier id = %two number_of_threads = %n64
      memref.store %two, %a[%t] : memref<64xi32>
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      %v = memref.load %a[%r] : memref<64xi32>
      nvvm.barrier.arrive id = %two number_of_threads = %n64
    }
    gpu.return
  }
}
// -----
// An answer before the read.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      memref.store %one, %a[%t] : memref<64xi32>
      nvvm.barrier.arrive id = %one number_of_threads = %n64
      nvvm.barrier id = %two number_of_threads = %n64
      memref.store %two, %a[%t] : memref<64xi32> // error: data race: two threads access the same element without a barrier between them | written by block (0), thread (
    } else {
      nvvm.barrier id = %one number_of_threads = %n64
      nvvm.barrier.arrive id = %two number_of_threads = %n64
      %v = memref.load %a[%r] : memref<64xi32> // related: read by block (0), thread (
    }
    gpu.return
  }
}
// -----
// One barrier for two parts.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %n32
    } else {
      nvvm.barrier id = %one number_of_threads = %n32 // error: barrier divergence: threads of warps [1] come to barrier 1, which is of warps [0]
    }
    gpu.return
  }
}
// -----
// More threads than the barrier is of.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n32 = arith.constant 32 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.if %first {
      nvvm.barrier id = %one number_of_threads = %n64 // error: barrier divergence: 32 of 64 threads of the part arrive here
    } else {
      memref.store %one, %a[%t] : memref<64xi32>
    }
    gpu.return
  }
}
// -----
// In each round an arrival, of which the next round need not know that it was waited for.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.if %first {
        nvvm.barrier.arrive id = %one number_of_threads = %n64 // error: barrier divergence: a thread comes to barrier 1 again, and does not know whether warp 1 has waited there
      } else {
        nvvm.barrier id = %one number_of_threads = %n64
      }
    }
    gpu.return
  }
}
// -----
// With an answer.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.if %first {
        nvvm.barrier.arrive id = %one number_of_threads = %n64
        nvvm.barrier id = %two number_of_threads = %n64
      } else {
        nvvm.barrier id = %one number_of_threads = %n64
        nvvm.barrier.arrive id = %two number_of_threads = %n64
      }
    }
    gpu.return
  }
}
// -----
// With a barrier of the block.
// LAUNCH k block=64 i32[64]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<64xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %n64 = arith.constant 64 : i32
    %first = arith.cmpi ult, %t, %c32 : index
    scf.for %i = %c0 to %c3 step %c1 {
      scf.if %first {
        nvvm.barrier.arrive id = %one number_of_threads = %n64
      } else {
        nvvm.barrier id = %one number_of_threads = %n64
      }
      gpu.barrier
    }
    gpu.return
  }
}
