// RUN: descend-opt %s --split-input-file --verify-diagnostics --borrow-check

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32 @ cpu.mem>, %r: !descend.place<&uniq cpu.mem i32>) attributes {arg_names = ["x", "r"], exec_name = "t"} {
  %0 = descend.deref %r : !descend.place<&uniq cpu.mem i32> -> !descend.place<i32>
  %1 = descend.borrow %0 {uniq} : !descend.place<i32> -> !descend.ref<uniq, cpu.mem, i32>
  %l = descend.local {name = "l"} -> !descend.place<&uniq cpu.mem i32>
  descend.write %1, %l {init} : !descend.ref<uniq, cpu.mem, i32>, !descend.place<&uniq cpu.mem i32>
  %3 = descend.deref %l : !descend.place<&uniq cpu.mem i32> -> !descend.place<i32>
  %4 = descend.read %3 : !descend.place<i32> -> i32
  %2 = descend.read %0 : !descend.place<i32> -> i32
}

// -----

descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i32 @ cpu.mem>, %r: !descend.place<&uniq cpu.mem i32>) attributes {arg_names = ["x", "r"], exec_name = "t"} {
  %0 = descend.deref %r : !descend.place<&uniq cpu.mem i32> -> !descend.place<i32>
  // expected-note @below {{`*r` is borrowed uniquely here}}
  %1 = descend.borrow %0 {uniq} : !descend.place<i32> -> !descend.ref<uniq, cpu.mem, i32>
  %l = descend.local {name = "l"} -> !descend.place<&uniq cpu.mem i32>
  descend.write %1, %l {init} : !descend.ref<uniq, cpu.mem, i32>, !descend.place<&uniq cpu.mem i32>
  // expected-error @below {{cannot use `*r` while it is borrowed}}
  %2 = descend.read %0 : !descend.place<i32> -> i32
  %3 = descend.deref %l : !descend.place<&uniq cpu.mem i32> -> !descend.place<i32>
  // expected-note @below {{the reference is used later here}}
  %4 = descend.read %3 : !descend.place<i32> -> i32
}
