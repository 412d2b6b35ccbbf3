llvm.func @ids() -> i32 {
  %0 = rocdl.workitem.id.x : i32
  %1 = rocdl.workgroup.id.y : i32
  %2 = rocdl.workgroup.dim.z : i64
  %3 = rocdl.grid.dim.x : i64
  llvm.return %0 : i32
}
// -----
llvm.func @sync() attributes {rocdl.kernel} {
  rocdl.barrier
  rocdl.s.barrier
  rocdl.waitcnt 49279
  rocdl.sched.barrier 3
  rocdl.s.setprio 1
  llvm.return
}
// -----
llvm.func @ops(%a: i32, %v: vector<4xf32>, %x: f32) {
  %0 = rocdl.mbcnt.lo %a, %a : (i32, i32) -> i32
  %1 = rocdl.ds_swizzle %a, %a : (i32, i32) -> i32
  %2 = rocdl.mfma.f32.4x4x1f32 %x, %x, %v, %a, %a, %a : (f32, f32, vector<4xf32>, i32, i32, i32) -> vector<4xf32>
  llvm.return
}
