package test

import (
	"fmt"
	"math/big"
	"path/filepath"
	"slices"
	"testing"

	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/intrange"
	"descend/dialects/nat"
	"descend/dialects/num"
	"descend/dialects/ods"
	"descend/ir"
	"descend/passes"
	"descend/passes/dataflow"
	"descend/passes/opt"
	"descend/test/kit"
	"descend/tools/registry"
)

// sized is the analysis of ranges in a kernel whose sizes are known.
type sized struct {
	dataflow.Ranges
	kernel contract.Function
	sizes  map[string]nat.Expr
	nats   map[*ir.Value]int64
}

// Transfer knows how many blocks and threads there are.
func (a sized) Transfer(op *ir.Operation, operands, out []intrange.Range, fact func(*ir.Value) (intrange.Range, bool)) {
	var extents [3]contract.Size
	var dim gpu.Dim
	switch t := op.Typed().(type) {
	case gpu.BlockIDOp:
		extents, dim = a.kernel.Launch.Grid, t.Dim()
	case gpu.ThreadIDOp:
		extents, dim = a.kernel.Launch.Block, t.Dim()
	default:
		a.Ranges.Transfer(op, operands, out, fact)
		return
	}
	e, err := extents[dim].Expr()
	if err != nil {
		panic(err)
	}
	n, ok := e.Subst(a.sizes).Int64()
	if !ok {
		panic(fmt.Sprintf("%s is not known", e))
	}
	out[0] = intrange.Unsigned(num.Between(num.Of(0), num.Of(max(n, 1)-1)), 64)
}

// Top knows the sizes.
func (a sized) Top(v *ir.Value) intrange.Range {
	if n, ok := a.nats[v]; ok {
		return intrange.Unsigned(num.Point(num.Of(n)), 64)
	}
	return a.Ranges.Top(v)
}

// onPaper are the kernels with computations that this analysis has no bounds of, and why they are right.
var onPaper = map[string]string{
	"needleman_wunsch.desc antidiagonal": "a score, d * gap: scores have 32 bits, as the head of the program says",
}

