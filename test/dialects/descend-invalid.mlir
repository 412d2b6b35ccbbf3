// RUN: descend-opt %s --split-input-file --verify-diagnostics

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32>) {
  // expected-error @below {{'descend.deref' op needs a place of a reference or box, not of i32}}
  %0 = descend.deref %x : !descend.place<i32> -> !descend.place<i32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&cpu.mem f32>) {
  // expected-error @below {{'descend.deref' op result must be a place of f32, not of i32}}
  %0 = descend.deref %x : !descend.place<&cpu.mem f32> -> !descend.place<i32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<(i32, f32)>) {
  // expected-error @below {{'descend.proj' op component 2 : i32 does not exist: there are 2}}
  %0 = descend.proj %x {index = 2 : i32} : !descend.place<(i32, f32)> -> !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32>) {
  // expected-error @below {{'descend.proj' op needs a place of a tuple or struct, not of i32}}
  %0 = descend.proj %x {index = 0 : i32} : !descend.place<i32> -> !descend.place<i32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[f32; 4]>) {
  // expected-error @below {{'descend.at' op result must be a place of f32, not of f64}}
  %0 = descend.at %x {index = #descend.nat<0>} : !descend.place<[f32; 4]> -> !descend.place<f64>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<f32>) {
  %0 = descend.read %x : !descend.place<f32> -> f32
  // expected-error @below {{'descend.index' op operand #1 must be integer or index, but got 'f32'}}
  %1 = descend.index %x, %0 : !descend.place<f32>, f32 -> !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<f32>) {
  // expected-error @below {{'descend.read' op value must have type f32, not f64}}
  %0 = descend.read %x : !descend.place<f32> -> f64
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<f32>) {
  %0 = descend.const {value = 1 : i32} : i32
  // expected-error @below {{'descend.write' op value must have type f32, not i32}}
  descend.write %0, %x : i32, !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<f32>) {
  // expected-error @below {{'descend.borrow' op attribute uniq and the type &uniq cpu.mem f32 disagree}}
  %0 = descend.borrow %x : !descend.place<f32> -> !descend.ref<uniq, cpu.mem, f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&uniq gpu.global f32>) {
  %0 = descend.deref %x : !descend.place<&uniq gpu.global f32> -> !descend.place<f32>
  // expected-error @below {{'descend.borrow' op the place is in gpu.global, but the reference says cpu.mem}}
  %1 = descend.borrow %0 {uniq} : !descend.place<f32> -> !descend.ref<uniq, cpu.mem, f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[[f32; 4]]>) {
  // expected-error @below {{'descend.borrow' op reference must be to [[f32; 4]], not to [f32; 4]}}
  %1 = descend.borrow %x : !descend.place<[[f32; 4]]> -> !descend.ref<shrd, cpu.mem, [f32; 4]>
}

// -----

descend.func @f(%b: !exec.block<X<32>>) {
  // expected-error @below {{'descend.alloc' op gives a unique reference to gpu.shared or gpu.local, not &uniq gpu.global f32}}
  %0 = descend.alloc %b : !exec.block<X<32>> -> !descend.ref<uniq, gpu.global, f32>
}

// -----

descend.func @f(%b: !exec.block<X<32>>) {
  // expected-error @below {{'descend.local' op !exec.block<X<32>> has no part forall(Y)}}
  %x = descend.local %b : !exec.block<X<32>> {name = "x", owner_path = #exec.path<forall(Y)>} -> !descend.place<f32>
}

// -----

descend.func @f(%b: !exec.block<X<32>>) {
  // expected-error @below {{'descend.local' op owner_path needs an owner}}
  %x = descend.local {name = "x", owner_path = #exec.path<forall(X)>} -> !descend.place<f32>
}

// -----

descend.func @f(%b: !exec.block<X<32>>) {
  // expected-error @below {{'descend.local' op nat 'n' is bound neither by the function nor by what is around or before}}
  %x = descend.local %b : !exec.block<X<32>> {name = "x", owner_path = #exec.path<split(n, X).fst>} -> !descend.place<f32>
}

// -----

// expected-error @below {{'descend.func' op !exec.grid<X<2>, X<32>> has no part forall(Y)}}
descend.func @f(%g: !exec.grid<X<2>, X<32>>, %s: !descend.place<&uniq gpu.shared [f32; 32]>) attributes {arg_owners = [#exec.path<forall(Y)>]} {
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<AtomicU32>) {
  // expected-error @below {{'descend.atomic' op cas takes 2 values, not 0}}
  %0 = descend.atomic "cas" %x : !descend.place<AtomicU32> -> ui32
}

// -----

descend.func @f(%t: !exec.thread, %x: !descend.place<AtomicU32>) {
  // expected-error @below {{'op' must be one of load store exch cas add sub min max and or xor}}
  %0 = descend.atomic "nand" %x : !descend.place<AtomicU32> -> ui32
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[f32; 4]>) attributes {generics = ["n: nat"]} {
  // expected-error @below {{differ in more than sizes}}
  %0 = descend.retype %x : !descend.place<[f32; 4]> -> !descend.place<[f64; n]>
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'descend.const' op result must have type i32, not i64}}
  %0 = descend.const {value = 1 : i32} : i64
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1.0 : f32} : f32
  // expected-error @below {{'descend.binary' op xor needs integers, not f32}}
  %1 = descend.binary "xor" %0, %0 : f32
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1.0 : f32} : f32
  // expected-error @below {{'descend.math' op pow takes 2 arguments, not 1}}
  %1 = descend.math "pow"(%0) : (f32) -> f32
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1 : i32} : i32
  // expected-error @below {{'descend.math' op sqrt is not defined on i32}}
  %1 = descend.math "sqrt"(%0) : (i32) -> i32
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  %0 = descend.const {value = 1 : i32} : i32
  // expected-error @below {{'descend.aggregate' op 1 parts do not make [i32; 2]}}
  %1 = descend.aggregate %0 : (i32) -> !descend.array<[i32; 2]>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %c: !descend.place<bool>) -> i32 {
  %0 = descend.read %c : !descend.place<bool> -> i1
  // expected-error @below {{'descend.if' op has results, so it needs an else region}}
  %1 = descend.if %0 : i32 {
    %2 = descend.const {value = 1 : i32} : i32
    descend.yield %2 : i32
  }
  descend.return %1 : i32
}

