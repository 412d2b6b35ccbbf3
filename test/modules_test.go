package test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/tools/driver"
)

// inFolder writes files, name by name, into a new folder.
func inFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// command runs descendc and gives what it prints, with the folder left out of names and the codes of errors out of messages.
func command(dir string, args ...string) (string, int) {
	var out, errs bytes.Buffer
	status := driver.Main(args, strings.NewReader(""), &out, &errs)
	text := strings.ReplaceAll(out.String()+errs.String(), dir+"/", "")
	for _, code := range []string{"unknown-name", "duplicate-name", "mismatched-types", "syntax"} {
		text = strings.ReplaceAll(text, "["+code+"]:", ":")
	}
	return text, status
}

// modules is a program that uses modules in every way: beside it, in folders, of a library and of the language, with equal names, in a
// circle, and by others.
var modules = map[string]string{
	"main.desc": `use shapes;
use reductions::{total, max as greatest, N};
use a::m::{f as fa, P as PA, g as ga, half as ha};
use b::m::{f as fb, P as PB, g as gb, half as hb};
use circle::{even, Pair};
use extra::deep;
use back::{least};
use std::warp::{sum, scan};
use std::warp;
pub struct Root { x: i32 }
pub const LEAST: nat = 5;
pub fn again(x: i32) -[t: cpu.thread]-> i32 { least(Root { x: x - 10 }) }
fn f() -[t: cpu.thread]-> i32 { 0 }
fn first(v: view, x: & cpu.mem [i32; 4]) -[t: cpu.thread]-> i32 { let y = &x.v; y[0] }
fn lanes(v: &uniq gpu.global [f32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched(X) block in grid { sched(X) w in block.to_warps {
    let[w.forall(X)] mut x: f32;
    sched(X) lane in w { x = index(lane) as f32; }
    let[w.forall(X)] s = sum(x);
    let[w.forall(X)] p = scan(|a, b| a + b, x);
    let[w.forall(X)] m = warp::greatest(x);
    sched(X) lane in w { v.group::<64>[[block]].group::<32>[[w]][[lane]] = s * 1000.0 + p + m * 0.0 }
  } }
}
fn main() -[t: cpu.thread]-> () {
  let r: shapes::Rect = shapes::unit();
  print(f(), fa(), fb(), ga(PA { x: 1 }), gb(PB { x: 2 }), first(ha, &[1, 2, 3, 4]), first(hb, &[1, 2, 3, 4]));
  print(shapes::area(shapes::Rect { w: 2, h: 3 }), r.w, total(&[1, 2, 3]), greatest(1, 2), N, shapes::N, deep::value(), even(4));
  let p = Pair { a: 1, b: 2 };
  let mut v = GpuGlobal::alloc_copy(&[0f32; 64]);
  lanes::<<<X<1>, X<64>>>>(&uniq v);
  let mut h = [0f32; 64];
  copy_mem_to_host(&uniq h, &v);
  print(p.b, h[33], h[63], least(Root { x: 14 }))
}
`,
	"shapes.desc": `pub struct Rect { w: i32, h: i32 }
pub fn area(r: Rect) -[t: cpu.thread]-> i32 { r.w * r.h * scale() }
fn scale() -[t: cpu.thread]-> i32 { 1 }
pub fn unit() -[t: cpu.thread]-> Rect { Rect { w: 1, h: 1 } }
pub const N: nat = 4;
`,
	"reductions.desc": `use shapes::{N as M};
pub const N: nat = 2 * M;
pub fn total<n: nat>(x: & cpu.mem [i32; n]) -[t: cpu.thread]-> i32 { let mut s = 0; for v in x { s += *v } s }
pub fn max(a: i32, b: i32) -[e: any]-> i32 { if a > b { a } else { b } }
`,
	"a/m.desc": `pub struct P { x: i32 }
pub fn f() -[e: any]-> i32 { 1 }
fn kept() -[t: cpu.thread]-> i32 { 10 }
pub fn g(p: P) -[t: cpu.thread]-> i32 { p.x + kept() }
pub view half = part;
view part = take_left::<2>;
`,
	"b/m.desc": `pub struct P { x: i32 }
pub fn f() -[e: any]-> i32 { 2 }
fn kept() -[t: cpu.thread]-> i32 { 20 }
pub fn g(p: P) -[t: cpu.thread]-> i32 { p.x + kept() }
pub view half = part;
view part = take_right::<2>;
`,
	"back.desc": `use main::{Root, LEAST};
pub fn least(r: Root) -[t: cpu.thread]-> i32 { if r.x < LEAST as i32 { LEAST as i32 } else { main::again(r.x) } }
use main;
`,
	"circle.desc": `use round::{odd};
pub use round::{Pair};
pub fn even(x: i32) -[t: cpu.thread]-> bool { if x == 0 { true } else { odd(x - 1) } }
`,
	"round.desc": `use circle;
pub struct Pair { a: i32, b: i32 }
pub fn odd(x: i32) -[t: cpu.thread]-> bool { if x == 0 { false } else { circle::even(x - 1) } }
`,
	"lib/deep.desc": "pub fn value() -[t: cpu.thread]-> i32 { 77 }\n",
}

