package kernels

import (
	"fmt"

	"descend/dialects/affine"
	"descend/dialects/arith"
	"descend/dialects/gpu"
	"descend/dialects/ods"
	"descend/dialects/scf"
	"descend/ir"
	"descend/passes"
)

// ParallelLoopsToGPU makes gpu.launch of parallel loops that say what runs their dimensions (gpu-map-parallel-loops), with the loops
// directly inside.
//
//	scf.parallel (%i) = (%a) to (%b) step (%c) {      %n = affine.apply #map(%b)[%a, %c]   // (%b - %a) ceildiv %c
//	  memref.store %x, %m[%i] ..                 ->   gpu.launch blocks(%bx, ..) in (%gx = %n, ..) threads(..) in (..) {
//	} {mapping = [.. block_x ..]}                       %i = affine.apply #map1(%bx)[%c, %a]   // %bx * %c + %a
//	                                                    memref.store %x, %m[%i] ..
//
// A loop that cannot become one stays, with a warning that says why: as in MLIR, which says nothing. What stands beside a loop over
// threads is run by each of them.
//
// Source: mlir/lib/Conversion/SCFToGPU/SCFToGPU.cpp for what is converted, and the order of operations.
type ParallelLoopsToGPU struct{ anyOp }

// Name is the name of the pass.
func (*ParallelLoopsToGPU) Name() string { return "convert-parallel-loops-to-gpu" }

// Description is one line.
func (*ParallelLoopsToGPU) Description() string {
	return "Convert mapped scf.parallel ops to gpu launch operations"
}

// Run converts the loops in c.Op.
func (*ParallelLoopsToGPU) Run(c *passes.Context) error {
	for _, p := range collect[scf.ParallelOp](c.Op) {
		if !p.HasAttr(gpu.MappingAttr) || p.ParentOfName("scf.parallel") != nil {
			continue
		}
		l := newLauncher(c, p)
		switch at, why := l.loop(p); {
		case why == "":
			l.finish()
		case l.wrong:
			l.undo()
			c.Diags.Errorf(at.Loc(), "", "'scf.parallel' op %s", why).Op = at
			return passes.ErrFailed
		default:
			l.undo()
			d := c.Diags.Warnf(p.Loc(), "", "this loop stays as it is: it cannot become a kernel")
			d.Op = p.Operation
			if at == p.Operation {
				d.WithLabel("%s", why)
			} else {
				d.Relate(at.Loc(), "%s", why)
			}
		}
	}
	return nil
}

// launcher makes a launch of a loop.
type launcher struct {
	root   scf.ParallelOp
	launch gpu.LaunchOp
	b      *ir.Builder // in the launch
	before *ir.Builder // in front of it
	first  *ir.Operation
	values *ir.Mapping
	bounds [gpu.Sequential]*ir.Value // by processor
	// effects says that what was copied since a scope was entered or left may have effects; left that a scope was left, after which
	// there may be none.
	effects, left bool
	wrong         bool // the input, rather than that it has no such form
}

func newLauncher(c *passes.Context, p scf.ParallelOp) *launcher {
	b := ir.NewBuilder(c.IR()).AtLocOf(p.Operation).Before(p.Operation)
	one := arith.NewConstantIndex(b, 1)
	l := &launcher{root: p, launch: gpu.NewLaunch(b, [6]*ir.Value{one, one, one, one, one, one}), first: one.DefiningOp(),
		values: ir.NewMapping()}
	l.before = ir.NewBuilder(c.IR()).AtLocOf(p.Operation).Before(l.launch.Operation)
	l.b = ir.NewBuilder(c.IR()).AtLocOf(p.Operation).Before(l.launch.Body(0).Back())
	return l
}

// finish puts the launch in the place of the loop.
func (l *launcher) finish() {
	for processor, n := range l.bounds {
		if n != nil {
			l.launch.SetSize(processor, n)
		}
	}
	l.launch.SetAttr("SCFToGPU_visited", l.b.Ctx.UnitAttr()) // as MLIR leaves it there
	l.root.Erase()
}

