// RUN: descend-opt %s --uniformity | FileCheck %s

// A condition on a parameter is the same for all threads; one on memory that a thread selects is not.
// CHECK-LABEL: descend.func @k
// CHECK: descend.if %{{[0-9]+}} attributes {uniform, uniform_grid} {
// CHECK: descend.if %{{[0-9]+}} {
descend.func @k(%grid: !exec.grid<X<1>, X<32>>, %v: !descend.place<&gpu.global [i32; 32]>, %n: !descend.place<i32>) attributes {arg_names = ["v", "n"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<1>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 0 : i32} : i32
      %1 = descend.read %n : !descend.place<i32> -> i32
      %2 = descend.compare "lt" %1, %0 : i32
      descend.if %2 {
      }
      %3 = descend.deref %v : !descend.place<&gpu.global [i32; 32]> -> !descend.place<[i32; 32]>
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[i32; 32]>, !exec.thread -> !descend.place<i32>
      %5 = descend.read %4 : !descend.place<i32> -> i32
      %6 = descend.compare "lt" %5, %0 : i32
      descend.if %6 {
      }
    }
  }
}
