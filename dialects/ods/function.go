package ods

import (
	"fmt"

	"descend/ir"
)

// FunctionTypeOf is the attribute function_type, nil if it is missing or of another kind.
func FunctionTypeOf(op *ir.Operation) *ir.FunctionType {
	if a, ok := op.Attr("function_type").(*ir.TypeAttr); ok {
		t, _ := a.Type.(*ir.FunctionType)
		return t
	}
	return nil
}

// dictAt is the i-th dictionary of an array attribute, nil if there is none.
func dictAt(a ir.Attribute, i int) *ir.DictAttr {
	if arr, ok := a.(*ir.ArrayAttr); ok && i < len(arr.Elems) {
		d, _ := arr.Elems[i].(*ir.DictAttr)
		return d
	}
	return nil
}

// ArgAttrs are the attributes of the i-th parameter of a function, nil if there are none.
func ArgAttrs(op *ir.Operation, i int) *ir.DictAttr { return dictAt(op.Attr("arg_attrs"), i) }

// ArgAttr is an attribute of the i-th parameter of a function, or nil.
func ArgAttr(op *ir.Operation, i int, name string) ir.Attribute {
	if d := ArgAttrs(op, i); d != nil {
		return d.Get(name)
	}
	return nil
}

// SetArgAttr sets an attribute of the i-th of n parameters; a nil value removes it. The array disappears
// when no parameter has an attribute.
func SetArgAttr(op *ir.Operation, n, i int, name string, a ir.Attribute) {
	c := op.Context()
	dicts := make([]ir.Attribute, n)
	any := false
	for j := range dicts {
		var entries []ir.NamedAttr
		if d := ArgAttrs(op, j); d != nil {
			entries = d.Entries
		}
		if j == i {
			entries = withEntry(entries, name, a)
		}
		any = any || len(entries) > 0
		dicts[j] = c.DictAttr(entries...)
	}
	if !any {
		op.SetAttr("arg_attrs", nil)
		return
	}
	op.SetAttr("arg_attrs", c.ArrayAttr(dicts...))
}

func withEntry(entries []ir.NamedAttr, name string, a ir.Attribute) []ir.NamedAttr {
	out := make([]ir.NamedAttr, 0, len(entries)+1)
	for _, e := range entries {
		if e.Name != name {
			out = append(out, e)
		}
	}
	if a != nil {
		out = append(out, ir.Attr(name, a))
	}
	return out
}

// VerifyFunction checks the entry block of a function, which may have extra arguments behind those of the
// type, and the attributes of parameters and results.
func VerifyFunction(op *ir.Operation, extra int) error {
	t := FunctionTypeOf(op)
	if t == nil {
		return fmt.Errorf("requires a function type in attribute 'function_type'")
	}
	if err := VerifyParamAttrs(op, t); err != nil {
		return err
	}
	entry := op.Region(0).Front()
	if entry == nil {
		return nil
	}
	if entry.NumArgs() != len(t.Inputs)+extra {
		return fmt.Errorf("entry block must have %d arguments to match function signature", len(t.Inputs)+extra)
	}
	for i, in := range t.Inputs {
		if a := entry.Arg(i); a.Type() != in {
			return fmt.Errorf("type of entry block argument #%d('%s') must match the type of the corresponding argument in function signature('%s')", i, a.Type(), in)
		}
	}
	return nil
}

// VerifyParamAttrs checks the numbers of dictionaries in arg_attrs and res_attrs.
func VerifyParamAttrs(op *ir.Operation, t *ir.FunctionType) error {
	for _, e := range []struct {
		name, what, values string
		n                  int
	}{{"arg_attrs", "argument", "arguments", len(t.Inputs)}, {"res_attrs", "result", "results", len(t.Results)}} {
		if a, ok := op.Attr(e.name).(*ir.ArrayAttr); ok && len(a.Elems) != e.n {
			return fmt.Errorf("expects %s attribute array to have the same number of elements as the number of function %s, got %d, but expected %d",
				e.what, e.values, len(a.Elems), e.n)
		}
	}
	return nil
}

// VerifyReturn checks the operands of a return against the type of the function around it.
func VerifyReturn(op *ir.Operation, t *ir.FunctionType, name string) error {
	if t == nil {
		return nil // the function is reported
	}
	if len(t.Results) != op.NumOperands() {
		return fmt.Errorf("has %d operands, but enclosing function (%s) returns %d", op.NumOperands(), ir.SymbolText(name), len(t.Results))
	}
	for i, r := range t.Results {
		if op.Operand(i).Type() != r {
			return ir.BareError(fmt.Sprintf("type of return operand %d ('%s') doesn't match function result type ('%s') in function @%s", i, op.Operand(i).Type(), r, name))
		}
	}
	return nil
}

