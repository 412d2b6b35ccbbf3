package sizes

import (
	"fmt"
	"math/big"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/check/help"
	"descend/passes/place"
)

func eq(a, b nat.Expr) nat.Constraint { return nat.Constraint{L: a, Rel: nat.EQ, R: b} }

var (
	one     = nat.Int(1)
	bits63  = nat.MaxRunTime
	maxSize = new(big.Int).Lsh(big.NewInt(1), 63)
)

// natural requires that a nat written by the program is one: no subtraction below 0, no division by 0. slug is
// that of the operation it belongs to. False if an error was reported.
func (x *checker) natural(at site, e nat.Expr, slug string) bool {
	if v, ok := e.Const(); ok {
		if v.Sign() < 0 {
			x.report(obligation{site: at, goal: nat.AtMost(nat.Int(0), e), slug: slug, head: "a size is below 0",
				label: text("this is %s", e)}, nat.AtMost(nat.Int(0), e), nil, "")
			return false
		}
		if v.Cmp(maxSize) >= 0 {
			x.report(obligation{site: at, goal: nat.AtMost(e, bits63), slug: descend.CodeNatConstraint, head: "a size does not fit 63 bits",
				label: text("this is %s", e)}, nat.AtMost(e, bits63), nil, "")
			return false
		}
		return true
	}
	if e.TooLarge() {
		x.Now.Fail(at.op, descend.CodeNatConstraint, "a size is too large an expression").WithLabel("it cannot be reasoned about")
		return false
	}
	good := true
	eachDivision(e, func(dividend, divisor nat.Expr) {
		good = good && x.require(obligation{site: at, goal: nat.AtMost(one, divisor), slug: descend.CodeNatConstraint, head: "a divisor may be 0",
			label: text("`%s` divides here", divisor)})
		good = good && x.notNegative(at, dividend, descend.CodeNatConstraint)
		good = good && x.fits(at, dividend) && x.fits(at, divisor)
	})
	eachMinMax(e, func(arg nat.Expr) {
		good = good && x.notNegative(at, arg, descend.CodeNatConstraint) && x.fits(at, arg)
	})
	return good && x.notNegative(at, e, slug)
}

// fits requires that a nat which is computed in 64 bits does not overflow: values, bounds, arguments, dividends and divisors. Sums and
// products need it only where something is done with them that does not commute with wrapping. Of loop variables, which
// may occur in any power, a bound that speaks of the generics is enough.
func (x *checker) fits(at site, e nat.Expr) bool {
	if e.IsZero() || e.IsOne() || e.IsAtom() {
		return true // nothing is computed
	}
	if (e.HasNegative() || !x.onlyGenerics(nat.AtMost(e, bits63))) && !x.facts(at).Proves(nat.AtMost(e, bits63)) {
		if b, ok := atMost(e, loopsOf(at.op)); ok {
			e = b
		}
	}
	return x.require(obligation{site: at, goal: nat.AtMost(e, bits63), slug: descend.CodeNatConstraint, head: "a size may not fit 63 bits",
		label: text("`%s` is computed here", e)})
}

// atMost is a bound of a nat that speaks of no loop variable and has no difference in it: all factors are naturals, so that leaving
// out what is subtracted and taking each factor's largest value gives an upper bound.
func atMost(e nat.Expr, loops []descend.ForNatOp) (nat.Expr, bool) {
	sum := nat.Int(0)
	for _, t := range e.Terms() {
		if t.Coef.Sign() < 0 {
			continue
		}
		b := nat.Big(t.Coef)
		for _, f := range t.Factors {
			x, ok := factorAtMost(f, loops)
			if !ok {
				return e, false
			}
			for range f.Exp {
				b = b.Mul(x)
			}
		}
		sum = sum.Add(b)
	}
	return sum, true
}

