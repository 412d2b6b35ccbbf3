func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.realloc %m : memref<4xf32> to memref<?xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.realloc %m(%i) : memref<4xf32> to memref<8xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.realloc %m : memref<4xf32> to memref<8xf64> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, 3> return }
// -----
func.func @f(%m: memref<4xf32>, %i: index) { %0 = memref.realloc %m : memref<4xf32> to memref<8xf32, strided<[2]>> return }
// -----
func.func @f(%m: memref<4xf32, strided<[2]>>, %i: index) { %0 = memref.realloc %m : memref<4xf32, strided<[2]>> to memref<8xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { %0 = memref.realloc %m : memref<4x4xf32> to memref<8xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { memref.prefetch %m[%i], read, locality<3>, data : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { memref.prefetch %m[%i, %i], read, locality<4>, data : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { memref.prefetch %m[%i, %i], read, locality<1>, date : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4x4xf32>, %i: index) { memref.prefetch %m[%i, %i], write, locality<-1>, data : memref<4x4xf32> return }
// -----
func.func @f(%m: memref<4xf32, 1>, %i: index) { %0 = memref.memory_space_cast %m : memref<4xf32, 1> to memref<4xf64> return }
// -----
func.func @f(%m: memref<4xf32, 1>, %i: index) { %0 = memref.memory_space_cast %m : memref<4xf32, 1> to memref<?xf32> return }
// -----
func.func @f(%m: memref<*xf32, 1>, %i: index) { %0 = memref.memory_space_cast %m : memref<*xf32, 1> to memref<*xf32> return }
// -----
func.func @f(%m: memref<*xf32, 1>, %i: index) { %0 = memref.memory_space_cast %m : memref<*xf32, 1> to memref<4xf32> return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) { "memref.dma_start"(%m, %i, %g) : (memref<4xf32>, index, memref<4xf32, 1>) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) { "memref.dma_start"(%m, %i, %g, %i, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) { "memref.dma_start"(%m, %i, %g, %i, %i, %t) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index) { "memref.dma_start"(%m, %i, %g, %i, %i, %t, %i, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%m, %w, %g, %i, %i, %t, %i, %i, %i) : (memref<4xf32>, i32, memref<4xf32, 1>, index, index, memref<1xi32>, index, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%w, %i, %g, %i, %i, %t, %i, %i, %i) : (i32, index, memref<4xf32, 1>, index, index, memref<1xi32>, index, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%m, %i, %w, %i, %i, %t, %i, %i, %i) : (memref<4xf32>, index, i32, index, index, memref<1xi32>, index, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%m, %i, %g, %i, %w, %t, %i, %i, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, i32, memref<1xi32>, index, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%m, %i, %g, %i, %i, %w, %i, %i, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, i32, index, index, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { "memref.dma_start"(%m, %i, %g, %i, %i, %t, %i, %w, %i) : (memref<4xf32>, index, memref<4xf32, 1>, index, index, memref<1xi32>, index, i32, index) -> () return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { memref.dma_start %m[%i], %g[%i], %i, %t[%i], %i : memref<4xf32>, memref<4xf32, 1>, memref<1xi32> return }
// -----
func.func @f(%m: memref<4xf32>, %g: memref<4xf32, 1>, %t: memref<1xi32>, %i: index, %w: i32) { memref.dma_start %m[%i], %g[%i], %i, %t[%i] : memref<4xf32>, memref<4xf32, 1> return }
// -----
func.func @f(%t: memref<1xi32>, %i: index) { memref.dma_wait %t[%i, %i], %i : memref<1xi32> return }
// -----
func.func @f(%t: memref<1xi32>, %i: index) { %0 = memref.alloca_scope -> (f32) { } return }
// -----
func.func @f(%t: memref<1xi32>, %i: index) { %0 = memref.alloca_scope -> (f32) { memref.alloca_scope.return %i : index } return }
// -----
func.func @f(%t: memref<1xi32>, %i: index) { memref.alloca_scope.return }
// -----
func.func @f(%t: memref<1xi32>, %i: index) { memref.alloca_scope { func.return } return }
// -----
func.func @f(%x: f32) { "memref.atomic_yield"(%x) : (f32) -> () }
