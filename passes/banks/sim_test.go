package banks_test

import (
	"fmt"
	"math/big"
	"testing"

	"descend/backend/sim"
	"descend/dialects/arith/eval"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/passes/banks"
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
type tally struct{ programs, arrays, accesses, exact, bounds, unknown, fewer, otherRanges int }

// compare holds that the analysis says the same of kernels as the simulator has counted.
func compare(t *testing.T, name string, m *ir.Operation, c *sim.Counters, sum *tally) {
	t.Helper()
	static := map[*ir.Operation]*banks.Access{}
	for _, k := range kernels(m) {
		for _, a := range banks.Of(k) {
			static[a.Op] = a
		}
	}
	for _, got := range c.Accesses() {
		if !got.Shared {
			continue
		}
		a := static[got.Op]
		if a == nil || a.Size != got.Size {
			t.Errorf("%s: %s: not in the analysis", name, got.Op)
			continue
		}
		sum.accesses++
		if a.Unknown != "" {
			sum.unknown++
			continue
		}
		if got.Degree > a.Degree || !a.AtMost && got.Degree != a.Degree {
			t.Errorf("%s, line %d: %s: a degree of %d, the simulator counts %d", name, ir.RangeOf(got.Op.Loc()).Line, got.Op, a.Degree, got.Degree)
		}
		if !a.Counted {
			sum.bounds++
			continue
		}
		sum.exact++
		blocks := float64(c.Blocks(got.Kernel))
		if float64(got.Warps) != blocks*a.Warps || float64(got.Lanes) != blocks*a.Lanes || float64(got.Passes) != blocks*a.Passes || float64(got.Least) != blocks*a.Least {
			t.Errorf("%s, line %d: %s: %+v in each block, the simulator counts %+v in %v blocks", name, ir.RangeOf(got.Op.Loc()).Line, got.Op, *a, *got, blocks)
		}
	}
}
