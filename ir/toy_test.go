package ir

import (
	"errors"
	"math/big"
)

// A dialect for the tests of this package.

type (
	toyAdd    struct{ *Operation }
	toyConst  struct{ *Operation }
	toyFunc   struct{ *Operation }
	toyReturn struct{ *Operation }
	toyFor    struct{ *Operation }
	toyYield  struct{ *Operation }
	toyBr     struct{ *Operation }
	toyCall   struct{ *Operation }
	toyModule struct{ *Operation }
	toyStore  struct{ *Operation }
)

var (
	toyAddDef = &OpDef{Name: "toy.add", Traits: Pure | SameOperandsAndResultType | Commutative,
		Operands: []OperandDef{{Name: "lhs", Type: AnyInt}, {Name: "rhs", Type: AnyInt}},
		Results:  []OperandDef{{Name: "sum", Type: AnyInt}},
		Attrs:    []AttrDef{{Name: "nsw", Attr: UnitA, Optional: true}},
		Format:   "(`nsw` $nsw^)? $lhs `,` $rhs attr-dict `:` type($sum)"}
	toyConstDef = &OpDef{Name: "toy.const", Traits: Pure | ConstantLike,
		Results: []OperandDef{{Name: "res", Type: I32T}},
		Attrs:   []AttrDef{{Name: "value", Attr: I32A}}, Format: "$value attr-dict"}
	toyFuncDef = &OpDef{Name: "toy.func", Traits: IsolatedFromAbove | Symbol | AllocationScope, DefaultDialect: "toy",
		Attrs:   []AttrDef{{Name: "sym_name", Attr: SymbolNameA}, {Name: "function_type", Attr: FuncTypeA}},
		Regions: []RegionDef{{Name: "body", MaybeEmpty: true}}}
	toyReturnDef = &OpDef{Name: "toy.return", Traits: Terminator | ReturnLike,
		Operands: []OperandDef{{Name: "operands", Arity: Variadic}},
		Format:   "attr-dict ($operands^ `:` type($operands))?"}
	toyForDef = &OpDef{Name: "toy.for", Traits: SingleBlock | ImplicitTerminator | RecursiveMemoryEffects, Terminator: "toy.yield",
		Operands: []OperandDef{{Name: "count", Type: AnyInt}},
		Regions:  []RegionDef{{Name: "body"}}, Format: "$count `:` type($count) $body attr-dict"}
	toyYieldDef = &OpDef{Name: "toy.yield", Traits: Terminator | ReturnLike | Pure, Format: "attr-dict"}
	toyBrDef    = &OpDef{Name: "toy.br", Traits: Terminator | AttrSizedOperands | Pure, Successors: 2,
		Operands: []OperandDef{{Name: "cond", Type: I1T, Arity: Optional}, {Name: "args", Arity: Variadic}},
		Format:   "($cond^ `,`)? $succ0 `,` $succ1 (`with` $args^ `:` type($args))? attr-dict"}
	toyCallDef = &OpDef{Name: "toy.call",
		Operands: []OperandDef{{Name: "args", Arity: Variadic}}, Results: []OperandDef{{Name: "res", Arity: Variadic}},
		Attrs:  []AttrDef{{Name: "callee", Attr: FlatSymbolA}},
		Format: "$callee `(` $args `)` attr-dict `:` functional-type($args, $res)"}
	toyModuleDef = &OpDef{Name: "toy.module", Traits: SymbolTable | IsolatedFromAbove | SingleBlock | NoTerminator | GraphRegion,
		Regions: []RegionDef{{Name: "body"}}, Format: "attr-dict-with-keyword $body"}
	toyStoreDef = &OpDef{Name: "toy.store", Operands: []OperandDef{{Name: "v"}}, Format: "$v attr-dict `:` type($v)"}
)

func (toyAdd) Def() *OpDef    { return toyAddDef }
func (toyConst) Def() *OpDef  { return toyConstDef }
func (toyFunc) Def() *OpDef   { return toyFuncDef }
func (toyReturn) Def() *OpDef { return toyReturnDef }
func (toyFor) Def() *OpDef    { return toyForDef }
func (toyYield) Def() *OpDef  { return toyYieldDef }
func (toyBr) Def() *OpDef     { return toyBrDef }
func (toyCall) Def() *OpDef   { return toyCallDef }
func (toyModule) Def() *OpDef { return toyModuleDef }
func (toyStore) Def() *OpDef  { return toyStoreDef }

