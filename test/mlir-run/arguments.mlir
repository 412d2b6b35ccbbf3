// RUN: descendc run %s --fn=scaled --arg a=2 --arg m=iota -D m_0=2 --out m=- | FileCheck %s
// RUN: descendc run %s --fn=kinds --arg u=255 --arg s=-3 --arg i=-1 --arg b=true --arg h=1.5,2 --arg d=[[[1],[2]]] --arg z=7 --out d=- --out h=- | FileCheck %s --check-prefix=KINDS
// RUN: not descendc run %s --fn=kinds --arg u=1 --arg s=1 --arg i=-1 --arg b=false --arg h=1,2 --arg d=zeros -D d_0=1 -D d_2=0 --arg z=7 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// RUN: descendc run %s --fn=unnamed --arg arg0=5 | FileCheck %s --check-prefix=UNNAMED

// CHECK: m = {{\[\[}} 0.  2.  4.]
// CHECK-NEXT: [ 6.  8. 10.]]
func.func @scaled(%a: f32, %m: memref<?x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %m, %c0 : memref<?x3xf32>
  %d = gpu.alloc (%n) : memref<?x3xf32>
  gpu.memcpy %d, %m : memref<?x3xf32>, memref<?x3xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %x = memref.load %d[%bx, %tx] : memref<?x3xf32>
    %y = arith.mulf %a, %x : f32
    memref.store %y, %d[%bx, %tx] : memref<?x3xf32>
    gpu.terminator
  }
  gpu.memcpy %m, %d : memref<?x3xf32>, memref<?x3xf32>
  return
}

// KINDS: -1
// KINDS-NEXT: -3
// KINDS-NEXT: h = [2. 2.]
// KINDS-NEXT: d = {{\[\[\[}}-1]
// KINDS-NEXT: [ 2]]]
func.func @kinds(%u: ui8, %s: i16, %i: index, %b: i1, %h: memref<2xf16>,
                 %d: memref<?x2x?xi64>, %z: f64) -> (index, i16) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.load %h[%c1] : memref<2xf16>
  memref.store %x, %h[%c0] : memref<2xf16>
  %n = arith.index_cast %i : index to i64
  // OUTSIDE: access out of bounds in cpu.mem
  // OUTSIDE: arguments.mlir:[[# @LINE+1]]:3
  memref.store %n, %d[%c0, %c0, %c0] : memref<?x2x?xi64>
  return %i, %s : index, i16
}

// UNNAMED: 5
func.func @unnamed(%0: i32) -> i32 {
  return %0 : i32
}
