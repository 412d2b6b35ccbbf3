module {
  "descend.func"() <{arg_names = ["vec"], exec = !exec.grid<X<n>, X<b>>, exec_name = "grid", function_type = (!descend.ref<uniq, gpu.global, [f64; b*n]>) -> (), generics = ["n: nat", "b: nat"], sym_name = "scale_vec"}> ({
  ^bb0(%arg0: !exec.grid<X<n>, X<b>>, %arg1: !descend.place<&uniq gpu.global [f64; b*n]>):
    "exec.sched"(%arg0) <{axes = ["X"]}> ({
    ^bb0(%arg2: !exec.block<X<b>>):
      "exec.sched"(%arg2) <{axes = ["X"]}> ({
      ^bb0(%arg3: !exec.thread):
        %0 = descend.deref %arg1 : !descend.place<&uniq gpu.global [f64; b*n]> -> !descend.place<[f64; b*n]>
        %1 = view.group %0 {size = #descend.nat<b>} : !descend.place<[f64; b*n]> -> !descend.place<[[[[f64; b]]; n]]>
        %2 = view.select %1, %arg2 {axis = "X"} : !descend.place<[[[[f64; b]]; n]]>, !exec.block<X<b>> -> !descend.place<[[f64; b]]>
        %3 = view.select %2, %arg3 {axis = "X"} : !descend.place<[[f64; b]]>, !exec.thread -> !descend.place<f64>
        %4 = descend.read %3 : !descend.place<f64> -> f64
        %5 = "descend.const"() <{value = 3.000000e+00 : f64}> : () -> f64
        %6 = "descend.binary"(%4, %5) <{op = "mul"}> : (f64, f64) -> f64
        %7 = descend.deref %arg1 : !descend.place<&uniq gpu.global [f64; b*n]> -> !descend.place<[f64; b*n]>
        %8 = view.group %7 {size = #descend.nat<b>} : !descend.place<[f64; b*n]> -> !descend.place<[[[[f64; b]]; n]]>
        %9 = view.select %8, %arg2 {axis = "X"} : !descend.place<[[[[f64; b]]; n]]>, !exec.block<X<b>> -> !descend.place<[[f64; b]]>
        %10 = view.select %9, %arg3 {axis = "X"} : !descend.place<[[f64; b]]>, !exec.thread -> !descend.place<f64>
        descend.write %6, %10 : f64, !descend.place<f64>
      }) : (!exec.block<X<b>>) -> ()
    }) : (!exec.grid<X<n>, X<b>>) -> ()
  }) : () -> ()
  "descend.func"() <{arg_names = ["v"], exec = !exec.cpu_thread, exec_name = "t", function_type = (!descend.ref<uniq, cpu.mem, [f64; n*32]>) -> (), generics = ["n: nat"], sym_name = "main"}> ({
  ^bb0(%arg0: !exec.cpu_thread, %arg1: !descend.place<&uniq cpu.mem [f64; n*32]>):
    %0 = descend.deref %arg1 : !descend.place<&uniq cpu.mem [f64; n*32]> -> !descend.place<[f64; n*32]>
    %1 = descend.borrow %0 : !descend.place<[f64; n*32]> -> !descend.ref<shrd, cpu.mem, [f64; n*32]>
    %2 = descend.alloc_copy %1 : !descend.ref<shrd, cpu.mem, [f64; n*32]> -> !descend.box<[f64; n*32] @ gpu.global>
    %3 = descend.local {mut, name = "device_v"} -> !descend.place<[f64; n*32] @ gpu.global>
    descend.write %2, %3 {init} : !descend.box<[f64; n*32] @ gpu.global>, !descend.place<[f64; n*32] @ gpu.global>
    %4 = descend.deref %3 : !descend.place<[f64; n*32] @ gpu.global> -> !descend.place<[f64; n*32]>
    %5 = descend.borrow %4 {uniq} : !descend.place<[f64; n*32]> -> !descend.ref<uniq, gpu.global, [f64; n*32]>
    "descend.launch"(%5) <{callee = @scale_vec, grid = !exec.grid<X<n>, X<32>>, nats = [#descend.nat<n>, #descend.nat<32>]}> : (!descend.ref<uniq, gpu.global, [f64; n*32]>) -> ()
    %6 = descend.deref %arg1 : !descend.place<&uniq cpu.mem [f64; n*32]> -> !descend.place<[f64; n*32]>
    %7 = descend.borrow %6 {two_phase, uniq} : !descend.place<[f64; n*32]> -> !descend.ref<uniq, cpu.mem, [f64; n*32]>
    %8 = descend.deref %3 : !descend.place<[f64; n*32] @ gpu.global> -> !descend.place<[f64; n*32]>
    %9 = descend.borrow %8 : !descend.place<[f64; n*32]> -> !descend.ref<shrd, gpu.global, [f64; n*32]>
    descend.copy %7, %9 : !descend.ref<uniq, cpu.mem, [f64; n*32]>, !descend.ref<shrd, gpu.global, [f64; n*32]>
  }) : () -> ()
}
