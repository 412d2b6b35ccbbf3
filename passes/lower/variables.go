package lower

import (
	"descend/dialects/descend"
	"descend/dialects/view"
	"descend/ir"
)

// This file knows variables that are no memory: those written once, and those that hold references or boxes.
// The latter are trees: what is a reference or box in them is known where the program is compiled, the scalars
// and arrays beside them lie in memory of the variable's own. Where paths of the program meet, the references
// and boxes that a path has assigned become values of the if or loop.

// bindParam makes a parameter a variable: its value, or memory if the function changes it.
func (f *storage) bindParam(p *ir.Value, v *value) {
	t := descend.ElemOf(p)
	r := &root{typ: t, val: v}
	switch {
	case !changed(f.usages.Of(p)):
	case holdsBoxOrRef(t):
		f.ownMemory(r, t, "")
		f.assign(r, nil, v, false)
	default:
		r = f.newPrivate(t, p.Location())
		f.store(&reference{root: r}, t, v)
	}
	f.roots[p] = r
}

// assign makes v the value of the part of a variable without memory; once says that it is the only assignment.
func (f *storage) assign(r *root, path []view.Elem, v *value, once bool) {
	if once || !holdsBoxOrRef(r.typ) {
		r.val = f.copied(v)
		return
	}
	r.val = f.replaced(r, r.val, r.typ, path, "", v)
}

// assignThrough assigns to what a reference leads to. Conditionals and loops hand on only what is assigned to
// variables by their names.
func (f *storage) assignThrough(r *reference, t ir.Type, v *value) {
	root, steps := f.origin(r)
	if root.val == nil || root.nest != f.nest {
		f.unsupported(f.b.Loc(), "an assignment of %s through a reference under a condition or in a loop", descend.Format(t))
	}
	f.assign(root, steps, v, false)
}

// ownMemory makes the memory of a variable for the parts of its type t that are no references or boxes.
func (f *storage) ownMemory(r *root, t ir.Type, at descend.Fields) {
	if isUnit(t) {
		return
	}
	if !holdsBoxOrRef(t) {
		if r.own == nil {
			r.own = map[descend.Fields]*root{}
		}
		r.own[at] = f.newPrivate(t, f.b.Loc())
		return
	}
	ps, _ := parts(t)
	for i, p := range ps {
		f.ownMemory(r, p, at.Field(i))
	}
}

// replaced is the value old of type t with v in place of the part that the path leads to. Parts without
// references and boxes are written to the memory of the variable; at is the path that has been gone.
func (f *storage) replaced(r *root, old *value, t ir.Type, path []view.Elem, at descend.Fields, v *value) *value {
	if len(path) == 0 {
		return f.kept(r, t, at, v)
	}
	ps, _ := parts(t)
	out := &value{typ: t, parts: make([]*value, len(ps))}
	if old != nil {
		copy(out.parts, old.parts)
	}
	i := path[0].Field
	if len(path) > 1 && !holdsBoxOrRef(ps[i]) {
		f.store(f.memoryOf(r, at.Field(i)).along(path[1:]), f.typeAt(ps[i], path[1:]), v)
		return out
	}
	out.parts[i] = f.replaced(r, out.parts[i], ps[i], path[1:], at.Field(i), v)
	return out
}

// kept is v as a part of the variable r.
func (f *storage) kept(r *root, t ir.Type, at descend.Fields, v *value) *value {
	if isUnit(t) {
		return &value{typ: t}
	}
	if !holdsBoxOrRef(t) {
		mem := f.memoryOf(r, at)
		f.store(mem, t, v)
		return &value{typ: t, from: mem}
	}
	ps, ok := parts(t)
	if !ok {
		return v
	}
	out := &value{typ: t}
	for i, p := range ps {
		out.parts = append(out.parts, f.kept(r, p, at.Field(i), f.part(v, i, p)))
	}
	return out
}

// memoryOf is the memory of the part of a variable at a path.
func (f *storage) memoryOf(r *root, path descend.Fields) *reference {
	return &reference{root: r.own[path]}
}

// copied is v with its arrays copied to memory of their own.
func (f *storage) copied(v *value) *value {
	_, isArray := v.typ.(*descend.ArrayType)
	if v.absent {
		return v
	}
	if isArray || v.from != nil {
		r := &reference{root: f.newPrivate(v.typ, f.b.Loc())}
		f.store(r, v.typ, v)
		return &value{typ: v.typ, from: r}
	}
	out := *v
	out.parts = nil
	for _, p := range v.parts {
		out.parts = append(out.parts, f.copied(p))
	}
	return &out
}

// carriers are the variables from outside of o that hold references or boxes and that its regions assign: those that
// hold something on all ways behind o, and the others. What these get is forgotten after o: nobody may use it.
func (f *storage) carriers(o *ir.Operation) (kept, forgotten []*root) {
	for _, v := range f.assigned.inside[o] {
		if r := f.roots[v]; f.assigned.behind[o][v] {
			kept = append(kept, r)
		} else {
			forgotten = append(forgotten, r)
		}
	}
	return kept, forgotten
}

// carriedTypes are the types of the values that the references and boxes in the variables are.
func (f *storage) carriedTypes(vars []*root) []ir.Type {
	var out []ir.Type
	for _, r := range vars {
		eachHandle(r.typ, func(t ir.Type) { out = append(out, f.flatTypes(t)...) })
	}
	return out
}

// carried are the references and boxes in the variables as values.
func (f *storage) carried(vars []*root) []*ir.Value {
	var out []*ir.Value
	var walk func(t ir.Type, v *value)
	walk = func(t ir.Type, v *value) {
		if ps, ok := parts(t); ok {
			for i, p := range ps {
				if holdsBoxOrRef(p) {
					walk(p, v.parts[i])
				}
			}
			return
		}
		out = append(out, f.flatten(v)...)
	}
	for _, r := range vars {
		walk(r.typ, r.val)
	}
	return out
}

// carry is the inverse of carried: it makes the values those of the variables.
func (f *storage) carry(vars []*root, vs []*ir.Value) {
	var walk func(r *root, t ir.Type, at descend.Fields) *value
	walk = func(r *root, t ir.Type, at descend.Fields) *value {
		if isUnit(t) {
			return &value{typ: t}
		}
		if !holdsBoxOrRef(t) {
			return &value{typ: t, from: f.memoryOf(r, at)}
		}
		if ps, ok := parts(t); ok {
			out := &value{typ: t}
			for i, p := range ps {
				out.parts = append(out.parts, walk(r, p, at.Field(i)))
			}
			return out
		}
		var v *value
		v, vs = f.unflatten(t, vs)
		return v
	}
	for _, r := range vars {
		r.val = walk(r, r.typ, "")
	}
}

// eachHandle calls do for the types of the references and boxes in a value of type t.
func eachHandle(t ir.Type, do func(ir.Type)) {
	ps, ok := parts(t)
	if !ok && holdsBoxOrRef(t) {
		do(t)
	}
	for _, p := range ps {
		eachHandle(p, do)
	}
}

// values are what the variables hold.
func values(vars []*root) []*value {
	out := make([]*value, len(vars))
	for i, r := range vars {
		out[i] = r.val
	}
	return out
}

func restore(vars []*root, vs []*value) {
	for i, r := range vars {
		r.val = vs[i]
	}
}
