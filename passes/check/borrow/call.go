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
	if s.f, ok = x.function(n); !ok || s.f.Type() == nil || len(s.f.Type().Inputs) != len(args) || len(s.f.Type().Results) != op.NumResults() {
		return s, false
	}
	for i, a := range args {
		slots, ok := x.align(s.f.Type().Inputs[i], a.Type())
		if !ok {
			return s, false
		}
		s.args = append(s.args, slots)
	}
	if op.NumResults() == 1 {
		if s.result, ok = x.align(s.f.Type().Results[0], op.Result(0).Type()); !ok {
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
		have[i] = x.s.held[a].bySlot(x.slotsOf(a.Type()))
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

// flows says whether a callee can give what it finds in one slot to another one.
func (x *checker) flows(f descend.FuncOp, from, to slot) bool {
	if from.ref == nil || to.ref == nil { // values of a type variable become such values
		return from.ref == nil && to.ref == nil && from.name == to.name
	}
	return x.outlives(f, from.ref.Lifetime, to.ref.Lifetime)
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
		for k := range x.s.held[a].smeared(1) {
			all[k] = true
		}
	}
	for _, r := range op.Results() {
		x.give(r, all.smeared(x.slotsOf(r.Type())))
	}
	for k := range all {
		if l := x.loans[k.id]; l.op != nil && l.uniq {
			x.store(op, loanSet{k: true}, all)
		}
	}
}

// outlives says whether what has lifetime long may be used where short is asked: by the where clauses of f, and since what
// a parameter's reference refers to lives as long as the reference.
func (x *checker) outlives(f descend.FuncOp, long, short string) bool {
	if long == short {
		return long != ""
	}
	if long == "" || short == "" {
		return false
	}
	bounds := x.boundsOf(f)
	seen := map[string]bool{}
	todo := []string{long}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n == short {
			return true
		}
		if !seen[n] {
			seen[n] = true
			todo = append(todo, bounds[n]...)
		}
	}
	return false
}

// boundsOf lists, for the lifetimes of a function, those that they outlive.
func (x *checker) boundsOf(f descend.FuncOp) map[string][]string {
	if b, ok := x.bounds[f.Operation]; ok {
		return b
	}
	bounds := map[string][]string{}
	if l, ok := f.Attr("where").(*ir.ArrayAttr); ok {
		for _, e := range l.Elems {
			if s, ok := e.(*ir.StringAttr); ok {
				if a, b, ok := cutBound(s.Value); ok {
					bounds[a] = append(bounds[a], b)
				}
			}
		}
	}
	if t := f.Type(); t != nil {
		for _, in := range t.Inputs {
			slots, _ := x.align(in, in)
			for _, s := range slots {
				for _, e := range s.outer {
					if outer := slots[e].ref; s.ref != nil && s.ref.Lifetime != "" && outer.Lifetime != "" {
						bounds[s.ref.Lifetime] = append(bounds[s.ref.Lifetime], outer.Lifetime)
					}
				}
			}
		}
	}
	x.bounds[f.Operation] = bounds
	return bounds
}

// cutBound takes "'a: 'b" apart.
func cutBound(s string) (long, short string, ok bool) {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == ':' && s[i+1] == ' ' && s[0] == '\'' {
			return s[:i], s[i+2:], true
		}
	}
	return "", "", false
}
