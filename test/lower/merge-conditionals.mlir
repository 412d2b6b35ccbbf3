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

  // The arm knows that both neighbours are there, whose sum nothing else uses; what is loaded between stays.
  // CHECK-LABEL: gpu.func @known
  // CHECK-NOT: scf.if
  // CHECK: memref.load %arg0[%c2]
  // CHECK-NOT: scf.if
  // CHECK: scf.if
  // CHECK-NEXT: memref.load %arg0[%c0]
  // CHECK-NEXT: memref.load %arg0[%c1]
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: arith.mulf
  // CHECK-NEXT: memref.store
  // CHECK-NOT: scf.if
  // CHECK: gpu.return
  gpu.func @known(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1, %e: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %y = scf.if %d -> (f32) {
      %v = memref.load %a[%c1] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %here = memref.load %a[%c2] : memref<4xf32>
    %s = arith.addf %x, %y : f32
    %t = arith.mulf %s, %here : f32
    %de = arith.andi %d, %e : i1
    %all = arith.andi %c, %de : i1
    scf.if %all {
      memref.store %t, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // What is written between may be what is read.
  // CHECK-LABEL: gpu.func @written
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @written(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    memref.store %z, %a[%c0] : memref<4xf32>
    scf.if %both {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // Threads meet between.
  // CHECK-LABEL: gpu.func @met
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @met(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    gpu.barrier
    scf.if %both {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // A shuffle is executed by all.
  // CHECK-LABEL: gpu.func @together
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @together(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %w = arith.constant 32 : i32
    %o = arith.constant 1 : i32
    %got, %ok = gpu.shuffle xor %x, %o, %w : f32
    scf.if %both {
      memref.store %got, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // What it gives is used behind the arm, too.
  // CHECK-LABEL: gpu.func @behind
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @behind(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    scf.if %both {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    memref.store %x, %a[%c0] : memref<4xf32>
    gpu.return
  }

  // The other arm uses it.
  // CHECK-LABEL: gpu.func @other_arm
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @other_arm(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    scf.if %both {
      memref.store %x, %a[%c1] : memref<4xf32>
    } else {
      memref.store %x, %a[%c0] : memref<4xf32>
    }
    gpu.return
  }

  // The first one asks for more than the arm knows.
  // CHECK-LABEL: gpu.func @more
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @more(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %both -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    scf.if %c {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // Of two conditions, of which one is true, the arm does not know which.
  // CHECK-LABEL: gpu.func @either
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @either(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %or = arith.ori %c, %d : i1
    scf.if %or {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }

  // What it gives decides the second one.
  // CHECK-LABEL: gpu.func @decides
  // CHECK: scf.if
  // CHECK: memref.load
  // CHECK: scf.if
  // CHECK: gpu.return
  gpu.func @decides(%a: memref<4xf32>, %z: f32, %c: i1, %d: i1) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %both = arith.andi %c, %d : i1
    %x = scf.if %c -> (f32) {
      %v = memref.load %a[%c0] : memref<4xf32>
      scf.yield %v : f32
    } else {
      scf.yield %z : f32
    }
    %n = arith.cmpf olt, %x, %z : f32
    %all = arith.andi %c, %n : i1
    scf.if %all {
      memref.store %x, %a[%c1] : memref<4xf32>
    }
    gpu.return
  }
}