func factorAtMost(f nat.Factor, loops []descend.ForNatOp) (nat.Expr, bool) {
	switch f.Kind {
	case nat.KindVar:
		for i, l := range loops {
			if l.Var() == f.Name {
				return atMost(l.Hi(), loops[i+1:])
			}
		}
		return f.Base, true
	case nat.KindDiv, nat.KindMin:
		return atMost(f.Args[0], loops)
	case nat.KindMax:
		sum := nat.Int(0)
		for _, a := range f.Args {
			b, ok := atMost(a, loops)
			if !ok {
				return f.Base, false
			}
			sum = sum.Add(b)
		}
		return sum, true
	}
	return f.Base, false
}

// computable requires that a side of a constraint, which may be negative, is computed rightly in 64 bits when the program runs.
func (x *checker) computable(at site, e nat.Expr) bool {
	pos, neg := e.Parts()
	good := x.fits(at, pos) && x.fits(at, neg)
	eachDivision(e, func(dividend, divisor nat.Expr) {
		pos, neg := dividend.Parts()
		good = good && x.fits(at, pos) && x.fits(at, neg) && x.fits(at, divisor)
	})
	eachMinMax(e, func(arg nat.Expr) {
		pos, neg := arg.Parts()
		good = good && x.fits(at, pos) && x.fits(at, neg)
	})
	return good
}

// fitsBytes requires that the size of what is allocated fits.
func (x *checker) fitsBytes(at site, t ir.Type) {
	if b := descend.SizeOf(t); len(b.Vars()) > 0 {
		x.require(obligation{site: at, goal: nat.AtMost(b, bits63), slug: descend.CodeNatConstraint, head: "a size may not fit 63 bits",
			label: text("`%s` has `%s` bytes", descend.UserFormat(t), b)})
	}
}

// eachMinMax visits the arguments of the minima and maxima in e.
func eachMinMax(e nat.Expr, visit func(nat.Expr)) {
	if e.OnlyVars() {
		return
	}
	for _, t := range e.Terms() {
		for _, f := range t.Factors {
			for _, a := range f.Args {
				eachMinMax(a, visit)
				if f.Kind == nat.KindMin || f.Kind == nat.KindMax {
					visit(a)
				}
			}
		}
	}
}

// notNegative requires 0 <= e where that is not plain.
func (x *checker) notNegative(at site, e nat.Expr, slug string) bool {
	if !e.HasNegative() {
		return true
	}
	pos, neg := e.Parts()
	return x.require(obligation{site: at, goal: nat.AtMost(neg, pos), slug: slug, head: "a subtraction may go below 0",
		label: text("`%s` is not a natural number everywhere", e)})
}

// naturalType requires it of the sizes in a type, and that constant sizes fit.
func (x *checker) naturalType(at site, t ir.Type) bool {
	good := true
	eachSize(t, func(e nat.Expr) { good = x.natural(at, e, descend.CodeNatConstraint) && good })
	if b, ok := descend.SizeOf(t).Const(); ok && good && b.Cmp(maxSize) >= 0 {
		x.Now.Fail(at.op, descend.CodeNatConstraint, "a type is too large").
			WithLabel("`%s` has %s bytes, which does not fit 63 bits", descend.UserFormat(t), b)
		return false
	}
	return good
}

// eachSize visits the sizes in a type.
func eachSize(t ir.Type, visit func(nat.Expr)) {
	switch t := t.(type) {
	case *ir.TupleType:
		for _, e := range t.Types {
			eachSize(e, visit)
		}
	case *ir.FunctionType:
		for _, e := range append(append([]ir.Type(nil), t.Inputs...), t.Results...) {
			eachSize(e, visit)
		}
	case *descend.ArrayType:
		visit(t.Size)
		eachSize(t.Elem, visit)
	case *descend.MaybeType:
		eachSize(t.Elem, visit)
	case *descend.RefType:
		eachSize(t.Elem, visit)
	case *descend.BoxType:
		eachSize(t.Elem, visit)
	case *descend.StructType:
		for _, f := range t.Fields {
			eachSize(f.Type, visit)
		}
	case *descend.PlaceType:
		eachSize(t.Elem, visit)
	}
}

