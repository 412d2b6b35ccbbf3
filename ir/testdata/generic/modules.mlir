"builtin.module"() ({
  "builtin.module"() <{sym_name = "inner"}> ({
    "x.y"() {sym_name = "f"} : () -> ()
  }) {d.x = 1 : i32} : () -> ()
  "builtin.module"() <{sym_name = "named", sym_visibility = "private"}> ({
    %0 = "x.a"() : () -> i32
    "x.iso"(%0) : (i32) -> ()
  }) {d.y} : () -> ()
}) : () -> ()
