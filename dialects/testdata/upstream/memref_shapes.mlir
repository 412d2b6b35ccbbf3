func.func @m(%n: index, %m: memref<?x4xf32>, %i: index, %x: f32, %c: i1, %v: i32, %mi: memref<?xi32>, %by: memref<64xi8>, %um: memref<*xf32>, %m3 : memref<4x?x8xf32>, %sh: memref<2xi32>, %ge: memref<?xf32, 1>, %tag: memref<1xi32>) {
  %0 = memref.memory_space_cast %mi : memref<?xi32> to memref<?xi32, 5>
  %1 = memref.rank %um : memref<*xf32>
  %2 = memref.transpose %m3 (i, j, k) -> (k, i, j) : memref<4x?x8xf32> to memref<8x4x?xf32, strided<[1, ?, 8]>>
  %3 = memref.reshape %um(%sh) : (memref<*xf32>, memref<2xi32>) -> memref<?x?xf32>
  %d = memref.dim %m, %i : memref<?x4xf32>
  %4 = memref.expand_shape %m [[0, 1], [2]] output_shape [%d, 2, 4] : memref<?x4xf32> into memref<?x2x4xf32>
  %5 = memref.collapse_shape %m3 [[0, 1], [2]] : memref<4x?x8xf32> into memref<?x8xf32>
  %6:6 = memref.extract_strided_metadata %m : memref<?x4xf32> -> memref<f32>, index, index, index, index, index
  %7 = memref.realloc %mi : memref<?xi32> to memref<64xi32>
  %8 = memref.realloc %mi(%n) {alignment = 8} : memref<?xi32> to memref<?xi32>
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<?x4xf32>
  memref.prefetch %m[%i, %i], write, locality<0>, instr : memref<?x4xf32>
  memref.dma_start %m[%i, %i], %ge[%i], %n, %tag[%i] : memref<?x4xf32>, memref<?xf32, 1>, memref<1xi32>
  memref.dma_start %m[%i, %i], %ge[%i], %n, %tag[%i], %n, %n : memref<?x4xf32>, memref<?xf32, 1>, memref<1xi32>
  memref.dma_wait %tag[%i], %n : memref<1xi32>
  memref.alloca_scope {
    %z = memref.alloca() : memref<4xf32>
  }
  %9 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %x : f32
  }
  %10:2 = memref.alloca_scope -> (f32, f32) {
    memref.alloca_scope.return %x, %x : f32, f32
  }
  return
}
