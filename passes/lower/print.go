package lower

import (
	"strings"

	"descend/dialects/arith"
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
)

// Printing. On the GPU it is one gpu.printf a call; on the host calls of external functions
//
//	descend_print_bool(i1) descend_print_i8 .. i64 descend_print_u8 .. u64 descend_print_f16 f32 f64
//	descend_print_char(i32)
//
// so that [1, 2] prints '[' 1 ',' ' ' 2 ']'; the label and the arguments of one print are separated by a space, and
// a newline follows the last.

func (f *hostCode) print(o *ir.Operation) {
	for _, ch := range o.StringAttr("label") {
		f.printChar(ch)
	}
	for i, a := range o.Operands() {
		if i > 0 || o.HasAttr("label") {
			f.printChar(' ')
		}
		f.printValue(f.val(a), a.Type())
	}
	f.printChar('\n')
}

func (f *hostCode) printChar(ch rune) {
	f.runtimeCall("descend_print_char", f.constInt(int64(ch), f.c.I32()))
}

// printValue prints scalars, tuples and arrays.
func (f *hostCode) printValue(v *value, t ir.Type) {
	switch t := t.(type) {
	case *ir.IndexType:
		f.runtimeCall("descend_print_u64", arith.IndexCastUI(f.b, v.ssa, f.c.I64()))
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
			first := arith.CmpI(f.b, arith.NE, f.natValue(i), f.constIndex(0))
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
		f.unsupported(f.b.Loc(), "print of %s", descend.Format(t))
	}
	f.runtimeCall("descend_print_"+descend.Format(Outside(f.c, elemType(f.c, t), false)), v.ssa)
}

// printf prints scalars on the GPU; C's varargs take int, long long and double.
func (f *kernelCode) printf(o *ir.Operation) {
	var format []string
	var args []*ir.Value
	if o.HasAttr("label") {
		format = append(format, strings.ReplaceAll(o.StringAttr("label"), "%", "%%"))
	}
	for _, a := range o.Operands() {
		for i, t := range flatTypesOf(a) {
			v := f.flatten(f.val(a))[i]
			verb, arg := f.vararg(v, t)
			format = append(format, verb)
			args = append(args, arg)
		}
	}
	gpu.NewPrintf(f.b, strings.Join(format, " ")+"\n", args...)
}

// flatTypesOf are the source types of the scalars of a value.
func flatTypesOf(a *ir.Value) []ir.Type {
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
