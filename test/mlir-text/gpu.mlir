gpu.module @k {
  gpu.func @ids(%m: memref<?xi32>) kernel {
    %0 = gpu.thread_id x
    %1 = gpu.block_id y
    %2 = gpu.block_dim z
    %3 = gpu.grid_dim x
    %4 = gpu.lane_id
    %5 = gpu.subgroup_id : index
    %6 = gpu.num_subgroups : index
    %7 = gpu.subgroup_size : index
    %8 = gpu.global_id x
    %9 = gpu.thread_id y upper_bound 64
    gpu.return
  }
}
// -----
gpu.module @k {
  gpu.func @mem(%x: f32) workgroup(%s: memref<32xf32, #gpu.address_space<workgroup>>) private(%p: memref<4xf32, #gpu.address_space<private>>) kernel attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    memref.store %x, %s[%t] : memref<32xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    gpu.return
  }
  gpu.func @device(%x: f32) -> f32 {
    gpu.return %x : f32
  }
}
// -----
func.func @launch(%n: index, %m: memref<?xf32>) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%dx = %n, %dy = %n, %dz = %n) {
    %x = memref.load %m[%tx] : memref<?xf32>
    memref.store %x, %m[%bx] : memref<?xf32>
    gpu.terminator
  }
  return
}
// -----
module attributes {gpu.container_module} {
  gpu.module @kernels [#nvvm.target<chip = "sm_70">] {
    gpu.func @f(%a: f32, %m: memref<?xf32, 1>) kernel { gpu.return }
  }
  func.func @host(%n: index, %a: f32, %m: memref<?xf32, 1>, %sz: i32) {
    gpu.launch_func @kernels::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : f32, %m : memref<?xf32, 1>)
    gpu.launch_func @kernels::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) dynamic_shared_memory_size %sz args(%a : f32, %m : memref<?xf32, 1>)
    return
  }
}
// -----
func.func @async(%n: index, %src: memref<?xf32>) {
  %t0 = gpu.wait async
  %m, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32, 1>
  %t2 = gpu.memcpy async [%t1] %m, %src : memref<?xf32, 1>, memref<?xf32>
  %z = arith.constant 0.0 : f32
  %t3 = gpu.memset async [%t2] %m, %z : memref<?xf32, 1>, f32
  %t4 = gpu.dealloc async [%t3] %m : memref<?xf32, 1>
  gpu.wait [%t4]
  %h = gpu.alloc host_shared (%n) : memref<?xf32, 1>
  return
}
// -----
func.func @shuffle(%x: f32, %i: i32) -> i32 {
  %w = arith.constant 32 : i32
  %0, %p = gpu.shuffle xor %x, %i, %w : f32
  %1, %q = gpu.shuffle up %i, %i, %w : i32
  %2 = gpu.all_reduce add %i uniform {} : (i32) -> (i32)
  %3 = gpu.subgroup_reduce maxsi %2 : (i32) -> i32
  %4 = gpu.subgroup_reduce add %x uniform : (f32) -> f32
  return %3 : i32
}
// -----
func.func @reduce(%x: f32) -> f32 {
  %r = gpu.all_reduce %x {
  ^bb(%a: f32, %b: f32):
    %m = arith.mulf %a, %b : f32
    "gpu.yield"(%m) : (f32) -> ()
  } : (f32) -> (f32)
  return %r : f32
}
// -----
func.func @mma(%a: memref<32x32xf16, 3>, %i: index) {
  %x = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %y = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = arith.constant 1.0 : f16
  %z = gpu.subgroup_mma_constant_matrix %c : !gpu.mma_matrix<16x16xf16, "COp">
  %d = gpu.subgroup_mma_compute %x, %y, %z : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %e = gpu.subgroup_mma_elementwise addf %d, %z : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %e, %a[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
// -----
func.func @misc(%x: i32) {
  %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  gpu.printf "value %d\0A" %x : i32
  gpu.set_default_device %x
  return
}
// -----
func.func @sparse(%t: !gpu.async.token, %n: index, %p: memref<?xindex>, %c: memref<?xindex>, %v: memref<?xf64>) {
  %m, %t1 = gpu.create_csr async [%t] %n, %n, %n, %p, %c, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %t2 = gpu.destroy_sp_mat async [%t1] %m
  return
}
// -----
gpu.binary @b [#gpu.object<#nvvm.target, "BLOB">, #gpu.object<#nvvm.target<chip = "sm_90">, assembly = "text\00">]
// -----
gpu.module @empty {}
gpu.module @targets [#nvvm.target<O = 3, chip = "sm_90", features = "+ptx80", flags = {fast}>, #rocdl.target<chip = "gfx90a">] {}
// -----
func.func @warp(%lane: index) -> vector<1xf32> {
  %r = vector.warp_execute_on_lane_0(%lane)[32] -> (vector<1xf32>) {
    %v = "t.v"() : () -> vector<32xf32>
    vector.yield %v : vector<32xf32>
  }
  return %r : vector<1xf32>
}
