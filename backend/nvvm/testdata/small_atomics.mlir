// Atomic updates of bytes and 16-bit words; exchange, xor and compare-and-swap of them.
// LAUNCH small block=32 i8[32]:random i16[32]:random i8[8]:iota i16[8]:iota
gpu.module @kernels {
  gpu.func @small(%a: memref<32xi8>, %b: memref<32xi16>, %x: memref<8xi8>, %y: memref<8xi16>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<32xi8>
    %w = memref.load %b[%t] : memref<32xi16>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %0 = memref.atomic_rmw addi %v, %x[%c0] : (i8, memref<8xi8>) -> i8
    %1 = memref.atomic_rmw maxs %v, %x[%c1] : (i8, memref<8xi8>) -> i8
    %2 = memref.atomic_rmw minu %v, %x[%c2] : (i8, memref<8xi8>) -> i8
    %3 = memref.atomic_rmw ori %v, %x[%c3] : (i8, memref<8xi8>) -> i8
    %4 = memref.generic_atomic_rmw %x[%c4] : memref<8xi8> {
    ^bb0(%old: i8):
      %n = arith.xori %old, %v : i8
      memref.atomic_yield %n : i8
    }
    %10 = memref.atomic_rmw addi %w, %y[%c0] : (i16, memref<8xi16>) -> i16
    %11 = memref.atomic_rmw maxs %w, %y[%c1] : (i16, memref<8xi16>) -> i16
    %12 = memref.atomic_rmw minu %w, %y[%c2] : (i16, memref<8xi16>) -> i16
    %13 = memref.atomic_rmw andi %w, %y[%c3] : (i16, memref<8xi16>) -> i16
    %14 = memref.generic_atomic_rmw %y[%c4] : memref<8xi16> {
    ^bb0(%old: i16):
      %n = arith.xori %old, %w : i16
      memref.atomic_yield %n : i16
    }
    gpu.return
  }
}
