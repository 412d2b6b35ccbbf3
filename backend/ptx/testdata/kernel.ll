target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x float] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)

define ptx_kernel void @reverse(float addrspace(1)* noalias align 16 %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %a = getelementptr float, float addrspace(1)* %p, i64 %i
  %x = load float, float addrspace(1)* %a
  %s = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %x, i32 1, i32 31)
  %y = fadd contract float %x, %s
  %b = getelementptr [64 x float], [64 x float] addrspace(3)* @tile, i64 0, i64 %i
  store float %y, float addrspace(3)* %b
  call void @llvm.nvvm.barrier0()
  %j = sub i64 63, %i
  %c = getelementptr [64 x float], [64 x float] addrspace(3)* @tile, i64 0, i64 %j
  %z = load float, float addrspace(3)* %c
  store float %z, float addrspace(1)* %a
  ret void
}

!nvvm.annotations = !{!0}
!0 = !{void (float addrspace(1)*)* @reverse, !"reqntidx", i32 64, !"reqntidy", i32 1, !"reqntidz", i32 1}
