// RUN: descend-opt %s --split-input-file --verify-diagnostics --move-check

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32 @ cpu.mem>, %r: !descend.place<&uniq cpu.mem i32>) attributes {arg_names = ["x", "r"], exec_name = "t"} {
  %0 = descend.move %x : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32 @ cpu.mem>, %r: !descend.place<&uniq cpu.mem i32>) attributes {arg_names = ["x", "r"], exec_name = "t"} {
  // expected-note @below {{moved here}}
  %0 = descend.move %x : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
  // expected-error @below {{use of moved value `x`}}
  %1 = descend.move %x : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
}
