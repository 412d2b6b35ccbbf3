func.func @for(%lo: index, %hi: index, %st: index, %x: f32) -> f32 {
  %r = scf.for %i = %lo to %hi step %st iter_args(%a = %x) -> (f32) {
    %b = arith.addf %a, %a : f32
    scf.yield %b : f32
  }
  scf.for %i = %lo to %hi step %st {
    scf.for %j = %lo to %i step %st {
    }
  }
  return %r : f32
}
// -----
func.func @i32(%lo: i32, %hi: i32) {
  scf.for %i = %lo to %hi step %hi : i32 {
    "t.use"(%i) : (i32) -> ()
  } {t.unroll = 4 : i32}
  return
}
// -----
func.func @if(%c: i1, %d: i1) -> (i32, f32) {
  scf.if %c { "t.a"() : () -> () }
  %r:2 = scf.if %d -> (i32, f32) {
    %0 = arith.constant 1 : i32
    %1 = arith.constant 1.0 : f32
    scf.yield %0, %1 : i32, f32
  } else {
    %0 = arith.constant 2 : i32
    %1 = arith.constant 2.0 : f32
    scf.yield %0, %1 : i32, f32
  }
  return %r#0, %r#1 : i32, f32
}
// -----
func.func @while(%x: i32) -> i32 {
  %r = scf.while (%a = %x) : (i32) -> i32 {
    %c = "t.cond"(%a) : (i32) -> i1
    scf.condition(%c) %a : i32
  } do {
  ^bb0(%b: i32):
    %n = arith.addi %b, %b : i32
    scf.yield %n : i32
  }
  return %r : i32
}
// -----
func.func @parallel(%n: index, %z: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) init (%z) -> f32 {
    %v = arith.constant 2.0 : f32
    scf.reduce(%v : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
// -----
func.func @forall(%n: index, %o: tensor<?xf32>) -> tensor<?xf32> {
  %r = scf.forall (%i) in (%n) shared_outs(%s = %o) -> (tensor<?xf32>) {
    %e = tensor.extract_slice %s[%i] [1] [1] : tensor<?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %s[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  } {mapping = [#gpu.thread<x>]}
  scf.forall (%i, %j) = (0, 1) to (8, %n) step (2, 1) { }
  return %r : tensor<?xf32>
}
// -----
func.func @switch(%i: index) -> i32 {
  %r = scf.index_switch %i -> i32
  case 2 {
    %0 = arith.constant 2 : i32
    scf.yield %0 : i32
  }
  case 5 {
    %0 = arith.constant 5 : i32
    scf.yield %0 : i32
  }
  default {
    %0 = arith.constant 0 : i32
    scf.yield %0 : i32
  }
  return %r : i32
}
// -----
func.func @region() -> i64 {
  %r = scf.execute_region -> i64 {
    cf.br ^a
  ^a:
    %c = arith.constant 1 : i64
    scf.yield %c : i64
  }
  return %r : i64
}
