package lower

import (
	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/memref"
	"descend/ir"
)

// Atomics are relaxed and of device scope. The shapes, which backends match:
//
//	add, min, max, and, or, exch   memref.atomic_rmw addi|addf|mins|minu|maxs|maxu|minnumf|maxnumf|andi|ori|assign
//	sub                            atomic_rmw addi of 0 - x, addf of negf x
//	store                          atomic_rmw assign, result unused
//	xor     generic_atomic_rmw { ^(%old): %n = arith.xori %old, %x; memref.atomic_yield %n }
//	cas     generic_atomic_rmw { ^(%old): %eq = arith.cmpi eq, %old, %expected;
//	                             %n = arith.select %eq, %desired, %old; memref.atomic_yield %n }
//	load    generic_atomic_rmw { ^(%old): memref.atomic_yield %old }

// atomic lowers an atomic operation on a place.
func (f *fn) atomic(o *ir.Operation) {
	place := o.Operand(0)
	t := descend.ElemOf(place)
	if a, ok := t.(*descend.AtomicType); ok {
		t = a.Elem
	}
	l := f.locate(f.target(&reference{place: place}))
	idx := f.addr(l)
	var args []*ir.Value
	for _, a := range o.Operands()[1:] {
		args = append(args, f.toMem(f.scalar(a), t))
	}
	var old *ir.Value
	op := o.StringAttr("op")
	need := map[string]int{"load": 0, "cas": 2}
	want, special := need[op]
	if !special {
		want = 1
	}
	if len(args) != want {
		f.unsupported(o.Loc(), "atomic `%s` with %d operands", op, len(args))
	}
	switch op {
	case "load":
		old = f.rmwRegion(l, idx, func(old *ir.Value) *ir.Value { return old })
	case "xor":
		old = f.rmwRegion(l, idx, func(old *ir.Value) *ir.Value { return arith.XOrI(f.b, old, args[0]) })
	case "cas":
		if _, isFloat := isFloatType(t); isFloat {
			f.unsupported(o.Loc(), "atomic `cas` on %s", descend.Format(t))
		}
		old = f.rmwRegion(l, idx, func(old *ir.Value) *ir.Value {
			return arith.Select(f.b, arith.CmpI(f.b, arith.EQ, old, args[0]), args[1], old)
		})
	default:
		kind, arg := f.rmwKind(o, op, t, args[0])
		old = memref.NewAtomicRMW(f.b, kind, arg, l.mem, idx)
	}
	if o.NumResults() == 1 {
		f.vals[o.Result(0)] = scalarValue(o.Result(0).Type(), f.fromMem(old, t))
	}
}

// rmwKind is the kind of atomic_rmw for an operation, and its operand.
func (f *fn) rmwKind(o *ir.Operation, op string, t ir.Type, arg *ir.Value) (memref.AtomicKind, *ir.Value) {
	_, isFloat := isFloatType(t)
	pick := func(float, signed, unsigned memref.AtomicKind) memref.AtomicKind {
		switch {
		case isFloat:
			return float
		case isUnsigned(t):
			return unsigned
		}
		return signed
	}
	switch op {
	case "exch", "store":
		return memref.Assign, arg
	case "add":
		return pick(memref.AddF, memref.AddI, memref.AddI), arg
	case "sub":
		if isFloat {
			return memref.AddF, arith.NegF(f.b, arg, arith.Contract)
		}
		return memref.AddI, arith.SubI(f.b, f.constInt(0, arg.Type()), arg)
	case "min":
		return pick(memref.MinNumF, memref.MinS, memref.MinU), arg
	case "max":
		return pick(memref.MaxNumF, memref.MaxS, memref.MaxU), arg
	case "and", "or":
		if !isFloat {
			if op == "and" {
				return memref.AndI, arg
			}
			return memref.OrI, arg
		}
	}
	f.unsupported(o.Loc(), "atomic `%s` on %s", op, descend.Format(t))
	return 0, nil
}

// rmwRegion makes a generic_atomic_rmw whose region computes the new value.
func (f *fn) rmwRegion(l location, idx *ir.Value, next func(old *ir.Value) *ir.Value) *ir.Value {
	return memref.NewGenericAtomicRMW(f.b, l.mem, []*ir.Value{idx}, next)
}
