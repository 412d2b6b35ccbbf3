module {
  descend.func @transpose(%grid: !exec.grid<XY<64, 64>, XY<32, 8>>, %input: !descend.place<&gpu.global [[f64; 2048]; 2048]>, %output: !descend.place<&uniq gpu.global [[f64; 2048]; 2048]>) attributes {arg_names = ["input", "output"], exec_name = "grid"} {
    exec.sched ["Y", "X"] of %grid : !exec.grid<XY<64, 64>, XY<32, 8>> {
    ^bb0(%block: !exec.block<XY<32, 8>>):
      %0 = descend.alloc %block : !exec.block<XY<32, 8>> -> !descend.ref<uniq, gpu.shared, [[f64; 32]; 32]>
      %tmp = descend.local {name = "tmp"} -> !descend.place<&uniq gpu.shared [[f64; 32]; 32]>
      descend.write %0, %tmp {init} : !descend.ref<uniq, gpu.shared, [[f64; 32]; 32]>, !descend.place<&uniq gpu.shared [[f64; 32]; 32]>
      exec.sched ["Y", "X"] of %block : !exec.block<XY<32, 8>> {
      ^bb0(%thread: !exec.thread):
        descend.for_nat "i" in "range"(#descend.nat<0>, #descend.nat<4>) {
          %1 = descend.deref %input : !descend.place<&gpu.global [[f64; 2048]; 2048]> -> !descend.place<[[f64; 2048]; 2048]>
          %2 = view.group %1 {size = #descend.nat<32>} : !descend.place<[[f64; 2048]; 2048]> -> !descend.place<[[[[[f64; 2048]; 32]]; 64]]>
          %3 = view.map %2 : !descend.place<[[[[[f64; 2048]; 32]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]> {
          ^bb0(%arg0: !descend.place<[[[f64; 2048]; 32]]>):
            %22 = view.map %arg0 : !descend.place<[[[f64; 2048]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> {
            ^bb0(%arg1: !descend.place<[f64; 2048]>):
              %23 = view.group %arg1 {size = #descend.nat<32>} : !descend.place<[f64; 2048]> -> !descend.place<[[[[f64; 32]]; 64]]>
              view.yield %23 : !descend.place<[[[[f64; 32]]; 64]]>
            }
            view.yield %22 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
          }
          %4 = view.map %3 : !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]> {
          ^bb0(%arg0: !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>):
            %22 = view.transpose %arg0 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
            view.yield %22 : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          }
          %5 = view.transpose %4 : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>
          %6 = view.select %5, %block {axis = "Y"} : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          %7 = view.select %6, %block {axis = "X"} : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[f64; 32]]; 32]]>
          %8 = view.group %7 {size = #descend.nat<8>} : !descend.place<[[[[f64; 32]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 8]]; 4]]>
          %9 = view.transpose %8 : !descend.place<[[[[[[f64; 32]]; 8]]; 4]]> -> !descend.place<[[[[[[f64; 32]]; 4]]; 8]]>
          %10 = view.map %9 : !descend.place<[[[[[[f64; 32]]; 4]]; 8]]> -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]> {
          ^bb0(%arg0: !descend.place<[[[[f64; 32]]; 4]]>):
            %22 = view.transpose %arg0 : !descend.place<[[[[f64; 32]]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %22 : !descend.place<[[[[f64; 4]]; 32]]>
          }
          %11 = view.select %10, %thread {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %12 = view.select %11, %thread {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %13 = descend.at %12 {index = #descend.nat<i>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          %14 = descend.read %13 : !descend.place<f64> -> f64
          %15 = descend.deref %tmp : !descend.place<&uniq gpu.shared [[f64; 32]; 32]> -> !descend.place<[[f64; 32]; 32]>
          %16 = view.group %15 {size = #descend.nat<8>} : !descend.place<[[f64; 32]; 32]> -> !descend.place<[[[[[f64; 32]; 8]]; 4]]>
          %17 = view.transpose %16 : !descend.place<[[[[[f64; 32]; 8]]; 4]]> -> !descend.place<[[[[[f64; 32]; 4]]; 8]]>
          %18 = view.map %17 : !descend.place<[[[[[f64; 32]; 4]]; 8]]> -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]> {
          ^bb0(%arg0: !descend.place<[[[f64; 32]; 4]]>):
            %22 = view.transpose %arg0 : !descend.place<[[[f64; 32]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %22 : !descend.place<[[[[f64; 4]]; 32]]>
          }
          %19 = view.select %18, %thread {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %20 = view.select %19, %thread {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %21 = descend.at %20 {index = #descend.nat<i>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          descend.write %14, %21 : f64, !descend.place<f64>
        }
        exec.sync %block : !exec.block<XY<32, 8>>
        descend.for_nat "i_1" in "range"(#descend.nat<0>, #descend.nat<4>) {
          %1 = descend.deref %tmp : !descend.place<&uniq gpu.shared [[f64; 32]; 32]> -> !descend.place<[[f64; 32]; 32]>
          %2 = view.group %1 {size = #descend.nat<8>} : !descend.place<[[f64; 32]; 32]> -> !descend.place<[[[[[f64; 32]; 8]]; 4]]>
          %3 = view.transpose %2 : !descend.place<[[[[[f64; 32]; 8]]; 4]]> -> !descend.place<[[[[[f64; 32]; 4]]; 8]]>
          %4 = view.map %3 : !descend.place<[[[[[f64; 32]; 4]]; 8]]> -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]> {
          ^bb0(%arg0: !descend.place<[[[f64; 32]; 4]]>):
            %21 = view.transpose %arg0 : !descend.place<[[[f64; 32]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %21 : !descend.place<[[[[f64; 4]]; 32]]>
          }
          %5 = view.select %4, %thread {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %6 = view.select %5, %thread {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %7 = descend.at %6 {index = #descend.nat<i_1>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          %8 = descend.read %7 : !descend.place<f64> -> f64
          %9 = descend.deref %output : !descend.place<&uniq gpu.global [[f64; 2048]; 2048]> -> !descend.place<[[f64; 2048]; 2048]>
          %10 = view.group %9 {size = #descend.nat<32>} : !descend.place<[[f64; 2048]; 2048]> -> !descend.place<[[[[[f64; 2048]; 32]]; 64]]>
          %11 = view.map %10 : !descend.place<[[[[[f64; 2048]; 32]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]> {
          ^bb0(%arg0: !descend.place<[[[f64; 2048]; 32]]>):
            %21 = view.map %arg0 : !descend.place<[[[f64; 2048]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> {
            ^bb0(%arg1: !descend.place<[f64; 2048]>):
              %22 = view.group %arg1 {size = #descend.nat<32>} : !descend.place<[f64; 2048]> -> !descend.place<[[[[f64; 32]]; 64]]>
              view.yield %22 : !descend.place<[[[[f64; 32]]; 64]]>
            }
            view.yield %21 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>
          }
          %12 = view.map %11 : !descend.place<[[[[[[[[f64; 32]]; 64]]; 32]]; 64]]> -> !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]> {
          ^bb0(%arg0: !descend.place<[[[[[[f64; 32]]; 64]]; 32]]>):
            %21 = view.transpose %arg0 : !descend.place<[[[[[[f64; 32]]; 64]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
            view.yield %21 : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          }
          %13 = view.select %12, %block {axis = "Y"} : !descend.place<[[[[[[[[f64; 32]]; 32]]; 64]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>
          %14 = view.select %13, %block {axis = "X"} : !descend.place<[[[[[[f64; 32]]; 32]]; 64]]>, !exec.block<XY<32, 8>> -> !descend.place<[[[[f64; 32]]; 32]]>
          %15 = view.group %14 {size = #descend.nat<8>} : !descend.place<[[[[f64; 32]]; 32]]> -> !descend.place<[[[[[[f64; 32]]; 8]]; 4]]>
          %16 = view.transpose %15 : !descend.place<[[[[[[f64; 32]]; 8]]; 4]]> -> !descend.place<[[[[[[f64; 32]]; 4]]; 8]]>
          %17 = view.map %16 : !descend.place<[[[[[[f64; 32]]; 4]]; 8]]> -> !descend.place<[[[[[[f64; 4]]; 32]]; 8]]> {
          ^bb0(%arg0: !descend.place<[[[[f64; 32]]; 4]]>):
            %21 = view.transpose %arg0 : !descend.place<[[[[f64; 32]]; 4]]> -> !descend.place<[[[[f64; 4]]; 32]]>
            view.yield %21 : !descend.place<[[[[f64; 4]]; 32]]>
          }
          %18 = view.select %17, %thread {axis = "Y"} : !descend.place<[[[[[[f64; 4]]; 32]]; 8]]>, !exec.thread -> !descend.place<[[[[f64; 4]]; 32]]>
          %19 = view.select %18, %thread {axis = "X"} : !descend.place<[[[[f64; 4]]; 32]]>, !exec.thread -> !descend.place<[[f64; 4]]>
          %20 = descend.at %19 {index = #descend.nat<i_1>} : !descend.place<[[f64; 4]]> -> !descend.place<f64>
          descend.write %8, %20 : f64, !descend.place<f64>
        }
      }
    }
  }
}
