// Package descend is the top dialect: functions with generics, execution annotations and where clauses;
// places; reads, writes, borrows, calls and launches; structured control flow.
//
// A place is an SSA value of type !descend.place<T>. A root is a parameter (block argument of
// descend.func), a descend.local or the dereference of what descend.alloc gives; descend.proj, field, at,
// index and deref and the ops of the view dialect lead to parts. Making a place touches no memory: only
// read, move, write, drop, atomic, call, launch and the host's allocations and copies do. A descend.borrow
// op is the loan of its operand. Nats are names bound by the function's generics and by descend.for_nat.
// The dialect does not know how memory is laid out or how resources become ids.
package descend

import (
	"slices"
	"strings"

	"descend/dialects/exec"
	"descend/ir"
)

func typeIs[T ir.Type](name string) ir.TypeConstraint {
	return ir.TypeConstraint{Name: name, Is: func(t ir.Type) bool { _, ok := t.(T); return ok }}
}

func attrIs[T ir.Attribute](name string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: name, Is: func(a ir.Attribute) bool { _, ok := a.(T); return ok }}
}

func arrayOf(elem ir.AttrConstraint) ir.AttrConstraint {
	return ir.AttrConstraint{Name: "array of " + elem.Name + "s", Is: func(a ir.Attribute) bool {
		l, ok := a.(*ir.ArrayAttr)
		if !ok {
			return false
		}
		for _, e := range l.Elems {
			if !elem.Is(e) {
				return false
			}
		}
		return true
	}}
}

// oneOf is a string that is one of the words.
func oneOf(words ...string) ir.AttrConstraint {
	return ir.AttrConstraint{Name: "one of " + strings.Join(words, " "), Is: func(a ir.Attribute) bool {
		s, ok := a.(*ir.StringAttr)
		return ok && slices.Contains(words, s.Value)
	}}
}

var (
	isPlace  = typeIs[*PlaceType]("place")
	isRef    = typeIs[*RefType]("reference")
	isFn     = typeIs[*FnType]("function")
	isBox    = typeIs[*BoxType]("box")
	isDevice = typeIs[*DeviceType]("device handle")
	isToken  = typeIs[*TokenType]("token of a copy")
	isIndex  = typeIs[*ir.IndexType]("index")
	isBool   = ir.TypeConstraint{Name: "bool", Is: func(t ir.Type) bool {
		i, ok := t.(*ir.IntegerType)
		return ok && i.Width == 1
	}, Only: func(c *ir.Context) ir.Type { return c.I1() }}
	isResource = typeIs[*exec.Type]("execution resource")
	isScalar   = ir.TypeConstraint{Name: "scalar", Is: IsScalar}
	isPlain    = ir.TypeConstraint{Name: "scalar or enum", Is: func(t ir.Type) bool { return IsScalar(t) || IsEnum(t) }}
	isInteger  = ir.TypeConstraint{Name: "integer or index", Is: func(t ir.Type) bool {
		_, ok := t.(*ir.IntegerType)
		return ok || isIndex.Is(t)
	}}
	isCastable = ir.TypeConstraint{Name: "scalar, enum or index", Is: func(t ir.Type) bool { return IsScalar(t) || IsEnum(t) || isIndex.Is(t) }}
	isUnitType = ir.TypeConstraint{Name: "()", Is: func(t ir.Type) bool { u, ok := t.(*ir.TupleType); return ok && len(u.Types) == 0 }}
	anyType    = ir.TypeConstraint{Name: "any type"}

	isNat    = attrIs[*NatAttr]("nat")
	isWhere  = attrIs[*WhereAttr]("constraint")
	isStr    = attrIs[*ir.StringAttr]("string")
	isInt    = attrIs[*ir.IntegerAttr]("integer")
	isUnit   = attrIs[*ir.UnitAttr]("unit")
	isType   = attrIs[*ir.TypeAttr]("type")
	isSym    = attrIs[*ir.SymbolRefAttr]("symbol reference")
	isNats   = arrayOf(isNat)
	isStrs   = arrayOf(isStr)
	isPath   = attrIs[*exec.PathAttr]("path")
	isPaths  = arrayOf(isPath)
	isTypes  = arrayOf(isType)
	isWheres = arrayOf(isWhere)
	isName   = ir.AttrConstraint{Name: "name", Is: func(a ir.Attribute) bool {
		s, ok := a.(*ir.StringAttr)
		return ok && s.Value != ""
	}}
	isNumber = ir.AttrConstraint{Name: "number or its text", Is: func(a ir.Attribute) bool {
		switch a.(type) {
		case *ir.IntegerAttr, *ir.FloatAttr, *ir.StringAttr:
			return true
		}
		return false
	}}
	isExec = ir.AttrConstraint{Name: "type of an execution resource", Is: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		return ok && isResource.Is(t.Type)
	}}
	isGrid = ir.AttrConstraint{Name: "type of a grid", Is: func(a ir.Attribute) bool {
		t, ok := a.(*ir.TypeAttr)
		if !ok {
			return false
		}
		e, ok := t.Type.(*exec.Type)
		return ok && e.Kind == exec.Grid
	}}
	// isWhereClause is an array of constraints and of the strings "d: copy", "'a: 'b".
	isWhereClause = arrayOf(ir.AttrConstraint{Name: "constraint or string", Is: func(a ir.Attribute) bool { return isWhere.Is(a) || isStr.Is(a) }})
	isBools       = arrayOf(ir.AttrConstraint{Name: "bool", Is: func(a ir.Attribute) bool {
		i, ok := a.(*ir.IntegerAttr)
		return ok && isBool.Is(i.Type)
	}})
)