// -----

descend.func @f(%t: !exec.cpu_thread, %c: !descend.place<bool>) {
  %0 = descend.read %c : !descend.place<bool> -> i1
  // expected-error @below {{'descend.if' op region 1 yields 0 values for 1 results}}
  %1 = descend.if %0 : i1 {
    descend.yield %0 : i1
  } else {
  }
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'descend.while' op condition region must end in descend.condition}}
  descend.while {
  } do {
  }
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'kind' must be one of range halved doubled}}
  descend.for_nat "i" in "tripled"(#descend.nat<0>, #descend.nat<4>) {
  }
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<[f32; 4]>) {
  descend.for_nat "i" in "range"(#descend.nat<0>, #descend.nat<4>) {
  }
  // expected-error @below {{'descend.at' op nat 'i' is bound neither by the function nor by what is around or before}}
  %0 = descend.at %x {index = #descend.nat<i>} : !descend.place<[f32; 4]> -> !descend.place<f32>
}

// -----

descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'descend.local' op nat 'n' in !descend.place<[f32; n]> is bound neither by the function nor by what is around or before}}
  %x = descend.local {name = "x"} -> !descend.place<[f32; n]>
}

// -----

descend.func @f(%t: !exec.cpu_thread) attributes {generics = ["i: nat"]} {
  // expected-error @below {{'descend.for_nat' op nat 'i' is bound twice}}
  descend.for_nat "i" in "range"(#descend.nat<0>, #descend.nat<4>) {
  }
}

// -----

// expected-error @below {{'descend.func' op memory 'm' in (!descend.ref<shrd, m, f32>) -> () is not bound by the function}}
descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&m f32>) {
}

// -----

// expected-error @below {{'descend.func' op generic "n" must be a name and its kind: nat, mem, dty or prv}}
descend.func @f(%t: !exec.cpu_thread) attributes {generics = ["n"]} {
}

// -----

// expected-error @below {{'descend.func' op arg_mut has 2 entries for 0 parameters}}
descend.func @f(%t: !exec.cpu_thread) attributes {arg_mut = [true, false]} {
}

// -----

descend.func @f(%t: !exec.cpu_thread) -> i32 {
  // expected-error @below {{'descend.return' op has 0 values, but the function returns 1}}
  descend.return
}

// -----

descend.func @g(%t: !exec.thread, %x: !descend.place<[f32; n]>) attributes {generics = ["n: nat"]} {
}
descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 8]>) {
  %0 = descend.read %x : !descend.place<[f32; 8]> -> !descend.array<[f32; 8]>
  // expected-error @below {{'descend.call' op has 0 nats, but @g takes 1}}
  descend.call @g(%0) by %t : !exec.thread, (!descend.array<[f32; 8]>) -> ()
}

// -----

descend.func @g(%t: !exec.thread, %x: !descend.place<[f32; n]>) attributes {generics = ["n: nat"]} {
}
descend.func @f(%t: !exec.thread, %x: !descend.place<[f32; 8]>) {
  %0 = descend.read %x : !descend.place<[f32; 8]> -> !descend.array<[f32; 8]>
  // expected-error @below {{'descend.call' op argument 0 must have type !descend.array<[f32; 4]>, not !descend.array<[f32; 8]>}}
  descend.call @g(%0) by %t {nats = [#descend.nat<4>]} : !exec.thread, (!descend.array<[f32; 8]>) -> ()
}

// -----

descend.func @g(%t: !exec.thread) {
}
descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'descend.launch' op @g is not executed by a grid}}
  descend.launch @g() on !exec.grid<X<1>, X<32>> : () -> ()
}

// -----

descend.func @k(%g: !exec.grid<X<1>, X<32>>, %x: !descend.place<f32>) {
}
descend.func @f(%t: !exec.cpu_thread) {
  // expected-error @below {{'descend.launch' op has 0 arguments, but the function takes 1}}
  descend.launch @k() on !exec.grid<X<1>, X<32>> : () -> ()
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<&uniq cpu.mem [f32; 4]>, %y: !descend.place<&cpu.mem [f32; 4]>) {
  %0 = descend.move %x : !descend.place<&uniq cpu.mem [f32; 4]> -> !descend.ref<uniq, cpu.mem, [f32; 4]>
  %1 = descend.read %y : !descend.place<&cpu.mem [f32; 4]> -> !descend.ref<shrd, cpu.mem, [f32; 4]>
  // expected-error @below {{'descend.copy' op destination must be a unique reference, not &cpu.mem [f32; 4]}}
  descend.copy %1, %0 : !descend.ref<shrd, cpu.mem, [f32; 4]>, !descend.ref<uniq, cpu.mem, [f32; 4]>
}
