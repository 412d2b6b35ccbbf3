func.func @straight(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %0, %0 : i32
  memref.store %1, %m[] : memref<i32>
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}
// -----
func.func @uninit() -> f32 {
  %m = memref.alloca() : memref<f32>
  %2 = memref.load %m[] : memref<f32>
  return %2 : f32
}
// -----
func.func @cfg(%c: i1, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %b, %m[] : memref<i32>
  cf.br ^bb2
^bb2:
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}
// -----
func.func @cfgloop(%c: i1, %a: i32, %b: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.br ^bb1
^bb1:
  %1 = memref.load %m[] : memref<i32>
  %2 = arith.addi %1, %b : i32
  memref.store %2, %m[] : memref<i32>
  cf.cond_br %c, ^bb1, ^bb2
^bb2:
  %3 = memref.load %m[] : memref<i32>
  return %3 : i32
}
// -----
// DIFFERS loop-unroll: the number of iterations is computed without assuming that the upper bound is not below the lower one
// DIFFERS mem2reg: values are carried through loops and conditionals
func.func @scf(%c: i1, %n: index, %a: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.load %m[] : memref<i32>
    %2 = arith.addi %1, %1 : i32
    scf.if %c {
      memref.store %2, %m[] : memref<i32>
    }
    scf.while : () -> () {
      %5 = memref.load %m[] : memref<i32>
      %6 = arith.cmpi slt, %5, %a : i32
      scf.condition(%6)
    } do {
      %5 = memref.load %m[] : memref<i32>
      %6 = arith.muli %5, %a : i32
      memref.store %6, %m[] : memref<i32>
      scf.yield
    }
  }
  %3 = memref.load %m[] : memref<i32>
  return %3 : i32
}
// -----
func.func private @use(memref<i32>)
func.func @esc(%a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  call @use(%m) : (memref<i32>) -> ()
  %3 = memref.load %m[] : memref<i32>
  return %3 : i32
}
// -----
func.func @agg(%a: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %m = memref.alloca() : memref<4xi32>
  memref.store %a, %m[%c1] : memref<4xi32>
  memref.store %a, %m[%c3] : memref<4xi32>
  %3 = memref.load %m[%c1] : memref<4xi32>
  return %3 : i32
}