func one(name string, t ir.TypeConstraint) ir.OperandDef { return ir.OperandDef{Name: name, Type: t} }
func many(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Variadic}
}
func maybe(name string, t ir.TypeConstraint) ir.OperandDef {
	return ir.OperandDef{Name: name, Type: t, Arity: ir.Optional}
}
func opt(name string, a ir.AttrConstraint) ir.AttrDef {
	return ir.AttrDef{Name: name, Attr: a, Optional: true}
}

// Dialect returns the descend dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:    "descend",
		Summary: "functions, places, ownership: the language itself",
		Description: "A function is `descend.func`, polymorphic in nats, memories, data types and lifetimes. A place is an SSA value of type " +
			"`!descend.place<T>`: a root (a parameter, `descend.local`, what a reference leads to) and its parts, by `descend.proj`, `at`, " +
			"`index`, `deref` and the operations of the view dialect. Making a place touches no memory: `read`, `move`, `write`, `drop`, " +
			"`atomic`, calls, launches and the host's allocations and copies do. A `descend.borrow` is the loan of its operand. Nats in " +
			"types and attributes are names bound by the function's generics, by `descend.for_nat` around or by `descend.let_nat` before; the verifier checks that.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) FuncOp { return FuncOp{o} }),
			ir.Op(func(o *ir.Operation) ReturnOp { return ReturnOp{o} }),
			ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
			ir.Op(func(o *ir.Operation) ConditionOp { return ConditionOp{o} }),
			ir.Op(func(o *ir.Operation) IfOp { return IfOp{o} }),
			ir.Op(func(o *ir.Operation) IfExistsOp { return IfExistsOp{o} }),
			ir.Op(func(o *ir.Operation) WhileOp { return WhileOp{o} }),
			ir.Op(func(o *ir.Operation) ForNatOp { return ForNatOp{o} }),
			ir.Op(func(o *ir.Operation) ForEachOp { return ForEachOp{o} }),
			ir.Op(func(o *ir.Operation) ScopeOp { return ScopeOp{o} }),
			ir.Op(func(o *ir.Operation) UnsafeOp { return UnsafeOp{o} }),
			ir.Op(func(o *ir.Operation) LocalOp { return LocalOp{o} }),
			ir.Op(func(o *ir.Operation) AllocOp { return AllocOp{o} }),
			ir.Op(func(o *ir.Operation) DerefOp { return DerefOp{o} }),
			ir.Op(func(o *ir.Operation) ProjOp { return ProjOp{o} }),
			ir.Op(func(o *ir.Operation) AtOp { return AtOp{o} }),
			ir.Op(func(o *ir.Operation) IndexOp { return IndexOp{o} }),
			ir.Op(func(o *ir.Operation) ReadOp { return ReadOp{o} }),
			ir.Op(func(o *ir.Operation) MoveOp { return MoveOp{o} }),
			ir.Op(func(o *ir.Operation) WriteOp { return WriteOp{o} }),
			ir.Op(func(o *ir.Operation) DropOp { return DropOp{o} }),
			ir.Op(func(o *ir.Operation) BorrowOp { return BorrowOp{o} }),
			ir.Op(func(o *ir.Operation) AtomicOp { return AtomicOp{o} }),
			ir.Op(func(o *ir.Operation) CopyAsyncOp { return CopyAsyncOp{o} }),
			ir.Op(func(o *ir.Operation) CopyTokenOp { return CopyTokenOp{o} }),
			ir.Op(func(o *ir.Operation) FinishOp { return FinishOp{o} }),
			ir.Op(func(o *ir.Operation) ToAtomicOp { return ToAtomicOp{o} }),
			ir.Op(func(o *ir.Operation) RetypeOp { return RetypeOp{o} }),
			ir.Op(func(o *ir.Operation) NatOp { return NatOp{o} }),
			ir.Op(func(o *ir.Operation) LetNatOp { return LetNatOp{o} }),
			ir.Op(func(o *ir.Operation) ConstOp { return ConstOp{o} }),
			ir.Op(func(o *ir.Operation) UnitOp { return UnitOp{o} }),
			ir.Op(func(o *ir.Operation) BinaryOp { return BinaryOp{o} }),
			ir.Op(func(o *ir.Operation) CompareOp { return CompareOp{o} }),
			ir.Op(func(o *ir.Operation) UnaryOp { return UnaryOp{o} }),
			ir.Op(func(o *ir.Operation) CastOp { return CastOp{o} }),
			ir.Op(func(o *ir.Operation) MathOp { return MathOp{o} }),
			ir.Op(func(o *ir.Operation) BitsOp { return BitsOp{o} }),
			ir.Op(func(o *ir.Operation) AggregateOp { return AggregateOp{o} }),
			ir.Op(func(o *ir.Operation) RepeatOp { return RepeatOp{o} }),
			ir.Op(func(o *ir.Operation) ShuffleOp { return ShuffleOp{o} }),
			ir.Op(func(o *ir.Operation) BallotOp { return BallotOp{o} }),
			ir.Op(func(o *ir.Operation) LaneVoteOp { return LaneVoteOp{o} }),
			ir.Op(func(o *ir.Operation) LaneMMAOp { return LaneMMAOp{o} }),
			ir.Op(func(o *ir.Operation) LanePlaceOp { return LanePlaceOp{o} }),
			ir.Op(func(o *ir.Operation) LaneFactorsOp { return LaneFactorsOp{o} }),
			ir.Op(func(o *ir.Operation) VoteOp { return VoteOp{o} }),
			ir.Op(func(o *ir.Operation) CallOp { return CallOp{o} }),
			ir.Op(func(o *ir.Operation) FunctionOp { return FunctionOp{o} }),
			ir.Op(func(o *ir.Operation) ApplyOp { return ApplyOp{o} }),
			ir.Op(func(o *ir.Operation) LaunchOp { return LaunchOp{o} }),
			ir.Op(func(o *ir.Operation) BoxNewOp { return BoxNewOp{o} }),
			ir.Op(func(o *ir.Operation) ZerosOp { return ZerosOp{o} }),
			ir.Op(func(o *ir.Operation) FillOp { return FillOp{o} }),
			ir.Op(func(o *ir.Operation) AllocCopyOp { return AllocCopyOp{o} }),
			ir.Op(func(o *ir.Operation) CopyOp { return CopyOp{o} }),
			ir.Op(func(o *ir.Operation) DeviceOp { return DeviceOp{o} }),
			ir.Op(func(o *ir.Operation) PrintOp { return PrintOp{o} }),
			ir.Op(func(o *ir.Operation) AssertOp { return AssertOp{o} }),
			ir.Op(func(o *ir.Operation) CheckPermutationOp { return CheckPermutationOp{o} }),
		},
		ParseType: parseType,
		ParseAttr: parseAttr,
		Rule:      Declared,
	}
}