// signature requires what the function's types and resource need.
func (x *checker) signature() {
	whole := at(x.f.Operation)
	if t := x.f.Type(); t != nil {
		var params []*ir.Value
		if !x.f.IsExtern() {
			params = x.f.Params()
		}
		for i, in := range t.Inputs {
			here := whole
			if i < len(params) && ir.RangeOf(params[i].Location()).Known() {
				here.part = params[i].Location()
			}
			x.signatureType(here, in)
		}
		for _, out := range t.Results {
			x.signatureType(whole, out)
		}
	}
	t := x.f.ExecType()
	if t == nil {
		return
	}
	if ft := x.f.Type(); ft != nil {
		for i := range ft.Inputs {
			x.owners(whole, t, x.f.ParamOwner(i))
		}
		x.owners(whole, t, x.f.ResultOwner())
	}
	for _, d := range []exec.Dim{t.Dim, t.Inner} {
		for _, a := range d.Axes() {
			x.natural(whole, d.Size[a], descend.CodeNatConstraint)
			if n, ok := d.Size[a].Const(); ok && n.Sign() == 0 {
				x.Now.Fail(whole.op, descend.CodeNatConstraint, "a dimension is 0").WithLabel("`%s` has no resource along %s", t.User(), a)
			}
		}
	}
	own := x.sharedMemory(whole.op)
	x.Now.Shared = &own
	if t.Kind == exec.Grid {
		x.limits(whole, t, own.total())
	}
}

// signatureType requires what a parameter's type or the result type needs, also of the size of what is lent.
func (x *checker) signatureType(at site, t ir.Type) {
	r, ok := t.(*descend.RefType)
	if !x.naturalType(at, t) || !ok {
		return
	}
	if b, ok := descend.SizeOf(r.Elem).Const(); ok && b.Cmp(maxSize) >= 0 {
		x.Now.FailAt(at.op, at.loc(), descend.CodeNatConstraint, "a type is too large").
			WithLabel("`%s` has %s bytes, which does not fit 63 bits", descend.UserFormat(r.Elem), b)
	}
}

// limits requires that a grid whose blocks take some bytes of shared memory can be launched at all.
func (x *checker) limits(at site, t *exec.Type, shared nat.Expr) {
	head := "the launch exceeds the limits of the hardware"
	ok := true
	need := func(goal nat.Constraint, format string, args ...any) {
		if ok {
			ok = x.require(obligation{site: at, goal: goal, slug: descend.CodeNatConstraint, head: head, label: text(format, args...)})
		}
	}
	for _, a := range t.Inner.Axes() {
		if a == exec.Z {
			need(nat.AtMost(t.Inner.Size[a], nat.Int(x.target.Block[a])), "a block has at most %d threads along %s", x.target.Block[a], a)
		}
	}
	need(nat.AtMost(t.Inner.Volume(), nat.Int(x.target.Threads)), "a block has at most %d threads", x.target.Threads)
	for _, a := range t.Dim.Axes() {
		need(nat.AtMost(t.Dim.Size[a], nat.Int(x.target.Grid[a])), "a grid has at most %d blocks along %s", x.target.Grid[a], a)
	}
	if ok && !shared.IsZero() {
		need(nat.AtMost(shared, nat.Int(x.target.Shared)), "a block has at most %d bytes of shared memory", x.target.Shared)
	}
}

