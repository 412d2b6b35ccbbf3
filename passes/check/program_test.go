package check_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/check"
	"descend/test/kit"
)

// compiled is the IR of a program; nil after errors of the frontend.
func compiled(t *testing.T, c *ir.Context, text string) *ir.Operation {
	t.Helper()
	diags := &ir.Diagnostics{}
	m := frontend.Compile(c, []*source.File{source.NewFile("edit.desc", text)}, diags)
	if m == nil || diags.HasErrors() {
		return nil
	}
	return m
}

func newContext() *ir.Context {
	return ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect())
}

// functions are those of a module by name.
func functions(m *ir.Operation) map[string]*ir.Operation {
	out := map[string]*ir.Operation{}
	for op := range m.Body(0).Ops() {
		out[ir.SymbolName(op)] = op
	}
	return out
}

// TestReplace edits programs and has only the functions that became others checked again. What is known of all functions, and
// what is wrong with them, must be the same as after checking the edited program from the start.
func TestReplace(t *testing.T) {
	programs := acceptedPrograms(t)
	r := rand.New(rand.NewPCG(5, 6))
	edits, wrong, spared := 0, 0, 0
	for range 1600 {
		text, slip := programs[r.IntN(len(programs))], slips[r.IntN(len(slips))]
		places := slip.right.FindAllStringSubmatchIndex(text, -1)
		if len(places) == 0 {
			continue
		}
		at := places[r.IntN(len(places))]
		edited := text[:at[0]] + string(slip.right.ExpandString(nil, slip.wrong, text, at)) + text[at[1]:]
		if r.IntN(2) == 0 { // from wrong to right
			text, edited = edited, text
		}
		c := newContext()
		before, after, fresh := compiled(t, c, text), compiled(t, c, edited), compiled(t, c, edited)
		if before == nil || after == nil {
			continue
		}
		p, q := check.NewProgram(before, nil), check.NewProgram(fresh, nil)
		if p.Check(&ir.Diagnostics{}) != nil || q.Check(&ir.Diagnostics{}) != nil {
			t.Fatal("a check failed")
		}
		have, want := functions(before), functions(fresh)
		texts := functions(compiled(t, c, text))
		edits++
		checked := map[string]bool{}
		for name, op := range functions(after) {
			if old := texts[name]; old != nil && ir.Print(old, ir.PrintOptions{}) == ir.Print(op, ir.PrintOptions{}) && slices.Equal(origins(old), origins(op)) {
				continue
			}
			op.Remove()
			if have[name] != nil {
				have[name].Erase()
			}
			before.Body(0).Append(op)
			have[name] = op
			done, err := p.Replace(name, op)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range done {
				checked[n] = true
			}
		}
		for name, op := range have {
			if want[name] == nil {
				op.Erase()
				if _, err := p.Replace(name, nil); err != nil {
					t.Fatal(err)
				}
				delete(have, name)
			}
		}
		for name, op := range want {
			if got := details(p.Facts(name).Diags); got != details(q.Facts(name).Diags) {
				t.Errorf("%s: after the edit %q of\n%s\nerrors of %s are\n%s\nand from the start\n%s", slip.name, text[at[0]:min(at[1], len(text))], edited, name, got, details(q.Facts(name).Diags))
			}
			if q.Facts(name).Diags.Len() > 0 {
				wrong++
			}
			if got := ir.Print(have[name], ir.PrintOptions{}); got != ir.Print(op, ir.PrintOptions{}) {
				t.Errorf("%s: after an edit of\n%s\n%s is\n%s\nand from the start\n%s", slip.name, edited, name, got, ir.Print(op, ir.PrintOptions{}))
			}
			if !checked[name] {
				spared++
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d edits, %d functions with errors, %d not checked again", edits, wrong, spared)
	if edits < 200 || wrong < 60 || spared < 200 {
		t.Errorf("only %d edits, %d functions with errors, %d not checked again", edits, wrong, spared)
	}
}

// origins are where the operations of a function come from.
func origins(f *ir.Operation) []string {
	var out []string
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		out = append(out, fmt.Sprint(ir.RangeOf(op.Loc())))
		return ir.Advance
	})
	return out
}

// TestReplaceIsLocal checks one kernel of many again: neither others are, nor does the time depend on their number.
func TestReplaceIsLocal(t *testing.T) {
	const n = 2000
	m := compiled(t, newContext(), manyFunctions(n))
	if m == nil {
		t.Fatal("not compiled")
	}
	p := check.NewProgram(m, nil)
	if err := p.Check(&ir.Diagnostics{}); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	for name, op := range functions(m) {
		done, err := p.Replace(name, op)
		if err != nil || !slices.Equal(done, []string{name}) {
			t.Fatalf("%s: %v checked, %v", name, done, err)
		}
	}
	t.Logf("%v for each", time.Since(start)/n)
}

// TestReplaceCallee changes what a function does with what it is lent, and its callers are checked again if and only if that matters.
func TestReplaceCallee(t *testing.T) {
	const caller = `
fn k(a: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched(X) block in grid {
    sched(X) thread in block { a[[thread]] = 1 };
    part(&uniq *a);
    sched(X) thread in block { a[[thread]] = 3 }
  }
}
`
	part := func(body string) string {
		return "fn part(p: &uniq gpu.global [i32; 64]) -[b: gpu.block<X<64>>]-> () { sched(X) t in b { " + body + " } }" + caller
	}
	c := newContext()
	m := compiled(t, c, part("p[[t]] = p[[t]] + 1"))
	if m == nil {
		t.Fatal("not compiled")
	}
	p := check.NewProgram(m, nil)
	if err := p.Check(&ir.Diagnostics{}); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		body    string
		checked []string
		wrong   bool
	}{
		{"p[[t]] = p[[t]] + 2", []string{"part"}, false},
		{"p.reverse[[t]] = 2", []string{"part", "k"}, true},
		{"p.reverse[[t]] = 3", []string{"part", "k"}, true}, // callers with errors
		{"p[[t]] = 4", []string{"part", "k"}, false},
		{"p[[t]] = 5", []string{"part"}, false},
	} {
		fresh := compiled(t, c, part(step.body))
		if fresh == nil {
			t.Fatal("not compiled:", step.body)
		}
		f := functions(fresh)["part"]
		f.Remove()
		functions(m)["part"].Erase()
		m.Body(0).Append(f)
		done, err := p.Replace("part", f)
		if err != nil || !slices.Equal(done, step.checked) {
			t.Errorf("%s: %v checked, not %v (%v)", step.body, done, step.checked, err)
		}
		if n := p.Facts("k").Diags.Len(); (n > 0) != step.wrong {
			t.Errorf("%s: %d errors\n%s", step.body, n, details(p.Facts("k").Diags))
		}
	}
}

