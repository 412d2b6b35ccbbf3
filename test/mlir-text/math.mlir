func.func @unary(%x: f32) -> f32 {
  %0 = math.absf %x : f32
  %1 = math.acos %0 : f32
  %2 = math.asin %1 : f32
  %3 = math.atan %2 : f32
  %4 = math.cbrt %3 : f32
  %5 = math.ceil %4 : f32
  %6 = math.cos %5 : f32
  %7 = math.cosh %6 : f32
  %8 = math.erf %7 : f32
  %9 = math.exp %8 fastmath<fast> : f32
  %10 = math.exp2 %9 : f32
  %11 = math.expm1 %10 : f32
  %12 = math.floor %11 : f32
  %13 = math.log %12 : f32
  %14 = math.log10 %13 : f32
  %15 = math.log1p %14 : f32
  %16 = math.log2 %15 : f32
  return %16 : f32
}
// -----
func.func @more(%x: f64) -> f64 {
  %0 = math.round %x : f64
  %1 = math.roundeven %0 : f64
  %2 = math.rsqrt %1 : f64
  %3 = math.sin %2 : f64
  %4 = math.sinh %3 : f64
  %5 = math.sqrt %4 fastmath<contract> : f64
  %6 = math.tan %5 : f64
  %7 = math.tanh %6 : f64
  %8 = math.trunc %7 : f64
  return %8 : f64
}
// -----
func.func @binary(%x: f32, %y: f32, %n: i32) -> f32 {
  %0 = math.atan2 %x, %y : f32
  %1 = math.copysign %0, %y : f32
  %2 = math.powf %1, %y : f32
  %3 = math.fpowi %2, %n : f32, i32
  %4 = math.fma %3, %x, %y : f32
  return %4 : f32
}
// -----
func.func @ints(%a: i32, %b: vector<4xi8>) -> i32 {
  %0 = math.absi %a : i32
  %1 = math.ctlz %0 : i32
  %2 = math.cttz %1 : i32
  %3 = math.ctpop %2 : i32
  %4 = math.ipowi %3, %a : i32
  %5 = math.ctpop %b : vector<4xi8>
  return %4 : i32
}
