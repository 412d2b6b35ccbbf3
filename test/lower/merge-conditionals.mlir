// RUN: descend-opt %s --merge-conditionals | FileCheck %s
// RUN: descend-opt %s --merge-conditionals | mlir-opt | FileCheck %s

gpu.module @kernels {
  // Three that ask the same become one: the conditions are computed alike, what stands between goes along.
  // CHECK-LABEL: gpu.func @three
  // CHECK: scf.if
  // CHECK: memref.load %arg0
  // CHECK: memref.load %arg1
  // CHECK: arith.addf
  // CHECK: memref.store
  // CHECK-NOT: scf.if
  // CHECK: gpu.return
  gpu.func @three(%a: memref<?xf32>, %b: memref<?xf32>, %i: index, %n: index) kernel {
    %zero = arith.constant 0.0 : f32
    %c = arith.cmpi ult, %i, %n : index
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%i] : memref<?xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    %d = arith.cmpi ult, %i, %n : index
    %y = scf.if %d -> (f32) {
      %v = memref.load %b[%i] : memref<?xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    %s = arith.addf %x, %y : f32
    scf.if %c {
      memref.store %s, %b[%i] : memref<?xf32>
    }
    gpu.return
  }

  // Both arms: what is between is in each of them.
  // CHECK-LABEL: gpu.func @arms
  // CHECK: %[[R:.*]] = scf.if %arg2 -> (f32) {
  // CHECK: memref.load
  // CHECK: arith.negf
  // CHECK: scf.yield
  // CHECK: } else {
  // CHECK: arith.negf
  // CHECK: memref.store
  // CHECK: scf.yield
  // CHECK: }
  // CHECK-NOT: scf.if
  // CHECK: memref.store %[[R]]
  gpu.func @arms(%a: memref<4xf32>, %z: f32, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %m = arith.negf %x : f32
    %y = scf.if %c -> (f32) {
      scf.yield %m : f32
    } else {
      memref.store %m, %a[%c1] : memref<4xf32>
      scf.yield %x : f32
    }
    memref.store %y, %a[%c0] : memref<4xf32>
    gpu.return
  }

  // Something that is read in between, a result that is used behind, and another condition.
  // CHECK-LABEL: gpu.func @apart
  // CHECK-COUNT-6: scf.if
  // CHECK: gpu.return
  gpu.func @apart(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    scf.if %c {
      memref.store %z, %a[%c0] : memref<4xf32>
    }
    %r = memref.load %a[%c0] : memref<4xf32>
    scf.if %c {
      memref.store %r, %a[%c0] : memref<4xf32>
    }
    gpu.barrier
    %x = scf.if %c -> (f32) {
      scf.yield %r : f32
    } else {
      scf.yield %z : f32
    }
    scf.if %c {
      memref.store %x, %a[%c0] : memref<4xf32>
    }
    scf.if %d {
      memref.store %x, %a[%c0] : memref<4xf32>
    }
    gpu.barrier
    scf.if %d {
      memref.store %z, %a[%c0] : memref<4xf32>
    }
    gpu.return
  }

  // Barriers and run-time checks stay where they are.
  // CHECK-LABEL: gpu.func @checks
  // CHECK-COUNT-4: scf.if
  // CHECK: gpu.return
  gpu.func @checks(%a: memref<4xf32>, %z: f32, %c: i1) kernel {
    %c0 = arith.constant 0 : index
    scf.if %c {
      memref.store %z, %a[%c0] : memref<4xf32>
      gpu.barrier
    }
    scf.if %c {
      memref.store %z, %a[%c0] : memref<4xf32>
    }
    gpu.barrier
    scf.if %c {
      "llvm.intr.trap"() : () -> ()
    } {descend.check = "assert", descend.text = "c", descend.file = "f.desc", descend.line = 1 : i32, descend.column = 1 : i32}
    scf.if %c {
      memref.store %z, %a[%c0] : memref<4xf32>
    }
    gpu.return
  }
}