// operation requires what an operation needs.
func (x *checker) operation(op *ir.Operation) {
	for _, u := range descend.UsesOf(op) {
		if u.IsPlace() && u.Gives() && u.Value != nil {
			x.sameSizes(op, descend.ElemOf(u.Of), u.Value.Type())
		}
	}
	if x.gpu && !x.ofPart(op) {
		return
	}
	switch o := op.Typed().(type) {
	case view.View:
		x.view(op, o)
	case view.SelectOp:
		x.selects(op, o)
	case descend.AtOp:
		x.element(o)
	case descend.BinaryOp:
		x.division(o)
	case descend.IndexOp:
		x.index(o)
	case exec.SplitOp:
		x.split(o)
	case exec.ToWarpsOp:
		x.warps(o)
	case exec.Handover:
		x.wholeRun(op, o.Part())
	case exec.Barrier:
		x.wholeRun(op, o.Waits())
	case descend.ForNatOp:
		x.loop(o)
	case descend.NatOp:
		if x.natural(at(op), o.Nat(), descend.CodeNatConstraint) {
			x.fits(at(op), o.Nat())
		}
	case descend.RepeatOp:
		x.newType(op)
		x.fitsBytes(at(op), op.Result(0).Type())
	case descend.BoxNewOp, descend.AllocCopyOp, descend.ZerosOp:
		if b, ok := op.Result(0).Type().(*descend.BoxType); ok && x.naturalType(at(op), b.Elem) {
			x.fitsBytes(at(op), b.Elem)
		}
	case descend.AllocOp:
		x.alloc(o)
	case descend.LocalOp:
		if x.newType(op) {
			x.fitsThread(op, descend.ElemOf(op.Result(0)))
		}
		if e := o.Owner(); e != nil {
			x.owners(at(op), exec.TypeOf(e), o.OwnerPath())
		}
	case descend.AggregateOp:
		x.newType(op)
	case descend.RetypeOp:
		x.retype(op)
	case descend.CopyOp:
		x.sameSizes(op, refElemOf(op.Operand(0)), refElemOf(op.Operand(1)))
	case descend.ReturnOp:
		if t := x.f.Type(); op.NumOperands() == 1 && t != nil && len(t.Results) == 1 {
			x.sameSizes(op, t.Results[0], op.Operand(0).Type())
		}
	case descend.CallOp:
		x.call(o)
	case descend.FunctionOp:
		x.function(o)
	case descend.LaunchOp:
		x.launch(o)
	}
}

// ofPart requires that in a kernel what is written with nats which it makes of values is a part, or made of one: that threads have
// different ones is looked at only there. False if that was reported.
func (x *checker) ofPart(op *ir.Operation) bool {
	if len(x.lets) == 0 || ir.Is[view.PartOp](op) {
		return true
	}
	_, nats, _ := view.Signature(op, func(view.PermuteOp) (string, bool) { return "", true })
	if s, ok := op.Typed().(exec.SplitOp); ok {
		nats = append(nats, s.At())
	}
	for _, e := range nats {
		for _, v := range e.Vars() {
			if _, ok := x.lets[v]; ok && !slices.Contains(descend.FreeNats(op.Operand(0).Type()), v) {
				x.Now.Fail(op, descend.CodeNatConstraint, "a size that a kernel makes of a value is for parts").WithLabel("this is written with `%s`", x.lets[v].Text())
				return false
			}
		}
	}
	return true
}

// element requires that an index which is a nat is in bounds.
func (x *checker) element(o descend.AtOp) {
	here := at(o.Operation)
	n, ok := descend.ArraySize(o.Operand(0))
	if ok && x.natural(here, o.Index(), descend.CodeOutOfBounds) {
		x.require(obligation{site: here, goal: nat.Constraint{L: o.Index(), Rel: nat.LT, R: n}, slug: descend.CodeOutOfBounds,
			head: "index out of bounds", label: text("index `%s` of an array of `%s` elements", o.Index(), n)})
	}
}

// split requires that a resource has the part at which it is split.
func (x *checker) split(o exec.SplitOp) {
	here := at(o.Operation)
	n, ok := exec.TypeOf(o.From()).Extent(o.Axis())
	if ok && x.natural(here, o.At(), descend.CodeNatConstraint) {
		x.require(obligation{site: here, goal: nat.AtMost(o.At(), n), slug: descend.CodeNatConstraint, head: "a resource is split beyond its end",
			label: text("split at `%s` of `%s` resources along %s", o.At(), n, o.Axis())})
	}
}

