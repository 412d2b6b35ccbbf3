// DIFFERS loop-unroll: the number of iterations is computed without assuming that the upper bound is not below the lower one
func.func private @u(i1, index)
func.func @f(%n: index, %x: i8) -> (index, i32, i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.remui %i, %c16 : index
    %1 = arith.cmpi ult, %i, %c16 : index
    func.call @u(%1, %0) : (i1, index) -> ()
  }
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0) -> (index) {
    %q = arith.addi %a, %c1 : index
    %1 = arith.cmpi sge, %i, %c0 : index
    %2 = arith.cmpi sge, %q, %c0 : index
    func.call @u(%1, %q) : (i1, index) -> ()
    func.call @u(%2, %q) : (i1, index) -> ()
    scf.yield %q : index
  }
  %e = arith.extui %x : i8 to i32
  %c300 = arith.constant 300 : i32
  %k = arith.cmpi slt, %e, %c300 : i32
  %c15 = arith.constant 15 : i32
  %m = arith.andi %e, %c15 : i32
  %c4 = arith.constant 4 : i32
  %s = arith.shrui %m, %c4 : i32
  return %r, %s, %k : index, i32, i1
}
