package ir

import (
	"errors"
	"strings"
	"testing"
)

// renamed replaces an operation by one of another name.
func renamed(from, to string) Pattern {
	return Pattern{Name: from + "-to-" + to, Root: from, Apply: func(op *Operation, rw *Rewriter) bool {
		rw.ReplaceOp(op, rw.Op(to, op.Operands(), TypesOf(op.Results())))
		return true
	}}
}

// foldingOp folds to what its test wants.
type foldingOp struct{ *Operation }

var (
	foldingDef = &OpDef{Name: "fold.op", Results: []OperandDef{{Name: "res"}}, Attrs: []AttrDef{{Name: "n", Optional: true}}}
	foldTo     func(o *Operation) []FoldResult
)

func (foldingOp) Def() *OpDef                     { return foldingDef }
func (o foldingOp) Fold([]Attribute) []FoldResult { return foldTo(o.Operation) }

// TestWrongRewrites holds that rewrites and folders that do not what they say are named.
func TestWrongRewrites(t *testing.T) {
	grow := Pattern{Name: "grow", Root: "test.a", Apply: func(op *Operation, rw *Rewriter) bool {
		rw.Op("test.a", nil, nil)
		return true
	}}
	silent := Pattern{Name: "silent", Root: "test.a", Apply: func(op *Operation, rw *Rewriter) bool {
		rw.Op("test.b", nil, nil)
		return false
	}}
	idle := Pattern{Name: "idle", Root: "test.a", Apply: func(op *Operation, rw *Rewriter) bool { return true }}
	breaks := Pattern{Name: "breaks", Root: "test.a", Apply: func(op *Operation, rw *Rewriter) bool {
		rw.Op("toy.store", nil, nil)
		rw.Erase(op)
		return true
	}}
	fold := func(f func(o *Operation) []FoldResult) func() { return func() { foldTo = f } }
	for _, test := range []struct {
		name     string
		src      string
		checks   bool
		patterns []Pattern
		do       func()
		want     string
	}{
		{"to and fro", `"test.a"() : () -> ()`, false, []Pattern{renamed("test.a", "test.b"), renamed("test.b", "test.a")}, nil,
			"the rewrites in 'builtin.module' do not end: of 200200 changes, the last 10000 were pattern 'test.a-to-test.b' of 'test.a' (5000 times), pattern 'test.b-to-test.a' of 'test.b' (5000 times)"},
		{"growing", `"test.a"() : () -> ()`, false, []Pattern{grow}, nil,
			"the rewrites in 'builtin.module' do not end: of 200200 changes, the last 10000 were pattern 'grow' of 'test.a' (10000 times)"},
		{"no change", `"test.a"() : () -> ()`, true, []Pattern{silent}, nil, "pattern 'silent' of 'test.a' says that it changed nothing, and did"},
		{"change", `"test.a"() : () -> ()`, true, []Pattern{idle}, nil, "pattern 'idle' of 'test.a' says that it changed something, and did not"},
		{"invalid", `"test.a"() : () -> ()`, true, []Pattern{breaks}, nil,
			"pattern 'breaks' of 'test.a' left invalid code: 'toy.store' op requires a single operand"},
		{"fold to attribute of another type", `%a = "fold.op"() : () -> i32`, true, nil, fold(func(o *Operation) []FoldResult {
			return []FoldResult{{Attr: o.Context().I64Attr(1)}}
		}), "Fold of 'fold.op' gives a result #0 of type 'i64', and the operation has 'i32'"},
		{"fold to value of another type", `"test.x"() ({^bb0(%x: i64): %a = "fold.op"() : () -> i32}) : () -> ()`, true, nil, fold(func(o *Operation) []FoldResult {
			return []FoldResult{{Value: o.Block().Arg(0)}}
		}), "Fold of 'fold.op' gives a result #0 of type 'i64', and the operation has 'i32'"},
		{"fold to too many", `%a = "fold.op"() : () -> i32`, true, nil, fold(func(o *Operation) []FoldResult {
			return []FoldResult{{Value: o.Result(0)}, {Value: o.Result(0)}}
		}), "Fold of 'fold.op' gives 2 results, and the operation has 1"},
		{"fold to itself", `%a = "fold.op"() : () -> i32`, true, nil, fold(func(o *Operation) []FoldResult {
			return []FoldResult{{Value: o.Result(0)}}
		}), "Fold of 'fold.op' says that it changed something, and did not"},
		{"fold in silence", `%a = "fold.op"() : () -> i32`, true, nil, fold(func(o *Operation) []FoldResult {
			o.SetAttr("n", o.Context().UnitAttr())
			return nil
		}), "Fold of 'fold.op' says that it changed nothing, and did"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.do != nil {
				test.do()
			}
			c := toyContext()
			c.Register(&Dialect{Name: "fold", Ops: []OpEntry{Op(func(o *Operation) foldingOp { return foldingOp{o} })}})
			m := readModule(t, c, "m.mlir", []byte(test.src))
			c.CheckRewrites = test.checks
			got := panicOf(func() { ApplyGreedily(m, test.patterns, GreedyOptions{}) })
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestRightRewrites holds that the checks find nothing in rewrites that are right.
func TestRightRewrites(t *testing.T) {
	c := toyContext()
	m := readModule(t, c, "m.mlir", []byte("%a = toy.const 5\n%b = toy.add %a, %a : i32\ntoy.store %b : i32\n\"test.a\"() : () -> ()\n"))
	c.CheckRewrites = true
	if changed, converged := ApplyGreedily(m, []Pattern{renamed("test.a", "test.b")}, GreedyOptions{}); !changed || !converged {
		t.Error(changed, converged)
	}
	if s := m.String(); !strings.Contains(s, "test.b") || !strings.Contains(s, "toy.const 10") {
		t.Error(s)
	}
}

// TestLastRewrite holds that the last rewrite of a run is known, and of that run only.
func TestLastRewrite(t *testing.T) {
	c := toyContext()
	m := readModule(t, c, "m.mlir", []byte("\"test.a\"() : () -> ()\n"))
	stop := c.RecordRewrites()
	before := c.RewriteRuns()
	ApplyGreedily(m, []Pattern{renamed("test.a", "test.b")}, GreedyOptions{})
	inner := m.Body(0).Front()
	if got, want := c.LastRewrite(inner, before), "pattern 'test.a-to-test.b' of 'test.a'"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := c.LastRewrite(inner, c.RewriteRuns()); got != "" {
		t.Errorf("%q of an earlier run", got)
	}
	stop()
	if got := c.LastRewrite(inner, before); got != "" {
		t.Errorf("%q after the recording", got)
	}
}

// TestRewriteErrorIs holds that the panic of a rewrite that does not end can be told from others.
func TestRewriteErrorIs(t *testing.T) {
	m := readModule(t, toyContext(), "m.mlir", []byte("\"test.a\"() : () -> ()\n"))
	defer func() {
		var e *RewriteError
		if err, ok := recover().(error); !ok || !errors.As(err, &e) || RangeOf(e.Loc).File != "m.mlir" {
			t.Error(err)
		}
	}()
	ApplyGreedily(m, []Pattern{renamed("test.a", "test.a")}, GreedyOptions{})
}