// wholeRun requires that a part of a block whose threads wait for each other consists of whole warps.
func (x *checker) wholeRun(op *ir.Operation, part *ir.Value) {
	run, _ := place.RunOf(part)
	if run == nil || x.brokenWarps[part.OwnerBlock().Parent()] {
		return
	}
	for _, end := range []struct {
		at   nat.Expr
		what string
	}{{run.First, "begins"}, {run.End(), "ends"}} {
		if !x.require(obligation{site: at(op), goal: nat.Constraint{L: nat.Int(gpu.WarpSize), Rel: nat.Divides, R: end.at}, slug: descend.CodeNatConstraint,
			head: "a part of whole warps is needed", label: text("the part %s at thread `%s` of the block, not at a multiple of %d", end.what, end.at, gpu.WarpSize),
			related: part.OwnerBlock().Parent().Loc(), relatedLabel: "the block is split here",
			help: func() *ir.Help {
				return &ir.Help{Message: fmt.Sprintf("split at a multiple of %d: threads wait for each other in whole warps", gpu.WarpSize)}
			}}) {
			x.brokenWarps[part.OwnerBlock().Parent()] = true
			return
		}
	}
}

// warps requires that a block consists of whole warps.
func (x *checker) warps(o exec.ToWarpsOp) {
	x.wholeWarps(at(o.Operation), exec.TypeOf(o.Operand(0)).Dim.Volume())
}

// wholeWarps requires that the warps of a block with n threads have all of them.
func (x *checker) wholeWarps(at site, n nat.Expr) {
	x.require(obligation{site: at, goal: nat.Constraint{L: nat.Int(gpu.WarpSize), Rel: nat.Divides, R: n}, slug: descend.CodeNatConstraint,
		head: "a block of whole warps is needed", label: text("the block has `%s` threads, not a multiple of %d", n, gpu.WarpSize)})
}

// owners requires that blocks consist of whole warps where a path from a resource of type t goes to their warps.
func (x *checker) owners(at site, t *exec.Type, path exec.Path) {
	for _, s := range path {
		if s.Kind == exec.WarpsStep {
			x.wholeWarps(at, t.Dim.Volume())
		}
		var ok bool
		if t, ok = s.To(x.f.Context(), t); !ok {
			return
		}
	}
}

// loop requires that the bounds of a loop are nats, and that a doubled range has an end.
func (x *checker) loop(o descend.ForNatOp) {
	x.warnSkipped(o)
	here := at(o.Operation)
	ok := x.natural(here, o.Lo(), descend.CodeNatConstraint) && x.natural(here, o.Hi(), descend.CodeNatConstraint)
	ok = ok && x.fits(here, o.Lo()) && x.fits(here, o.Hi())
	if ok && o.Kind() == "doubled" {
		x.require(obligation{site: here, goal: nat.AtMost(one, o.Lo()), slug: descend.CodeNatConstraint, head: "a doubled range starts at 1 or more",
			label: text("this one starts at `%s`", o.Lo())})
	}
}

// refElemOf is what a reference value refers to.
func refElemOf(v *ir.Value) ir.Type {
	if r, ok := v.Type().(*descend.RefType); ok {
		return r.Elem
	}
	return v.Type()
}

// newType requires that the sizes of a type that an operation names are sizes.
func (x *checker) newType(op *ir.Operation) bool {
	t := op.Result(0).Type()
	if p, ok := t.(*descend.PlaceType); ok {
		t = p.Elem
	}
	return x.naturalType(at(op), t)
}

// alloc requires that the type of what is allocated has sizes, the same in all iterations, and that there is so much memory.
func (x *checker) alloc(o descend.AllocOp) {
	r, ok := o.Result(0).Type().(*descend.RefType)
	if !ok {
		return
	}
	here := at(o.Operation)
	for _, n := range sizesIn(r.Elem) {
		if !x.oneObject(here, n, "an allocation is one object") {
			return
		}
	}
	if here.layout = r.Mem == descend.GPUShared; x.naturalType(here, r.Elem) && !here.layout {
		x.fitsThread(o.Operation, r.Elem)
	}
}

// oneObject requires that the size of an allocation is the same in all iterations of the loops around op.
func (x *checker) oneObject(at site, size nat.Expr, why string) bool {
	for _, v := range size.Vars() {
		if l, ok := x.lets[v]; ok && x.gpu {
			x.Now.Fail(at.op, descend.CodeNatConstraint, "the size of an allocation depends on a value").
				WithLabel("%s; `%s` is known only when the kernel runs", why, l.Text()).Relate(l.Loc(), "this is the value").
				WithHelp("allocate the most that is needed, of a size that the launch knows")
			return false
		}
		if !x.generics[v] {
			x.Now.Fail(at.op, descend.CodeNatConstraint, "the size of an allocation depends on a loop variable").
				WithLabel("%s; `%s` differs between iterations", why, v)
			return false
		}
	}
	return true
}

