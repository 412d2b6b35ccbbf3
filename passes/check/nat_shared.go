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
	bytes  nat.Expr            // counted for each call
	ragged int                 // buffers in bytes that end anywhere, so that there may be a gap behind them
	once   map[string]nat.Expr // bytes of functions without generics, which all calls share
}

// sharedAlign is the alignment in bytes of each buffer in shared memory; maxSharedBytes is a multiple of it.
const sharedAlign = 16

// manyShared bounds the functions that are told apart.
const manyShared = 32

// total is the number of bytes.
func (s sharedMemory) total() nat.Expr {
	n := s.bytes
	for _, f := range slices.Sorted(maps.Keys(s.once)) {
		n = n.Add(s.once[f])
	}
	return n.Add(nat.Int(int64((sharedAlign - 1) * max(0, s.ragged-1))))
}

// buffers gives the bytes of each of the buffers that shared memory of type t, n times, is made of: one for each scalar in it.
func buffers(t ir.Type, n nat.Expr, visit func(bytes nat.Expr)) {
	switch t := t.(type) {
	case *descend.ArrayType:
		buffers(t.Elem, n.Mul(t.Size), visit)
	case *ir.TupleType:
		for _, e := range t.Types {
			buffers(e, n, visit)
		}
	case *descend.StructType:
		for _, f := range t.Fields {
			buffers(f.Type, n, visit)
		}
	default:
		visit(n.Mul(sizeOf(t)))
	}
}

// buffersOf are the bytes of the buffers of a type, with the gaps behind those of constant size, and how many others there
// are that may end anywhere.
func buffersOf(t ir.Type) (bytes nat.Expr, ragged int) {
	align := nat.Int(sharedAlign)
	buffers(t, one, func(b nat.Expr) {
		if b.IsConst() {
			b = b.Add(align.Sub(one)).Div(align).Mul(align)
		} else if !proves(nat.NewFacts(), nat.Constraint{L: align, Rel: nat.Divides, R: b}) {
			ragged++
		}
		bytes = bytes.Add(b)
	})
	return bytes, ragged
}

// sharedMemory adds up the allocations of a function, what the functions need that it calls, and owned parameters.
func (x *natChecker) sharedMemory(op *ir.Operation) sharedMemory {
	own, ragged := nat.Int(0), 0
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
				bytes, open := buffersOf(r.Elem)
				own, ragged = add(own, bytes), ragged+open
			}
		}
		if n, ok := calleeName(o); ok && !o.Is("descend.launch") {
			if s, ok := x.sharedOf[n]; ok {
				out.bytes = add(out.bytes, s.bytes.Subst(descend.Instantiation(o, x.fns[n]).Nats))
				out.ragged += s.ragged
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
				bytes, open := buffersOf(r.Elem)
				own, ragged = own.Add(bytes), ragged+open
			}
		}
	}
	generic := slices.ContainsFunc(x.f.Generics(), func(g descend.Generic) bool { return g.Kind != "prv" })
	switch {
	case own.IsZero():
	case generic:
		out.bytes, out.ragged = out.bytes.Add(own), out.ragged+ragged
	default:
		out.once[x.name] = own
	}
	if len(out.once) > manyShared {
		return sharedMemory{bytes: out.total()}
	}
	return out
}
