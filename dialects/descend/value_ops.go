package descend

import (
	"descend/dialects/nat"
	"descend/ir"
)

type (
	// NatOp gives a nat as a run-time index value.
	NatOp struct{ *ir.Operation }
	// ConstOp is a literal; value is an integer or float attribute of the builtin type (unsigned types too).
	ConstOp struct{ *ir.Operation }
	// UnitOp is the value ().
	UnitOp struct{ *ir.Operation }
	// BinaryOp: op is add sub mul div rem and or xor shl shr (semantics by operand type: language.md section 4).
	BinaryOp struct{ *ir.Operation }
	// CompareOp: op is eq ne lt le gt ge.
	CompareOp struct{ *ir.Operation }
	// UnaryOp: op is neg or not (logical on bool, bitwise on integers).
	UnaryOp struct{ *ir.Operation }
	// CastOp is "as".
	CastOp struct{ *ir.Operation }
	// MathOp is a builtin function on scalars: name is sqrt rsqrt abs fma min max floor ceil exp log sin cos pow hypot.
	MathOp struct{ *ir.Operation }
	// AggregateOp builds a tuple, struct or array of its operands; the result type says which.
	AggregateOp struct{ *ir.Operation }
	// RepeatOp is [v; n]: the result type says how often.
	RepeatOp struct{ *ir.Operation }
	// ShuffleOp: kind is up down xor idx; operands value and offset or lane.
	ShuffleOp struct{ *ir.Operation }
	// BallotOp collects a bool of each lane.
	BallotOp struct{ *ir.Operation }
	// CallOp calls a function by the resource in operand 0.
	CallOp struct{ *ir.Operation }
	// LaunchOp launches a grid function from the CPU thread.
	LaunchOp struct{ *ir.Operation }
	// BoxNewOp is CpuHeap::new(v).
	BoxNewOp struct{ *ir.Operation }
	// AllocCopyOp is GpuGlobal::alloc_copy(&v): a box in gpu.global with a copy.
	AllocCopyOp struct{ *ir.Operation }
	// CopyOp copies between memories: operands dst and src references.
	CopyOp struct{ *ir.Operation }
	// DeviceOp is gpu_device(n).
	DeviceOp struct{ *ir.Operation }
	// PrintOp prints values.
	PrintOp struct{ *ir.Operation }
	// AssertOp stops unless its operand is true; text is the source text.
	AssertOp struct{ *ir.Operation }
)

func strAttr(name string) ir.AttrDef { return ir.AttrDef{Name: name, Attr: isStr} }

var natOpDef = &ir.OpDef{Name: "descend.nat", Summary: "nat as a run-time value", Results: []ir.OperandDef{one("result", anyType)},
	Attrs: []ir.AttrDef{{Name: "value", Attr: isNat}}, Traits: ir.Pure, Format: "$value attr-dict `->` type($result)"}
var constDef = &ir.OpDef{Name: "descend.const", Summary: "literal", Results: []ir.OperandDef{one("result", anyType)},
	Attrs: []ir.AttrDef{{Name: "value"}}, Traits: ir.Pure | ir.ConstantLike,
	Format: "attr-dict `:` type($result)"}
var unitDef = &ir.OpDef{Name: "descend.unit", Summary: "the value ()", Results: []ir.OperandDef{one("result", anyType)}, Traits: ir.Pure,
	Format: "attr-dict `:` type($result)"}
var binaryDef = &ir.OpDef{Name: "descend.binary", Summary: "arithmetic, bit operation or shift",
	Operands: []ir.OperandDef{one("lhs", anyType), one("rhs", anyType)}, Results: []ir.OperandDef{one("result", anyType)},
	Attrs: []ir.AttrDef{strAttr("op"), opt("text", isStr)}, Traits: ir.SameOperandsAndResultType,
	Format: "$op $lhs `,` $rhs attr-dict `:` type($result)"}