// fitsThread requires that memory of a thread, or a variable, is not larger than there is.
func (x *checker) fitsThread(op *ir.Operation, t ir.Type) {
	b := descend.SizeOf(t)
	if !x.gpu {
		x.fitsBytes(at(op), t)
		return
	}
	x.require(obligation{site: at(op), goal: nat.AtMost(b, nat.Int(x.target.Local)), slug: descend.CodeNatConstraint, head: "the launch exceeds the limits of the hardware",
		label: text("a thread has at most %d bytes of memory of its own, `%s` has `%s`", x.target.Local, descend.UserFormat(t), b)})
}

// view requires what a view needs of the array that it is of.
func (x *checker) view(op *ir.Operation, v view.View) {
	n, ok := descend.ArraySize(op.Operand(0))
	if !ok {
		return
	}
	needs := v.Needs(n)
	slug := map[bool]string{false: descend.CodeNatConstraint, true: descend.CodeOutOfBounds}
	for _, e := range v.Params() {
		if !x.natural(at(op), e, slug[len(needs) > 0 && needs[0].Bounds]) {
			return
		}
	}
	for _, need := range needs {
		if !x.require(obligation{site: at(op), goal: need.Goal, slug: slug[need.Bounds], head: need.Head, label: need.Label}) {
			return
		}
	}
	switch v.(type) {
	case view.PartOp:
		checked := part{Operation: op}
		for _, need := range needs {
			checked.checked = append(checked.checked, need.Goal)
		}
		x.parts = append(x.parts, checked)
	case view.PadOp, view.ShiftOp:
		x.padded(op, n)
	case view.JoinOp:
		if descend.HoldsMaybe(descend.ElemOf(op.Result(0))) { // more elements than memory has room for are counted
			x.fits(at(op), elements(descend.ElemOf(op.Result(0))))
		}
	}
	if v.Injective() {
		return
	}
	// there may be more elements than memory has room for; joined, they are counted
	for _, e := range v.Params() {
		if !x.fits(at(op), e) {
			return
		}
	}
	x.fits(at(op), elements(descend.ElemOf(op.Result(0))))
}

// maxPadding is a number of elements that may be missing without a condition: memory bounds how many there are far below 2^62, and
// where there are none no index of one matters.
var maxPadding = nat.Big(new(big.Int).Lsh(big.NewInt(1), 32))

// padded requires that the numbers of the elements of a padded view of n can be computed.
func (x *checker) padded(op *ir.Operation, n nat.Expr) {
	m, ok := descend.ArraySize(op.Result(0))
	if ok && !x.facts(at(op)).Proves(nat.AtMost(m, n.Add(maxPadding))) {
		x.fits(at(op), m)
	}
}

// elements is how many elements the arrays in t have.
func elements(t ir.Type) nat.Expr {
	switch t := t.(type) {
	case *descend.ArrayType:
		return t.Size.Mul(elements(t.Elem))
	case *ir.TupleType:
		sum := nat.Int(0)
		for _, part := range t.Types {
			sum = sum.Add(elements(part))
		}
		return sum
	}
	return one
}

// selects requires as many resources as there are elements.
func (x *checker) selects(op *ir.Operation, o view.SelectOp) {
	n, ok := descend.ArraySize(op.Operand(0))
	c, ok2 := x.r.CoordOf(o)
	if !ok || !ok2 {
		return
	}
	ob := obligation{site: at(op), goal: eq(c.Extent, n), slug: descend.CodeNatConstraint, head: "select by the wrong number of resources",
		label: text("`%s` resources along %s select from `%s` elements", c.Extent, o.Axis(), n)}
	if c.Op != nil {
		ob.related, ob.relatedLabel = c.Op.Loc(), "scheduled here"
	}
	ob.help = func() *ir.Help { return x.selectFix(op, c.Op) }
	same := []badSelect{{ob.goal.Key(), c.Op, nil}, {ob.goal.Key(), nil, descend.Root(op.Operand(0))}}
	for _, s := range same {
		if x.selected[s] {
			x.Now.Poison(op)
			return
		}
	}
	if !x.require(ob) {
		for _, s := range same {
			x.selected[s] = true
		}
	}
}

