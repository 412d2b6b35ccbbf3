package sema

import (
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// This file reports execution resources where numbers are needed, as in `a[block * 256 + thread]`, and the numbers that CUDA
// has for them: one error for a formula, with what to write in its place, in the names of the program.

// numbers knows resources in the place of numbers: what they are written as, and what to write instead. It must not know types
// that are to be inferred, and elaborates nothing.
type numbers struct {
	*point
	*purpose
	*bodyErrors
	numbered source.Span // of the formula with a resource that was reported last
}

// cudaNumber says what has a number in CUDA.
type cudaNumber int

const (
	ofThread cudaNumber = iota + 1 // or of a lane
	ofBlock
)

// cudaNumbers are what CUDA and the prototype call the numbers of threads, blocks and lanes.
var cudaNumbers = func() map[string]cudaNumber {
	m := map[string]cudaNumber{"threadIdx": ofThread, "blockIdx": ofBlock, "globalIdx": ofThread, "laneId": ofThread, "lane_id": ofThread}
	for _, axis := range []string{"", "_x", "_y", "_z"} {
		for _, n := range []string{"_id", "_idx"} {
			m["thread"+n+axis], m["block"+n+axis] = ofThread, ofBlock
		}
	}
	return m
}()

// cudaSizes are what CUDA calls the shapes of the grid and its blocks.
var cudaSizes = map[string]bool{"blockDim": true, "gridDim": true}

// report reports a resource, or one of CUDA's numbers, at a term that needs a value or a nat. Of a formula only the first is
// reported, at all of it.
func (e *numbers) report(id *ast.Ident, b *binding, want string) {
	e.poison()
	term, at := ast.Expr(nil), id.Span()
	if e.formula != nil {
		term, at = e.formula, e.formula.Span()
	}
	if e.numbered == at {
		return
	}
	e.numbered = at
	var d *ir.Diagnostic
	if b != nil {
		d = e.fail(at, kindMismatch, "expected %s, found execution resource `%s`", want, id.Name)
		if b.span.Known() {
			d.Relate(b.span.Loc(e.c), "`%s` is defined here", id.Name)
		}
	} else {
		d = e.fail(at, unknownName, "`%s` does not exist", id.Name)
	}
	rs := e.schedules()
	switch named := namedIn(id, term, rs); {
	case len(named) == 0:
		d.WithLabel("a resource is no number")
	case len(named[0].Axes) > 1:
		d.WithLabel("`index(%s, %s)` is its number along %[2]s", named[0].Name, named[0].Axes[0])
	default:
		d.WithLabel("`index(%s)` is its number", named[0].Name)
	}
	d.Help = e.help(id, term)
	if d.Help == nil && b != nil && term == nil {
		d.WithHelp("write its number", ir.Edit{Loc: id.Span().Loc(e.c), Text: "index(" + id.Name + ")"})
	}
}

// help says what to write in place of a formula over numbers of resources, nil for id alone; nothing where its number will do.
func (e *numbers) help(id *ast.Ident, term ast.Expr) *ir.Help {
	rs := e.schedules()
	if len(rs) == 0 {
		return e.scheduleFirst()
	}
	if cmp := e.comparison(term); cmp != nil {
		return e.compareHelp(cmp, rs)
	}
	last := rs[len(rs)-1].Name
	if x := e.indexed; x != nil && (term == nil || e.isPosition(term)) {
		sizes := view.Sizes(x.array)
		for i, list := range [][]view.Scheduled{namedIn(id, term, e.schedulesOf(e.resources[1:])), rs} {
			text, rest, ok := view.PartText(sizes, list)
			at := x.x.Span()
			if !ok || len(rest) >= len(sizes) || len(rest) < len(sizes)-len(list[0].Axes) || i > 0 && e.isIndexed(at) {
				continue // or the index after this one is part of what it does not select
			}
			at.Start = x.x.X.Span().End
			return &ir.Help{Message: "select the element of each `" + list[len(list)-1].Name + "`", Edits: []ir.Edit{{Loc: at.Loc(e.c), Text: text}}}
		}
	} else if x != nil {
		if text, _, ok := view.PartText(view.Sizes(x.array), rs); ok {
			return &ir.Help{Message: "`" + x.x.X.Span().Text() + text + "` is the part of each `" + last +
				"`; views before the selects, as `reverse`, `transpose` or `range::<a, b>`, choose another"}
		}
	}
	if named := namedIn(id, term, rs); e.indexed == nil && term == nil && len(named) == 1 && named[0].Name == id.Name && len(named[0].Axes) == 1 {
		return nil // its number will do
	}
	return &ir.Help{Message: "to select from arrays: " + e.example(rs)}
}

// indexOnce is the help for a value in `[[..]]`, of which two brackets are too many: but in a kernel the threads may have to be told
// apart.
func (e *numbers) indexOnce(open, end source.Span) *ir.Help {
	if rs := e.schedules(); len(rs) > 0 {
		return &ir.Help{Message: "to index with a value write `[..]` once; with resources " + e.example(rs)}
	}
	return &ir.Help{Message: "to index with a value write `[..]` once", Edits: []ir.Edit{{Loc: open.Loc(e.c)}, {Loc: end.Loc(e.c)}}}
}

// example is a place in the program that the resources select, or what one would be.
func (e *numbers) example(rs []view.Scheduled) string {
	last := "` is the part of each `" + rs[len(rs)-1].Name + "`"
	for i := range rs {
		if array, text := e.arrayFor(rs[i:]); text != "" {
			return "`" + array + text + last
		}
	}
	count := nat.Int(1)
	for _, r := range rs {
		if len(r.Extents) > 1 {
			return "`a" + selects(rs) + last + " if the array `a` has one for each"
		}
		count = count.Mul(r.Extents[0])
	}
	text, _, ok := view.PartText([]nat.Expr{count}, rs)
	if !ok {
		text = selects(rs)
	}
	return "`a" + text + last + ", of an array `a` with `" + count.String() + "` elements"
}

// selects is the text that selects with one resource after the other.
func selects(rs []view.Scheduled) string {
	text := ""
	for _, r := range rs {
		text += "[[" + r.Name + "]]"
	}
	return text
}

// scheduleFirst is the help where no schedule is around: to schedule what executes, down to threads.
func (e *numbers) scheduleFirst() *ir.Help {
	t, name := e.curType(), e.resourceName(e.cur())
	var rs []view.Scheduled
	text := ""
	for _, inner := range []string{"block", "thread"} {
		if len(t.Dim.Axes()) == 0 || inner == "block" && t.Kind != exec.Grid && t.Kind != exec.BlockGrp {
			continue // nothing is scheduled of it: a thread, also that of the CPU
		}
		r := view.Scheduled{Name: inner, From: name, Axes: t.Dim.Axes()}
		for _, a := range r.Axes {
			r.Extents = append(r.Extents, t.Dim.Size[a])
			if next, ok := t.Forall(e.c, a); ok {
				t = next
			}
		}
		text += "sched(" + axisText(r.Axes) + ") " + inner + " in " + name + " { "
		name, rs = inner, append(rs, r)
	}
	if text == "" {
		return &ir.Help{Message: "functions that grids and blocks execute schedule their threads, and select from arrays with them"}
	}
	return &ir.Help{Message: "schedule the threads, `" + text + ".." + strings.Repeat(" }", len(rs)) + "`, and select from arrays: " + e.example(rs)}
}

// comparison is the comparison in a condition that has a number of a resource in it; nil if the term is no condition.
func (e *numbers) comparison(term ast.Expr) *ast.Binary {
	x, ok := term.(*ast.Binary)
	switch {
	case !ok:
		return nil
	case x.Op.IsComparison():
		return x
	case !x.Op.IsLogical():
		return nil
	case e.hasNumber(x.X):
		return e.comparison(x.X)
	}
	return e.comparison(x.Y)
}

// compareHelp is the help for a condition on the number of a resource: a split, or nothing where it guards an end that no thread
// is beyond.
func (e *numbers) compareHelp(x *ast.Binary, rs []view.Scheduled) *ir.Help {
	named := namedIn(nil, x, rs)
	if len(named) != 1 {
		return &ir.Help{Message: "no test is needed: a launch has just the blocks and threads that its shape says, and a select has an element for each"}
	}
	r, at := named[0], "n"
	if n, _ := ast.NatOf(x.Y); n != nil && !e.hasNumber(x.Y) {
		lit, ok := n.(*ast.NatLit)
		switch {
		case x.Op == ast.Lt || x.Op == ast.Ge:
			at = x.Y.Span().Text()
		case ok && lit.Value.Sign() == 0:
			at = "1"
		}
	}
	return &ir.Help{Message: "let a part of `" + r.From + "` do it, in place of the schedule: `split(" + r.Axes[0].String() + ") " + r.From + " at " + at +
		" { first => { .. }, others => { .. } }`"}
}

// namedIn are the schedules whose resources a term names, or id alone. CUDA's numbers of threads and lanes name the innermost one,
// those of blocks the outermost.
func namedIn(id *ast.Ident, term ast.Expr, rs []view.Scheduled) []view.Scheduled {
	if len(rs) == 0 {
		return nil
	}
	names := map[string]bool{}
	add := func(name string) {
		switch cudaNumbers[name] {
		case ofBlock:
			name = rs[0].Name
		case ofThread:
			name = rs[len(rs)-1].Name
		}
		names[name] = true
	}
	if term == nil {
		add(id.Name)
	} else {
		namesIn(term, add)
	}
	var out []view.Scheduled
	for _, r := range rs {
		if names[r.Name] {
			out = append(out, r)
		}
	}
	return out
}

// namesIn calls f for the names of a formula: its operands, and what calls or fields of CUDA's are of.
func namesIn(x ast.Expr, f func(name string)) {
	switch x := x.(type) {
	case *ast.Binary:
		namesIn(x.X, f)
		namesIn(x.Y, f)
	case *ast.Unary:
		namesIn(x.X, f)
	case *ast.Cast:
		namesIn(x.X, f)
	case *ast.Member:
		namesIn(x.X, f)
	case *ast.Call:
		f(x.Fun.String())
	case *ast.Name:
		f(x.Path.String())
	}
}

// hasNumber says whether a formula has a resource or one of CUDA's numbers as an operand.
func (e *numbers) hasNumber(x ast.Expr) bool {
	found := false
	namesIn(x, func(name string) {
		b := e.scope.lookup(name)
		found = found || b != nil && b.kind == execBind || (b == nil || b.bad) && cudaNumbers[name] != 0
	})
	return found
}

// isPosition says whether a term is a sum of numbers of resources, each perhaps times something that is none: the position of a
// thread, and not that of a neighbour.
func (e *numbers) isPosition(x ast.Expr) bool {
	b, ok := x.(*ast.Binary)
	switch {
	case ok && b.Op == ast.Add:
		return e.isPosition(b.X) && e.isPosition(b.Y)
	case ok && b.Op == ast.Mul:
		return e.hasNumber(b.X) != e.hasNumber(b.Y)
	}
	if c, ok := x.(*ast.Cast); ok {
		return e.isPosition(c.X)
	}
	return !ok && e.hasNumber(x)
}

// arrayFor is an array in scope that has a part for each of the resources, and the text that selects it; empty if there is none.
func (e *numbers) arrayFor(rs []view.Scheduled) (name, text string) {
	for _, n := range e.scope.visible(func(b *binding) bool { return b.kind == varBind && b.place != nil }) {
		t := descend.ElemOf(e.scope.lookup(n).place)
		if r, ok := t.(*descend.RefType); ok && r.Mem != descend.GPULocal {
			if text, _, ok := view.PartText(view.Sizes(r.Elem), rs); ok {
				return n, text
			}
		}
	}
	return "", ""
}

// shape reports blockDim.x or gridDim.x, with the size.
func (e *numbers) shape(x *ast.Member, name string) {
	if e.formula != nil && e.hasNumber(e.formula) {
		e.report(&ast.Ident{Base: x.X.(*ast.Name).Base, Name: name}, nil, "a value")
		return
	}
	d := e.fail(x.Span(), unknownName, "`%s` does not exist", name).WithLabel("the shape of the grid is part of its type")
	for _, v := range e.resources {
		t := exec.TypeOf(v)
		dim := t.Dim
		switch {
		case name == "gridDim" && t.Kind == exec.Grid, name == "blockDim" && t.Kind == exec.Block:
		case name == "blockDim" && t.Kind == exec.Grid:
			dim = t.Inner
		default:
			continue
		}
		for _, a := range dim.Axes() {
			if strings.EqualFold(a.String(), x.Step.Name.Name) {
				d.WithHelp("write the size", ir.Edit{Loc: x.Span().Loc(e.c), Text: natOperand(dim.Size[a])})
				return
			}
		}
	}
	d.WithHelp("sizes are nats: write the one of the signature")
}

// natOperand is a nat as an operand.
func natOperand(n nat.Expr) string {
	if op := n.Tree().Op; op == nat.OpConst || op == nat.OpVar {
		return n.String()
	}
	return "(" + n.String() + ")"
}

// isIndexed says whether the term at a range is indexed or selected from.
func (e *numbers) isIndexed(s source.Span) bool {
	k, _ := e.items.tokenAfter(s)
	return k == syntax.LBracket
}
