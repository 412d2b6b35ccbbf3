"t.a"() <{p = 1}> {a = 1, l = [1]} : () -> ()
"t.a"() <{p = -1 : i8}> {a = -1 : i8, l = [-1 : i8]} : () -> ()
// -----
"t.a"() <{p = 255 : ui8}> {a = 255 : ui8, l = [255 : ui8]} : () -> ()
"t.a"() <{p = 127 : si8}> {a = 127 : si8, l = [127 : si8]} : () -> ()
// -----
"t.a"() <{p = -128 : i8}> {a = -128 : i8, l = [-128 : i8]} : () -> ()
"t.a"() <{p = 0x7F : i8}> {a = 0x7F : i8, l = [0x7F : i8]} : () -> ()
// -----
"t.a"() <{p = true}> {a = true, l = [true]} : () -> ()
"t.a"() <{p = false}> {a = false, l = [false]} : () -> ()
// -----
"t.a"() <{p = 18446744073709551615}> {a = 18446744073709551615, l = [18446744073709551615]} : () -> ()
"t.a"() <{p = 123456789012345678901234567890123 : i200}> {a = 123456789012345678901234567890123 : i200, l = [123456789012345678901234567890123 : i200]} : () -> ()
// -----
"t.a"() <{p = -5 : index}> {a = -5 : index, l = [-5 : index]} : () -> ()
"t.a"() <{p = 0 : i0}> {a = 0 : i0, l = [0 : i0]} : () -> ()
// -----
"t.a"() <{p = 1.0}> {a = 1.0, l = [1.0]} : () -> ()
"t.a"() <{p = -0.0}> {a = -0.0, l = [-0.0]} : () -> ()
// -----
"t.a"() <{p = 1.5e-10}> {a = 1.5e-10, l = [1.5e-10]} : () -> ()
"t.a"() <{p = 0.1}> {a = 0.1, l = [0.1]} : () -> ()
// -----
"t.a"() <{p = 0.1 : f32}> {a = 0.1 : f32, l = [0.1 : f32]} : () -> ()
"t.a"() <{p = 123456.789 : f16}> {a = 123456.789 : f16, l = [123456.789 : f16]} : () -> ()
// -----
"t.a"() <{p = 1.0e38 : f32}> {a = 1.0e38 : f32, l = [1.0e38 : f32]} : () -> ()
"t.a"() <{p = 3.0e38 : bf16}> {a = 3.0e38 : bf16, l = [3.0e38 : bf16]} : () -> ()
// -----
"t.a"() <{p = 1.0e400}> {a = 1.0e400, l = [1.0e400]} : () -> ()
"t.a"() <{p = 0x7FF8000000000001 : f64}> {a = 0x7FF8000000000001 : f64, l = [0x7FF8000000000001 : f64]} : () -> ()
// -----
"t.a"() <{p = 0x7F800000 : f32}> {a = 0x7F800000 : f32, l = [0x7F800000 : f32]} : () -> ()
"t.a"() <{p = 0xFC00 : f16}> {a = 0xFC00 : f16, l = [0xFC00 : f16]} : () -> ()
// -----
"t.a"() <{p = 0x3F80 : bf16}> {a = 0x3F80 : bf16, l = [0x3F80 : bf16]} : () -> ()
"t.a"() <{p = 2.5 : f8E5M2}> {a = 2.5 : f8E5M2, l = [2.5 : f8E5M2]} : () -> ()
// -----
"t.a"() <{p = 1.0 : f80}> {a = 1.0 : f80, l = [1.0 : f80]} : () -> ()
"t.a"() <{p = 0.3333333333333333 : f128}> {a = 0.3333333333333333 : f128, l = [0.3333333333333333 : f128]} : () -> ()
// -----
"t.a"() <{p = 1234567.0}> {a = 1234567.0, l = [1234567.0]} : () -> ()
"t.a"() <{p = 16777216.0 : f32}> {a = 16777216.0 : f32, l = [16777216.0 : f32]} : () -> ()
// -----
"t.a"() <{p = "text"}> {a = "text", l = ["text"]} : () -> ()
"t.a"() <{p = "with \\ \" \0A \C3\A9 \t"}> {a = "with \\ \" \0A \C3\A9 \t", l = ["with \\ \" \0A \C3\A9 \t"]} : () -> ()
// -----
"t.a"() <{p = ""}> {a = "", l = [""]} : () -> ()
"t.a"() <{p = "typed" : !t.s}> {a = "typed" : !t.s, l = ["typed" : !t.s]} : () -> ()
// -----
"t.a"() <{p = unit}> {a = unit, l = [unit]} : () -> ()
"t.a"() <{p = []}> {a = [], l = [[]]} : () -> ()
// -----
"t.a"() <{p = [1, 2 : i8, 3.0, 4.0 : f32, "s", unit, i32, @a]}> {a = [1, 2 : i8, 3.0, 4.0 : f32, "s", unit, i32, @a], l = [[1, 2 : i8, 3.0, 4.0 : f32, "s", unit, i32, @a]]} : () -> ()
"t.a"() <{p = [[1], [[2.0]], {}]}> {a = [[1], [[2.0]], {}], l = [[[1], [[2.0]], {}]]} : () -> ()
// -----
"t.a"() <{p = {}}> {a = {}, l = [{}]} : () -> ()
"t.a"() <{p = {a, b = 1, "c d" = {e = [f32]}, i32 = 5, true = false}}> {a = {a, b = 1, "c d" = {e = [f32]}, i32 = 5, true = false}, l = [{a, b = 1, "c d" = {e = [f32]}, i32 = 5, true = false}]} : () -> ()
// -----
"t.a"() <{p = @sym}> {a = @sym, l = [@sym]} : () -> ()
"t.a"() <{p = @a::@"b c"::@d}> {a = @a::@"b c"::@d, l = [@a::@"b c"::@d]} : () -> ()
// -----
"t.a"() <{p = @"0start"}> {a = @"0start", l = [@"0start"]} : () -> ()
"t.a"() <{p = i32}> {a = i32, l = [i32]} : () -> ()
// -----
"t.a"() <{p = (i32) -> f32}> {a = (i32) -> f32, l = [(i32) -> f32]} : () -> ()
"t.a"() <{p = array<i32>}> {a = array<i32>, l = [array<i32>]} : () -> ()
// -----
"t.a"() <{p = array<i8: 1, -2, 3>}> {a = array<i8: 1, -2, 3>, l = [array<i8: 1, -2, 3>]} : () -> ()
"t.a"() <{p = array<i1: true, false>}> {a = array<i1: true, false>, l = [array<i1: true, false>]} : () -> ()
// -----
"t.a"() <{p = array<f64: 1.0, 2.5, 0.1>}> {a = array<f64: 1.0, 2.5, 0.1>, l = [array<f64: 1.0, 2.5, 0.1>]} : () -> ()
"t.a"() <{p = array<f32: 1.0e10>}> {a = array<f32: 1.0e10>, l = [array<f32: 1.0e10>]} : () -> ()
// -----
"t.a"() <{p = array<i64: 9223372036854775807>}> {a = array<i64: 9223372036854775807>, l = [array<i64: 9223372036854775807>]} : () -> ()
"t.a"() <{p = dense<1> : tensor<i32>}> {a = dense<1> : tensor<i32>, l = [dense<1> : tensor<i32>]} : () -> ()
// -----
"t.a"() <{p = dense<true> : tensor<2xi1>}> {a = dense<true> : tensor<2xi1>, l = [dense<true> : tensor<2xi1>]} : () -> ()
"t.a"() <{p = dense<[1, 2, 3]> : tensor<3xi8>}> {a = dense<[1, 2, 3]> : tensor<3xi8>, l = [dense<[1, 2, 3]> : tensor<3xi8>]} : () -> ()
// -----
"t.a"() <{p = dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf16>}> {a = dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf16>, l = [dense<[[1.0, 2.0], [3.0, 4.0]]> : vector<2x2xf16>]} : () -> ()
"t.a"() <{p = dense<[1, 1, 1]> : tensor<3xi64>}> {a = dense<[1, 1, 1]> : tensor<3xi64>, l = [dense<[1, 1, 1]> : tensor<3xi64>]} : () -> ()
// -----
"t.a"() <{p = dense<> : tensor<0x4xf32>}> {a = dense<> : tensor<0x4xf32>, l = [dense<> : tensor<0x4xf32>]} : () -> ()
"t.a"() <{p = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>}> {a = dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>, l = [dense<(1.0, -2.0)> : tensor<2xcomplex<f32>>]} : () -> ()
// -----
"t.a"() <{p = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>}> {a = dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>, l = [dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i8>>]} : () -> ()
"t.a"() <{p = dense<["a", "b"]> : tensor<2x!t.str>}> {a = dense<["a", "b"]> : tensor<2x!t.str>, l = [dense<["a", "b"]> : tensor<2x!t.str>]} : () -> ()
// -----
"t.a"() <{p = dense<"same"> : tensor<2x2x!t.str>}> {a = dense<"same"> : tensor<2x2x!t.str>, l = [dense<"same"> : tensor<2x2x!t.str>]} : () -> ()
"t.a"() <{p = dense<"0x01020304"> : tensor<4xi8>}> {a = dense<"0x01020304"> : tensor<4xi8>, l = [dense<"0x01020304"> : tensor<4xi8>]} : () -> ()
// -----
"t.a"() <{p = dense<"0x0000803F00000040"> : tensor<2xf32>}> {a = dense<"0x0000803F00000040"> : tensor<2xf32>, l = [dense<"0x0000803F00000040"> : tensor<2xf32>]} : () -> ()
"t.a"() <{p = dense<0x7FC00000> : tensor<4xf32>}> {a = dense<0x7FC00000> : tensor<4xf32>, l = [dense<0x7FC00000> : tensor<4xf32>]} : () -> ()
// -----
"t.a"() <{p = dense<[-1, 0, 5]> : tensor<3xindex>}> {a = dense<[-1, 0, 5]> : tensor<3xindex>, l = [dense<[-1, 0, 5]> : tensor<3xindex>]} : () -> ()
"t.a"() <{p = dense<[100000000000, -3]> : tensor<2xi64>}> {a = dense<[100000000000, -3]> : tensor<2xi64>, l = [dense<[100000000000, -3]> : tensor<2xi64>]} : () -> ()
// -----
"t.a"() <{p = dense<[1, 3]> : tensor<2xi3>}> {a = dense<[1, 3]> : tensor<2xi3>, l = [dense<[1, 3]> : tensor<2xi3>]} : () -> ()
"t.a"() <{p = sparse<[[0, 1], [2, 3]], [1.0, 2.0]> : tensor<4x4xf32>}> {a = sparse<[[0, 1], [2, 3]], [1.0, 2.0]> : tensor<4x4xf32>, l = [sparse<[[0, 1], [2, 3]], [1.0, 2.0]> : tensor<4x4xf32>]} : () -> ()
// -----
"t.a"() <{p = sparse<0, 7> : vector<8xi16>}> {a = sparse<0, 7> : vector<8xi16>, l = [sparse<0, 7> : vector<8xi16>]} : () -> ()
"t.a"() <{p = sparse<[], []> : tensor<4xi32>}> {a = sparse<[], []> : tensor<4xi32>, l = [sparse<[], []> : tensor<4xi32>]} : () -> ()
// -----
"t.a"() <{p = dense_resource<k> : tensor<3xf32>}> {a = dense_resource<k> : tensor<3xf32>, l = [dense_resource<k> : tensor<3xf32>]} : () -> ()
"t.a"() <{p = strided<[1, ?, -3], offset: ?>}> {a = strided<[1, ?, -3], offset: ?>, l = [strided<[1, ?, -3], offset: ?>]} : () -> ()
// -----
"t.a"() <{p = strided<[]>}> {a = strided<[]>, l = [strided<[]>]} : () -> ()
"t.a"() <{p = strided<[4], offset: 2>}> {a = strided<[4], offset: 2>, l = [strided<[4], offset: 2>]} : () -> ()
// -----
"t.a"() <{p = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>}> {a = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>, l = [affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>]} : () -> ()
"t.a"() <{p = affine_map<(a, b)[c] -> (-(a + b) * 3, c ceildiv 2, 5 - c)>}> {a = affine_map<(a, b)[c] -> (-(a + b) * 3, c ceildiv 2, 5 - c)>, l = [affine_map<(a, b)[c] -> (-(a + b) * 3, c ceildiv 2, 5 - c)>]} : () -> ()
// -----
"t.a"() <{p = affine_set<(i)[n] : (i - n >= 0, i == 5)>}> {a = affine_set<(i)[n] : (i - n >= 0, i == 5)>, l = [affine_set<(i)[n] : (i - n >= 0, i == 5)>]} : () -> ()
"t.a"() {a = distinct[3]<42 : i32>} : () -> ()
// -----
"t.a"() {a = distinct[0]<>} : () -> ()
"t.a"() <{p = loc(unknown)}> {a = loc(unknown), l = [loc(unknown)]} : () -> ()
// -----
"t.a"() <{p = loc("f.c":3:4)}> {a = loc("f.c":3:4), l = [loc("f.c":3:4)]} : () -> ()
"t.a"() <{p = loc("name")}> {a = loc("name"), l = [loc("name")]} : () -> ()
// -----
"t.a"() <{p = loc("name"("f.c":1:2))}> {a = loc("name"("f.c":1:2)), l = [loc("name"("f.c":1:2))]} : () -> ()
"t.a"() <{p = loc(callsite("a" at "b":1:1))}> {a = loc(callsite("a" at "b":1:1)), l = [loc(callsite("a" at "b":1:1))]} : () -> ()
// -----
"t.a"() <{p = loc(fused["a", "b"])}> {a = loc(fused["a", "b"]), l = [loc(fused["a", "b"])]} : () -> ()
"t.a"() <{p = loc(fused<"m">["a":1:1, unknown])}> {a = loc(fused<"m">["a":1:1, unknown]), l = [loc(fused<"m">["a":1:1, unknown])]} : () -> ()
// -----
"t.a"() <{p = #t.x}> {a = #t.x, l = [#t.x]} : () -> ()
"t.a"() <{p = #t.x<1 + [2]>}> {a = #t.x<1 + [2]>, l = [#t.x<1 + [2]>]} : () -> ()
// -----
"t.a"() <{p = #t.typed<5> : i32}> {a = #t.typed<5> : i32, l = [#t.typed<5> : i32]} : () -> ()
"t.a"() <{p = #t<"weird body">}> {a = #t<"weird body">, l = [#t<"weird body">]} : () -> ()
// -----
"a"() {t = [dense_resource<k> : memref<4xi32>, dense_resource<l> : tensor<?xi8>, dense_resource<l> : tensor<*xi8>]} : () -> ()
{-# dialect_resources: { builtin: { k: "0x04000000ab", l: "0x04000000" } }, external_resources: { x: {s: "0x00000000", t: "0y", u: true} } #-}
// -----
"a"() {x = dense<1> : memref<4xi32>, y = dense<[1, 2]> : memref<2xi8, 3>, z = sparse<0, 1.0> : memref<2xf32>, s = sparse<[], []> : tensor<2xi32>, n = "t" : none} : () -> ()
%odd = memref.alloc() {alignment = 3 : i64} : memref<2xi32>
func.func @view(%m: memref<64xi8, strided<[1]>>, %i: index) -> memref<4xf32> {
  %0 = memref.view %m[%i][] : memref<64xi8, strided<[1]>> to memref<4xf32>
  return %0 : memref<4xf32>
}
// -----
// MLIR's own test dialect, which mlir-opt knows: its resources, and locations in its text.
#place = loc("place")
func.func @located() {
  test.attr_with_loc("a" loc("place"))
  test.attr_with_loc("b" loc(callsite(#place at "f.c":1:2)))
  return loc(callsite(#place at "f.c":1:2))
}
"t.a"() {z = dense_resource<z> : tensor<2xi32>, y = #test.e1di64_elements<second> : tensor<*xi1>, x = #test.e1di64_elements<first> : tensor<*xi1>} : () -> ()
"t.a"() ({
  "t.b"() {b = dense_resource<y> : tensor<2xi32>} : () -> ()
}) {a = dense_resource<x> : tensor<2xi32>} : () -> ()
{-#
  dialect_resources: {
    builtin: { x: "0x040000000100000002000000", y: "0x040000000300000002000000", z: "0x040000000400000002000000" },
    test: { first: "0x080000000100000000000000", second: "0x080000000200000000000000", third: "0x080000000200000000000000" }
  },
  external_resources: {}
#-}
