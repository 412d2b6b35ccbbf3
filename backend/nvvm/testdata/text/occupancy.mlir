// What a kernel is to leave room for goes to ptxas: blocks at once of a multiprocessor, registers of a thread.
// TEXT-ANY: !{void (float addrspace(1)*)* @blocks, !"minctasm", i32 4}
// TEXT-ANY: !{void (float addrspace(1)*)* @registers, !"maxnreg", i32 64}
// TEXT-NOT: @free, !"m
// PTX: .entry blocks(
// PTX: .reqntid 128, 1, 1
// PTX: .minnctapersm 4
// PTX: .entry registers(
// PTX: .maxntid 1024
// PTX: .maxnreg 64
// PTX: .entry free(
// PTX: .reqntid 32, 1, 1
gpu.module @kernels {
  gpu.func @blocks(%a: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 128, 1, 1>, nvvm.minctasm = 4 : i32} {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    %y = arith.addf %x, %x : f32
    memref.store %y, %a[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @registers(%a: memref<?xf32>) kernel attributes {nvvm.maxnreg = 64 : i32} {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    memref.store %x, %a[%t] : memref<?xf32>
    gpu.return
  }
  gpu.func @free(%a: memref<?xf32>) kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} {
    %t = gpu.thread_id x
    %x = memref.load %a[%t] : memref<?xf32>
    memref.store %x, %a[%t] : memref<?xf32>
    gpu.return
  }
}
