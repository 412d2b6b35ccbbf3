llvm.func @sregs() -> i32 {
  %0 = nvvm.read.ptx.sreg.tid.x : i32
  %1 = nvvm.read.ptx.sreg.ntid.y : i32
  %2 = nvvm.read.ptx.sreg.ctaid.z : i32
  %3 = nvvm.read.ptx.sreg.nctaid.x : i32
  %4 = nvvm.read.ptx.sreg.laneid : i32
  %5 = nvvm.read.ptx.sreg.warpsize : i32
  %6 = nvvm.read.ptx.sreg.clock64 : i64
  llvm.return %0 : i32
}
// -----
llvm.func @sync(%m: i32, %p: i1) attributes {nvvm.kernel, nvvm.maxntid = array<i32: 32, 8, 1>} {
  nvvm.barrier0
  nvvm.barrier id = %m
  nvvm.bar.warp.sync %m : i32
  %0 = nvvm.vote.ballot.sync %m, %p : i32
  %1 = nvvm.elect.sync -> i1
  nvvm.fence.proxy {kind = #nvvm.proxy_kind<async>}
  llvm.return
}
// -----
llvm.func @shfl(%m: i32, %x: f32, %i: i32) -> f32 {
  %0 = nvvm.shfl.sync bfly %m, %x, %i, %i : f32 -> f32
  %1 = nvvm.shfl.sync up %m, %0, %i, %i {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  %2 = nvvm.redux.sync add %i, %m : i32 -> i32
  llvm.return %0 : f32
}
// -----
llvm.func @cp(%s: !llvm.ptr<3>, %g: !llvm.ptr<1>, %n: i32) {
  nvvm.cp.async.shared.global %s, %g, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>
  nvvm.cp.async.commit.group
  nvvm.cp.async.wait.group 0
  nvvm.mbarrier.init.shared %s, %n : !llvm.ptr<3>, i32
  llvm.return
}
// -----
llvm.func @mma(%a: vector<2xf16>, %c: f32) {
  %0 = nvvm.mma.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c, %c, %c, %c, %c] {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 8, n = 8, k = 4>} : (vector<2xf16>, vector<2xf16>, f32) -> !llvm.struct<(f32, f32, f32, f32, f32, f32, f32, f32)>
  llvm.return
}
// -----
llvm.func @ldmatrix(%p: !llvm.ptr<3>) {
  %0 = nvvm.ldmatrix %p {layout = #nvvm.mma_layout<row>, num = 4 : i32} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32, i32, i32)>
  llvm.return
}
