// RUN: descend-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect
// RUN: mlir-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

func.func @dominance() {
  // expected-error @+1 {{operand #0 does not dominate this use}}
  %a = arith.addi %b, %b : i32
  // expected-note @below {{operand defined here (op in the same block)}}
  %b = arith.constant 1 : i32
  return
}

// -----

func.func @undefined() {
  // expected-error @below {{use of undeclared SSA value name}}
  "x.y"(%nowhere) : (i32) -> ()
  return
}

// -----

// expected-note @below {{see existing symbol definition here}}
func.func private @f()
// expected-error-re @below {{redefinition of symbol named '{{f|g}}'}}
func.func private @f()

// -----

func.func @clash(%a: i32) { // expected-note {{prior use here}}
  // expected-error @below {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  "x.y"(%a) : (i64) -> ()
  return
}

// -----

func.func @types(%a: i32) {
  // expected-error @below {{requires the same type for all operands and results}}
  %x = "arith.addi"(%a, %a) : (i32, i32) -> i64
  return
}
