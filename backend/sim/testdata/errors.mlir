// A barrier in one branch.
// LAUNCH half block=64
// NOTE in block (0), thread (0)
gpu.module @kernels {
  gpu.func @half() kernel {
    %t = gpu.thread_id x
    %c32 = arith.constant 32 : index
    %low = arith.cmpi ult, %t, %c32 : index
    scf.if %low {
      gpu.barrier // error: barrier divergence: 32 of 64 threads of the block arrive here | thread (0) arrives, thread (32) does not
    }
    gpu.return
  }
}
// -----
// A condition that all threads of the block share is fine.
// LAUNCH half grid=2 block=64
gpu.module @kernels {
  gpu.func @half() kernel {
    %b = gpu.block_id x
    %c0 = arith.constant 0 : index
    %low = arith.cmpi eq, %b, %c0 : index
    scf.if %low {
      gpu.barrier
    }
    gpu.return
  }
}
// -----
// A barrier in a loop that threads leave at different times.
// LAUNCH loop block=4
gpu.module @kernels {
  gpu.func @loop() kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.addi %t, %c1 : index
    scf.for %i = %c0 to %n step %c1 {
      gpu.barrier // error: 3 of 4 threads of the block arrive here | thread (1) arrives, thread (0) does not
    }
    gpu.return
  }
}
// -----
// A part of a warp at its barrier; whole warps may go their own ways.
// LAUNCH warp block=64
gpu.module @kernels {
  gpu.func @warp() kernel {
    %t = gpu.thread_id x
    %all = arith.constant -1 : i32
    %c32 = arith.constant 32 : index
    %c40 = arith.constant 40 : index
    %low = arith.cmpi ult, %t, %c32 : index
    scf.if %low {
      nvvm.bar.warp.sync %all : i32
    }
    %more = arith.cmpi ult, %t, %c40 : index
    scf.if %more {
      nvvm.bar.warp.sync %all : i32 // error: 8 of 32 threads of the warp arrive here | thread (32) arrives, thread (40) does not
    }
    gpu.return
  }
}
// -----
// A shuffle in divergent code.
// LAUNCH shuffle block=32
gpu.module @kernels {
  gpu.func @shuffle() kernel {
    %t = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %i1 = arith.constant 1 : i32
    %w = arith.constant 32 : i32
    %some = arith.cmpi ugt, %t, %c1 : index
    scf.if %some {
      %v, %ok = gpu.shuffle xor %i1, %i1, %w : i32 // error: 30 of 32 threads of the warp arrive here
    }
    gpu.return
  }
}
// -----
// LAUNCH bounds grid=2 block=8,2 i32[31]:zeros
// NOTE in block (1), thread (7,1)
gpu.module @kernels {
  gpu.func @bounds(%a: memref<?xi32>) kernel {
    %x = gpu.thread_id x
    %y = gpu.thread_id y
    %b = gpu.block_id x
    %c8 = arith.constant 8 : index
    %c2 = arith.constant 2 : index
    %p = arith.muli %b, %c2 : index
    %q = arith.addi %p, %y : index
    %r = arith.muli %q, %c8 : index
    %i = arith.addi %r, %x : index
    %v = memref.load %a[%i] : memref<?xi32> // error: access out of bounds: element 31 of 31 in gpu.global
    gpu.return
  }
}
// -----
// A negative index, a write.
// LAUNCH bounds block=2 i32[8]:zeros
gpu.module @kernels {
  gpu.func @bounds(%a: memref<8xi32>) kernel {
    %x = gpu.thread_id x
    %c1 = arith.constant 1 : index
    %i = arith.subi %x, %c1 : index
    %z = arith.constant 0 : i32
    memref.store %z, %a[%i] : memref<8xi32> // error: element -1 of 8 in gpu.global
    gpu.return
  }
}
// -----
// Shared and private arrays, and atomics, have bounds too.
// LAUNCH shared block=9
gpu.module @kernels {
  gpu.func @shared() workgroup(%s: memref<8xi32, #gpu.address_space<workgroup>>) kernel {
    %x = gpu.thread_id x
    %z = arith.constant 0 : i32
    memref.store %z, %s[%x] : memref<8xi32, #gpu.address_space<workgroup>> // error: element 8 of 8 in gpu.shared
    gpu.return
  }
}
// -----
// LAUNCH private block=9
gpu.module @kernels {
  gpu.func @private() kernel {
    %x = gpu.thread_id x
    %z = arith.constant 0 : i32
    %p = memref.alloca() : memref<8xi32, #gpu.address_space<private>>
    memref.store %z, %p[%x] : memref<8xi32, #gpu.address_space<private>> // error: element 8 of 8 in gpu.local
    gpu.return
  }
}
// -----
// LAUNCH atomic block=9 i32[8]:zeros
gpu.module @kernels {
  gpu.func @atomic(%a: memref<8xi32>) kernel {
    %x = gpu.thread_id x
    %z = arith.constant 0 : i32
    %0 = memref.atomic_rmw addi %z, %a[%x] : (i32, memref<8xi32>) -> i32 // error: element 8 of 8 in gpu.global
    gpu.return
  }
}
// -----
// A view that leaves the dynamic shared memory of the launch.
// LAUNCH view block=1 dyn=100
gpu.module @kernels {
  gpu.func @view() kernel {
    %c0 = arith.constant 0 : index
    %all = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %v = memref.view %all[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<32xi32, #gpu.address_space<workgroup>> // error: a view of 32 elements of 4 bytes at byte 0 leaves its buffer of 100 bytes
    gpu.return
  }
}
// -----
// Shared memory keeps nothing from the block before.
// LAUNCH unset grid=2 block=4 i32[8]:zeros
// STRICT
gpu.module @kernels {
  gpu.func @unset(%o: memref<8xi32>) workgroup(%s: memref<4xi32, #gpu.address_space<workgroup>>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %z = arith.constant 0 : i32
    %first = arith.cmpi eq, %b, %c0 : index
    scf.if %first {
      memref.store %z, %s[%t] : memref<4xi32, #gpu.address_space<workgroup>>
    }
    %v = memref.load %s[%t] : memref<4xi32, #gpu.address_space<workgroup>> // error: read of memory in gpu.shared that nobody has written
    gpu.return
  }
}
// -----
// Private and global memory; a warning once for each operation unless strict.
// LAUNCH unset block=4 i32[4]:unset i32[4]:zeros
gpu.module @kernels {
  gpu.func @unset(%a: memref<4xi32>, %o: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %p = memref.alloca() : memref<2xi32, #gpu.address_space<private>>
    %v = memref.load %p[%c0] : memref<2xi32, #gpu.address_space<private>> // warning: read of memory in gpu.local that nobody has written
    %w = memref.load %a[%t] : memref<4xi32> // warning: read of memory in gpu.global that nobody has written
    memref.store %w, %a[%t] : memref<4xi32>
    %x = memref.load %a[%t] : memref<4xi32>
    memref.store %v, %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    %y = memref.load %p[%c0] : memref<2xi32, #gpu.address_space<private>>
    gpu.return
  }
}
// -----
// An array of a loop's body is new in every round.
// LAUNCH rounds block=2
// STRICT
gpu.module @kernels {
  gpu.func @rounds() kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %z = arith.constant 0 : i32
    scf.for %i = %c0 to %c2 step %c1 {
      %p = memref.alloca() : memref<2xi32, #gpu.address_space<private>>
      %first = arith.cmpi eq, %i, %c0 : index
      scf.if %first {
        memref.store %z, %p[%c0] : memref<2xi32, #gpu.address_space<private>>
      }
      %v = memref.load %p[%c0] : memref<2xi32, #gpu.address_space<private>> // error: read of memory in gpu.local
    }
    gpu.return
  }
}
// -----
// An atomic update of what nobody set; a store is none.
// LAUNCH unset block=4 i32[2]:unset
gpu.module @kernels {
  gpu.func @unset(%a: memref<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1 : i32
    %0 = memref.atomic_rmw assign %one, %a[%c0] : (i32, memref<2xi32>) -> i32
    %1 = memref.atomic_rmw addi %one, %a[%c0] : (i32, memref<2xi32>) -> i32
    %2 = memref.atomic_rmw addi %one, %a[%c1] : (i32, memref<2xi32>) -> i32 // warning: that nobody has written
    gpu.return
  }
}
// -----
// A failed check of an index, with its text, in the second block.
// LAUNCH check grid=2 block=4 i32[8]:iota i32[8]:zeros
// NOTE in block (1), thread (2)
gpu.module @kernels {
  gpu.func @check(%a: memref<8xi32>, %o: memref<8xi32>) kernel {
    %t = gpu.thread_id x
    %b = gpu.block_id x
    %c4 = arith.constant 4 : index
    %c6 = arith.constant 6 : index
    %p = arith.muli %b, %c4 : index
    %i = arith.addi %p, %t : index
    %bad = arith.cmpi uge, %i, %c6 : index
    scf.if %bad { // error: index out of bounds: o[i] | the index is 6, there are 6 elements
      "llvm.intr.trap"() : () -> ()
    } {descend.check = "index", descend.text = "o[i]", descend.file = "f.desc", descend.line = 3 : i32, descend.column = 9 : i32}
    %v = memref.load %a[%i] : memref<8xi32>
    memref.store %v, %o[%i] : memref<8xi32>
    gpu.return
  }
}
// -----
// LAUNCH divide block=4 i32[4]:iota
gpu.module @kernels {
  gpu.func @divide(%a: memref<4xi32>) kernel {
    %t = gpu.thread_id x
    %v = memref.load %a[%t] : memref<4xi32>
    %w = arith.divsi %v, %v : i32 // error: division by zero or overflow in a division
    gpu.return
  }
}
// -----
// CALL assert i32=7
func.func @assert(%x: i32) {
  %c7 = arith.constant 7 : i32
  %bad = arith.cmpi eq, %x, %c7 : i32
  scf.if %bad { // error: assertion failed: x != 7
    "llvm.intr.trap"() : () -> ()
  } {descend.check = "assert", descend.text = "x != 7", descend.file = "f.desc", descend.line = 1 : i32, descend.column = 1 : i32}
  return
}
// -----
// Host memory in a kernel.
// CALL main i32[4]:iota
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%a: memref<4xi32>) kernel {
      %t = gpu.thread_id x
      %v = memref.load %a[%t] : memref<4xi32> // error: a kernel accesses cpu.mem
      gpu.return
    }
  }
  func.func @main(%h: memref<4xi32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%h : memref<4xi32>)
    return
  }
}
// -----
// Device memory on the host.
// CALL main
func.func @main() {
  %c0 = arith.constant 0 : index
  %d = gpu.alloc () : memref<4xi32>
  %v = memref.load %d[%c0] : memref<4xi32> // error: the CPU accesses gpu.global
  return
}
// -----
// CALL main
func.func @main() {
  %d = gpu.alloc () : memref<4xi32> // related: allocated here
  gpu.dealloc %d : memref<4xi32> // related: freed here before
  gpu.dealloc %d : memref<4xi32> // error: memory is freed twice
  return
}
// -----
// CALL main
func.func @main() {
  %d = memref.alloc() : memref<4xi32> // error: memory allocated here is never freed
  return
}
// -----
// CALL main
func.func @main() {
  %d = memref.alloc() : memref<4xi32> // related: allocated here
  gpu.dealloc %d : memref<4xi32> // error: memory in cpu.mem is freed as memory in gpu.global
  return
}
// -----
// CALL main i32[4]:iota
func.func @main(%a: memref<4xi32>) {
  memref.dealloc %a : memref<4xi32> // error: this memory was not allocated by the program
  return
}
// -----
// CALL main
func.func @main() {
  %c0 = arith.constant 0 : index
  %d = memref.alloc() : memref<4xi32>
  %z = arith.constant 0 : i32
  memref.store %z, %d[%c0] : memref<4xi32>
  memref.dealloc %d : memref<4xi32>
  %v = memref.load %d[%c0] : memref<4xi32> // error: access to memory that was freed
  return
}
// -----
// CALL main
// STRICT
func.func @main() {
  %c0 = arith.constant 0 : index
  %d = memref.alloca() : memref<4xi32>
  %v = memref.load %d[%c0] : memref<4xi32> // error: read of memory in cpu.mem that nobody has written
  return
}
// -----
// CALL main i32[4]:iota
func.func @main(%h: memref<4xi32>) {
  %d = gpu.alloc () : memref<4xi32>
  gpu.dealloc %d : memref<4xi32>
  gpu.memcpy %d, %h : memref<4xi32>, memref<4xi32> // error: copy of memory that was freed
  return
}
// -----
// CALL main index=3 i32[4]:iota
func.func @main(%n: index, %h: memref<4xi32>) {
  %d = gpu.alloc (%n) : memref<?xi32>
  gpu.memcpy %d, %h : memref<?xi32>, memref<4xi32> // error: copy of 16 bytes to memory of 12 bytes
  return
}
// -----
// More than the limit of the test, 1 GiB.
// CALL main index=268435457
func.func @main(%n: index) {
  %d = memref.alloc(%n) : memref<?xi32> // error: out of memory
  return
}
// -----
// CALL main index=-1
func.func @main(%n: index) {
  %d = memref.alloc(%n) : memref<?xi32> // error: an array of 1 x -1 elements is too large
  return
}
// -----
// Recursion without end.
// CALL main
func.func @main() {
  call @main() : () -> () // error: calls are nested deeper than 10000
  return
}
// -----
// Launches that no GPU takes.
// CALL main index=65536
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func @main(%n: index) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @kernels::@k blocks in (%c1, %n, %c1) threads in (%c1, %c1, %c1) // error: launch of k with grid [1 65536 1] and block [1 1 1]
    return
  }
}
// -----
// LAUNCH k block=64,32
gpu.module @kernels {
  gpu.func @k() kernel { // error: launch of k with 2048 threads a block; at most 1024 are possible
    gpu.return
  }
}
// -----
// LAUNCH k block=64
gpu.module @kernels {
  gpu.func @k() kernel attributes {nvvm.reqntid = array<i32: 32, 1, 1>} { // error: launch of k with block [64 1 1], it is compiled for [32 1 1]
    gpu.return
  }
}
// -----
// LAUNCH k i32[5]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<4xi32>) kernel { // error: argument 0 has 20 bytes, its type is memref<4xi32>
    gpu.return
  }
}
// -----
// LAUNCH k dyn=300000
gpu.module @kernels {
  gpu.func @k() kernel { // error: launch of k with 300000 bytes of dynamic shared memory
    gpu.return
  }
}
// -----
// Threads that use different parts of a buffer as views are not supported.
// LAUNCH k block=2 i8[16]:zeros
gpu.module @kernels {
  gpu.func @k(%a: memref<16xi8>) kernel {
    %t = gpu.thread_id x
    %c8 = arith.constant 8 : index
    %o = arith.muli %t, %c8 : index
    %v = memref.view %a[%o][] : memref<16xi8> to memref<2xi32> // error: threads of a block use different parts of a buffer as views
    gpu.return
  }
}
// -----
// Types that no register holds.
// LAUNCH k block=2
gpu.module @kernels {
  gpu.func @k() kernel {
    %c = arith.constant 1 : i128 // error: the simulator does not support values of type i128
    gpu.return
  }
}
