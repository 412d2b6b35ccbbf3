// Shuffles of what a lane may compute for another one, from ids: all kinds, in warps that are not full, of a value that a cell keeps too, and two that read
// what was published once.
// LAUNCH known block=40 grid=2 i32[80]:zeros i32[80]:iota index=3
// LAUNCH known block=32 grid=2 i32[80]:zeros i32[80]:iota index=1
// LAUNCH known block=7 grid=2 i32[80]:zeros i32[80]:iota index=100
// LAUNCH known block=8,5 grid=2 i32[80]:zeros i32[80]:iota index=2
gpu.module @kernels {
  gpu.func @known(%out: memref<80xi32>, %in: memref<80xi32> {llvm.readonly}, %n: index) kernel {
    %c32 = arith.constant 32 : i32
    %two = arith.constant 2 : i32
    %k31 = arith.constant 31 : i32
    %one = arith.constant 1 : i32
    %k40 = arith.constant 40 : index
    %k7 = arith.constant 7 : index
    %k3 = arith.constant 3 : index
    %k5 = arith.constant 5 : index
    %tx = gpu.thread_id x
    %ty = gpu.thread_id y
    %bd = gpu.block_dim x
    %b = gpu.block_id x
    %r = arith.muli %ty, %bd : index
    %t = arith.addi %r, %tx : index
    %f = arith.muli %b, %k40 : index
    %at = arith.addi %f, %t : index
    %v0 = arith.muli %t, %k7 : index
    %v1 = arith.addi %v0, %n : index
    %v2 = arith.xori %v1, %k5 : index
    %v3 = arith.muli %v2, %k3 : index
    %v4 = arith.addi %v3, %b : index
    %v5 = arith.xori %v4, %k40 : index
    %v6 = arith.addi %v5, %k7 : index
    %v7 = arith.muli %v6, %k5 : index
    %v8 = arith.xori %v7, %k3 : index
    %v9 = arith.addi %v8, %t : index
    %v10 = arith.muli %v9, %k3 : index
    %v11 = arith.xori %v10, %n : index
    %v12 = arith.addi %v11, %k40 : index
    %v13 = arith.xori %v12, %k7 : index
    %x = arith.index_cast %v13 : index to i32
    %m = arith.index_cast %n : index to i32
    %s0, %p0 = gpu.shuffle xor %x, %one, %c32 : i32
    %s1, %p1 = gpu.shuffle up %x, %two, %c32 : i32
    %s2, %p2 = gpu.shuffle down %x, %two, %c32 : i32
    %s3, %p3 = gpu.shuffle idx %x, %m, %c32 : i32
    %y = memref.load %in[%at] : memref<80xi32>
    %s4, %p4 = gpu.shuffle xor %y, %two, %c32 : i32
    %s5, %p5 = gpu.shuffle down %y, %one, %c32 : i32
    %m0 = arith.muli %x, %k31 : i32
    %q0 = arith.extui %p0 : i1 to i32
    %d0 = arith.addi %m0, %s0 : i32
    %a0 = arith.xori %d0, %q0 : i32
    %m1 = arith.muli %a0, %k31 : i32
    %q1 = arith.extui %p1 : i1 to i32
    %d1 = arith.addi %m1, %s1 : i32
    %a1 = arith.xori %d1, %q1 : i32
    %m2 = arith.muli %a1, %k31 : i32
    %q2 = arith.extui %p2 : i1 to i32
    %d2 = arith.addi %m2, %s2 : i32
    %a2 = arith.xori %d2, %q2 : i32
    %m3 = arith.muli %a2, %k31 : i32
    %q3 = arith.extui %p3 : i1 to i32
    %d3 = arith.addi %m3, %s3 : i32
    %a3 = arith.xori %d3, %q3 : i32
    %m4 = arith.muli %a3, %k31 : i32
    %q4 = arith.extui %p4 : i1 to i32
    %d4 = arith.addi %m4, %s4 : i32
    %a4 = arith.xori %d4, %q4 : i32
    %m5 = arith.muli %a4, %k31 : i32
    %q5 = arith.extui %p5 : i1 to i32
    %d5 = arith.addi %m5, %s5 : i32
    %a5 = arith.xori %d5, %q5 : i32
    gpu.barrier
    %z = arith.addi %a5, %x : i32
    memref.store %z, %out[%at] : memref<80xi32>
    gpu.return
  }
}
