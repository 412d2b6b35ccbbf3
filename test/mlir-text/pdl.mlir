pdl.pattern @rename : benefit(2) {
  %t = pdl.type
  %v = pdl.operand : %t
  %root = pdl.operation "a.b"(%v : !pdl.value) -> (%t : !pdl.type)
  pdl.rewrite %root {
    %new = pdl.operation "c.d"(%v : !pdl.value) -> (%t : !pdl.type)
    pdl.replace %root with %new
  }
}
// -----
pdl.pattern : benefit(1) {
  %a = pdl.attribute = 3 : i32
  %t = pdl.type : i32
  %op = pdl.operation "x.y" {"value" = %a} -> (%t : !pdl.type)
  %r = pdl.result 0 of %op
  %s = pdl.operation (%r : !pdl.value)
  pdl.apply_native_constraint "check"(%r, %a : !pdl.value, !pdl.attribute)
  pdl.rewrite %s with "native"(%r : !pdl.value)
}
// -----
pdl.pattern : benefit(0) {
  %ts = pdl.types
  %vs = pdl.operands : %ts
  %op = pdl.operation "m.n"(%vs : !pdl.range<value>) -> (%ts : !pdl.range<type>)
  pdl.rewrite %op { pdl.erase %op }
}
