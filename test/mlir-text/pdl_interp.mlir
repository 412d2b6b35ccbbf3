pdl_interp.func @matcher(%root: !pdl.operation) {
  pdl_interp.check_operation_name of %root is "a.b" -> ^ok, ^fail
^ok:
  pdl_interp.check_operand_count of %root is 2 -> ^next, ^fail
^next:
  %v = pdl_interp.get_operand 0 of %root
  pdl_interp.is_not_null %v : !pdl.value -> ^rec, ^fail
^rec:
  %t = pdl_interp.get_value_type of %v : !pdl.type
  pdl_interp.check_type %t is i32 -> ^done, ^fail
^done:
  pdl_interp.record_match @rewriters::@f(%v : !pdl.value) : benefit(1), loc([%root]) -> ^fail
^fail:
  pdl_interp.finalize
}
module @rewriters {
  pdl_interp.func @f(%v: !pdl.value) {
    %a = pdl_interp.create_attribute 3 : i32
    %t = pdl_interp.create_type f32
    %o = pdl_interp.create_operation "c.d"(%v : !pdl.value) {"k" = %a} -> (%t : !pdl.type)
    pdl_interp.finalize
  }
}
