// RUN: descend-opt %s --split-input-file --verify-diagnostics --exec-check

descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %c = descend.const {value = 1.0 : f32} : f32
      exec.sync %block : !exec.block<X<32>>
    }
  }
}

// -----

// expected-note @below {{executed by `gpu.grid<X<2>, X<32>>`}}
descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  %c = descend.const {value = 1.0 : f32} : f32
  %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
  %3 = descend.at %0 {index = #descend.nat<0>} : !descend.place<[f32; 64]> -> !descend.place<f32>
  // expected-error @below {{only threads write memory}}
  descend.write %c, %3 : f32, !descend.place<f32>
}
