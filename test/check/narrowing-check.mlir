// RUN: descend-opt %s --split-input-file --narrowing-check --verify-diagnostics

// A borrow by every block without a select over the blocks.

descend.func @no_block(%grid: !exec.grid<X<32>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 1024]>) attributes {arg_names = ["a"]} {
  // expected-note @below {{executed by every block of this schedule}}
  exec.sched ["X"] of %grid : !exec.grid<X<32>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    // expected-error @below {{narrowing violated}}
    %0 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 1024]> -> !descend.place<[f32; 1024]>
    %1 = descend.borrow %0 {uniq} : !descend.place<[f32; 1024]> -> !descend.ref<uniq, gpu.global, [f32; 1024]>
  }
}

// -----

// A select over the threads alone: every block gets the same groups.

descend.func @thread_only(%grid: !exec.grid<X<32>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 32]>) attributes {arg_names = ["a"]} {
  // expected-note @below {{executed by every block of this schedule}}
  exec.sched ["X"] of %grid : !exec.grid<X<32>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 1.000000e+00 : f32} : f32
      %1 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 32]> -> !descend.place<[f32; 32]>
      // expected-error @below {{narrowing violated}}
      %2 = view.select %1, %thread {axis = "X"} : !descend.place<[f32; 32]>, !exec.thread -> !descend.place<f32>
      descend.write %0, %2 : f32, !descend.place<f32>
    }
  }
}

// -----

// Both levels selected: accepted.

descend.func @both(%grid: !exec.grid<X<32>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 1024]>) attributes {arg_names = ["a"]} {
  exec.sched ["X"] of %grid : !exec.grid<X<32>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 1.000000e+00 : f32} : f32
      %1 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 1024]> -> !descend.place<[f32; 1024]>
      %2 = view.group %1 {size = #descend.nat<32>} : !descend.place<[f32; 1024]> -> !descend.place<[[[[f32; 32]]; 32]]>
      %3 = view.select %2, %block {axis = "X"} : !descend.place<[[[[f32; 32]]; 32]]>, !exec.block<X<32>> -> !descend.place<[[f32; 32]]>
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      descend.write %0, %4 : f32, !descend.place<f32>
    }
  }
}
