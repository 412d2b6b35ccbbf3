// Copies, waited for, then a barrier: the other threads see them.
// LAUNCH copy block=64 f32[64]:iota f32[64]:zeros
gpu.module @kernels {
  gpu.func @copy(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    gpu.barrier
    %v = memref.load %s[%r] : memref<64xf32, #gpu.address_space<workgroup>>
    memref.store %v, %b[%t] : memref<64xf32>
    gpu.return
  }
}
// -----
// The thread itself reads before the wait.
// LAUNCH own block=64 f32[64]:iota f32[64]:zeros
gpu.module @kernels {
  gpu.func @own(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // related: begun by thread (
    %1 = nvgpu.device_async_create_group %0
    %v = memref.load %s[%t] : memref<64xf32, #gpu.address_space<workgroup>> // error: memory is read while a copy to it goes on
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    memref.store %v, %b[%t] : memref<64xf32>
    gpu.return
  }
}
// -----
// Others read after the wait, without a barrier.
// LAUNCH others block=64 f32[64]:iota f32[64]:zeros
gpu.module @kernels {
  gpu.func @others(%a: memref<64xf32>, %b: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %c63 = arith.constant 63 : index
    %r = arith.subi %c63, %t : index
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // related: written by block (0), thread (
    %1 = nvgpu.device_async_create_group %0
    gpu.barrier
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    %v = memref.load %s[%r] : memref<64xf32, #gpu.address_space<workgroup>> // error: data race: two threads access the same element without a barrier between them
    memref.store %v, %b[%t] : memref<64xf32>
    gpu.return
  }
}
// -----
// A source that is written between the beginning and the wait.
// LAUNCH source block=64 f32[64]:iota
gpu.module @kernels {
  gpu.func @source(%a: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %z = arith.constant 1.0 : f32
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // related: begun by thread (
    %1 = nvgpu.device_async_create_group %0
    memref.store %z, %a[%t] : memref<64xf32> // error: memory is written while a copy from it goes on
    nvgpu.device_async_wait %1 {numGroups = 0 : i32}
    gpu.return
  }
}
// -----
// Two copies from one source, of which one has ended.
// LAUNCH twice block=64 f32[64]:iota
gpu.module @kernels {
  gpu.func @twice(%a: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>, %u: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %z = arith.constant 1.0 : f32
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    %2 = nvgpu.device_async_copy %a[%t], %u[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // related: begun by thread (
    %3 = nvgpu.device_async_create_group %2
    nvgpu.device_async_wait %1 {numGroups = 1 : i32}
    memref.store %z, %a[%t] : memref<64xf32> // error: memory is written while a copy from it goes on
    nvgpu.device_async_wait %3 {numGroups = 0 : i32}
    gpu.return
  }
}
// -----
// Two copies to one place.
// LAUNCH both block=64 f32[64]:iota
gpu.module @kernels {
  gpu.func @both(%a: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // related: begun by thread (
    %1 = nvgpu.device_async_create_group %0
    %2 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>> // error: memory is written while a copy to it goes on
    %3 = nvgpu.device_async_create_group %2
    nvgpu.device_async_wait %3 {numGroups = 0 : i32}
    gpu.return
  }
}
// -----
// A wait that leaves its group.
// LAUNCH left block=64 f32[64]:iota
gpu.module @kernels {
  gpu.func @left(%a: memref<64xf32>) workgroup(%s: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %0 = nvgpu.device_async_copy %a[%t], %s[%t], 1 : memref<64xf32> to memref<64xf32, #gpu.address_space<workgroup>>
    %1 = nvgpu.device_async_create_group %0
    nvgpu.device_async_wait %1 {numGroups = 1 : i32} // error: a wait for copies leaves 1 groups
    gpu.return
  }
}