var compareDef = &ir.OpDef{Name: "descend.compare", Summary: "comparison",
	Operands: []ir.OperandDef{one("lhs", anyType), one("rhs", anyType)}, Results: []ir.OperandDef{one("result", isBool)},
	Attrs: []ir.AttrDef{strAttr("op")}, Traits: ir.SameTypeOperands | ir.Pure,
	Format: "$op $lhs `,` $rhs attr-dict `:` type($lhs)"}
var unaryDef = &ir.OpDef{Name: "descend.unary", Summary: "negation",
	Operands: []ir.OperandDef{one("operand", anyType)}, Results: []ir.OperandDef{one("result", anyType)},
	Attrs: []ir.AttrDef{strAttr("op")}, Traits: ir.SameOperandsAndResultType | ir.Pure,
	Format: "$op $operand attr-dict `:` type($result)"}
var castDef = &ir.OpDef{Name: "descend.cast", Summary: "conversion between scalars",
	Operands: []ir.OperandDef{one("value", anyType)}, Results: []ir.OperandDef{one("result", anyType)}, Traits: ir.Pure,
	Format: "$value attr-dict `:` type($value) `->` type($result)"}
var mathDef = &ir.OpDef{Name: "descend.math", Summary: "builtin function on scalars",
	Operands: []ir.OperandDef{many("args", anyType)}, Results: []ir.OperandDef{one("result", anyType)}, Attrs: []ir.AttrDef{strAttr("name")}, Traits: ir.Pure,
	Format: "$name `(` $args `)` attr-dict `:` functional-type($args, results)"}
var aggregateDef = &ir.OpDef{Name: "descend.aggregate", Summary: "tuple, struct or array value",
	Operands: []ir.OperandDef{many("parts", anyType)}, Results: []ir.OperandDef{one("result", anyType)}, Traits: ir.Pure,
	Format: "$parts attr-dict `:` functional-type($parts, results)"}
var repeatDef = &ir.OpDef{Name: "descend.repeat", Summary: "array of equal elements",
	Operands: []ir.OperandDef{one("value", anyType)}, Results: []ir.OperandDef{one("result", anyType)}, Traits: ir.Pure,
	Format: "$value attr-dict `:` type($value) `->` type($result)"}
var shuffleDef = &ir.OpDef{Name: "descend.shuffle", Summary: "exchange within a warp",
	Operands: []ir.OperandDef{one("value", anyType), one("arg", anyType)}, Results: []ir.OperandDef{one("result", anyType)}, Attrs: []ir.AttrDef{strAttr("kind")},
	Format: "$kind $value `,` $arg attr-dict `:` type($value) `,` type($arg) `->` type($result)"}
var ballotDef = &ir.OpDef{Name: "descend.ballot", Summary: "bit per lane of a warp",
	Operands: []ir.OperandDef{one("value", isBool)}, Results: []ir.OperandDef{one("result", anyType)},
	Format: "$value attr-dict `:` type($result)"}
var callDef = &ir.OpDef{Name: "descend.call", Summary: "call a function",
	Description: "Operand 0 is the calling resource, then the arguments. Generic arguments: nats (array of nats), mems (array of strings), " +
		"types (array of types), lifetimes (array of strings), each in the order of the callee's generics of that kind.",
	Operands: []ir.OperandDef{one("resource", anyType), many("args", anyType)}, Results: []ir.OperandDef{{Name: "result", Arity: ir.Optional}},
	Attrs:  []ir.AttrDef{{Name: "callee", Attr: isSym}, opt("nats", isArr), opt("mems", isArr), opt("types", isArr), opt("lifetimes", isArr)},
	Format: "$callee `(` $args `)` `by` $resource attr-dict `:` type($resource) `,` functional-type($args, results)"}
var launchDef = &ir.OpDef{Name: "descend.launch", Summary: "launch a grid function",
	Description: "grid is the launched resource type !exec.grid<..>; shared the types of the shared parameters in order; generic arguments as in descend.call. Waits for the kernel.",
	Operands:    []ir.OperandDef{many("args", anyType)},
	Attrs: []ir.AttrDef{{Name: "callee", Attr: isSym}, {Name: "grid", Attr: isType}, opt("shared", isArr),
		opt("nats", isArr), opt("mems", isArr), opt("types", isArr), opt("lifetimes", isArr)},
	Format: "$callee `(` $args `)` `on` $grid attr-dict `:` functional-type($args, results)"}
