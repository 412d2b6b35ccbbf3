package fix

import (
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
)

// TestEdits makes a fix of what stands between « and » and compares the program with it.
func TestEdits(t *testing.T) {
	initial := func(l ir.Location) ir.Fix { return descend.InitialValue{Variable: l, Value: "0"} }
	own := func(l ir.Location) ir.Fix { return descend.OwnVariable{Variable: l, Owner: "b.forall(X)"} }
	lend := func(l ir.Location) ir.Fix { return descend.LendValue{Variable: l} }
	sync := func(l ir.Location) ir.Fix { return descend.InsertSync{Before: []ir.Location{l}} }
	within := func(l ir.Location) ir.Fix { return descend.SyncWithin{Assignment: l} }
	clause := func(l ir.Location) ir.Fix { return descend.AddClause{Func: l, Clause: "d: copy"} }
	uniq := func(l ir.Location) ir.Fix { return descend.ChangeReference{Param: l, Uniq: true, Mem: "gpu.global"} }
	mut := func(l ir.Location) ir.Fix { return descend.DeclareMut{Variable: l} }
	selected := func(l ir.Location) ir.Fix {
		return descend.SelectWith{Selections: []descend.Selection{{At: l, Text: "[[t]]"}}}
	}
	atomic := func(l ir.Location) ir.Fix { return descend.MakeAtomic{Assignments: []ir.Location{l}} }
	inBody := func(s string) string { return "fn f() -[t: any]-> () { " + s + " }" }
	for _, c := range []struct {
		fix          func(ir.Location) ir.Fix
		before, want string // want is "" where there are no edits
	}{
		{initial, inBody("let «mut x» :  i32  ; x"), inBody("let mut x :  i32 = 0  ; x")},
		{initial, inBody("let «mut x»: i32 = 1; x"), ""},
		{own, inBody("let  /* mine */ «mut x» = 1; x"), inBody("let[b.forall(X)]  /* mine */ mut x = 1; x")},
		{own, inBody("let[b] «x» = 1; x"), ""},
		{own, inBody("let («x», y) = (1, 2); x"), ""},
		{lend, inBody("let «x»  =\n  (y.fst); x"), inBody("let x  =\n  (&y.fst); x")},
		{lend, inBody("let «x»: T = y; x"), ""},
		{lend, inBody("let «x» = g(y); x"), ""},
		{sync, inBody("a[0] = 1; // first\n  b =\n  «a[1]»"), inBody("a[0] = 1; // first\n  sync; b =\n  a[1]")},
		{sync, inBody("{ a; «{ b }» }"), inBody("{ a; sync; { b } }")},
		{sync, inBody("split b at 2 { l => a[«0»] = 1, r => {} }"), inBody("split b at 2 { l => { sync; a[0] = 1 }, r => {} }")},
		{within, inBody("«a[0] = (b[1])»"), inBody("a[0] = { let value = (b[1]); sync; value }")},
		{within, inBody("«a[0] += b[1]»"), ""},
		{clause, "fn «f»<d: dty>(x: d) -[t: any]-> d // as it is\n { x }", "fn f<d: dty>(x: d) -[t: any]-> d where d: copy // as it is\n { x }"},
		{clause, "fn «f»<n: nat>() -[t: any]-> () where n >  0 ,{}", "fn f<n: nat>() -[t: any]-> () where n >  0, d: copy ,{}"},
		{clause, "fn «f»() -[t: any]-> () ;", "fn f() -[t: any]-> () where d: copy ;"},
		{uniq, "fn f(«a»: &  cpu . mem i32) -[t: any]-> () {}", "fn f(a: &uniq gpu.global i32) -[t: any]-> () {}"},
		{uniq, "fn f(«a»: & /* of c */ cpu.mem i32) -[t: any]-> () {}", "fn f(a: & /* of c */ uniq gpu.global i32) -[t: any]-> () {}"},
		{uniq, "fn f(«a»: &'a shrd /* */ cpu.mem i32) -[t: any]-> () {}", "fn f(a: &'a uniq gpu.global i32) -[t: any]-> () {}"},
		{uniq, "fn f(«a»: &'a cpu.mem i32) -[t: any]-> () {}", "fn f(a: &'a uniq gpu.global i32) -[t: any]-> () {}"},
		{uniq, "fn f(«a»: i32) -[t: any]-> () {}", ""},
		{mut, "fn f( [g.forall(X)] «a»: i32) -[t: any]-> () {}", "fn f( [g.forall(X)] mut a: i32) -[t: any]-> () {}"},
		{mut, inBody("let (a,\n «b») = c;"), inBody("let (a,\n mut b) = c;")},
		{selected, inBody("«((*a)) [ 0 ]».b"), inBody("((*a)) [[t]].b")},
		{selected, inBody("f(«a[[x]]»)"), inBody("f(a[[t]])")},
		{selected, inBody("«a[0..1]»"), ""},
		{atomic, inBody("«a[i]  += 1»; b"), inBody("atomic_fetch_add(&shrd a[i], 1); b")},
		{atomic, inBody("«a[i] /* old */ ^= (b /* c */ else 1)»"), inBody("atomic_fetch_xor(&shrd a[i], (b /* c */ else 1));")},
		{atomic, inBody("«a[i] = ((a [i]) - (b + c))»;"), inBody("atomic_fetch_sub(&shrd a[i], (b + c));")},
		{atomic, inBody("«a[i] = b & a[i]»"), inBody("atomic_fetch_and(&shrd a[i], b);")},
		{atomic, inBody("«a[i] = min(b, a[i])»"), inBody("atomic_fetch_min(&shrd a[i], b);")},
		{atomic, inBody("split b at 2 { l => «a[0] |= 1», r => {} }"), inBody("split b at 2 { l => { atomic_fetch_or(&shrd a[0], 1); }, r => {} }")},
		{atomic, inBody("match b { 0 => «a[0] -= 1», _ => {} }"), inBody("match b { 0 => { atomic_fetch_sub(&shrd a[0], 1); }, _ => {} }")},
		{atomic, inBody("«a[i] = b - a[i]»"), ""},
		{atomic, inBody("«a[i] = a[j] + b»"), ""},
		{atomic, inBody("«a[i] *= 2»"), ""},
		{atomic, inBody("«a[i] += { i += 1; 2 }»"), ""},
		{atomic, inBody("«a[i] += f(&uniq i)»"), ""},
	} {
		start := strings.Index(c.before, "«")
		end := strings.Index(c.before, "»") - len("«")
		text := strings.NewReplacer("«", "", "»", "").Replace(c.before)
		ctx, file := ir.NewContext(), source.NewFile("t.desc", text)
		loc := source.Span{File: file, Start: start, End: end}.Loc(ctx)
		diags := &ir.Diagnostics{}
		d := diags.Errorf(loc, "any", "an error").WithFix("mend it", c.fix(loc))
		Edit(ctx, []*source.File{file}, diags)
		got := ""
		if d.Help.Edits != nil {
			got = diag.Apply(d.Help, file)
		}
		if got != c.want {
			t.Errorf("%s\n  gives %s\n  not   %s", c.before, got, c.want)
		}
	}
}
