package buildable

import (
	"descend/dialects/builtin"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Lowering all of a program takes longer than all checks of it. Most functions are made of nothing that could be refused,
// whatever their generics are: arithmetic on scalars, arrays that are memory, references that are bound once. Those are
// told from the others here, in one look at each, and only what has a function of the others in it is lowered for trial.
// To doubt a function that could be translated costs time; to trust one that cannot would make check accept what does not
// build (test/builds looks for such).

// Above these numbers a function is doubted. They are far below the limits that lowering and the backends have.
const (
	manyElements  = 1024 // of an array in memory of a thread
	manyInstances = 100
	manyCalls     = 500 // inlined into a function
)

// functions are the functions of a program.
type functions struct {
	module *ir.Operation
	named  map[string]*function
	order  []*function
	plain  map[ir.Type]bool
}

// function is what is known of one.
type function struct {
	descend.FuncOp
	onGPU     bool // or anywhere
	doubted   bool
	callees   []*function // for each call
	callers   []*function // for each call
	instances int         // at most, 0 as long as they are not counted
	calls     int         // with those of the callees
	state     visited
}

// visited is how far counting is with a function.
type visited int

const (
	fresh visited = iota
	open
	closed
)

// doubtful is a module with copies of the functions from which doubted ones are compiled, and all that they need; nil if
// there are none.
func doubtful(module *ir.Operation) *ir.Operation {
	p := &functions{module: module, named: map[string]*function{}, plain: map[ir.Type]bool{}}
	for op := range module.Body(0).Ops() {
		p.add(op)
	}
	for _, f := range p.order {
		p.look(f)
	}
	for _, f := range p.order {
		f.count()
	}
	return p.copyOf(p.reached())
}

// add adds a function.
func (p *functions) add(op *ir.Operation) *function {
	f, ok := op.Typed().(descend.FuncOp)
	if !ok {
		return nil
	}
	t, _ := f.Exec().(*exec.Type)
	x := &function{FuncOp: f, onGPU: t == nil || t.Kind != exec.CPUThread}
	p.named[ir.SymbolName(op)] = x
	p.order = append(p.order, x)
	return x
}

// count counts the calls in a function and finds recursion.
func (f *function) count() {
	if f.state == open {
		f.doubted = true // it is recursive
	}
	if f.state != fresh {
		return
	}
	f.state = open
	for _, g := range f.callees {
		g.count()
		f.calls = min(f.calls+g.calls+1, manyCalls+1)
	}
	f.state = closed
	f.doubted = f.doubted || f.calls > manyCalls || f.atMost() > manyInstances
}

// atMost bounds the number of instances: each call in an instance of a caller may want another.
func (f *function) atMost() int {
	if f.instances == 0 {
		f.instances = manyInstances + 1 // of what calls itself
		n := 0
		for _, c := range f.callers {
			if n = n + c.atMost(); n > manyInstances {
				break
			}
		}
		f.instances = max(n, 1)
	}
	return f.instances
}

// reached are the functions that are compiled together with doubted ones.
func (p *functions) reached() map[*function]bool {
	above := map[*function]bool{}
	var up func(f *function)
	up = func(f *function) {
		if !above[f] {
			above[f] = true
			for _, c := range f.callers {
				up(c)
			}
		}
	}
	for _, f := range p.order {
		if f.doubted {
			up(f)
		}
	}
	all := map[*function]bool{}
	var down func(f *function)
	down = func(f *function) {
		if !all[f] {
			all[f] = true
			for _, c := range f.callees {
				down(c)
			}
		}
	}
	for f := range above {
		down(f)
	}
	return all
}

// copyOf is a module with copies of functions, in their order; nil if there are none.
func (p *functions) copyOf(fs map[*function]bool) *ir.Operation {
	if len(fs) == 0 {
		return nil
	}
	m := builtin.NewModule(p.module.Context(), p.module.Loc())
	for _, f := range p.order {
		if fs[f] {
			m.Block().Append(f.Operation.Clone(ir.NewMapping()))
		}
	}
	return m.Operation
}
