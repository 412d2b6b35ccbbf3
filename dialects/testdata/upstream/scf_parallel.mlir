func.func @f(%a: index, %b: index, %c: index, %x: f32, %m: memref<?xf32>, %t: tensor<8xf32>) {
  scf.parallel (%i) = (%a) to (%b) step (%c) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.parallel (%i, %j) = (%a, %b) to (%b, %c) step (%c, %c) {
  } {mapping = [1]}
  %r = scf.parallel (%i) = (%a) to (%b) step (%c) init (%x) -> f32 {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v : f32) {
    ^bb0(%l: f32, %rr: f32):
      %s = arith.addf %l, %rr : f32
      scf.reduce.return %s : f32
    }
  }
  %r2:2 = scf.parallel (%i) = (%a) to (%b) step (%c) init (%x, %x) -> (f32, f32) {
    %v = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%l: f32, %rr: f32):
      %s = arith.addf %l, %rr : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%l: f32, %rr: f32):
      %s = arith.mulf %l, %rr : f32
      scf.reduce.return %s : f32
    }
  }
  scf.forall (%i, %j) in (%a, 8) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  scf.forall (%i, %j) = (0, %b) to (%a, 8) step (1, 2) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  %o = scf.forall (%i) in (%a) shared_outs(%out = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
    }
  }
  %sw = scf.index_switch %a -> i32
  case 2 {
    %1 = arith.constant 10 : i32
    scf.yield %1 : i32
  }
  case 5 {
    %2 = arith.constant 20 : i32
    scf.yield %2 : i32
  }
  default {
    %3 = arith.constant 30 : i32
    scf.yield %3 : i32
  }
  scf.index_switch %a {foo.bar}
  default {
    scf.yield
  }
  %s3:2 = scf.index_switch %a -> i32, f32
  default {
    %3 = arith.constant 30 : i32
    scf.yield %3, %x : i32, f32
  }
  return
}
