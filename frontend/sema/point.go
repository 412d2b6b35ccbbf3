package sema

import (
	"slices"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/frontend/ast"
	"descend/ir"
)

// point is where in a body elaboration has come to: what names stand for there, who executes, and what holds for nats. It must
// not know what is to be inferred, and reports no errors.
type point struct {
	*emitter
	items *items
	fn    *function
	scope *scope
	// resources are the execution resources around, outermost first; the last one executes.
	resources  []*ir.Value
	noResource int   // bodies around whose resource is not known
	loop       *loop // the innermost one around; nil if there is none
	facts      *nat.Facts
	natNames   map[string]int // how often a name was used for a nat of the function
	lets       []openNat      // of `let nat`, those in scope
	anyLets    bool           // whether there was one in the function
}

// lookup is what a name stands for here, or nil.
func (e *point) lookup(id *ast.Ident) *binding {
	return e.items.info.bound(id, e.scope.lookup(id.Name))
}

// isPlaceExpr says whether x denotes memory: a variable and what is selected of it.
func (e *point) isPlaceExpr(x ast.Expr) bool {
	if !ast.IsPlace(x) {
		return false
	}
	if n, ok := x.(*ast.Name); ok {
		b := e.scope.lookup(n.Path.Parts[0].Name)
		return b != nil && b.kind == varBind
	}
	return true
}

// valueBinding is what a name stands for if that is a variable or a nat, else nil.
func (e *point) valueBinding(id *ast.Ident) *binding {
	if id == nil {
		return nil
	}
	b := e.scope.lookup(id.Name)
	if b == nil || b.bad || b.kind != varBind && b.kind != natBind {
		return nil
	}
	return b
}

// isView says whether a name stands for a view here, or is a number of a component.
func (e *point) isView(name string) bool {
	_, basic := basicView(name)
	b := e.scope.lookup(name)
	return basic || isDigits(name) || e.items.views[name] != nil || b != nil && b.kind == viewBind
}

// isStatic says whether every name in n is that of a nat (or unknown, which resolving reports).
func (e *point) isStatic(n ast.Nat) bool {
	switch n := n.(type) {
	case *ast.NatName:
		b := e.scope.lookup(n.Name.Name)
		return b != nil && b.kind == natBind
	case *ast.NatBinary:
		return e.isStatic(n.X) && e.isStatic(n.Y)
	case *ast.NatMinMax:
		return e.isStatic(n.X) && e.isStatic(n.Y)
	case *ast.NatLit:
		return true
	}
	return false
}

// runtimeName is a name in n that is a variable, a constant or a number of a type (`i32::MAX`), or nil.
func (e *point) runtimeName(n ast.Nat) *ast.Ident {
	switch n := n.(type) {
	case *ast.NatName:
		b := e.scope.lookup(n.Name.Name)
		if b != nil && (b.kind == varBind || b.kind == constBind) && !b.bad || b == nil && strings.Contains(n.Name.Name, "::") {
			return n.Name
		}
	case *ast.NatBinary:
		if id := e.runtimeName(n.X); id != nil {
			return id
		}
		return e.runtimeName(n.Y)
	case *ast.NatMinMax:
		if id := e.runtimeName(n.X); id != nil {
			return id
		}
		return e.runtimeName(n.Y)
	}
	return nil
}

// silence makes that other uses of a name that stands for nothing are not reported.
func (e *point) silence(id *ast.Ident) {
	e.fn.lacks = true
	e.fn.scope.bind(id.Name, &binding{kind: varBind, span: id.Span(), bad: true})
}

// cur is the executing resource.
func (e *point) cur() *ir.Value { return e.resources[len(e.resources)-1] }

// around is the innermost resource of a kind that executes what is elaborated; nil if there is none.
func (e *point) around(k exec.Kind) *ir.Value {
	for _, r := range slices.Backward(e.resources) {
		if exec.TypeOf(r).Kind == k {
			return r
		}
	}
	return nil
}

func (e *point) curType() *exec.Type { return exec.TypeOf(e.cur()) }

// isCPU says whether the function runs on the CPU.
func (e *point) isCPU() bool { return e.fn.exec.Kind == exec.CPUThread }

// memOf is the memory that a place lies in.
func (e *point) memOf(p *ir.Value) descend.Mem {
	if m, ok := descend.MemOf(p); ok {
		return m
	}
	return e.localMem()
}