// undo erases what was built.
func (l *launcher) undo() {
	for op := l.root.Prev(); ; {
		prev, last := op.Prev(), op == l.first
		op.Erase()
		if last {
			return
		}
		op = prev
	}
}

// loop builds what a loop does; if it cannot, it says where and why not.
func (l *launcher) loop(p scf.ParallelOp) (at *ir.Operation, why string) {
	list, ok := p.Attr(gpu.MappingAttr).(*ir.ArrayAttr)
	if !ok {
		return p.Operation, "it has no mapping to blocks and threads"
	}
	if p.NumResults() > 0 {
		return p.Operation, "it has results"
	}
	if len(list.Elems) < len(p.Steps()) {
		l.wrong = true
		return p.Operation, fmt.Sprintf("has a mapping of %d dimensions and %d loops", len(list.Elems), len(p.Steps()))
	}
	scopes := 0
	for d := range p.Steps() {
		m, ok := gpu.LoopDimMapOf(list.Elems[d])
		if !ok {
			l.wrong = true
			return p.Operation, "expected mapping attribute for lowering to GPU"
		}
		opened, why := l.dimension(p, d, m)
		if why != "" {
			return p.Operation, why
		}
		if opened {
			scopes++
		}
	}
	for _, a := range p.Attrs() {
		if a.Name != gpu.MappingAttr && a.Name != ods.Segments {
			l.launch.SetAttr(a.Name, a.Value)
		}
	}
	for op := p.Body(0).Front(); op != p.Body(0).Back(); op = op.Next() {
		if at, why := l.operation(op); why != "" {
			return at, why
		}
	}
	for range scopes {
		l.b.After(l.b.Block().Parent())
		l.left, l.effects = true, false
	}
	return nil, ""
}

// operation copies an operation of a loop, or builds what a loop inside does.
func (l *launcher) operation(op *ir.Operation) (at *ir.Operation, why string) {
	if inner, ok := ir.As[scf.ParallelOp](op); ok {
		if l.effects {
			return op, "what stands before this loop may have effects"
		}
		return l.loop(inner)
	}
	for p := range ir.AllOf[scf.ParallelOp](op) {
		if p.HasAttr(gpu.MappingAttr) {
			return p.Operation, "only loops directly inside one another are mapped together"
		}
	}
	clone := l.b.Insert(op.Clone(l.values))
	if !ir.IsMemoryEffectFree(clone) || len(clone.Regions()) > 0 {
		l.effects = true
	}
	if l.effects && l.left {
		return op, "this may have effects, and stands behind a loop that is sequential or has a bound of its own"
	}
	return nil, ""
}

