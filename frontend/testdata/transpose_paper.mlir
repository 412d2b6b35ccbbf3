module {
  "descend.func"() <{arg_names = ["input", "output"], exec = !exec.grid<XY<64, 64>, XY<32, 8>>, exec_name = "grid", function_type = (!descend.ref<shrd, gpu.global, [[f64; 2048]; 2048]>, !descend.ref<uniq, gpu.global, [[f64; 2048]; 2048]>) -> (), sym_name = "transpose"}> ({
  ^bb0(%arg0: !exec.grid<XY<64, 64>, XY<32, 8>>, %arg1: !descend.place<&gpu.global [[f64; 2048]; 2048]>, %arg2: !descend.place<&uniq gpu.global [[f64; 2048]; 2048]>):
    "exec.sched"(%arg0) <{axes = ["Y", "X"]}> ({
    ^bb0(%arg3: !exec.block<XY<32, 8>>):
      %0 = descend.alloc %arg3 : !exec.block<XY<32, 8>> -> !descend.ref<uniq, gpu.shared, [[f64; 32]; 32]>
      %1 = descend.local {name = "tmp"} -> !descend.place<&uniq gpu.shared [[f64; 32]; 32]>
      descend.write %0, %1 {init} : !descend.ref<uniq, gpu.shared, [[f64; 32]; 32]>, !descend.place<&uniq gpu.shared [[f64; 32]; 32]>
      "exec.sched"(%arg3) <{axes = ["Y", "X"]}> ({
      ^bb0(%arg4: !exec.thread):
        "descend.for_nat"() <{hi = #descend.nat<4>, kind = "range", lo = #descend.nat<0>, var = "i"}> ({
          %2 = descend.deref %arg1 : !descend.place<&gpu.global [[f64; 2048]; 2048]> -> !descend.place<[[f64; 2048]; 2048]>
          %3 = view.group %2 {size = #descend.nat<32>} : !descend.place<[[f64; 2048]; 2048]> -> !descend.place<[[[[[f64; 2048]; 32]]; 64]]>
          %4 = "view.map"(%3) ({
          ^bb0(%arg5: !descend.place<[[[f64; 2048]; 32]]>):
            %23 = "view.map"(%arg5) ({
            ^bb0(%arg6: !descend.place<[f64; 2048]>):
              %24 = view.group %arg6 {size = #descend.nat<32>} : !descend.place<[f64; 2048]> -> !descend.place<[[[[f64; 32]]; 64]]>
              view.yield %24 : !descend.place<[[[[f64; 32]]; 64]]>
            }) : (!descend.place<[[[f64; 2048]; 32]]>) -> !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
            view.yield %23 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
          }) : (!descend.place<[[[[[f64; 2048]; 32]]; 64]]>) -> !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]>
          %5 = "view.map"(%4) ({
          ^bb0(%arg5: !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>):
            %23 = view.transpose %arg5 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
            view.yield %23 : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          }) : (!descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]>) -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>
          %6 = view.transpose %5 : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>
          %7 = view.select %6, %arg3 {axis = "Y"} : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          %8 = view.select %7, %arg3 {axis = "X"} : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[f64; 32]]; 32]]>
          %9 = view.group %8 {size = #descend.nat<8>} : !descend.place<[[[[f64; 32]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 8]]; 4]]>
          %10 = view.transpose %9 : !descend.place<[[[[[[f64; 32]]; 8]]; 4]]> -> !descend.place<[[[[[[f64; 32]]; 4]]; 8]]>
          %11 = "view.map"(%10) ({
          ^bb0(%arg5: !descend.place<[[[[f64; 32]]; 4]]>):
            %23 = view.transpose %arg5 : !descend.place<[[[[f64; 32]]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %23 : !descend.place<[[[[f64; 4]]; 32]]>
          }) : (!descend.place<[[[[[[f64; 32]]; 4]]; 8]]>) -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>
          %12 = view.select %11, %arg4 {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %13 = view.select %12, %arg4 {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %14 = descend.at %13 {index = #descend.nat<i>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          %15 = descend.read %14 : !descend.place<f64> -> f64
          %16 = descend.deref %1 : !descend.place<&uniq gpu.shared [[f64; 32]; 32]> -> !descend.place<[[f64; 32]; 32]>
          %17 = view.group %16 {size = #descend.nat<8>} : !descend.place<[[f64; 32]; 32]> -> !descend.place<[[[[[f64; 32]; 8]]; 4]]>
          %18 = view.transpose %17 : !descend.place<[[[[[f64; 32]; 8]]; 4]]> -> !descend.place<[[[[[f64; 32]; 4]]; 8]]>
          %19 = "view.map"(%18) ({
          ^bb0(%arg5: !descend.place<[[[f64; 32]; 4]]>):
            %23 = view.transpose %arg5 : !descend.place<[[[f64; 32]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %23 : !descend.place<[[[[f64; 4]]; 32]]>
          }) : (!descend.place<[[[[[f64; 32]; 4]]; 8]]>) -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>
          %20 = view.select %19, %arg4 {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %21 = view.select %20, %arg4 {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %22 = descend.at %21 {index = #descend.nat<i>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          descend.write %15, %22 : f64, !descend.place<f64>
        }) : () -> ()
        exec.sync %arg3 : !exec.block<XY<32, 8>>
        "descend.for_nat"() <{hi = #descend.nat<4>, kind = "range", lo = #descend.nat<0>, var = "i_1"}> ({
          %2 = descend.deref %1 : !descend.place<&uniq gpu.shared [[f64; 32]; 32]> -> !descend.place<[[f64; 32]; 32]>
          %3 = view.group %2 {size = #descend.nat<8>} : !descend.place<[[f64; 32]; 32]> -> !descend.place<[[[[[f64; 32]; 8]]; 4]]>
          %4 = view.transpose %3 : !descend.place<[[[[[f64; 32]; 8]]; 4]]> -> !descend.place<[[[[[f64; 32]; 4]]; 8]]>
          %5 = "view.map"(%4) ({
          ^bb0(%arg5: !descend.place<[[[f64; 32]; 4]]>):
            %22 = view.transpose %arg5 : !descend.place<[[[f64; 32]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %22 : !descend.place<[[[[f64; 4]]; 32]]>
          }) : (!descend.place<[[[[[f64; 32]; 4]]; 8]]>) -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>
          %6 = view.select %5, %arg4 {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %7 = view.select %6, %arg4 {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %8 = descend.at %7 {index = #descend.nat<i_1>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          %9 = descend.read %8 : !descend.place<f64> -> f64
          %10 = descend.deref %arg2 : !descend.place<&uniq gpu.global [[f64; 2048]; 2048]> -> !descend.place<[[f64; 2048]; 2048]>
          %11 = view.group %10 {size = #descend.nat<32>} : !descend.place<[[f64; 2048]; 2048]> -> !descend.place<[[[[[f64; 2048]; 32]]; 64]]>
          %12 = "view.map"(%11) ({
          ^bb0(%arg5: !descend.place<[[[f64; 2048]; 32]]>):
            %22 = "view.map"(%arg5) ({
            ^bb0(%arg6: !descend.place<[f64; 2048]>):
              %23 = view.group %arg6 {size = #descend.nat<32>} : !descend.place<[f64; 2048]> -> !descend.place<[[[[f64; 32]]; 64]]>
              view.yield %23 : !descend.place<[[[[f64; 32]]; 64]]>
            }) : (!descend.place<[[[f64; 2048]; 32]]>) -> !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
            view.yield %22 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
          }) : (!descend.place<[[[[[f64; 2048]; 32]]; 64]]>) -> !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]>
          %13 = "view.map"(%12) ({
          ^bb0(%arg5: !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>):
            %22 = view.transpose %arg5 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
            view.yield %22 : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          }) : (!descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]>) -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>
          %14 = view.select %13, %arg3 {axis = "Y"} : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          %15 = view.select %14, %arg3 {axis = "X"} : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[f64; 32]]; 32]]>
          %16 = view.group %15 {size = #descend.nat<8>} : !descend.place<[[[[f64; 32]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 8]]; 4]]>
          %17 = view.transpose %16 : !descend.place<[[[[[[f64; 32]]; 8]]; 4]]> -> !descend.place<[[[[[[f64; 32]]; 4]]; 8]]>
          %18 = "view.map"(%17) ({
          ^bb0(%arg5: !descend.place<[[[[f64; 32]]; 4]]>):
            %22 = view.transpose %arg5 : !descend.place<[[[[f64; 32]]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %22 : !descend.place<[[[[f64; 4]]; 32]]>
          }) : (!descend.place<[[[[[[f64; 32]]; 4]]; 8]]>) -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>
          %19 = view.select %18, %arg4 {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %20 = view.select %19, %arg4 {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %21 = descend.at %20 {index = #descend.nat<i_1>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          descend.write %9, %21 : f64, !descend.place<f64>
        }) : () -> ()
      }) : (!exec.block<XY<32, 8>>) -> ()
    }) : (!exec.grid<XY<64, 64>, XY<32, 8>>) -> ()
  }) : () -> ()
}
