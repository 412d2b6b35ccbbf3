func.func @cases(%f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [
    default: ^bb1(%a : i32),
    42: ^bb1(%f : i32),
    -7: ^bb2(%b : i32),
    43: ^bb3
  ]
^bb1(%x: i32):
  return %x : i32
^bb2(%y: i32):
  %0 = arith.addi %y, %a : i32
  %1 = arith.addi %y, %a : i32
  %2 = arith.muli %0, %1 : i32
  return %2 : i32
^bb3:
  cf.switch %f : i32, [
    default: ^bb1(%a : i32)
  ]
}
func.func @same(%f: i64) {
  cf.switch %f : i64, [
    default: ^bb1,
    9223372036854775807: ^bb1,
    5: ^bb1
  ]
^bb1:
  return
}
func.func @bool(%f: i1) -> i32 {
  %c = arith.constant 1 : i32
  cf.switch %f : i1, [
    default: ^bb1(%c : i32),
    0: ^bb1(%c : i32),
    true: ^bb2
  ]
^bb1(%d: i32):
  return %d : i32
^bb2:
  %e = arith.addi %c, %c : i32
  cf.br ^bb1(%e : i32)
}
func.func @slot(%n: i8, %a: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %a, %m[] : memref<i32>
  cf.switch %n : i8, [
    default: ^d,
    20: ^x,
    10: ^y
  ]
^x:
  %0 = arith.muli %a, %a : i32
  memref.store %0, %m[] : memref<i32>
  cf.br ^d
^y:
  %1 = arith.addi %a, %a : i32
  memref.store %1, %m[] : memref<i32>
  cf.br ^d
^d:
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}
// -----
// DIFFERS sccp: a block is known to be reached by one of two ways from the same branch
func.func @decided() -> i32 {
  %c = arith.constant 2 : i32
  %k = arith.constant 1 : i32
  cf.switch %c : i32, [
    default: ^bb1(%c : i32),
    2: ^bb1(%k : i32),
    3: ^bb2
  ]
^bb1(%d: i32):
  return %d : i32
^bb2:
  cf.br ^bb2
}
// -----
func.func @inlined(%c: i1, %a: i32) -> (i32, i32) {
  scf.execute_region {
    func.call @use(%a) : (i32) -> ()
    scf.yield
  }
  %0 = scf.execute_region -> i32 {
    %k = arith.addi %a, %a : i32
    scf.yield %k : i32
  }
  scf.if %c {
    scf.execute_region {
      cf.br ^l
    ^l:
      cf.br ^l
    }
  }
  return %0, %a : i32, i32
}
func.func private @use(i32)
// -----
// DIFFERS canonicalize: regions of several blocks stay, since kernels have no branches
// DIFFERS loop-unroll: regions of several blocks stay, since kernels have no branches
// DIFFERS inline: regions of several blocks stay, since kernels have no branches
func.func @blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  %0 = scf.execute_region -> i32 {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    %1 = arith.addi %a, %b : i32
    scf.yield %1 : i32
  ^bb2:
    scf.yield %a : i32
  }
  return %0 : i32
}
