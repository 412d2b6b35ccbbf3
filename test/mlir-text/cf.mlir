func.func @br(%x: i32) -> i32 {
  cf.br ^bb1(%x : i32)
^bb1(%y: i32):
  return %y : i32
}
// -----
func.func @cond(%c: i1, %x: i32, %f: f32) -> i32 {
  cf.cond_br %c, ^a(%x, %f : i32, f32), ^b
^a(%y: i32, %g: f32):
  cf.br ^c(%y : i32)
^b:
  cf.br ^c(%x : i32)
^c(%r: i32):
  return %r : i32
}
// -----
func.func @loop(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0 : index)
^head(%i: index):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j : index)
^exit:
  return
}
// -----
func.func @switch(%v: i32, %x: f32) -> f32 {
  cf.switch %v : i32, [
    default: ^d(%x : f32),
    7: ^e,
    -3: ^d(%x : f32)
  ]
^d(%a: f32):
  return %a : f32
^e:
  return %x : f32
}
// -----
func.func @only(%v: i8) {
  cf.switch %v : i8, [
    default: ^d
  ]
^d:
  return
}
// -----
func.func @assert(%c: i1) {
  cf.assert %c, "must hold: \"c\"\0A"
  return
}
