"t.a"() {s = "a\\b\22c\0A\09\FF", "odd name" = 1 : i8, "1x" = "y", "a.b" = unit, _z = []} : () -> ()
// -----
"has \22quote\22 and \\ back"() : () -> ()
// -----
"t.a"() {a = @"x y"::@"1"::@b, b = @"a\22b", c = @a.b$c} : () -> ()
// -----
"t.a"() <{x = 1 : i32, "y z" = dense<1> : tensor<2xi8>, n}> {k} : () -> ()
// -----
"t.a"() <"string prop"> : () -> ()
"t.a"() <[1, 2.5, unit]> : () -> ()
"t.a"() <affine_map<(d0) -> (d0)>> : () -> ()
"t.a"() <i32> : () -> ()
// -----
"t.a"() {a = 123456789012345678901234567890123456789 : i128, b = -1 : i128, c = -123456789012345678901234567890 : si128, d = 99999999999999999999999999 : ui128} : () -> ()
// -----
"t.a"() {a = 123456789012345678901234567890123456789 : i129, b = -1 : i129, c = -123456789012345678901234567890 : si129, d = 99999999999999999999999999 : ui129} : () -> ()
// -----
"t.a"() {a = 123456789012345678901234567890123456789 : i256, b = -1 : i256, c = -123456789012345678901234567890 : si256, d = 99999999999999999999999999 : ui256} : () -> ()
// -----
"t.a"() {a = 123456789012345678901234567890123456789 : i1000, b = -1 : i1000, c = -123456789012345678901234567890 : si1000, d = 99999999999999999999999999 : ui1000} : () -> ()
// -----
"t.a"() {a = 123456789012345678901234567890123456789 : i4096, b = -1 : i4096, c = -123456789012345678901234567890 : si4096, d = 99999999999999999999999999 : ui4096} : () -> ()
// -----
"t.a"() {a = dense<[123456789012345678901234567890, -5]> : tensor<2xi128>, b = dense<-1> : vector<3xi129>, c = dense<[true, false, true]> : tensor<3xi1>, d = dense<0xFFFFFFFFFFFFFFFFFFFF> : tensor<i80>} : () -> ()
// -----
"t.a"() {a = 0xFF : i8, b = 0x80 : i8, c = -0x1 : i8, d = 0x0 : index, e = 0xFFFFFFFFFFFFFFFF : i64} : () -> ()
// -----
"t.a"() {a = array<i8: -128, 127>, b = array<i16: 1>, c = array<i64>, d = array<i1: true, false>, e = array<f32: 1.0, 0x7F800000, -0.0>, f = array<f64: 1.0e300, 0.1>, g = array<i32: 0x10>, h = array<bf16: 1.5>} : () -> ()
// -----
"t.a"() {a = array<f16: 0x7C00, 1.0, 65504.0>, b = array<i24: 1, -1>, c = array<i56: 5>} : () -> ()
// -----
"t.a"() {a = 1.0e-45 : f32, b = 3.4028235e38 : f32, c = 1.0e400 : f64, d = -1.0e400 : f32, e = 0x7F800001 : f32, f = 0xFFF8000000000000 : f64, g = 1.17549435e-38 : f32} : () -> ()
// -----
"t.a"() {a = 0.1 : f16, b = 0.1 : bf16, c = 0.1 : f80, d = 0.1 : f128, e = 0.1 : tf32, f = 0.1 : f8E4M3FN, g = 0.1 : f8E5M2, h = 0.1 : f8E4M3B11FNUZ, i = 0.1 : f8E4M3} : () -> ()
// -----
"t.a"() {a = 1.0e4000 : f80, b = 1.0e-4900 : f128, c = 0x3FFF8000000000000000 : f80, d = 0x3FFF0000000000000000000000000000 : f128, e = 123456789.125 : f80} : () -> ()
// -----
"t.a"() {a = dense<[1.0e-45, 0x7F800000, -0.0]> : tensor<3xf32>, b = dense<0.1> : tensor<2xf80>, c = dense<[0.1, 1.0]> : tensor<2xf128>, d = dense<0x7E00> : vector<2xf16>} : () -> ()
// -----
"t.a"() {a = dense<(1.0, -0.0)> : tensor<2xcomplex<f32>>, b = dense<[(1, 2), (3, -4)]> : tensor<2xcomplex<i8>>, c = dense<[[(1.0, 2.0)], [(0x7FF0000000000000, 0.1)]]> : tensor<2x1xcomplex<f64>>} : () -> ()
// -----
"t.a"() {a = dense<"0x01020304"> : tensor<4xi8>, b = dense<"0x05"> : tensor<3xi1>, c = dense<"0x0102"> : tensor<2xi16>, d = dense<"0xAABBCCDD"> : tensor<i32>} : () -> ()
// -----
"t.a"() {a = dense<["a", "b\0A", "c\22"]> : tensor<3x!x.str>, b = dense<"only"> : tensor<2x!x.str>, c = dense<[["a"], ["b"]]> : tensor<2x1x!x.s<q>>} : () -> ()
// -----
"t.a"() {a = dense<> : tensor<0xi32>, b = dense<> : tensor<2x0x3xf32>, c = dense<5> : tensor<i32>, d = dense<[]> : tensor<0xi8>, e = dense<[[], []]> : tensor<2x0xi8>} : () -> ()
// -----
"t.a"() {a = sparse<[[0, 0], [1, 2]], [1.0, 5.0]> : tensor<3x4xf32>, b = sparse<0, 1> : tensor<3xi8>, c = sparse<> : tensor<3xi32>, d = sparse<[[2]], [(1.0, 2.0)]> : tensor<3xcomplex<f32>>, e = sparse<[[1]], ["q"]> : tensor<3x!x.s>} : () -> ()
// -----
"t.a"() {a = dense<[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2]> : tensor<101xi32>, b = dense<[0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4, 5, 6, 0, 1]> : tensor<100xi32>} : () -> ()
// -----
"t.a"() {a = dense<[false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true, true, false, true]> : tensor<101xi1>, b = dense<[0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1]> : vector<101xi3>} : () -> ()
// -----
"t.a"() {a = dense_resource<none_such> : tensor<2xi32>} : () -> ()
// -----
"t.a"() {a = dense_resource<b> : tensor<3xf64>} : () -> ()
{-#
  dialect_resources: { builtin: { b: "0x08000000000000000000F03F00000000000000400000000000000840" } },
  external_resources: { tool: { k: "text", flag: true, blob: "0x0400000001" } }
#-}
// -----
"t.a"() : () -> ()
{-# external_resources: { z: { b: false }, a: { s: "x\22y" } } #-}
// -----
#a = 1 : i32
#b = [#a, #a]
#c = {x = #b, y = #a}
!t = tensor<4xi32>
!u = tuple<!t, !t>
"t.a"() {p = #c, q = !u} : () -> !u
// -----
#map = affine_map<(i, j)[n] -> (i * n + j, j floordiv 2)>
#set = affine_set<(i)[n] : (i >= 0, n - i - 1 >= 0, i mod 2 == 0)>
"t.a"() {m = #map, s = #set, arr = [#map, {k = #set}]} : () -> memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>>
// -----
"t.a"() {m = affine_map<() -> ()>, n = affine_map<() -> (0)>, o = affine_map<(d0, d1) -> ()>, p = affine_map<()[s0, s1] -> (s0 + s1, s0 * 3 - s1)>, q = affine_map<(d0) -> (-d0)>, r = affine_map<(d0)[s0] -> ((d0 + s0) mod 7 ceildiv 2)>, s = affine_map<(d0) -> (d0 - d0, d0 * 0, 5 floordiv 2, -5 floordiv 2, -5 ceildiv 2, -5 mod 3)>} : () -> ()
// -----
"t.a"() {m = affine_map<(d0, d1, d2) -> (d0 * 128 + d1 * 4 + d2 + (d0 floordiv 4) * 2 - 7, (d0 * 2) * 3, d0 * 4 + d0 * 2)>, s = affine_set<() : (0 == 0)>, t = affine_set<(d0) : (d0 >= 5, 5 >= d0, d0 <= 9)>, u = affine_set<(d0, d1)[s0] : (d0 - d1 == s0, d0 * 2 >= d1)>} : () -> ()
// -----
"t.a"() {m = affine_map<(d0) -> (d0 mod 1, d0 floordiv 1, (d0 * 4) floordiv 2, (d0 * 4) mod 2, (d0 * 4 + 2) floordiv 4, (d0 floordiv 2) floordiv 3, (d0 mod 4) mod 4, (d0 floordiv 2) * 2 + d0 mod 2)>} : () -> ()
// -----
"t.a"() {m = affine_map<(d0)[s0] -> (d0 * s0, d0 floordiv s0, (d0 + s0) * 2, -(d0 * 2), 2 * (d0 + s0) * 3)>} : () -> ()
// -----
"t.a"() : () -> (memref<4xf32, strided<[1]>>, memref<?x4xf32, strided<[?, 1], offset: ?>>, memref<4x4xf32, strided<[8, 2], offset: 3>, 2>, memref<4xf32, strided<[-1], offset: 3>>, memref<f32, strided<[], offset: 2>>)
// -----
"t.a"() : () -> (memref<*xi8>, memref<*xi8, 4>, memref<4xi8, "space">, memref<4xi8, {a = 1 : i32}>, memref<4xi8, 3 : i8>, memref<2xindex, #gpu.address_space<private>>, memref<?x?xvector<4xf32>>, memref<2xmemref<3xi8>>)
// -----
"t.a"() : () -> (memref<4x5xf32, affine_map<(d0, d1) -> (d0, d1)>>, memref<4x5xf32, affine_map<(d0, d1) -> (d1, d0)>, 1>, memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>)
// -----
"t.a"() : () -> (complex<bf16>, tuple<tuple<>, tuple<i1, (i32) -> ()>>, vector<[4]xi32>, vector<2x[8]x3xf16>, vector<i32>, tensor<*xcomplex<f32>>, tensor<4x?x2x!x.t>, tensor<?xi32, "enc">, tensor<4xi1, {x = 1}>)
// -----
"t.a"() : () -> (() -> (), (i32, (f32) -> i8) -> (i1, () -> ()), () -> (() -> ()), (tuple<>) -> ((i32) -> i32))
// -----
"t.a"() : () -> !x.y<"str>", [a, {b = <c>}], -> , (d)>
"t.a"() {x = #x.y<<<>>>, y = #x.z<a "b\22" c>, z = #x<opaque "q">} : () -> !x<inner[1, 2]>
// -----
"t.a"() {t = !x.y, u = #x.y, v = #x.y<1> : i32, w = #x.y : f32} : () -> ()
// -----
"t.a"() {x = #foo<"bar"> , y = !foo<"bar baz">} : () -> ()
// -----
"t.a"() : () -> () loc("f":1:2)
"t.a"() : () -> () loc(unknown)
"t.a"() : () -> () loc("n"("f":3:4))
"t.a"() : () -> () loc(callsite("c" at "d"))
"t.a"() : () -> () loc(fused<"m">["a", "b":1:1])
"t.a"() : () -> () loc(fused[unknown, "x":0:0, callsite("p":1:2 at fused<i32>["q"])])
"t.a"() : () -> () loc("a\22b"("c\0A":1:1))
// -----
#l = loc("f.mlir":1:2)
#m = loc("name"(#l))
#n = loc(callsite(#m at #l))
#o = loc(fused<#l>[#m, #n])
"t.a"() ({
^bb0(%a: i32 loc(#m), %b: i32 loc("z")):
  "t.b"(%a) : (i32) -> () loc(#o)
}) {x = loc("in attr"), y = #o, z = [#l, loc(fused[#l, #m])]} : () -> () loc(#n)
// -----
"t.a"() : () -> () loc(#late)
#late = loc("late":5:6)
// -----
#d = distinct[0]<1 : i32>
#e = distinct[5]<>
#f = distinct[7]<"x">
"t.a"() {a = #d, b = #e, c = [#d, #e], d = #f, e = distinct[9]<#d>} : () -> ()
// -----
"t.a"() {a = distinct[3]<unit>, b = distinct[4]<i32>, c = distinct[3]<unit>} : () -> ()
// -----
%0:3, %1, %2:2 = "t.m"() : () -> (i1, i2, i3, i4, i5, i6)
"t.u"(%2#1, %0#2, %1, %0) : (i6, i3, i4, i1) -> ()
// -----
"t.g"() ({
  %0 = "t.x"(%1) : (i32) -> i32
  %1 = "t.x"(%0) : (i32) -> i32
}) : () -> ()
// -----
module @outer attributes {x.y = 1} {
  module @inner {
    func.func private @f(i32 {x.a = "q"}, memref<?xf32>) -> (f32 {x.r}, i1)
    func.func @g(%a: i32 {x.n = 3 : i8}) attributes {x.u, llvm.z = @outer::@inner} { return }
  }
  "t.use"() {callee = @inner::@f, nested = @outer::@inner::@f} : () -> ()
  module {
    module {}
  }
}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<i32, dense<32> : vector<2xi64>>, #dlti.dl_entry<"dlti.endianness", "little">>} {}
// -----
builtin.module @"odd name" attributes {"d.odd attr" = "v"} {}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16 }>
#COO = #sparse_tensor.encoding<{ map = (i, j) -> (i : compressed(nonunique), j : singleton(soa)) }>
#BSR = #sparse_tensor.encoding<{ map = ( i, j ) -> ( i floordiv 2 : dense, j floordiv 3 : compressed, i mod 2 : dense, j mod 3 : dense ) }>
#NV = #sparse_tensor.encoding<{ map = ( i, j, k ) -> ( i : dense, j : dense, k floordiv 4 : dense, k mod 4 : structured[2, 4] ) }>
#SL = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(1, 4, ?)>) -> (d0 : dense, d1 : compressed) }>
func.func private @s(tensor<8x8xf64, #CSR>, tensor<?x?xf32, #COO>, tensor<4x6xf32, #BSR>, tensor<2x3x8xf32, #NV>, tensor<8x8xi8, #SL>)
// -----
#S = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 8, explicitVal = 1 : i8, implicitVal = 0 : i8 }>
func.func private @s(tensor<8xi8, #S>) -> !sparse_tensor.storage_specifier<#S>
// -----
func.func private @q(tensor<2x!quant.uniform<i8:f32, 9.987200e-01:127>>, !quant.uniform<u8<1:254>:f32:1, {2.0e+2:10, 0.99872:120}>, !quant.any<i8<-8:7>:f32>, !quant.calibrated<f32<-0.998:1.2321>>, !quant.uniform<i8<-100:100>:f32, 1.0>)
// -----
llvm.func @v(...) attributes {passthrough = ["nounwind", ["target-cpu", "x\22y"]]}
llvm.mlir.global internal constant @s("a\00b\FF\22") {addr_space = 0 : i32, alignment = 4 : i64}
llvm.mlir.global external @arr(dense<[1, 2]> : tensor<2xi8>) : !llvm.array<2 x i8>
llvm.func @st(!llvm.struct<"named", (i32, ptr<3>, array<2 x vector<4xf32>>)>, !llvm.struct<packed (i8, struct<()>)>, !llvm.ptr, !llvm.target<"spirv.Image", i32, 1>)
// -----
#di_file = #llvm.di_file<"a\22.c" in "/d">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #di_file, producer = "p", isOptimized = false, emissionKind = Full>
#bt = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#st = #llvm.di_subroutine_type<types = #bt>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #di_file, name = "f", file = #di_file, line = 1, subprogramFlags = Definition, type = #st>
llvm.func @f() { llvm.return } loc(fused<#sp>["a.c":1:1])
// -----
#d = #llvm.alias_scope_domain<id = distinct[0]<>, description = "dom">
#s = #llvm.alias_scope<id = distinct[1]<>, domain = #d>
#root = #llvm.tbaa_root<id = "root">
#td = #llvm.tbaa_type_desc<id = "int", members = {<#root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #td, access_type = #td, offset = 0>
llvm.func @tb(%p: !llvm.ptr) {
  %0 = llvm.load %p {alias_scopes = [#s], tbaa = [#tag]} : !llvm.ptr -> i32
  %1 = llvm.load %p {alias_scopes = [#s], noalias_scopes = [#s]} : !llvm.ptr -> i32
  llvm.return
}
// -----
llvm.func @lp(%c: i1) {
  llvm.cond_br %c, ^a, ^a {loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = <disable = false, width = 4 : i32>, mustProgress = true>}
^a:
  llvm.return
}
// -----
#m0 = affine_map<(d0, d1) -> (d0, d1)>
#m1 = affine_map<(d0, d1) -> (d1)>
func.func @l(%a: tensor<4x5xf32>, %b: tensor<5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.generic {indexing_maps = [#m1, #m0], iterator_types = ["parallel", "parallel"], doc = "d"} ins(%b : tensor<5xf32>) outs(%a : tensor<4x5xf32>) attrs = {x.q = 1} {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.addf %x, %y fastmath<nnan,contract> : f32
    linalg.yield %1 : f32
  } -> tensor<4x5xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x5xf32>) outs(%0 : tensor<4x5xf32>) permutation = [0, 1]
  return %1 : tensor<4x5xf32>
}
// -----
func.func @aff(%m: memref<?x?xf32>, %n: index) {
  affine.for %i = 0 to min affine_map<(d0)[s0] -> (d0, s0 + 3)> (%n)[%n] step 2 {
    affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 mod 2 == 0)> (%i)[%n] {
      %v = affine.load %m[%i + 3, symbol(%n) floordiv 2] : memref<?x?xf32>
      affine.store %v, %m[%i, %i * 2] : memref<?x?xf32>
    } else {
    }
  }
  affine.parallel (%i, %j) = (0, 1) to (symbol(%n), min(10, 20)) step (1, 2) {
  }
  %r = affine.apply affine_map<(d0, d1) -> (d0 + d1 * 3)> (%n, %n)
  return
}
// -----
spirv.module Logical GLSL450 requires #spirv.vce<v1.0, [Shader, Float64], [SPV_KHR_storage_buffer_storage_class]> attributes {x.y = #spirv.resource_limits<max_compute_workgroup_size = [1, 2, 3]>} {
  spirv.GlobalVariable @g bind(0, 1) : !spirv.ptr<!spirv.struct<(!spirv.array<4 x f32, stride=4> [0], i32 [16, NonWritable])>, StorageBuffer>
  spirv.SpecConstant @sc spec_id(5) = 3 : i32
  spirv.func @f() "None" { spirv.Return }
}
// -----
func.func private @sp(!spirv.image<f32, Dim2D, NoDepth, NonArrayed, SingleSampled, NeedSampler, Rgba8>, !spirv.sampled_image<!spirv.image<f32, Dim1D, NoDepth, NonArrayed, SingleSampled, SamplerUnknown, Unknown>>, !spirv.matrix<3 x vector<3xf32>>, !spirv.rtarray<i8>, !spirv.struct<rec, (i32, !spirv.ptr<!spirv.struct<rec>, Uniform>)>, !spirv.coopmatrix<8x16xi32, Subgroup, MatrixA>)
// -----
func.func @vec(%a: vector<4x8xf32>, %m: memref<8x8xf32>, %i: index) {
  %c = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i, %i], %c {in_bounds = [true, false], permutation_map = affine_map<(d0, d1) -> (d1, d0)>} : memref<8x8xf32>, vector<4x8xf32>
  %x = ub.poison : vector<8x4xf32>
  %y = ub.poison : vector<4x4xf32>
  %1 = vector.contract {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maximumf>} %a, %x, %y : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
  %2 = vector.shuffle %a, %a [0, 7, 3] : vector<4x8xf32>, vector<4x8xf32>
  return
}
// -----
func.func @omp(%n: i32, %p: memref<i32>) {
  omp.parallel num_threads(%n : i32) proc_bind(close) {
    omp.terminator
  }
  omp.atomic.write %p = %n hint(contended) memory_order(release) : memref<i32>, i32
  return
}
// -----
pdl.pattern @rewriter : benefit(1) {
  %t = pdl.type : i32
  %a = pdl.attribute = {x = [1, "s"]}
  %o = pdl.operand : %t
  %op = pdl.operation "foo.op"(%o : !pdl.value) {"attr name" = %a} -> (%t : !pdl.type)
  pdl.rewrite %op with "rw"(%t : !pdl.type)
}
// -----
func.func @gp(%i: index, %a: memref<?xf32, #gpu.address_space<workgroup>>) {
  gpu.launch blocks(%x, %y, %z) in (%gx = %i, %gy = %i, %gz = %i) threads(%tx, %ty, %tz) in (%bx = %i, %by = %i, %bz = %i) {
    gpu.barrier
    gpu.terminator
  }
  return
}
gpu.module @m [#nvvm.target<chip = "sm_90", features = "+ptx80", flags = {fast, ftz}>, #rocdl.target<O = 3>] {
}
// -----
func.func @tt(%a: tensor<4xf32>, %i: index) {
  %0 = tensor.extract_slice %a[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %1 = tensor.insert_slice %0 into %a[0] [2] [2] : tensor<2xf32> into tensor<4xf32>
  %2 = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %3 = tensor.pad %a low[1] high[%i] { ^bb0(%k: index): %c = arith.constant 0.0 : f32 tensor.yield %c : f32 } : tensor<4xf32> to tensor<?xf32>
  return
}
// -----
func.func @tosa(%a: tensor<1x4x4x8xi8>, %b: tensor<8x1x1x8xi8>, %c: tensor<8xi8>) -> tensor<1x4x4x8xi32> {
  %0 = tosa.conv2d %a, %b, %c {dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, quantization_info = #tosa.conv_quant<input_zp = 1, weight_zp = -2>} : (tensor<1x4x4x8xi8>, tensor<8x1x1x8xi8>, tensor<8xi8>) -> tensor<1x4x4x8xi32>
  return %0 : tensor<1x4x4x8xi32>
}
// -----
irdl.dialect @dd {
  irdl.type @t { %0 = irdl.any irdl.parameters(%0) }
  irdl.operation @o { %0 = irdl.is i32 %1 = irdl.any_of(%0, %0) irdl.operands(%1, variadic %0) irdl.attributes { "x" = %0 } }
}
// -----
ml_program.global private mutable @g(dense<4> : tensor<4xi32>) : tensor<4xi32>
ml_program.global public @h(#ml_program.extern : tensor<2xf32>) : tensor<2xf32>
ml_program.func @f(%a: i32) -> i32 { ml_program.return %a : i32 }
// -----
func.func @shape(%s: !shape.shape) { %0 = shape.const_shape [1, 2] : !shape.shape  %w = shape.const_witness true  %1 = shape.const_size 5 return }
// -----
func.func @as(%e: index) { async.execute { async.yield } %t, %r = async.execute -> !async.value<f32> { %c = arith.constant 1.0 : f32 async.yield %c : f32 } return }
// -----
func.func @ar(%v: vector<[4]xf32>) { %t = arm_sme.zero : vector<[4]x[4]xf32> return }
// -----
func.func @sw(%i: i32, %x: index) -> i32 {
  cf.switch %i : i32, [ default: ^a(%i : i32), 42: ^a(%i : i32), -7: ^b ]
^a(%p: i32):
  return %p : i32
^b:
  %r = scf.index_switch %x -> i32 case 2 { scf.yield %i : i32 } case -5 { scf.yield %i : i32 } default { scf.yield %i : i32 }
  return %r : i32
}
// -----
func.func @par(%a: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (%a) shared_outs(%o = %t) -> tensor<4xf32> { scf.forall.in_parallel { } } {mapping = [#gpu.thread<x>]}
  scf.parallel (%i, %j) = (%a, %a) to (%a, %a) step (%a, %a) { scf.reduce }
  return %0 : tensor<4xf32>
}
// -----
memref.global "private" constant @c : memref<2x2xf32> = dense<[[1.0, 0x7FC00000], [-0.0, 1.0e-40]]> {alignment = 64}
memref.global @u : memref<4xi8, 3> = uninitialized
memref.global @e : memref<i32>
// -----
func.func @x(%c: complex<f32>) { %0 = complex.constant [0.1, -1.0] : complex<f64> %1 = complex.constant [0x7F800000 : f32, 1.0 : f32] : complex<f32> return }
// -----
"t.a"() {a = true, b = false, c = 1 : i1, d = 0 : i1, e = -1 : i1, f = [true, 1 : i1, 1, 1.0, 1.0 : f32], g = {h = {i = {j}}}} : () -> ()
// -----
"t.a"() {a = "s" : i32, b = "s" : !x.t, c = ["s" : index], d = unit, e = i32, f = () -> (), g = tensor<2xi32>, h = memref<2xf32, 1>, i = [f32, !x.y<z>]} : () -> ()
// -----
"t.a"() {a = 5 : index, b = -5 : index, c = 9223372036854775807, d = -9223372036854775808, e = 18446744073709551615 : ui64, f = 255 : ui8, g = 127 : si8, h = -128 : si8} : () -> ()
// -----
%-x = "t.a"() : () -> i32
%a-b.c$d = "t.a"() : () -> i32
%_ = "t.a"() : () -> i32
"t.b"(%-x, %a-b.c$d, %_) : (i32, i32, i32) -> ()
// -----
"t.a"() ({
^bb-1(%x: i32, %y: tensor<4xf32> loc("arg")):
  "t.t"()[^a$b.c] : () -> ()
^a$b.c:
  "t.t"()[^a$b.c] : () -> ()
}) : () -> ()
// -----
func.func @deep() {
  "t.a"() ({ "t.a"() ({ "t.a"() ({ "t.a"() ({ ^b(%a: i1): %0 = "t.c"(%a) : (i1) -> i1 }, { ^b(%a: i2): %0 = "t.c"(%a) : (i2) -> i2 }) : () -> () }) : () -> () }, {}) : () -> () }) : () -> ()
  return
}
// -----
!tup = tuple<i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1,i1>
"t.a"() {t = !tup, u = tuple<!tup, !tup>} : () -> !tup
// -----
"t.a"() {d = dense<[[[1, 2], [3, 4]], [[5, 6], [7, 8]]]> : vector<2x2x2xi64>, e = dense<-0.0> : tensor<1x1xbf16>, f = dense<[[1.5]]> : tensor<1x1xtf32>, g = dense<[1.0, 2.0]> : tensor<2xf8E4M3FN>, h = dense<true> : vector<4xi1>, i = dense<[1, 2]> : tensor<2xindex>, j = dense<[255, 0]> : tensor<2xui8>, k = dense<[-128]> : tensor<1xsi8>, l = dense<[7, -8]> : tensor<2xi4>} : () -> ()
// -----
func.func @attrs(%a: i32 {x.y = #x.z<"q">, "x.odd name" = 1}) -> (i32 {x.r = [1, 2]}) attributes {x.b = affine_map<(d0) -> (d0 + 1)>, x.c = {k = affine_map<(d0) -> (d0 + 1)>}} { return %a : i32 }
// -----
acc.routine @r func(@f) seq
func.func @f() { return }
// -----
func.func private @nv(!nvgpu.tensormap.descriptor<tensor = memref<32x32xf32, 3>, swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>, !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 3>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x64xf32>>)
// -----
#ring = #polynomial.ring<coefficientType = i32, coefficientModulus = 2837465 : i32, polynomialModulus = #polynomial.int_polynomial<1 + x**1024>>
func.func private @p(!polynomial.polynomial<ring = #ring>)
"t.a"() {p = #polynomial.float_polynomial<0.5 + 1.5 x**2>} : () -> ()
// -----
func.func @b(%t: tensor<4xf32>, %m: memref<4xf32>) {
  %0 = bufferization.to_memref %t read_only : memref<4xf32>
  %1 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %2 = bufferization.to_tensor %m restrict writable : memref<4xf32>
  return
}
// -----
llvm.func @nn(%p: !llvm.ptr<3>, %q: !llvm.ptr<1>) { nvvm.cp.async.shared.global %p, %q, 16, cache = ca : !llvm.ptr<3>, !llvm.ptr<1>  llvm.return }
// -----
"t.a"() {a = array<f8E5M2: 1.0>, b = array<si8: 1>, c = array<ui8: 255>, d = array<i128: 170141183460469231731687303715884105727, -1>} : () -> ()
// -----
"t.a"() {a = array<f80: 1.0, 0.1>, b = array<f128: -0.0, 0.1>, c = array<ui128: 340282366920938463463374607431768211455>, d = array<si256: -5>} : () -> ()