// TestModules runs the program on the simulator and the CPU.
func TestModules(t *testing.T) {
	dir := inFolder(t, modules)
	want := "0 1 2 11 22 1 3\n6 1 6 2 8 4 77 true\n2 496001 496496 5\n"
	for _, device := range []string{"sim", "cpu"} {
		out, status := command(dir, "run", filepath.Join(dir, "main.desc"), "--lib", "extra="+filepath.Join(dir, "lib"), "--device="+device)
		if status != 0 || !strings.HasPrefix(out, want) {
			t.Errorf("%s: exit status %d\n%s", device, status, out)
		}
	}
	for _, target := range []string{"sm_60", "sm_90"} {
		out, status := command(dir, "build", filepath.Join(dir, "main.desc"), "--lib", "extra="+filepath.Join(dir, "lib"), "--target="+target, "-o", "-")
		if status != 0 || strings.Count(out, ".entry ") != 1 {
			t.Errorf("%s: exit status %d\n%s", target, status, out)
		}
	}
}

// givenOn is a program that uses modules that others give on, and views, sizes and types with the names of modules before theirs.
var givenOn = map[string]string{
	"main.desc": `use pack;
use pack::{views as w, types};
use pack::views::{halves};
use chain::a::{deepest};
fn first(v: view, x: & cpu.mem [i32; 4]) -[t: cpu.thread]-> i32 { let y = &x.v; y[0] }
view mine<k: nat> = pack::views::cut::<k>.map(w::back);
fn scale(v: &uniq gpu.global [f32; 256]) -[grid: gpu.grid<X<pack::types::BLOCKS>, X<types::BLOCK>>]-> () {
  sched(X) block in grid { sched(X) t in block {
    v.w::cut::<types::BLOCK>[[block]][[t]] = v.pack::views::cut::<pack::types::BLOCK>[[block]][[t]] * 2.0 + types::EPS
  } }
}
fn sum(p: pack::types::Pair<i32>, q: types::Row) -[t: cpu.thread]-> i32 { p.a + p.b + q[types::BLOCK - 60] }
fn twice<op: fn(i32) -> i32>(x: i32) -[e: any]-> i32 { op(op(x)) }
fn main() -[t: cpu.thread]-> () {
  let x = [1, 2, 3, 4];
  let r: types::Row = [0; types::ROW];
  print(first(w::back, &x), first(pack::views::back.reverse, &x), sum(types::Pair { a: 1, b: 2 }, r), deepest(), x.mine::<2>[1][0], x.halves[1]);
  let mut s = 0;
  for i in 0..types::BLOCK { s += 1 }
  for i in types::BLOCK - 2..types::BLOCK { s += 1 }
  let mut c = 0u8;
  for i in 250..u8::MAX { c += 1 }
  print(s, c, types::BLOCK + 1, x[types::BLOCK - 63], pack::types::EPS, twice::<pack::types::inc>(4), twice::<types::inc>(5));
  let mut v = GpuGlobal::copy(&[3f32; 256]);
  scale::<<<X<pack::types::BLOCKS>, X<types::BLOCK>>>>(&uniq v);
  let mut h = [0f32; types::BLOCK * 4];
  copy_mem(&uniq h, &v);
  print(h[types::BLOCK])
}
`,
	"pack.desc":  "pub use views;\npub use types;\nuse main;\n",
	"views.desc": "pub view cut<k: nat> = group::<k>;\npub view back = reverse;\npub view halves = types::tail::<2>;\nuse types;\n",
	"types.desc": `pub const BLOCK: nat = 64;
pub const BLOCKS: nat = 4;
pub const ROW: nat = pack::types::BLOCK + rows::N;
pub const EPS: f32 = 0.5;
pub struct Pair<d: dty> { a: d, b: d }
pub struct Held { p: rows::Kept<i32> }
pub type Row = [i32; ROW];
pub view tail<k: nat> = take_right::<k>;
pub fn inc(x: i32) -[e: any]-> i32 { x + 1 }
use pack;
use rows;
`,
	"rows.desc":  "pub const N: nat = 1;\npub struct Kept<d: dty> { x: d }\n",
	"chain.desc": "pub use a;\npub use b;\n",
	"a.desc":     "pub use b;\npub fn deepest() -[e: any]-> i32 { b::a::b::a::f() }\npub fn f() -[e: any]-> i32 { 42 }\n",
	"b.desc":     "pub use a;\npub use chain;\n",
}

