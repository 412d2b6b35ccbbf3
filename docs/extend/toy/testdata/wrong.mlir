// What the definitions and verifiers of the dialect refuse.
// expected-error @below {{operand #0 must be tensor of f64, but got 'tensor<2xf32>'}}
"t.f"() ({ ^bb0(%a: tensor<2xf32>): "toy.print"(%a) : (tensor<2xf32>) -> () }) : () -> ()

// -----

%a = toy.constant dense<1.0> : tensor<2x2xf64>
// expected-error @below {{an array of shape <2, 2> has 4 elements, one of shape <3> has 3}}
%b = toy.reshape(%a : tensor<2x2xf64>) to tensor<3xf64>

// -----

%a = toy.constant dense<1.0> : tensor<2x2xf64>
// expected-error @below {{'toy.reshape' op needs a result with a shape}}
%b = toy.reshape(%a : tensor<2x2xf64>) to tensor<*xf64>

// -----

// expected-error @below {{'toy.constant' op inferred type(s) 'tensor<2xf64>' are incompatible with return type(s) of operation 'tensor<3xf64>'}}
%a = "toy.constant"() {value = dense<1.0> : tensor<2xf64>} : () -> tensor<3xf64>

// -----

toy.func @main() {
  // expected-error @below {{'toy.generic_call' op calls @f, which is no toy.func}}
  toy.generic_call @f() : () -> ()
  toy.return
}

// -----

toy.func private @f(%a: tensor<*xf64>) {
  toy.return
}
toy.func @main() {
  // expected-error @below {{'toy.generic_call' op has 0 operands and 0 results, but @f has the type (tensor<*xf64>) -> ()}}
  toy.generic_call @f() : () -> ()
  toy.return
}

// -----

toy.func private @f() -> tensor<*xf64> {
  // expected-error @below {{has 0 operands, but enclosing function (@f) returns 1}}
  toy.return
}
