package ast

import "math/big"

// Expr is a term. Every kind of term may stand where a term is wanted; what makes no sense there is
// rejected later by its type.
type Expr interface {
	Node
	isExpr()
}

// Stmt is a part of a block: *Let, *LetNat or *ExprStmt.
type Stmt interface {
	Node
	isStmt()
}

// Let is `let pat: ty = t`, `let[owner] mut x: ty`. Type and Init may be nil, not both.
type Let struct {
	Base
	Owner *ExecExpr // nil: owned by the executing resource
	Pat   Pattern
	Type  Type
	Init  Expr
}

// LetNat is `let nat k = t`.
type LetNat struct {
	Base
	Name *Ident
	Init Expr
}

// ExprStmt is a term whose value is dropped.
type ExprStmt struct {
	Base
	X Expr
}

func (*Let) isStmt()      {}
func (*LetNat) isStmt()   {}
func (*ExprStmt) isStmt() {}

// Pattern is the left side of a let: *NamePattern, *TuplePattern or *WildPattern.
type Pattern interface {
	Node
	isPattern()
}

// NamePattern binds a variable.
type NamePattern struct {
	Base
	Mut  bool
	Name *Ident
}

// TuplePattern takes a tuple apart.
type TuplePattern struct {
	Base
	Elems []Pattern
}

// WildPattern is `_`.
type WildPattern struct{ Base }

func (*NamePattern) isPattern()  {}
func (*TuplePattern) isPattern() {}
func (*WildPattern) isPattern()  {}

// Place expressions.
type (
	// Name is a variable, a nat, or a view or function that is passed by name; Path has one part except
	// for names like `CpuHeap::new`. Args are generic arguments (`group::<4>` as an argument), usually nil.
	Name struct {
		Base
		Path *Path
		Args []*GenericArg
	}
	// Member is `x.name::<args>(views)`: a struct field, `fst`, `snd` or a view.
	Member struct {
		Base
		X    Expr
		Step *ViewStep
	}
	// TupleField is `x.0`.
	TupleField struct {
		Base
		X     Expr
		Index int
	}
	// Index is `x[i]`.
	Index struct {
		Base
		X, I Expr
	}
	// Slice is `x[lo..hi]`.
	Slice struct {
		Base
		X      Expr
		Lo, Hi Nat
	}
	// Select is `x[[exec]]`.
	Select struct {
		Base
		X    Expr
		Exec *ExecExpr
	}
	// Deref is `*x`.
	Deref struct {
		Base
		X Expr
	}
)

// Literals and operators.
type (
	// BoolLit is `true` or `false`.
	BoolLit struct {
		Base
		Value bool
	}
	// IntLit is an integer literal of any size. Suffix is an integer type's name or "". With a suffix the
	// value fits the type (negated where the literal is the operand of a Neg).
	IntLit struct {
		Base
		Value  *big.Int
		Suffix string
	}
	// FloatLit is a float literal. Text is as written without suffix and underscores; strconv.ParseFloat reads
	// it. Suffix is "f16", "f32", "f64" or "".
	FloatLit struct {
		Base
		Text   string
		Suffix string
	}
	// StringLit is a text: the label of print, the message of assert. Value has no escapes.
	StringLit struct {
		Base
		Value string
	}
	// Unary is `-x` or `!x`.
	Unary struct {
		Base
		Op UnaryOp
		X  Expr
	}
	// Binary is x Op y.
	Binary struct {
		Base
		Op   BinaryOp
		X, Y Expr
	}
	// Else is `x else y`: the element x, or y where there is none.
	Else struct {
		Base
		X, Y Expr
	}
	// Cast is `x as type`.
	Cast struct {
		Base
		X    Expr
		Type Type
	}
	// Borrow is `&x`, `&shrd x` or `&uniq x`.
	Borrow struct {
		Base
		Uniq bool
		X    Expr
	}
	// Tuple is `(a, b)`; without elements the unit value `()`.
	Tuple struct {
		Base
		Elems []Expr
	}
	// Array is `[a, b]`.
	Array struct {
		Base
		Elems []Expr
	}
	// ArrayRepeat is `[v; n]`, also `create_array::<n>(v)`.
	ArrayRepeat struct {
		Base
		Elem Expr
		Len  Nat
	}
	// StructLit is `Name::<args> { field: t, .. }`.
	StructLit struct {
		Base
		Name   *Ident
		Args   []*GenericArg
		Fields []*FieldInit
	}
)

// FieldInit is `name: value` in a StructLit; `name` alone stands for `name: name`.
type FieldInit struct {
	Base
	Name  *Ident
	Value Expr
}

// Calls.
type (
	// Call is `f::<generics>(args)`. A function's view parameter is given by an argument that [ViewChainOf]
	// reads.
	Call struct {
		Base
		Fun      *Path
		Generics []*GenericArg
		Args     []Expr
	}
	// Launch is `f::<<<grid, block; shared>>>::<generics>(args)`.
	Launch struct {
		Base
		Fun         *Path
		Grid, Block *Dim
		Shared      []Type
		Generics    []*GenericArg
		Args        []Expr
	}
	// Alloc is `alloc::<mem, type>()`.
	Alloc struct {
		Base
		Mem  *Mem
		Type Type
	}
)

