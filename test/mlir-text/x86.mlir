func.func @avx(%a: vector<16xf32>, %k: vector<16xi1>, %v: vector<8xf32>) -> vector<16xf32> {
  %0 = x86vector.avx512.mask.compress %k, %a : vector<16xf32>
  %2 = x86vector.avx.rsqrt %v : vector<8xf32>
  %3 = x86vector.avx.intr.dot %v, %v : vector<8xf32>
  return %0 : vector<16xf32>
}
// -----
func.func @amx(%m: memref<?x?xbf16>, %i: index) {
  %0 = amx.tile_load %m[%i, %i] : memref<?x?xbf16> into vector<16x32xbf16>
  %z = amx.tile_zero : vector<16x16xf32>
  %1 = amx.tile_mulf %0, %0, %z : vector<16x32xbf16>, vector<16x32xbf16>, vector<16x16xf32>
  return
}