// TestModulesGivenOn runs it on the simulator and the CPU, and builds it.
func TestModulesGivenOn(t *testing.T) {
	dir := inFolder(t, givenOn)
	for _, device := range []string{"sim", "cpu"} {
		out, status := command(dir, "run", filepath.Join(dir, "main.desc"), "--device="+device)
		if status != 0 || !strings.HasPrefix(out, "4 1 3 42 4 4\n66 5 65 2 0.5 6 7\n6.5\n") {
			t.Errorf("%s: exit status %d\n%s", device, status, out)
		}
	}
	if out, status := command(dir, "build", filepath.Join(dir, "main.desc"), "-o", "-"); status != 0 || strings.Count(out, ".entry scale(") != 1 {
		t.Errorf("exit status %d\n%s", status, out)
	}
	if out, status := command(dir, "check", dir); status != 0 || out != "" {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestModulesViews holds that a view means what its module means by it, also as an argument of a function of another module.
func TestModulesViews(t *testing.T) {
	const first = "fn first(v: view, x: & cpu.mem [i32; 4]) -[t: cpu.thread]-> i32 { let y = &x.v; y[0] }\n"
	dir := inFolder(t, map[string]string{
		"main.desc": "use m;\nview take_left<k: nat> = take_right::<k>;\n" + first +
			"fn main() -[t: cpu.thread]-> () { print(m::f(&[1, 2, 3, 4]), first(take_left::<2>, &[1, 2, 3, 4]), m::first(take_left::<2>, &[1, 2, 3, 4])) }\n",
		"m.desc": "pub " + first + "pub fn f(x: & cpu.mem [i32; 4]) -[t: cpu.thread]-> i32 { first(take_left::<2>, x) }\n",
	})
	if out, status := command(dir, "run", filepath.Join(dir, "main.desc")); status != 0 || !strings.HasPrefix(out, "1 3 3\n") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestModulesEqualNames holds that functions, types and literals of equal names in several modules are what each module means, also as
// arguments, and that shared memory of one function is one memory whatever it is called.
func TestModulesEqualNames(t *testing.T) {
	dir := inFolder(t, map[string]string{
		"main.desc": `use a;
use a::{P, make, get, apply, LIMIT};
use b;
struct Q { x: i32 }
type Size = i32;
const N: nat = 2;
fn local(x: i32) -[e: any]-> i32 { x * 7 }
fn swap(p: P, q: b::P) -[t: cpu.thread]-> (i32, f32) { (get(p), b::get(q)) }
fn grid<n: nat>(x: &uniq gpu.global [f32; n * 64]) -[g: gpu.grid<X<n>, X<64>>]-> () {
  sched(X) bl in g { b::fill::<local2>(&uniq x.group::<64>[[bl]]) }
}
fn local2(x: f32) -[e: any]-> f32 { x + a::half(x) }
fn main() -[t: cpu.thread]-> () {
  let p = make(3);
  let q = b::make(4.0);
  let boxed = CpuHeap::new(b::wrap(Q { x: 5 }));
  let pair = swap(p, q);
  print(pair.0, pair.1, boxed.inner.x, apply(local, LIMIT as i32), b::both::<local, a::inc>(1));
  let mut v = GpuGlobal::copy(&[2f32; 128]);
  grid::<<<_, _>>>(&uniq v);
  let mut h = [0f32; 128];
  copy_mem(&uniq h, &v);
  print(h[127], b::lens(&[1, 2, 3]))
}
`,
		"a.desc": `use b::{N as M};
const N: nat = 5;
type Size = u64;
pub const LIMIT: nat = N * M;
pub struct P { x: i32 }
fn local(x: i32) -[e: any]-> i32 { x * 1000 }
pub fn make(x: i32) -[e: any]-> P { P { x: local(x) } }
pub fn get(p: P) -[e: any]-> i32 { p.x }
pub fn apply(op: fn(i32) -> i32, x: i32) -[e: any]-> i32 { op(local(x)) + b::both::<local, inc>(0) }
pub fn inc(x: i32) -[e: any]-> i32 { x + 1 }
pub fn half<d: dty>(x: d) -[e: any]-> d where d: num { x / 2 }
use b;
`,
		"b.desc": `use a;
pub const N: nat = 3;
pub struct P { x: f32 }
pub struct Wrap<d: dty> { inner: d }
pub fn wrap<d: dty>(x: d) -[e: any]-> Wrap<d> { Wrap { inner: x } }
pub fn make(x: f32) -[e: any]-> P { P { x: x } }
pub fn get(p: P) -[e: any]-> f32 { p.x }
pub fn both<f: fn(i32) -> i32, g: fn(i32) -> i32>(x: i32) -[e: any]-> i32 { f(g(x)) - g(f(x)) }
pub fn fill<f: fn(d) -> d, n: nat, d: dty>(v: &uniq gpu.global [[d; n]]) -[bl: gpu.block<X<n>>]-> () where d: num { sched(X) t in bl { v[[t]] = f(v[[t]]) } }
pub fn lens<n: nat>(x: & cpu.mem [i32; n]) -[t: cpu.thread]-> i32 { n as i32 * N as i32 + a::apply(|y| y - n as i32, 0) }
`,
	})
	for _, device := range []string{"sim", "cpu"} {
		out, status := command(dir, "run", filepath.Join(dir, "main.desc"), "--device="+device)
		if status != 0 || !strings.HasPrefix(out, "3000 4 5 105999 6\n3 1005\n") {
			t.Errorf("%s: exit status %d\n%s", device, status, out)
		}
	}
	const sum = `pub fn shared_sum([b.forall(X)] v: i32) -[b: gpu.block<X<64>>]-> [b.forall(X)] i32 {
  let tmp = alloc::<gpu.shared, [i32; 64]>();
  sched(X) t in b { tmp[[t]] = v }
  sync;
  let[b.forall(X)] mut s = 0;
  sched(X) t in b { s = tmp.reverse[[t]] + tmp[0] }
  s
}
`
	const kernel = `use m;
use m::{shared_sum as s1};
use n::{shared_sum as s2};
fn k(y: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched(X) b in grid {
    let[b.forall(X)] v = 1;
    let[b.forall(X)] p = s1(v);
    let[b.forall(X)] q = s2(p);
    let[b.forall(X)] r = m::shared_sum(q);
    sched(X) t in b { y.group::<64>[[b]][[t]] = r }
  }
}
`
	dir = inFolder(t, map[string]string{"m.desc": sum, "n.desc": sum, "right.desc": kernel, "wrong.desc": strings.Replace(kernel, "s2(p)", "p", 1)})
	if out, status := command(dir, "check", filepath.Join(dir, "right.desc")); status != 0 || out != "" {
		t.Errorf("exit status %d\n%s", status, out) // the barrier in the second call orders the first and the third
	}
	if out, status := command(dir, "check", "--diagnostics=short", filepath.Join(dir, "wrong.desc")); status != 1 || !strings.Contains(out, "wrong.desc:9:26: error[conflicting-access]") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestModulesInFolder holds that check looks at every file of a folder.
func TestModulesInFolder(t *testing.T) {
	dir := inFolder(t, map[string]string{"a.desc": "use sub::b::{f};\npub fn g() -[t: cpu.thread]-> i32 { f() }\n", "sub/b.desc": "pub fn f() -[t: cpu.thread]-> i32 { 1 }\n"})
	if out, status := command(dir, "check", dir); status != 0 || out != "" {
		t.Errorf("exit status %d\n%s", status, out)
	}
	if err := os.WriteFile(filepath.Join(dir, "sub/c.desc"), []byte("fn f() -[t: cpu.thread]-> i32 { x }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, status := command(dir, "check", dir); status != 1 || !strings.Contains(out, "sub/c.desc:1:33") {
		t.Errorf("exit status %d\n%s", status, out)
	}
	// An error in a module that several files use is shown once, as is a warning.
	dir = inFolder(t, map[string]string{"a.desc": "use m;\nfn f() -[t: cpu.thread]-> i32 { m::g() }\n", "b.desc": "use m;\nuse sub::c::{abs};\nfn f() -[t: cpu.thread]-> i32 { m::g() }\n",
		"m.desc": "pub fn g() -[t: cpu.thread]-> i32 {\n  x\n}\nuse sub::c::{abs};\n", "sub/c.desc": "pub fn abs(x: i32) -[e: any]-> i32 { y }\n"})
	out, status := command(dir, "check", dir)
	for _, want := range []string{" --> m.desc:2:3\n", " --> sub/c.desc:1:38\n", " --> m.desc:4:14\n", " --> b.desc:2:14\n", "2 errors, 2 warnings\n"} {
		if status != 1 || strings.Count(out, want) != 1 || strings.Count(out, "error: ") != 2 {
			t.Errorf("exit status %d, want %q once\n%s", status, want, out)
		}
	}
}

// TestModulesBad holds that each mistake with modules is one error, at its place.
func TestModulesBad(t *testing.T) {
	const m = "pub fn f() -[t: cpu.thread]-> i32 { 1 }\nfn g() -[t: cpu.thread]-> i32 { f() }\npub struct P { x: i32 }\n"
	cases := []struct{ name, main, want string }{
		{"missing module", "use nope;\nfn h() -[t: cpu.thread]-> () { nope::f(nope::N) }\n", "main.desc:1:5: error: cannot find module `nope`"},
		{"missing in std", "use std::nope::{f};\nfn h() -[t: cpu.thread]-> i32 { f(1) }\n", "main.desc:1:10: error: cannot find module `nope`"},
		{"missing item", "use m::{ff};\nfn h() -[t: cpu.thread]-> i32 { ff() }\n", "main.desc:1:9: error: cannot find `ff` in module `m`"},
		{"private item", "use m::{g};\nfn h() -[t: cpu.thread]-> i32 { g() }\n", "main.desc:1:9: error: `g` of module `m` is private"},
		{"private item of the module", "use m;\nfn h() -[t: cpu.thread]-> i32 { m::g() }\n", "main.desc:2:33: error: `g` of module `m` is private"},
		{"itself", "use main;\nfn h() -[t: cpu.thread]-> () {}\n", "main.desc:1:1: error: a module does not use itself"},
		{"a private item of the program", "use back;\nfn h() -[t: cpu.thread]-> () {}\n", "back.desc:1:12: error: `h` of module `main` is private"},
		{"re-exports in a circle", "use c1::{x};\nfn h() -[t: cpu.thread]-> () {}\n", "main.desc:1:10: error: cannot find `x` in module `c1`|" +
			"c1.desc:1:14: error: cannot find `x` in module `c2`|c2.desc:1:14: error: cannot find `x` in module `c1`"},
		{"equal names", "use m::{f};\nuse n::{f};\nfn h() -[t: cpu.thread]-> i32 { f() }\n", "main.desc:2:9: error: the name `f` is defined twice"},
		{"a name that is declared", "use m::{f};\nfn f() -[t: cpu.thread]-> i32 { 1 }\n", "main.desc:1:9: error: the name `f` is defined twice"},
		{"types of equal names", "use m;\nuse n;\nfn h(x: m::P) -[t: cpu.thread]-> n::P { x }\n", "main.desc:3:41: error: mismatched types"},
		{"all", "use m::*;\nfn h() -[t: cpu.thread]-> () {}\n", "main.desc:1:8: error: expected the items of the module, found `*`"},
		{"a module of which items are used", "use m::{f};\nfn h() -[t: cpu.thread]-> i32 { f() + m::f() }\n", "main.desc:2:39: error: cannot find module `m`"},
		{"a size that there is not", "use m;\nfn h() -[t: cpu.thread]-> i32 { let x = [1; 2]; x[m::N] }\n", "main.desc:2:51: error: cannot find `N` in module `m`"},
		{"a size of a type that there is not", "use m;\nfn h(x: [i32; m::N]) -[t: cpu.thread]-> i32 { 1 }\n", "main.desc:2:15: error: cannot find `N` in module `m`"},
		{"a view that there is not", "use m;\nfn h(x: & cpu.mem [i32; 4]) -[t: cpu.thread]-> i32 { x.m::v[0] }\n", "main.desc:2:56: error: cannot find `v` in module `m`"},
		{"a view in a definition", "use m;\nview v = m::w.reverse;\n", "main.desc:2:10: error: cannot find `w` in module `m`"},
		{"a type that there is not", "use m;\nfn h(x: m::Q) -[t: cpu.thread]-> i32 { 1 }\n", "main.desc:2:9: error: cannot find `Q` in module `m`"},
		{"a function that there is not", "use m;\nfn h() -[t: cpu.thread]-> i32 { m::k() }\n", "main.desc:2:33: error: cannot find `k` in module `m`"},
		{"a module that is not given on", "use m::{n};\nfn h() -[t: cpu.thread]-> i32 { n::f() }\n", "main.desc:1:9: error: cannot find `n` in module `m`"},
		{"a module that is kept", "use keeps::{m};\nfn h() -[t: cpu.thread]-> i32 { m::f() }\n", "main.desc:1:13: error: `m` of module `keeps` is private"},
		{"an item behind a module that is kept", "use keeps::m::{f};\nfn h() -[t: cpu.thread]-> i32 { f() }\n", "main.desc:1:12: error: `m` of module `keeps` is private"},
		{"behind a module that there is not", "use gives::k::{f};\nfn h() -[t: cpu.thread]-> i32 { f() }\n", "main.desc:1:12: error: cannot find module `k`"},
		{"a private item behind modules", "use gives;\nfn h() -[t: cpu.thread]-> i32 { gives::m::g() }\n", "main.desc:2:33: error: `g` of module `gives::m` is private"},
		{"two modules of one name", "use m;\nuse gives::{n as m};\nfn h() -[t: cpu.thread]-> i32 { m::f() }\n", "main.desc:2:18: error: two modules have the name `m`"},
		{"an error in a module", "use bad;\nfn h() -[t: cpu.thread]-> () {}\n", "bad.desc:2:3: error: cannot find value `y`"},
	}
	for _, c := range cases {
		dir := inFolder(t, map[string]string{"main.desc": c.main, "m.desc": m, "n.desc": m, "back.desc": "use main::{h};\npub fn k() -[t: cpu.thread]-> () { h() }\n",
			"keeps.desc": "use m;\n", "gives.desc": "pub use m;\npub use n;\n",
			"c1.desc": "pub use c2::{x};\n", "c2.desc": "pub use c1::{x};\n", "bad.desc": "pub fn f() -[t: cpu.thread]-> i32 {\n  y\n}\n"})
		out, status := command(dir, "check", "--diagnostics=short", filepath.Join(dir, "main.desc"))
		for _, want := range strings.Split(c.want, "|") {
			if status != 1 || !strings.Contains(out, want) || strings.Count(out, ": error") != strings.Count(c.want, "|")+1 {
				t.Errorf("%s: exit status %d, want %q:\n%s", c.name, status, want, out)
			}
		}
	}
	dir := inFolder(t, map[string]string{"main.desc": "use m::{abs};\nfn h() -[t: cpu.thread]-> i32 { abs(1) }\n", "m.desc": "pub fn abs(x: i32) -[t: cpu.thread]-> i32 { x }\n"})
	if out, status := command(dir, "check", "--diagnostics=short", filepath.Join(dir, "main.desc")); status != 0 || !strings.Contains(out, "warning: `abs` hides a function of the language") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}

// TestModuleEnums names enums and variants of modules in every way.
func TestModuleEnums(t *testing.T) {
	files := map[string]string{
		"kinds.desc": `pub enum Op { Add, Max }
enum Hidden { A }
pub type Same = Op;
pub const START: Op = Op::Max;
pub fn number(op: Op) -[t: any]-> u32 { match op { Op::Add => 10, Op::Max => 20 } }
`,
		"between.desc": "pub use kinds;\npub use kinds::{Op as Action};\n",
		"main.desc": `use kinds;
use between;
use kinds::{Op as Kind, number};
enum Op { Add, Other }
fn own(op: Op) -[t: any]-> u32 { match op { Op::Other => 1, Op::Add => 0 } }
fn main() -[t: cpu.thread]-> () {
  print(own(Op::Other), number(kinds::Op::Add), number(Kind::Max), number(kinds::Same::Max), number(between::Action::Add), number(between::kinds::Op::Max));
  match kinds::START { kinds::Op::Add => print("add"), kinds::Op::Max => print("max") }
}
`,
		"wrong.desc": `use kinds;
fn main() -[t: cpu.thread]-> () {
  let a = kinds::Hidden::A;
  let b = kinds::Op::Mxa;
  let c = kinds::Opp::Add
}
`,
		"mixed.desc": `use kinds::{number};
enum Op { Add, Max }
fn main() -[t: cpu.thread]-> () { print(number(Op::Add)) }
`}
	dir := inFolder(t, files)
	if out, status := command(dir, "run", filepath.Join(dir, "main.desc")); status != 0 || !strings.HasPrefix(out, "1 10 20 20 10 20\nmax\n") {
		t.Errorf("exit status %d\n%s", status, out)
	}
	for file, want := range map[string][]string{
		"wrong.desc": {"`Hidden` of module `kinds` is private", "cannot find variant `Mxa` of enum `kinds::Op`", "cannot find `Add` in module `kinds::Opp`"},
		"mixed.desc": {"expected `kinds::Op`, found `Op`"},
	} {
		out, status := command(dir, "check", filepath.Join(dir, file))
		for _, w := range want {
			if status != 1 || !strings.Contains(out, w) {
				t.Errorf("%s: exit status %d, without %q:\n%s", file, status, w, out)
			}
		}
	}
	dir = inFolder(t, map[string]string{"main.desc": "use std::{f};\nfn h() -[t: cpu.thread]-> i32 { f(1) }\n", "std.desc": "pub fn f(x: i32) -[t: cpu.thread]-> i32 { x }\n"})
	if out, status := command(dir, "check", "--diagnostics=short", filepath.Join(dir, "main.desc")); status != 0 || !strings.Contains(out, "warning: the module `std` beside this file hides a library") {
		t.Errorf("exit status %d\n%s", status, out)
	}
}
