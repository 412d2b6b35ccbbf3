package borrow

import (
	"descend/dialects/descend"
	"descend/ir"
)

// lifetimes are what the signatures of functions say of lifetimes.
type lifetimes struct {
	slots  slots
	bounds map[*ir.Operation]map[string][]string // see boundsOf
}

// flows says whether a callee can give what it finds in one slot to another one.
func (x lifetimes) flows(f descend.FuncOp, from, to slot) bool {
	if from.ref == nil || to.ref == nil { // values of a type variable become such values
		return from.ref == nil && to.ref == nil && from.name == to.name
	}
	return x.outlives(f, from.ref.Lifetime, to.ref.Lifetime)
}

// outlives says whether what has lifetime long may be used where short is asked: by the where clauses of f, and since what
// a parameter's reference refers to lives as long as the reference.
func (x lifetimes) outlives(f descend.FuncOp, long, short string) bool {
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
func (x lifetimes) boundsOf(f descend.FuncOp) map[string][]string {
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
			slots, _ := x.slots.align(in, in)
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
