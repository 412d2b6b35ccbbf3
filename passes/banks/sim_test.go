package banks_test

import (
	"context"
	"fmt"
	"math/big"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/dialects/arith/eval"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/passes/banks"
	"descend/test/kit"
	"descend/test/proof/corpus"
)

// numbers makes arguments of main for sizes that are all n: nats are n, other scalars 3, elements small.
func numbers(main *ir.Operation, n int64) ([]sim.Arg, error) {
	f, ok := contract.Of(main)
	if !ok {
		return nil, fmt.Errorf("no contract")
	}
	env := map[string]*big.Int{}
	for _, p := range f.Params {
		if p.Kind == contract.Nat {
			env[p.Name] = big.NewInt(n)
		}
	}
	for _, c := range f.Requires {
		if k, err := c.Constraint(); err != nil {
			return nil, err
		} else if ok, err := k.Eval(env); err != nil || !ok {
			return nil, fmt.Errorf("%s does not hold (%v)", c, err)
		}
	}
	var args []sim.Arg
	for i, p := range f.Params {
		switch {
		case p.Kind == contract.Nat:
			args = append(args, sim.Arg{Bits: uint64(n)})
		case !p.Kind.IsBuffer():
			args = append(args, sim.Arg{Bits: 3})
		default:
			count := int64(1)
			for _, s := range p.Shape {
				e, err := s.Expr()
				if err != nil {
					return nil, err
				}
				x, err := e.Eval(env)
				if err != nil || !x.IsInt64() {
					return nil, fmt.Errorf("%s: %v", s, err)
				}
				count *= x.Int64()
			}
			if count > 1<<20 {
				return nil, fmt.Errorf("too large")
			}
			t := main.Body(0).Arg(i).Type().(*ir.MemRefType)
			size := int64(1)
			for 8*size < int64(eval.Width(t.Elem)) {
				size *= 2
			}
			data := make([]byte, count*size)
			for j := range data {
				if int64(j)%size == 0 {
					data[j] = byte(j / int(size) % 7)
				}
			}
			args = append(args, sim.Arg{Data: data, Device: p.Mem == "gpu.global"})
		}
	}
	return args, nil
}

// arguments are those of the first size that main allows, nil if it allows none.
func arguments(main *ir.Operation, sizes []int64) []sim.Arg {
	for _, n := range sizes {
		if args, err := numbers(main, n); err == nil {
			return append([]sim.Arg{}, args...)
		}
	}
	return nil
}

// tally counts what a comparison has seen.
type tally struct{ accesses, exact, bounds, unknown, unknownShared int }

// compare runs main of a program with counters and holds that the analysis says the same of its kernels.
func compare(t *testing.T, name, text string, sizes []int64, sum *tally) {
	t.Helper()
	m, d := corpus.Compile(name, text, true)
	if d != nil {
		return // a program that is wrong on purpose
	}
	main := ir.LookupSymbol(m, "main")
	if main == nil || main.Body(0) == nil {
		return
	}
	args := arguments(main, sizes)
	if args == nil {
		return
	}
	static := map[*ir.Operation]*banks.Access{}
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if k, ok := ir.As[gpu.FuncOp](op); ok && op.Body(0) != nil {
			for _, a := range banks.Of(k, banks.Options{Global: true}) {
				static[a.Op] = a
			}
			return ir.Skip
		}
		return ir.Advance
	})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	var c sim.Counters
	if _, err := sim.New(m, sim.Options{Counters: &c, Context: ctx}).Call("main", args); err != nil {
		return // a run that fails counts only whole blocks
	}
	for _, got := range c.Accesses() {
		a := static[got.Op]
		if a == nil || a.Shared != got.Shared || a.Size != got.Size {
			t.Errorf("%s: %s: not in the analysis", name, got.Op)
			continue
		}
		sum.accesses++
		if a.Unknown != "" {
			if sum.unknown++; a.Shared {
				sum.unknownShared++
			}
			continue
		}
		if got.Degree > a.Degree || got.MostSectors > a.MostSectors {
			t.Errorf("%s, line %d: %s: a degree of %d and %d sectors at most, the simulator counts %d and %d", name, ir.RangeOf(got.Op.Loc()).Line, got.Op, a.Degree,
				a.MostSectors, got.Degree, got.MostSectors)
		}
		if !a.AtMost && got.Degree != a.Degree {
			t.Errorf("%s, line %d: %s: a degree of %d, the simulator counts %d", name, ir.RangeOf(got.Op.Loc()).Line, got.Op, a.Degree, got.Degree)
		}
		if !a.Counted {
			sum.bounds++
			continue
		}
		sum.exact++
		blocks := float64(c.Blocks(got.Kernel))
		if float64(got.Warps) != blocks*a.Warps || float64(got.Lanes) != blocks*a.Lanes || float64(got.Passes) != blocks*a.Passes || float64(got.Least) != blocks*a.Least ||
			got.Degree != a.Degree {
			t.Errorf("%s, line %d: %s: %+v in each block, the simulator counts %+v in %v blocks", name, ir.RangeOf(got.Op.Loc()).Line, got.Op, *a, *got, blocks)
		}
	}
}

// TestAgainstSimulator compares the costs that the analysis tells with those that the simulator counts, for every access of every
// example, of programs that use std, and of those that use each construct of the language. All sizes of a program are the first number
// that it allows.
func TestAgainstSimulator(t *testing.T) {
	var examples, others tally
	for _, s := range kit.Sections(t, "../../examples/*.desc") {
		compare(t, s.Name(), s.InFile(), []int64{64, 96, 1024}, &examples)
		compare(t, s.Name(), s.InFile(), []int64{37}, &examples)
	}
	for _, s := range kit.Sections(t, "../../examples/literature/*.desc", "../../test/language/*.desc") {
		compare(t, s.Name(), s.InFile(), []int64{32, 64, 96, 1024}, &others)
	}
	t.Logf("examples %+v, others %+v", examples, others)
	if examples.exact < 40 || examples.bounds < 100 || others.exact < 1000 || examples.unknownShared > 4 {
		t.Errorf("examples %+v, others %+v", examples, others)
	}
}
