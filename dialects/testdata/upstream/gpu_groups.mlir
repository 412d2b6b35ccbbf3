gpu.module @m {
 gpu.func @k(%a: f32, %m: memref<?xf32>, %i: index, %v: vector<4xi32>) kernel {
  %0 = gpu.cluster_id x
  %1 = gpu.cluster_dim y
  %2 = gpu.cluster_block_id z
  %3 = gpu.cluster_dim_blocks x
  %4 = gpu.global_id x upper_bound 8
  %5 = gpu.subgroup_id : index
  %6 = gpu.num_subgroups : index
  %7 = gpu.subgroup_size : index
  %8 = gpu.subgroup_size upper_bound 32 : index
  %9 = gpu.all_reduce add %a {} : (f32) -> f32
  %10 = gpu.all_reduce add %a uniform {} : (f32) -> f32
  %11 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: f32):
    %z = arith.addf %x, %y : f32
    "gpu.yield"(%z) : (f32) -> ()
  } : (f32) -> f32
  %12 = gpu.subgroup_reduce add %a : (f32) -> f32
  %13 = gpu.subgroup_reduce maximumf %a uniform : (f32) -> f32
  %14 = gpu.subgroup_reduce xor %v uniform {foo} : (vector<4xi32>) -> vector<4xi32>
  gpu.return
 }
}
func.func @h(%n: index, %um: memref<*xf32>, %dev: i32) {
  gpu.host_register %um : memref<*xf32>
  gpu.host_unregister %um : memref<*xf32>
  gpu.set_default_device %dev
  return
}
func.func @attrs() attributes {a = #gpu.block<linear_dim_3>, b = #gpu.thread<z>, c = #gpu.warp<y>, d = #gpu.warpgroup<x>, e = #gpu.memory_space<workgroup>, f = #gpu<all_reduce_op mul>, i = #gpu<dim x>, j = #gpu.address_space<global>} { return }
