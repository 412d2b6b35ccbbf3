package attack

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"reflect"

	"descend/frontend/ast"
)

// Mutant changes a program in one to three places: it drops, doubles or moves barriers, statements and exchanges of
// references, swaps views, shifts sizes, indices and ranges, drops or doubles selects, changes uniq to shrd and back,
// negates conditions, exchanges them or changes their variables, makes sizes of the CPU such that are known when it runs. "" if the text is not a program.
func Mutant(text string, seed uint64) string {
	f := parse(text)
	if f == nil {
		return ""
	}
	m := &mutator{r: rand.New(rand.NewPCG(seed, 0x3a7a))}
	m.walk(reflect.ValueOf(f), nil)
	changed := false
	for range m.pick(1, 1, 2, 3) {
		for range 30 {
			if m.mutate() {
				changed = true
				break
			}
		}
	}
	if !changed {
		return ""
	}
	return ast.Format(f)
}

// mutator holds the places of a tree that can be changed, by kind.
type mutator struct {
	r        *rand.Rand
	blocks   []*ast.Block
	exprs    []reflect.Value // slots of type ast.Expr
	nats     []*ast.NatLit
	ints     []*ast.IntLit
	places   []reflect.Value // slots with places
	selects  []reflect.Value // slots with selects
	members  []*ast.Member
	slices   []*ast.Slice
	borrows  []*ast.Borrow
	refs     []*ast.RefType
	names    []*ast.Ident // of variables that are used
	execs    []*ast.Ident // of resources that are used
	splits   []*ast.Split
	ranges   []*ast.NatRange
	ifs      []*ast.If
	natOps   []*ast.NatBinary
	scheds   []*ast.Sched
	sizes    []hostSize
	given    []*ast.GenericArg // names in `::<..>`
	literals []*ast.Lambda
	host     *ast.Block // the body of the function of the CPU that the walk is in, or comes to; nil in others
	inHost   bool
}

// hostSize is a slot with a literal size in a function of the CPU.
type hostSize struct {
	slot reflect.Value
	body *ast.Block
}

func (m *mutator) pick(of ...int) int { return of[m.r.IntN(len(of))] }

// walk collects what is in a tree, functions with a body only.
func (m *mutator) walk(v reflect.Value, slot *reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		m.walk(v.Elem(), &v)
	case reflect.Slice:
		for i := range v.Len() {
			m.walk(v.Index(i), nil)
		}
	case reflect.Array:
		for i := range v.Len() {
			m.walk(v.Index(i), nil)
		}
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		n := v.Interface()
		if _, isInt := n.(*big.Int); isInt {
			return
		}
		m.node(n, slot)
		if e := v.Elem(); e.Kind() == reflect.Struct {
			for i := range e.NumField() {
				if f := e.Field(i); f.CanSet() && e.Type().Field(i).Name != "Base" && e.Type().Field(i).Name != "Source" {
					m.walk(f, nil)
				}
			}
		}
	}
}

// node notes a node; slot is where an interface holds it.
func (m *mutator) node(n any, slot *reflect.Value) {
	m.noteFunctions(n)
	if e, ok := n.(ast.Expr); ok && slot != nil && slot.Type() == exprType {
		m.exprs = append(m.exprs, *slot)
		switch e.(type) {
		case *ast.Select:
			m.selects = append(m.selects, *slot)
			m.places = append(m.places, *slot)
		case *ast.Member, *ast.Index, *ast.Slice:
			m.places = append(m.places, *slot)
		}
	}
	switch n := n.(type) {
	case *ast.FnDecl:
		m.host, m.inHost = nil, false
		if n.Exec != nil && n.Exec.Type != nil && n.Exec.Type.Kind == ast.ExecCPUThread {
			m.host = n.Body
		}
	case *ast.Block:
		m.inHost = m.inHost || n == m.host
		m.blocks = append(m.blocks, n)
	case *ast.NatLit:
		if slot != nil && slot.Type() == natType && m.inHost {
			m.sizes = append(m.sizes, hostSize{*slot, m.host})
		}
		m.nats = append(m.nats, n)
	case *ast.IntLit:
		m.ints = append(m.ints, n)
	case *ast.Member:
		m.members = append(m.members, n)
	case *ast.Slice:
		m.slices = append(m.slices, n)
	case *ast.Borrow:
		m.borrows = append(m.borrows, n)
	case *ast.RefType:
		m.refs = append(m.refs, n)
	case *ast.Name:
		if len(n.Path.Parts) == 1 {
			m.names = append(m.names, n.Path.Parts[0])
		}
	case *ast.ExecExpr:
		if n.Name != nil {
			m.execs = append(m.execs, n.Name)
		}
	case *ast.Split:
		m.splits = append(m.splits, n)
	case *ast.NatRange:
		m.ranges = append(m.ranges, n)
	case *ast.If:
		m.ifs = append(m.ifs, n)
	case *ast.NatBinary:
		m.natOps = append(m.natOps, n)
	case *ast.Sched:
		m.scheds = append(m.scheds, n)
	}
}

