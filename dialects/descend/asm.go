package descend

import (
	"descend/ir"
)

// PrintAsm writes
//
//	descend.func @name(%block: !exec.block<..>, %x: !descend.place<..>) -> f32 attributes {..} {..}
//
// and for a declaration descend.func @name(f32, f32) -> f32 by !exec.thread attributes {..}. The signature
// follows from the arguments of the entry block.
func (o FuncOp) PrintAsm(p *ir.Printer) {
	p.Write(" ")
	p.Symbol(ir.SymbolName(o.Operation))
	t := o.Type()
	p.Write("(")
	if o.IsExtern() {
		p.Types(t.Inputs)
	} else {
		for i, a := range o.Body(0).Args() {
			if i > 0 {
				p.Write(", ")
			}
			p.BlockArg(a, nil)
		}
	}
	p.Write(")")
	if len(t.Results) > 0 {
		p.Write(" -> ")
		p.Types(t.Results)
	}
	if o.IsExtern() {
		p.Write(" by ")
		p.Type(o.Exec())
	}
	p.AttrDictWithKeyword("sym_name", "function_type", "exec")
	if !o.IsExtern() {
		p.Write(" ")
		p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true})
	}
}

// ParseAsm reads what PrintAsm writes.
func (FuncOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	st.SetAttr("sym_name", c.StringAttr(p.Symbol()))
	var args []ir.Argument
	var ins []ir.Type
	p.Comma("(", ")", func() {
		if p.PeekOperand() {
			args = append(args, p.Argument(true))
		} else {
			ins = append(ins, p.Type())
		}
	})
	var outs []ir.Type
	if p.Accept("->") {
		outs = append(outs, p.Type())
	}
	if p.OptionalKeyword("by") != "" {
		st.SetAttr("exec", c.TypeAttr(p.Type()))
	}
	p.OptionalAttrDictWithKeyword(st)
	if len(args) > 0 {
		st.SetAttr("exec", c.TypeAttr(args[0].Type))
		for _, a := range args[1:] {
			pt, ok := a.Type.(*PlaceType)
			if !ok {
				p.FailAt(a.Name.Pos, "a parameter must be a place")
				return nil
			}
			ins = append(ins, pt.Elem)
		}
		st.Regions = []*ir.Region{p.Region(args...)}
	} else {
		st.Regions = []*ir.Region{ir.NewRegion()}
	}
	st.SetAttr("function_type", c.TypeAttr(c.FunctionType(ins, outs)))
	return nil
}

// ValueNames names the resource and the parameters as in the source.
func (o FuncOp) ValueNames(set func(v *ir.Value, name string)) {
	if o.IsExtern() {
		return
	}
	if n := o.StringAttr("exec_name"); n != "" {
		set(o.ExecValue(), n)
	}
	for i, v := range o.Params() {
		if n := o.ParamName(i); n != "" {
			set(v, n)
		}
	}
}

// ValueNames names the place of a variable as in the source.
func (o LocalOp) ValueNames(set func(v *ir.Value, name string)) {
	if n := o.VarName(); n != "" {
		set(o.Result(0), n)
	}
}
