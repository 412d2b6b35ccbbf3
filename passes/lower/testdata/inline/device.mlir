"builtin.module"() ({
  "descend.func"() <{arg_names = ["x", "y"], exec = !exec.grid<X<1>, X<32>>, exec_name = "grid", function_type = (!descend.ref<shrd, gpu.global, [i32; 256]>, !descend.ref<uniq, gpu.global, [i32; 32]>) -> (), generics = [], sym_name = "k"}> ({
  ^bb0(%arg0: !exec.grid<X<1>, X<32>>, %arg1: !descend.place<&gpu.global [i32; 256]>, %arg2: !descend.place<&uniq gpu.global [i32; 32]>):
    "exec.sched"(%arg0) <{axes = ["X"]}> ({
    ^bb0(%arg3: !exec.block<X<32>>):
      "exec.sched"(%arg3) <{axes = ["X"]}> ({
      ^bb0(%arg4: !exec.thread):
        "descend.for_nat"() <{hi = #descend.nat<2>, kind = "range", lo = #descend.nat<0>, var = "i"}> ({
          %0 = "descend.deref"(%arg1) : (!descend.place<&gpu.global [i32; 256]>) -> !descend.place<[i32; 256]>
          %1 = "view.group"(%0) <{size = #descend.nat<8>}> : (!descend.place<[i32; 256]>) -> !descend.place<[[[[i32; 8]]; 32]]>
          %2 = "view.select"(%1, %arg4) <{axis = "X"}> : (!descend.place<[[[[i32; 8]]; 32]]>, !exec.thread) -> !descend.place<[[i32; 8]]>
          %3 = "descend.borrow"(%2) : (!descend.place<[[i32; 8]]>) -> !descend.ref<shrd, gpu.global, [[i32; 8]]>
          %4 = "descend.scope"() ({
            %7 = "descend.local"() <{name = "xs"}> : () -> !descend.place<&gpu.global [[i32; 8]]>
            "descend.write"(%3, %7) <{init}> : (!descend.ref<shrd, gpu.global, [[i32; 8]]>, !descend.place<&gpu.global [[i32; 8]]>) -> ()
            %8 = "descend.const"() <{value = 0 : i32}> : () -> i32
            %9 = "descend.local"() <{mut, name = "s"}> : () -> !descend.place<i32>
            "descend.write"(%8, %9) <{init}> : (i32, !descend.place<i32>) -> ()
            "descend.for_nat"() <{hi = #descend.nat<8>, kind = "range", lo = #descend.nat<0>, var = "i'1"}> ({
              %11 = "descend.read"(%9) : (!descend.place<i32>) -> i32
              %12 = "descend.deref"(%7) : (!descend.place<&gpu.global [[i32; 8]]>) -> !descend.place<[[i32; 8]]>
              %13 = "descend.at"(%12) <{index = #descend.nat<i'1>}> : (!descend.place<[[i32; 8]]>) -> !descend.place<i32>
              %14 = "descend.read"(%13) : (!descend.place<i32>) -> i32
              %15 = "descend.binary"(%11, %14) <{op = "add"}> : (i32, i32) -> i32
              "descend.write"(%15, %9) : (i32, !descend.place<i32>) -> ()
            }) : () -> ()
            %10 = "descend.read"(%9) : (!descend.place<i32>) -> i32
            "descend.yield"(%10) : (i32) -> ()
          }) : () -> i32
          %5 = "descend.deref"(%arg2) : (!descend.place<&uniq gpu.global [i32; 32]>) -> !descend.place<[i32; 32]>
          %6 = "view.select"(%5, %arg4) <{axis = "X"}> : (!descend.place<[i32; 32]>, !exec.thread) -> !descend.place<i32>
          "descend.write"(%4, %6) : (i32, !descend.place<i32>) -> ()
        }) : () -> ()
      }) : (!exec.block<X<32>>) -> ()
    }) : (!exec.grid<X<1>, X<32>>) -> ()
  }) {entry} : () -> ()
}) : () -> ()
