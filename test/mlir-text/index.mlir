func.func @arith(%a: index, %b: index) -> index {
  %0 = index.add %a, %b
  %1 = index.sub %0, %b
  %2 = index.mul %1, %b
  %3 = index.divs %2, %b
  %4 = index.divu %3, %b
  %5 = index.ceildivs %4, %b
  %6 = index.ceildivu %5, %b
  %7 = index.floordivs %6, %b
  %8 = index.rems %7, %b
  %9 = index.remu %8, %b
  return %9 : index
}
// -----
func.func @bits(%a: index, %b: index) -> index {
  %0 = index.and %a, %b
  %1 = index.or %0, %b
  %2 = index.xor %1, %b
  %3 = index.shl %2, %b
  %4 = index.shrs %3, %b
  %5 = index.shru %4, %b
  %6 = index.maxs %5, %b
  %7 = index.maxu %6, %b
  %8 = index.mins %7, %b
  %9 = index.minu %8, %b
  return %9 : index
}
// -----
func.func @other(%a: index, %b: index) -> i1 {
  %c = index.constant 42
  %t = index.bool.constant true
  %s = index.sizeof
  %0 = index.cmp slt(%a, %c)
  %1 = index.cmp uge(%a, %b)
  %2 = index.casts %a : index to i64
  %3 = index.castu %2 : i64 to index
  return %0 : i1
}
