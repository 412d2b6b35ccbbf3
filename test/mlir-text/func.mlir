func.func private @decl(i32, f32 {a.b = 1 : i8}) -> (i64, memref<?xf32>)
func.func nested @nested() -> (i32 {x.y}) {
  %0 = arith.constant 1 : i32
  return %0 : i32
}
func.func public @pub() attributes {a.k = "v", llvm.emit_c_interface} {
  return
}
// -----
func.func @callee(%x: i32, %y: f32) -> (f32, i32) {
  return %y, %x : f32, i32
}
func.func @calls(%x: i32, %y: f32) -> f32 {
  %0:2 = call @callee(%x, %y) : (i32, f32) -> (f32, i32)
  %f = constant @callee : (i32, f32) -> (f32, i32)
  %1:2 = call_indirect %f(%0#1, %0#0) : (i32, f32) -> (f32, i32)
  return %1#0 : f32
}
// -----
func.func @"quoted name!"(%f: (i32) -> ((f32) -> i1)) -> ((i32) -> ()) {
  %0 = "t.x"(%f) : ((i32) -> ((f32) -> i1)) -> ((i32) -> ())
  return %0 : (i32) -> ()
}
// -----
module @outer attributes {t.version = 2 : i32} {
  module @inner {
    func.func private @f()
    module {
      func.func @g() { return }
    }
  }
  func.func @f() {
    "t.ref"() {s = @inner::@f, q = @"a b"::@c} : () -> ()
    return
  }
}
// -----
module attributes {t.a = [1, 2, 3 : i8], t.b = {x = 1.0 : f16, y = unit, "z z" = @s}} {}
// -----
func.func private @args(%a: i32 {t.n = 1 : i64}, %b: f32)
func.func private @"with\22quote"()
