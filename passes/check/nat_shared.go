package check

import (
	"maps"
	"slices"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
)

// sharedMemory is how much shared memory a function needs, with the functions that it calls: an upper bound.
type sharedMemory struct {
	bytes nat.Expr            // counted for each call
	once  map[string]nat.Expr // bytes of functions without generics, which all calls share
}

// manyShared bounds the functions that are told apart.
const manyShared = 32

// total is the number of bytes.
func (s sharedMemory) total() nat.Expr {
	n := s.bytes
	for _, f := range slices.Sorted(maps.Keys(s.once)) {
		n = n.Add(s.once[f])
	}
	return n
}

// sharedMemory adds up the allocations of a function, what the functions need that it calls, and owned parameters.
func (x *natChecker) sharedMemory(op *ir.Operation) sharedMemory {
	own := nat.Int(0)
	out := sharedMemory{bytes: nat.Int(0), once: map[string]nat.Expr{}}
	loops := false
	add := func(n, more nat.Expr) nat.Expr {
		for _, v := range more.Vars() {
			loops = loops || !x.generics[v]
		}
		return n.Add(more)
	}
	op.Walk(func(o *ir.Operation) ir.WalkResult {
		if a, ok := o.Typed().(descend.AllocOp); ok {
			if r, ok := a.Result(0).Type().(*descend.RefType); ok && r.Mem == descend.GPUShared {
				own = add(own, sizeOf(r.Elem))
			}
		}
		if n, ok := calleeName(o); ok && !o.Is("descend.launch") {
			if s, ok := x.sharedOf[n]; ok {
				out.bytes = add(out.bytes, s.bytes.Subst(descend.Instantiation(o, x.fns[n]).Nats))
				maps.Copy(out.once, s.once)
			}
		}
		return ir.Advance
	})
	if loops {
		return sharedMemory{bytes: nat.Int(0)} // reported at the alloc
	}
	if t := x.f.Type(); t != nil {
		for i, in := range t.Inputs {
			if r, ok := in.(*descend.RefType); ok && x.f.ParamOwner(i) != "" && r.Mem == descend.GPUShared {
				own = own.Add(sizeOf(r.Elem))
			}
		}
	}
	generic := slices.ContainsFunc(x.f.Generics(), func(g descend.Generic) bool { return g.Kind != "prv" })
	switch {
	case own.IsZero():
	case generic:
		out.bytes = out.bytes.Add(own)
	default:
		out.once[x.name] = own
	}
	if len(out.once) > manyShared {
		return sharedMemory{bytes: out.total()}
	}
	return out
}
