// RUN: descend-opt %s --instantiate | FileCheck %s
// RUN: descend-opt %s --instantiate='instance=k::<8>' | FileCheck %s --check-prefix=MORE
// RUN: not descend-opt %s --instantiate='instance=k::<8,9>' 2>&1 | FileCheck %s --check-prefix=WRONG

// The kernel is launched with n = 2, so its instance has no generics and constant types.
// CHECK-LABEL: descend.func @main
// CHECK: descend.launch @k(%{{.*}}) on !exec.grid<X<2>, X<64>> {nats = []}
// CHECK-LABEL: descend.func @k(%grid: !exec.grid<X<2>, X<64>>, %v: !descend.place<&uniq gpu.global [f32; 128]>)
// CHECK-SAME: generics = []
// CHECK: view.group {{.*}} -> !descend.place<{{\[\[\[\[}}f32; 64{{\]\]}}; 2{{\]\]}}>
// CHECK: descend.call @twice
// CHECK-NOT: #descend.nat<n

// MORE-DAG: descend.func @k__2({{.*}}[f32; 128]>)
// MORE-DAG: descend.func @k__8({{.*}}[f32; 512]>)

// WRONG: error: --instantiate "k::<8,9>": 1 arguments too many
descend.func @twice(%t: !exec.thread, %x: !descend.place<f32>) -> f32 attributes {arg_names = ["x"], exec_name = "t"} {
  %0 = descend.read %x : !descend.place<f32> -> f32
  %1 = descend.read %x : !descend.place<f32> -> f32
  %2 = descend.binary "add" %0, %1 : f32
  descend.return %2 : f32
}
descend.func @k(%grid: !exec.grid<X<n>, X<64>>, %v: !descend.place<&uniq gpu.global [f32; n*64]>) attributes {arg_exclusive = [true], arg_names = ["v"], exec_name = "grid", generics = ["n: nat"], inferred = [#descend.where<n le 2147483647>]} {
  exec.sched ["X"] of %grid : !exec.grid<X<n>, X<64>> {
  ^bb0(%block: !exec.block<X<64>>):
    exec.sched ["X"] of %block : !exec.block<X<64>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.deref %v : !descend.place<&uniq gpu.global [f32; n*64]> -> !descend.place<[f32; n*64]>
      %1 = view.group %0 {size = #descend.nat<64>} : !descend.place<[f32; n*64]> -> !descend.place<[[[[f32; 64]]; n]]>
      %2 = view.select %1, %block {axis = "X"} : !descend.place<[[[[f32; 64]]; n]]>, !exec.block<X<64>> -> !descend.place<[[f32; 64]]>
      %3 = view.select %2, %thread {axis = "X"} : !descend.place<[[f32; 64]]>, !exec.thread -> !descend.place<f32>
      %4 = descend.read %3 : !descend.place<f32> -> f32
      %5 = descend.call @twice(%4) by %thread : !exec.thread, (f32) -> f32
      %6 = descend.deref %v : !descend.place<&uniq gpu.global [f32; n*64]> -> !descend.place<[f32; n*64]>
      %7 = view.group %6 {size = #descend.nat<64>} : !descend.place<[f32; n*64]> -> !descend.place<[[[[f32; 64]]; n]]>
      %8 = view.select %7, %block {axis = "X"} : !descend.place<[[[[f32; 64]]; n]]>, !exec.block<X<64>> -> !descend.place<[[f32; 64]]>
      %9 = view.select %8, %thread {axis = "X"} : !descend.place<[[f32; 64]]>, !exec.thread -> !descend.place<f32>
      descend.write %5, %9 : f32, !descend.place<f32>
    }
  }
}
descend.func @main(%t: !exec.cpu_thread, %h: !descend.place<&uniq cpu.mem [f32; 128]>) attributes {arg_names = ["h"], exec_name = "t"} {
  %0 = descend.deref %h : !descend.place<&uniq cpu.mem [f32; 128]> -> !descend.place<[f32; 128]>
  %1 = descend.borrow %0 : !descend.place<[f32; 128]> -> !descend.ref<shrd, cpu.mem, [f32; 128]>
  %2 = descend.alloc_copy %1 : !descend.ref<shrd, cpu.mem, [f32; 128]> -> !descend.box<[f32; 128] @ gpu.global>
  %d = descend.local {mut, name = "d"} -> !descend.place<[f32; 128] @ gpu.global>
  descend.write %2, %d {init} : !descend.box<[f32; 128] @ gpu.global>, !descend.place<[f32; 128] @ gpu.global>
  %3 = descend.deref %d : !descend.place<[f32; 128] @ gpu.global> -> !descend.place<[f32; 128]>
  %4 = descend.borrow %3 {uniq} : !descend.place<[f32; 128]> -> !descend.ref<uniq, gpu.global, [f32; 128]>
  descend.launch @k(%4) on !exec.grid<X<2>, X<64>> {nats = [#descend.nat<2>]} : (!descend.ref<uniq, gpu.global, [f32; 128]>) -> ()
  %5 = descend.deref %h : !descend.place<&uniq cpu.mem [f32; 128]> -> !descend.place<[f32; 128]>
  %6 = descend.borrow %5 {uniq} : !descend.place<[f32; 128]> -> !descend.ref<uniq, cpu.mem, [f32; 128]>
  %7 = descend.deref %d : !descend.place<[f32; 128] @ gpu.global> -> !descend.place<[f32; 128]>
  %8 = descend.borrow %7 : !descend.place<[f32; 128]> -> !descend.ref<shrd, gpu.global, [f32; 128]>
  descend.copy %6, %8 : !descend.ref<uniq, cpu.mem, [f32; 128]>, !descend.ref<shrd, gpu.global, [f32; 128]>
}
