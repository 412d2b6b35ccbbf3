// Each chunk is wrong; "expect" is part of the error. mlir-opt-19 rejects every chunk too.
// expect: all of {value, result} have same type
"func.func"() <{function_type = () -> (), sym_name = "f"}> ({
  %0 = "arith.constant"() <{value = 1 : i32}> : () -> i64
  "func.return"() : () -> ()
}) : () -> ()
// -----
// expect: operand #0 must be signless-integer-like, but got 'f32'
func.func @f(%a: f32) {
  %0 = arith.addi %a, %a : f32
  return
}
// -----
// expect: 'i32' and result type 'i16' are cast incompatible
func.func @f(%a: i32) {
  %0 = arith.extsi %a : i32 to i16
  return
}
// -----
// expect: 'f32' and result type 'f64' are cast incompatible
func.func @f(%a: f32) {
  %0 = arith.truncf %a : f32 to f64
  return
}
// -----
// expect: are cast incompatible
func.func @f(%a: i32) {
  %0 = arith.index_cast %a : i32 to i64
  return
}
// -----
// expect: are cast incompatible
func.func @f(%a: i32) {
  %0 = arith.bitcast %a : i32 to f64
  return
}
// -----
// expect: true_value, false_value, result} have same type
func.func @f(%c: i1, %a: i32, %b: i64) {
  %0 = "arith.select"(%c, %a, %b) : (i1, i32, i64) -> i32
  return
}
// -----
// expect: predicate
func.func @f(%a: i32) {
  %0 = "arith.cmpi"(%a, %a) <{predicate = 10 : i64}> : (i32, i32) -> i1
  return
}
// -----
// expect: incorrect number of indices for load, expected 2 but got 1
func.func @f(%m: memref<4x4xf32>, %i: index) {
  %0 = memref.load %m[%i] : memref<4x4xf32>
  return
}
// -----
// expect: dimension operand count does not equal memref dynamic dimension count
func.func @f(%i: index) {
  %0 = memref.alloc(%i) : memref<4x4xf32>
  return
}
// -----
// expect: does not reference a valid global memref
func.func @f() {
  %0 = memref.get_global @nothing : memref<4xf32>
  return
}
// -----
// expect: initial value expected to be of type
"memref.global"() <{initial_value = dense<1.0> : tensor<5xf32>, sym_name = "g", type = memref<4xf32>}> : () -> ()
// -----
// expect: with kind 'addf' expects a floating-point type
func.func @f(%m: memref<4xi32>, %i: index, %v: i32) {
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<4xi32>) -> i32
  return
}
// -----
// expect: should contain only operations with no side effects
func.func @f(%m: memref<4xi32>, %i: index) {
  %0 = memref.generic_atomic_rmw %m[%i] : memref<4xi32> {
  ^bb0(%old: i32):
    memref.store %old, %m[%i] : memref<4xi32>
    memref.atomic_yield %old : i32
  }
  return
}
// -----
// expect: has 0 operands, but enclosing function (@f) returns 1
func.func @f() -> i32 {
  return
}
// -----
// expect: doesn't match function result type
func.func @f(%a: i32) -> f32 {
  return %a : i32
}
// -----
// expect: does not reference a valid function
func.func @f() {
  call @g() : () -> ()
  return
}
// -----
// expect: incorrect number of operands for callee
func.func private @g(i32)
func.func @f() {
  call @g() : () -> ()
  return
}
// -----
// expect: symbol declaration cannot have public visibility
func.func @f()
// -----
// expect: entry block must have 1 arguments to match function signature
"func.func"() <{function_type = (i32) -> (), sym_name = "f"}> ({
  "func.return"() : () -> ()
}) : () -> ()
// -----
// expect: must have an else block if defining values
func.func @f(%c: i1, %a: i32) {
  %0 = "scf.if"(%c) ({
    scf.yield %a : i32
  }, {
  }) : (i1) -> i32
  return
}
// -----
// expect: expects the 'before' region to terminate with 'scf.condition'
func.func @f() {
  "scf.while"() ({
    scf.yield
  }, {
    scf.yield
  }) : () -> ()
  return
}
// -----
// expect: branch has 0 operands for successor #0, but target block has 1
func.func @f() {
  cf.br ^bb1
^bb1(%a: i32):
  return
}
// -----
// expect: expects parent op 'gpu.module'
gpu.func @f() kernel {
  gpu.return
}
// -----
// expect: expected void return type for kernel function
gpu.module @m {
  gpu.func @f(%a: i32) -> i32 kernel {
    gpu.return %a : i32
  }
}
// -----
// expect: expected memory space workgroup in attribution
gpu.module @m {
  gpu.func @f() workgroup(%a : memref<4xf32, #gpu.address_space<private>>) kernel {
    gpu.return
  }
}
// -----
// expect: 'gpu.container_module' attribute
func.func @f(%n: index) {
  gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
// -----
// expect: kernel container 'm' is undefined
module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// expect: got 0 kernel operands but expected 1
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: i32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// expect: missing the 'gpu.kernel' attribute
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// expect: arguments have incompatible shape
func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}
// -----
// expect here: expected all elements of a list to be complex, or none
func.func @f() attributes {a = dense<[0, (0, 1)]> : tensor<2xcomplex<i1>>} { return }
// -----
// expect here: expected all elements of a list to be complex, or none
func.func @f() attributes {a = dense<[(0, 1), 0]> : tensor<2xcomplex<i1>>} { return }
// -----
// expect here: expects one size for each dimension of clusters, or none
module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f() kernel { gpu.return }
  }
  func.func @host(%n: index) {
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %n) <{kernel = @k::@f, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index, index) -> ()
    return
  }
}
// -----
// expect here: expected a symbol name that is not empty
func.func @f() attributes {a = @b::@""} { return }
// -----
// expect: elements hex data size is invalid
func.func @f() attributes {a = dense<"0x0201"> : tensor<2xi1>} { return }
// -----
// expect: elements hex data size is invalid
func.func @f() attributes {a = dense<"0x01"> : tensor<16xi1>} { return }
// -----
// expect: number of case values (2) should match number of case destinations (1)
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect here: number of case values (0) should match number of case destinations (1)
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect: 'flag' type ('i8') should match case value type ('i32')
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect here: 'case_operand_segments' has 2 entries, but there are 1 case destinations
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<1xi8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect: caseOperands count (0) does not match with the total size (1) specified in attribute 'case_operand_segments'
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: 1>, case_values = dense<1> : vector<1xi8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect: 'case_operand_segments' attribute cannot have negative elements
func.func @f(%f: i8) {
  "cf.switch"(%f)[^bb1, ^bb1] <{case_operand_segments = array<i32: -1>, case_values = dense<1> : vector<1xi8>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i8) -> ()
^bb1:
  return
}
// -----
// expect: region cannot have any arguments
func.func @f() {
  "scf.execute_region"() ({
  ^bb0(%x: i32):
    "scf.yield"() : () -> ()
  }) : () -> ()
  return
}
// -----
// expect: 'i64'
func.func @f(%a: i64) {
  %0 = scf.execute_region -> i32 {
    cf.br ^bb1
  ^bb1:
    scf.yield %a : i64
  }
  return
}
// -----
// expect here: expected 'default'
func.func @f(%f: i8) { cf.switch %f : i8, [1: ^bb1]
^bb1:
  return
}
// -----
// expect here: expected 'default'
func.func @f(%f: i8) { cf.switch %f : i8, []
^bb1:
  return
}
// -----
// expect here: integer constant out of range for attribute
func.func @f(%f: i8) { cf.switch %f : i8, [default: ^bb1, 300: ^bb1]
^bb1:
  return
}
// -----
// expect here: expected integer value
func.func @f(%f: i8) { cf.switch %f : i8, [default: ^bb1, "x": ^bb1]
^bb1:
  return
}
// -----
// expect here: invalid kind of type specified
func.func @f(%f: index) { cf.switch %f : index, [default: ^bb1]
^bb1:
  return
}
// -----
// expect: expected identifier key in file metadata dictionary
{-# } #-}
// -----
// expect: expected ':'
{-# key } #-}
// -----
// expect: expected identifier key in file metadata dictionary
{-# external_resources: { a: { k: "q" } }, #-}
// -----
// expect: expected identifier key for 'resource' entry
{-# dialect_resources: { "key" } #-}
// -----
// expect: dialect 'other' is unknown
{-# dialect_resources: { other: { a: "0x0400000001000000" } } #-}
// -----
// expect: unexpected 'resource' section for dialect 'arith'
{-# dialect_resources: { arith: { a: "0x0400000001000000" } } #-}
// -----
// expect: unknown 'resource' key 'a' for dialect 'ml_program'
{-# dialect_resources: { ml_program: { a: "0x0400000001000000" } } #-}
// -----
// expect: expected identifier key for 'resource' entry
{-# dialect_resources: { builtin: { "a b": "0x0400000001000000" } } #-}
// -----
// expect: expected identifier key for 'external_resources' entry
{-# external_resources: { entry: { "a": "x" } } #-}
// -----
// expect: expected '<' after 'dense_resource'
module attributes {gpu.a = dense_resource a : tensor<1xi32>} {}
// -----
// expect: expected identifier key for 'resource' entry
module attributes {gpu.a = dense_resource<"a"> : tensor<1xi32>} {}
// -----
// expect: 'arith.extui' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: i8) {
  %0 = arith.extui %a : i8 to tensor<4xi32>
  return
}
// -----
// expect: 'arith.index_cast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<2xindex>) {
  %0 = arith.index_cast %a : tensor<2xindex> to tensor<?xi64>
  return
}
// -----
// expect: 'arith.extf' op requires the same shape for all operands and results
func.func @f(%a: vector<2xf16>) {
  %0 = arith.extf %a : vector<2xf16> to vector<3xf32>
  return
}
// -----
// expect: 'arith.extsi' op requires the same shape for all operands and results
func.func @f(%a: vector<[4]xi8>) {
  %0 = arith.extsi %a : vector<[4]xi8> to vector<4xi32>
  return
}
// -----
// expect: 'tensor<4xi8, 1 : i64>' and result type 'tensor<4xi32>' are cast incompatible
func.func @f(%a: tensor<4xi8, 1>) {
  %0 = arith.extsi %a : tensor<4xi8, 1> to tensor<4xi32>
  return
}
// -----
// expect: invalid properties {fastmath = 1 : i64} for op arith.negf: Invalid attribute `fastmath` in property conversion: 1 : i64
func.func @f(%a: f32) {
  %0 = "arith.negf"(%a) <{fastmath = 1 : i64}> : (f32) -> f32
  return
}
// -----
// expect: size mismatch in attribute conversion: 2 vs 3
func.func @f(%a: i1) {
  "cf.cond_br"(%a)[^bb1, ^bb1] <{operandSegmentSizes = array<i32: 1, 0>}> : (i1) -> ()
^bb1:
  return
}
// -----
// expect: 'gpu.printf' op operand #0 must be variadic of integer or index or floating-point, but got 'vector<4xi32>'
func.func @f(%a: vector<4xi32>) {
  gpu.printf "%d" %a : vector<4xi32>
  return
}
// -----
// expect: result #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'
memref.global @g : memref<4xf32>
func.func @f() {
  %0 = memref.get_global @g : memref<?xf32>
  return
}
// -----
// expect: 'scf.if' op  along control flow edge from Region #0 to parent results: source type #0 'i32' should match input type #0 'f32'
func.func @f(%c: i1, %x: f32, %i: i32) {
  %0 = "scf.if"(%c) ({
    scf.yield %i : i32
  }, {
    scf.yield %x : f32
  }) : (i1) -> f32
  return
}
// -----
// expect: expected body region argument #0 to be of type 'f32', got 'i32'
"gpu.module"() <{sym_name = "k"}> ({
  "gpu.func"() <{function_type = (f32) -> ()}> ({
  ^bb0(%a: i32):
    "gpu.return"() : () -> ()
  }) {sym_name = "f", workgroup_attributions = 0 : i64} : () -> ()
  "gpu.module_end"() : () -> ()
}) : () -> ()
