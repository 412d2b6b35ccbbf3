package lower

import (
	"fmt"
	"sort"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
)

// This file makes the attributes of functions: facts for the backend (architecture.md, "Kernel ABI"), and
// what the manifest and `run` need to bind buffers to parameters:
//
//	descend.params  array of {name, kind = "ref" | "box" | "scalar" | "nat", uniq, mem, elem = type,
//	                shape = ["n", "32"]} in the order of the lowered parameters; shape has the array sizes,
//	                outermost first; "path" is set for the leaves of a struct or tuple parameter
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
		extra := []ir.NamedAttr{ir.Attr("shape", c.ArrayAttr(shape...)), ir.Attr("mem", c.StringAttr(string(mem))),
			ir.Attr("type", c.StringAttr(descend.Format(elem)))}
		if uniq {
			extra = append(extra, ir.Attr("uniq", c.UnitAttr()))
		}
		if uniq && exclusive {
			extra = append(extra, ir.Attr("exclusive", c.UnitAttr()))
		}
		et := ir.Type(c.Int(8))
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
				align = alignOf(ref.Elem)
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
	switch t := t.(type) {
	case *descend.AtomicType:
		return true
	case *descend.ArrayType:
		return holdsAtomic(t.Elem)
	}
	ps, _ := parts(t)
	for _, p := range ps {
		if holdsAtomic(p) {
			return true
		}
	}
	return false
}

// Printing. On the GPU it is one gpu.printf a call; on the host calls of external functions
//
//	descend_print_bool(i1) descend_print_i8 .. i64 descend_print_u8 .. u64 descend_print_f16 f32 f64
//	descend_print_char(i32)
//
// so that [1, 2] prints '[' 1 ',' ' ' 2 ']'; the arguments of one print are separated by a space, and a
// newline follows the last.

func (f *fn) print(o *ir.Operation) {
	if f.gpu {
		f.printf(o)
		return
	}
	for i, a := range o.Operands() {
		if i > 0 {
			f.printChar(' ')
		}
		f.printValue(f.val(a), a.Type())
	}
	f.printChar('\n')
}

func (f *fn) printChar(ch rune) {
	f.printCall("descend_print_char", f.constInt(int64(ch), f.c.I32()))
}

func (f *fn) printCall(name string, v *ir.Value) {
	f.m.externs[name] = f.c.FunctionType([]ir.Type{v.Type()}, nil)
	funcd.NewCall(f.b, name, nil, v)
}

// printValue prints scalars, tuples and arrays.
func (f *fn) printValue(v *value, t ir.Type) {
	switch t := t.(type) {
	case *ir.IndexType:
		f.printCall("descend_print_u64", f.op1("arith.index_castui", f.c.I64(), []*ir.Value{v.ssa}))
		return
	case *descend.RefType:
		if v.ref != nil {
			f.printValue(f.load(v.ref, t.Elem), t.Elem)
			return
		}
	case *descend.BoxType:
		if v.box != nil {
			f.printValue(f.load(&reference{root: v.box}, t.Elem), t.Elem)
			return
		}
	case *descend.ArrayType:
		f.printChar('[')
		if v.elems != nil {
			for i, x := range v.elems {
				if i > 0 {
					f.printChar(',')
					f.printChar(' ')
				}
				f.printValue(x, t.Elem)
			}
			f.printChar(']')
			return
		}
		f.loopOver(t.Size, func(i nat.Expr) {
			first := f.cmpi(cmpNE, f.natValue(i), f.constIndex(0))
			f.ifOp(first, nil, func() []*ir.Value { f.printChar(','); f.printChar(' '); return nil }, nil)
			f.printValue(f.element(v, i), t.Elem)
		})
		f.printChar(']')
		return
	}
	if ps, ok := parts(t); ok {
		f.printChar('(')
		for i, p := range ps {
			if i > 0 {
				f.printChar(',')
				f.printChar(' ')
			}
			f.printValue(v.parts[i], p)
		}
		f.printChar(')')
		return
	}
	if !isLeaf(t) || v.ssa == nil {
		f.unsupported(f.b.Loc, "print of %s", descend.Format(t))
	}
	f.printCall("descend_print_"+descend.Format(elemType(t)), v.ssa)
}

// externDecls declares the external functions that were called.
func (m *module) externDecls() []*ir.Operation {
	names := make([]string, 0, len(m.externs))
	for n := range m.externs {
		names = append(names, n)
	}
	sort.Strings(names)
	var out []*ir.Operation
	for _, n := range names {
		b := ir.NewBuilder(m.c)
		out = append(out, funcd.NewDeclaration(b, n, m.externs[n].Inputs, m.externs[n].Results).Operation)
	}
	return out
}

// printf prints scalars on the GPU; C's varargs take int, long long and double.
func (f *fn) printf(o *ir.Operation) {
	var format []string
	var args []*ir.Value
	for _, a := range o.Operands() {
		for i, t := range f.flatTypesOf(a) {
			v := f.flatten(f.val(a))[i]
			verb, arg := f.vararg(v, t)
			format = append(format, verb)
			args = append(args, arg)
		}
	}
	gpu.NewPrintf(f.b, strings.Join(format, " ")+"\n", args...)
}

// flatTypesOf are the source types of the scalars of a value.
func (f *fn) flatTypesOf(a *ir.Value) []ir.Type {
	var out []ir.Type
	var walk func(t ir.Type)
	walk = func(t ir.Type) {
		if ps, ok := parts(t); ok {
			for _, p := range ps {
				walk(p)
			}
			return
		}
		if arr, ok := t.(*descend.ArrayType); ok {
			n, _ := arr.Size.Int64()
			for range n {
				walk(arr.Elem)
			}
			return
		}
		out = append(out, t)
	}
	walk(a.Type())
	return out
}

// vararg is the conversion of printf for a scalar and the value to hand over.
func (f *fn) vararg(v *ir.Value, t ir.Type) (string, *ir.Value) {
	if ft, ok := isFloatType(t); ok {
		if ft.Kind != ir.F64 {
			v = f.op1("arith.extf", f.c.F64(), []*ir.Value{v})
		}
		return "%g", v
	}
	if v.Type() == f.index() {
		return "%llu", f.op1("arith.index_castui", f.c.I64(), []*ir.Value{v})
	}
	u := isUnsigned(t)
	switch w := widthOf(v.Type()); {
	case w == 64 && u:
		return "%llu", v
	case w == 64:
		return "%lld", v
	case w < 32 && u:
		v = f.op1("arith.extui", f.c.I32(), []*ir.Value{v})
	case w < 32:
		v = f.op1("arith.extsi", f.c.I32(), []*ir.Value{v})
	}
	if u {
		return "%u", v
	}
	return "%d", v
}