// Control.
type (
	// Block is `{ stmts; result }`. Result is the last term if no `;` follows it, else nil; it may be of unit
	// type (a loop).
	Block struct {
		Base
		Stmts  []Stmt
		Result Expr
	}
	// Unsafe is `unsafe { .. }`.
	Unsafe struct {
		Base
		Body *Block
	}
	// Assign is `x = y`, or `x op= y` when Compound.
	Assign struct {
		Base
		Compound bool
		Op       BinaryOp // when Compound
		X, Y     Expr
	}
	// If is `if cond { .. } else { .. }`; Cond may be a *LetCond, Else is nil, a *Block or an *If.
	If struct {
		Base
		Cond Expr
		Then *Block
		Else Expr
	}
	// LetCond is `let pat = x`, which stands as the condition of an If only.
	LetCond struct {
		Base
		Pat Pattern
		X   Expr
	}
	// Match is `match x { a | b => .., _ => .. }`.
	Match struct {
		Base
		X    Expr
		Arms []*MatchArm
	}
	// ArmTest stands for the condition under which an arm of a match is executed. It is not written: the meaning of a match is given
	// by conditionals, which have it as their conditions.
	ArmTest struct {
		Base
		Arm *MatchArm
	}
	// While is `while cond { .. }`.
	While struct {
		Base
		Cond Expr
		Body *Block
	}
	// ForEach is `for x in coll { .. }`.
	ForEach struct {
		Base
		Pat  Pattern
		Coll Expr
		Body *Block
	}
	// ForNat is `for i in range { .. }`.
	ForNat struct {
		Base
		Var   *Ident
		Range *NatRange
		Body  *Block
	}
	// Sched is `sched(Y, X) var in exec { .. }`. Axes is empty when left out (then X).
	Sched struct {
		Base
		Axes []Axis
		Var  *Ident
		Exec *ExecExpr
		Body *Block
	}
	// Split is `split(X) exec at n { a => .., b => .. }`. A branch that is not a block is wrapped in one.
	Split struct {
		Base
		Axis     Axis
		HasAxis  bool // false: the axis was left out (then X)
		Exec     *ExecExpr
		At       Nat
		Branches [2]*SplitBranch
	}
	// Sync is `sync` or `sync(exec)`.
	Sync struct {
		Base
		Exec *ExecExpr // nil: the innermost enclosing block
	}
	// Return is `return` or `return x`.
	Return struct {
		Base
		X Expr // may be nil
	}
	// Jump is `break`, or `continue`, which goes on with the next iteration.
	Jump struct {
		Base
		Again bool // continue
	}
	// BadExpr stands where a term could not be read.
	BadExpr struct{ Base }
)

// Word is how it is written.
func (j *Jump) Word() string {
	if j.Again {
		return "continue"
	}
	return "break"
}

// MatchArm is `a | b => body` of a [Match]. A body that is not a block is wrapped in one.
type MatchArm struct {
	Base
	Pats []*MatchPattern // at least one
	Body *Block
}

// MatchPattern is what an arm is for: `_`, one value, or `lo..=hi`, or `lo..hi`.
type MatchPattern struct {
	Base
	Wild bool
	Lo   Expr // nil for `_`
	Hi   Expr // of a range, else nil
	Open bool // a range without its end, `lo..hi`
}

// SplitBranch is one branch of a [Split].
type SplitBranch struct {
	Base
	Name *Ident
	Body *Block
}

// RangeKind says how a [NatRange] runs.
type RangeKind int

// The ranges of nat loops.
const (
	RangeUp      RangeKind = iota // [lo..hi], lo..hi, range(lo, hi)
	RangeHalved                   // halved_range(hi), halved_range(hi, lo)
	RangeDoubled                  // doubled_range(hi), doubled_range(lo, hi)
)

// NatRange is the range of a nat loop; Lo may be nil for the halved and doubled ones (then 1).
type NatRange struct {
	Base
	Kind   RangeKind
	Lo, Hi Nat
}

func (*Name) isExpr()        {}
func (*Member) isExpr()      {}
func (*TupleField) isExpr()  {}
func (*Index) isExpr()       {}
func (*Slice) isExpr()       {}
func (*Select) isExpr()      {}
func (*Deref) isExpr()       {}
func (*BoolLit) isExpr()     {}
func (*IntLit) isExpr()      {}
func (*FloatLit) isExpr()    {}
func (*StringLit) isExpr()   {}
func (*Unary) isExpr()       {}
func (*Binary) isExpr()      {}
func (*Cast) isExpr()        {}
func (*Borrow) isExpr()      {}
func (*Tuple) isExpr()       {}
func (*Array) isExpr()       {}
func (*ArrayRepeat) isExpr() {}
func (*StructLit) isExpr()   {}
func (*Call) isExpr()        {}
func (*Launch) isExpr()      {}
func (*Alloc) isExpr()       {}
func (*Block) isExpr()       {}
func (*Unsafe) isExpr()      {}
func (*Assign) isExpr()      {}
func (*Else) isExpr()        {}
func (*LetCond) isExpr()     {}
func (*If) isExpr()          {}
func (*Match) isExpr()       {}
func (*ArmTest) isExpr()     {}
func (*While) isExpr()       {}
func (*ForEach) isExpr()     {}
func (*ForNat) isExpr()      {}
func (*Sched) isExpr()       {}
func (*Split) isExpr()       {}
func (*Sync) isExpr()        {}
func (*Return) isExpr()      {}
func (*Jump) isExpr()        {}
func (*BadExpr) isExpr()     {}

// Lambda is a function that is written where it is given: `|a, b| a + b`.
type Lambda struct {
	Base
	Params []*Ident
	Body   Expr
}

func (*Lambda) isExpr() {}
