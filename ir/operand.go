package ir

// This file has operands and results that are declared once, with name and type, and are then what code asks operations for them by:
//
//	var (
//		lhs = ir.OperandOf[*QType]("lhs", isQ)
//		res = ir.ResultOf[*QType]("res", isQ)
//	)
//	.. Operands: []ir.OperandDef{lhs.Def, rhs.Def}, Results: []ir.OperandDef{res.Def} ..
//
//	lhs.Of(o)               // the value
//	res.Type(o).Fraction    // its type, as the Go type that it has

// Operand is an operand, or a group of operands, of the Go type T of types.
type Operand[T Type] struct{ Def OperandDef }

// Result is a result, or a group of results.
type Result[T Type] struct{ Def OperandDef }

// OperandOf declares an operand. T is *QType, or a type that many have: Type.
func OperandOf[T Type](name string, c TypeConstraint) Operand[T] {
	return Operand[T]{OperandDef{Name: name, Type: c}}
}

// ResultOf declares a result.
func ResultOf[T Type](name string, c TypeConstraint) Result[T] {
	return Result[T]{OperandDef{Name: name, Type: c}}
}

// TypeIs is the constraint that a type is a T.
func TypeIs[T Type](name string) TypeConstraint {
	return TypeConstraint{Name: name, Is: func(t Type) bool { _, ok := t.(T); return ok }}
}

// Optional is the operand as one that may be absent.
func (x Operand[T]) Optional() Operand[T] { x.Def.Arity = Optional; return x }

// Variadic is the operand as a group of any number.
func (x Operand[T]) Variadic() Operand[T] { x.Def.Arity = Variadic; return x }

// Optional is the result as one that may be absent.
func (x Result[T]) Optional() Result[T] { x.Def.Arity = Optional; return x }

// Variadic is the result as a group of any number.
func (x Result[T]) Variadic() Result[T] { x.Def.Arity = Variadic; return x }

// Typed is an operation, or a value of the Go type of one.
type Typed interface{ operation() *Operation }

func (op *Operation) operation() *Operation { return op }

// Of is the operand of an operation; nil if it is optional and absent.
func (x Operand[T]) Of(o Typed) *Value {
	op := o.operation()
	return op.single("Operand.Of", "operand", x.Def.Name, x.All(op))
}

// All are all operands of the group.
func (x Operand[T]) All(o Typed) []*Value {
	op := o.operation()
	if op.Def() == nil || groupIndex(op.Def().Operands, x.Def.Name) < 0 {
		misuse("Operand.Of", "%s has no operand '%s'", op.calledAt(), x.Def.Name)
	}
	return op.OperandGroup(x.Def.Name)
}

// Type is the type of the operand, which is there.
func (x Operand[T]) Type(o Typed) T { return typeAs[T]("Operand.Type", x.Def.Name, x.Of(o)) }

// Set makes the operand, which is there, another value.
func (x Operand[T]) Set(o Typed, v *Value) {
	op := o.operation()
	if x.Of(o) == nil {
		misuse("Operand.Set", "%s has no '%s' that could be set", op.calledAt(), x.Def.Name)
	}
	var buf [8]int
	op.SetOperand(op.operandBounds(buf[:])[groupIndex(op.Def().Operands, x.Def.Name)], v)
}

// Of is the result of an operation; nil if it is optional and absent.
func (x Result[T]) Of(o Typed) *Value {
	op := o.operation()
	return op.single("Result.Of", "result", x.Def.Name, x.All(op))
}

// All are all results of the group.
func (x Result[T]) All(o Typed) []*Value {
	op := o.operation()
	if op.Def() == nil || groupIndex(op.Def().Results, x.Def.Name) < 0 {
		misuse("Result.Of", "%s has no result '%s'", op.calledAt(), x.Def.Name)
	}
	return op.ResultGroup(x.Def.Name)
}

// Type is the type of the result, which is there.
func (x Result[T]) Type(o Typed) T { return typeAs[T]("Result.Type", x.Def.Name, x.Of(o)) }

// single is the only value of a group, nil of none.
func (op *Operation) single(call, kind, name string, vs []*Value) *Value {
	switch len(vs) {
	case 0:
		return nil
	case 1:
		return vs[0]
	}
	misuse(call, "%s has %d values as %s '%s'; All gives them", op.calledAt(), len(vs), kind, name)
	return nil
}

func typeAs[T Type](call, name string, v *Value) T {
	if v == nil {
		misuse(call, "there is no '%s'", name)
	}
	t, ok := v.typ.(T)
	if !ok {
		misuse(call, "'%s' has the type '%s', which is no %T", name, v.typ, t)
	}
	return t
}
