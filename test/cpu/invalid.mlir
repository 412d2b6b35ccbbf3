// RUN: descend-opt %s --gpu-to-cpu --split-input-file --verify-diagnostics

gpu.module @kernels {
  gpu.func @some(%a: memref<?xi32>) kernel {
    %c1 = arith.constant 1 : index
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c1 : index
    // expected-error@+1 {{the CPU cannot run kernel `some`: a barrier inside of `scf.if` whose condition or bounds may differ between the threads}}
    scf.if %c {
      gpu.barrier
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @counts(%n: memref<?xindex>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %k = memref.load %n[%c0] : memref<?xindex>
    // expected-error@+1 {{a barrier inside of `scf.for` whose condition or bounds may differ between the threads}}
    scf.for %i = %c0 to %k step %c1 {
      gpu.barrier
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @lanes(%x: f32) kernel attributes {nvvm.reqntid = array<i32: 64, 1, 1>} {
    %c1 = arith.constant 1 : index
    %w = arith.constant 32 : i32
    %t = gpu.thread_id x
    %c = arith.cmpi ult, %t, %c1 : index
    // expected-error@+1 {{a warp operation inside of `scf.if` whose condition}}
    scf.if %c {
      %v, %ok = gpu.shuffle xor %x, %w, %w : f32
    }
    gpu.return
  }
}

// -----

gpu.module @kernels {
  gpu.func @unknown() kernel {
    // expected-error@+1 {{operation `nvvm.wgmma.fence.aligned` is not known there}}
    "nvvm.wgmma.fence.aligned"() : () -> ()
    gpu.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{a private buffer as a value of a loop or conditional with a barrier}}
  gpu.func @swapped(%n: index) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %a = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %b = memref.alloca() : memref<1xi32, #gpu.address_space<private>>
    %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (memref<1xi32, #gpu.address_space<private>>, memref<1xi32, #gpu.address_space<private>>) {
      gpu.barrier
      scf.yield %y, %x : memref<1xi32, #gpu.address_space<private>>, memref<1xi32, #gpu.address_space<private>>
    }
    gpu.return
  }
}
