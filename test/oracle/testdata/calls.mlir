func.func private @sq(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @pub(%x: i32) -> i32 {
  %0 = call @sq(%x) : (i32) -> i32
  %1 = call @sq(%0) : (i32) -> i32
  return %1 : i32
}
// -----
func.func private @sq(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func private @br(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  %0 = call @sq(%x) : (i32) -> i32
  return %0 : i32
}
func.func @usebr(%c: i1, %x: i32) -> i32 {
  %0 = call @br(%c, %x) : (i1, i32) -> i32
  %1 = scf.if %c -> (i32) {
    %2 = func.call @br(%c, %0) : (i1, i32) -> i32
    scf.yield %2 : i32
  } else {
    scf.yield %x : i32
  }
  return %1 : i32
}
// -----
func.func private @rec(%x: i32, %c: i1) -> i32 {
  %0 = call @rec(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
func.func @userec(%x: i32, %c: i1) -> i32 {
  %0 = call @rec(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
// -----
// DIFFERS inline: functions are simplified once more behind the last round
func.func private @even(%x: i32, %c: i1) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  %0 = call @odd(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
func.func private @odd(%x: i32, %c: i1) -> i32 {
  %0 = call @even(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
func.func @usemut(%x: i32, %c: i1) -> i32 {
  %0 = call @even(%x, %c) : (i32, i1) -> i32
  return %0 : i32
}
// -----
func.func private @dead(%x: i32) -> i32 {
  return %x : i32
}
// -----
func.func private @ext(i32) -> i32
func.func @callext(%x: i32) -> i32 {
  %0 = call @ext(%x) : (i32) -> i32
  return %0 : i32
}
// -----
func.func private @sq(%x: i32) -> i32 {
  %0 = arith.muli %x, %x : i32
  return %0 : i32
}
func.func @pub(%x: i32) -> i32 {
  %0 = call @sq(%x) : (i32) -> i32
  %1 = call @sq(%0) : (i32) -> i32
  return %1 : i32
}
func.func @callpub(%x: i32) -> i32 {
  %0 = call @pub(%x) : (i32) -> i32
  return %0 : i32
}
// -----
func.func private @unk(%x: i32) -> i32 {
  %0 = memref.alloca() : memref<i32>
  memref.store %x, %0[] : memref<i32>
  %1 = memref.load %0[] : memref<i32>
  return %1 : i32
}
func.func @useunk(%x: i32) -> i32 {
  %0 = call @unk(%x) : (i32) -> i32
  return %0 : i32
}