var exprType, natType = reflect.TypeFor[ast.Expr](), reflect.TypeFor[ast.Nat]()

// size makes a literal size of a function of the CPU one that is known when the program runs, or a few of them the same.
func (m *mutator) size() bool {
	s, ok := some(m, m.sizes)
	if !ok {
		return false
	}
	lit, ok := s.slot.Interface().(*ast.NatLit)
	if !ok {
		return false
	}
	value := lit.Value
	if m.r.IntN(3) == 0 {
		value = m.nudge(value)
	}
	name := &ast.Ident{Name: fmt.Sprintf("zk%d", len(s.body.Stmts))}
	insert(s.body, 0, &ast.LetNat{Name: name, Init: &ast.IntLit{Value: value}})
	for _, o := range m.sizes {
		if l, ok := o.slot.Interface().(*ast.NatLit); ok && o.body == s.body && l.Value.Cmp(lit.Value) == 0 && (l == lit || m.r.IntN(2) == 0) {
			o.slot.Set(reflect.ValueOf(&ast.NatName{Name: name}))
		}
	}
	return true
}

func some[T any](m *mutator, list []T) (x T, ok bool) {
	if len(list) == 0 {
		return x, false
	}
	return list[m.r.IntN(len(list))], true
}

// nudge adds or takes one, or halves or doubles.
func (m *mutator) nudge(v *big.Int) *big.Int {
	x := new(big.Int)
	switch m.r.IntN(8) {
	case 0:
		return x.Rsh(v, 1)
	case 1:
		if v.BitLen() < 8 {
			return x.Lsh(v, 1)
		}
	case 2, 3, 4:
		if v.Sign() > 0 {
			return x.Sub(v, big.NewInt(1))
		}
	}
	return x.Add(v, big.NewInt(1))
}

// mutate makes one change; false if it cannot make the one that it chose.
func (m *mutator) mutate() bool {
	switch m.r.IntN(29) {
	case 28:
		return m.functions()
	case 27:
		return m.size()
	case 22, 23:
		return m.exchange()
	case 24, 25, 26:
		return m.condition()
	case 0, 1, 2:
		return m.barrier()
	case 3, 4:
		return m.statement()
	case 5:
		if n, ok := some(m, m.nats); ok {
			n.Value = m.nudge(n.Value)
			return true
		}
	case 6:
		if n, ok := some(m, m.ints); ok && n.Suffix == "" {
			n.Value = m.nudge(n.Value)
			return true
		}
	case 7, 8:
		return m.view()
	case 9:
		if s, ok := some(m, m.slices); ok {
			one := &ast.NatLit{Value: big.NewInt(1)}
			switch m.r.IntN(3) {
			case 0:
				s.Lo, s.Hi = &ast.NatBinary{Op: ast.Add, X: s.Lo, Y: one}, &ast.NatBinary{Op: ast.Add, X: s.Hi, Y: one}
			case 1:
				s.Lo, s.Hi = &ast.NatBinary{Op: ast.Sub, X: s.Lo, Y: one}, &ast.NatBinary{Op: ast.Sub, X: s.Hi, Y: one}
			case 2:
				o, _ := some(m, m.slices)
				s.Lo, s.Hi = o.Lo, o.Hi
			}
			return true
		}
	case 10, 11:
		return m.selection()
	case 12:
		if b, ok := some(m, m.borrows); ok {
			b.Uniq = !b.Uniq
			return true
		}
	case 13:
		if t, ok := some(m, m.refs); ok {
			t.Uniq = !t.Uniq
			return true
		}
	case 14, 15: // one place in place of another
		to, ok := some(m, m.places)
		from, _ := some(m, m.places)
		if ok && to.Interface() != from.Interface() {
			x := clone(from.Interface().(ast.Expr))
			to.Set(reflect.ValueOf(&x).Elem())
			return true
		}
	case 16:
		to, ok := some(m, m.names)
		from, _ := some(m, m.names)
		if ok && to.Name != from.Name {
			to.Name = from.Name
			return true
		}
	case 17:
		to, ok := some(m, m.execs)
		from, _ := some(m, m.execs)
		if ok && to.Name != from.Name {
			to.Name = from.Name
			return true
		}
	case 18:
		if s, ok := some(m, m.splits); ok {
			if m.r.IntN(2) == 0 {
				s.Branches[0], s.Branches[1] = s.Branches[1], s.Branches[0]
			} else {
				s.Branches[0].Body, s.Branches[1].Body = s.Branches[1].Body, s.Branches[0].Body
				s.Branches[0].Name, s.Branches[1].Name = s.Branches[1].Name, s.Branches[0].Name
			}
			return true
		}
	case 19:
		if r, ok := some(m, m.ranges); ok {
			switch {
			case r.Kind == ast.RangeHalved && r.Lo == nil:
				r.Kind = ast.RangeDoubled
			case r.Kind == ast.RangeDoubled && r.Lo == nil:
				r.Kind = ast.RangeHalved
			default:
				r.Hi = &ast.NatBinary{Op: ast.Add, X: r.Hi, Y: &ast.NatLit{Value: big.NewInt(1)}}
			}
			return true
		}
	case 20:
		if i, ok := some(m, m.ifs); ok {
			if e, isBlock := i.Else.(*ast.Block); isBlock && m.r.IntN(2) == 0 {
				i.Then, i.Else = e, i.Then
			} else {
				i.Cond = &ast.Unary{Op: ast.Not, X: i.Cond}
			}
			return true
		}
	case 21:
		if o, ok := some(m, m.natOps); ok {
			o.X, o.Y = o.Y, o.X
			return true
		}
	}
	return false
}

