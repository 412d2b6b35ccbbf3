module {
  descend.func @scale_vec(%grid: !exec.grid<X<n>, X<b>>, %vec: !descend.place<&uniq gpu.global [f64; b*n]>) attributes {arg_names = ["vec"], exec_name = "grid", generics = ["n: nat", "b: nat"]} {
    exec.sched ["X"] of %grid : !exec.grid<X<n>, X<b>> {
    ^bb0(%block: !exec.block<X<b>>):
      exec.sched ["X"] of %block : !exec.block<X<b>> {
      ^bb0(%thread: !exec.thread):
        %0 = descend.deref %vec : !descend.place<&uniq gpu.global [f64; b*n]> -> !descend.place<[f64; b*n]>
        %1 = view.group %0 {size = #descend.nat<b>} : !descend.place<[f64; b*n]> -> !descend.place<[[[[f64; b]]; n]]>
        %2 = view.select %1, %block {axis = "X"} : !descend.place<[[[[f64; b]]; n]]>, !exec.block<X<b>> -> !descend.place<[[f64; b]]>
        %3 = view.select %2, %thread {axis = "X"} : !descend.place<[[f64; b]]>, !exec.thread -> !descend.place<f64>
        %4 = descend.read %3 : !descend.place<f64> -> f64
        %5 = descend.const {value = 3.000000e+00 : f64} : f64
        %6 = descend.binary "mul" %4, %5 : f64
        %7 = descend.deref %vec : !descend.place<&uniq gpu.global [f64; b*n]> -> !descend.place<[f64; b*n]>
        %8 = view.group %7 {size = #descend.nat<b>} : !descend.place<[f64; b*n]> -> !descend.place<[[[[f64; b]]; n]]>
        %9 = view.select %8, %block {axis = "X"} : !descend.place<[[[[f64; b]]; n]]>, !exec.block<X<b>> -> !descend.place<[[f64; b]]>
        %10 = view.select %9, %thread {axis = "X"} : !descend.place<[[f64; b]]>, !exec.thread -> !descend.place<f64>
        descend.write %6, %10 : f64, !descend.place<f64>
      }
    }
  }
  descend.func @main(%t: !exec.cpu_thread, %v: !descend.place<&uniq cpu.mem [f64; n*32]>) attributes {arg_names = ["v"], exec_name = "t", generics = ["n: nat"]} {
    %0 = descend.deref %v : !descend.place<&uniq cpu.mem [f64; n*32]> -> !descend.place<[f64; n*32]>
    %1 = descend.borrow %0 : !descend.place<[f64; n*32]> -> !descend.ref<shrd, cpu.mem, [f64; n*32]>
    %2 = descend.alloc_copy %1 : !descend.ref<shrd, cpu.mem, [f64; n*32]> -> !descend.box<[f64; n*32] @ gpu.global>
    %device_v = descend.local {mut, name = "device_v"} -> !descend.place<[f64; n*32] @ gpu.global>
    descend.write %2, %device_v {init} : !descend.box<[f64; n*32] @ gpu.global>, !descend.place<[f64; n*32] @ gpu.global>
    %3 = descend.deref %device_v : !descend.place<[f64; n*32] @ gpu.global> -> !descend.place<[f64; n*32]>
    %4 = descend.borrow %3 {uniq} : !descend.place<[f64; n*32]> -> !descend.ref<uniq, gpu.global, [f64; n*32]>
    descend.launch @scale_vec(%4) on !exec.grid<X<n>, X<32>> {nats = [#descend.nat<n>, #descend.nat<32>]} : (!descend.ref<uniq, gpu.global, [f64; n*32]>) -> ()
    %5 = descend.deref %v : !descend.place<&uniq cpu.mem [f64; n*32]> -> !descend.place<[f64; n*32]>
    %6 = descend.borrow %5 {two_phase, uniq} : !descend.place<[f64; n*32]> -> !descend.ref<uniq, cpu.mem, [f64; n*32]>
    %7 = descend.deref %device_v : !descend.place<[f64; n*32] @ gpu.global> -> !descend.place<[f64; n*32]>
    %8 = descend.borrow %7 : !descend.place<[f64; n*32]> -> !descend.ref<shrd, gpu.global, [f64; n*32]>
    descend.copy %6, %8 : !descend.ref<uniq, cpu.mem, [f64; n*32]>, !descend.ref<shrd, gpu.global, [f64; n*32]>
  }
}
