package check

import (
	"slices"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/dataflow"
	"descend/passes/place"
)

// moduleState is what the checks share: the functions of the program and what several checks ask of them.
type moduleState struct {
	names []string // of the functions, in their order
	fns   map[string]descend.FuncOp
	info  map[string]*funcInfo
	// facts are those of each function, now those of the function that is being checked.
	facts map[string]*Facts
	now   *Facts
	// groups are the functions that call each other, mostly one, callees before their callers; at finds that of a function.
	groups []*group
	at     map[string]*group
	// cyclic are the functions that call themselves, perhaps through others, with the one of them whose name comes first.
	cyclic map[string]string
	// callers are the functions that name a function in calls or launches.
	callers map[string]map[string]bool
	memo    *sharedFacts
	// last is the latest resolver.
	last   *place.Resolver
	lastOf *ir.Operation
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

// funcInfo is what the first look at a function finds.
type funcInfo struct {
	calls  []call
	allocs []*ir.Operation
	syncs  bool // there is a barrier in its body
}

// call is a call or launch.
type call struct {
	callee string
	op     *ir.Operation
}

// newModuleState looks at the functions in op, or at op if it is one.
func newModuleState(op *ir.Operation) *moduleState {
	m := &moduleState{fns: map[string]descend.FuncOp{}, info: map[string]*funcInfo{}, facts: map[string]*Facts{},
		callers: map[string]map[string]bool{}, memo: &sharedFacts{byKey: map[string]*nat.Facts{}}}
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
func (m *moduleState) add(f descend.FuncOp) {
	name := ir.SymbolName(f.Operation)
	if m.facts[name] == nil {
		m.names = append(m.names, name)
	}
	m.forget(name)
	fa := readFacts(f)
	m.fns[name], m.facts[name], m.info[name] = f, fa, look(f, fa)
	for _, c := range m.info[name].calls {
		if m.callers[c.callee] == nil {
			m.callers[c.callee] = map[string]bool{}
		}
		m.callers[c.callee][name] = true
	}
}

// remove takes a function out of the module.
func (m *moduleState) remove(name string) {
	m.forget(name)
	m.names = slices.DeleteFunc(m.names, func(n string) bool { return n == name })
}

// forget drops what is known of a function.
func (m *moduleState) forget(name string) {
	if info := m.info[name]; info != nil {
		for _, c := range info.calls {
			delete(m.callers[c.callee], name)
		}
	}
	delete(m.fns, name)
	delete(m.facts, name)
	delete(m.info, name)
	m.last, m.lastOf = nil, nil
}

// look takes a first look at a function and at what its IR tells.
func look(f descend.FuncOp, fa *Facts) *funcInfo {
	info := &funcInfo{}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		fa.read(op)
		if n, ok := descend.CalleeOf(op); ok {
			info.calls = append(info.calls, call{n, op})
		} else if exec.BarrierOf(op) != nil {
			info.syncs = true
		} else if ir.Is[descend.AllocOp](op) {
			info.allocs = append(info.allocs, op)
		}
		return ir.Advance
	})
	return info
}

// callees are the functions of the module that a function calls or launches.
func (m *moduleState) callees(name string) (list []string) {
	if info := m.info[name]; info != nil {
		for _, c := range info.calls {
			if m.info[c.callee] != nil {
				list = append(list, c.callee)
			}
		}
	}
	return list
}

// sort finds the groups and their order.
func (m *moduleState) sort() {
	m.groups, m.at, m.cyclic = nil, map[string]*group{}, map[string]string{}
	for _, comp := range dataflow.Components(m.names, m.callees) {
		g := &group{index: len(m.groups)}
		m.groups = append(m.groups, g)
		first := slices.Min(comp) // the order of the items does not matter
		for _, f := range comp {
			g.fns, m.at[f] = append(g.fns, m.fns[f]), g
			if len(comp) > 1 || slices.Contains(m.callees(f), f) {
				m.cyclic[f] = first
			}
		}
	}
}

// repeat applies step to functions that call each other until it changes nothing of any of them.
func (m *moduleState) repeat(fs []descend.FuncOp, step func(descend.FuncOp) (changed bool)) {
	for again := true; again; {
		again = false
		for _, f := range fs {
			again = step(f) || again
		}
		again = again && m.cyclic[ir.SymbolName(fs[0].Operation)] != ""
	}
}

// factsOf are the facts of a function; of one that is not of the module what its IR tells.
func (m *moduleState) factsOf(f descend.FuncOp) *Facts {
	if fa := m.facts[ir.SymbolName(f.Operation)]; fa != nil {
		return fa
	}
	return readFacts(f)
}

// resolver resolves the places of a function. It is kept until that of another function is asked for.
func (m *moduleState) resolver(f descend.FuncOp) *place.Resolver {
	if m.lastOf != f.Operation {
		m.last, m.lastOf = place.NewWhere(f.Operation, m.factsOf(f).wheres), f.Operation
	}
	return m.last
}

// factsChanged says that the where clauses of a function may not be those of before.
func (m *moduleState) factsChanged(f descend.FuncOp) {
	if m.lastOf == f.Operation {
		m.last.ForgetFacts()
	}
}

// hasBarrier says whether a function of the module, or one that it calls, synchronizes (after uniformity).
func (m *moduleState) hasBarrier(name string) bool {
	return m.facts[name] != nil && m.facts[name].barrier
}
