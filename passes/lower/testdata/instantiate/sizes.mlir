"builtin.module"() ({
  "descend.func"() <{arg_names = ["x", "y"], exec = !exec.cpu_thread, exec_name = "t", function_type = (!descend.ref<shrd, cpu.mem, [f32; 2048]>, !descend.ref<shrd, cpu.mem, [f32; 96]>) -> (), generics = [], sym_name = "main"}> ({
  ^bb0(%arg11: !exec.cpu_thread, %arg12: !descend.place<&cpu.mem [f32; 2048]>, %arg13: !descend.place<&cpu.mem [f32; 96]>):
    %17 = "descend.read"(%arg12) : (!descend.place<&cpu.mem [f32; 2048]>) -> !descend.ref<shrd, cpu.mem, [f32; 2048]>
    %18 = "descend.alloc_copy"(%17) : (!descend.ref<shrd, cpu.mem, [f32; 2048]>) -> !descend.box<[f32; 2048] @ gpu.global>
    %19 = "descend.local"() <{mut, name = "d"}> : () -> !descend.place<[f32; 2048] @ gpu.global>
    "descend.write"(%18, %19) <{init}> : (!descend.box<[f32; 2048] @ gpu.global>, !descend.place<[f32; 2048] @ gpu.global>) -> ()
    %20 = "descend.read"(%arg13) : (!descend.place<&cpu.mem [f32; 96]>) -> !descend.ref<shrd, cpu.mem, [f32; 96]>
    %21 = "descend.alloc_copy"(%20) : (!descend.ref<shrd, cpu.mem, [f32; 96]>) -> !descend.box<[f32; 96] @ gpu.global>
    %22 = "descend.local"() <{mut, name = "e"}> : () -> !descend.place<[f32; 96] @ gpu.global>
    "descend.write"(%21, %22) <{init}> : (!descend.box<[f32; 96] @ gpu.global>, !descend.place<[f32; 96] @ gpu.global>) -> ()
    %23 = "descend.deref"(%19) : (!descend.place<[f32; 2048] @ gpu.global>) -> !descend.place<[f32; 2048]>
    %24 = "descend.borrow"(%23) <{uniq}> : (!descend.place<[f32; 2048]>) -> !descend.ref<uniq, gpu.global, [f32; 2048]>
    "descend.launch"(%24) <{callee = @k__64_32, grid = !exec.grid<X<64>, X<32>>, nats = []}> : (!descend.ref<uniq, gpu.global, [f32; 2048]>) -> ()
    %25 = "descend.deref"(%22) : (!descend.place<[f32; 96] @ gpu.global>) -> !descend.place<[f32; 96]>
    %26 = "descend.borrow"(%25) <{uniq}> : (!descend.place<[f32; 96]>) -> !descend.ref<uniq, gpu.global, [f32; 96]>
    "descend.launch"(%26) <{callee = @k__3_32, grid = !exec.grid<X<3>, X<32>>, nats = []}> : (!descend.ref<uniq, gpu.global, [f32; 96]>) -> ()
  }) {entry} : () -> ()
  "descend.func"() <{arg_names = ["x"], exec = !exec.grid<X<64>, X<32>>, exec_name = "grid", function_type = (!descend.ref<uniq, gpu.global, [f32; 2048]>) -> (), generics = [], sym_name = "k__64_32"}> ({
  ^bb0(%arg7: !exec.grid<X<64>, X<32>>, %arg8: !descend.place<&uniq gpu.global [f32; 2048]>):
    "exec.sched"(%arg7) <{axes = ["X"]}> ({
    ^bb0(%arg9: !exec.block<X<32>>):
      "exec.sched"(%arg9) <{axes = ["X"]}> ({
      ^bb0(%arg10: !exec.thread):
        %10 = "descend.deref"(%arg8) : (!descend.place<&uniq gpu.global [f32; 2048]>) -> !descend.place<[f32; 2048]>
        %11 = "view.group"(%10) <{size = #descend.nat<32>}> : (!descend.place<[f32; 2048]>) -> !descend.place<[[[[f32; 32]]; 64]]>
        %12 = "view.select"(%11, %arg9) <{axis = "X"}> : (!descend.place<[[[[f32; 32]]; 64]]>, !exec.block<X<32>>) -> !descend.place<[[f32; 32]]>
        %13 = "view.group"(%12) <{size = #descend.nat<1>}> : (!descend.place<[[f32; 32]]>) -> !descend.place<[[[[f32; 1]]; 32]]>
        %14 = "view.select"(%13, %arg10) <{axis = "X"}> : (!descend.place<[[[[f32; 1]]; 32]]>, !exec.thread) -> !descend.place<[[f32; 1]]>
        %15 = "descend.borrow"(%14) <{uniq}> : (!descend.place<[[f32; 1]]>) -> !descend.ref<uniq, gpu.global, [[f32; 1]]>
        %16 = "descend.const"() <{value = 2.000000e+00 : f32}> : () -> f32
        "descend.call"(%arg10, %15, %16) <{callee = @scale, nats = []}> : (!exec.thread, !descend.ref<uniq, gpu.global, [[f32; 1]]>, f32) -> ()
      }) : (!exec.block<X<32>>) -> ()
    }) : (!exec.grid<X<64>, X<32>>) -> ()
  }) : () -> ()
  "descend.func"() <{arg_names = ["x"], exec = !exec.grid<X<3>, X<32>>, exec_name = "grid", function_type = (!descend.ref<uniq, gpu.global, [f32; 96]>) -> (), generics = [], sym_name = "k__3_32"}> ({
  ^bb0(%arg3: !exec.grid<X<3>, X<32>>, %arg4: !descend.place<&uniq gpu.global [f32; 96]>):
    "exec.sched"(%arg3) <{axes = ["X"]}> ({
    ^bb0(%arg5: !exec.block<X<32>>):
      "exec.sched"(%arg5) <{axes = ["X"]}> ({
      ^bb0(%arg6: !exec.thread):
        %3 = "descend.deref"(%arg4) : (!descend.place<&uniq gpu.global [f32; 96]>) -> !descend.place<[f32; 96]>
        %4 = "view.group"(%3) <{size = #descend.nat<32>}> : (!descend.place<[f32; 96]>) -> !descend.place<[[[[f32; 32]]; 3]]>
        %5 = "view.select"(%4, %arg5) <{axis = "X"}> : (!descend.place<[[[[f32; 32]]; 3]]>, !exec.block<X<32>>) -> !descend.place<[[f32; 32]]>
        %6 = "view.group"(%5) <{size = #descend.nat<1>}> : (!descend.place<[[f32; 32]]>) -> !descend.place<[[[[f32; 1]]; 32]]>
        %7 = "view.select"(%6, %arg6) <{axis = "X"}> : (!descend.place<[[[[f32; 1]]; 32]]>, !exec.thread) -> !descend.place<[[f32; 1]]>
        %8 = "descend.borrow"(%7) <{uniq}> : (!descend.place<[[f32; 1]]>) -> !descend.ref<uniq, gpu.global, [[f32; 1]]>
        %9 = "descend.const"() <{value = 2.000000e+00 : f32}> : () -> f32
        "descend.call"(%arg6, %8, %9) <{callee = @scale, nats = []}> : (!exec.thread, !descend.ref<uniq, gpu.global, [[f32; 1]]>, f32) -> ()
      }) : (!exec.block<X<32>>) -> ()
    }) : (!exec.grid<X<3>, X<32>>) -> ()
  }) : () -> ()
  "descend.func"() <{arg_names = ["x", "v"], exec = !exec.thread, exec_name = "t", function_type = (!descend.ref<uniq, gpu.global, [[f32; 1]]>, f32) -> (), generics = [], sym_name = "scale", where = ["d: copy"]}> ({
  ^bb0(%arg0: !exec.thread, %arg1: !descend.place<&uniq gpu.global [[f32; 1]]>, %arg2: !descend.place<f32>):
    %0 = "descend.read"(%arg2) : (!descend.place<f32>) -> f32
    %1 = "descend.deref"(%arg1) : (!descend.place<&uniq gpu.global [[f32; 1]]>) -> !descend.place<[[f32; 1]]>
    %2 = "descend.at"(%1) <{index = #descend.nat<0>}> : (!descend.place<[[f32; 1]]>) -> !descend.place<f32>
    "descend.write"(%0, %2) : (f32, !descend.place<f32>) -> ()
  }) : () -> ()
}) : () -> ()
