func.func @f(%x: f32) { %0 = gpu.all_reduce minsi %x {} : (f32) -> f32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce minnumf %x {} : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce %x {} : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce add %x { ^bb0(%a: i32, %b: i32): gpu.yield %a : i32 } : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce %x { ^bb0(%a: i32): gpu.yield %a : i32 } : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce %x { ^bb0(%a: i32, %b: i64): gpu.yield %a : i32 } : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce %x { ^bb0(%a: i32, %b: i32): gpu.yield } : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.all_reduce %x { ^bb0(%a: i32, %b: i32): %z = arith.extsi %a : i32 to i64 gpu.yield %z : i64 } : (i32) -> i32 return }
// -----
func.func @f(%x: i32) { %0 = gpu.subgroup_reduce maximumf %x : (i32) -> i32 return }
// -----
func.func @f(%x: vector<2x2xi32>) { %0 = gpu.subgroup_reduce add %x : (vector<2x2xi32>) -> vector<2x2xi32> return }
// -----
func.func @f(%x: vector<[2]xi32>) { %0 = gpu.subgroup_reduce add %x : (vector<[2]xi32>) -> vector<[2]xi32> return }
// -----
func.func @f(%x: memref<4xf32>) { gpu.host_register %x : memref<4xf32> return }
// -----
func.func @f(%x: i64) { gpu.set_default_device %x return }
// -----
func.func @f(%x: f32) { %0 = "gpu.subgroup_reduce"(%x) : (f32) -> f32 return }
// -----
func.func @f(%x: f32) { %0 = "gpu.subgroup_reduce"(%x) <{op = 3 : i32}> : (f32) -> f32 return }
// -----
func.func @f(%x: f32) { %0 = "gpu.subgroup_reduce"(%x) <{op = #gpu<all_reduce_op add>}> : (f32) -> f64 return }
// -----
func.func @f(%n: index) { gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) { gpu.return } return }
// -----
func.func @f(%n: index) { gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) workgroup(%w : f32) { gpu.terminator } return }
// -----
func.func @f(%n: index) { gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%lx = %n, %ly = %n, %lz = %n) workgroup(%w : memref<4xf32, #gpu.address_space<private>>) { gpu.terminator } return }
// -----
func.func @f(%n: index) { "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({ ^bb0(%a: index): "gpu.terminator"() : () -> () }) : (index, index, index, index, index, index) -> () return }
// -----
func.func @f(%n: index) { "gpu.launch"(%n, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> ({ "gpu.terminator"() : () -> () }) : (index, index, index, index, index, index, index) -> () return }
// -----
func.func @f(%n: index) { gpu.terminator }
