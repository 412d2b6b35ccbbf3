package convert_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"descend/dialects/arith"
	"descend/dialects/builtin"
	"descend/dialects/cf"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes/convert"

	"github.com/google/go-cmp/cmp"
)

// scopes puts the body of a scope in its place.
var scopes = convert.On(func(o scopeOp, in []*ir.Value, rw *convert.Rewriter) error {
	end := o.Body(0).Back()
	results, err := rw.NowAll(end.Operands())
	if err != nil {
		return err
	}
	rw.Inline(o.Body(0), o.Operation, in...)
	rw.Erase(end)
	rw.Replace(o.Operation, results...)
	return nil
})

// firsts looks through the cast that an argument of a block became.
var firsts = convert.On(func(o firstOp, in []*ir.Value, rw *convert.Rewriter) error {
	cast, ok := ir.DefinedBy[builtin.CastOp](in[0])
	if !ok {
		return errors.New("not of an argument")
	}
	rw.Replace(o.Operation, cast.Operand(0))
	return nil
})

// ifs makes branches of scf.if.
var ifs = convert.On(func(o scf.IfOp, in []*ir.Value, rw *convert.Rewriter) error {
	types, err := rw.Converted(ir.TypesOf(o.Results())...)
	if err != nil {
		return err
	}
	before := o.Block()
	rest := rw.SplitBefore(o.Operation)
	join := ir.NewBlock(o.Loc(), types...)
	rw.AppendBlock(before.Region(), join)
	cf.NewBranch(rw.Builder, rest)
	arms := [2]*ir.Block{rest, rest}
	for i, r := range o.Regions() {
		if r.Empty() {
			continue
		}
		arms[i] = r.Front()
		yield := r.Front().Back()
		rw.MoveBlocks(r, before.Region(), before)
		values, err := rw.NowAll(yield.Operands())
		if err != nil {
			return err
		}
		rw.Before(yield)
		cf.NewBranch(rw.Builder, join, values...)
		rw.Erase(yield)
	}
	rw.AtEnd(before)
	cf.NewCondBranch(rw.Builder, in[0], arms[0], nil, arms[1], nil)
	rw.Replace(o.Operation, join.Args()...)
	return nil
})

func refuse(o addOp, in []*ir.Value, rw *convert.Rewriter) error {
	sum := arith.AddI(rw.Builder, in[0], in[0])
	rw.Update(o.Parent(), func() { o.Parent().SetAttr("half", rw.Ctx.UnitAttr()) })
	if _, err := rw.ConvertBlock(o.Block()); err != nil {
		return err
	}
	rw.Replace(o.Operation, sum)
	return errors.New("it thinks better of it")
}

