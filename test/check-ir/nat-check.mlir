// RUN: descend-opt %s --split-input-file --verify-diagnostics --nat-check

descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %c = descend.const {value = 1.0 : f32} : f32
      %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
      %1 = view.group %0 {size = #descend.nat<32>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 32]]; 2]]>
      %2 = view.select %1, %block {axis = "X"} : !descend.place<[[[[f32; 32]]; 2]]>, !exec.block<X<32>> -> !descend.place<[[f32; 32]]>
      %3 = view.select %2, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      descend.write %c, %3 : f32, !descend.place<f32>
    }
  }
}

// -----

descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %c = descend.const {value = 1.0 : f32} : f32
      %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
      // expected-error @below {{groups do not divide the array}}
      // expected-note @below {{`64 % 7 == 0` is false}}
      %7 = view.group %0 {size = #descend.nat<7>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 7]]; 9]]>
      // expected-error @below {{index out of bounds}}
      // expected-note @below {{`64 < 64` is false}}
      %8 = descend.at %0 {index = #descend.nat<64>} : !descend.place<[f32; 64]> -> !descend.place<f32>
    }
  }
}
