// RUN: descend-opt %s --split-input-file --verify-diagnostics --barrier-check

descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %c = descend.const {value = 1.0 : f32} : f32
      exec.sync %block : !exec.block<X<32>>
    }
  }
}

// -----

descend.func @k(%grid: !exec.grid<X<2>, X<32>>, %v: !descend.place<&uniq gpu.global [f32; 64]>) attributes {arg_names = ["v"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<2>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    // expected-note @below {{`block` is split here}}
    exec.split "X" of %block : !exec.block<X<32>> at #descend.nat<8> {
    ^bb0(%fst: !exec.thread_grp<X<8>>):
      // expected-error @below {{barrier not allowed here}}
      exec.sync %block : !exec.block<X<32>>
    }, {
    ^bb0(%snd: !exec.thread_grp<X<24>>):
    }
  }
}
