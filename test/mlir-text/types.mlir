%0 = "t.t"() {t = index, l = [index]} : () -> index
%1 = "t.t"() {t = none, l = [none]} : () -> none
%2 = "t.t"() {t = i1, l = [i1]} : () -> i1
// -----
%0 = "t.t"() {t = i0, l = [i0]} : () -> i0
%1 = "t.t"() {t = si7, l = [si7]} : () -> si7
%2 = "t.t"() {t = ui128, l = [ui128]} : () -> ui128
// -----
%0 = "t.t"() {t = i16777215, l = [i16777215]} : () -> i16777215
%1 = "t.t"() {t = bf16, l = [bf16]} : () -> bf16
%2 = "t.t"() {t = f16, l = [f16]} : () -> f16
// -----
%0 = "t.t"() {t = tf32, l = [tf32]} : () -> tf32
%1 = "t.t"() {t = f80, l = [f80]} : () -> f80
%2 = "t.t"() {t = f128, l = [f128]} : () -> f128
// -----
%0 = "t.t"() {t = f8E5M2, l = [f8E5M2]} : () -> f8E5M2
%1 = "t.t"() {t = f8E4M3, l = [f8E4M3]} : () -> f8E4M3
%2 = "t.t"() {t = f8E4M3FN, l = [f8E4M3FN]} : () -> f8E4M3FN
// -----
%0 = "t.t"() {t = f8E5M2FNUZ, l = [f8E5M2FNUZ]} : () -> f8E5M2FNUZ
%1 = "t.t"() {t = f8E4M3FNUZ, l = [f8E4M3FNUZ]} : () -> f8E4M3FNUZ
%2 = "t.t"() {t = f8E4M3B11FNUZ, l = [f8E4M3B11FNUZ]} : () -> f8E4M3B11FNUZ
// -----
%0 = "t.t"() {t = complex<f32>, l = [complex<f32>]} : () -> complex<f32>
%1 = "t.t"() {t = complex<i8>, l = [complex<i8>]} : () -> complex<i8>
%2 = "t.t"() {t = tuple<>, l = [tuple<>]} : () -> tuple<>
// -----
%0 = "t.t"() {t = tuple<i32, tuple<f32, index>>, l = [tuple<i32, tuple<f32, index>>]} : () -> tuple<i32, tuple<f32, index>>
%1 = "t.t"() {t = () -> (), l = [() -> ()]} : () -> (() -> ())
%2 = "t.t"() {t = (i32, f32) -> (i1, i2), l = [(i32, f32) -> (i1, i2)]} : () -> ((i32, f32) -> (i1, i2))
// -----
%0 = "t.t"() {t = (i32) -> ((f32) -> i1), l = [(i32) -> ((f32) -> i1)]} : () -> ((i32) -> ((f32) -> i1))
%1 = "t.t"() {t = ((i32) -> f32) -> (() -> ()), l = [((i32) -> f32) -> (() -> ())]} : () -> (((i32) -> f32) -> (() -> ()))
%2 = "t.t"() {t = vector<4xf32>, l = [vector<4xf32>]} : () -> vector<4xf32>
// -----
%0 = "t.t"() {t = vector<2x[4]xi8>, l = [vector<2x[4]xi8>]} : () -> vector<2x[4]xi8>
%1 = "t.t"() {t = vector<[2]x[4]xindex>, l = [vector<[2]x[4]xindex>]} : () -> vector<[2]x[4]xindex>
%2 = "t.t"() {t = vector<f32>, l = [vector<f32>]} : () -> vector<f32>
// -----
%0 = "t.t"() {t = vector<1x1x1xi1>, l = [vector<1x1x1xi1>]} : () -> vector<1x1x1xi1>
%1 = "t.t"() {t = tensor<f64>, l = [tensor<f64>]} : () -> tensor<f64>
%2 = "t.t"() {t = tensor<4x?x0xf32>, l = [tensor<4x?x0xf32>]} : () -> tensor<4x?x0xf32>
// -----
%0 = "t.t"() {t = tensor<*xi8>, l = [tensor<*xi8>]} : () -> tensor<*xi8>
%1 = "t.t"() {t = tensor<2x!t.x<y>>, l = [tensor<2x!t.x<y>>]} : () -> tensor<2x!t.x<y>>
%2 = "t.t"() {t = tensor<4x4xf32, "enc">, l = [tensor<4x4xf32, "enc">]} : () -> tensor<4x4xf32, "enc">
// -----
%0 = "t.t"() {t = tensor<?xf32, {layout = affine_map<(d0) -> (d0)>}>, l = [tensor<?xf32, {layout = affine_map<(d0) -> (d0)>}>]} : () -> tensor<?xf32, {layout = affine_map<(d0) -> (d0)>}>
%1 = "t.t"() {t = tensor<3xvector<2xf64>>, l = [tensor<3xvector<2xf64>>]} : () -> tensor<3xvector<2xf64>>
%2 = "t.t"() {t = memref<f32>, l = [memref<f32>]} : () -> memref<f32>
// -----
%0 = "t.t"() {t = memref<4x?xf32>, l = [memref<4x?xf32>]} : () -> memref<4x?xf32>
%1 = "t.t"() {t = memref<*xf32>, l = [memref<*xf32>]} : () -> memref<*xf32>
%2 = "t.t"() {t = memref<*xi8, 4>, l = [memref<*xi8, 4>]} : () -> memref<*xi8, 4>
// -----
%0 = "t.t"() {t = memref<2x2xi8, strided<[?, 1], offset: 3>>, l = [memref<2x2xi8, strided<[?, 1], offset: 3>>]} : () -> memref<2x2xi8, strided<[?, 1], offset: 3>>
%1 = "t.t"() {t = memref<2xi8, 3 : i32>, l = [memref<2xi8, 3 : i32>]} : () -> memref<2xi8, 3 : i32>
%2 = "t.t"() {t = memref<2xi8, "l1">, l = [memref<2xi8, "l1">]} : () -> memref<2xi8, "l1">
// -----
%0 = "t.t"() {t = memref<2xi8, {bank = 1 : i8}>, l = [memref<2xi8, {bank = 1 : i8}>]} : () -> memref<2xi8, {bank = 1 : i8}>
%1 = "t.t"() {t = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, l = [memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>]} : () -> memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
%2 = "t.t"() {t = memref<4xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>, 5>, l = [memref<4xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>, 5>]} : () -> memref<4xf32, affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>, 5>
// -----
%0 = "t.t"() {t = memref<0x0x12xindex>, l = [memref<0x0x12xindex>]} : () -> memref<0x0x12xindex>
%1 = "t.t"() {t = !t.opaque, l = [!t.opaque]} : () -> !t.opaque
%2 = "t.t"() {t = !t.p<a, b: [c {d}], "e>">, l = [!t.p<a, b: [c {d}], "e>">]} : () -> !t.p<a, b: [c {d}], "e>">
// -----
%0 = "t.t"() {t = !t<"x y">, l = [!t<"x y">]} : () -> !t<"x y">
%1 = "t.t"() {t = !t.a.b<!t.c<i32>>, l = [!t.a.b<!t.c<i32>>]} : () -> !t.a.b<!t.c<i32>>