// TestConvert converts modules and compares the text, or what is reported, after which the text has to be what it was.
func TestConvert(t *testing.T) {
	first := func(p convert.Pattern) convert.Pattern { p.Benefit = 5; return p }
	for _, test := range []struct {
		name    string
		partial bool
		extra   []convert.Pattern
		casts   bool
		text    string
		want    string
	}{
		{name: "functions, calls, operations", text: `
func.func @f(%a: !q.n, %x: f32, %u: !q.unit) -> !q.n {
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  %1 = call @f(%0, %x, %u) : (!q.n, f32, !q.unit) -> !q.n
  return %1 : !q.n
}`, want: "operand #2: its type '!q.unit' cannot be converted to one type"},
		{name: "functions and calls", text: `
func.func private @g(!q.n) -> !q.n
func.func @f(%a: !q.n, %x: f32) -> !q.n {
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  %1 = call @g(%0) : (!q.n) -> !q.n
  return %1 : !q.n
}`, want: `
func.func private @g(i32) -> i32
func.func @f(%arg0: i32, %arg1: f32) -> i32 {
  %0 = arith.addi %arg0, %arg0 : i32
  %1 = call @g(%0) : (i32) -> i32
  return %1 : i32
}`},
		{name: "by way of an illegal operation", text: `
func.func @f(%a: !q.n) -> !q.n {
  %0 = q.add %a : (!q.n) -> !q.n
  %1 = q.add %0 : (!q.n) -> !q.n
  return %1 : !q.n
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  %0 = arith.addi %arg0, %arg0 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}`},
		{name: "blocks and branches", text: `
func.func @f(%c: i1, %a: !q.n) -> !q.n {
  cf.br ^loop(%a : !q.n)
^loop(%x: !q.n):
  %0 = q.add %x, %a : (!q.n, !q.n) -> !q.n
  cf.cond_br %c, ^loop(%0 : !q.n), ^end(%x : !q.n)
^end(%y: !q.n):
  return %y : !q.n
}`, want: `
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.br ^bb1(%arg1 : i32)
^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
  %1 = arith.addi %0, %arg1 : i32
  cf.cond_br %arg0, ^bb1(%1 : i32), ^bb2(%0 : i32)
^bb2(%2: i32):  // pred: ^bb1
  return %2 : i32
}`},
		{name: "the blocks stand in another order than control goes", text: `
func.func @f(%a: !q.n) -> !q.n {
  cf.br ^one
^two:
  %1 = q.add %0, %a : (!q.n, !q.n) -> !q.n
  return %1 : !q.n
^one:
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  cf.br ^two
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  cf.br ^bb2
^bb1:  // pred: ^bb2
  %0 = arith.addi %1, %arg0 : i32
  return %0 : i32
^bb2:  // pred: ^bb0
  %1 = arith.addi %arg0, %arg0 : i32
  cf.br ^bb1
}`},
		{name: "arguments that become two, or none", extra: []convert.Pattern{firsts}, text: `
func.func @f(%p: !q.pair, %u: !q.unit, %a: !q.n) -> !q.n {
  %0 = q.first %p : (!q.pair) -> !q.n
  %1 = q.add %0, %a : (!q.n, !q.n) -> !q.n
  return %1 : !q.n
}`, want: `
func.func @f(%arg0: i32, %arg1: i32, %arg2: i32) -> i32 {
  %0 = arith.addi %arg0, %arg2 : i32
  return %0 : i32
}`},
		{name: "what is inside comes out", extra: []convert.Pattern{scopes}, text: `
func.func @f(%a: !q.n) -> !q.n {
  %0 = q.scope %a : (!q.n) -> !q.n {
  ^bb0(%x: !q.n):
    %1 = q.add %x, %a : (!q.n, !q.n) -> !q.n
    %2 = q.scope %1 : (!q.n) -> !q.n {
    ^bb0(%y: !q.n):
      %3 = q.add %y, %1 : (!q.n, !q.n) -> !q.n
      q.end %3 : (!q.n) -> ()
    }
    q.end %2 : (!q.n) -> ()
  }
  return %0 : !q.n
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  %0 = arith.addi %arg0, %arg0 : i32
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}`},
		{name: "control flow", extra: []convert.Pattern{ifs}, text: `
func.func @f(%c: i1, %a: !q.n) -> !q.n {
  %0 = scf.if %c -> (!q.n) {
    %1 = q.add %a, %a : (!q.n, !q.n) -> !q.n
    scf.yield %1 : !q.n
  } else {
    scf.yield %a : !q.n
  }
  %2 = q.add %0, %a : (!q.n, !q.n) -> !q.n
  return %2 : !q.n
}`, want: `
func.func @f(%arg0: i1, %arg1: i32) -> i32 {
  cf.cond_br %arg0, ^bb2, ^bb1
^bb1:  // pred: ^bb0
  cf.br ^bb4(%arg1 : i32)
^bb2:  // pred: ^bb0
  %0 = arith.addi %arg1, %arg1 : i32
  cf.br ^bb4(%0 : i32)
^bb3:  // pred: ^bb4
  %1 = arith.addi %2, %arg1 : i32
  return %1 : i32
^bb4(%2: i32):  // 2 preds: ^bb1, ^bb2
  cf.br ^bb3
}`},
		{name: "what is undone leaves nothing", extra: []convert.Pattern{first(convert.On(refuse))}, text: `
func.func @f(%a: !q.n) -> !q.n {
  cf.br ^next(%a : !q.n)
^next(%x: !q.n):
  %0 = q.add %x, %x : (!q.n, !q.n) -> !q.n
  return %0 : !q.n
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  cf.br ^bb1(%arg0 : i32)
^bb1(%0: i32):  // pred: ^bb0
  %1 = arith.addi %0, %0 : i32
  return %1 : i32
}`},
		{name: "the reasons of all patterns are told", extra: []convert.Pattern{convert.On(refuse)}, text: `
func.func @f(%a: !q.n) -> !q.n {
  %0 = q.add %a, %a, %a : (!q.n, !q.n, !q.n) -> !q.n
  return %0 : !q.n
}`, want: `failed to legalize operation 'q.add' that was explicitly marked illegal
pattern 'add-once': 3 operands
the pattern of 'q.add': 3 operands
the pattern of 'q.add': it thinks better of it`},
		{name: "an operation that has to stay", text: `
func.func @f(%a: !q.n) -> !q.n {
  q.keep %a : (!q.n) -> ()
  return %a : !q.n
}`, want: `failed to legalize operation 'q.keep' that was explicitly marked illegal
no pattern is for it`},
		{name: "nothing is said of it", partial: true, casts: true, text: `
func.func @f(%a: !q.n) -> !q.n {
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  %1 = "other.op"(%0, %0) : (!q.n, !q.n) -> !q.n
  %2 = "other.op"(%a, %0) : (!q.n, !q.n) -> !q.n
  %3 = q.add %1, %2 : (!q.n, !q.n) -> !q.n
  return %3 : !q.n
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %arg0 : i32 to !q.n
  %1 = arith.addi %arg0, %arg0 : i32
  %2 = builtin.unrealized_conversion_cast %1 : i32 to !q.n
  %3 = "other.op"(%2, %2) : (!q.n, !q.n) -> !q.n
  %4 = "other.op"(%0, %2) : (!q.n, !q.n) -> !q.n
  %5 = builtin.unrealized_conversion_cast %3 : !q.n to i32
  %6 = builtin.unrealized_conversion_cast %4 : !q.n to i32
  %7 = arith.addi %5, %6 : i32
  return %7 : i32
}`},
		{name: "a cast that nobody asked for", partial: true, text: `
func.func @f(%a: !q.n) -> !q.n {
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  "other.op"(%0) : (!q.n) -> ()
  return %0 : !q.n
}`, want: `failed to legalize unresolved materialization from ('i32') to '!q.n' that remained live after conversion`},
		{name: "a user's own casts go", text: `
func.func @f(%a: i32) -> i32 {
  %0 = builtin.unrealized_conversion_cast %a : i32 to !q.n
  %1 = q.add %0, %0 : (!q.n, !q.n) -> !q.n
  %2 = builtin.unrealized_conversion_cast %1 : !q.n to i32
  return %2 : i32
}`, want: `
func.func @f(%arg0: i32) -> i32 {
  %0 = arith.addi %arg0, %arg0 : i32
  return %0 : i32
}`},
		{name: "erased, and used", extra: []convert.Pattern{first(convert.On(func(o addOp, _ []*ir.Value, rw *convert.Rewriter) error {
			rw.Erase(o.Operation)
			return nil
		}))}, partial: true, casts: true, text: `
func.func @f(%a: !q.n) {
  %0 = q.add %a, %a : (!q.n, !q.n) -> !q.n
  "other.op"(%0) : (!q.n) -> ()
  return
}`, want: "failed to legalize: a value was erased that is used"},
		{name: "it makes what it rewrites", extra: []convert.Pattern{first(convert.On(func(o keepOp, in []*ir.Value, rw *convert.Rewriter) error {
			rw.ReplaceOp(o.Operation, rw.Op("q.keep", o.Operands(), nil))
			return nil
		}))}, text: `
func.func @f(%a: !q.n) {
  q.keep %a : (!q.n) -> ()
  return
}`, want: "failed to legalize operation 'q.keep' that was explicitly marked illegal\n" +
			"the pattern of 'q.keep': it makes 'q.keep', which is not legal (the pattern of 'q.keep': it may not rewrite what it made itself)"},
		{name: "it changes nothing", extra: []convert.Pattern{convert.On(func(keepOp, []*ir.Value, *convert.Rewriter) error { return nil })}, text: `
func.func @f(%a: !q.n) {
  q.keep %a : (!q.n) -> ()
  return
}`, want: "failed to legalize operation 'q.keep' that was explicitly marked illegal\nthe pattern of 'q.keep': it changes nothing"},
		{name: "it never ends", extra: []convert.Pattern{func() convert.Pattern {
			p := convert.On(func(o keepOp, in []*ir.Value, rw *convert.Rewriter) error {
				rw.ReplaceOp(o.Operation, rw.Op("q.keep", o.Operands(), nil))
				return nil
			})
			p.Recursive = true
			return p
		}()}, text: `
func.func @f(%a: !q.n) {
  q.keep %a : (!q.n) -> ()
  return
}`, want: "256 rewrites lie within each other"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := context()
			c.AllowUnregistered = true
			m := parse(t, c, test.text)
			before := ir.Print(m, ir.PrintOptions{})
			tc := toI32(c)
			if test.casts {
				tc.Casts()
			}
			legal := target(tc)
			if slices.ContainsFunc(test.extra, func(p convert.Pattern) bool { return p.Root == "scf.if" }) {
				legal.IllegalDialects("scf")
			}
			patterns := convert.With(tc, adds()...)
			for _, p := range test.extra {
				if p.Root != "q.first" {
					p.Types = tc
				}
				patterns = append(patterns, p)
			}
			run := convert.Full
			if test.partial {
				run = convert.Partial
			}
			var diags ir.Diagnostics
			ok := run(m, legal, append(patterns, convert.Structural(tc)...), &diags)
			got := ir.Print(m, ir.PrintOptions{})
			if !ok {
				if d := cmp.Diff(before, got); d != "" {
					t.Errorf("it failed, and the code has changed (-want +got)\n%s", d)
				}
				got = reported(&diags)
				if strings.HasPrefix(test.want, "\n") || !strings.Contains(got, test.want) {
					t.Errorf("reported\n%s", got)
				}
				return
			}
			if !ir.Verify(m, &diags) {
				t.Error(diags.Sorted())
			}
			var body []string
			for o := range m.Body(0).Ops() {
				body = append(body, ir.Print(o, ir.PrintOptions{LocalScope: true}))
			}
			if d := cmp.Diff(strings.TrimPrefix(test.want, "\n"), strings.Join(body, "\n")); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// reported is the first finding with its notes.
func reported(diags *ir.Diagnostics) string {
	var out []string
	for _, d := range diags.Sorted()[:1] {
		out = append(out, d.Message)
		for _, n := range d.Notes {
			out = append(out, fmt.Sprint(n))
		}
	}
	return strings.Join(out, "\n")
}
