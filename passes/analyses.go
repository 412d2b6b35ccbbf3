package passes

import (
	"maps"
	"slices"

	"descend/ir"
)

// Analysis is something that is found out about an operation and kept, for this pass and later ones, until a pass changes the operation
// and does not say that it preserves the analysis. It is declared once, beside its type:
//
//	var Loops = passes.NewAnalysis("loops", func(a *passes.Analyses) *LoopInfo { return findLoops(a.Op) })
//
//	func (*Fuse) Run(c *passes.Context) error {
//		loops := Loops.Of(c)
//		..
//		c.Preserve(Loops) // or c.PreserveAll(), where nothing was changed; otherwise nothing is preserved
//	}
//
// What it finds may change by itself, as one that works out what it is asked for, but it is the pass's and no other goroutine's.
type Analysis[T any] struct {
	name string
	find func(a *Analyses) T
}

// NewAnalysis declares an analysis; its name is for messages. It is found with a.Op, and may ask other analyses with a, and then goes
// when they go.
func NewAnalysis[T any](name string, find func(a *Analyses) T) *Analysis[T] {
	return &Analysis[T]{name, find}
}

// Dominance says which blocks dominate which. The verifier that runs after a pass leaves it for the next one.
var Dominance = NewAnalysis("dominance", func(*Analyses) *ir.Dominance { return ir.NewDominance() })

// Analysed is what analyses are asked of: a *Context, for the operation of a pass, or the *Analyses that an analysis gets.
type Analysed interface{ analyses() *Analyses }

// Preservable is an analysis of any type.
type Preservable interface{ Name() string }

// Name is the name of the analysis.
func (x *Analysis[T]) Name() string { return x.name }

// Of is the analysis of the operation, kept or found now.
func (x *Analysis[T]) Of(k Analysed) T {
	a := k.analyses()
	a.asks(x)
	if e := a.kept[x]; e != nil {
		return e.value.(T)
	}
	e, outer := &finding{}, a.asking
	a.asking = e
	v := x.find(a)
	a.asking, e.value = outer, v
	a.keep(x, e)
	return v
}

// Cached is the analysis of the operation if it is kept, and whether it is.
func (x *Analysis[T]) Cached(k Analysed) (v T, ok bool) {
	a := k.analyses()
	a.asks(x)
	if e := a.kept[x]; e != nil {
		return e.value.(T), true
	}
	return v, false
}

// OfChild is the analysis of an operation inside; it is kept for passes that run on that one too.
func (x *Analysis[T]) OfChild(k Analysed, op *ir.Operation) T {
	a := k.analyses()
	a.asks(x)
	return x.Of(a.child(op))
}

// Preserve says that the pass leaves analyses as they are. Those that it asks for, or changes, it does not preserve by itself.
func (c *Context) Preserve(list ...Preservable) {
	for _, x := range list {
		c.preserved.add(x)
	}
}

// PreserveAll says that the pass has changed nothing.
func (c *Context) PreserveAll() { c.preserved.all = true }

// Analyses keeps the analyses of an operation, and of those inside.
type Analyses struct {
	Op       *ir.Operation
	kept     map[Preservable]*finding
	children map[*ir.Operation]*Analyses
	asking   *finding // the analysis that is being found
}

// finding is what an analysis found, and what it asked for that.
type finding struct {
	value any
	uses  []Preservable
}

func (a *Analyses) analyses() *Analyses { return a }

func (c *Context) analyses() *Analyses {
	if c.kept == nil { // a pass that runs without a manager
		c.kept = &Analyses{Op: c.Op}
	}
	return c.kept
}

// asks notes that the analysis that is being found depends on another one.
func (a *Analyses) asks(x Preservable) {
	if a.asking != nil {
		a.asking.uses = append(a.asking.uses, x)
	}
}

func (a *Analyses) keep(x Preservable, e *finding) {
	if a.kept == nil {
		a.kept = map[Preservable]*finding{}
	}
	a.kept[x] = e
}

// child is what is kept of an operation inside, in the one place for it: that of the operation around it.
func (a *Analyses) child(op *ir.Operation) *Analyses {
	if op == a.Op {
		return a
	}
	if p := op.Parent(); p != nil && p != a.Op {
		a = a.child(p)
	}
	c := a.children[op]
	if c == nil {
		if a.children == nil {
			a.children = map[*ir.Operation]*Analyses{}
		}
		c = &Analyses{Op: op}
		a.children[op] = c
	}
	return c
}

// invalidate drops what a change did not preserve, here and inside.
func (a *Analyses) invalidate(p preserved) {
	if p.all {
		return
	}
	a.drop(p)
	for _, c := range a.children {
		c.invalidate(p)
	}
}

// drop drops what was not preserved of the operation itself.
func (a *Analyses) drop(p preserved) {
	if p.all {
		return
	}
	for x := range a.kept {
		if !a.stays(x, p) {
			delete(a.kept, x)
		}
	}
}

// stays says whether an analysis was preserved, and all that it was made of.
func (a *Analyses) stays(x Preservable, p preserved) bool {
	if !p.set[x] {
		return false
	}
	if e := a.kept[x]; e != nil {
		for _, u := range e.uses {
			if !a.stays(u, p) {
				return false
			}
		}
	}
	return true
}

// Checkable is an analysis that can tell, for debugging, whether what it has found is still so.
type Checkable interface{ Valid() bool }

// invalid names the analyses, of the operation and those inside, that are not valid any more, sorted.
func (a *Analyses) invalid() (names []string) {
	for x, e := range a.kept {
		if v, ok := e.value.(Checkable); ok && !v.Valid() {
			names = append(names, x.Name())
		}
	}
	for _, c := range a.children {
		names = append(names, c.invalid()...)
	}
	slices.Sort(names)
	return names
}

// preserved are the analyses that a change leaves as they are.
type preserved struct {
	all bool
	set map[Preservable]bool
}

func (p *preserved) add(x Preservable) {
	if p.set == nil {
		p.set = map[Preservable]bool{}
	}
	p.set[x] = true
}

// and is what two changes leave.
func (p preserved) and(q preserved) preserved {
	switch {
	case p.all:
		return q
	case q.all:
		return p
	}
	both := maps.Clone(p.set)
	maps.DeleteFunc(both, func(x Preservable, _ bool) bool { return !q.set[x] })
	return preserved{set: both}
}
