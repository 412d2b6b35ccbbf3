// Package analysis is what the safety checks work on: the functions of a program and who calls whom (Module), what is found
// out about each (Facts), and the order in which functions are checked, and checked again when one changes (Program). It
// knows what a check is, but no check.
package analysis

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/dataflow"
	"descend/passes/flow"
	"descend/passes/place"
)

// Module is what the checks share: the functions of the program and what several checks ask of them.
type Module struct {
	names []string // of the functions, in their order
	// Funcs are the functions by their names, Info is what the first look at each found.
	Funcs map[string]descend.FuncOp
	Info  map[string]*FuncInfo
	// Facts are those of each function, Now those of the function that is being checked; nil while a group is looked at.
	Facts map[string]*Facts
	Now   *Facts
	// groups are the functions that call each other, mostly one, callees before their callers; at finds that of a function.
	groups []*group
	at     map[string]*group
	// Cyclic are the functions that call themselves, perhaps through others, with the one of them whose name comes first.
	Cyclic map[string]string
	// Callers are the functions that name a function in calls or launches.
	Callers map[string]map[string]bool
	// Memo are the facts on sizes that functions have in common.
	Memo *Memo
	// called are those of IsCalled; nil after a change.
	called map[string]bool
	// last is the latest resolver, shapes are of the same function.
	last   *place.Resolver
	lastOf *ir.Operation
	shapes flow.Shapes
}

// group are functions that call each other.
type group struct {
	index int
	fns   []descend.FuncOp
}

// put takes a function in the place of the one of the same name.
func (g *group) put(f descend.FuncOp) {
	for i := range g.fns {
		if ir.SymbolName(g.fns[i].Operation) == ir.SymbolName(f.Operation) {
			g.fns[i] = f
		}
	}
}

// FuncInfo is what the first look at a function finds.
type FuncInfo struct {
	Calls  []Call
	Allocs []*ir.Operation
	Syncs  []*ir.Operation // the barriers in its body
}

// Call is a call or launch.
type Call struct {
	Callee string
	Op     *ir.Operation
}

// newModule looks at the functions in op, or at op if it is one.
func newModule(op *ir.Operation) *Module {
	m := &Module{Funcs: map[string]descend.FuncOp{}, Info: map[string]*FuncInfo{}, Facts: map[string]*Facts{},
		Callers: map[string]map[string]bool{}, Memo: &Memo{byKey: map[string]*nat.Facts{}}}
	op.Walk(func(op *ir.Operation) ir.WalkResult {
		if f, ok := op.Typed().(descend.FuncOp); ok {
			m.add(f)
			return ir.Skip
		}
		return ir.Advance
	})
	m.sort()
	return m
}

// add takes a first look at a function, in place of the one of the same name.
func (m *Module) add(f descend.FuncOp) {
	name := ir.SymbolName(f.Operation)
	if m.Facts[name] == nil {
		m.names = append(m.names, name)
	}
	m.forget(name)
	fa := readFacts(f)
	m.Funcs[name], m.Facts[name], m.Info[name] = f, fa, look(f, fa)
	for _, c := range m.Info[name].Calls {
		if m.Callers[c.Callee] == nil {
			m.Callers[c.Callee] = map[string]bool{}
		}
		m.Callers[c.Callee][name] = true
	}
}

// remove takes a function out of the module.
func (m *Module) remove(name string) {
	m.forget(name)
	m.names = slices.DeleteFunc(m.names, func(n string) bool { return n == name })
}

// forget drops what is known of a function.
func (m *Module) forget(name string) {
	if info := m.Info[name]; info != nil {
		for _, c := range info.Calls {
			delete(m.Callers[c.Callee], name)
		}
	}
	delete(m.Funcs, name)
	delete(m.Facts, name)
	delete(m.Info, name)
	m.last, m.lastOf, m.called = nil, nil, nil
}

// IsCalled says whether a function of which something is true calls the one of the name, not launches it, or a function does that is called
// in this way itself. It is asked about one property alone.
func (m *Module) IsCalled(name string, by func(descend.FuncOp) bool) bool {
	if m.called == nil {
		m.called = map[string]bool{}
		var work []string
		for _, n := range m.names {
			if by(m.Funcs[n]) {
				work = append(work, n)
			}
		}
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			for _, c := range m.Info[n].Calls {
				if ir.Is[descend.CallOp](c.Op) && m.Info[c.Callee] != nil && !m.called[c.Callee] {
					m.called[c.Callee] = true
					work = append(work, c.Callee)
				}
			}
		}
	}
	return m.called[name]
}

// look takes a first look at a function and at what its IR tells.
func look(f descend.FuncOp, fa *Facts) *FuncInfo {
	info := &FuncInfo{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		fa.read(op)
		if n, ok := descend.CalleeOf(op); ok {
			info.Calls = append(info.Calls, Call{n, op})
		} else if exec.BarrierOf(op) != nil {
			info.Syncs = append(info.Syncs, op)
		} else if ir.Is[descend.AllocOp](op) || ir.Is[descend.ZerosOp](op) {
			info.Allocs = append(info.Allocs, op)
		}
		return ir.Advance
	})
	return info
}

// callees are the functions of the module that a function calls or launches.
func (m *Module) callees(name string) (list []string) {
	if info := m.Info[name]; info != nil {
		for _, c := range info.Calls {
			if m.Info[c.Callee] != nil {
				list = append(list, c.Callee)
			}
		}
	}
	return list
}

// sort finds the groups and their order.
func (m *Module) sort() {
	m.groups, m.at, m.Cyclic = nil, map[string]*group{}, map[string]string{}
	for _, comp := range dataflow.Components(m.names, m.callees) {
		g := &group{index: len(m.groups)}
		m.groups = append(m.groups, g)
		first := slices.Min(comp) // the order of the items does not matter
		for _, f := range comp {
			g.fns, m.at[f] = append(g.fns, m.Funcs[f]), g
			if len(comp) > 1 || slices.Contains(m.callees(f), f) {
				m.Cyclic[f] = first
			}
		}
	}
}

// Repeat applies step to functions that call each other until it changes nothing of any of them.
func (m *Module) Repeat(fs []descend.FuncOp, step func(descend.FuncOp) (changed bool)) {
	for again := true; again; {
		again = false
		for _, f := range fs {
			again = step(f) || again
		}
		again = again && m.Cyclic[ir.SymbolName(fs[0].Operation)] != ""
	}
}

// FactsOf are the facts of a function; of one that is not of the module what its IR tells.
func (m *Module) FactsOf(f descend.FuncOp) *Facts {
	if fa := m.Facts[ir.SymbolName(f.Operation)]; fa != nil {
		return fa
	}
	return readFacts(f)
}

// Resolver resolves the places of a function. It is kept until that of another function is asked for.
func (m *Module) Resolver(f descend.FuncOp) *place.Resolver {
	if m.lastOf != f.Operation {
		m.last, m.lastOf = place.NewWhere(f.Operation, m.FactsOf(f).Wheres), f.Operation
		m.shapes.Reset()
	}
	return m.last
}

// Shapes are those of the operations of the function whose resolver was asked for last.
func (m *Module) Shapes() *flow.Shapes { return &m.shapes }

// FactsChanged says that the where clauses of a function may not be those of before.
func (m *Module) FactsChanged(f descend.FuncOp) {
	if m.lastOf == f.Operation {
		m.last.ForgetFacts()
	}
}

// HasBarrier says whether a function of the module, or one that it calls, synchronizes (after uniformity).
func (m *Module) HasBarrier(name string) bool {
	return m.Facts[name] != nil && m.Facts[name].Barrier
}