// localMem is where variables of the function lie.
func (e *point) localMem() descend.Mem {
	if e.isCPU() {
		return descend.CPUMem
	}
	return descend.GPULocal
}

// schedules are the resources of the schedules around the current point, outermost first, back to the last split.
func (e *point) schedules() []view.Scheduled {
	list := e.resources[1:]
	for i := len(list) - 1; i >= 0; i-- {
		if _, ok := scheduleOf(list[i]); !ok {
			return e.schedulesOf(list[i+1:])
		}
	}
	return e.schedulesOf(list)
}

// schedulesOf are the resources of a list that come from a schedule.
func (e *point) schedulesOf(list []*ir.Value) []view.Scheduled {
	var out []view.Scheduled
	for _, v := range list {
		s, ok := scheduleOf(v)
		if !ok {
			continue
		}
		r := view.Scheduled{Name: e.resourceName(v), From: e.resourceName(s.From()), Axes: s.Axes()}
		for _, a := range r.Axes {
			if n, ok := exec.TypeOf(s.From()).Extent(a); ok {
				r.Extents = append(r.Extents, n)
			}
		}
		if len(r.Extents) == len(r.Axes) {
			out = append(out, r)
		}
	}
	return out
}

// scheduleOf is the schedule that a resource comes from; false if it comes from none.
func scheduleOf(v *ir.Value) (exec.SchedOp, bool) {
	if b := v.OwnerBlock(); b != nil && b.Parent() != nil {
		op, ok := b.Parent().Typed().(exec.SchedOp)
		return op, ok
	}
	return exec.SchedOp{}, false
}

// resourceName is what the program calls a resource.
func (e *point) resourceName(v *ir.Value) string {
	if op := v.DefiningOp(); op != nil && op.NumOperands() > 0 {
		name := e.resourceName(op.Operand(0))
		if op.Is("exec.to_warps") {
			return name + ".to_warps"
		}
		return name + ".to_threads"
	}
	if n, ok := v.Location().(*ir.NameLoc); ok {
		return n.Name
	}
	if x := e.fn.decl.Exec; v == e.resources[0] && x != nil && x.Name != nil {
		return x.Name.Name
	}
	return "_"
}

// natName makes a name for a nat that is unique in the function: i, i_1, ..
func (e *point) natName(name string) string {
	if name == "" || name == "_" {
		name = "i"
	}
	for {
		n := e.natNames[name]
		e.natNames[name]++
		if n == 0 {
			return name
		}
		if next := name + "_" + strconv.Itoa(n); e.natNames[next] == 0 {
			e.natNames[next] = 1
			return next
		}
	}
}

// inBlock runs f with the insertion point at the end of a new block in a new scope and comes back.
func (e *point) inBlock(block *ir.Block, f func()) {
	p, sc, facts, lets := e.b.Save(), e.scope, e.facts, e.lets
	e.b.AtEnd(block)
	e.scope = sc.child()
	f()
	e.b.Restore(p)
	e.scope, e.facts, e.lets = sc, facts, lets
}

// region makes a region of one block without arguments that f fills.
func (e *point) region(f func()) *ir.Region {
	b := ir.NewBlock(nil)
	e.inBlock(b, f)
	return ir.NewRegion(b)
}

// onlyGenerics says whether a constraint speaks of nothing but the function's generics.
func (e *point) onlyGenerics(k nat.Constraint) bool {
	for _, v := range k.Vars() {
		if !slices.ContainsFunc(e.fn.generics, func(g generic) bool { return g.kind == ast.KindNat && g.name == v }) {
			return false
		}
	}
	return true
}

// holdsIfExact says whether the goal follows when the divisions in it leave no remainder, which the views
// that made them require anyway.
func (e *point) holdsIfExact(goal nat.Constraint) bool {
	if !e.onlyGenerics(goal) {
		return false
	}
	var exact []nat.Constraint
	var visit func(x nat.Expr)
	visit = func(x nat.Expr) {
		for _, t := range x.Terms() {
			for _, f := range t.Factors {
				for _, a := range f.Args {
					visit(a)
				}
				if f.Kind == nat.KindDiv {
					exact = append(exact, nat.Constraint{L: nat.Int(1), Rel: nat.LE, R: f.Args[1]},
						nat.Constraint{L: f.Args[1], Rel: nat.Divides, R: f.Args[0]})
				}
			}
		}
	}
	visit(goal.L)
	visit(goal.R)
	return len(exact) > 0 && e.facts.With(exact...).Proves(goal)
}
