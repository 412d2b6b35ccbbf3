// RUN: descend-opt %s --lower-to-gpu | FileCheck %s
// RUN: descend-opt %s --lower-to-gpu | mlir-opt | FileCheck %s
// RUN: descend-opt %s --lower-to-gpu='align=element' | FileCheck %s --check-prefix=ELEMENT

// The schedules become ids, the chain of views one sum, the barrier a gpu.barrier, shared memory an attribution.
// CHECK-LABEL: gpu.func @rev(
// CHECK-SAME: memref<64xf32> {llvm.align = 16 : i64
// CHECK-DAG: gpu.block_id x
// CHECK-DAG: gpu.thread_id x
// CHECK: memref.load %{{.*}} : memref<64xf32>
// CHECK: gpu.barrier
// CHECK: memref.store %{{.*}} : memref<64xf32>
// CHECK: gpu.return
// ELEMENT: memref<64xf32> {llvm.align = 4 : i64
descend.func @rev(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], entry, exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; 64]> -> !descend.place<[f32; 64]>
      %1 = view.group %0 {size = #descend.nat<32>} : !descend.place<[f32; 64]> -> !descend.place<[[[[f32; 32]]; 2]]>
      %2 = view.select %1, %block {axis = "X"} : !descend.place<[[[[f32; 32]]; 2]]>, !exec.block<X<32>> -> !descend.place<[[f32; 32]]>
      %3 = view.reverse %2 : !descend.place<[[f32; 32]]> -> !descend.place<[[f32; 32]]>
      %4 = view.select %3, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      %5 = descend.read %4 : !descend.place<f32> -> f32
      exec.sync %block : !exec.block<X<32>>
      %6 = view.select %2, %thread {axis = "X"} : !descend.place<[[f32; 32]]>, !exec.thread -> !descend.place<f32>
      descend.write %5, %6 : f32, !descend.place<f32>
    }
  }
}
