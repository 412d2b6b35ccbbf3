"t.empty"() : () -> ()
// -----
// only a comment
// -----
%0:3 = "t.m"() : () -> (i32, f32, index)
%a, %b:2 = "t.m"() : () -> (i32, f32, index)
"t.u"(%0#2, %a, %b#1, %0, %b#0) : (index, i32, index, i32, f32) -> ()
// -----
"t.graph"() ({
  %1 = "t.u"(%2) : (i32) -> i32
  %2 = "t.u"(%1) : (i32) -> i32
}) : () -> ()
// -----
"t.r"() ({}, {
^bb0:
}, {
^a(%x: i32, %y: f32):
  "t.br"(%x)[^b, ^c] : (i32) -> ()
^b:
  "t.br"()[^c] : () -> ()
^c:
  "t.end"() : () -> ()
^d:
  "t.br"()[^b] : () -> ()
}) {k} : () -> ()
// -----
func.func @forward() {
  cf.br ^b
^a:
  "t.use"(%x) : (i32) -> ()
  return
^b:
  %x = arith.constant 3 : i32
  cf.br ^a
}
// -----
"t.nest"() ({
  "t.nest"() ({
    "t.nest"() ({
      %0 = "t.v"() : () -> i32
    }) : () -> ()
    %0 = "t.v"() : () -> i32
  }, {
    %0 = "t.v"() : () -> i32
  }) : () -> ()
  %0 = "t.v"() : () -> i32
}) : () -> ()
// -----
module { module @a { module @b {} } module {} }
// -----
"t.p"() <5 : i8> : () -> ()
"t.p"() <"s"> {a} : () -> ()
"t.p"() <{}> : () -> ()
"t.p"() <[affine_map<(d0) -> (d0)>]> {m = affine_map<(d0) -> (d0)>} : () -> ()
"t.has space"() : () -> ()
"t.q\22\0A"() : () -> ()
"nodot"() : () -> ()
// -----
%x-y.z$ = "t.v"() : () -> i32
%-w = "t.u"(%x-y.z$) : (i32) -> i32
%7 = "t.u"(%-w) : (i32) -> i32
// -----
!al = tuple<i32, f32>
#at = {k = 1 : i32}
"t.a"() {t = !al, a = #at, l = [#at, !al]} : () -> ()
// -----
!big = tuple<i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12, i13, i14, i15, i16, i17>
%0 = "t.big"() {f = affine_map<(d0) -> (d0 + 1)>, t = tensor<4xi8, {m = affine_map<(d0) -> (d0 * 2)>}>} : () -> !big
// -----
"t.c"() {
  m = affine_map<(d0) -> (d0)>, // a comment
  s = affine_set<(d0) : (d0 >= 0)>, n = memref<4xf32, affine_map<(d0) -> (d0 * 2)>>,
  r = memref<4xf32, affine_map<(d0) -> (d0 + 1)>>
} : () -> memref<8xf32, affine_map<(d0) -> (d0 * 3)>>
// -----
"t.r"() {k = dense_resource<blob1> : tensor<2xi32>} : () -> ()
{-#
  dialect_resources: { builtin: { blob1: "0x040000000100000002000000", unused: "0x0400000000000000" } },
  external_resources: { own: { a: true, b: "text", c: "0x0100000001" } }
#-}
// -----
func.func @locs(%a: i32 loc("arg":1:2)) -> i32 {
  %0 = "t.x"(%a) : (i32) -> i32 loc("named")
  %1 = "t.x"(%0) : (i32) -> i32 loc(callsite("callee":3:4 at fused["x", "y":5:6]))
  %2 = "t.x"(%1) ({
  ^bb0(%b: i32 loc("inner")):
    "t.y"() : () -> () loc(unknown)
  }) : (i32) -> i32 loc(fused<{k = 1 : i32}>["z"])
  return %2 : i32 loc("end"("file":9:9))
} loc("f")
// -----
#later = loc("defined":1:1)
func.func @aliased() {
  "t.x"() : () -> () loc(#l2)
  return
} loc(#later)
#l2 = loc("after"(#later))
// -----
func.func @isolated(%a: i32) {
  "t.r"() ({
    func.func @inner(%b: i32) {
      %0 = "t.x"(%b) : (i32) -> i32
      return
    }
  }) : () -> ()
  return
}
// -----
"t.large"() {d = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F6061626364656667"> : tensor<104xi8>,
  e = dense<"0x000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F202122232425262728292A2B2C2D2E2F303132333435363738393A3B3C3D3E3F404142434445464748494A4B4C4D4E4F505152535455565758595A5B5C5D5E5F60616263"> : tensor<100xi8>} : () -> ()
// -----
%0 = builtin.unrealized_conversion_cast to i32
%1:2 = builtin.unrealized_conversion_cast %0 : i32 to f32, index
// -----
"t.d"() {a = distinct[5]<"x">, b = distinct[7]<"x">, c = distinct[5]<"x">, d = distinct[9]<>} : () -> ()
// -----
"t.k"() {a.b = 1, "c-d" = 2, _e$f = 3, affine_map = 4, Z = 5} : () -> ()
