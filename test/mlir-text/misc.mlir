ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global public @ext(#ml_program.extern<tensor<4xi32>>) : tensor<?xi32>
ml_program.func @f(%x: i32) -> i32 {
  %0 = ml_program.global_load @state : tensor<4xf32>
  ml_program.global_store @state = %0 : tensor<4xf32>
  ml_program.return %x : i32
}
ml_program.subgraph @g() -> i64 {
  %c = arith.constant 3 : i64
  ml_program.output %c : i64
}
// -----
ml_program.func @tokens() {
  %t = ml_program.token
  ml_program.return
}
// -----
!poly = !polynomial.polynomial<ring = <coefficientType = i32, coefficientModulus = 65536 : i32, polynomialModulus = #polynomial.int_polynomial<1 + x**1024>>>
func.func @poly(%a: !poly, %b: !poly, %i: index, %c: i32) -> !poly {
  %0 = polynomial.add %a, %b : !poly
  %1 = polynomial.mul %0, %b : !poly
  %2 = polynomial.sub %1, %a : !poly
  %3 = polynomial.monic_monomial_mul %2, %i : (!poly, index) -> !poly
  return %3 : !poly
}
// -----
irdl.dialect @own {
  irdl.type @box {
    %0 = irdl.any
    irdl.parameters(%0)
  }
  irdl.operation @open {
    %0 = irdl.is f32
    %1 = irdl.is i32
    %2 = irdl.any_of(%0, %1)
    %3 = irdl.parametric @own::@box<%2>
    irdl.operands(%3)
    irdl.results(%2)
  }
  irdl.attribute @tag {
    %0 = irdl.is "text"
    %1 = irdl.all_of(%0, %0)
    irdl.parameters(%1)
  }
}
// -----
irdl.dialect @more {
  irdl.operation @o {
    %0 = irdl.any
    irdl.operands(single %0, optional %0, variadic %0)
    irdl.attributes {"a" = %0}
    %r = irdl.region
    %s = irdl.region(%0) with size 3
    irdl.regions(%r, %s)
  }
}
// -----
func.func @mpi(%b: memref<100xf32>, %r: i32) {
  %e = mpi.init : !mpi.retval
  %q, %rank = mpi.comm_rank : !mpi.retval, i32
  mpi.send(%b, %r, %r) : memref<100xf32>, i32, i32
  mpi.recv(%b, %r, %r) : memref<100xf32>, i32, i32
  %f = mpi.finalize : !mpi.retval
  return
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<index, 32 : i64>, #dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<i64, dense<64> : vector<2xi64>>>} {}
// -----
module attributes {dlti.target_system_spec = #dlti.target_system_spec<"CPU" : #dlti.target_device_spec<#dlti.dl_entry<"L1", 4096 : ui32>>>} {}
// -----
func.func @amdgpu(%m: memref<128xf32>, %i: i32, %a: vector<4xf16>, %c: vector<16xf32>) {
  %0 = amdgpu.raw_buffer_load %m[%i] : memref<128xf32>, i32 -> f32
  amdgpu.raw_buffer_store {boundsCheck = false} %0 -> %m[%i] : f32 -> memref<128xf32>, i32
  amdgpu.lds_barrier
  %1 = amdgpu.mfma %a * %a + %c {abid = 0 : i32, cbsz = 0 : i32, k = 8 : i32, m = 32 : i32, n = 32 : i32, blocks = 1 : i32} blgp = none : vector<4xf16>, vector<4xf16>, vector<16xf32>
  return
}
// -----
func.func @xegpu(%m: memref<24x32xf16>) {
  %0 = xegpu.create_nd_tdesc %m[0, 0] : memref<24x32xf16> -> !xegpu.tensor_desc<8x16xf16>
  %1 = xegpu.load_nd %0 {l1_hint = #xegpu.cache_hint<cached>} : !xegpu.tensor_desc<8x16xf16> -> vector<8x16xf16>
  xegpu.store_nd %1, %0 : vector<8x16xf16>, !xegpu.tensor_desc<8x16xf16>
  return
}
