func.func private @u(i32)
func.func @order(%c: i1) {
  scf.if %c {
    %1 = arith.constant 11 : i32
    func.call @u(%1) : (i32) -> ()
  } else {
    %1 = arith.constant 12 : i32
    scf.if %c {
      %2 = arith.constant 13 : i32
      func.call @u(%2) : (i32) -> ()
    }
    func.call @u(%1) : (i32) -> ()
  }
  scf.if %c {
    %1 = arith.constant 21 : i32
    func.call @u(%1) : (i32) -> ()
  } else {
    %1 = arith.constant 22 : i32
    func.call @u(%1) : (i32) -> ()
  }
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = arith.constant 31 : i32
  func.call @u(%a) : (i32) -> ()
  scf.if %c {
    %1 = arith.constant 32 : i32
    func.call @u(%1) : (i32) -> ()
  }
  return
^bb2:
  %b = arith.constant 41 : i32
  func.call @u(%b) : (i32) -> ()
  return
}
// -----
func.func private @u(i32)
func.func @order2(%c: i1) {
  %b = arith.constant 41 : i32
  func.call @u(%b) : (i32) -> ()
  cf.br ^bb1(%b : i32)
^bb1(%x : i32):
  %d = arith.addi %b, %x : i32
  func.call @u(%d) : (i32) -> ()
  return
}
// -----
// commutative operations are equal in both orders, comparisons are not
func.func @swapped(%x: i32, %y: i32, %b: f32, %c: f32) -> (i32, i32, f32, f32, i1, i1) {
  %0 = arith.addi %x, %y : i32
  %1 = arith.addi %y, %x : i32
  %2 = arith.mulf %b, %c : f32
  %3 = arith.mulf %c, %b : f32
  %4 = arith.cmpi eq, %x, %y : i32
  %5 = arith.cmpi eq, %y, %x : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, f32, f32, i1, i1
}
func.func @swapped_inside(%x: i32, %y: i32, %c: i1) -> (i32, i32) {
  %0 = scf.if %c -> i32 {
    %a = arith.addi %x, %y : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  %1 = scf.if %c -> i32 {
    %a = arith.addi %y, %x : i32
    scf.yield %a : i32
  } else {
    scf.yield %x : i32
  }
  return %0, %1 : i32, i32
}
