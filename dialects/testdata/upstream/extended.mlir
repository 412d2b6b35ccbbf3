func.func @a(%x: i32, %y: i32, %v: vector<4xi64>, %f: f32, %fv: vector<4xf32>, %iv: vector<4xi32>, %fn : (i32) -> i32) {
  %0, %1 = arith.addui_extended %x, %y : i32, i1
  %2:2 = arith.addui_extended %v, %v : vector<4xi64>, vector<4xi1>
  %low, %h = arith.mulsi_extended %x, %y : i32
  %l2, %h2 = arith.mului_extended %v, %v : vector<4xi64>
  %3 = math.acosh %f fastmath<fast> : f32
  %4 = math.fpowi %f, %x : f32, i32
  %5 = math.fpowi %fv, %iv fastmath<nnan> : vector<4xf32>, vector<4xi32>
  %6 = math.ipowi %x, %y : i32
  %7 = func.call_indirect %fn(%x) : (i32) -> i32
  %8 = func.constant @a : (i32, i32, vector<4xi64>, f32, vector<4xf32>, vector<4xi32>, (i32)->i32) -> ()
  %9 = constant @b : () -> ()
  call_indirect %9() : () -> ()
  return
}
func.func private @b()
