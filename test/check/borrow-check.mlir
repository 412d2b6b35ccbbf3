// RUN: descend-opt %s --split-input-file --borrow-check --verify-diagnostics

// A variable is assigned while a reference to it is needed.

descend.func @f(%t: !exec.cpu_thread) -> i32 attributes {arg_names = [], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %x = descend.local {mut, name = "x"} -> !descend.place<i32>
  descend.write %0, %x {init} : i32, !descend.place<i32>
  // expected-note @below {{`x` is borrowed here}}
  %1 = descend.borrow %x : !descend.place<i32> -> !descend.ref<shrd, cpu.mem, i32>
  %r = descend.local {mut, name = "r"} -> !descend.place<&cpu.mem i32>
  descend.write %1, %r {init} : !descend.ref<shrd, cpu.mem, i32>, !descend.place<&cpu.mem i32>
  // expected-error @below {{cannot assign to `x` while it is borrowed}}
  descend.write %0, %x : i32, !descend.place<i32>
  %3 = descend.deref %r : !descend.place<&cpu.mem i32> -> !descend.place<i32>
  // expected-note @below {{the reference is used later here}}
  %4 = descend.read %3 : !descend.place<i32> -> i32
  descend.return %4 : i32
}

// -----

// The reference is not needed any more.

descend.func @f(%t: !exec.cpu_thread) -> i32 attributes {arg_names = [], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %x = descend.local {mut, name = "x"} -> !descend.place<i32>
  descend.write %0, %x {init} : i32, !descend.place<i32>
  %1 = descend.borrow %x : !descend.place<i32> -> !descend.ref<shrd, cpu.mem, i32>
  %r = descend.local {mut, name = "r"} -> !descend.place<&cpu.mem i32>
  descend.write %1, %r {init} : !descend.ref<shrd, cpu.mem, i32>, !descend.place<&cpu.mem i32>
  %3 = descend.deref %r : !descend.place<&cpu.mem i32> -> !descend.place<i32>
  %4 = descend.read %3 : !descend.place<i32> -> i32
  descend.write %0, %x : i32, !descend.place<i32>
  descend.return %4 : i32
}

// -----

// A reference to a variable that has ended.

descend.func @f(%t: !exec.cpu_thread, %z: !descend.place<i32>) -> i32 attributes {arg_names = ["z"], exec_name = "t"} {
  %1 = descend.borrow %z : !descend.place<i32> -> !descend.ref<shrd, cpu.mem, i32>
  %r = descend.local {mut, name = "r"} -> !descend.place<&cpu.mem i32>
  descend.write %1, %r {init} : !descend.ref<shrd, cpu.mem, i32>, !descend.place<&cpu.mem i32>
  descend.scope {
    %5 = descend.const {value = 3 : i32} : i32
    %y = descend.local {name = "y"} -> !descend.place<i32>
    descend.write %5, %y {init} : i32, !descend.place<i32>
    // expected-error @below {{`y` does not live long enough}}
    %6 = descend.borrow %y : !descend.place<i32> -> !descend.ref<shrd, cpu.mem, i32>
    // expected-note @below {{`y` ends here while it is still borrowed}}
    descend.write %6, %r : !descend.ref<shrd, cpu.mem, i32>, !descend.place<&cpu.mem i32>
  }
  %3 = descend.deref %r : !descend.place<&cpu.mem i32> -> !descend.place<i32>
  // expected-note @below {{the reference is used later here}}
  %4 = descend.read %3 : !descend.place<i32> -> i32
  descend.return %4 : i32
}