// dimension builds the value of an induction variable, and what decides about the iteration: opened says that a scope was entered, of a
// loop or a condition.
func (l *launcher) dimension(p scf.ParallelOp, d int, m gpu.LoopDimMap) (opened bool, why string) {
	from, to, step, iv := p.LowerBounds()[d], p.UpperBounds()[d], p.Steps()[d], p.Body(0).Arg(d)
	if m.Processor == gpu.Sequential {
		loop := scf.NewFor(l.b, l.values.Lookup(from), l.values.Lookup(to), l.values.Lookup(step))
		l.b.AtEnd(loop.LoopBody())
		l.b.Before(scf.NewYield(l.b).Operation)
		l.values.Values[iv] = loop.InductionVar()
		return true, ""
	}
	if !simple(m.Map) || !simple(m.Bound) {
		l.wrong = true
		return false, "expected maps of one dimension, without symbols, to one value"
	}
	d0, s0, s1 := ir.AffineDimension(0), ir.AffineSym(0), ir.AffineSym(1)
	id := l.launch.Body(0).Arg(m.Processor)
	for _, v := range []*ir.Value{step, from} {
		if !l.known(v) {
			return false, "its lower bound or step depends on the loop around"
		}
	}
	index := affine.NewApply(l.b, composed(m.Map, ir.AffineBinary(ir.AffineAdd, ir.AffineBinary(ir.AffineMul, d0, s0), s1)),
		id, l.independent(l.b, step), l.independent(l.b, from))
	bound, precise := to, l.known(to)
	if !precise {
		if bound = l.staticBound(to); bound == nil {
			return false, "its upper bound depends on the loop around, and nothing says what that is below"
		}
	}
	count := ir.AffineBinary(ir.AffineCeilDiv, ir.AffineBinary(ir.AffineAdd, d0, ir.AffineNeg(s0)), s1)
	n := affine.NewApply(l.before, composed(m.Bound, count), l.independent(l.before, l.values.Lookup(bound)),
		l.independent(l.before, l.values.Lookup(from)), l.independent(l.before, l.values.Lookup(step)))
	if l.bounds[m.Processor] != nil {
		return false, "another dimension has the same processor"
	}
	l.bounds[m.Processor] = n
	l.values.Values[iv] = index
	if precise {
		return false, ""
	}
	there := scf.NewIf(l.b, arith.CmpI(l.b, arith.SLT, index, l.values.Lookup(to)), nil, false)
	l.b.AtEnd(there.Body(0))
	l.b.Before(scf.NewYield(l.b).Operation)
	return true, ""
}

// known says whether a value is there before the launch: a constant may be built there again.
func (l *launcher) known(v *ir.Value) bool { return l.outside(v) || isConstant(v) }

// outside says whether a value is defined in front of the loops.
func (l *launcher) outside(v *ir.Value) bool {
	in, at := v.ParentBlock().Region(), l.launch.ParentRegion()
	return in == at || in.IsProperAncestorOf(at)
}

func isConstant(v *ir.Value) bool {
	op := v.DefiningOp()
	return op != nil && ir.Is[arith.ConstantOp](op)
}

// independent is a value of outside, or a constant built again.
func (l *launcher) independent(b *ir.Builder, v *ir.Value) *ir.Value {
	if l.outside(v) {
		return v
	}
	return arith.NewConstant(b, arith.ConstantValue(v))
}

// staticBound is a constant that a value is not above, as bounds of tiles are; nil if none is seen.
func (l *launcher) staticBound(v *ir.Value) *ir.Value {
	if isConstant(v) {
		return v
	}
	op := v.DefiningOp()
	if op == nil {
		return nil
	}
	switch o := op.Typed().(type) {
	case affine.MinOp:
		for _, e := range o.Map().Results {
			if e.Kind == ir.AffineConst {
				return arith.NewConstantIndex(l.before, e.Value)
			}
		}
	case arith.MinSIOp:
		for _, x := range o.Operands() {
			if bound := l.staticBound(x); bound != nil {
				return bound
			}
		}
	case arith.MulIOp:
		x := l.staticBound(o.Operand(0))
		if x == nil {
			return nil
		}
		y := l.staticBound(o.Operand(1))
		if y == nil {
			return nil
		}
		m, _ := arith.ConstantInt(x)
		n, _ := arith.ConstantInt(y)
		if (m < 0) != (n < 0) {
			return nil // the product of two bounds is none
		}
		return arith.NewConstantIndex(l.before, m*n)
	}
	return nil
}

// simple says whether a map takes one number and gives one.
func simple(m *ir.AffineMap) bool { return m.Dims == 1 && m.Symbols == 0 && len(m.Results) == 1 }

// composed is a map of one number, of what an expression of a dimension and two symbols is.
func composed(m *ir.AffineMap, inner *ir.AffineExpr) *ir.AffineMap {
	return &ir.AffineMap{Dims: 1, Symbols: 2, Results: []*ir.AffineExpr{m.Results[0].Replaced([]*ir.AffineExpr{inner}, nil)}}
}
