"builtin.module"() ({
  "descend.func"() <{arg_names = ["x"], exec = !exec.grid<X<n>, X<32>>, exec_name = "grid", function_type = (!descend.ref<uniq, gpu.global, [f32; n*32]>) -> (), generics = ["n: nat"], sym_name = "k"}> ({
  ^bb0(%arg0: !exec.grid<X<n>, X<32>>, %arg1: !descend.place<&uniq gpu.global [f32; n*32]>):
    "exec.sched"(%arg0) <{axes = ["X"]}> ({
    ^bb0(%arg2: !exec.block<X<32>>):
      "exec.sched"(%arg2) <{axes = ["X"]}> ({
      ^bb0(%arg3: !exec.thread):
        %0 = "descend.const"() <{value = 1.000000e+00 : f32}> : () -> f32
        %1 = "descend.deref"(%arg1) : (!descend.place<&uniq gpu.global [f32; n*32]>) -> !descend.place<[f32; n*32]>
        %2 = "view.group"(%1) <{size = #descend.nat<32>}> : (!descend.place<[f32; n*32]>) -> !descend.place<[[[[f32; 32]]; n]]>
        %3 = "view.select"(%2, %arg2) <{axis = "X"}> : (!descend.place<[[[[f32; 32]]; n]]>, !exec.block<X<32>>) -> !descend.place<[[f32; 32]]>
        %4 = "view.select"(%3, %arg3) <{axis = "X"}> : (!descend.place<[[f32; 32]]>, !exec.thread) -> !descend.place<f32>
        "descend.write"(%0, %4) : (f32, !descend.place<f32>) -> ()
      }) : (!exec.block<X<32>>) -> ()
    }) : (!exec.grid<X<n>, X<32>>) -> ()
  }) {entry} : () -> ()
}) : () -> ()