// isBarrier says whether a statement is a barrier.
func isBarrier(s ast.Stmt) bool {
	e, ok := s.(*ast.ExprStmt)
	if !ok {
		return false
	}
	_, ok = e.X.(*ast.Sync)
	return ok
}

// settle turns the result of a block that is of unit type into a statement, so that it can move.
func settle(b *ast.Block) {
	switch b.Result.(type) {
	case *ast.Sync, *ast.Assign, *ast.If, *ast.While, *ast.ForEach, *ast.ForNat, *ast.Sched, *ast.Split:
		b.Stmts = append(b.Stmts, &ast.ExprStmt{X: b.Result})
		b.Result = nil
	}
}

// barrier drops, doubles or moves a barrier, or inserts one.
func (m *mutator) barrier() bool {
	type at struct {
		b *ast.Block
		i int
	}
	var all []at
	for _, b := range m.blocks {
		settle(b)
		for i, s := range b.Stmts {
			if isBarrier(s) {
				all = append(all, at{b, i})
			}
		}
	}
	p, ok := some(m, all)
	if !ok {
		return false
	}
	s := p.b.Stmts[p.i]
	without := append(append([]ast.Stmt{}, p.b.Stmts[:p.i]...), p.b.Stmts[p.i+1:]...)
	switch m.r.IntN(6) {
	case 0, 1: // dropped
		p.b.Stmts = without
	case 2: // into another block
		to, _ := some(m, m.blocks)
		if to == p.b {
			return false
		}
		p.b.Stmts = without
		insert(to, m.r.IntN(len(to.Stmts)+1), s)
	case 3: // to another place of its block
		p.b.Stmts = without
		insert(p.b, m.r.IntN(len(without)+1), s)
	case 4: // into a loop that may have no iteration, or a condition
		body := &ast.Block{Stmts: []ast.Stmt{s}}
		one := &ast.NatLit{Value: big.NewInt(int64(m.r.IntN(3)))}
		var x ast.Expr = &ast.ForNat{Var: &ast.Ident{Name: "zz"}, Range: &ast.NatRange{Lo: &ast.NatLit{Value: big.NewInt(0)}, Hi: one}, Body: body}
		if i, ok := some(m, m.ifs); ok && m.r.IntN(2) == 0 {
			x = &ast.If{Cond: clone(i.Cond), Then: body}
		}
		p.b.Stmts[p.i] = &ast.ExprStmt{X: x}
	case 5: // copied into another block
		to, _ := some(m, m.blocks)
		insert(to, m.r.IntN(len(to.Stmts)+1), s)
	}
	return true
}

func insert(b *ast.Block, i int, s ast.Stmt) {
	b.Stmts = append(append(append([]ast.Stmt{}, b.Stmts[:i]...), s), b.Stmts[i:]...)
}

