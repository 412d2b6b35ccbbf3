package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes"
)

// Program is a module whose functions are checked, and checked again one by one when they change.
//
// The unit is a group of functions that call each other, mostly one function. What its check reads of others are the
// [Facts] of its callees, so that groups are checked callees first, and after a change of one only those have to be
// checked again whose callees' facts became others. That ends: facts only travel from callees to callers, and calls
// between groups have no cycles. A caller with errors is checked again in any case, since they may point into the callee.
type Program struct {
	m    *moduleState
	list []check
	at   []checker
}

// NewProgram prepares a module, with all checks; nothing is checked yet.
func NewProgram(module *ir.Operation) *Program { return newProgram(module, all()) }

func newProgram(op *ir.Operation, list []check) *Program {
	p := &Program{m: newModuleState(op), list: list}
	for _, c := range list {
		p.at = append(p.at, c.begin(p.m))
	}
	return p
}

// Check checks all functions and reports what is wrong with them.
func (p *Program) Check(diags *ir.Diagnostics) error {
	for _, g := range p.m.groups {
		if err := p.checkGroup(g.fns); err != nil {
			return err
		}
		for _, f := range g.fns {
			for _, d := range p.m.factsOf(f).Diags.InOrder() {
				diags.Report(d)
			}
		}
	}
	return nil
}

// checkGroup checks functions that call each other, one check after the other.
func (p *Program) checkGroup(g []descend.FuncOp) error {
	for i, c := range p.list {
		if err := passes.Protected(c, g[0].Operation, func() error {
			if x, ok := p.at[i].(grouper); ok {
				x.group(g)
			}
			return nil
		}); err != nil {
			return err
		}
		for _, f := range g {
			p.m.now = p.m.factsOf(f)
			if err := passes.Protected(c, f.Operation, func() error { p.at[i].function(f); return nil }); err != nil {
				return err
			}
		}
	}
	for _, f := range g {
		p.m.factsOf(f).write()
	}
	return nil
}

// Facts are those of a function by its name; nil if there is none.
func (p *Program) Facts(name string) *Facts { return p.m.facts[name] }

// Replace checks a function of the module again which stands for one of the same name, or is new; or, if f is nil, what
// calls the function of that name, which was removed. It returns the names of the functions that were checked, whose errors are
// in their Facts.
func (p *Program) Replace(name string, f *ir.Operation) ([]string, error) {
	m := p.m
	before := ""
	if old := m.facts[name]; old != nil {
		before = old.forCallers()
		old.erase()
	}
	was := m.callees(name)
	if f == nil {
		m.remove(name)
	} else {
		m.add(descend.FuncOp{Operation: f})
	}
	var done []string
	old := map[string]string{name: before}
	work := map[*group]bool{}
	if f == nil || m.at[name] == nil || !slices.Equal(was, m.callees(name)) {
		cyclic := m.cyclic
		m.sort()
		for _, n := range m.names { // whether a function calls itself through others may depend on calls of another one
			if m.cyclic[n] != cyclic[n] {
				work[m.at[n]] = true
			}
		}
	} else {
		m.at[name].put(m.fns[name])
	}
	if g := m.at[name]; g != nil {
		work[g] = true
	} else {
		p.callersOf(name, true, work)
	}
	for len(work) > 0 {
		g := slices.MinFunc(slices.Collect(maps.Keys(work)), func(a, b *group) int { return a.index - b.index })
		delete(work, g)
		for _, f := range g.fns {
			n := ir.SymbolName(f.Operation)
			if _, ok := old[n]; !ok {
				old[n] = m.facts[n].forCallers()
				m.facts[n].erase()
				m.add(f)
			}
			done = append(done, n)
		}
		if err := p.checkGroup(g.fns); err != nil {
			return done, err
		}
		for _, f := range g.fns {
			n := ir.SymbolName(f.Operation)
			p.callersOf(n, old[n] != m.facts[n].forCallers(), work)
		}
	}
	return done, nil
}

// callersOf adds the groups of the callers of a function: all if what they read of it has changed, else those with errors.
func (p *Program) callersOf(name string, changed bool, work map[*group]bool) {
	for c := range p.m.callers[name] {
		if g := p.m.at[c]; g != p.m.at[name] && (changed || p.m.facts[c].Diags.Len() > 0) {
			work[g] = true
		}
	}
}

// forCallers is what the checks of callers read of the function: its signature, and the facts about calls of it.
func (fa *Facts) forCallers() string {
	var b strings.Builder
	for _, a := range fa.fn.Attrs() {
		if a.Name != exclusiveAttr && a.Name != poisonAttr {
			fmt.Fprintln(&b, a.Name, a.Value)
		}
	}
	for _, k := range fa.inferred {
		fmt.Fprintln(&b, "needs", k.Key())
	}
	fmt.Fprintln(&b, slices.Sorted(maps.Keys(fa.reaches)), fa.single != nil, slices.Sorted(maps.Keys(fa.allocated)), fa.barrier, fa.pure, fa.result)
	fmt.Fprintln(&b, "barrier", fa.mustSync)
	for _, x := range []Summary{fa.effects, fa.shared} {
		if x != nil {
			x.ForCallers(&b)
		}
	}
	return b.String()
}
