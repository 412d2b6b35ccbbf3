"builtin.module"() ({
  "descend.func"() <{arg_names = ["n"], exec = !exec.cpu_thread, exec_name = "t", function_type = (i32) -> (), generics = [], sym_name = "main"}> ({
  ^bb0(%arg0: !exec.cpu_thread, %arg1: !descend.place<i32>):
    %0 = "descend.const"() <{value = 1 : i32}> : () -> i32
    %1 = "descend.box_new"(%0) : (i32) -> !descend.box<i32 @ cpu.mem>
    %2 = "descend.local"() <{mut, name = "a"}> : () -> !descend.place<i32 @ cpu.mem>
    "descend.write"(%1, %2) <{init}> : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
    %3 = "descend.const"() <{value = 2 : i32}> : () -> i32
    %4 = "descend.box_new"(%3) : (i32) -> !descend.box<i32 @ cpu.mem>
    %5 = "descend.local"() <{mut, name = "b"}> : () -> !descend.place<i32 @ cpu.mem>
    "descend.write"(%4, %5) <{init}> : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
    %6 = "descend.read"(%arg1) : (!descend.place<i32>) -> i32
    %7 = "descend.local"() <{mut, name = "i"}> : () -> !descend.place<i32>
    "descend.write"(%6, %7) <{init}> : (i32, !descend.place<i32>) -> ()
    "descend.drop"(%2) : (!descend.place<i32 @ cpu.mem>) -> ()
    "descend.for_nat"() <{hi = #descend.nat<2>, kind = "range", lo = #descend.nat<0>, var = "j"}> ({
      "descend.for_nat"() <{hi = #descend.nat<3>, kind = "range", lo = #descend.nat<0>, var = "k"}> ({
        %20 = "descend.const"() <{value = 3 : i32}> : () -> i32
        %21 = "descend.box_new"(%20) : (i32) -> !descend.box<i32 @ cpu.mem>
        "descend.write"(%21, %2) : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
        %22 = "descend.move"(%2) : (!descend.place<i32 @ cpu.mem>) -> !descend.box<i32 @ cpu.mem>
        %23 = "descend.scope"() ({
          %24 = "descend.local"() <{name = "b"}> : () -> !descend.place<i32 @ cpu.mem>
          "descend.write"(%22, %24) <{init}> : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
          %25 = "descend.deref"(%24) : (!descend.place<i32 @ cpu.mem>) -> !descend.place<i32>
          %26 = "descend.read"(%25) : (!descend.place<i32>) -> i32
          "descend.drop"(%24) : (!descend.place<i32 @ cpu.mem>) -> ()
          "descend.yield"(%26) : (i32) -> ()
        }) : () -> i32
      }) : () -> ()
    }) : () -> ()
    "descend.while"() ({
      %13 = "descend.move"(%5) : (!descend.place<i32 @ cpu.mem>) -> !descend.box<i32 @ cpu.mem>
      %14 = "descend.scope"() ({
        %17 = "descend.local"() <{name = "b"}> : () -> !descend.place<i32 @ cpu.mem>
        "descend.write"(%13, %17) <{init}> : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
        %18 = "descend.deref"(%17) : (!descend.place<i32 @ cpu.mem>) -> !descend.place<i32>
        %19 = "descend.read"(%18) : (!descend.place<i32>) -> i32
        "descend.drop"(%17) : (!descend.place<i32 @ cpu.mem>) -> ()
        "descend.yield"(%19) : (i32) -> ()
      }) : () -> i32
      %15 = "descend.const"() <{value = 0 : i32}> : () -> i32
      %16 = "descend.compare"(%14, %15) <{op = "gt"}> : (i32, i32) -> i1
      "descend.condition"(%16) : (i1) -> ()
    }, {
      %8 = "descend.const"() <{value = 1 : i32}> : () -> i32
      %9 = "descend.read"(%7) : (!descend.place<i32>) -> i32
      %10 = "descend.binary"(%9, %8) <{op = "sub"}> : (i32, i32) -> i32
      "descend.write"(%10, %7) : (i32, !descend.place<i32>) -> ()
      %11 = "descend.read"(%7) : (!descend.place<i32>) -> i32
      %12 = "descend.box_new"(%11) : (i32) -> !descend.box<i32 @ cpu.mem>
      "descend.write"(%12, %5) : (!descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>) -> ()
    }) : () -> ()
  }) {entry} : () -> ()
}) : () -> ()