// TestReplaceEndsCycle takes a call away by which functions call each other that are not its callers: what was wrong with that is
// gone in all of them.
func TestReplaceEndsCycle(t *testing.T) {
	program := func(body string) string {
		fn := func(name, body string) string {
			return "fn " + name + "<n: nat>(v: & cpu.mem [i32; n]) -[t: cpu.thread]-> () { " + body + " }\n"
		}
		return fn("a", body) + fn("b", "let x = v.take_left::<3>[0]; c(v)") + fn("c", "a(v)") // b needs 3 <= n
	}
	ctx := newContext()
	m := compiled(t, ctx, program("b(v)"))
	fresh := compiled(t, ctx, program(""))
	if m == nil || fresh == nil {
		t.Fatal("not compiled")
	}
	p := check.NewProgram(m, nil)
	diags := &ir.Diagnostics{}
	if err := p.Check(diags); err != nil || diags.Len() == 0 {
		t.Fatal("a recursive function may need what it does not state", err)
	}
	f := functions(fresh)["a"]
	f.Remove()
	functions(m)["a"].Erase()
	m.Body(0).Append(f)
	done, err := p.Replace("a", f)
	slices.Sort(done)
	if err != nil || !slices.Equal(done, []string{"a", "b", "c"}) {
		t.Errorf("%v checked, %v", done, err)
	}
	for _, n := range done {
		if p.Facts(n).Diags.Len() > 0 {
			t.Errorf("%s\n%s", n, details(p.Facts(n).Diags))
		}
	}
}

// TestReplaceRepeats has each function of the programs in the corpus checked again as it is, and each caller of it that has
// errors with it: the errors of all functions are those of the first time.
func TestReplaceRepeats(t *testing.T) {
	again := 0
	for _, src := range kit.Sections(t, "../../test/check/*.desc") {
		m := compiled(t, newContext(), src.Text)
		if m == nil {
			continue
		}
		p := check.NewProgram(m, nil)
		if err := p.Check(&ir.Diagnostics{}); err != nil {
			t.Fatal(err)
		}
		first := map[string]string{}
		for name := range functions(m) {
			first[name] = details(p.Facts(name).Diags)
		}
		for name, op := range functions(m) {
			done, err := p.Replace(name, op)
			if err != nil {
				t.Fatal(err)
			}
			for _, n := range done {
				if got := details(p.Facts(n).Diags); got != first[n] {
					t.Errorf("after %s was checked again, the errors of %s are\n%s\nand were\n%s\n%s", name, n, got, first[n], src.Text)
				}
				if n != name && first[n] != "" {
					again++
				}
			}
		}
		if t.Failed() {
			return
		}
	}
	if again < 20 {
		t.Errorf("only %d callers with errors were checked again", again)
	}
}

// TestReplaceCallees checks a function again of a block that does what threads do, as the error of a caller.
func TestReplaceCallees(t *testing.T) {
	m := compiled(t, newContext(), `fn h(x: i32) -[t: gpu.thread]-> i32 { x }
fn k(out: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched block in grid { out[0] = 1; sched t in block { let y = h(3); } }
}`)
	p := check.NewProgram(m, nil)
	if err := p.Check(&ir.Diagnostics{}); err != nil {
		t.Fatal(err)
	}
	before := details(p.Facts("k").Diags)
	if _, err := p.Replace("h", functions(m)["h"]); err != nil {
		t.Fatal(err)
	}
	if after := details(p.Facts("k").Diags); before == "" || after != before {
		t.Errorf("the errors of k were %q, and are %q", before, after)
	}
}
