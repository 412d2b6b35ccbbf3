module attributes {gpu.container_module} {
gpu.module @k attributes {foo.a} {
  gpu.func @kern(%a: memref<?xf32> {llvm.noalias}, %b: memref<4xf32>, %n: index) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %0 = gpu.thread_id x
    %1 = gpu.block_id y
    %2 = gpu.block_dim z
    %3 = gpu.grid_dim x
    %x3c = gpu.thread_id x upper_bound 32
    %4 = gpu.lane_id
    gpu.barrier
    gpu.barrier {descend.x = "a"}
    %c = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %x = arith.constant 1.0 : f32
    %5, %v = gpu.shuffle xor %x, %c, %w : f32
    %x6, %v1 = gpu.shuffle idx %c, %c, %w : i32
    %7, %v2 = gpu.shuffle up %c, %c, %w : i32
    %8, %v3 = gpu.shuffle down %c, %c, %w : i32
    %9 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    gpu.printf "hello %d %f\n" %c, %x : i32, f32
    gpu.printf "hello"
    gpu.barrier
    %t = arith.constant true
    %bal = nvvm.vote.ballot.sync %c, %t : i32
    nvvm.bar.warp.sync %c : i32
    %id = gpu.block_id x
    "llvm.intr.trap"() : () -> ()
    gpu.return
  }
  gpu.func @dev(%x: f32) -> f32 { gpu.return %x : f32 }
  memref.global "private" @sm : memref<4xf32, #gpu.address_space<workgroup>>
  func.func @helper(%x : f32) -> f32 { 
    return %x : f32 }
}
func.func @host(%n: index, %m: memref<?xf32>, %m4: memref<4xf32>, %sz: i32) {
  %c1 = arith.constant 1 : index
  gpu.launch_func @k::@kern blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<?xf32>, %m4 : memref<4xf32>, %n : index)
  gpu.launch_func @k::@kern blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %sz args(%m : memref<?xf32>, %m4 : memref<4xf32>, %n : index)
  %t = gpu.wait async
  %l = gpu.launch_func async [%t] @k::@kern blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1) args(%m : memref<?xf32>, %m4 : memref<4xf32>, %n : index)
  %a = gpu.alloc (%n) : memref<?xf32>
  %ah = gpu.alloc host_shared () : memref<4xf32>
  %a2, %tk = gpu.alloc async [%t] () : memref<4xf32>
  gpu.dealloc %a : memref<?xf32>
  %td = gpu.dealloc async [%t] %a : memref<?xf32>
  gpu.memcpy %a, %m : memref<?xf32>, memref<?xf32>
  %tm = gpu.memcpy async [%t] %a, %m : memref<?xf32>, memref<?xf32>
  %f = arith.constant 0.0 : f32
  gpu.memset %a, %f : memref<?xf32>, f32
  gpu.wait [%t, %td]
  return
}
}
