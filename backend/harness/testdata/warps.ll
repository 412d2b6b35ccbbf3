target triple = "nvptx64-nvidia-cuda"

@bins = internal addrspace(3) global [16 x i32] undef, align 16

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare void @llvm.nvvm.barrier0()
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.shfl.sync.up.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare float @llvm.nvvm.shfl.sync.down.f32(i32, float, i32, i32)
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)

; sums each warp's 32 floats by shuffles: the loop over 16, 8, .. 1
define ptx_kernel void @warpsum(float addrspace(1)* %in, float addrspace(1)* %out) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %a = getelementptr float, float addrspace(1)* %in, i64 %i
  %x = load float, float addrspace(1)* %a
  br label %loop
loop:
  %d = phi i32 [ 16, %entry ], [ %d2, %loop ]
  %v = phi float [ %x, %entry ], [ %v2, %loop ]
  %o = call float @llvm.nvvm.shfl.sync.down.f32(i32 -1, float %v, i32 %d, i32 31)
  %v2 = fadd contract float %v, %o
  %d2 = lshr i32 %d, 1
  %more = icmp ne i32 %d2, 0
  br i1 %more, label %loop, label %end
end:
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %write, label %done
write:
  %w = lshr i64 %i, 5
  %q = getelementptr float, float addrspace(1)* %out, i64 %w
  store float %v2, float addrspace(1)* %q
  br label %done
done:
  ret void
}

; out[4*t ..] = shfl up by 3, idx of lane 5, bfly with 8, ballot of t % 3 == 0
define ptx_kernel void @shuffles(i32 addrspace(1)* %out) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %v = mul i32 %t, 10
  %u = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 3, i32 0)
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 5, i32 31)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 8, i32 31)
  %r = urem i32 %t, 3
  %z = icmp eq i32 %r, 0
  %w = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %z)
  %i = zext i32 %t to i64
  %i4 = mul i64 %i, 4
  %q0 = getelementptr i32, i32 addrspace(1)* %out, i64 %i4
  %q1 = getelementptr i32, i32 addrspace(1)* %q0, i64 1
  %q2 = getelementptr i32, i32 addrspace(1)* %q0, i64 2
  %q3 = getelementptr i32, i32 addrspace(1)* %q0, i64 3
  store i32 %u, i32 addrspace(1)* %q0
  store i32 %x, i32 addrspace(1)* %q1
  store i32 %b, i32 addrspace(1)* %q2
  store i32 %w, i32 addrspace(1)* %q3
  ret void
}

; counts the low four bits of each value, in shared and then global memory
define ptx_kernel void @histogram(i32 addrspace(1)* readonly %in, i32 addrspace(1)* %out, float addrspace(1)* %sum) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %own = icmp ult i32 %t, 16
  %mine = getelementptr [16 x i32], [16 x i32] addrspace(3)* @bins, i64 0, i64 %i
  br i1 %own, label %clear, label %count
clear:
  store i32 0, i32 addrspace(3)* %mine
  br label %count
count:
  call void @llvm.nvvm.barrier0()
  %a = getelementptr i32, i32 addrspace(1)* %in, i64 %i
  %x = load i32, i32 addrspace(1)* %a
  %y = and i32 %x, 15
  %j = zext i32 %y to i64
  %bin = getelementptr [16 x i32], [16 x i32] addrspace(3)* @bins, i64 0, i64 %j
  %old = atomicrmw add i32 addrspace(3)* %bin, i32 1 monotonic
  %f = uitofp i32 %y to float
  %oldf = atomicrmw fadd float addrspace(1)* %sum, float %f syncscope("device") monotonic
  call void @llvm.nvvm.barrier0()
  br i1 %own, label %flush, label %done
flush:
  %n = load i32, i32 addrspace(3)* %mine
  %q = getelementptr i32, i32 addrspace(1)* %out, i64 %i
  %old2 = atomicrmw add i32 addrspace(1)* %q, i32 %n monotonic
  br label %done
done:
  ret void
}

; a barrier that only some threads reach
define ptx_kernel void @diverges(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %wait, label %done
wait:
  call void @llvm.nvvm.barrier0()
  br label %done
done:
  ret void
}

; two barriers, one for each half of the block
define ptx_kernel void @parts(i32 addrspace(1)* %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 32
  br i1 %c, label %left, label %right
left:
  call void @llvm.nvvm.barrier0()
  store volatile i32 1, i32 addrspace(1)* %p
  br label %done
right:
  call void @llvm.nvvm.barrier0()
  store volatile i32 2, i32 addrspace(1)* %p
  br label %done
done:
  ret void
}

; half a warp waits for the other half
define ptx_kernel void @halfwarp() {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, 16
  br i1 %c, label %wait, label %done
wait:
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  br label %done
done:
  ret void
}
