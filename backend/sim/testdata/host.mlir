// Allocation, copies, a launch with dynamic shared memory, prints.
// CALL main i32[8]:iota index=8
// OUT 0: 1 3 5 7 9 11 13 15
// RESULT 8
// PRINT [-5, 18446744073709551611, true, 0.1, 1.5, ü]
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @twice(%a: memref<?xi32>, %k: i32) kernel {
      %t = gpu.thread_id x
      %c0 = arith.constant 0 : index
      %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %s = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<8xi32, #gpu.address_space<workgroup>>
      %v = memref.load %a[%t] : memref<?xi32>
      %w = arith.addi %v, %v : i32
      memref.store %w, %s[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      %x = memref.load %s[%t] : memref<8xi32, #gpu.address_space<workgroup>>
      %y = arith.addi %x, %k : i32
      memref.store %y, %a[%t] : memref<?xi32>
      gpu.return
    }
  }
  func.func private @descend_print_char(i32)
  func.func private @descend_print_i64(i64)
  func.func private @descend_print_u64(i64)
  func.func private @descend_print_bool(i1)
  func.func private @descend_print_f32(f32)
  func.func private @descend_print_f64(f64)
  func.func @main(%h: memref<?xi32>, %n: index) -> index {
    %c1 = arith.constant 1 : index
    %k = arith.constant 1 : i32
    %bytes = arith.constant 32 : i32
    %d = gpu.alloc (%n) : memref<?xi32>
    gpu.memcpy %d, %h : memref<?xi32>, memref<?xi32>
    gpu.launch_func @kernels::@twice blocks in (%c1, %c1, %c1) threads in (%n, %c1, %c1) dynamic_shared_memory_size %bytes args(%d : memref<?xi32>, %k : i32)
    gpu.memcpy %h, %d : memref<?xi32>, memref<?xi32>
    gpu.dealloc %d : memref<?xi32>
    %open = arith.constant 91 : i32
    %close = arith.constant 93 : i32
    %comma = arith.constant 44 : i32
    %space = arith.constant 32 : i32
    %nl = arith.constant 10 : i32
    %ue = arith.constant 252 : i32
    %m5 = arith.constant -5 : i64
    %true = arith.constant true
    %f = arith.constant 0.1 : f32
    %g = arith.constant 1.5 : f64
    call @descend_print_char(%open) : (i32) -> ()
    call @descend_print_i64(%m5) : (i64) -> ()
    call @descend_print_char(%comma) : (i32) -> ()
    call @descend_print_char(%space) : (i32) -> ()
    call @descend_print_u64(%m5) : (i64) -> ()
    call @descend_print_char(%comma) : (i32) -> ()
    call @descend_print_char(%space) : (i32) -> ()
    call @descend_print_bool(%true) : (i1) -> ()
    call @descend_print_char(%comma) : (i32) -> ()
    call @descend_print_char(%space) : (i32) -> ()
    call @descend_print_f32(%f) : (f32) -> ()
    call @descend_print_char(%comma) : (i32) -> ()
    call @descend_print_char(%space) : (i32) -> ()
    call @descend_print_f64(%g) : (f64) -> ()
    call @descend_print_char(%comma) : (i32) -> ()
    call @descend_print_char(%space) : (i32) -> ()
    call @descend_print_char(%ue) : (i32) -> ()
    call @descend_print_char(%close) : (i32) -> ()
    call @descend_print_char(%nl) : (i32) -> ()
    return %n : index
  }
}
// -----
// Calls, recursion, branches between blocks with arguments, a return from the middle.
// CALL fact i64=20
// RESULT 2432902008176640000
// CALL gcd i64=1071 i64=462
// RESULT 21
// CALL swap i64=3 i64=4
// RESULT 4 3
func.func @fact(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %small = arith.cmpi sle, %n, %c1 : i64
  cf.cond_br %small, ^one, ^more
^one:
  return %c1 : i64
^more:
  %m = arith.subi %n, %c1 : i64
  %r = call @fact(%m) : (i64) -> i64
  %p = arith.muli %n, %r : i64
  return %p : i64
}
func.func @gcd(%a: i64, %b: i64) -> i64 {
  cf.br ^head(%a, %b : i64, i64)
^head(%x: i64, %y: i64):
  %z = arith.constant 0 : i64
  %done = arith.cmpi eq, %y, %z : i64
  cf.cond_br %done, ^exit(%x : i64), ^next
^next:
  %r = arith.remsi %x, %y : i64
  cf.br ^head(%y, %r : i64, i64)
^exit(%g: i64):
  return %g : i64
}
func.func @swap(%a: i64, %b: i64) -> (i64, i64) {
  %c1 = arith.constant 1 : i64
  %z = arith.constant 0 : i64
  cf.br ^loop(%z, %a, %b : i64, i64, i64)
^loop(%i: i64, %x: i64, %y: i64):
  %j = arith.addi %i, %c1 : i64
  %c3 = arith.constant 3 : i64
  %go = arith.cmpi slt, %j, %c3 : i64
  cf.cond_br %go, ^loop(%j, %y, %x : i64, i64, i64), ^out(%y, %x : i64, i64)
^out(%p: i64, %q: i64):
  return %p, %q : i64, i64
}
// -----
// Arrays on the stack and on the heap, parts of buffers, copies on the host, memory returned to the caller.
// CALL parts i32[4]:iota
// RESULT 12 0
// OUT 0: 0 1 20 30
func.func @parts(%a: memref<4xi32>) -> (i32, memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %ten = arith.constant 10 : i32
  %s = memref.alloca() : memref<2xi32>
  %h = memref.alloc() : memref<2xi32>
  %part = memref.subview %a[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  scf.for %i = %c0 to %c2 step %c1 {
    %v = memref.load %part[%i] : memref<2xi32, strided<[1], offset: 2>>
    %w = arith.muli %v, %ten : i32
    memref.store %w, %s[%i] : memref<2xi32>
  }
  memref.copy %s, %h : memref<2xi32> to memref<2xi32>
  gpu.memcpy %part, %h : memref<2xi32, strided<[1], offset: 2>>, memref<2xi32>
  %x = memref.load %h[%c1] : memref<2xi32>
  %y = memref.load %a[%c2] : memref<4xi32>
  %d = arith.subi %x, %y : i32
  %e = arith.constant 2 : i32
  %r = arith.addi %d, %e : i32
  return %r, %h : i32, memref<2xi32>
}
// -----
// A part of device memory is set, and read by a kernel; a fill.
// CALL main i32[4]:iota
// OUT 0: 9 9 12 13
// STRICT
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%a: memref<4xi32>) kernel {
      %t = gpu.thread_id x
      %k = arith.constant 9 : i32
      %v = memref.load %a[%t] : memref<4xi32>
      %w = arith.addi %v, %k : i32
      memref.store %w, %a[%t] : memref<4xi32>
      gpu.return
    }
  }
  func.func @main(%h: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %z = arith.constant 0 : i32
    %k = arith.constant 1 : i32
    %d = gpu.alloc () : memref<4xi32>
    %lo = memref.subview %d[0] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1]>>
    %hi = memref.subview %d[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
    %from = memref.subview %h[3] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 3>>
    %three = memref.subview %d[2] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 2>>
    %four = memref.subview %d[3] [1] [1] : memref<4xi32> to memref<1xi32, strided<[1], offset: 3>>
    gpu.memset %lo, %z : memref<2xi32, strided<[1]>>, i32
    gpu.memcpy %three, %from : memref<1xi32, strided<[1], offset: 2>>, memref<1xi32, strided<[1], offset: 3>>
    %c3 = arith.constant 3 : index
    %i4 = arith.constant 4 : i32
    memref.store %i4, %h[%c3] : memref<4xi32>
    gpu.memcpy %four, %from : memref<1xi32, strided<[1], offset: 3>>, memref<1xi32, strided<[1], offset: 3>>
    gpu.launch_func @kernels::@add blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%d : memref<4xi32>)
    gpu.memcpy %h, %d : memref<4xi32>, memref<4xi32>
    gpu.dealloc %d : memref<4xi32>
    return
  }
}
// -----
// Memory of several dimensions on the heap: its elements lie row by row.
// CALL rows i32[6]:iota
// OUT 0: 0 1 2 10 11 12
func.func @rows(%out: memref<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %h = memref.alloc() : memref<2x3xi32>
  %copy = memref.alloc() : memref<2x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %tens = arith.muli %i, %c10 : index
      %sum = arith.addi %tens, %j : index
      %v = arith.index_cast %sum : index to i32
      memref.store %v, %h[%i, %j] : memref<2x3xi32>
    }
  }
  memref.copy %h, %copy : memref<2x3xi32> to memref<2x3xi32>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %j = %c0 to %c3 step %c1 {
      %v = memref.load %copy[%i, %j] : memref<2x3xi32>
      %row = arith.muli %i, %c3 : index
      %at = arith.addi %row, %j : index
      memref.store %v, %out[%at] : memref<6xi32>
    }
  }
  memref.dealloc %h : memref<2x3xi32>
  memref.dealloc %copy : memref<2x3xi32>
  return
}
