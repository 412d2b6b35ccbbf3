func.func private @p(%x: i32, %y: i32) -> (i32, i32) {
  %0 = arith.addi %x, %x : i32
  return %0, %y : i32, i32
}
func.func @caller(%a: i32) -> (i32, i32) {
  %c5 = arith.constant 5 : i32
  %0:2 = call @p(%c5, %a) : (i32, i32) -> (i32, i32)
  %c6 = arith.constant 6 : i32
  %1:2 = call @p(%c5, %c6) : (i32, i32) -> (i32, i32)
  %2 = arith.addi %0#0, %1#0 : i32
  return %2, %1#1 : i32, i32
}
// -----
func.func private @rec(%x: i32, %c: i1) -> i32 {
  %c3 = arith.constant 3 : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %c3 : i32
^b:
  %0 = call @rec(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
func.func @callrec(%c: i1) -> i32 {
  %c3 = arith.constant 4 : i32
  %0 = call @rec(%c3, %c) : (i32, i1) -> i32
  return %0 : i32
}
// -----
func.func private @nocalls(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = arith.addi %c3, %c3 : i32
  return %0 : i32
}
// -----
func.func private @ref(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  return %x : i32
}
func.func @useref() -> i32 attributes {fn = @ref} {
  %c3 = arith.constant 3 : i32
  %0 = call @ref(%c3) : (i32) -> i32
  return %0 : i32
}
// -----
func.func @pub(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  return %c3 : i32
}
// -----
func.func @pub(%x: i32) -> i32 {
  %c3 = arith.constant 3 : i32
  return %c3 : i32
}
func.func @usepub() -> i32 {
  %c3 = arith.constant 3 : i32
  %0 = call @pub(%c3) : (i32) -> i32
  return %0 : i32
}
// -----
func.func @div() -> (i32, i32, index, f32, i1, vector<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  %0 = arith.divsi %c3, %c0 : i32
  %1 = arith.addi %c3, %c3 : i32
  %v = arith.constant dense<3> : vector<4xi32>
  %w = arith.addi %v, %v : vector<4xi32>
  %i = arith.index_cast %c3 : i32 to index
  %f = arith.constant 1.5 : f32
  %g = arith.addf %f, %f : f32
  %b = arith.cmpi eq, %c3, %1 : i32
  return %0, %1, %i, %g, %b, %w : i32, i32, index, f32, i1, vector<4xi32>
}
// -----
func.func @sel(%x : i32, %y: i32, %c: i1) -> (i32, i32, i32) {
  %0 = arith.subi %x, %x : i32
  %c0 = arith.constant 0 : i32
  %1 = arith.addi %0, %y : i32
  %c1 = arith.constant 1 : i32
  %2 = arith.muli %y, %c0 : i32
  %3 = arith.select %c, %c0, %0 : i32
  return %1, %2, %3 : i32, i32, i32
}
// -----
func.func @same(%x: i32) -> i32 {
  cf.br ^a(%x : i32)
^a(%y: i32):
  return %y : i32
}
// -----
// DIFFERS mem2reg: unreachable blocks are removed also where nothing is promoted
func.func @unreach() -> i32 {
  %c1 = arith.constant 1 : i32
  return %c1 : i32
^a(%z: i32):
  %c2 = arith.constant 2 : i32
  %2 = arith.addi %c2, %c2 : i32
  cf.br ^a(%2 : i32)
}
