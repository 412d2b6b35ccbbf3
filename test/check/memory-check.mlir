// RUN: descend-opt %s --split-input-file --memory-check --verify-diagnostics

descend.func @k(%grid: !exec.grid<X<4>, X<32>>, %vec: !descend.place<&uniq cpu.mem [i32; 128]>) attributes {arg_names = ["vec"], exec_name = "grid"} {
  exec.sched ["X"] of %grid : !exec.grid<X<4>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    // expected-note @below {{executed by `gpu.thread`}}
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
      %0 = descend.const {value = 1 : i32} : i32
      // expected-error @below {{cannot dereference `*vec` pointing to `cpu.mem`}}
      %1 = descend.deref %vec : !descend.place<&uniq cpu.mem [i32; 128]> -> !descend.place<[i32; 128]>
      %2 = descend.at %1 {index = #descend.nat<3>} : !descend.place<[i32; 128]> -> !descend.place<i32>
      descend.write %0, %2 : i32, !descend.place<i32>
    }
  }
}

// -----

// Memory that is reached; and what a borrow does not touch.

descend.func @f(%t: !exec.cpu_thread, %v: !descend.place<&cpu.mem [i32; 8]>, %w: !descend.place<&gpu.global [i32; 8]>) attributes {arg_names = ["v", "w"], exec_name = "t"} {
  %0 = descend.deref %v : !descend.place<&cpu.mem [i32; 8]> -> !descend.place<[i32; 8]>
  %1 = descend.at %0 {index = #descend.nat<3>} : !descend.place<[i32; 8]> -> !descend.place<i32>
  %2 = descend.read %1 : !descend.place<i32> -> i32
  %3 = descend.deref %w : !descend.place<&gpu.global [i32; 8]> -> !descend.place<[i32; 8]>
  %4 = descend.at %3 {index = #descend.nat<3>} : !descend.place<[i32; 8]> -> !descend.place<i32>
  %5 = descend.borrow %4 : !descend.place<i32> -> !descend.ref<shrd, gpu.global, i32>
}
