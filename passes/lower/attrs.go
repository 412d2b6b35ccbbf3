package lower

import (
	"fmt"
	"math"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// This file makes the attributes of functions: facts by upstream's names, and the contract (dialects/gpu/contract), from which
// the manifest and `run` bind buffers to parameters; docs/gpu-level.md, "Kernel ABI", says what kernels rely on. An entry of a
// unique reference is marked exclusive if no thread touches through it what another one does.

// attributes sets the attributes of the gpu.func; all else is lowered.
func (f *kernelCode) attributes() {
	k, c, op := f.kernel, f.c, f.op
	op.SetAttr("sym_name", c.StringAttr(k.name))
	op.SetAttr("function_type", c.TypeAttr(c.FunctionType(k.params, nil)))
	op.SetAttr("gpu.kernel", c.UnitAttr())
	op.SetAttr("workgroup_attributions", c.I64Attr(int64(f.entry.NumArgs()-len(k.params))))
	if block, ok := constDims(k.grid.Inner); ok {
		op.SetAttr("known_block_size", c.DenseArray(c.I32(), block...))
		op.SetAttr("nvvm.reqntid", c.DenseArray(c.I32(), block...))
	} else {
		op.SetAttr("nvvm.maxntid", c.DenseArray(c.I32(), gpu.AnyTarget.Threads, 1, 1))
	}
	if grid, ok := constDims(k.grid.Dim); ok {
		op.SetAttr("known_grid_size", c.DenseArray(c.I32(), grid...))
	}
	l := &contract.Launch{Grid: sizes(k.grid.Dim), Block: sizes(k.grid.Inner)}
	if k.useDynamic {
		l.Dynamic = contract.SizeOf(k.shared.Bytes())
	} else {
		l.Static, _ = k.shared.Bytes().Int64()
	}
	setContract(op, k.src, k, l, nil)
	if k.cooperative {
		contract.SetCooperative(op)
	}
	f.argAttrs()
}

// constDims are the three extents if they are constants that the attributes can hold.
func constDims(d exec.Dim) ([]int64, bool) {
	out := []int64{1, 1, 1}
	for _, a := range d.Axes() {
		n, ok := d.Size[a].Int64()
		if !ok || n < 1 || n > math.MaxInt32 {
			return nil, false
		}
		out[a] = n
	}
	return out, true
}

// sizes are the extents of a shape along x, y and z.
func sizes(d exec.Dim) [3]contract.Size {
	out := [3]contract.Size{"1", "1", "1"}
	for _, a := range d.Axes() {
		out[a] = contract.SizeOf(d.Size[a])
	}
	return out
}

// setContract writes the contract of the function, with the results of one for the CPU.
func setContract(op *ir.Operation, src descend.FuncOp, k *kernel, l *contract.Launch, results []contract.Param) {
	out := contract.Function{Results: results, Launch: l}
	for i, p := range src.Params() {
		if k == nil || !k.isShared(i) {
			out.Params = describe(src.Context(), out.Params, src.ParamName(i), "", descend.ElemOf(p), exclusive(src, i))
		}
	}
	for _, g := range src.Generics() {
		if g.Kind == "nat" {
			out.Params = append(out.Params, contract.Param{Name: g.Name, Kind: contract.Nat, Elem: src.Context().Index()})
		}
	}
	for _, w := range src.Wheres() {
		if len(w.Vars()) > 0 {
			out.Requires = append(out.Requires, contract.ClauseOf(w))
		}
	}
	out.Set(op)
}

// describe adds the entries for a parameter of type t, in the order of storage.param.
func describe(c *ir.Context, out []contract.Param, name, path string, t ir.Type, exclusive bool) []contract.Param {
	p := contract.Param{Name: name, Path: strings.TrimPrefix(path, ".")}
	switch t := t.(type) {
	case *descend.RefType:
		return append(out, memory(c, p, contract.Ref, t.Elem, t.Mem, t.Uniq, exclusive))
	case *descend.BoxType:
		return append(out, memory(c, p, contract.Box, t.Elem, t.Mem, true, exclusive))
	}
	if a, ok := t.(*descend.ArrayType); ok { // by value: one for each element
		n, _ := a.Size.Int64()
		for i := range n {
			out = describe(c, out, name, fmt.Sprintf("%s.%d", path, i), a.Elem, exclusive)
		}
		return out
	}
	if ps, ok := parts(t); ok {
		_, permutation := descend.PermutationSize(t)
		for i, part := range ps {
			out = describe(c, out, name, fmt.Sprintf("%s.%d", path, i), part, exclusive)
		}
		if permutation {
			out[len(out)-1].Permutation = true
		}
		return out
	}
	p.Kind, p.Elem, p.Enums = contract.Scalar, Outside(c, elemType(c, t), false), Enums(t)
	return append(out, p)
}

// memory completes the entry of memory with an elem.
func memory(c *ir.Context, p contract.Param, kind contract.Kind, elem ir.Type, mem descend.Mem, uniq, exclusive bool) contract.Param {
	elem = descend.Existing(c, elem)
	p.Kind, p.Mem, p.Type, p.Uniq, p.Exclusive = kind, string(mem), descend.Format(elem), uniq, uniq && exclusive
	scalar := elem
	for {
		a, ok := scalar.(*descend.ArrayType)
		if !ok {
			break
		}
		p.Shape = append(p.Shape, contract.SizeOf(a.Size))
		scalar = a.Elem
	}
	p.Complex, p.Elem, p.Enums = Complex(scalar), c.IntegerType(8, ir.Unsigned), Enums(scalar)
	if isLeaf(scalar) {
		p.Elem = Outside(c, elemType(c, scalar), true)
	} else { // structs and tuples are bytes
		p.Shape = append(p.Shape, contract.SizeOf(descend.SizeOf(scalar)))
	}
	return p
}

// elemType is the scalar for the contract, with its sign; an atomic as its scalar, a device as its number.
func elemType(c *ir.Context, t ir.Type) ir.Type {
	switch t := t.(type) {
	case *descend.AtomicType:
		return t.Elem
	case *descend.DeviceType:
		return c.Int(32)
	case *descend.EnumType:
		return t.Number()
	}
	return t
}

// maxEnums bounds the enums of a value that the outside is told of.
const maxEnums = 256

// Enums are the enums in a value of type t, with where they lie; none if that depends on sizes, or if they are many: numbers that are no
// variants are matched by a last arm.
func Enums(t ir.Type) []contract.Enum {
	out, ok := enumsIn(nil, t, 0)
	if !ok || len(out) > maxEnums {
		return nil
	}
	return out
}

func enumsIn(out []contract.Enum, t ir.Type, at int64) ([]contract.Enum, bool) {
	if !descend.Holds(t, descend.IsEnum) {
		return out, true
	}
	if e, ok := t.(*descend.EnumType); ok {
		return append(out, contract.Enum{At: at, Variants: e.Variants}), true
	}
	good := true
	if a, ok := t.(*descend.ArrayType); ok {
		n, isConst := a.Size.Int64()
		size, fixed := descend.SizeOf(a.Elem).Int64()
		for i := int64(0); i < n && good && len(out) <= maxEnums; i++ {
			out, good = enumsIn(out, a.Elem, at+i*size)
		}
		return out, good && isConst && fixed
	}
	ps, _ := parts(t)
	for i, p := range ps {
		off, _ := descend.FieldOffset(t, i)
		n, fixed := off.Int64()
		if !fixed || !good {
			return out, false
		}
		out, good = enumsIn(out, p, at+n)
	}
	return out, good
}

// argAttrs sets the facts about buffers: what is shared is read only and alone, unless it holds an atomic;
// what is unique is alone if the access check has proved that no thread sees another's part.
func (f *kernelCode) argAttrs() {
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
			if n, part := f.lentParts[len(out)]; f.align == "element" || part && !n {
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
	for i, p := range f.kernel.src.Params() {
		if f.kernel.isShared(i) {
			continue
		}
		walk(descend.ElemOf(p), exclusive(f.kernel.src, i))
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
func exclusive(src descend.FuncOp, i int) bool {
	l, ok := src.Attr("arg_exclusive").(*ir.ArrayAttr)
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
