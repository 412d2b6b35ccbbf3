// RUN: descend-opt %s --split-input-file --move-check --verify-diagnostics

// A value that one branch has moved away.

descend.func @f(%t: !exec.cpu_thread, %c: !descend.place<bool>) attributes {arg_names = ["c"], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.box_new %0 : i32 -> !descend.box<i32 @ cpu.mem>
  %a = descend.local {name = "a"} -> !descend.place<i32 @ cpu.mem>
  descend.write %1, %a {init} : !descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>
  %2 = descend.read %c : !descend.place<bool> -> i1
  descend.if %2 {
    // expected-note @below {{moved here}}
    %7 = descend.move %a : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
    %b = descend.local {name = "b"} -> !descend.place<i32 @ cpu.mem>
    descend.write %7, %b {init} : !descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>
  }
  // expected-error @below {{use of moved value `a`}}
  %3 = descend.move %a : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
  %d = descend.local {name = "d"} -> !descend.place<i32 @ cpu.mem>
  descend.write %3, %d {init} : !descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>
}

// -----

// A variable that is not mut, and one without a value.

descend.func @g(%t: !exec.cpu_thread) attributes {arg_names = [], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %x = descend.local {name = "x"} -> !descend.place<i32>
  // expected-note @below {{first assigned here}}
  descend.write %0, %x {init} : i32, !descend.place<i32>
  // expected-error @below {{cannot assign twice to `x`, which is not `mut`}}
  descend.write %0, %x : i32, !descend.place<i32>
  // expected-note @below {{declared here}}
  %y = descend.local {name = "y"} -> !descend.place<i32>
  // expected-error @below {{`y` may be used without a value}}
  %1 = descend.read %y : !descend.place<i32> -> i32
}