// TestLargeSizes holds that no number of 32 bits or fewer that kernels make of sizes and of the numbers of blocks wraps, for arrays of more than
// 2^31 elements: neither an index nor what a condition compares. What is loaded is data, whatever the program has made it of.
func TestLargeSizes(t *testing.T) {
	computed, judged, found := 0, 0, map[string]bool{}
	for _, file := range kit.Files(t, "../examples/*.desc", "../examples/literature/*.desc") {
		var diags ir.Diagnostics
		m := ir.ParseModule(registry.Context(), file, []byte(emit(t, file, "--emit=gpu")), &diags)
		if m == nil {
			t.Fatal(diags.Sorted())
		}
		mgr := passes.NewManager("builtin.module")
		mgr.Add(&opt.SROA{})
		mgr.Add(&opt.Mem2Reg{})
		if err := mgr.Run(m, &diags, passes.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		for fn := range m.All("gpu.func") {
			kernel := filepath.Base(file) + " " + ir.SymbolName(fn)
			k, _ := contract.Of(fn)
			marked := fromSizes(fn)
			large := false
			for _, sizes := range largeSizes(t, k) {
				large = true
				a := sized{kernel: k, sizes: sizes, nats: map[*ir.Value]int64{}}
				for i, p := range k.Params {
					if p.Kind == contract.Nat {
						a.nats[fn.Body(0).Arg(i)], _ = sizes[p.Name].Int64()
					}
				}
				facts := dataflow.Solve[intrange.Range](fn, a)
				for op := range marked {
					judged++
					if wraps(op, facts) {
						if onPaper[kernel] != "" {
							found[kernel] = true
							continue
						}
						t.Errorf("%s, %v: %s may wrap: %v", kernel, sizes, ir.Print(op, ir.PrintOptions{}), op.Loc())
					}
				}
			}
			if computed += len(marked); !large {
				t.Errorf("%s: no sizes were tried", kernel)
			}
		}
	}
	for kernel := range onPaper {
		if !found[kernel] {
			t.Errorf("%s: nothing that may wrap was found", kernel)
		}
	}
	if t.Logf("%d computations, judged %d times", computed, judged); computed < 15 || judged < 60 {
		t.Errorf("only %d computations in 32 bits, judged %d times", computed, judged)
	}
}

// largeSizes are sizes with which a buffer has more than 2^31 elements, none more than 2^40 bytes, and which the kernel can be launched with.
func largeSizes(t *testing.T, k contract.Function) (out []map[string]nat.Expr) {
	var names []string
	for _, p := range k.Params {
		if p.Kind == contract.Nat {
			names = append(names, p.Name)
		}
	}
	var all []map[string]nat.Expr
	for _, large := range []int64{1<<31 + 1, 1<<32 + 15, 46_349, 1<<23 + 9, 1<<26 + 5} { // a square of 46,349 is large, and so are rows of 512 and of 64
		for _, rest := range []int64{1, 2, 3, 46_349} {
			for i := range len(names) + 1 {
				sizes := map[string]nat.Expr{}
				for j, name := range names {
					if sizes[name] = nat.Int(rest); i == j {
						sizes[name] = nat.Int(large)
					}
				}
				all = append(all, sizes)
			}
		}
	}
	for _, sizes := range all {
		values := map[string]*big.Int{}
		for name, e := range sizes {
			values[name], _ = e.Const()
		}
		most := new(big.Int)
		for _, p := range k.Params {
			elements := big.NewInt(1)
			for _, s := range p.Shape {
				e, err := s.Expr()
				if err != nil {
					t.Fatal(err)
				}
				v, err := e.Eval(values)
				if err != nil {
					v = new(big.Int) // the sizes contradict each other
				}
				elements.Mul(elements, v)
			}
			if p.Kind.IsBuffer() && elements.Cmp(most) > 0 {
				most = elements
			}
		}
		possible := most.BitLen() > 31 && most.BitLen() <= 37
		for _, r := range k.Requires {
			c, err := r.Constraint()
			if err != nil {
				t.Fatal(err)
			}
			holds, err := c.Eval(values)
			possible = possible && err == nil && holds
		}
		if possible {
			out = append(out, sizes)
		}
	}
	return out
}

// fromSizes are the computations of at most 32 bits with a number that is made of sizes, numbers of blocks and variables of loops.
func fromSizes(fn *ir.Operation) map[*ir.Operation]bool {
	marked := map[*ir.Value]bool{}
	k, _ := contract.Of(fn)
	for i, p := range k.Params {
		if p.Kind == contract.Nat {
			marked[fn.Body(0).Arg(i)] = true
		}
	}
	ops := map[*ir.Operation]bool{}
	for before := -1; before < len(marked); {
		before = len(marked)
		fn.Walk(func(op *ir.Operation) ir.WalkResult {
			from := op.Is("gpu.block_id") || op.Is("gpu.grid_dim")
			for _, v := range op.Operands() {
				from = from || marked[v]
			}
			if !from || slices.ContainsFunc(op.Operands(), inMemory) {
				return ir.Advance
			}
			if loop, ok := op.Typed().(ods.CountedLoop); ok {
				if marked[loop.LowerBound()] || marked[loop.UpperBound()] {
					marked[loop.InductionVar()] = true
				}
			}
			switch {
			case op.Has(ir.Terminator): // what a region yields are the results, and arguments of the next round
				p := op.Parent()
				for i, v := range op.Operands() {
					if !marked[v] {
						continue
					}
					if skip := op.NumOperands() - p.NumResults(); i >= skip && p != fn {
						marked[p.Result(i-skip)] = true
					}
					for r := range p.NumRegions() {
						args := p.Region(r).Front().NumArgs()
						if at := args - op.NumOperands() + i; at >= 0 && at < args {
							marked[p.Region(r).Front().Arg(at)] = true
						}
					}
				}
			case op.NumRegions() > 0: // initial values of a loop
				for i, v := range op.Operands() {
					at := i - (op.NumOperands() - op.NumResults())
					if !marked[v] || at < 0 {
						continue
					}
					for r := range op.NumRegions() {
						args := op.Region(r).Front().NumArgs()
						if a := args - op.NumResults() + at; a >= 0 && a < args {
							marked[op.Region(r).Front().Arg(a)] = true
						}
					}
				}
			case op.NumResults() == 1:
				marked[op.Result(0)] = true
				if w, ok := intrange.WidthOf(op.Result(0).Type()); ok && w >= 8 && w <= 32 {
					ops[op] = true
				}
			}
			return ir.Advance
		})
	}
	return ops
}

func inMemory(v *ir.Value) bool { _, ok := v.Type().(*ir.MemRefType); return ok }

// wraps says whether the result of a computation may be another number than without bounds, with and without a sign.
func wraps(op *ir.Operation, facts *dataflow.Result[intrange.Range]) bool {
	w, _ := intrange.WidthOf(op.Result(0).Type())
	var u, s []intrange.Range
	for _, v := range op.Operands() {
		r, ok := facts.Fact(v)
		if !ok || r.Width == 0 {
			return false
		}
		u, s = append(u, r.ExtU(128)), append(s, r.ExtS(128))
	}
	switch op.Name() {
	case "arith.trunci", "arith.index_cast", "arith.index_castui":
		u, s = u[:1], s[:1]
	case "arith.addi", "arith.subi", "arith.muli", "arith.shli":
		inf := op.Typed().(ods.RangeInferrer)
		u, s = []intrange.Range{inf.InferRange(u)}, []intrange.Range{inf.InferRange(s)}
	default:
		return false
	}
	full := intrange.Full(w)
	return !u[0].U.Within(full.U) && !s[0].S.Within(full.S)
}