var boxNewDef = &ir.OpDef{Name: "descend.box_new", Summary: "allocate on the CPU heap",
	Operands: []ir.OperandDef{one("value", anyType)}, Results: []ir.OperandDef{one("box", anyType)}, Format: "$value attr-dict `:` type($value) `->` type($box)"}
var allocCopyDef = &ir.OpDef{Name: "descend.alloc_copy", Summary: "allocate device memory with a copy",
	Operands: []ir.OperandDef{one("source", isRef)}, Results: []ir.OperandDef{one("box", anyType)}, Format: "$source attr-dict `:` type($source) `->` type($box)"}
var copyDef = &ir.OpDef{Name: "descend.copy", Summary: "copy between CPU and GPU memory",
	Operands: []ir.OperandDef{one("dst", isRef), one("src", isRef)}, Format: "$dst `,` $src attr-dict `:` type($dst) `,` type($src)"}
var deviceDef = &ir.OpDef{Name: "descend.device", Summary: "device handle",
	Operands: []ir.OperandDef{one("number", anyType)}, Results: []ir.OperandDef{one("device", anyType)}, Format: "$number attr-dict `:` type($number) `->` type($device)"}
var printDef = &ir.OpDef{Name: "descend.print", Summary: "print values", Operands: []ir.OperandDef{many("args", anyType)},
	Format: "$args attr-dict `:` type($args)"}
var assertDef = &ir.OpDef{Name: "descend.assert", Summary: "stop unless true", Operands: []ir.OperandDef{one("condition", isBool)}, Attrs: []ir.AttrDef{strAttr("text")},
	Format: "$condition `,` $text attr-dict"}

// Def is the definition.
func (NatOp) Def() *ir.OpDef { return natOpDef }

// Def is the definition.
func (ConstOp) Def() *ir.OpDef { return constDef }

// Def is the definition.
func (UnitOp) Def() *ir.OpDef { return unitDef }

// Def is the definition.
func (BinaryOp) Def() *ir.OpDef { return binaryDef }

// Def is the definition.
func (CompareOp) Def() *ir.OpDef { return compareDef }

// Def is the definition.
func (UnaryOp) Def() *ir.OpDef { return unaryDef }

// Def is the definition.
func (CastOp) Def() *ir.OpDef { return castDef }

// Def is the definition.
func (MathOp) Def() *ir.OpDef { return mathDef }

// Def is the definition.
func (AggregateOp) Def() *ir.OpDef { return aggregateDef }

// Def is the definition.
func (RepeatOp) Def() *ir.OpDef { return repeatDef }

// Def is the definition.
func (ShuffleOp) Def() *ir.OpDef { return shuffleDef }

// Def is the definition.
func (BallotOp) Def() *ir.OpDef { return ballotDef }

// Def is the definition.
func (CallOp) Def() *ir.OpDef { return callDef }

// Def is the definition.
func (LaunchOp) Def() *ir.OpDef { return launchDef }

// Def is the definition.
func (BoxNewOp) Def() *ir.OpDef { return boxNewDef }

// Def is the definition.
func (AllocCopyOp) Def() *ir.OpDef { return allocCopyDef }

// Def is the definition.
func (CopyOp) Def() *ir.OpDef { return copyDef }

// Def is the definition.
func (DeviceOp) Def() *ir.OpDef { return deviceDef }

// Def is the definition.
func (PrintOp) Def() *ir.OpDef { return printDef }

// Def is the definition.
func (AssertOp) Def() *ir.OpDef { return assertDef }

// Nat is the nat.
func (o NatOp) Nat() nat.Expr { e, _ := NatOf(o.Operation, "value"); return e }

// Callee is the called function's name.
func (o CallOp) Callee() string { return calleeOf(o.Operation) }

// Callee is the launched function's name.
func (o LaunchOp) Callee() string { return calleeOf(o.Operation) }

