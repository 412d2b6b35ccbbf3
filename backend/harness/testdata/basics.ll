target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [64 x i32] undef, align 16
@dyn = external addrspace(3) global [0 x float], align 16
@__descend_fault = addrspace(1) global i64 0, align 8
@fmt = private addrspace(4) constant [18 x i8] c"t=%d x=%g s=%%%c\0A\00"

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
declare void @llvm.nvvm.barrier0()
declare void @llvm.trap()
declare void @llvm.assume(i1)
declare i32 @vprintf(i8*, i8*)
declare double @llvm.sqrt.f64(double)

; c[i] = a[i] + b[i] * s for i < n
define ptx_kernel void @vecadd(double addrspace(1)* noalias readonly align 16 %a, double addrspace(1)* noalias readonly align 16 %b, double addrspace(1)* noalias align 16 %c, double %s, i64 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b0 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %d = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b0, %d
  %k = add i32 %m, %t
  %i = zext i32 %k to i64
  %in = icmp ult i64 %i, %n
  br i1 %in, label %body, label %done
body:
  %pa = getelementptr double, double addrspace(1)* %a, i64 %i
  %pb = getelementptr double, double addrspace(1)* %b, i64 %i
  %pc = getelementptr double, double addrspace(1)* %c, i64 %i
  %x = load double, double addrspace(1)* %pa
  %y = load double, double addrspace(1)* %pb
  %z = fmul contract double %y, %s
  %w = fadd contract double %x, %z
  store double %w, double addrspace(1)* %pc
  br label %done
done:
  ret void
}

; reverses each block's 64 elements through shared memory
define ptx_kernel void @reverse(i32 addrspace(1)* align 16 %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %i = zext i32 %t to i64
  %b64 = zext i32 %b to i64
  %o = mul i64 %b64, 64
  %row = getelementptr i32, i32 addrspace(1)* %p, i64 %o
  %a = getelementptr i32, i32 addrspace(1)* %row, i64 %i
  %x = load i32, i32 addrspace(1)* %a
  %s = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i64 0, i64 %i
  store i32 %x, i32 addrspace(3)* %s
  call void @llvm.nvvm.barrier0()
  %j = sub i64 63, %i
  %c = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i64 0, i64 %j
  %g = addrspacecast i32 addrspace(3)* %c to i32*
  %z = load i32, i32* %g
  store i32 %z, i32 addrspace(1)* %a
  ret void
}

; the same without the barrier
define ptx_kernel void @forgets(i32 addrspace(1)* align 16 %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %i = zext i32 %t to i64
  %a = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  %x = load i32, i32 addrspace(1)* %a
  %s = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i64 0, i64 %i
  store i32 %x, i32 addrspace(3)* %s
  %j = sub i64 63, %i
  %c = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i64 0, i64 %j
  %z = load i32, i32 addrspace(3)* %c
  store i32 %z, i32 addrspace(1)* %a
  ret void
}

; writes its linear thread number over a 3-D grid
define ptx_kernel void @where(i32 addrspace(1)* %p) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %tz = call i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  %nx = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ny = call i32 @llvm.nvvm.read.ptx.sreg.ntid.y()
  %nz = call i32 @llvm.nvvm.read.ptx.sreg.ntid.z()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %bz = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %gx = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %gy = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %a0 = mul i32 %bz, %gy
  %a1 = add i32 %a0, %by
  %a2 = mul i32 %a1, %gx
  %a3 = add i32 %a2, %bx
  %a4 = mul i32 %a3, %nz
  %a5 = add i32 %a4, %tz
  %a6 = mul i32 %a5, %ny
  %a7 = add i32 %a6, %ty
  %a8 = mul i32 %a7, %nx
  %a9 = add i32 %a8, %tx
  %i = zext i32 %a9 to i64
  %q = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  store i32 %a9, i32 addrspace(1)* %q
  ret void
}

; rotates by one through dynamic shared memory
define ptx_kernel void @dynamic(float addrspace(1)* %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %i = zext i32 %t to i64
  %a = getelementptr float, float addrspace(1)* %p, i64 %i
  %x = load float, float addrspace(1)* %a
  %s = getelementptr [0 x float], [0 x float] addrspace(3)* @dyn, i64 0, i64 %i
  store float %x, float addrspace(3)* %s
  call void @llvm.nvvm.barrier0()
  %t1 = add i32 %t, 1
  %t2 = urem i32 %t1, %n
  %j = zext i32 %t2 to i64
  %c = getelementptr [0 x float], [0 x float] addrspace(3)* @dyn, i64 0, i64 %j
  %z = load float, float addrspace(3)* %c
  store float %z, float addrspace(1)* %a
  ret void
}