// Fold adds constants, and drops an added zero.
func (o toyAdd) Fold(operands []Attribute) []FoldResult {
	r, ok := operands[1].(*IntegerAttr)
	if !ok {
		return nil
	}
	if r.Value.Sign() == 0 {
		return []FoldResult{{Value: o.Operand(0)}}
	}
	if l, ok := operands[0].(*IntegerAttr); ok {
		return []FoldResult{{Attr: o.Context().BigIntAttr(new(big.Int).Add(l.Value, r.Value), l.Type)}}
	}
	return nil
}

// ValueNames calls constants %c5.
func (o toyConst) ValueNames(set func(*Value, string)) {
	set(o.Result(0), "c"+o.Attr("value").(*IntegerAttr).Value.String())
}

// Verify refuses loops over i64.
func (o toyFor) Verify() error {
	if o.Operand(0).Type() == Type(o.Context().I64()) {
		return errors.New("does not count in i64")
	}
	return nil
}

// Effects of a store.
func (o toyStore) Effects() []Effect { return []Effect{{Kind: WriteEffect}} }

// PrintAsm prints @name(%a: t) -> r {..}.
func (o toyFunc) PrintAsm(p *Printer) {
	p.Write(" ")
	p.Symbol(SymbolName(o.Operation))
	ft := o.Attr("function_type").(*TypeAttr).Type.(*FunctionType)
	p.Write("(")
	if !o.Region(0).Empty() {
		for i, a := range o.Body(0).Args() {
			if i > 0 {
				p.Write(", ")
			}
			p.BlockArg(a, nil)
		}
	} else {
		p.Types(ft.Inputs)
	}
	p.Write(")")
	p.ArrowTypes(ft.Results)
	p.AttrDictWithKeyword("sym_name", "function_type")
	if !o.Region(0).Empty() {
		p.Write(" ")
		p.Region(o.Region(0), RegionStyle{HideEntryArgs: true})
	}
}

// ParseAsm reads the same.
func (toyFunc) ParseAsm(p *Parser, st *OperationState) error {
	c := p.Context()
	st.SetAttr("sym_name", c.StringAttr(p.Symbol()))
	var args []Argument
	var ins []Type
	p.Comma("(", ")", func() {
		if p.PeekOperand() {
			args = append(args, p.Argument(true))
			ins = append(ins, args[len(args)-1].Type)
			return
		}
		ins = append(ins, p.Type())
	})
	st.SetAttr("function_type", c.TypeAttr(c.FunctionType(ins, p.ArrowTypes())))
	p.OptionalAttrDictWithKeyword(st)
	r := NewRegion()
	if p.Peek("{") {
		r = p.Region(args...)
	}
	st.Regions = []*Region{r}
	return nil
}

// toyContext knows the toy dialect.
func toyContext() *Context {
	d := &Dialect{Name: "toy", Ops: []OpEntry{
		Op(func(o *Operation) toyAdd { return toyAdd{o} }), Op(func(o *Operation) toyConst { return toyConst{o} }),
		Op(func(o *Operation) toyFunc { return toyFunc{o} }), Op(func(o *Operation) toyReturn { return toyReturn{o} }),
		Op(func(o *Operation) toyFor { return toyFor{o} }), Op(func(o *Operation) toyYield { return toyYield{o} }),
		Op(func(o *Operation) toyBr { return toyBr{o} }), Op(func(o *Operation) toyCall { return toyCall{o} }),
		Op(func(o *Operation) toyModule { return toyModule{o} }), Op(func(o *Operation) toyStore { return toyStore{o} }),
	}, MaterializeConstant: func(b *Builder, v Attribute, t Type, loc Location) *Operation {
		return b.At(loc).Op("toy.const", nil, []Type{t}, Attr("value", v))
	}}
	c := NewContext(d)
	c.AllowUnregistered = true
	return c
}
