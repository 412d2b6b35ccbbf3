llvm.mlir.global internal constant @str("hi\0A\00") {addr_space = 0 : i32, alignment = 1 : i64}
llvm.mlir.global external @ext() : i64
llvm.mlir.global private @arr(dense<[1, 2, 3]> : tensor<3xi32>) : !llvm.array<3 x i32>
llvm.mlir.global weak_odr thread_local @tl(3.0 : f64) {section = "data"} : f64
llvm.mlir.global internal @init() : !llvm.ptr {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// -----
llvm.func @malloc(i64 {llvm.noundef}) -> !llvm.ptr
llvm.func internal fastcc @local(%p: !llvm.ptr) -> i32 attributes {sym_visibility = "private"} {
  %0 = llvm.mlir.constant(0 : i32) : i32
  llvm.return %0 : i32
}
llvm.func extern_weak @attrs(%p: !llvm.ptr {llvm.align = 16 : i64, llvm.byval = i64, llvm.noalias, llvm.nonnull}) -> (i32 {llvm.signext}) attributes {memory = #llvm.memory_effects<other = none, argMem = read, inaccessibleMem = none>, passthrough = ["noinline", ["stackrealign", "x"]], target_cpu = "gfx90a", frame_pointer = #llvm.framePointerKind<all>}
// -----
llvm.func @arith(%a: i32, %b: i32, %x: f32, %v: vector<4xf32>) -> i32 {
  %0 = llvm.add %a, %b overflow<nsw, nuw> : i32
  %1 = llvm.sub %0, %b : i32
  %2 = llvm.mul %1, %b overflow<nsw> : i32
  %3 = llvm.sdiv %2, %b : i32
  %4 = llvm.urem %3, %b : i32
  %5 = llvm.shl %4, %b : i32
  %6 = llvm.ashr %5, %b : i32
  %7 = llvm.and %6, %b : i32
  %8 = llvm.xor %7, %b : i32
  %9 = llvm.fadd %x, %x {fastmathFlags = #llvm.fastmath<contract, nnan>} : f32
  %10 = llvm.fneg %9 : f32
  %11 = llvm.frem %10, %x : f32
  %12 = llvm.icmp "ult" %8, %b : i32
  %13 = llvm.fcmp "oge" %x, %11 {fastmathFlags = #llvm.fastmath<fast>} : f32
  %14 = llvm.select %12, %8, %b : i1, i32
  llvm.return %14 : i32
}
// -----
llvm.func @casts(%i: i32, %p: !llvm.ptr, %x: f64) {
  %0 = llvm.sext %i : i32 to i64
  %1 = llvm.zext %i : i32 to i64
  %2 = llvm.trunc %i : i32 to i8
  %3 = llvm.bitcast %x : f64 to i64
  %4 = llvm.ptrtoint %p : !llvm.ptr to i64
  %5 = llvm.inttoptr %4 : i64 to !llvm.ptr<3>
  %6 = llvm.addrspacecast %5 : !llvm.ptr<3> to !llvm.ptr
  %7 = llvm.fptosi %x : f64 to i32
  %8 = llvm.uitofp %i : i32 to f32
  %9 = llvm.fpext %8 : f32 to f64
  %10 = llvm.fptrunc %x : f64 to f16
  llvm.return
}
// -----
llvm.func @memory(%n: i64, %p: !llvm.ptr, %x: f32) {
  %0 = llvm.alloca %n x !llvm.struct<(i32, f32, array<4 x ptr>)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %1 = llvm.getelementptr inbounds %0[0, 2, %n] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(i32, f32, array<4 x ptr>)>
  %2 = llvm.load %1 {alignment = 4 : i64} : !llvm.ptr -> i32
  %3 = llvm.load volatile %p : !llvm.ptr -> f64
  llvm.store %x, %p {nontemporal} : f32, !llvm.ptr
  %4 = llvm.load %p atomic syncscope("agent") acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %5 = llvm.atomicrmw add %p, %4 monotonic : !llvm.ptr, i32
  %6 = llvm.cmpxchg %p, %4, %5 acq_rel monotonic : !llvm.ptr, i32
  llvm.fence syncscope("workgroup") seq_cst
  llvm.return
}
// -----
llvm.func @control(%c: i1, %v: i32) -> i32 {
  llvm.cond_br %c weights([3, 5]), ^a, ^b(%v : i32)
^a:
  llvm.switch %v : i32, ^c [
    1: ^b(%v : i32),
    -2: ^c
  ]
^b(%x: i32):
  llvm.br ^c {loop_annotation = #llvm.loop_annotation<mustProgress = true>}
^c:
  llvm.unreachable
}
// -----
llvm.func @aggr(%v: vector<4xf32>, %i: i32, %x: f32) {
  %0 = llvm.mlir.undef : !llvm.struct<"pair", (i32, ptr)>
  %1 = llvm.insertvalue %i, %0[0] : !llvm.struct<"pair", (i32, ptr)>
  %2 = llvm.extractvalue %1[1] : !llvm.struct<"pair", (i32, ptr)>
  %3 = llvm.insertelement %x, %v[%i : i32] : vector<4xf32>
  %4 = llvm.extractelement %3[%i : i32] : vector<4xf32>
  %5 = llvm.shufflevector %v, %3 [0, 5, 2, 7] : vector<4xf32>
  %6 = llvm.mlir.poison : vector<2xi8>
  %7 = llvm.freeze %x : f32
  llvm.return
}
// -----
llvm.func @callee(i32, f32) -> i32
llvm.func @personality(...) -> i32
llvm.func @calls(%a: i32, %f: f32, %p: !llvm.ptr) -> i32 attributes {personality = @personality} {
  %0 = llvm.call @callee(%a, %f) : (i32, f32) -> i32
  %1 = llvm.call %p(%a) : !llvm.ptr, (i32) -> i32
  %2 = llvm.call fastcc @callee(%a, %f) {fastmathFlags = #llvm.fastmath<nsz>} : (i32, f32) -> i32
  %3 = llvm.invoke @callee(%0, %f) to ^ok unwind ^bad : (i32, f32) -> i32
^ok:
  llvm.return %3 : i32
^bad:
  %4 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %4 : !llvm.struct<(ptr, i32)>
}
// -----
llvm.func @intr(%x: f32, %y: f32, %i: i32, %p: !llvm.ptr, %n: i64, %b: i1) {
  %0 = llvm.intr.sqrt(%x) : (f32) -> f32
  %1 = llvm.intr.fma(%x, %y, %0) : (f32, f32, f32) -> f32
  %2 = llvm.intr.ctpop(%i) : (i32) -> i32
  %3 = "llvm.intr.ctlz"(%i) <{is_zero_poison = true}> : (i32) -> i32
  "llvm.intr.memcpy"(%p, %p, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> ()
  %4 = "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i32, i1)>
  "llvm.intr.assume"(%b) : (i1) -> ()
  %5 = llvm.intr.expect %i, %i : i32
  %6 = llvm.intr.stacksave : !llvm.ptr
  llvm.intr.stackrestore %6 : !llvm.ptr
  llvm.intr.lifetime.start 8, %p : !llvm.ptr
  "llvm.intr.trap"() : () -> ()
  llvm.return
}
// -----
#tbaa_root = #llvm.tbaa_root<id = "root">
#tbaa_char = #llvm.tbaa_type_desc<id = "char", members = {<#tbaa_root, 0>}>
#tag = #llvm.tbaa_tag<base_type = #tbaa_char, access_type = #tbaa_char, offset = 0>
llvm.func @tbaa(%p: !llvm.ptr) -> i8 {
  %0 = llvm.load %p {tbaa = [#tag]} : !llvm.ptr -> i8
  llvm.return %0 : i8
}
// -----
#domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#s1 = #llvm.alias_scope<id = distinct[1]<>, domain = #domain>
#s2 = #llvm.alias_scope<id = distinct[2]<>, domain = #domain, description = "two">
#group = #llvm.access_group<id = distinct[3]<>>
llvm.func @scopes(%p: !llvm.ptr) {
  %0 = llvm.load %p {alias_scopes = [#s1], noalias_scopes = [#s2], access_groups = [#group]} : !llvm.ptr -> i32
  llvm.intr.experimental.noalias.scope.decl #s1
  llvm.return
}
// -----
#file = #llvm.di_file<"a.c" in "/src">
#cu = #llvm.di_compile_unit<id = distinct[0]<>, sourceLanguage = DW_LANG_C, file = #file, producer = "p", isOptimized = true, emissionKind = Full>
#int = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#fnty = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #int, #int>
#sp = #llvm.di_subprogram<id = distinct[1]<>, compileUnit = #cu, scope = #file, name = "f", linkageName = "f", file = #file, line = 3, scopeLine = 3, subprogramFlags = "Definition", type = #fnty>
#var = #llvm.di_local_variable<scope = #sp, name = "x", file = #file, line = 3, arg = 1, type = #int>
llvm.func @f(%x: i32) -> i32 {
  llvm.intr.dbg.value #var = %x : i32 loc(fused<#sp>["a.c":3:5])
  llvm.return %x : i32
} loc(fused<#sp>["a.c":3:1])
// -----
llvm.comdat @c { llvm.comdat_selector @any any }
llvm.linker_options ["-l", "m"]
llvm.mlir.global_ctors {ctors = [@f], priorities = [1 : i32]}
llvm.func @f() { llvm.return }
// -----
func.func private @types(!llvm.void, !llvm.ptr, !llvm.ptr<1>, !llvm.array<4 x array<2 x f32>>, !llvm.struct<packed (i8, i32)>, !llvm.struct<"opaque", opaque>,
  !llvm.struct<"rec", (ptr, struct<"rec">)>, !llvm.vec<4 x ptr>, !llvm.vec<? x 4 x ptr>, !llvm.func<i32 (i8, ...)>, !llvm.label, !llvm.token, !llvm.metadata, !llvm.ppc_fp128, !llvm.x86_mmx, !llvm.target<"spirv.Image", i32, 0>, !llvm.struct<()>)
// -----
llvm.func @asm(%a: i32) -> i32 {
  %0 = llvm.inline_asm has_side_effects asm_dialect = "att" "bswap $0", "=r,r" %a : (i32) -> i32
  %1 = llvm.call_intrinsic "llvm.bswap.i32"(%0) : (i32) -> i32
  llvm.return %1 : i32
}
// -----
llvm.func @va(%n: i32, ...) {
  %0 = llvm.mlir.constant(1 : i64) : i64
  %1 = llvm.alloca %0 x !llvm.struct<"va", (ptr)> : (i64) -> !llvm.ptr
  llvm.intr.vastart %1 : !llvm.ptr
  llvm.intr.vaend %1 : !llvm.ptr
  %2 = llvm.mlir.constant(dense<[1.0, 2.0]> : vector<2xf32>) : vector<2xf32>
  %3 = llvm.mlir.constant("text") : !llvm.array<4 x i8>
  %4 = llvm.mlir.addressof @va : !llvm.ptr
  llvm.return
}
// -----
#loop = #llvm.loop_annotation<disableNonforced = false, vectorize = <disable = true>, unroll = <count = 4 : i32, full = false>, parallelAccesses = #llvm.access_group<id = distinct[0]<>>>
llvm.func @annot(%c: i1) {
  llvm.br ^a
^a:
  llvm.cond_br %c, ^a, ^b {loop_annotation = #loop}
^b:
  llvm.return
}
