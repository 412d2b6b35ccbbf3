func.func @parallel(%n: i32, %c: i1) {
  omp.parallel num_threads(%n : i32) if(%c) proc_bind(close) {
    omp.barrier
    omp.terminator
  }
  return
}
// -----
func.func @loop(%lo: index, %hi: index, %st: index) {
  omp.wsloop schedule(static) nowait {
    omp.loop_nest (%i, %j) : index = (%lo, %lo) to (%hi, %hi) inclusive step (%st, %st) {
      "t.use"(%i, %j) : (index, index) -> ()
      omp.yield
    }
    omp.terminator
  }
  return
}
// -----
func.func @sync(%p: memref<i32>, %q: memref<i32>, %v: i32) {
  omp.critical { omp.terminator }
  omp.master { omp.terminator }
  omp.single { omp.terminator }
  omp.taskwait
  omp.flush(%p : memref<i32>)
  omp.atomic.read %p = %q memory_order(acquire) : memref<i32>, i32
  omp.atomic.write %p = %v : memref<i32>, i32
  omp.task { omp.terminator }
  return
}
// -----
omp.critical.declare @mutex hint(contended, speculative)
func.func @named() {
  omp.critical(@mutex) { omp.terminator }
  return
}
// -----
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  %0 = arith.constant 0 : i32
  omp.yield (%0 : i32)
} combiner {
^bb1(%a: i32, %b: i32):
  %1 = arith.addi %a, %b : i32
  omp.yield (%1 : i32)
}
// -----
func.func @target(%m: memref<?xf32>, %d: i32, %c: i1) {
  omp.target if(%c) device(%d : i32) {
    omp.terminator
  }
  return
}
// -----
func.func @sections() {
  omp.sections {
    omp.section { omp.terminator }
    omp.section { omp.terminator }
    omp.terminator
  }
  return
}
