// RUN: descendc run %s | FileCheck %s
// RUN: not descendc run %s --fn=leaves 2>&1 | FileCheck %s --check-prefix=LEAVES
// RUN: not descendc run %s --fn=cast 2>&1 | FileCheck %s --check-prefix=CAST

memref.global "private" constant @table : memref<2x3xi32> = dense<[[1, 2, 3], [4, 5, 6]]>

func.func private @printMemrefI32(memref<*xi32>)
func.func private @printNewline()
func.func private @printI64(i64)
func.func @print(%m: memref<?x?xi32, strided<[?, ?], offset: ?>>) {
  %u = memref.cast %m : memref<?x?xi32, strided<[?, ?], offset: ?>> to memref<*xi32>
  call @printMemrefI32(%u) : (memref<*xi32>) -> ()
  return
}
func.func @main() {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %t = memref.get_global @table : memref<2x3xi32>
  %part = memref.subview %t[0, %c1] [2, %c2] [1, 1] : memref<2x3xi32> to memref<2x?xi32, strided<[3, 1], offset: ?>>
  %p = memref.cast %part : memref<2x?xi32, strided<[3, 1], offset: ?>> to memref<?x?xi32, strided<[?, ?], offset: ?>>
  // CHECK: rank = 2 offset = 1 sizes = [2, 2] strides = [3, 1] data =
  // CHECK-NEXT: {{\[\[}}2,   3],
  // CHECK-NEXT:  [5,   6]]
  call @print(%p) : (memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  %row = memref.subview %t[1, 0] [1, 3] [1, 1] : memref<2x3xi32> to memref<3xi32, strided<[1], offset: 3>>
  %r = memref.cast %row : memref<3xi32, strided<[1], offset: 3>> to memref<*xi32>
  // CHECK: rank = 1 offset = 3 sizes = [3] strides = [1] data =
  // CHECK-NEXT: [4,  5,  6]
  call @printMemrefI32(%r) : (memref<*xi32>) -> ()
  %flat = memref.collapse_shape %t [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  %other = memref.expand_shape %flat [[0, 1]] output_shape [3, 2] : memref<6xi32> into memref<3x2xi32>
  %copy = memref.alloc() : memref<3x2xi32>
  memref.copy %other, %copy : memref<3x2xi32> to memref<3x2xi32>
  %even = memref.reinterpret_cast %copy to offset: [1], sizes: [3], strides: [2] : memref<3x2xi32> to memref<3xi32, strided<[2], offset: 1>>
  %e = memref.cast %even : memref<3xi32, strided<[2], offset: 1>> to memref<*xi32>
  // CHECK: rank = 1 offset = 1 sizes = [3] strides = [2] data =
  // CHECK-NEXT: [2,  4,  6]
  call @printMemrefI32(%e) : (memref<*xi32>) -> ()
  %rank = memref.rank %e : memref<*xi32>
  %n = arith.index_cast %rank : index to i64
  // CHECK-NEXT: 1{{$}}
  call @printI64(%n) : (i64) -> ()
  call @printNewline() : () -> ()
  return
}
func.func @leaves() {
  %c2 = arith.constant 2 : index
  %t = memref.get_global @table : memref<2x3xi32>
  // LEAVES: a part of 2 elements at 2 with stride 1 leaves its buffer
  // LEAVES: views.mlir:[[# @LINE+1]]:
  %part = memref.subview %t[0, %c2] [2, 2] [1, 1] : memref<2x3xi32> to memref<2x2xi32, strided<[3, 1], offset: ?>>
  return
}
func.func @cast() {
  %c2 = arith.constant 2 : index
  %a = memref.alloc(%c2) : memref<?x4xi32>
  // CAST: dimension 0 has the size 2 and is used as one of 3
  // CAST: views.mlir:[[# @LINE+1]]:
  %b = memref.cast %a : memref<?x4xi32> to memref<3x4xi32>
  return
}
