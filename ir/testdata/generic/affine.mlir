#m = affine_map<(i, j)[N] -> (i * 2 + N, -i ceildiv 4)>
#id = affine_map<(d0) -> (d0)>
"a.map"() {a = #m, b = affine_map<() -> ()>, c = affine_map<(d0) -> (d0 - 1 + 1)>, d = #id, e = affine_map<(d0, d1) -> (d0 + d1 * 3 - 5, d0 mod 7, d1 floordiv 2, (d0 + 1) mod 4)>, f = affine_map<(d0)[s0, s1] -> (s0 + d0 + s1 * -2, d0 * s0, (d0 - s0 * 2) * 3, -(d0 + s0), 4 + d0 + 3)>} : () -> ()
"a.map2"() {a = affine_map<(d0, d1) -> (d0 - d1, d0 - (d1 + 2), d0 - d0, d0 * 2 + d0 * 3, (d0 * 8) floordiv 4, (d0 * 8 + d1) floordiv 4, (d0 * 8) mod 4, (d0 * 8 + d1) mod 4, (d0 mod 8) mod 4, 17 floordiv -3, -17 floordiv 3, -17 mod 5, 17 ceildiv 3, d0 - (d0 floordiv 4) * 4, d0 * -3 + d1 * -1, 3 * d0, (d0 + 3) * 2 - 6)>} : () -> ()
"a.set"() {a = affine_set<(d0) : (d0 >= 0)>, b = affine_set<(d0, d1)[N] : (d0 == 1, N - d0 - 1 >= 0, d1 * 2 >= d0)>, c = affine_set<(d0) : (d0 <= 5)>, d = affine_set<() : (1 == 0)>} : () -> ()
"a.use"() {a = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>, b = [#m, affine_map<(d0) -> (d0 + 1)>]} : () -> ()
