func.func @arith(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.add %a, %b : complex<f32>
  %1 = complex.sub %0, %b : complex<f32>
  %2 = complex.mul %1, %b fastmath<contract> : complex<f32>
  %3 = complex.div %2, %b : complex<f32>
  %4 = complex.neg %3 : complex<f32>
  %5 = complex.conj %4 : complex<f32>
  return %5 : complex<f32>
}
// -----
func.func @parts(%x: f64, %y: f64) -> f64 {
  %c = complex.create %x, %y : complex<f64>
  %r = complex.re %c : complex<f64>
  %i = complex.im %c : complex<f64>
  %a = complex.abs %c : complex<f64>
  %g = complex.angle %c : complex<f64>
  return %a : f64
}
// -----
func.func @functions(%a: complex<f32>, %b: complex<f32>) {
  %0 = complex.exp %a : complex<f32>
  %1 = complex.expm1 %0 : complex<f32>
  %2 = complex.log %1 : complex<f32>
  %3 = complex.log1p %2 : complex<f32>
  %4 = complex.sin %3 : complex<f32>
  %5 = complex.cos %4 : complex<f32>
  %6 = complex.tan %5 : complex<f32>
  %7 = complex.tanh %6 : complex<f32>
  %8 = complex.sqrt %7 : complex<f32>
  %9 = complex.rsqrt %8 : complex<f32>
  %10 = complex.pow %9, %b : complex<f32>
  %11 = complex.atan2 %10, %b : complex<f32>
  %12 = complex.sign %11 : complex<f32>
  return
}
// -----
func.func @consts(%a: complex<f64>) -> i1 {
  %0 = complex.constant [1.0, -2.5] : complex<f64>
  %1 = complex.constant [0.1 : f32, 3.0e10 : f32] : complex<f32>
  %2 = complex.eq %0, %a : complex<f64>
  %3 = complex.neq %0, %a : complex<f64>
  %4 = complex.bitcast %1 : complex<f32> to i64
  return %2 : i1
}