// PrintFunction writes a function in MLIR's form: visibility, name, signature, attributes, body.
func PrintFunction(p *ir.Printer) {
	op := p.Op()
	p.Write(" ")
	if v := op.StringAttr("sym_visibility"); v != "" {
		p.Write(v, " ")
	}
	p.Symbol(ir.SymbolName(op))
	PrintSignature(p, op)
	p.AttrDictWithKeyword("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
	if r := op.Region(0); !r.Empty() {
		p.Write(" ")
		p.Region(r, ir.RegionStyle{HideEntryArgs: true})
	}
}

// PrintSignature writes "(%a: t {attrs}, ..) -> (u {attrs})" of a function.
func PrintSignature(p *ir.Printer, op *ir.Operation) {
	t := FunctionTypeOf(op)
	entry := op.Region(0).Front()
	p.Write("(")
	for i, in := range t.Inputs {
		if i > 0 {
			p.Write(", ")
		}
		attrs := ArgAttrs(op, i)
		if entry != nil {
			p.BlockArg(entry.Arg(i), attrs)
			continue
		}
		p.Type(in)
		if attrs != nil {
			p.Dict(attrs.Entries)
		}
	}
	p.Write(")")
	resAttrs := op.Attr("res_attrs")
	if resAttrs == nil || len(t.Results) == 0 {
		p.ArrowTypes(t.Results)
		return
	}
	p.Write(" -> (")
	for i, r := range t.Results {
		if i > 0 {
			p.Write(", ")
		}
		p.Type(r)
		if d := dictAt(resAttrs, i); d != nil {
			p.Dict(d.Entries)
		}
	}
	p.Write(")")
}

// Signature is a parsed function signature.
type Signature struct {
	// Args are the parameters; those of a declaration have no name.
	Args        []ir.Argument
	Named       bool
	Inputs      []ir.Type
	Results     []ir.Type
	ArgAttrs    []ir.Attribute
	ResultAttrs []ir.Attribute
}

// ParseSignature reads what PrintSignature writes.
func ParseSignature(p *ir.Parser) Signature {
	var s Signature
	c := p.Context()
	hasArgAttrs := false
	addArg := func(t ir.Type, d *ir.DictAttr) {
		s.Inputs = append(s.Inputs, t)
		if d == nil {
			d = c.DictAttr()
		}
		hasArgAttrs = hasArgAttrs || len(d.Entries) > 0
		s.ArgAttrs = append(s.ArgAttrs, d)
	}
	p.Comma("(", ")", func() {
		if p.PeekOperand() {
			a := p.Argument(true)
			s.Args = append(s.Args, a)
			s.Named = true
			addArg(a.Type, a.Attrs)
			return
		}
		addArg(p.Type(), p.Dict())
	})
	if !hasArgAttrs {
		s.ArgAttrs = nil
	}
	parseResults(p, &s)
	return s
}

func parseResults(p *ir.Parser, s *Signature) {
	if !p.Accept("->") {
		return
	}
	if !p.Peek("(") {
		s.Results = []ir.Type{p.Type()}
		return
	}
	has := false
	p.Comma("(", ")", func() {
		s.Results = append(s.Results, p.Type())
		d := p.Dict()
		if d == nil {
			d = p.Context().DictAttr()
		}
		has = has || len(d.Entries) > 0
		s.ResultAttrs = append(s.ResultAttrs, d)
	})
	if !has {
		s.ResultAttrs = nil
	}
}

// Apply sets function_type, arg_attrs and res_attrs of the operation being parsed.
func (s Signature) Apply(p *ir.Parser, st *ir.OperationState) {
	c := p.Context()
	st.SetAttr("function_type", c.TypeAttr(c.FunctionType(s.Inputs, s.Results)))
	if s.ArgAttrs != nil {
		st.SetAttr("arg_attrs", c.ArrayAttr(s.ArgAttrs...))
	}
	if s.ResultAttrs != nil {
		st.SetAttr("res_attrs", c.ArrayAttr(s.ResultAttrs...))
	}
}

// ParseFunction reads what PrintFunction writes.
func ParseFunction(p *ir.Parser, st *ir.OperationState) error {
	if v := p.OptionalKeyword("public", "private", "nested"); v != "" {
		st.SetAttr("sym_visibility", p.Context().StringAttr(v))
	}
	st.SetAttr("sym_name", p.Context().StringAttr(p.Symbol()))
	sig := ParseSignature(p)
	sig.Apply(p, st)
	p.OptionalAttrDictWithKeyword(st)
	body := p.OptionalRegion(sig.Args...)
	if body == nil {
		body = ir.NewRegion()
	} else if len(sig.Args) != len(sig.Inputs) {
		return fmt.Errorf("expected an argument name for each parameter of a function with a body")
	}
	st.Regions = []*ir.Region{body}
	return nil
}