func calleeOf(o *ir.Operation) string {
	if s, ok := o.Attr("callee").(*ir.SymbolRefAttr); ok {
		return s.Root
	}
	return ""
}

// Instantiation maps the generics of callee to the generic arguments of a call or launch.
func Instantiation(call *ir.Operation, callee FuncOp) *Subst {
	s := &Subst{Nats: map[string]nat.Expr{}, Mems: map[string]Mem{}, Types: map[string]ir.Type{}, Lifetimes: map[string]string{}}
	next := map[string]int{}
	arg := func(attr string) ir.Attribute {
		l, _ := call.Attr(attr).(*ir.ArrayAttr)
		i := next[attr]
		next[attr]++
		if l == nil || i >= len(l.Elems) {
			return nil
		}
		return l.Elems[i]
	}
	for _, g := range callee.Generics() {
		switch g.Kind {
		case "nat":
			if a, ok := arg("nats").(*NatAttr); ok {
				s.Nats[g.Name] = a.Expr
			}
		case "mem":
			if a, ok := arg("mems").(*ir.StringAttr); ok {
				s.Mems[g.Name] = Mem(a.Value)
			}
		case "prv":
			if a, ok := arg("lifetimes").(*ir.StringAttr); ok {
				s.Lifetimes[g.Name] = a.Value
			}
		default:
			if a, ok := arg("types").(*ir.TypeAttr); ok {
				s.Types[g.Name] = a.Type
			}
		}
	}
	return s
}

// Dialect returns the descend dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:    "descend",
		Summary: "functions, places, ownership: the language itself",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) FuncOp { return FuncOp{o} }),
			ir.Op(func(o *ir.Operation) ReturnOp { return ReturnOp{o} }),
			ir.Op(func(o *ir.Operation) YieldOp { return YieldOp{o} }),
			ir.Op(func(o *ir.Operation) ConditionOp { return ConditionOp{o} }),
			ir.Op(func(o *ir.Operation) IfOp { return IfOp{o} }),
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
			ir.Op(func(o *ir.Operation) ToAtomicOp { return ToAtomicOp{o} }),
			ir.Op(func(o *ir.Operation) RetypeOp { return RetypeOp{o} }),
			ir.Op(func(o *ir.Operation) NatOp { return NatOp{o} }),
			ir.Op(func(o *ir.Operation) ConstOp { return ConstOp{o} }),
			ir.Op(func(o *ir.Operation) UnitOp { return UnitOp{o} }),
			ir.Op(func(o *ir.Operation) BinaryOp { return BinaryOp{o} }),
			ir.Op(func(o *ir.Operation) CompareOp { return CompareOp{o} }),
			ir.Op(func(o *ir.Operation) UnaryOp { return UnaryOp{o} }),
			ir.Op(func(o *ir.Operation) CastOp { return CastOp{o} }),
			ir.Op(func(o *ir.Operation) MathOp { return MathOp{o} }),
			ir.Op(func(o *ir.Operation) AggregateOp { return AggregateOp{o} }),
			ir.Op(func(o *ir.Operation) RepeatOp { return RepeatOp{o} }),
			ir.Op(func(o *ir.Operation) ShuffleOp { return ShuffleOp{o} }),
			ir.Op(func(o *ir.Operation) BallotOp { return BallotOp{o} }),
			ir.Op(func(o *ir.Operation) CallOp { return CallOp{o} }),
			ir.Op(func(o *ir.Operation) LaunchOp { return LaunchOp{o} }),
			ir.Op(func(o *ir.Operation) BoxNewOp { return BoxNewOp{o} }),
			ir.Op(func(o *ir.Operation) AllocCopyOp { return AllocCopyOp{o} }),
			ir.Op(func(o *ir.Operation) CopyOp { return CopyOp{o} }),
			ir.Op(func(o *ir.Operation) DeviceOp { return DeviceOp{o} }),
			ir.Op(func(o *ir.Operation) PrintOp { return PrintOp{o} }),
			ir.Op(func(o *ir.Operation) AssertOp { return AssertOp{o} }),
		},
		ParseType: parseType,
		ParseAttr: parseAttr,
	}
}