// statement drops, doubles, swaps or repeats statements.
func (m *mutator) statement() bool {
	b, ok := some(m, m.blocks)
	if !ok {
		return false
	}
	settle(b)
	n := len(b.Stmts)
	if n == 0 {
		return false
	}
	i := m.r.IntN(n)
	switch m.r.IntN(5) {
	case 0:
		b.Stmts = append(append([]ast.Stmt{}, b.Stmts[:i]...), b.Stmts[i+1:]...)
	case 1:
		if n < 2 {
			return false
		}
		j := m.r.IntN(n)
		b.Stmts[i], b.Stmts[j] = b.Stmts[j], b.Stmts[i]
	case 2: // twice, perhaps with other statements between
		if _, isLet := b.Stmts[i].(*ast.Let); isLet {
			return false
		}
		insert(b, i+1+m.r.IntN(n-i), b.Stmts[i])
	case 3: // in a loop
		if _, isLet := b.Stmts[i].(*ast.Let); isLet {
			return false
		}
		j := i + 1 + m.r.IntN(n-i)
		body := &ast.Block{Stmts: append([]ast.Stmt{}, b.Stmts[i:j]...)}
		loop := &ast.ForNat{Var: &ast.Ident{Name: fmt.Sprintf("y%d", m.r.IntN(3))}, Range: &ast.NatRange{Lo: &ast.NatLit{Value: big.NewInt(0)}, Hi: &ast.NatLit{Value: big.NewInt(int64(m.pick(1, 2, 3)))}}, Body: body}
		b.Stmts = append(append(append([]ast.Stmt{}, b.Stmts[:i]...), &ast.ExprStmt{X: loop}), b.Stmts[j:]...)
	case 4: // to another block
		to, _ := some(m, m.blocks)
		if holds(b.Stmts[i], to) {
			return false
		}
		settle(to)
		insert(to, m.r.IntN(len(to.Stmts)+1), b.Stmts[i])
	}
	return true
}

// holds says whether a block is inside a statement.
func holds(s ast.Stmt, b *ast.Block) (found bool) {
	ast.Inspect(s, func(n ast.Node) bool {
		found = found || n == ast.Node(b)
		return !found
	})
	return found
}

// view changes a view of a place.
func (m *mutator) view() bool {
	x, ok := some(m, m.members)
	if !ok {
		return false
	}
	switch m.r.IntN(5) {
	case 0: // exchanged with the one before it
		if y, ok := x.X.(*ast.Member); ok {
			x.Step, y.Step = y.Step, x.Step
			return true
		}
	case 1: // that of another place
		y, _ := some(m, m.members)
		if y.Step != x.Step {
			x.Step = y.Step
			return true
		}
	case 2: // one more
		x.X = &ast.Member{X: x.X, Step: &ast.ViewStep{Name: &ast.Ident{Name: []string{"reverse", "transpose", "join"}[m.r.IntN(3)]}}}
		return true
	case 4: // one more with a size, and an element of it if that has a dimension more
		name := []string{"swizzle", "repeat", "window", "strided"}[m.r.IntN(4)]
		size := &ast.GenericArg{Nat: &ast.NatLit{Value: big.NewInt(int64(m.pick(1, 2, 4)))}}
		x.X = &ast.Member{X: x.X, Step: &ast.ViewStep{Name: &ast.Ident{Name: name}, Args: []*ast.GenericArg{size}}}
		if name != "swizzle" {
			x.X = &ast.Index{X: x.X, I: &ast.IntLit{Value: big.NewInt(int64(m.r.IntN(2)))}}
		}
		return true
	case 3: // its counterpart
		other := map[string]string{"take_left": "take_right", "take_right": "take_left", "fst": "snd", "snd": "fst", "reverse": "to_view", "rev": "to_view", "transpose": "to_view"}
		if to := other[x.Step.Name.Name]; to != "" {
			x.Step.Name.Name = to
			return true
		}
	}
	return false
}

// selection drops or doubles a select, or takes an element in its place.
func (m *mutator) selection() bool {
	slot, ok := some(m, m.selects)
	if !ok {
		return false
	}
	s, ok := slot.Interface().(*ast.Select)
	if !ok {
		return false
	}
	var x ast.Expr
	switch m.r.IntN(4) {
	case 0:
		x = s.X
	case 1:
		x = &ast.Select{X: s, Exec: s.Exec}
	case 2:
		x = &ast.Index{X: s.X, I: &ast.IntLit{Value: big.NewInt(int64(m.r.IntN(2)))}}
	case 3:
		x = &ast.Select{X: &ast.Member{X: s.X, Step: &ast.ViewStep{Name: &ast.Ident{Name: "reverse"}}}, Exec: s.Exec}
	}
	slot.Set(reflect.ValueOf(&x).Elem())
	return true
}

// clone copies a term by its text, so that later changes do not meet both.
func clone(e ast.Expr) ast.Expr {
	f := parse("fn f() -[t: cpu.thread]-> () { let x = " + ast.Format(e) + "; }")
	if f == nil {
		return e
	}
	return f.Items[0].(*ast.FnDecl).Body.Stmts[0].(*ast.Let).Init
}
