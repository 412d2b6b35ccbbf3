package lower

import (
	"fmt"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// This file makes the attributes of functions: facts for the backend (docs/gpu-level.md, "Kernel ABI"), and
// what the manifest and `run` need to bind buffers to parameters:
//
//	descend.params  array of {name, kind = "ref" | "box" | "scalar" | "nat", uniq, mem, elem = type,
//	                shape = ["n", "32"]} in the order of the lowered parameters; shape has the array sizes,
//	                outermost first; "path" is set for the leaves of a struct or tuple parameter,
//	                "complex" = "complex64" | "complex128" for elements of two f32 or two f64
//	descend.results  the same for results, of functions of the CPU
//	descend.grid, descend.block   ["x", "y", "z"] as expressions over the nats (kernels)
//	descend.shared_static = bytes : i64, descend.shared_dynamic = "bytes as an expression"
//	descend.requires  constraints on the nats, as text
//
// An entry of a unique reference is marked exclusive if no thread touches through it what another one does.

// kernelAttrs sets the attributes of the gpu.func; all else is lowered.
func (f *fn) kernelAttrs() {
	k, c, op := f.kernel, f.c, f.op
	op.SetAttr("sym_name", c.StringAttr(k.name))
	op.SetAttr("function_type", c.TypeAttr(c.FunctionType(k.params, nil)))
	op.SetAttr("gpu.kernel", c.UnitAttr())
	op.SetAttr("workgroup_attributions", c.I64Attr(int64(f.entry.NumArgs()-len(k.params))))
	if block, ok := constDims(k.grid.Inner); ok {
		op.SetAttr("known_block_size", c.DenseArray(c.I32(), block...))
		op.SetAttr("nvvm.reqntid", c.DenseArray(c.I32(), block...))
	} else {
		op.SetAttr("nvvm.maxntid", c.DenseArray(c.I32(), 1024, 1, 1))
	}
	if grid, ok := constDims(k.grid.Dim); ok {
		op.SetAttr("known_grid_size", c.DenseArray(c.I32(), grid...))
	}
	op.SetAttr("descend.grid", dimAttr(c, k.grid.Dim))
	op.SetAttr("descend.block", dimAttr(c, k.grid.Inner))
	op.SetAttr("descend.shared_static", c.I64Attr(k.staticShared))
	if k.useDynamic {
		op.SetAttr("descend.shared_dynamic", c.StringAttr(k.dynamic.String()))
	}
	f.manifest()
	f.argAttrs()
}

// constDims are the three extents if they are constants that fit 32 bits.
func constDims(d exec.Dim) ([]int64, bool) {
	out := []int64{1, 1, 1}
	for _, a := range d.Axes() {
		n, ok := d.Size[a].Int64()
		if !ok || n < 1 || n > 1<<31-1 {
			return nil, false
		}
		out[a] = n
	}
	return out, true
}

func dimAttr(c *ir.Context, d exec.Dim) ir.Attribute {
	var out []ir.Attribute
	for a := exec.X; a <= exec.Z; a++ {
		s := "1"
		if d.Has[a] {
			s = d.Size[a].String()
		}
		out = append(out, c.StringAttr(s))
	}
	return c.ArrayAttr(out...)
}

// manifest describes the parameters.
func (f *fn) manifest() {
	var out []ir.Attribute
	for i, p := range f.src.Params() {
		if f.kernel != nil && f.kernel.isShared(i) {
			continue
		}
		out = f.describe(out, f.src.ParamName(i), "", descend.ElemOf(p), f.exclusive(i))
	}
	for _, g := range f.src.Generics() {
		if g.Kind == "nat" {
			out = append(out, f.entryOf(g.Name, "", "nat", f.index()))
		}
	}
	f.op.SetAttr("descend.params", f.c.ArrayAttr(out...))
	var requires []ir.Attribute
	for _, w := range f.src.Wheres() {
		if len(w.Vars()) > 0 {
			requires = append(requires, f.c.StringAttr(w.Pretty()))
		}
	}
	if len(requires) > 0 {
		f.op.SetAttr("descend.requires", f.c.ArrayAttr(requires...))
	}
}

// describe adds the entries for a parameter of type t, in the order of fn.param.
func (f *fn) describe(out []ir.Attribute, name, path string, t ir.Type, exclusive bool) []ir.Attribute {
	c := f.c
	buffer := func(kind string, elem ir.Type, mem descend.Mem, uniq bool) ir.Attribute {
		var shape []ir.Attribute
		scalar := elem
		for {
			a, ok := scalar.(*descend.ArrayType)
			if !ok {
				break
			}
			shape = append(shape, c.StringAttr(a.Size.String()))
			scalar = a.Elem
		}
		if !isLeaf(scalar) { // structs and tuples are bytes
			shape = append(shape, c.StringAttr(descend.SizeOf(scalar).String()))
		}
		extra := []ir.NamedAttr{ir.Attr("shape", c.ArrayAttr(shape...)), ir.Attr("mem", c.StringAttr(string(mem))),
			ir.Attr("type", c.StringAttr(descend.Format(elem)))}
		if name := Complex(scalar); name != "" {
			extra = append(extra, ir.Attr("complex", c.StringAttr(name)))
		}
		if uniq {
			extra = append(extra, ir.Attr("uniq", c.UnitAttr()))
		}
		if uniq && exclusive {
			extra = append(extra, ir.Attr("exclusive", c.UnitAttr()))
		}
		et := ir.Type(c.IntegerType(8, ir.Unsigned))
		if isLeaf(scalar) {
			et = elemType(scalar)
		}
		return f.entryOf(name, path, kind, et, extra...)
	}
	switch t := t.(type) {
	case *descend.RefType:
		return append(out, buffer("ref", t.Elem, t.Mem, t.Uniq))
	case *descend.BoxType:
		return append(out, buffer("box", t.Elem, t.Mem, true))
	}
	if a, ok := t.(*descend.ArrayType); ok { // by value: one for each element
		n, _ := a.Size.Int64()
		for i := range n {
			out = f.describe(out, name, fmt.Sprintf("%s.%d", path, i), a.Elem, exclusive)
		}
		return out
	}
	if ps, ok := parts(t); ok {
		for i, p := range ps {
			out = f.describe(out, name, fmt.Sprintf("%s.%d", path, i), p, exclusive)
		}
		return out
	}
	return append(out, f.entryOf(name, path, "scalar", elemType(t)))
}

// elemType is the scalar for the manifest, with its sign; an atomic as its scalar.
func elemType(t ir.Type) ir.Type {
	if a, ok := t.(*descend.AtomicType); ok {
		return a.Elem
	}
	if _, ok := t.(*descend.DeviceType); ok {
		return nil
	}
	return t
}

func (f *fn) entryOf(name, path, kind string, elem ir.Type, extra ...ir.NamedAttr) ir.Attribute {
	c := f.c
	entries := append([]ir.NamedAttr{ir.Attr("name", c.StringAttr(name)), ir.Attr("kind", c.StringAttr(kind))}, extra...)
	if elem == nil {
		elem = c.Int(32)
	}
	entries = append(entries, ir.Attr("elem", c.TypeAttr(elem)))
	if path != "" {
		entries = append(entries, ir.Attr("path", c.StringAttr(path[1:])))
	}
	return c.DictAttr(entries...)
}

// argAttrs sets the facts about buffers: what is shared is read only and alone, unless it holds an atomic;
// what is unique is alone if the access check has proved that no thread sees another's part.
func (f *fn) argAttrs() {
	c := f.c
	var out []ir.Attribute
	any := false
	var walk func(t ir.Type, exclusive bool)
	walk = func(t ir.Type, excl bool) {
		if ref, ok := t.(*descend.RefType); ok {
			var facts []ir.NamedAttr
			switch {
			case !ref.Uniq && !holdsAtomic(ref.Elem):
				facts = append(facts, ir.Attr("llvm.noalias", c.UnitAttr()), ir.Attr("llvm.readonly", c.UnitAttr()))
			case ref.Uniq && excl:
				facts = append(facts, ir.Attr("llvm.noalias", c.UnitAttr()))
			}
			align := int64(16)
			if f.m.opts.Align == "element" {
				align = descend.AlignOf(ref.Elem)
			}
			facts = append(facts, ir.Attr("llvm.align", c.I64Attr(align)))
			out = append(out, c.DictAttr(facts...))
			any = true
			return
		}
		if ps, ok := parts(t); ok {
			for _, p := range ps {
				walk(p, excl)
			}
			return
		}
		out = append(out, c.DictAttr())
	}
	for i, p := range f.src.Params() {
		if f.kernel.isShared(i) {
			continue
		}
		walk(descend.ElemOf(p), f.exclusive(i))
	}
	for range f.kernel.nats {
		out = append(out, c.DictAttr())
	}
	if any {
		f.op.SetAttr("arg_attrs", c.ArrayAttr(out...))
	}
}

// exclusive says whether the access check has proved that no thread accesses through the i-th parameter what
// another thread accesses in the same kernel.
func (f *fn) exclusive(i int) bool {
	l, ok := f.src.Attr("arg_exclusive").(*ir.ArrayAttr)
	if !ok || i >= len(l.Elems) {
		return false
	}
	b, ok := l.Elems[i].(*ir.IntegerAttr)
	return ok && b.Value.Sign() != 0
}

// holdsAtomic says whether memory of type t may change while a shared reference to it lives.
func holdsAtomic(t ir.Type) bool {
	return descend.Holds(t, func(t ir.Type) bool {
		_, ok := t.(*descend.AtomicType)
		return ok
	})
}
