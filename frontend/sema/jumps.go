package sema

import (
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file elaborates `break` and `continue`. The IR has structured control flow only, so that a jump is a bool variable, the flag
// of the loop, that says whether what follows is still executed:
//
//	while c { a; if x { b; break } d }        let go = true;  while go && c { a; if x { b; go = false } else { d } }
//	while c { a; if x && f() { break } else { b } d }    ..  if go { d }
//
// Every check sees these as it sees what a program could write itself; access-check knows besides that a flag which all threads
// of a block change together is not read again by an iteration that it ended (descend.LocalOp.Jump).

// loop is the innermost loop around the point that is elaborated, and what `break` and `continue` in it do.
type loop struct {
	at    source.Span
	depth int // resources that execute the loop
	// placed are the jumps of this loop that stand where a statement does, jumping the statements and terms that hold them.
	placed  map[*ast.Jump]bool
	jumping map[ast.Node]bool
	breaks  bool
	again   bool
	// stop is the flag that break takes back, skip that of an iteration, which both do where there is a continue.
	stop, skip *ir.Value
}

// maxJumps bounds the jumps of a loop: each one nests what follows it.
const maxJumps = 200

// inLoop elaborates a loop: body is its block, emit makes it.
func (e *statements) inLoop(at source.Span, body *ast.Block, emit func(*loop) *ir.Value) *ir.Value {
	l := &loop{at: at, depth: len(e.resources), placed: map[*ast.Jump]bool{}, jumping: map[ast.Node]bool{}}
	l.find(body)
	around := e.loop
	e.loop = l
	defer func() { e.loop = around }()
	if l.breaks {
		l.stop = e.flag("break")
	}
	return emit(l)
}

// find finds the jumps in what is executed as a statement, or gives the value of one; true if there are any.
func (l *loop) find(n ast.Node) bool {
	found := false
	switch n := n.(type) {
	case *ast.Jump:
		l.placed[n] = true
		l.breaks, l.again = l.breaks || !n.Again, l.again || n.Again
		found = true
	case *ast.Let:
		found = n.Init != nil && l.find(n.Init)
	case *ast.ExprStmt:
		found = l.find(n.X)
	case *ast.Unsafe:
		found = l.find(n.Body)
	case *ast.If:
		found = l.find(n.Then)
		if n.Else != nil {
			found = l.find(n.Else) || found
		}
	case *ast.Match:
		for _, a := range n.Arms {
			found = l.find(a.Body) || found
		}
	case *ast.Block:
		for _, s := range n.Stmts {
			found = l.find(s) || found
		}
		if n.Result != nil {
			found = l.find(n.Result) || found
		}
	}
	if found {
		l.jumping[n] = true
	}
	return found
}

// flag declares the flag of a loop or an iteration.
func (e *statements) flag(kind string) *ir.Value {
	s := e.loop.at
	p := e.placeOp(s, "descend.local", nil, e.c.I1(), e.strAttr("name", kind), e.unitAttr("mut"), e.strAttr("jump", kind))
	e.write(s, e.bool(s, true), p, true)
	return p
}

func (e *statements) bool(s source.Span, v bool) *ir.Value {
	return e.val(s, "descend.const", nil, e.c.I1(), ir.Attr("value", e.c.BoolAttr(v)))
}

// condition is the condition of a while, which is not asked for any more after a break.
func (l *loop) condition(e *statements, s source.Span, cond func() *ir.Value) *ir.Value {
	if l.stop == nil {
		return cond()
	}
	goes := e.load(s, l.stop)
	var c *ir.Value
	ask := e.region(func() {
		if c = cond(); c != nil {
			e.op(s, "descend.yield", []*ir.Value{c}, nil)
		}
	})
	left := e.region(func() { e.op(s, "descend.yield", []*ir.Value{e.bool(s, false)}, nil) })
	if c == nil {
		return nil
	}
	e.at(s)
	return e.b.OpR("descend.if", []*ir.Value{goes}, []ir.Type{e.c.I1()}, []*ir.Region{ask, left}).Result(0)
}

// body elaborates the body of a loop; guarded says that iterations come after a break, too, and have to do nothing.
func (l *loop) body(e *statements, b *ast.Block, guarded bool) *ir.Value {
	if l.stop == nil || !guarded {
		return l.iteration(e, b)
	}
	return e.onlyIf(l.at, l.stop, func() *ir.Value { return l.iteration(e, b) })
}

func (l *loop) iteration(e *statements, b *ast.Block) *ir.Value {
	if l.again {
		l.skip = e.flag("continue")
	}
	return e.block(b, nil, false)
}

// onlyIf elaborates what is executed only if a flag still holds.
func (e *statements) onlyIf(s source.Span, flag *ir.Value, what func() *ir.Value) *ir.Value {
	goes := e.load(s, flag)
	var v *ir.Value
	then := e.region(func() { v = what() })
	e.at(s)
	e.b.OpR("descend.if", []*ir.Value{goes}, nil, []*ir.Region{then, ir.NewRegion()})
	return v
}

// jump is `break` or `continue`.
func (e *statements) jump(x *ast.Jump) *ir.Value {
	l := e.loop
	switch {
	case l == nil:
		e.fail(x.Span(), descend.CodeSyntax, "`%s` outside of a loop", x.Word()).WithLabel("no `while` or `for` around")
		return nil
	case l.depth != len(e.resources):
		e.fail(x.Span(), wrongExec, "`%s` is for the one who executes the loop", x.Word()).
			WithLabel("this is executed by `%s`", exec.TypeOf(e.cur()).User()).
			Relate(l.at.Head().Loc(e.c), "the loop is executed by `%s`", exec.TypeOf(e.resources[l.depth-1]).User()).
			WithHelp("put the loop inside, where `" + e.resourceName(e.cur()) + "` executes it; where all threads have to leave it together, by a vote: `if sync_or(c) { break }`")
		return nil
	case !l.placed[x]:
		e.fail(x.Span(), unsupported, "`%s` inside of another term is not supported yet", x.Word()).
			WithLabel("what is around it would have no value").WithHelp("make it a statement: `if c { " + x.Word() + " }`")
		return nil
	case len(l.placed) > maxJumps:
		e.fail(x.Span(), unsupported, "a loop with more than %d `break` and `continue` is not supported yet", maxJumps).
			WithHelp("put some of what it does into functions")
		return nil
	}
	if !x.Again {
		e.write(x.Span(), e.bool(x.Span(), false), l.stop, false)
	}
	if l.skip != nil {
		e.write(x.Span(), e.bool(x.Span(), false), l.skip, false)
	}
	return e.never
}

// goesOn is the flag that says whether what follows a jump in an iteration is executed.
func (l *loop) goesOn() *ir.Value {
	if l.skip != nil {
		return l.skip
	}
	return l.stop
}

// jumpIn is the number of the first statement of a block behind which the iteration may be over although something follows.
func (e *statements) jumpIn(b *ast.Block) (int, bool) {
	if e.loop == nil || !e.loop.jumping[b] || e.loop.depth != len(e.resources) || len(e.loop.placed) > maxJumps {
		return 0, false
	}
	for i, s := range b.Stmts {
		if e.loop.jumping[s] {
			return i, i+1 < len(b.Stmts) || b.Result != nil
		}
	}
	return 0, false
}

// jumpingBlock elaborates a block whose statement i may jump: what follows is executed if it does not.
func (e *statements) jumpingBlock(b *ast.Block, i int, needed bool) *ir.Value {
	if b.Result != nil && needed {
		e.fail(b.Stmts[i].Span(), unsupported, "a jump before the value of a block is not supported yet").
			WithLabel("the value is not computed then").WithHelp("put it before the block, as a statement of the loop")
		return nil
	}
	for _, s := range b.Stmts[:i] {
		e.stmt(s)
	}
	s := b.Stmts[i]
	rest := &ast.Block{Base: b.Base, Stmts: b.Stmts[i+1:], Result: b.Result}
	if e.loop.jumping[b] {
		e.loop.jumping[rest] = true // at least, it is looked for in it
	}
	if x, ok := s.(*ast.ExprStmt); ok {
		if f, ok := x.X.(*ast.If); ok && !isLet(f.Cond) && e.endsInJump(f.Then) && (f.Else == nil || !e.loop.jumping[f.Else]) {
			return e.ifElseRest(f, rest)
		}
	}
	goesOn := e.stmt(s)
	v := e.onlyIf(s.Span(), e.loop.goesOn(), func() *ir.Value { return e.block(rest, nil, false) })
	if !goesOn && v != nil {
		return e.never
	}
	return v
}

// endsInJump says whether the last statement of a block is a jump.
func (e *statements) endsInJump(b *ast.Block) bool {
	last := b.Result
	if n := len(b.Stmts); last == nil && n > 0 {
		if s, ok := b.Stmts[n-1].(*ast.ExprStmt); ok {
			last = s.X
		}
	}
	j, ok := last.(*ast.Jump)
	return ok && e.loop.placed[j]
}

// ifElseRest is a conditional that always jumps in its first branch, and what follows it, which then is part of the second one.
func (e *statements) ifElseRest(x *ast.If, rest *ast.Block) *ir.Value {
	cond := e.expect(x.Cond, e.c.I1(), false)
	then, v := e.valueRegion(x.Then, nil, false)
	var w, r *ir.Value
	els := e.region(func() {
		w = e.unit
		if x.Else != nil {
			w = e.discard(x.Else)
		}
		r = e.block(rest, nil, false)
	})
	if cond == nil || v == nil || w == nil || r == nil {
		return nil
	}
	e.at(x.Span())
	e.b.OpR("descend.if", []*ir.Value{cond}, nil, []*ir.Region{then, els})
	return e.unit
}

// isLet says whether a condition asks whether an element exists.
func isLet(cond ast.Expr) bool {
	_, ok := cond.(*ast.LetCond)
	return ok
}
