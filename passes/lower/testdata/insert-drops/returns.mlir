"builtin.module"() ({
  "descend.func"() <{arg_names = ["c"], exec = !exec.cpu_thread, exec_name = "t", function_type = (i32) -> i32, generics = [], sym_name = "main"}> ({
  ^bb0(%arg0: !exec.cpu_thread, %arg1: !descend.place<i32>):
    %0 = "descend.const"() <{value = 3 : i32}> : () -> i32
    %1 = "descend.repeat"(%0) : (i32) -> !descend.array<[i32; 8]>
    %2 = "descend.box_new"(%1) : (!descend.array<[i32; 8]>) -> !descend.box<[i32; 8] @ cpu.mem>
    %3 = "descend.local"() <{name = "b"}> : () -> !descend.place<[i32; 8] @ cpu.mem>
    "descend.write"(%2, %3) <{init}> : (!descend.box<[i32; 8] @ cpu.mem>, !descend.place<[i32; 8] @ cpu.mem>) -> ()
    %4 = "descend.read"(%arg1) : (!descend.place<i32>) -> i32
    %5 = "descend.const"() <{value = 3 : i32}> : () -> i32
    %6 = "descend.compare"(%4, %5) <{op = "gt"}> : (i32, i32) -> i1
    "descend.if"(%6) ({
      %27 = "descend.move"(%3) : (!descend.place<[i32; 8] @ cpu.mem>) -> !descend.box<[i32; 8] @ cpu.mem>
      %28 = "descend.scope"() ({
        %29 = "descend.local"() <{name = "b"}> : () -> !descend.place<[i32; 8] @ cpu.mem>
        "descend.write"(%27, %29) <{init}> : (!descend.box<[i32; 8] @ cpu.mem>, !descend.place<[i32; 8] @ cpu.mem>) -> ()
        %30 = "descend.deref"(%29) : (!descend.place<[i32; 8] @ cpu.mem>) -> !descend.place<[i32; 8]>
        %31 = "descend.at"(%30) <{index = #descend.nat<3>}> : (!descend.place<[i32; 8]>) -> !descend.place<i32>
        %32 = "descend.read"(%31) : (!descend.place<i32>) -> i32
        "descend.drop"(%29) : (!descend.place<[i32; 8] @ cpu.mem>) -> ()
        "descend.yield"(%32) : (i32) -> ()
      }) : () -> i32
      "descend.return"(%28) : (i32) -> ()
    }, {
    }) : (i1) -> ()
    %7 = "descend.const"() <{value = 3 : i32}> : () -> i32
    %8 = "descend.repeat"(%7) : (i32) -> !descend.array<[i32; 8]>
    %9 = "descend.box_new"(%8) : (!descend.array<[i32; 8]>) -> !descend.box<[i32; 8] @ cpu.mem>
    %10 = "descend.local"() <{name = "d"}> : () -> !descend.place<[i32; 8] @ cpu.mem>
    "descend.write"(%9, %10) <{init}> : (!descend.box<[i32; 8] @ cpu.mem>, !descend.place<[i32; 8] @ cpu.mem>) -> ()
    %11 = "descend.const"() <{value = 0 : i32}> : () -> i32
    %12 = "descend.local"() <{mut, name = "s"}> : () -> !descend.place<i32>
    "descend.write"(%11, %12) <{init}> : (i32, !descend.place<i32>) -> ()
    %13 = "descend.read"(%arg1) : (!descend.place<i32>) -> i32
    %14 = "descend.const"() <{value = 2 : i32}> : () -> i32
    %15 = "descend.compare"(%13, %14) <{op = "gt"}> : (i32, i32) -> i1
    "descend.if"(%15) ({
      %21 = "descend.move"(%10) : (!descend.place<[i32; 8] @ cpu.mem>) -> !descend.box<[i32; 8] @ cpu.mem>
      %22 = "descend.scope"() ({
        %23 = "descend.local"() <{name = "b"}> : () -> !descend.place<[i32; 8] @ cpu.mem>
        "descend.write"(%21, %23) <{init}> : (!descend.box<[i32; 8] @ cpu.mem>, !descend.place<[i32; 8] @ cpu.mem>) -> ()
        %24 = "descend.deref"(%23) : (!descend.place<[i32; 8] @ cpu.mem>) -> !descend.place<[i32; 8]>
        %25 = "descend.at"(%24) <{index = #descend.nat<3>}> : (!descend.place<[i32; 8]>) -> !descend.place<i32>
        %26 = "descend.read"(%25) : (!descend.place<i32>) -> i32
        "descend.drop"(%23) : (!descend.place<[i32; 8] @ cpu.mem>) -> ()
        "descend.yield"(%26) : (i32) -> ()
      }) : () -> i32
      "descend.write"(%22, %12) : (i32, !descend.place<i32>) -> ()
    }, {
      "descend.drop"(%10) : (!descend.place<[i32; 8] @ cpu.mem>) -> ()
    }) : (i1) -> ()
    %16 = "descend.read"(%12) : (!descend.place<i32>) -> i32
    %17 = "descend.deref"(%3) : (!descend.place<[i32; 8] @ cpu.mem>) -> !descend.place<[i32; 8]>
    %18 = "descend.at"(%17) <{index = #descend.nat<0>}> : (!descend.place<[i32; 8]>) -> !descend.place<i32>
    %19 = "descend.read"(%18) : (!descend.place<i32>) -> i32
    %20 = "descend.binary"(%16, %19) <{op = "add"}> : (i32, i32) -> i32
    "descend.drop"(%3) : (!descend.place<[i32; 8] @ cpu.mem>) -> ()
    "descend.return"(%20) : (i32) -> ()
  }) {entry} : () -> ()
}) : () -> ()
