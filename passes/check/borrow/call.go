package borrow

import (
	"descend/dialects/descend"
	"descend/ir"
)

// signature is what the lifetimes of a callee allow: the slots of its parameters and its result, as they are in the values
// of one call.
type signature struct {
	f      descend.FuncOp
	args   [][]slot
	result []slot
}

// signatureOf aligns a callee's signature with a call; false if it is not known.
func (x *checker) signatureOf(op *ir.Operation, args []*ir.Value) (s signature, ok bool) {
	n, _ := descend.CalleeOf(op)
	if s.f, ok = x.fns[n]; !ok || s.f.Type() == nil || len(s.f.Type().Inputs) != len(args) || len(s.f.Type().Results) != op.NumResults() {
		return s, false
	}
	for i, a := range args {
		slots, ok := x.slots.align(s.f.Type().Inputs[i], a.Type())
		if !ok {
			return s, false
		}
		s.args = append(s.args, slots)
	}
	if op.NumResults() == 1 {
		if s.result, ok = x.slots.align(s.f.Type().Results[0], op.Result(0).Type()); !ok {
			return s, false
		}
	}
	return s, true
}

// call gives the loans of the arguments to the result, and to what unique arguments refer to, as far as the
// lifetimes of the signature allow.
func (x *checker) call(op *ir.Operation) {
	var args []*ir.Value
	for _, u := range descend.UsesOf(op) {
		args = append(args, u.Of)
	}
	sig, known := x.signatureOf(op, args)
	if !known {
		x.anyCall(op, args)
		return
	}
	have := make([][][]holding, len(args))
	for i, a := range args {
		have[i] = x.s.held.Get(a).bySlot(x.slots.of(a.Type()))
	}
	out := loanSet{}
	for _, r := range sig.result {
		for i := range args {
			for _, s := range sig.args[i] {
				x.results(out, sig.f, r, s, have[i])
			}
		}
	}
	if op.NumResults() > 0 {
		x.give(op.Result(0), out)
	}
	for i := range args {
		for k, into := range sig.args[i] {
			if !into.writable {
				continue
			}
			stored := loanSet{}
			for j := range args {
				for l, from := range sig.args[j] {
					if (i != j || k != l) && x.flows(sig.f, from, into) {
						stored.addPart(have[j], from, 0)
					}
				}
			}
			if len(stored) > 0 {
				x.store(op, x.before(into, have[i]), stored)
			}
		}
	}
}

// results adds to out what slot r of a call's result may hold of slot s of an argument.
func (x *checker) results(out loanSet, f descend.FuncOp, r, s slot, arg [][]holding) {
	named := r.ref == nil || r.ref.Lifetime != ""
	if named && !x.flows(f, s, r) || !named && s.ref == nil {
		return
	}
	if r.ref == nil || s.sub == r.sub {
		out.addPart(arg, s, r.lo)
		return
	}
	for _, k := range arg[s.lo] { // a part of what the argument refers to
		out[holding{k.id, r.lo, anywhere}] = true
	}
}

// before are the references through which a callee reaches a slot of an argument, as what refers to it.
func (x *checker) before(s slot, arg [][]holding) loanSet {
	out := loanSet{}
	for _, e := range s.outer {
		for _, k := range arg[e] {
			out[x.target(k, s.lo-(e+1))] = true
		}
	}
	return out
}

// anyCall is a call of a function of which nothing is known.
func (x *checker) anyCall(op *ir.Operation, args []*ir.Value) {
	all := loanSet{}
	for _, a := range args {
		for k := range x.s.held.Get(a).smeared(1) {
			all[k] = true
		}
	}
	for _, r := range op.Results() {
		x.give(r, all.smeared(x.slots.of(r.Type())))
	}
	for k := range all {
		if l := x.loans[k.id]; l.op != nil && l.uniq {
			x.store(op, loanSet{k: true}, all)
		}
	}
}
