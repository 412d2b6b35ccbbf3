package sema

import (
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/frontend/ast"
	"descend/frontend/sema/infer"
	"descend/ir"
)

// tuple is (a, b); () is unit.
func (e *terms) tuple(x *ast.Tuple, want ir.Type) *ir.Value {
	if len(x.Elems) == 0 {
		return e.unit
	}
	w, _ := e.infer.Type(want).(*ir.TupleType)
	var vals []*ir.Value
	var types []ir.Type
	for i, el := range x.Elems {
		var v *ir.Value
		if w != nil && len(w.Types) == len(x.Elems) && !infer.Open(w.Types[i]) {
			v = e.expect(el, w.Types[i], false)
		} else {
			v = e.expr(el, nil)
		}
		if v == nil {
			return nil
		}
		if v = e.part(v, el); v == nil {
			return nil
		}
		vals, types = append(vals, v), append(types, v.Type())
	}
	t := e.c.TupleType(types...)
	if e.tooLarge(x.Span(), t) {
		return nil
	}
	return e.val(x.Span(), "descend.aggregate", vals, t)
}

// array is [a, b].
func (e *terms) array(x *ast.Array, want ir.Type) *ir.Value {
	var elem ir.Type
	if w, ok := e.infer.Type(want).(*descend.ArrayType); ok && !infer.Open(w.Elem) {
		elem = w.Elem
	}
	if len(x.Elems) == 0 && elem == nil {
		e.fail(x.Span(), cannotInfer, "cannot infer the element type").WithLabel("of an empty array")
		return nil
	}
	var vals []*ir.Value
	for _, el := range x.Elems {
		var v *ir.Value
		if elem == nil {
			v = e.expr(el, nil)
		} else {
			v = e.expect(el, elem, false)
		}
		if v == nil {
			return nil
		}
		if v = e.part(v, el); v == nil {
			return nil
		}
		elem = v.Type()
		vals = append(vals, v)
	}
	if e.keptInArray(x.Span(), elem) {
		return nil
	}
	return e.val(x.Span(), "descend.aggregate", vals, descend.Array(e.c, elem, nat.Int(int64(len(vals)))))
}

// repeat is [v; n].
func (e *terms) repeat(x *ast.ArrayRepeat, want ir.Type) *ir.Value {
	w, _ := e.infer.Type(want).(*descend.ArrayType)
	var hint ir.Type
	if w != nil {
		hint = w.Elem
	}
	var v *ir.Value
	if hint != nil && !infer.Open(hint) {
		v = e.expect(x.Elem, hint, false)
	} else {
		v = e.expr(x.Elem, hint)
	}
	if v == nil {
		return nil
	}
	if v = e.part(v, x.Elem); v == nil {
		return nil
	}
	if _, ok := x.Len.(*ast.NatInfer); ok && w != nil && !infer.OpenNat(w.Size) {
		return e.repeated(x, v, w.Size)
	}
	if id := e.runtimeName(x.Len); id != nil && e.valueBinding(id) != nil {
		e.fail(x.Len.Span(), kindMismatch, "expected a nat, found variable `%s`", id.Name).
			WithLabel("the size of an array is part of its type").
			WithHelp("make it a generic of the function, `<" + id.Name + ": nat>`, or take the largest size that it can have")
		return nil
	}
	n, ok := e.nat(x.Len)
	if !ok {
		return nil
	}
	return e.repeated(x, v, n)
}

func (e *terms) repeated(x *ast.ArrayRepeat, v *ir.Value, n nat.Expr) *ir.Value {
	if !descend.IsCopy(v.Type(), e.fn.copyVars) && !n.IsOne() {
		e.fail(x.Elem.Span(), mismatched, "mismatched types").
			WithLabel("`%s` cannot be copied to fill an array", descend.UserFormat(v.Type()))
		return nil
	}
	if e.keptInArray(x.Span(), v.Type()) {
		return nil
	}
	return e.val(x.Span(), "descend.repeat", []*ir.Value{v}, descend.Array(e.c, v.Type(), n))
}

// structLit is Name { field: value, .. }: values are evaluated as written.
func (e *terms) structLit(x *ast.StructLit, want ir.Type) *ir.Value {
	def := e.items.structNamed(x.Name.Name)
	if def != nil && e.items.permutations != nil && def == e.items.permutations.types[permutationType] && e.items != e.items.permutations {
		e.fail(x.Span(), mismatched, "permutations are made by `permutation` alone").WithLabel("which checks that the indices are one").
			WithHelp("write `permutation(&uniq indices)`")
		return nil
	}
	if def != nil && e.items.matrices != nil && def.home == e.items.matrices && e.items != e.items.matrices {
		e.fail(x.Span(), mismatched, "a matrix of a warp is no struct").WithLabel("who has which elements is left to the compiler").
			WithHelp("make one by `load_matrix(&place)` or `matrix_fill::<f32, 16, 16>(0.0)`")
		return nil
	}
	if def != nil {
		e.items.info.refers(x.Name, def.decl.Name.Span())
	}
	if def == nil {
		e.unknown(x.Name, "struct", sortedKeys(e.items.types))
		return nil
	}
	t, ok := e.res(true).structType(def, x.Args, x.Name.Span()).(*descend.StructType)
	if !ok {
		return e.poison()
	}
	if w, ok := e.infer.Type(want).(*descend.StructType); ok && w.Name == t.Name {
		e.infer.Unify(t, w, false)
	}
	vals, ok := e.fieldValues(x, def, t)
	if !ok {
		return nil
	}
	for i, f := range t.Fields {
		if vals[i] == nil {
			e.fail(x.Span(), mismatched, "mismatched types").WithLabel("missing field `%s` of struct `%s`", f.Name, t.Name)
			return nil
		}
	}
	st := e.infer.Type(t)
	if infer.Open(st) {
		e.fail(x.Span(), cannotInfer, "cannot infer the arguments of struct `%s`", t.Name).WithLabel("give them as `%s::<..>`", t.Name)
		return nil
	}
	return e.val(x.Span(), "descend.aggregate", vals, st)
}

// fieldValues elaborates the values of a struct of type t, in the order of its fields; nil where one is missing.
func (e *terms) fieldValues(x *ast.StructLit, def *structDef, t *descend.StructType) ([]*ir.Value, bool) {
	vals := make([]*ir.Value, len(t.Fields))
	good := true
	for _, f := range x.Fields {
		i := fieldIndex(t, f.Name.Name)
		if i < 0 {
			good = false
			e.unknownField(f.Name, t)
			continue
		}
		e.items.field(f.Name, t, i)
		if vals[i] != nil {
			e.fail(f.Name.Span(), duplicateName, "the field `%s` is given twice", f.Name.Name).WithLabel("second value")
			good = false
			continue
		}
		why := &reason{of: resultOf(f.Value), decl: def.decl.Fields[i].Name.Span(), text: "field `" + f.Name.Name + "` of `" + t.Name + "`", who: key{kind: field, name: f.Name.Name}}
		v := e.expectFor(why, f.Value, t.Fields[i].Type, false)
		if v == nil {
			good = false
			continue
		}
		vals[i] = e.part(v, f.Value)
		good = good && vals[i] != nil
	}
	return vals, good
}

func fieldIndex(t *descend.StructType, name string) int {
	for i, f := range t.Fields {
		if f.Name == name {
			return i
		}
	}
	return -1
}

func fieldNames(t *descend.StructType) []string {
	var out []string
	for _, f := range t.Fields {
		out = append(out, f.Name)
	}
	return out
}
