func.func @a(%x: i32, %y: i32, %v: vector<4xi32>) -> (i32,i1,i32,i1,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32, i32,i1,i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m1 = arith.constant -1 : i32
  %s0, %o0 = arith.addui_extended %x, %c0 : i32, i1
  %s1, %o1 = arith.addui_extended %m1, %m1 : i32, i1
  %l, %h = arith.mulsi_extended %x, %c0 : i32
  %l1, %h1 = arith.mulsi_extended %x, %c1 : i32
  %l2, %h2 = arith.mulsi_extended %m1, %m1 : i32
  %l3, %h3 = arith.mului_extended %x, %c1 : i32
  %l4, %h4 = arith.mului_extended %m1, %m1 : i32
  %l5, %h5 = arith.mului_extended %x, %y : i32
  %s2, %o2 = arith.addui_extended %c0, %x : i32, i1
  %l6, %h6 = arith.mulsi_extended %x, %y : i32
  return %s0, %o0, %s1, %o1, %l, %h, %l1, %h1, %l2, %h2, %l3, %h3, %l4, %h4, %s2, %o2, %l5 : i32,i1,i32,i1,i32,i32,i32,i32,i32,i32,i32,i32,i32,i32, i32,i1,i32
}
// -----
func.func @f(%f: f32, %x: i32, %y: i32) -> (f32, f32, i32, i32, f32,f32) {
  %c2 = arith.constant 2 : i32
  %c1 = arith.constant 1 : i32
  %f2 = arith.constant 2.0 : f32
  %0 = math.fpowi %f, %c1 : f32, i32
  %1 = math.fpowi %f2, %c2 : f32, i32
  %2 = math.ipowi %c2, %c2 : i32
  %3 = math.ipowi %x, %c1 : i32
  %4 = math.acosh %f2 : f32
  %5 = math.atanh %f2 : f32
  return %0, %1, %2, %3, %4,%5 : f32, f32, i32, i32, f32,f32
}
// -----
func.func @e(%x: i32, %y: i1) { %a, %b = "arith.addui_extended"(%x, %x) : (i32, i32) -> (i32, i32) return }
// -----
func.func @e(%x: vector<4xi32>, %y: i1) { %a, %b = "arith.addui_extended"(%x, %x) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, vector<3xi1>) return }
// -----
func.func @e(%x: vector<4xi32>, %z : i32) { %a, %b = "arith.addui_extended"(%z, %x) : (i32, vector<4xi32>) -> (vector<4xi32>, vector<4xi1>) return }
// -----
func.func @e(%x: i64, %z : i32) { %a, %b = "arith.mulsi_extended"(%z, %z) : (i32, i32) -> (i64, i32) return }
// -----
func.func @e(%x: f32, %z : vector<4xi32>) { %a = "math.fpowi"(%x, %z) : (f32, vector<4xi32>) -> (f32) return }
// -----
func.func @e(%x: f32, %z : index) { %a = "math.fpowi"(%x, %z) : (f32, index) -> (f32) return }
// -----
func.func @e() { %a = "func.constant"() <{value = @b}> : () -> (() -> i32) return }
func.func private @b()
// -----
func.func @e() { %a = "func.constant"() <{value = @c}> : () -> (() -> i32) return }
// -----
func.func @e() { %a = "func.constant"() <{value = @c}> : () -> (i32) return }
// -----
func.func @e(%f : (i32) -> i32) { %a = "func.call_indirect"(%f) : ((i32) -> i32) -> (i32) return }
// -----
func.func @e(%f : i32) { %a = "func.call_indirect"(%f) : (i32) -> (i32) return }
