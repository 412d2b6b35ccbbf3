// RUN: descend-opt %s --split-input-file --exec-check --verify-diagnostics

// A block writes memory.

descend.func @k(%grid: !exec.grid<X<4>, X<1>>, %v: !descend.place<&uniq gpu.global [i32; 4]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  // expected-note @below {{executed by `gpu.block<X<1>>`}}
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<1>> {
  ^bb0(%block: !exec.block<X<1>>):
    %0 = descend.const {value = 0 : i32} : i32
    %1 = descend.deref %v : !descend.place<&uniq gpu.global [i32; 4]> -> !descend.place<[i32; 4]>
    %2 = view.select %1, %block {axis = "X"} : !descend.place<[i32; 4]>, !exec.block<X<1>> -> !descend.place<i32>
    // expected-error @below {{only threads write memory}}
    descend.write %0, %2 : i32, !descend.place<i32>
  }
}

// -----

// The threads of the block do.

descend.func @k(%grid: !exec.grid<X<4>, X<1>>, %v: !descend.place<&uniq gpu.global [i32; 4]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<1>> {
  ^bb0(%block: !exec.block<X<1>>):
    exec.sched ["X"] of %block : !exec.block<X<1>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 0 : i32} : i32
      %1 = descend.deref %v : !descend.place<&uniq gpu.global [i32; 4]> -> !descend.place<[i32; 4]>
      %2 = view.select %1, %block {axis = "X"} : !descend.place<[i32; 4]>, !exec.block<X<1>> -> !descend.place<i32>
      descend.write %0, %2 : i32, !descend.place<i32>
    }
  }
}

// -----

// A resource is scheduled again inside of its own schedule.

descend.func @k(%grid: !exec.grid<X<4>, X<8>>) attributes {arg_names = [], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<8>> {
  ^bb0(%block: !exec.block<X<8>>):
    // expected-note @below {{executed by `gpu.thread`}}
    exec.sched ["X"] of %block : !exec.block<X<8>> {
    ^bb0(%thread: !exec.thread):
      // expected-error @below {{cannot schedule a resource that does not execute here}}
      // expected-note @below {{is already scheduled or split here}}
      exec.sched ["X"] of %block : !exec.block<X<8>> {
      ^bb0(%other: !exec.thread):
      }
    }
  }
}
