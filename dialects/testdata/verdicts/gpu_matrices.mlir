func.func private @f(!gpu.mma_matrix<16x16xf16, "AOp">)
// -----
func.func private @f(!gpu.mma_matrix<16x16xf16, "DOp">)
// -----
func.func private @f(!gpu.mma_matrix<16xf16, "AOp">)
// -----
func.func private @f(!gpu.mma_matrix<16x?xf16, "AOp">)
// -----
func.func private @f(!gpu.mma_matrix<16x16xi8, "AOp">)
// -----
func.func private @f(!gpu.mma_matrix<16x16xf16>)
// -----
func.func private @f(!gpu.mma_matrix<16x16xf16, "AOp", 3>)
// -----
func.func private @f(!gpu.mma_matrix)
// -----
func.func private @f(!gpu.mma_matrix<f32, "AOp">)
// -----
func.func private @f(!gpu<mma_matrix<2x2xf32, "AOp">>)
// -----
func.func private @f(!gpu.foo)
// -----
func.func private @f(!gpu.async.token)
// -----
func.func private @f(!gpu.sparse.spmat_handle)
// -----
func.func private @f(!gpu.mma_matrix<0x16xf16, "AOp">)
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, strided<[1, 32]>> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf64>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf64> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xvector<4xf16>>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xvector<4xf16>> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<*xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<*xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i]  : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> f32 return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i, %i] {leadDimension = 32 : index} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index) { %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose = 3} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, strided<[1, 32]>> return }
// -----
func.func @f(%m: memref<32x32xf64>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf64> return }
// -----
func.func @f(%m: memref<32x32xvector<4xf16>>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xvector<4xf16>> return }
// -----
func.func @f(%m: memref<*xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<*xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i]  : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: f32) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : f32, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "COp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index, transpose = 3} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16> return }
// -----
func.func @f(%m: memref<32x32xf16>, %i: index, %t: !gpu.mma_matrix<16x16xf16, "AOp">) { gpu.subgroup_mma_store_matrix %t, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "BOp">, %b: !gpu.mma_matrix<16x16xf16, "AOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "BOp">, %b: !gpu.mma_matrix<16x16xf16, "AOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<8x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<8x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x8xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x8xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x8xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xsi8, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xsi8, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xsi8, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xsi8, "COp">) -> !gpu.mma_matrix<16x16xsi8, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c  : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">, %b: !gpu.mma_matrix<16x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) { %0 = gpu.subgroup_mma_compute %a, %b, %c {a_transpose, b_transpose} : !gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp"> -> !gpu.mma_matrix<16x16xi32, "COp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xsi8, "AOp">, %b: !gpu.mma_matrix<16x16xui8, "BOp">, %c: !gpu.mma_matrix<16x16xi32, "COp">) { %0 = "gpu.subgroup_mma_compute" (%a, %b, %c) : (!gpu.mma_matrix<16x16xsi8, "AOp">, !gpu.mma_matrix<16x16xui8, "BOp">, !gpu.mma_matrix<16x16xi32, "COp">) -> !gpu.mma_matrix<16x16xi32, "COp"> return }
// -----
func.func @f(%x: f16) { %0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%x: f32) { %0 = gpu.subgroup_mma_constant_matrix %x : !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%x: f32) { %0 = "gpu.subgroup_mma_constant_matrix" (%x) : (f32) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%x: f64) { %0 = "gpu.subgroup_mma_constant_matrix" (%x) : (f64) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%x: f64) { %0 = gpu.subgroup_mma_constant_matrix %x : f64 return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">) { %0 = gpu.subgroup_mma_elementwise addf %a, %a : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">) { %0 = gpu.subgroup_mma_elementwise addf %a, %b : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">) { %0 = gpu.subgroup_mma_elementwise foo %a, %b : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">) { %0 = "gpu.subgroup_mma_elementwise"(%a) : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">) { %0 = "gpu.subgroup_mma_elementwise"(%a) <{opType = 3}> : (!gpu.mma_matrix<16x16xf16, "AOp">) -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">) { %0 = "gpu.subgroup_mma_elementwise"() <{opType = #gpu<mma_element_wise extf>}> : () -> !gpu.mma_matrix<16x16xf16, "AOp"> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.spmv_buffer_size %s{FOO}, %d, %d into f64 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.spmv_buffer_size %s{NON_TRANSPOSE}, %d, %d into f64 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.spmv %d, %s, %d, %m : memref<?xf64> into f64 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.spmv %s, %d, %d, %m : f64 into f64 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.spmv %s, %d, %d, %m : memref<?xf64> into 3 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = gpu.spmat_get_size %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0:4 = gpu.spmat_get_size async [%t] %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0:4 = gpu.spmat_get_size async [%t, %t] %s {foo} return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.destroy_sp_mat async %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.destroy_sp_mat async %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.destroy_sp_mat [%t] %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.destroy_sp_mat [%n] %s return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { "gpu.destroy_sp_mat"(%s) : (!gpu.sparse.spmat_handle) -> () return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { "gpu.destroy_sp_mat"(%d) : (!gpu.sparse.dntensor_handle) -> () return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { "gpu.destroy_sp_mat"(%t, %t) : (!gpu.async.token, !gpu.async.token) -> () return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.destroy_sp_mat"(%s) : (!gpu.sparse.spmat_handle) -> f32 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.spmv_buffer_size"(%s, %d, %d) : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.create_2to4_spmat %n, %n, %m : memref<?xf64> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.wait return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.wait async return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.wait return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.wait async return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.alloc () : memref<?xf32> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.alloc (%n) : memref<?xf32> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.alloc host_shared (%n)[%n] {foo} : memref<?xf32> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = gpu.alloc async [%t] host_shared (%n) : memref<?xf32> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = gpu.alloc async host_shared (%n) : memref<?xf32> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.memcpy %m, %m : memref<?xf64>, memref<?xf64> {foo} return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.memcpy [%t] %m, %m : memref<?xf64>, memref<?xf64> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.memset %m, %n : memref<?xf64>, index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { gpu.dealloc %m : memref<?xf64> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.alloc"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0>}> : (index) -> memref<4xf64> return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.thread_id w return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.thread_id return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.thread_id x upper_bound 3 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.thread_id x upper_bound %n return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = gpu.thread_id x {upper_bound = 3} return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.thread_id"() : () -> index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.thread_id"() {dimension = 3} : () -> index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0 = "gpu.thread_id"() {dimension = #gpu<dim y>} : () -> i32 return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = gpu.shuffle xo %n, %n, %n : index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = gpu.shuffle xor %n, %n, %n : index return }
// -----
func.func @f(%d: !gpu.sparse.dntensor_handle, %s: !gpu.sparse.spmat_handle, %p: !gpu.sparse.spgemmop_handle, %m: memref<?xf64>, %n: index, %t: !gpu.async.token) { %0, %1 = "gpu.shuffle"(%n, %n, %n) {mode = #gpu<shuffle_mode up>} : (index, index, index) -> (index, i1) return }
