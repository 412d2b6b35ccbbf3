// RUN: descend-opt %s --split-input-file --nat-check --verify-diagnostics | FileCheck %s

// What speaks of generics only is inferred.
// CHECK: descend.func @k
// CHECK-SAME: inferred = [#descend.where<32 divides n>, #descend.where<4 eq n/32>]

descend.func @k(%grid: !exec.grid<X<4>, X<32>>, %v: !descend.place<&uniq gpu.global [i32; n]>) attributes {arg_names = ["v"], exec_name = "grid", generics = ["n: nat"]} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 0 : i32} : i32
      %1 = descend.deref %v : !descend.place<&uniq gpu.global [i32; n]> -> !descend.place<[i32; n]>
      %2 = view.group %1 {size = #descend.nat<32>} : !descend.place<[i32; n]> -> !descend.place<[[[[i32; 32]]; n/32]]>
      %3 = view.select %2, %block {axis = "X"} : !descend.place<[[[[i32; 32]]; n/32]]>, !exec.block<X<32>> -> !descend.place<[[i32; 32]]>
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[[i32; 32]]>, !exec.thread -> !descend.place<i32>
      descend.write %0, %4 : i32, !descend.place<i32>
    }
  }
}

// -----

// A loop that goes one too far.

descend.func @f(%t: !exec.cpu_thread, %v: !descend.place<&uniq cpu.mem [i32; 8]>) attributes {arg_names = ["v"], exec_name = "t"} {
  descend.for_nat "i" in "range"(#descend.nat<0>, #descend.nat<9>) {
    %0 = descend.const {value = 0 : i32} : i32
    %1 = descend.deref %v : !descend.place<&uniq cpu.mem [i32; 8]> -> !descend.place<[i32; 8]>
    // expected-error @below {{index out of bounds}}
    // expected-note @below {{for i = 8 `i < 8` is false}}
    %2 = descend.at %1 {index = #descend.nat<i>} : !descend.place<[i32; 8]> -> !descend.place<i32>
    descend.write %0, %2 : i32, !descend.place<i32>
  }
}

// -----

// An index of a type that cannot be outside.
// CHECK: descend.func @g
// CHECK: descend.index
// CHECK-SAME: in_bounds

descend.func @g(%t: !exec.cpu_thread, %v: !descend.place<&uniq cpu.mem [i32; 256]>, %i: !descend.place<u8>) attributes {arg_names = ["v", "i"], exec_name = "t"} {
  %0 = descend.const {value = 0 : i32} : i32
  %1 = descend.deref %v : !descend.place<&uniq cpu.mem [i32; 256]> -> !descend.place<[i32; 256]>
  %2 = descend.read %i : !descend.place<u8> -> ui8
  %3 = descend.index %1, %2 : !descend.place<[i32; 256]>, ui8 -> !descend.place<i32>
  descend.write %0, %3 : i32, !descend.place<i32>
}
