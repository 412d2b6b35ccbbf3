memref.global "private" constant @cst : memref<4xf32> = dense<1.0>
memref.global "private" @un : memref<4xf32, #gpu.address_space<workgroup>> = uninitialized
memref.global @ext : memref<4xf32>
memref.global "private" @al : memref<4xf32> = dense<[1.0,2.0,3.0,4.0]> {alignment = 16 : i64}
func.func @m(%n: index, %m: memref<?x4xf32>, %i: index, %x: f32, %c: i1, %v: i32, %mi: memref<?xi32>, %by: memref<64xi8>, %um: memref<*xf32>) {
  %0 = memref.alloc(%n) : memref<?xf32>
  %1 = memref.alloc() {alignment = 16 : i64} : memref<4xf32>
  %x1b = memref.alloc(%n)[%n] : memref<?xf32, affine_map<(d0)[s0] -> (d0 + s0)>>
  %2 = memref.alloca() : memref<4xf32, #gpu.address_space<private>>
  memref.dealloc %0 : memref<?xf32>
  %3 = memref.load %m[%i, %i] : memref<?x4xf32>
  %x3b = memref.load %m[%i, %i] {nontemporal = true} : memref<?x4xf32>
  memref.store %x, %m[%i, %i] : memref<?x4xf32>
  memref.copy %0, %1 : memref<?xf32> to memref<4xf32>
  %4 = memref.view %by[%i][%n] : memref<64xi8> to memref<?xf32>
  %x4b = memref.view %by[%i][] : memref<64xi8> to memref<4xf32>
  %5 = memref.reinterpret_cast %m to offset: [%i], sizes: [10, %n], strides: [%n, 1] : memref<?x4xf32> to memref<10x?xf32, strided<[?, 1], offset: ?>>
  %x5b = memref.reinterpret_cast %1 to offset: [0], sizes: [2, 2], strides: [2, 1] : memref<4xf32> to memref<2x2xf32>
  %6 = memref.cast %m : memref<?x4xf32> to memref<4x4xf32>
  %x6b = memref.cast %um : memref<*xf32> to memref<4xf32>
  %7 = memref.dim %m, %i : memref<?x4xf32>
  %8 = memref.get_global @cst : memref<4xf32>
  %9 = memref.atomic_rmw addi %v, %mi[%i] : (i32, memref<?xi32>) -> i32
  %x9b = memref.atomic_rmw addf %x, %m[%i, %i] : (f32, memref<?x4xf32>) -> f32
  %10 = memref.generic_atomic_rmw %mi[%i] : memref<?xi32> {
  ^bb0(%old: i32):
    %z = arith.addi %old, %v : i32
    memref.atomic_yield %z : i32
  }
  %11 = memref.extract_aligned_pointer_as_index %m : memref<?x4xf32> -> index
  %sv = memref.subview %m[%i, 0][4, 2][1, 1] : memref<?x4xf32> to memref<4x2xf32, strided<[4, 1], offset: ?>>
  memref.assume_alignment %1, 16 : memref<4xf32>
  %s0 = scf.for %k = %i to %n step %n iter_args(%acc = %x) -> (f32) {
    %q = arith.addf %acc, %x : f32
    scf.yield %q : f32
  }
  scf.for %k = %i to %n step %n {
    memref.store %x, %1[%k] : memref<4xf32>
  }
  scf.for %k = %v to %v step %v : i32 {
  } {descend.loop = "x"}
  %s1 = scf.if %c -> (i32) { scf.yield %v : i32 } else { scf.yield %v : i32 }
  scf.if %c { memref.store %x, %1[%i] : memref<4xf32> } {foo.a}
  scf.if %c { memref.store %x, %1[%i] : memref<4xf32> } else { memref.store %x, %1[%i] : memref<4xf32> }
  %w:2 = scf.while (%p = %v, %p2 = %x) : (i32, f32) -> (i32, i64) {
    %cc = arith.cmpi slt, %p, %v : i32
    %ww = arith.extsi %p : i32 to i64
    scf.condition(%cc) %p, %ww : i32, i64
  } do {
  ^bb0(%r: i32, %r2: i64):
    scf.yield %r, %x : i32, f32
  }
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    scf.yield
  }
  %wq = scf.while (%p = %v) : (i32) -> (i32) {
    scf.condition(%c) %p : i32
  } do {
  ^bb0(%r: i32):
    scf.yield %r : i32
  } attributes {foo.x}
  cf.assert %c, "hello \"w\""
  cf.cond_br %c, ^bb1(%i : index), ^bb2
^bb1(%z1: index):
  cf.br ^bb2
^bb2:
  cf.br ^bb3(%i, %x: index, f32)
^bb3(%z2: index, %z3: f32):
  %er:2 = scf.execute_region -> (index, i1) {
    cf.br ^er1
  ^er1:
    scf.yield %i, %c : index, i1
  } {foo.y}
  scf.execute_region {
    scf.yield
  }
  cf.switch %v : i32, [
    default: ^bb4(%i, %x: index, f32),
    -1: ^bb5,
    0x10: ^bb4(%z2, %z3: index, f32),
    4294967294: ^bb5
  ] {foo.z}
^bb4(%z4: index, %z5: f32):
  cf.switch %c : i1, [default: ^bb5]
^bb5:
  return
}
