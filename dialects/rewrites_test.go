package dialects_test

import (
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
)

// rewriteModule is a module with a function of that body.
func rewriteModule(t *testing.T, r ir.Rewrite, body string) *ir.Operation {
	t.Helper()
	c := ir.NewContext(dialects.All()...)
	c.AllowUnregistered = true
	src := "func.func @f(" + r.Args + ") {\n" + strings.Trim(body, "\n") + "\n  return\n}\n"
	var diags ir.Diagnostics
	m := ir.ParseModule(c, r.Name, []byte(src), &diags)
	if m == nil || !ir.Verify(m, &diags) {
		t.Fatalf("%v\n%s", diags.Sorted(), src)
	}
	return m
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

// TestRewrites applies every rewrite to its "before" and compares with its "after".
func TestRewrites(t *testing.T) {
	seen := map[string]string{}
	for _, d := range dialects.All() {
		for _, e := range d.Ops {
			rs, ok := e.Wrap(nil).(ir.Rewritable)
			if !ok {
				continue
			}
			for _, r := range rs.Rewrites() {
				t.Run(r.Name, func(t *testing.T) {
					if other, twice := seen[r.Name]; twice {
						t.Errorf("%s and %s have a rewrite of this name", other, e.Def.Name)
					}
					seen[r.Name] = e.Def.Name
					m := rewriteModule(t, r, r.Before)
					if !applyOnce(m, e.Def.Name, r) {
						t.Fatalf("does not apply to\n%s", r.Before)
					}
					var diags ir.Diagnostics
					got := ir.Print(m, ir.PrintOptions{})
					if !ir.Verify(m, &diags) {
						t.Fatalf("%v\n%s", diags.Sorted(), got)
					}
					after := rewriteModule(t, r, r.After)
					eraseDead(after)
					if want := ir.Print(after, ir.PrintOptions{}); got != want {
						t.Errorf("gives\n%s\nwant\n%s", got, want)
					}
				})
			}
		}
	}
	if len(seen) == 0 {
		t.Error("no rewrites")
	}
}
