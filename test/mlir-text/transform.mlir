module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%r: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["linalg.matmul"]} in %r : (!transform.any_op) -> !transform.any_op
    %t, %l:2 = transform.structured.tile_using_for %0 tile_sizes [4, 8] : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
transform.sequence failures(propagate) {
^bb0(%r: !transform.any_op):
  %0 = transform.structured.match interface{LinalgOp} in %r : (!transform.any_op) -> !transform.op<"linalg.generic">
  %1 = transform.cast %0 : !transform.op<"linalg.generic"> to !transform.any_op
  transform.debug.emit_remark_at %1, "here" : !transform.any_op
  transform.annotate %1 "mark" : !transform.any_op
}
// -----
transform.sequence failures(suppress) {
^bb0(%r: !transform.any_op, %x: !transform.op<"a.b">):
  %p = transform.param.constant 4 : i64 -> !transform.param<i64>
  %f = transform.get_parent_op %x {op_name = "func.func"} : (!transform.op<"a.b">) -> !transform.any_op
  transform.foreach %r : !transform.any_op {
  ^bb1(%e: !transform.any_op):
    transform.print %e {name = "each"} : !transform.any_op
  }
  transform.alternatives %f : !transform.any_op {
  ^bb2(%s: !transform.any_op):
  }
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @go(%m: !transform.any_op {transform.consumed}) -> !transform.any_op {
    %0 = transform.apply_registered_pass "canonicalize" to %m {options = "top-down=false"} : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %0 {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_cse to %0 : !transform.any_op
    transform.yield %0 : !transform.any_op
  }
}