// badSelect is a wrong select; others of the same sizes by the same schedule, or of the same variable, follow from it.
type badSelect struct {
	goal     string
	schedule *ir.Operation
	root     *ir.Value
}

// selectFix is the help for a select by the wrong number of resources: all selects of the place that it is in, in their order, or
// which dimensions it selects from.
func (x *checker) selectFix(op, sched *ir.Operation) *ir.Help {
	whole := op
	for whole.Result(0).HasOneUse() {
		u := whole.Result(0).Users()[0]
		if u.NumResults() != 1 || u.Operand(0) != whole.Result(0) || !(ir.Is[view.SelectOp](u) || ir.Is[descend.AtOp](u)) {
			break
		}
		whole = u
	}
	e := place.Exec(op)
	if e == nil {
		return nil
	}
	if h := help.SelectAll(whole.Result(0), e, nil); h != nil {
		return h
	}
	return help.Dimensions(whole.Result(0), e, op.Loc(), sched)
}

// retype requires the equations that a change of type needs.
func (x *checker) retype(op *ir.Operation) {
	for _, k := range descend.ConstraintsOf(op, "obligations") {
		o := obligation{site: at(op), goal: k, slug: descend.CodeMismatchedTypes, head: "mismatched types",
			label: text("expected size `%s`, found `%s`", k.R, k.L)}
		if l, ok := x.escaping(op, k); ok && !x.factsFor(o).Proves(k) {
			x.escapes(op, l)
			return
		}
		if !x.definedDivisors(at(op), k, nil) || !x.require(o) {
			return
		}
	}
}

// definedDivisors requires that a constraint, of a function that is called as inst says or of this one, divides by nothing that
// may be 0. Divisors are those that are written: what an instance makes of a quotient may do without.
func (x *checker) definedDivisors(at site, k nat.Constraint, inst *descend.Subst) bool {
	ok := true
	need := func(_, d nat.Expr) {
		if inst != nil {
			d = inst.Nat(d)
		}
		ok = ok && x.require(obligation{site: at, goal: nat.AtMost(one, d), slug: descend.CodeNatConstraint, head: "a divisor may be 0",
			label: text("`%s` divides here", d)})
	}
	eachDivision(k.L, need)
	eachDivision(k.R, need)
	return ok
}

// escaping is a nat of a block that what a retype gives to the function's caller, or to a variable from outside of the block, speaks of.
func (x *checker) escaping(op *ir.Operation, k nat.Constraint) (descend.LetNatOp, bool) {
	for _, v := range k.L.Vars() {
		if l, ok := x.lets[v]; ok && !k.R.HasVar(v) && leaves(op, l) {
			return l, true
		}
	}
	return descend.LetNatOp{}, false
}

// leaves says whether the value of an operation, or one that is made of it, leaves the block of a nat.
func leaves(op *ir.Operation, l descend.LetNatOp) bool {
	return slices.ContainsFunc(op.Result(0).Users(), func(u *ir.Operation) bool {
		switch w := u.Typed().(type) {
		case descend.ReturnOp:
			return true
		case descend.WriteOp:
			return u.Operand(0) == op.Result(0) && !l.Knows(descend.Root(w.Operand(1)).DefiningOp())
		case descend.BoxNewOp, descend.AggregateOp, descend.RetypeOp:
			return leaves(u, l)
		}
		return false
	})
}

// escapes reports a type that speaks of a nat where that is not known.
func (x *checker) escapes(op *ir.Operation, l descend.LetNatOp) {
	x.Now.Fail(op, descend.CodeNatEscape, "a size leaves its block").
		WithLabel("`%s` speaks of `%s`, which ends with the block", descend.UserFormat(op.Operand(0).Type()), l.Text()).
		Relate(l.Loc(), "`%s` is defined here", l.Text())
}
