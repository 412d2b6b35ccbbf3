// Shuffles of 64 bits are two; one whose result is kept where there is no source needs no select.
// TEXT: call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32
// TEXT: call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32
// TEXT: call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32
// TEXT: i32 0)
// TEXT: call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1
// TEXT: call void @llvm.nvvm.bar.warp.sync(i32 -1)
// PTX: shfl.sync.down.b32
// PTX: shfl.sync.down.b32
// PTX: shfl.sync.up.b32
// PTX: vote.sync.ballot.b32
// PTX: bar.warp.sync
// PTX-NOT: selp.f64
gpu.module @kernels {
  gpu.func @warps(%a: memref<?xf64>, %b: memref<?xi32>) kernel {
    %t = gpu.thread_id x
    %w = arith.constant 32 : i32
    %c1 = arith.constant 1 : i32
    %x = memref.load %a[%t] : memref<?xf64>
    %v, %ok = gpu.shuffle down %x, %c1, %w : f64
    %k = arith.select %ok, %v, %x : f64
    memref.store %k, %a[%t] : memref<?xf64>
    %y = memref.load %b[%t] : memref<?xi32>
    %u, %ok2 = gpu.shuffle up %y, %c1, %w : i32
    %z = arith.constant 0 : i32
    %l = arith.select %ok2, %u, %z : i32
    %all = arith.constant -1 : i32
    %bits = nvvm.vote.ballot.sync %all, %ok2 : i32
    nvvm.bar.warp.sync %all : i32
    %m = arith.addi %l, %bits : i32
    memref.store %m, %b[%t] : memref<?xi32>
    gpu.return
  }
}
