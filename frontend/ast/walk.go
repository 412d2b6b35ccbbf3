package ast

// Inspect calls f for n and, where f returns true, for its children in source order. Nil children are
// left out.
func Inspect(n Node, f func(Node) bool) {
	if !f(n) {
		return
	}
	w := walker{f}
	switch n := n.(type) {
	case Item:
		w.item(n)
	case Type:
		w.typ(n)
	case Nat:
		w.nat(n)
	case Expr:
		w.expr(n)
	case *File:
		each(w, n.Items)
	case *Path:
		each(w, n.Parts)
	case *Generic:
		w.ident(n.Name)
	case *Param:
		one(w, n.Owner)
		w.ident(n.Name)
		w.node(n.Type)
	case *Field:
		w.ident(n.Name)
		w.node(n.Type)
	case *ExecParam:
		w.ident(n.Name)
		one(w, n.Type)
	case *NatConstraint:
		w.node(n.X)
		w.node(n.Y)
	case *Outlives:
		one(w, n.Long)
		one(w, n.Short)
	case *TypeBound:
		w.ident(n.Name)
		w.ident(n.Bound)
	case *GenericArg:
		w.genericArg(n)
	case *Mem:
		one(w, n.Name)
	case *Dim:
		each(w, n.Sizes)
	case *ExecType:
		each(w, n.Dims)
		w.node(n.Num)
	case *ExecExpr:
		one(w, n.Name)
		one(w, n.Type)
		each(w, n.Steps)
	case *ExecStep:
		w.node(n.At)
	case *ViewChain:
		each(w, n.Steps)
	case *ViewStep:
		w.ident(n.Name)
		each(w, n.Args)
		each(w, n.Views)
	case *Let:
		one(w, n.Owner)
		w.node(n.Pat)
		w.node(n.Type)
		w.node(n.Init)
	case *ExprStmt:
		w.node(n.X)
	case *NamePattern:
		w.ident(n.Name)
	case *TuplePattern:
		each(w, n.Elems)
	case *FieldInit:
		w.ident(n.Name)
		w.node(n.Value)
	case *NatRange:
		w.node(n.Lo)
		w.node(n.Hi)
	case *SplitBranch:
		w.ident(n.Name)
		one(w, n.Body)
	}
}

// walker visits the children of nodes.
type walker struct{ f func(Node) bool }

// node visits a child that may be a nil interface.
func (w walker) node(n Node) {
	if n != nil {
		Inspect(n, w.f)
	}
}

func (w walker) ident(id *Ident) { one(w, id) }

// one visits a child that may be a nil pointer.
func one[T any, P interface {
	*T
	Node
}](w walker, n P) {
	if n != nil {
		Inspect(n, w.f)
	}
}

func each[N Node](w walker, list []N) {
	for _, n := range list {
		Inspect(n, w.f)
	}
}

func (w walker) item(n Item) {
	switch n := n.(type) {
	case *FnDecl:
		w.ident(n.Name)
		each(w, n.Generics)
		each(w, n.Params)
		one(w, n.Exec)
		w.node(n.Ret)
		each(w, n.Where)
		one(w, n.Body)
	case *ViewDecl:
		w.ident(n.Name)
		each(w, n.Generics)
		each(w, n.Params)
		each(w, n.Where)
		one(w, n.Chain)
	case *StructDecl:
		w.ident(n.Name)
		each(w, n.Generics)
		each(w, n.Where)
		each(w, n.Fields)
	}
}

func (w walker) typ(n Type) {
	switch n := n.(type) {
	case *NamedType:
		w.ident(n.Name)
		each(w, n.Args)
	case *TupleType:
		each(w, n.Elems)
	case *ArrayType:
		w.node(n.Elem)
		w.node(n.Len)
	case *ViewType:
		w.node(n.Elem)
		w.node(n.Len)
	case *RefType:
		one(w, n.Lifetime)
		one(w, n.Mem)
		w.node(n.Elem)
	case *BoxType:
		w.node(n.Elem)
		one(w, n.Mem)
	}
}

func (w walker) nat(n Nat) {
	switch n := n.(type) {
	case *NatName:
		w.ident(n.Name)
	case *NatBinary:
		w.node(n.X)
		w.node(n.Y)
	case *NatMinMax:
		w.node(n.X)
		w.node(n.Y)
	case *NatTerm:
		w.node(n.X)
	}
}

// genericArg visits each reading; a lone identifier only as its name.
func (w walker) genericArg(n *GenericArg) {
	if id := n.Name(); id != nil {
		w.ident(id)
		return
	}
	w.node(n.Nat)
	w.node(n.Type)
	one(w, n.Mem)
	one(w, n.Lifetime)
}

func (w walker) expr(n Expr) {
	switch n := n.(type) {
	case *Name:
		one(w, n.Path)
		each(w, n.Args)
	case *Member:
		w.node(n.X)
		one(w, n.Step)
	case *TupleField:
		w.node(n.X)
	case *Index:
		w.node(n.X)
		w.node(n.I)
	case *Slice:
		w.node(n.X)
		w.node(n.Lo)
		w.node(n.Hi)
	case *Select:
		w.node(n.X)
		one(w, n.Exec)
	case *Deref:
		w.node(n.X)
	case *Unary:
		w.node(n.X)
	case *Binary:
		w.node(n.X)
		w.node(n.Y)
	case *Cast:
		w.node(n.X)
		w.node(n.Type)
	case *Borrow:
		w.node(n.X)
	case *Tuple:
		each(w, n.Elems)
	case *Array:
		each(w, n.Elems)
	case *ArrayRepeat:
		w.node(n.Elem)
		w.node(n.Len)
	case *StructLit:
		w.ident(n.Name)
		each(w, n.Args)
		each(w, n.Fields)
	case *Call:
		one(w, n.Fun)
		each(w, n.Generics)
		each(w, n.Args)
	case *Launch:
		one(w, n.Fun)
		one(w, n.Grid)
		one(w, n.Block)
		each(w, n.Shared)
		each(w, n.Generics)
		each(w, n.Args)
	case *Alloc:
		one(w, n.Mem)
		w.node(n.Type)
	default:
		w.control(n)
	}
}

func (w walker) control(n Expr) {
	switch n := n.(type) {
	case *Block:
		each(w, n.Stmts)
		w.node(n.Result)
	case *Unsafe:
		one(w, n.Body)
	case *Assign:
		w.node(n.X)
		w.node(n.Y)
	case *If:
		w.node(n.Cond)
		one(w, n.Then)
		w.node(n.Else)
	case *While:
		w.node(n.Cond)
		one(w, n.Body)
	case *ForEach:
		w.node(n.Pat)
		w.node(n.Coll)
		one(w, n.Body)
	case *ForNat:
		w.ident(n.Var)
		one(w, n.Range)
		one(w, n.Body)
	case *Sched:
		w.ident(n.Var)
		one(w, n.Exec)
		one(w, n.Body)
	case *Split:
		one(w, n.Exec)
		w.node(n.At)
		for _, b := range n.Branches {
			one(w, b)
		}
	case *Sync:
		one(w, n.Exec)
	case *Return:
		w.node(n.X)
	}
}
