// RUN: descend-opt %s --insert-drops | FileCheck %s

// The box is freed at the end of its scope; one that is moved away is not.
// CHECK-LABEL: descend.func @ends
// CHECK: descend.write %{{.*}}, %b
// CHECK-NEXT: descend.drop %b
// CHECK-NEXT: }
descend.func @ends(%t: !exec.cpu_thread) attributes {arg_names = [], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.box_new %0 : i32 -> !descend.box<i32 @ cpu.mem>
  %b = descend.local {name = "b"} -> !descend.place<i32 @ cpu.mem>
  descend.write %1, %b {init} : !descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>
}

// CHECK-LABEL: descend.func @moved
// CHECK-NOT: descend.drop
// CHECK: descend.return
descend.func @moved(%t: !exec.cpu_thread) -> !descend.box<i32 @ cpu.mem> attributes {arg_names = [], exec_name = "t"} {
  %0 = descend.const {value = 1 : i32} : i32
  %1 = descend.box_new %0 : i32 -> !descend.box<i32 @ cpu.mem>
  %b = descend.local {name = "b"} -> !descend.place<i32 @ cpu.mem>
  descend.write %1, %b {init} : !descend.box<i32 @ cpu.mem>, !descend.place<i32 @ cpu.mem>
  %2 = descend.move %b : !descend.place<i32 @ cpu.mem> -> !descend.box<i32 @ cpu.mem>
  descend.return %2 : !descend.box<i32 @ cpu.mem>
}
