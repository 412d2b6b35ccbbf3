// Package irtest tests dialects and passes, in this repository and in modules of others:
//
//   - [Examples]: the example of each operation is read, verified, printed and read back, in both forms;
//   - [Rewrites]: each rewrite makes of the code before it the code after it;
//   - [Lit]: files with RUN lines, and FileCheck;
//   - [Findings]: files with comments "expected-error {{..}}", as mlir-opt --verify-diagnostics reads them;
//   - [Golden]: a text is that of a file, which go test -update rewrites.
package irtest

import (
	"strings"
	"testing"

	"descend/ir"
)

// Parse reads and verifies a module in the context. What is wrong with it fails the test; what names it.
func Parse(t testing.TB, c *ir.Context, what, src string) *ir.Operation {
	t.Helper()
	var diags ir.Diagnostics
	m := ir.ParseModule(c, what, []byte(src), &diags)
	if m != nil {
		ir.Verify(m, &diags)
	}
	for _, d := range diags.Sorted() {
		t.Errorf("%s\n%s", d, src)
	}
	if m == nil || diags.HasErrors() {
		t.FailNow()
	}
	return m
}

// ForEachOp runs f, as a test of its own, for every operation of the dialects.
func ForEachOp(t *testing.T, dialects []*ir.Dialect, f func(t *testing.T, def *ir.OpDef)) {
	t.Helper()
	n := 0
	for _, d := range dialects {
		for _, e := range d.Ops {
			n++
			t.Run(e.Def.Name, func(t *testing.T) { f(t, e.Def) })
		}
	}
	if n == 0 {
		t.Error("no operations")
	}
}

// Examples reads the example of every operation of the dialects, verifies it, prints it in both forms and reads them back. Every definition
// has to have a summary, and an example that holds the operation.
func Examples(t *testing.T, newContext func() *ir.Context, dialects ...*ir.Dialect) {
	t.Helper()
	ForEachOp(t, dialects, func(t *testing.T, def *ir.OpDef) {
		if def.Summary == "" {
			t.Error("the definition has no summary")
		}
		m := Parse(t, newContext(), def.Name, def.Example)
		found := m.Is(def.Name)
		for range m.All(def.Name) {
			found = true
		}
		if !found {
			t.Fatalf("the example does not contain the operation:\n%s", def.Example)
		}
		RoundTrip(t, newContext, m)
	})
}

// RoundTrip prints a module in both forms, reads them in contexts of their own, and wants both to print as before.
func RoundTrip(t testing.TB, newContext func() *ir.Context, m *ir.Operation) {
	t.Helper()
	generic := ir.Print(m, ir.PrintOptions{Generic: true})
	pretty := ir.Print(m, ir.PrintOptions{})
	for _, text := range []string{generic, pretty} {
		again := Parse(t, newContext(), "printed", text)
		if got := ir.Print(again, ir.PrintOptions{Generic: true}); got != generic {
			t.Errorf("read back from\n%s\nit is\n%s\nbut was\n%s", text, got, generic)
		}
		if got := ir.Print(again, ir.PrintOptions{}); got != pretty {
			t.Errorf("read back from\n%s\nit is\n%s\nbut was\n%s", text, got, pretty)
		}
	}
}

// Rewrites applies every rewrite of the operations of the dialects once to its Before and compares with its After; what became dead is left out. The dialect func has to be in
// the context. It says how many there are.
func Rewrites(t *testing.T, newContext func() *ir.Context, dialects ...*ir.Dialect) int {
	t.Helper()
	seen := map[string]string{}
	for _, d := range dialects {
		for _, e := range d.Ops {
			rs, ok := e.Wrap(nil).(ir.Rewritable)
			if !ok {
				continue
			}
			for _, r := range rs.Rewrites() {
				if other, twice := seen[r.Name]; twice {
					t.Errorf("%s and %s have a rewrite named %s", other, e.Def.Name, r.Name)
				}
				seen[r.Name] = e.Def.Name
				t.Run(r.Name, func(t *testing.T) { rewrite(t, newContext, e.Def.Name, r) })
			}
		}
	}
	return len(seen)
}

// rewrite compares what a rewrite of an operation makes of its Before with its After.
func rewrite(t *testing.T, newContext func() *ir.Context, op string, r ir.Rewrite) {
	m := rewriteModule(t, newContext(), r, r.Before)
	if !applyOnce(m, op, r) {
		t.Fatalf("does not apply to\n%s", r.Before)
	}
	var diags ir.Diagnostics
	got := ir.Print(m, ir.PrintOptions{})
	if !ir.Verify(m, &diags) {
		t.Fatalf("%v\n%s", diags.Sorted(), got)
	}
	after := rewriteModule(t, newContext(), r, r.After)
	eraseDead(after)
	if want := ir.Print(after, ir.PrintOptions{}); got != want {
		t.Errorf("gives\n%s\nwant\n%s", got, want)
	}
}

// rewriteModule is a module with a function of that body.
func rewriteModule(t *testing.T, c *ir.Context, r ir.Rewrite, body string) *ir.Operation {
	t.Helper()
	c.AllowUnregistered = true
	return Parse(t, c, r.Name, "func.func @f("+r.Args+") {\n"+strings.Trim(body, "\n")+"\n  return\n}\n")
}

// applyOnce applies the rewrite to the first operation of that name that it accepts, and erases what became
// dead.
func applyOnce(m *ir.Operation, name string, r ir.Rewrite) bool {
	done := false
	rw := ir.NewRewriter(m.Context())
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.Is(name) {
			rw.Builder.Before(op).At(op.Loc())
			if done = r.Apply(op, rw); done {
				return ir.Interrupt
			}
		}
		return ir.Advance
	})
	eraseDead(m)
	return done
}

func eraseDead(m *ir.Operation) {
	for again := true; again; {
		again = false
		m.WalkPost(func(op *ir.Operation) {
			if op != m && ir.IsTriviallyDead(op) {
				op.Erase()
				again = true
			}
		})
	}
}
