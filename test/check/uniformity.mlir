// RUN: descend-opt %s --uniformity | FileCheck %s

// CHECK: descend.func @k
// CHECK-SAME: has_barrier
descend.func @k(%grid: !exec.grid<X<4>, X<64>>, %s: !descend.place<i32>, %v: !descend.place<&gpu.global [i32; 64]>) attributes {arg_names = ["s", "v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<64>> {
  ^bb0(%block: !exec.block<X<64>>):
    exec.sched ["X"] of %block : !exec.block<X<64>> {
    ^bb0(%thread: !exec.thread):
      %3 = descend.const {value = 2 : i32} : i32
      %5 = descend.read %s : !descend.place<i32> -> i32
      %6 = descend.compare "gt" %5, %3 : i32
      // CHECK: descend.if %{{.*}} attributes {uniform, uniform_grid} {
      descend.if %6 {
        exec.sync %block : !exec.block<X<64>>
      }
      %0 = descend.deref %v : !descend.place<&gpu.global [i32; 64]> -> !descend.place<[i32; 64]>
      %1 = view.select %0, %thread {axis = "X"} : !descend.place<[i32; 64]>, !exec.thread -> !descend.place<i32>
      %2 = descend.read %1 : !descend.place<i32> -> i32
      %4 = descend.compare "gt" %2, %3 : i32
      // CHECK: descend.if %{{[0-9]+}} {
      descend.if %4 {
        %7 = descend.const {value = 3 : i32} : i32
      }
    }
  }
}
