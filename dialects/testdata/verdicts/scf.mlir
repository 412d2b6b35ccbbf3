func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { scf.parallel () = () to () step () { } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %c0 = arith.constant 0 : index scf.parallel (%i) = (%a) to (%a) step (%c0) { } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%i: index, %j: index): "scf.reduce"() : () -> () }) : (index, index, index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%i: i32): "scf.reduce"() : () -> () }) : (index, index, index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 { scf.reduce } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 { scf.reduce(%a : index) { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32): scf.reduce.return %l : f32 } } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %a : index } } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { %0 = scf.parallel (%i) = (%a) to (%a) step (%a) init (%x) -> f32 { scf.reduce(%x : f32) { ^bb0(%l: f32, %r: f32): scf.yield %r : f32 } } return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%i: index): "scf.yield"() : () -> () }) : (index, index, index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %m: memref<?xf32>) { scf.reduce return }
// -----
func.func @f(%a: index, %x: f32, %t: tensor<8xf32>) { "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index, %o: tensor<8xf32>): "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index, tensor<8xf32>) -> () return }
// -----
func.func @f(%a: index, %x: f32, %t: tensor<8xf32>) { "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0: "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %t: tensor<8xf32>) { "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: i32): "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %t: tensor<8xf32>) { "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1, 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index): "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index) -> () return }
// -----
func.func @f(%a: index, %x: f32, %t: tensor<8xf32>) { "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 8>}> ({ ^bb0(%i: index): "scf.forall.in_parallel"() ({ ^bb0: }) : () -> () }) : (index) -> () return }
// -----
func.func @f(%a: index, %x: i32) -> i32 { %0 = "scf.index_switch"(%a) <{cases = array<i64: 1, 1>}> ({ scf.yield %x : i32 }, { scf.yield %x : i32 }, { scf.yield %x : i32 }) : (index) -> i32 return %0 : i32 }
// -----
func.func @f(%a: index, %x: i32) -> i32 { %0 = "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({ scf.yield %x : i32 }, { scf.yield %x : i32 }, { scf.yield %x : i32 }) : (index) -> i32 return %0 : i32 }
// -----
func.func @f(%a: index, %x: i32) -> i32 { %0 = "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({ scf.yield %x : i32 }, { scf.yield }) : (index) -> i32 return %0 : i32 }
// -----
func.func @f(%a: index, %x: i32) -> i32 { %0 = "scf.index_switch"(%a) <{cases = array<i64: 1>}> ({ scf.yield %a : index }, { scf.yield %x : i32 }) : (index) -> i32 return %0 : i32 }
