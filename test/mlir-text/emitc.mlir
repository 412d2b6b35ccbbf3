emitc.include <"stdio.h">
emitc.include "own.h"
// -----
func.func @ops(%a: i32, %b: i32) -> i32 {
  %0 = emitc.add %a, %b : (i32, i32) -> i32
  %1 = emitc.sub %0, %b : (i32, i32) -> i32
  %2 = emitc.mul %1, %b : (i32, i32) -> i32
  %3 = emitc.div %2, %b : (i32, i32) -> i32
  %4 = emitc.rem %3, %b : (i32, i32) -> i32
  %5 = emitc.bitwise_and %4, %b : (i32, i32) -> i32
  %6 = emitc.bitwise_left_shift %5, %b : (i32, i32) -> i32
  %7 = emitc.bitwise_not %6 : (i32) -> i32
  %8 = emitc.unary_minus %7 : (i32) -> i32
  %9 = emitc.cmp lt, %8, %b : (i32, i32) -> i1
  %10 = emitc.logical_not %9 : i1
  %11 = emitc.conditional %10, %a, %b : i32
  return %11 : i32
}
// -----
func.func @calls(%a: i32, %p: !emitc.opaque<"state">) {
  emitc.call_opaque "init"() : () -> ()
  %0 = emitc.call_opaque "pick"(%a, %p) {args = [0 : index, 7 : i32, 1 : index], template_args = [i32, f32]} : (i32, !emitc.opaque<"state">) -> f32
  emitc.verbatim "// said literally"
  return
}
// -----
func.func @vars(%i: index) {
  %v = "emitc.variable"() <{value = #emitc.opaque<"NULL">}> : () -> !emitc.ptr<i32>
  %w = "emitc.variable"() <{value = 42 : i32}> : () -> i32
  %c = "emitc.constant"() <{value = 1.5 : f32}> : () -> f32
  %l = emitc.literal "M_PI" : f32
  %p = emitc.apply "&"(%w) : (i32) -> !emitc.ptr<i32>
  %d = emitc.apply "*"(%p) : (!emitc.ptr<i32>) -> i32
  emitc.assign %d : i32 to %w : i32
  %a = "emitc.variable"() <{value = #emitc.opaque<"">}> : () -> !emitc.array<4x8xf32>
  %e = emitc.subscript %a[%i, %i] : (!emitc.array<4x8xf32>, index, index) -> f32
  return
}
// -----
func.func @control(%lo: index, %hi: index, %st: index, %c: i1) {
  emitc.for %i = %lo to %hi step %st {
    emitc.if %c {
      %0 = emitc.call_opaque "f"(%i) : (index) -> i32
    } else {
      %1 = emitc.call_opaque "g"() : () -> i32
    }
  }
  return
}
// -----
emitc.func @f(%x: i32) -> i32 attributes {specifiers = ["static", "inline"]} {
  %e = emitc.expression : i32 {
    %a = emitc.add %x, %x : (i32, i32) -> i32
    emitc.yield %a : i32
  }
  %r = emitc.call @f(%e) : (i32) -> i32
  emitc.return %r : i32
}
emitc.func private @ext(i32) attributes {specifiers = ["extern"]}
emitc.declare_func @f
emitc.global extern const @table : !emitc.array<8xi8>
emitc.global static @counter : i32 = 3
