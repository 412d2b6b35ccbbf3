%a, %b:2, %c = "x.y"() : () -> (i1, i2, f32, index)
"x.use"(%a, %b#1, %b, %c) {k = 2, u, "s p" = "x\22y\\z\0Aé"} : (i1, f32, i2, index) -> ()
"x.fwd"(%late) : (i64) -> ()
%late = "x.def"() <{prop = 1 : i32}> : () -> i64
%p = "x.props"() <"str"> : () -> (i32)
%q = "x.props"() <[1, 2.0, 3 : i32, {k = 1}]> : () -> ((i32) -> i32)
"x.empty"() <{}> : () -> ()
"x.region"() ({
}) : () -> ()
"x.region"() ({
^bb0:
}) : () -> ()
"x.region"() ({
^entry(%x: i32, %y: f32):
  "x.br"(%x)[^b1, ^b2] : (i32) -> ()
^b1:
  %z = "x.z"() : () -> i32
  "x.br"()[^b3] : () -> ()
^b2:
  "x.br"()[^b3] : () -> ()
^b3:
  %w:3 = "x.z"(%x) : (i32) -> (i32, i32, i32)
  "x.br"()[^b1, ^b1] : () -> ()
^dead(%i: i1, %j: index):
  "x.end"(%i, %j, %w#2) : (i1, index, i32) -> ()
}, {
  "x.inner"() ({
  ^bb0(%arg: i32):
    %0 = "x.a"(%arg) : (i32) -> i32
    "x.b"() ({
      %1 = "x.c"(%0) : (i32) -> i32
    }) : () -> ()
    %2 = "x.d"(%0) : (i32) -> i32
  }) : () -> ()
}) {attr = "after"} : () -> ()
"has space"() : () -> ()
"a\22b"() {sym = @a::@b::@"c d", e = @x$y.z} : () -> ()
"x.k"() {affine_map = 8, true = 9, i32 = 5} : () -> ()
"x.sorted"() {b = 1, a = 2, B = 3, _ = 4} : () -> ()