; all scalar parameter types, a device function, an alloca
define internal double @helper(double %x) noinline {
  %r = call double @llvm.sqrt.f64(double %x)
  ret double %r
}
define ptx_kernel void @scalars(double addrspace(1)* %p, i1 %b, i8 %i, i16 %j, half %h, float %f, double %d) {
entry:
  %v = alloca [2 x double], align 8
  %v0 = getelementptr [2 x double], [2 x double]* %v, i64 0, i64 0
  %x0 = uitofp i1 %b to double
  %x1 = sitofp i8 %i to double
  %x2 = sitofp i16 %j to double
  %x3 = fpext half %h to double
  %x4 = fpext float %f to double
  %x5 = call double @helper(double %d)
  %p1 = getelementptr double, double addrspace(1)* %p, i64 1
  %p2 = getelementptr double, double addrspace(1)* %p, i64 2
  %p3 = getelementptr double, double addrspace(1)* %p, i64 3
  %p4 = getelementptr double, double addrspace(1)* %p, i64 4
  %p5 = getelementptr double, double addrspace(1)* %p, i64 5
  store volatile double %x5, double* %v0
  %y5 = load volatile double, double* %v0
  store double %x0, double addrspace(1)* %p
  store double %x1, double addrspace(1)* %p1
  store double %x2, double addrspace(1)* %p2
  store double %x3, double addrspace(1)* %p3
  store double %x4, double addrspace(1)* %p4
  store double %y5, double addrspace(1)* %p5
  ret void
}

; *(p + i) = 7
define ptx_kernel void @poke(i32 addrspace(1)* %p, i64 %i) {
  %q = getelementptr i32, i32 addrspace(1)* %p, i64 %i
  store i32 7, i32 addrspace(1)* %q
  ret void
}

; writes one element behind the shared array
define ptx_kernel void @spill(i64 %i) {
  %q = getelementptr [64 x i32], [64 x i32] addrspace(3)* @tile, i64 0, i64 %i
  store volatile i32 7, i32 addrspace(3)* %q
  ret void
}

; a run-time check that fails in thread i: it fills the record and traps
define ptx_kernel void @checked(i32 %i) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bad = icmp eq i32 %t, %i
  br i1 %bad, label %fail, label %done
fail:
  %r = load i64, i64 addrspace(1)* @__descend_fault
  %q = inttoptr i64 %r to i32*
  store volatile i32 4242, i32* %q
  call void @llvm.trap()
  unreachable
done:
  ret void
}

; prints from every thread
define ptx_kernel void @prints() {
entry:
  %args = alloca { i32, double, i32 }, align 8
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %f0 = sitofp i32 %t to double
  %f = fmul double %f0, 5.0e-1
  %a0 = getelementptr { i32, double, i32 }, { i32, double, i32 }* %args, i64 0, i32 0
  %a1 = getelementptr { i32, double, i32 }, { i32, double, i32 }* %args, i64 0, i32 1
  %a2 = getelementptr { i32, double, i32 }, { i32, double, i32 }* %args, i64 0, i32 2
  store i32 %t, i32* %a0
  store double %f, double* %a1
  store i32 65, i32* %a2
  %raw = bitcast { i32, double, i32 }* %args to i8*
  %r = call i32 @vprintf(i8* addrspacecast (i8 addrspace(4)* getelementptr ([18 x i8], [18 x i8] addrspace(4)* @fmt, i64 0, i64 0) to i8*), i8* %raw)
  ret void
}

; copies four floats as one vector, which needs 16-byte alignment
define ptx_kernel void @vector(<4 x float> addrspace(1)* align 16 %p, i64 %i) {
  %r = bitcast <4 x float> addrspace(1)* %p to float addrspace(1)*
  %q = getelementptr float, float addrspace(1)* %r, i64 %i
  %v = bitcast float addrspace(1)* %q to <4 x float> addrspace(1)*
  store <4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>, <4 x float> addrspace(1)* %v, align 16
  ret void
}

define ptx_kernel void @promises(float addrspace(1)* align 16 %p, i64 %i) {
  %q = getelementptr float, float addrspace(1)* %p, i64 %i
  call void @llvm.assume(i1 true) [ "align"(float addrspace(1)* %q, i64 16) ]
  store float 1.0, float addrspace(1)* %q
  ret void
}

define ptx_kernel void @divides(i32 addrspace(1)* %p, i32 %d) {
  %x = load i32, i32 addrspace(1)* %p
  %y = sdiv i32 %x, %d
  store i32 %y, i32 addrspace(1)* %p
  ret void
}

define ptx_kernel void @forever(i32 addrspace(1)* %p) {
entry:
  br label %loop
loop:
  store volatile i32 1, i32 addrspace(1)* %p
  br label %loop
}

!nvvm.annotations = !{!0, !1, !2}
!0 = !{void (i32 addrspace(1)*)* @reverse, !"reqntidx", i32 64, !"reqntidy", i32 1, !"reqntidz", i32 1}
!1 = !{void (float addrspace(1)*)* @dynamic, !"maxntidx", i32 128}
!2 = !{void (i32 addrspace(1)*)* @where, !"kernel", i32 1}
