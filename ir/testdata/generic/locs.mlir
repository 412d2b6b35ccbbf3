#l1 = loc("a.desc":3:4)
#l2 = loc(fused<"5:6">["a.desc":3:4])
!t = tuple<i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32>
"x.a"() : () -> i32 loc(#l1)
"x.b"() : () -> i32 loc(#later)
"x.c"() ({
^bb0(%a: i32 loc("arg":7:8), %b: f32, %c: !t loc(fused["q":1:1, "r":2:2])):
  "x.d"(%a) {t = !t} : (i32) -> () loc(callsite(#l1 at "caller":9:9))
  "x.e"() : () -> () loc("name")
  "x.f"() : () -> () loc("name"("f":1:1))
  "x.g"() : () -> () loc(fused<{k = 1}>[#l1, "z":1:2])
  "x.h"() : () -> () loc(unknown)
  "x.i"() : () -> () loc(fused[])
  "x.j"() : () -> () loc(fused["one":1:1])
  "x.k"() : () -> () loc(#l2)
}) {d = distinct[0]<42 : i32>, e = distinct[5]<"x">, f = distinct[7]<>, g = distinct[0]<42 : i32>} : () -> ()
#later = loc("later":1:1)
