package attack

import "strings"

// declarations are what programs use, by the name that they use; the others are left out.
var declarations = []struct{ name, text string }{
	{"Op", "enum Op { Add, Max, Min }\n"},
	{"P", "struct P { x: i32, y: i32 }\n"},
	{"R", "struct R { p: &uniq gpu.global i32, q: & gpu.global i32 }\n"},
	{"put", "fn put<m: mem>(p: &uniq m i32, v: i32) -[t: gpu.thread]-> () { *p = *p + v }\n"},
	{"Two", "struct Two<n: nat> { p: &uniq gpu.shared [i32; n], q: &uniq gpu.shared [i32; n] }\n"},
	{"flip", `fn flip<'a, k: nat>(p: &'a uniq gpu.shared [i32; k], q: &'a uniq gpu.shared [i32; k]) -[e: any]-> (&'a uniq gpu.shared [i32; k], &'a uniq gpu.shared [i32; k]) {
  (q, p)
}
`},
	{"over", `fn over<k: nat>(to: &uniq gpu.shared [[i32; k]], from: & gpu.shared [[i32; k]]) -[block: gpu.block<X<k>>]-> () {
  sched(X) t in block { to[[t]] = from.reverse[[t]] }
}
`},
	{"rounds", `fn rounds<k: nat>(p: &uniq gpu.shared [i32; k], q: &uniq gpu.shared [i32; k]) -[block: gpu.block<X<k>>]-> () {
  let mut a = p;
  let mut b = q;
  for i in 0..3 {
    sched(X) t in block { a[[t]] = b.reverse[[t]] }
    sync;
    let old = a;
    a = b;
    b = old
  }
}
`},
	{"get", "fn get<m: mem>(p: & m i32) -[t: gpu.thread]-> i32 { *p }\n"},
	{"behind", "fn behind(p: & gpu.local & gpu.global i32) -[t: gpu.thread]-> i32 { **p }\n"},
	{"same", "fn same<'a, m: mem>(p: &'a uniq m i32) -[t: gpu.thread]-> &'a uniq m i32 { p }\n"},
	{"either", "fn either(r: R, v: i32) -[t: gpu.thread]-> i32 { *r.p = v; *r.q }\n"},
	{"bump", "fn bump<m: mem>(c: & m AtomicI32, v: i32) -[t: gpu.thread]-> i32 { atomic_fetch_add(c, v) }\n"},
	{"anyput", "fn anyput<m: mem>(p: &uniq m i32, v: i32) -[e: any]-> () { *p = v }\n"},
	{"fill", `fn fill<n: nat, m: mem>(p: &uniq m [[i32; n]], v: i32) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p[[t]] = v }
}
`},
	{"turn", `fn turn<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { let x = p.reverse[[t]]; sync; p[[t]] = x }
}
`},
	{"mirror", `fn mirror<n: nat, m: mem, l: mem>(p: &uniq m [[i32; n]], q: & l [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  let s = alloc::<gpu.shared, [i32; n]>();
  sched(X) t in block { s[[t]] = q[[t]]; }
  sync;
  sched(X) t in block { p[[t]] = s.reverse[[t]] }
}
`},
	{"perhaps", `fn perhaps<n: nat, m: mem>(p: &uniq m [[i32; n]], flag: bool) -[block: gpu.block<X<n>>]-> () {
  if flag { sync }
  sched(X) t in block { p[[t]] = 7 }
  if flag { sync } else { sync }
}
`},
	{"halves", `fn halves<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () where pow2(n), 2 <= n {
  for k in halved_range(n / 2) {
    split(X) block at k {
      low => sched(X) t in low { p.take_left::<k>[[t]] += p.take_right::<k>.take_left::<k>[[t]] },
      high => {}
    }
    sync
  }
}
`},
	{"doubles", `fn doubles<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () where pow2(n), 2 <= n {
  for k in doubled_range(1, n / 2) {
    split(X) block at k {
      low => sched(X) t in low { p.take_right::<k>.take_left::<k>[[t]] = p.take_left::<k>[[t]] },
      high => {}
    }
    sync
  }
}
`},
	{"moved", `fn moved<n: nat, m: mem, l: mem>(p: &uniq m [[i32; n]], q: & l [[i32; n]], o: Permutation<n>) -[block: gpu.block<X<n>>]-> () {
  sched(X) t in block { p.permute(&o)[[t]] = q[[t]] }
}
`},
	{"shift", `fn shift<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  split(X) block at 1 {
    one => {},
    rest => sched(X) t in rest { p.take_right::<1>[[t]] = p.take_right::<1>[[t]] + 1 }
  }
}
`},
	{"fetch", `fn fetch(to: &uniq gpu.shared i32, from: & gpu.global i32) -[t: gpu.thread]-> () { let c = copy_async(&uniq *to, &*from); }
`},
	{"half_turned", `fn half_turned<r: nat, c: nat, m: mem>(a: matrix<i32, r, c>, p: & m [[[[?i32; c]]; r]]) -[w: gpu.warp]-> matrix<i32, r, c> where r % 8 == 0, c % 8 == 0 {
  let b = load_matrix(p);
  zip(a, b, |x, y| x / 2 + y)
}
`},
	{"part_sum", "fn part_sum<m: nat, l: mem>(p: & l [[i32; m]]) -[t: gpu.thread]-> i32 { let mut s = 0; for v in p { s += *v } s }\n"},
	{"part_turn", `fn part_turn<n: nat, l: mem, m: mem, k: nat>(p: & m [[i32; k]], q: &uniq l [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  for i in 0..k {
    sched(X) t in block { let x = q.reverse[[t]] + p[i]; sync; q[[t]] = x }
    sync
  }
}
`},
	{"part_put", `fn part_put<n: nat, l: mem, m: mem, k: nat>(p: & m [[i32; k]], q: &uniq l [[i32; n]]) -[block: gpu.block<X<n>>]-> () where k <= n {
  split(X) block at k { low => sched(X) t in low { q.take_left::<k>[[t]] = p[[t]] }, high => sched(X) t in high { q.take_right::<k>[[t]] += 1 } }
}
`},
	{"part_look", `fn part_look<n: nat, m: mem, k: nat>(p: & m [[i32; k]], q: &uniq gpu.shared [i32; n]) -[block: gpu.block<X<n>>]-> () where k <= n {
  if k > 2 { sync }
  sched(X) t in block { q[[t]] = p.pad::<n>[[t]] else 3 }
  if k <= 2 { sync }
}
`},
	{"applied", "fn applied<d: dty>(op: fn(d) -> d, x: d) -[e: any]-> d where d: num { op(op(x)) }\n"},
	{"folded", `fn folded<d: dty>(op: fn(d, d) -> d, x: d, y: d) -[e: any]-> d where d: int {
  let mut s = x;
  for i in 0..2 { s = applied(|v| v + 1, op(s, y)) }
  s
}
`},
	{"odd", "fn odd(x: i32) -[e: any]-> i32 { if x % 2 == 0 { x + 1 } else { x } }\n"},
	{"nearer", "fn nearer<d: dty>(a: d, b: d) -[e: any]-> d where d: int { if a > b { a - b } else { b } }\n"},
	{"named", "fn named<d: dty, op: fn(d) -> d>(x: d) -[e: any]-> d where d: num { applied(op, op(x)) }\n"},
	{"handed", `fn handed<f: fn(i32, i32) -> i32, g: fn(i32) -> i32>(x: i32, y: i32) -[e: any]-> i32 {
  named::<_, g>(f(g(x), folded(f, y, named::<i32, odd>(x))))
}
`},
	{"each_of", `fn each_of<n: nat, m: mem, op: fn(i32) -> i32>(p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  if op(1) > 3 { sync }
  sched(X) t in block { p[[t]] = op(p[[t]]) }
  if op(1) > 3 { sync } else { sync }
}
`},
	{"each", `fn each<n: nat, m: mem>(op: fn(i32) -> i32, p: &uniq m [[i32; n]]) -[block: gpu.block<X<n>>]-> () {
  if op(1) > 3 { sync }
  sched(X) t in block { p[[t]] = op(p[[t]]) }
  if op(1) > 3 { sync } else { sync }
}
`},
	{"group_fill", `fn group_fill<n: nat, m: mem>(p: &uniq m [[i32; n]]) -[part: gpu.thread_grp<X<n>>]-> () {
  sched(X) t in part { p[[t]] = 3 }
}
`},
	{"lanes", `fn lanes<m: mem>(p: &uniq m [[i32; 32]]) -[warp: gpu.warp]-> () {
  sched(X) l in warp { let x = p.reverse[[l]]; sync(warp); p[[l]] = x }
}
`},
	{"lane_sum", `fn lane_sum([w.forall(X)] v: i32) -[w: gpu.warp]-> [w.forall(X)] i32 {
  let[w.forall(X)] mut s = v;
  for k in halved_range(16) { sched l in w { s = s + shfl_xor(s, k as u32) } }
  s
}
`},
	{"lane_pick", `fn lane_pick([w.forall(X)] v: i32, [w.forall(X)] o: i32, flag: bool) -[w: gpu.warp]-> [w.forall(X)] i32 {
  if flag { v } else { sync(w); o }
}
`},
	{"lane_put", `fn lane_put<m: mem>([w.forall(X)] mut v: i32, p: &uniq m [[i32; 32]]) -[w: gpu.warp]-> [w.forall(X)] i32 {
  sched l in w { if v > 3 { p[[l]] = v } else { v = p[[l]] + 1 } }
  v
}
`},
	{"lane_turn", `fn lane_turn<m: mem>([w.forall(X)] v: i32, p: &uniq m [[i32; 32]]) -[w: gpu.warp]-> [w.forall(X)] i32 {
  let[w.forall(X)] mut s = v;
  sched l in w { if v > 3 { s = p.reverse[[l]] } }
  sync(w);
  sched l in w { if s <= 3 { p[[l]] = s } }
  s
}
`},
	{"each_put", `fn each_put<n: nat, m: mem>([b.forall(X)] mut v: i32, p: &uniq m [[i32; n]]) -[b: gpu.block<X<n>>]-> [b.forall(X)] i32 {
  sched t in b { if v > 3 { p[[t]] = v } else { v = p[[t]] + 1 } }
  v
}
`},
	{"each_read", `fn each_read<n: nat, m: mem>([b.forall(X)] v: i32, p: & m [[i32; n]], flag: bool) -[b: gpu.block<X<n>>]-> [b.forall(X)] i32 {
  let[b.forall(X)] mut s = v;
  if flag { sync; sched t in b { if v <= 3 { s = p.reverse[[t]] } } sync }
  s
}
`},
}

// prune puts the declarations that a text needs before it.
func prune(text string) string {
	for i := len(declarations) - 1; i >= 0; i-- {
		d := declarations[i]
		for _, after := range []string{"(", "::", " {", ";", ",", ">"} {
			if strings.Contains(text, d.name+after) {
				text = d.text + text
				break
			}
		}
	}
	return text
}
