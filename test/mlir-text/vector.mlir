func.func @transfer(%m: memref<16x16xf32>, %i: index, %x: f32, %k: vector<4xi1>) {
  %0 = vector.transfer_read %m[%i, %i], %x {in_bounds = [true]} : memref<16x16xf32>, vector<4xf32>
  %1 = vector.transfer_read %m[%i, %i], %x {permutation_map = affine_map<(d0, d1) -> (d1, d0)>, in_bounds = [false, true]} : memref<16x16xf32>, vector<4x4xf32>
  %2 = vector.transfer_read %m[%i, %i], %x, %k {in_bounds = [true]} : memref<16x16xf32>, vector<4xf32>
  vector.transfer_write %1, %m[%i, %i] : vector<4x4xf32>, memref<16x16xf32>
  return
}
// -----
func.func @shuffle(%a: vector<4xf32>, %b: vector<2x4xf32>, %x: f32, %i: index) {
  %0 = vector.broadcast %x : f32 to vector<2x4xf32>
  %1 = vector.extract %b[1] : vector<4xf32> from vector<2x4xf32>
  %2 = vector.extract %b[1, %i] : f32 from vector<2x4xf32>
  %3 = vector.insert %x, %b[0, 3] : f32 into vector<2x4xf32>
  %4 = vector.shuffle %a, %a [0, 7, 1, 6] : vector<4xf32>, vector<4xf32>
  %5 = vector.transpose %b, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %6 = vector.shape_cast %b : vector<2x4xf32> to vector<8xf32>
  %7 = vector.extractelement %a[%i : index] : vector<4xf32>
  %8 = vector.splat %x : vector<4xf32>
  %9 = vector.interleave %a, %a : vector<4xf32> -> vector<8xf32>
  %10 = vector.bitcast %a : vector<4xf32> to vector<8xi16>
  return
}
// -----
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @contract(%a: vector<4x8xf32>, %b: vector<8x2xf32>, %c: vector<4x2xf32>) -> vector<4x2xf32> {
  %0 = vector.contract {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x8xf32>, vector<8x2xf32> into vector<4x2xf32>
  return %0 : vector<4x2xf32>
}
// -----
func.func @reduce(%v: vector<8xf32>, %w: vector<4x8xf32>, %acc: vector<4xf32>, %x: f32) -> f32 {
  %0 = vector.reduction <add>, %v : vector<8xf32> into f32
  %1 = vector.reduction <maximumf>, %v, %x fastmath<nnan> : vector<8xf32> into f32
  %2 = vector.multi_reduction <mul>, %w, %acc [1] : vector<4x8xf32> to vector<4xf32>
  %3 = vector.outerproduct %acc, %v {kind = #vector.kind<add>} : vector<4xf32>, vector<8xf32>
  %4, %5 = vector.scan <add>, %w, %acc {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<4xf32>
  return %1 : f32
}
// -----
func.func @masked(%m: memref<?xf32>, %i: index, %k: vector<8xi1>, %p: vector<8xf32>, %ix: vector<8xi32>) {
  %0 = vector.maskedload %m[%i], %k, %p : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.maskedstore %m[%i], %k, %0 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  %1 = vector.gather %m[%i] [%ix], %k, %p : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  vector.scatter %m[%i] [%ix], %k, %1 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  %2 = vector.create_mask %i : vector<8xi1>
  %3 = vector.constant_mask [2, 3] : vector<4x4xi1>
  %4 = vector.mask %k { vector.reduction <add>, %p : vector<8xf32> into f32 } : vector<8xi1> -> f32
  return
}
// -----
func.func @scalable(%m: memref<?xi32>, %i: index) -> vector<[4]xi32> {
  %s = vector.vscale
  %0 = vector.load %m[%i] : memref<?xi32>, vector<[4]xi32>
  vector.store %0, %m[%i] : memref<?xi32>, vector<[4]xi32>
  %1 = vector.scalable.extract %0[0] : vector<4xi32> from vector<[4]xi32>
  return %0 : vector<[4]xi32>
}
// -----
func.func @slices(%v: vector<4x8xf32>, %w: vector<2x2xf32>, %f: vector<f32>) {
  %0 = vector.extract_strided_slice %v {offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
  %1 = vector.insert_strided_slice %w, %v {offsets = [2, 2], strides = [1, 1]} : vector<2x2xf32> into vector<4x8xf32>
  vector.print %w : vector<2x2xf32>
  vector.print str "text"
  vector.print punctuation <comma>
  return
}
