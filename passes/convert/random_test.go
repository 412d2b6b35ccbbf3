package convert_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/ir"
	"descend/passes/convert"

	"github.com/google/go-cmp/cmp"
)

// program makes a random module: additions, scopes, conditions and branches of !q.n. Where keep says so, it holds an operation that no pattern is for.
func program(r *rand.Rand, keep bool) string {
	var b strings.Builder
	names := 0
	value := func(in []string) string { return in[r.IntN(len(in))] }
	var ops func(in []string, depth int) []string
	ops = func(in []string, depth int) []string {
		for range 1 + r.IntN(4) {
			names++
			v := fmt.Sprintf("%%v%d", names)
			switch k := r.IntN(6); {
			case k < 2:
				fmt.Fprintf(&b, "%s = q.add %s, %s : (!q.n, !q.n) -> !q.n\n", v, value(in), value(in))
			case k == 2:
				fmt.Fprintf(&b, "%s = q.add %s : (!q.n) -> !q.n\n", v, value(in))
			case k == 3 && depth < 3:
				fmt.Fprintf(&b, "%s = q.scope %s : (!q.n) -> !q.n {\n^bb0(%s_: !q.n):\n", v, value(in), v)
				inner := ops(append(in[:len(in):len(in)], v+"_"), depth+1)
				fmt.Fprintf(&b, "q.end %s : (!q.n) -> ()\n}\n", value(inner))
			case k == 4 && depth < 3:
				fmt.Fprintf(&b, "%s = scf.if %%c -> (!q.n) {\n", v)
				fmt.Fprintf(&b, "scf.yield %s : !q.n\n} else {\n", value(ops(in[:len(in):len(in)], depth+1)))
				fmt.Fprintf(&b, "scf.yield %s : !q.n\n}\n", value(ops(in[:len(in):len(in)], depth+1)))
			default:
				fmt.Fprintf(&b, "%s = func.call @f(%%c, %s) : (i1, !q.n) -> !q.n\n", v, value(in))
			}
			in = append(in, v)
		}
		return in
	}
	b.WriteString("func.func @f(%c: i1, %a: !q.n) -> !q.n {\n")
	in := ops([]string{"%a"}, 0)
	fmt.Fprintf(&b, "cf.cond_br %%c, ^one(%s : !q.n), ^two\n^one(%%x: !q.n):\n", value(in))
	one := ops(append(in[:len(in):len(in)], "%x"), 1)
	if keep {
		fmt.Fprintf(&b, "q.keep %s : (!q.n) -> ()\n", value(one))
	}
	fmt.Fprintf(&b, "cf.br ^one(%s : !q.n)\n^two:\n", value(one))
	fmt.Fprintf(&b, "return %s : !q.n\n}\n", value(ops(in[:len(in):len(in)], 1)))
	return b.String()
}

// TestRandom converts random programs, once with patterns that succeed and once with as many that do the same and fail then. Both have to
// give the same code. Where the conversion fails, the code has to be what it was.
func TestRandom(t *testing.T) {
	failed, converted := 0, 0
	for seed := range uint64(400) {
		keep := seed%3 == 0
		text := program(rand.New(rand.NewPCG(seed, 1)), keep)
		var texts []string
		for flaky := range 2 {
			c := context()
			m := parse(t, c, text)
			before := ir.Print(m, ir.PrintOptions{})
			tc := toI32(c)
			patterns := append(convert.With(tc, append(adds(), scopes, ifs)...), convert.Structural(tc)...)
			if flaky == 1 {
				for _, p := range patterns[:len(patterns):len(patterns)] {
					rewrite := p.Rewrite
					p.Benefit = 1
					p.Rewrite = func(op *ir.Operation, in []*ir.Value, rw *convert.Rewriter) error {
						if err := rewrite(op, in, rw); err != nil {
							return err
						}
						return errors.New("all the same")
					}
					patterns = append(patterns, p)
				}
			}
			var diags ir.Diagnostics
			ok := convert.Full(m, target(tc).IllegalDialects("scf"), patterns, &diags)
			if ok == keep {
				t.Fatalf("seed %d: converted %v\n%v\n%s", seed, ok, diags.Sorted(), text)
			}
			got := ir.Print(m, ir.PrintOptions{})
			if !ok {
				failed++
				if d := cmp.Diff(before, got); d != "" {
					t.Fatalf("seed %d: it failed, and the code has changed (-want +got)\n%s", seed, d)
				}
			} else {
				converted++
			}
			if !ir.Verify(m, &ir.Diagnostics{}) {
				t.Fatalf("seed %d: the code is not valid any more\n%s", seed, got)
			}
			texts = append(texts, got)
		}
		if d := cmp.Diff(texts[0], texts[1]); d != "" {
			t.Fatalf("seed %d: what was undone has left something (-want +got)\n%s", seed, d)
		}
	}
	if failed < 100 || converted < 400 {
		t.Errorf("%d conversions, %d of which fail", failed+converted, failed)
	}
}
