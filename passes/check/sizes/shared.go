package sizes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/check/help"
)

// Shared memory is laid out once for a kernel, before anything of it runs and for all that it may call: the layout counts
// an array also where the loop around its allocation has no iteration, and where nobody executes the part of a split that it
// stands in. So what loops, conditions and extents show of sizes does not hold for it. The sizes of arrays in shared memory,
// also those of the functions that are called, must be sizes by the where clauses of the function alone; what does not
// follow from them becomes one of them.

// sharedMemory is how much shared memory a function needs, with the functions that it calls: an upper bound.
type sharedMemory struct {
	bytes  nat.Expr            // counted for each call
	ragged nat.Expr            // how many buffers in bytes end anywhere, so that there may be a gap behind them
	once   map[string]nat.Expr // bytes of functions without generics, which all calls share
	// sizes are those of the arrays that are not constant, by their keys; nil if there are too many to list.
	sizes map[string]nat.Expr
}

// manySizes bounds the sizes that are listed.
const manySizes = 256

// manyShared bounds the functions that are told apart.
const manyShared = 32

// ForCallers writes what callers read of it.
func (s *sharedMemory) ForCallers(b *strings.Builder) {
	fmt.Fprintln(b, "shared", s.bytes, s.ragged)
	for _, m := range []map[string]nat.Expr{s.once, s.sizes} {
		for _, k := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintln(b, k, m[k])
		}
		fmt.Fprintln(b, m == nil)
	}
}

// total is a number of bytes that is below a multiple of gpu.SharedAlign only if the layout (contract.Layout) is: what is
// laid out is such a multiple, so of all gaps together gpu.SharedAlign - 1 bytes do not count.
func (s sharedMemory) total() nat.Expr {
	n := s.bytes
	for _, f := range slices.Sorted(maps.Keys(s.once)) {
		n = n.Add(s.once[f])
	}
	if !s.ragged.IsZero() {
		n = n.Add(s.ragged.Sub(one).Mul(nat.Int(gpu.SharedAlign - 1)))
	}
	return n
}

// add counts the array or other type t, n times, as lowering lays it out: a buffer for each scalar in it.
func (s *sharedMemory) add(t ir.Type) {
	align := nat.Int(gpu.SharedAlign)
	for _, l := range descend.Leaves(t) {
		b := l.Count.Mul(descend.SizeOf(l.Type))
		switch {
		case b.IsConst():
			b = nat.RoundUp(b, gpu.SharedAlign)
		case !nat.NewFacts().Proves(nat.Constraint{L: align, Rel: nat.Divides, R: l.Count}) &&
			!nat.NewFacts().Proves(nat.Constraint{L: align, Rel: nat.Divides, R: b}):
			s.ragged = s.ragged.Add(descend.LeafCount(l.Type))
		}
		s.bytes = s.bytes.Add(b)
	}
	for _, n := range sizesIn(t) {
		s.list(n)
	}
}

// list notes a size.
func (s *sharedMemory) list(n nat.Expr) {
	if s.sizes == nil || n.IsConst() {
		return
	}
	if s.sizes[n.Key()] = n; len(s.sizes) > manySizes {
		s.sizes = nil
	}
}

// call counts what a called function needs.
func (s *sharedMemory) call(of sharedMemory, inst *descend.Subst) {
	s.bytes, s.ragged = s.bytes.Add(inst.Nat(of.bytes)), s.ragged.Add(inst.Nat(of.ragged))
	maps.Copy(s.once, of.once)
	if of.sizes == nil {
		s.sizes = nil
	}
	for _, k := range slices.Sorted(maps.Keys(of.sizes)) {
		s.list(inst.Nat(of.sizes[k]))
	}
}

// sharedMemory adds up the allocations of a function, what the functions need that it calls, and owned parameters.
func (x *checker) sharedMemory(op *ir.Operation) sharedMemory {
	none := func() sharedMemory {
		return sharedMemory{bytes: nat.Int(0), ragged: nat.Int(0), once: map[string]nat.Expr{}, sizes: map[string]nat.Expr{}}
	}
	own, out := none(), none()
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if a, ok := o.Typed().(descend.AllocOp); ok {
			if r, ok := a.Result(0).Type().(*descend.RefType); ok && r.Mem == descend.GPUShared {
				own.add(r.Elem)
			}
		}
		if n, ok := descend.CalleeOf(o); ok && !ir.Is[descend.LaunchOp](o) {
			if fa := x.Module.Facts[n]; fa != nil {
				if s, ok := fa.Shared.(*sharedMemory); ok {
					out.call(*s, descend.Instantiation(o, fa.Func))
				}
			}
		}
		return ir.Advance
	})
	if t := x.f.Type(); t != nil {
		for i, in := range t.Inputs {
			if r, ok := in.(*descend.RefType); ok && len(x.f.ParamOwner(i)) > 0 && r.Mem == descend.GPUShared {
				own.add(r.Elem)
			}
		}
	}
	for _, e := range []nat.Expr{own.bytes, own.ragged, out.bytes, out.ragged} {
		if !x.onlyGenerics(nat.AtMost(e, one)) {
			return none() // depends on a loop variable, which is reported at the allocation or call
		}
	}
	generic := slices.ContainsFunc(x.f.Generics(), func(g descend.Generic) bool { return g.Kind != "prv" })
	switch {
	case own.bytes.IsZero():
	case generic:
		out.bytes, out.ragged = out.bytes.Add(own.bytes), out.ragged.Add(own.ragged)
	default:
		out.once[x.name] = own.bytes
	}
	if own.sizes == nil {
		out.sizes = nil
	}
	for _, k := range slices.Sorted(maps.Keys(own.sizes)) {
		out.list(own.sizes[k])
	}
	if len(out.once) > manyShared {
		return sharedMemory{bytes: out.total(), ragged: nat.Int(0), sizes: out.sizes}
	}
	return out
}

// laidOut requires at a call that the sizes of the shared memory which the function needs are sizes.
func (x *checker) laidOut(c call) {
	var of sharedMemory
	if s, ok := x.FactsOf(c.f).Shared.(*sharedMemory); ok {
		of = *s
	}
	layout := site{op: c.op, layout: true}
	why := fmt.Sprintf("`%s` has shared memory, of one size for the kernel", help.ShownName(ir.SymbolName(c.f.Operation)))
	if of.sizes != nil {
		for _, k := range slices.Sorted(maps.Keys(of.sizes)) {
			n := c.inst.Nat(of.sizes[k])
			if !x.oneObject(layout, n, why) {
				return
			}
			x.natural(layout, n, descend.CodeNatConstraint)
		}
		return
	}
	// too many to look at each: they follow from the clauses
	wheres := x.FactsOf(c.f).Wheres()
	for _, w := range wheres {
		k := c.inst.Constraint(w)
		if !x.oneObject(layout, k.L, why) || !x.oneObject(layout, k.R, why) {
			return
		}
	}
	for _, g := range slices.Sorted(maps.Keys(c.inst.Nats)) {
		if !x.oneObject(layout, c.inst.Nats[g], why) {
			return
		}
		x.natural(layout, c.inst.Nats[g], descend.CodeNatConstraint)
	}
	x.whereOf(layout, c.f, wheres)
}
