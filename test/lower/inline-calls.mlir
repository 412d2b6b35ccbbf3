// RUN: descend-opt %s --inline-calls | FileCheck %s

// A device function becomes a scope of its caller; the argument is stored in a place of its own, and the
// function, which nobody calls any more, is gone.
// CHECK-NOT: @twice
// CHECK-LABEL: descend.func @f
// CHECK: %[[X:.*]] = view.select
// CHECK: %[[V:.*]] = descend.read %[[X]]
// CHECK: %[[R:.*]] = descend.scope : f32 {
// CHECK: %[[P:.*]] = descend.local {name = "v"}
// CHECK: descend.write %[[V]], %[[P]] {init}
// CHECK: %[[S:.*]] = descend.binary "add"
// CHECK: descend.yield %[[S]] : f32
// CHECK: descend.write %[[R]], %[[X]] : f32
// CHECK-NOT: descend.call
descend.func @twice(%t: !exec.thread, %v: !descend.place<f32>) -> f32 attributes {arg_names = ["v"], exec_name = "t"} {
  %0 = descend.read %v : !descend.place<f32> -> f32
  %1 = descend.binary "add" %0, %0 : f32
  descend.return %1 : f32
}
descend.func @f(%grid: !exec.grid<X<1>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 32]>) attributes {arg_names = ["v"], entry, exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<1>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; 32]> -> !descend.place<[f32; 32]>
      %x = view.select %0, %thread {axis = "X"} : !descend.place<[f32; 32]>, !exec.thread -> !descend.place<f32>
      %1 = descend.read %x : !descend.place<f32> -> f32
      %2 = descend.call @twice(%1) by %thread : !exec.thread, (f32) -> f32
      descend.write %2, %x : f32, !descend.place<f32>
    }
  }
}
