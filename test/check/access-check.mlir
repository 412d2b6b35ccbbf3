// RUN: descend-opt %s --split-input-file --access-check --verify-diagnostics
// RUN: descend-opt %s --split-input-file --access-check --verify-diagnostics | FileCheck %s

// Another thread's element is read while it may still be written.

descend.func @missing_sync(%grid: !exec.grid<X<2>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["a"]} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 1.000000e+00 : f32} : f32
      %1 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
      %2 = view.group %1 {size = #descend.nat<32>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 32]]; 2]]>
      %3 = view.select %2, %block {axis = "X"} : !descend.place<[[[[f32; 32]]; 2]]>, !exec.block<X<32>> -> !descend.place<[[f32; 32]]>
      // expected-note @below {{conflicting prior access here: a write}}
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      descend.write %0, %4 : f32, !descend.place<f32>
      %5 = view.reverse %3 : !descend.place<[[f32; 32]]> -> !descend.place<[[f32; 32]]>
      // expected-error @below {{conflicting memory access}}
      // expected-note @below {{block 0, thread 0 and block 0, thread 31 both reach element 31}}
      %6 = view.select %5, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      %7 = descend.read %6 : !descend.place<f32> -> f32
    }
  }
}

// -----

// With the barrier it is accepted; the parameter is not exclusive.

// CHECK-LABEL: descend.func @sync
// CHECK-SAME: arg_exclusive = [false]
descend.func @sync(%grid: !exec.grid<X<2>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["a"]} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 1.000000e+00 : f32} : f32
      %1 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
      %2 = view.group %1 {size = #descend.nat<32>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 32]]; 2]]>
      %3 = view.select %2, %block {axis = "X"} : !descend.place<[[[[f32; 32]]; 2]]>, !exec.block<X<32>> -> !descend.place<[[f32; 32]]>
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      descend.write %0, %4 : f32, !descend.place<f32>
      exec.sync %block : !exec.block<X<32>>
      %5 = view.reverse %3 : !descend.place<[[f32; 32]]> -> !descend.place<[[f32; 32]]>
      %6 = view.select %5, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      %7 = descend.read %6 : !descend.place<f32> -> f32
    }
  }
}

// -----

// Each thread its own element: exclusive.

// CHECK-LABEL: descend.func @own
// CHECK-SAME: arg_exclusive = [true]
descend.func @own(%grid: !exec.grid<X<1>, X<32>>, %a: !descend.place<&uniq gpu.global [f32; 32]>) attributes {arg_names = ["a"]} {
  exec.sched ["X"] of %grid : !exec.grid<X<1>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %1 = descend.deref %a : !descend.place<&uniq gpu.global [f32; 32]> -> !descend.place<[f32; 32]>
      %2 = view.select %1, %thread {axis = "X"} : !descend.place<[f32; 32]>, !exec.thread -> !descend.place<f32>
      %3 = descend.read %2 : !descend.place<f32> -> f32
      descend.write %3, %2 : f32, !descend.place<f32>
    }
  }
}
