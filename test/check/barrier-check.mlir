// RUN: descend-opt %s --split-input-file --uniformity --barrier-check --verify-diagnostics

descend.func @k(%grid: !exec.grid<X<4>, X<64>>, %v: !descend.place<&gpu.global [i32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<64>> {
  ^bb0(%block: !exec.block<X<64>>):
    // expected-note @below {{`block` is split here}}
    exec.split "X" of %block : !exec.block<X<64>> at #descend.nat<32> {
    ^bb0(%fst: !exec.thread_grp<X<32>>):
      // expected-error @below {{barrier not allowed here}}
      exec.sync %block : !exec.block<X<64>>
    }, {
    ^bb0(%snd: !exec.thread_grp<X<32>>):
    }
    exec.sync %block : !exec.block<X<64>>
    exec.sched ["X"] of %block : !exec.block<X<64>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.deref %v : !descend.place<&gpu.global [i32; 64]> -> !descend.place<[i32; 64]>
      %1 = view.select %0, %thread {axis = "X"} : !descend.place<[i32; 64]>, !exec.thread -> !descend.place<i32>
      %2 = descend.read %1 : !descend.place<i32> -> i32
      %3 = descend.const {value = 2 : i32} : i32
      // expected-note @below {{this condition may differ between the threads of the block}}
      %4 = descend.compare "gt" %2, %3 : i32
      descend.if %4 {
        // expected-error @below {{barrier not allowed here}}
        // expected-note @below {{are the same for all threads}}
        exec.sync %block : !exec.block<X<64>>
      }
    }
  }
}
