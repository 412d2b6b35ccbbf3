; Two threads exchange values through one buffer: p[t] = t, sync, read the
; neighbour, sync, p[t] = twice that. The buffer of @wrong is said to be
; noalias, which is not true of a buffer that threads use to talk: LLVM may
; drop the first store and let the load rise above the barrier.
target triple = "nvptx64-nvidia-cuda"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare void @llvm.nvvm.barrier0()

define ptx_kernel void @right(i32 addrspace(1)* align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = xor i32 %t, 1
  %i = zext i32 %t to i64
  %j = zext i32 %u to i64
  %a = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  %b = getelementptr i32, i32 addrspace(1)* %p, i64 %j
  store i32 %t, i32 addrspace(1)* %a
  call void @llvm.nvvm.barrier0()
  %x = load i32, i32 addrspace(1)* %b
  call void @llvm.nvvm.barrier0()
  %y = mul i32 %x, 2
  store i32 %y, i32 addrspace(1)* %a
  ret void
}

define ptx_kernel void @wrong(i32 addrspace(1)* noalias align 16 %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %u = xor i32 %t, 1
  %i = zext i32 %t to i64
  %j = zext i32 %u to i64
  %a = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  %b = getelementptr i32, i32 addrspace(1)* %p, i64 %j
  store i32 %t, i32 addrspace(1)* %a
  call void @llvm.nvvm.barrier0()
  %x = load i32, i32 addrspace(1)* %b
  call void @llvm.nvvm.barrier0()
  %y = mul i32 %x, 2
  store i32 %y, i32 addrspace(1)* %a
  ret void
}

; An in-place tree reduction over 64 elements, the shape of the examples.
define ptx_kernel void @reduce_right(i32 addrspace(1)* align 16 %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %a = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  br label %loop
loop:
  %s = phi i32 [ 32, %entry ], [ %s2, %next ]
  %c = icmp ult i32 %t, %s
  br i1 %c, label %add, label %next
add:
  %s64 = zext i32 %s to i64
  %b = getelementptr i32, i32 addrspace(1)* %a, i64 %s64
  %x = load i32, i32 addrspace(1)* %a
  %y = load i32, i32 addrspace(1)* %b
  %z = add i32 %x, %y
  store i32 %z, i32 addrspace(1)* %a
  br label %next
next:
  call void @llvm.nvvm.barrier0()
  %s2 = lshr i32 %s, 1
  %more = icmp ne i32 %s2, 0
  br i1 %more, label %loop, label %done
done:
  ret void
}
