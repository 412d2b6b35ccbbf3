func.func @ints(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.subi %0, %b overflow<nsw> : i32
  %2 = arith.muli %1, %a overflow<nsw, nuw> : i32
  %3 = arith.divsi %2, %b : i32
  %4 = arith.divui %3, %b : i32
  %5 = arith.ceildivsi %4, %b : i32
  %6 = arith.ceildivui %5, %b : i32
  %7 = arith.floordivsi %6, %b : i32
  %8 = arith.remsi %7, %b : i32
  %9 = arith.remui %8, %b : i32
  return %9 : i32
}
// -----
func.func @bits(%a: i64, %b: i64) -> i64 {
  %0 = arith.andi %a, %b : i64
  %1 = arith.ori %0, %b : i64
  %2 = arith.xori %1, %b : i64
  %3 = arith.shli %2, %b overflow<nuw> : i64
  %4 = arith.shrsi %3, %b : i64
  %5 = arith.shrui %4, %b : i64
  return %5 : i64
}
// -----
func.func @minmax(%a: i16, %b: i16, %x: f16, %y: f16) -> (i16, f16) {
  %0 = arith.maxsi %a, %b : i16
  %1 = arith.maxui %0, %b : i16
  %2 = arith.minsi %1, %b : i16
  %3 = arith.minui %2, %b : i16
  %4 = arith.maximumf %x, %y : f16
  %5 = arith.minimumf %4, %y : f16
  %6 = arith.maxnumf %5, %y : f16
  %7 = arith.minnumf %6, %y fastmath<nnan> : f16
  return %3, %7 : i16, f16
}
// -----
func.func @floats(%x: f32, %y: f32) -> f32 {
  %0 = arith.addf %x, %y : f32
  %1 = arith.subf %0, %y fastmath<fast> : f32
  %2 = arith.mulf %1, %y fastmath<contract> : f32
  %3 = arith.divf %2, %y fastmath<arcp,ninf> : f32
  %4 = arith.remf %3, %y fastmath<reassoc,nsz,afn> : f32
  %5 = arith.negf %4 : f32
  return %5 : f32
}
// -----
func.func @extended(%a: i32, %b: i32) -> (i32, i1, i32, i32) {
  %s, %o = arith.addui_extended %a, %b : i32, i1
  %l, %h = arith.mulsi_extended %a, %s : i32
  %m:2 = arith.mului_extended %l, %h : i32
  return %s, %o, %m#0, %m#1 : i32, i1, i32, i32
}
// -----
func.func @cmp(%a: index, %b: index, %x: f64, %y: f64) -> i1 {
  %0 = arith.cmpi eq, %a, %b : index
  %1 = arith.cmpi ne, %a, %b : index
  %2 = arith.cmpi slt, %a, %b : index
  %3 = arith.cmpi uge, %a, %b : index
  %4 = arith.cmpf oeq, %x, %y : f64
  %5 = arith.cmpf une, %x, %y fastmath<nnan> : f64
  %6 = arith.cmpf uno, %x, %y : f64
  %7 = arith.cmpf false, %x, %y : f64
  %8 = arith.select %0, %1, %2 : i1
  return %8 : i1
}
// -----
func.func @casts(%i: i8, %x: f32, %n: index) -> i32 {
  %0 = arith.extsi %i : i8 to i32
  %1 = arith.extui %i : i8 to i16
  %2 = arith.trunci %0 : i32 to i5
  %3 = arith.extf %x : f32 to f64
  %4 = arith.truncf %3 : f64 to bf16
  %5 = arith.truncf %3 to_nearest_even : f64 to f16
  %6 = arith.sitofp %0 : i32 to f32
  %7 = arith.uitofp %i : i8 to f80
  %8 = arith.fptosi %x : f32 to i64
  %9 = arith.fptoui %x : f32 to i1
  %10 = arith.index_cast %n : index to i32
  %11 = arith.index_castui %i : i8 to index
  %12 = arith.bitcast %x : f32 to i32
  return %12 : i32
}
// -----
func.func @consts() {
  %0 = arith.constant -7 : i32
  %1 = arith.constant 3.5 : f32
  %2 = arith.constant true
  %3 = arith.constant 12 : index
  %4 = arith.constant dense<[1.0, 2.5]> : vector<2xf32>
  %5 = arith.constant dense<7> : tensor<3x4xi8>
  %6 = arith.constant 0x7FC00000 : f32
  %7 = arith.constant 123456789012345678901234567890 : i128
  %8 = arith.constant 1.0e-300 : f64
  %9 = arith.constant -0.0 : bf16
  return
}
// -----
func.func @vectors(%a: vector<4xi32>, %t: tensor<2x?xf64>, %c: vector<4xi1>) {
  %0 = arith.addi %a, %a : vector<4xi32>
  %1 = arith.mulf %t, %t : tensor<2x?xf64>
  %2 = arith.select %c, %a, %0 : vector<4xi1>, vector<4xi32>
  %3 = arith.cmpi sgt, %a, %0 : vector<4xi32>
  %4 = arith.extsi %a : vector<4xi32> to vector<4xi64>
  return
}
