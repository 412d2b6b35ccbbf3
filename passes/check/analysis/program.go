package analysis

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
	m        *Module
	list     []Check
	checkers []Checker
}

// NewProgram prepares the functions in op, or op if it is one; nothing is checked yet.
func NewProgram(op *ir.Operation, list []Check) *Program {
	p := &Program{m: newModule(op), list: list}
	for _, c := range list {
		p.checkers = append(p.checkers, c.Begin(p.m))
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
			for _, d := range p.m.FactsOf(f).Diags.InOrder() {
				diags.Report(d)
			}
		}
	}
	return nil
}

// checkGroup checks functions that call each other, one check after the other.
func (p *Program) checkGroup(g []descend.FuncOp) error {
	for i, c := range p.list {
		p.m.Now = nil
		if err := passes.Protected(c, g[0].Operation, func() error {
			if x, ok := p.checkers[i].(Grouper); ok {
				x.Group(g)
			}
			return nil
		}); err != nil {
			return err
		}
		for _, f := range g {
			p.m.Now = p.m.FactsOf(f)
			if err := passes.Protected(c, f.Operation, func() error { p.checkers[i].Function(f); return nil }); err != nil {
				return err
			}
		}
	}
	for _, f := range g {
		p.m.FactsOf(f).write()
	}
	return nil
}

// Facts are those of a function by its name; nil if there is none.
func (p *Program) Facts(name string) *Facts { return p.m.Facts[name] }

// Replace checks a function of the module again which stands for one of the same name, or is new; or, if f is nil, what
// calls the function of that name, which was removed. It returns the names of the functions that were checked, whose errors are
// in their Facts.
func (p *Program) Replace(name string, f *ir.Operation) ([]string, error) {
	m := p.m
	before := ""
	if old := m.Facts[name]; old != nil {
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
		cyclic := m.Cyclic
		m.sort()
		for _, n := range m.names { // whether a function calls itself through others may depend on calls of another one
			if m.Cyclic[n] != cyclic[n] {
				work[m.at[n]] = true
			}
		}
	} else {
		m.at[name].put(m.Funcs[name])
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
				old[n] = m.Facts[n].forCallers()
				m.Facts[n].erase()
				m.add(f)
			}
			done = append(done, n)
		}
		if err := p.checkGroup(g.fns); err != nil {
			return done, err
		}
		for _, f := range g.fns {
			n := ir.SymbolName(f.Operation)
			p.callersOf(n, old[n] != m.Facts[n].forCallers(), work)
		}
	}
	return done, nil
}

// callersOf adds the groups of the callers of a function: all if what they read of it has changed, else those with errors.
func (p *Program) callersOf(name string, changed bool, work map[*group]bool) {
	for c := range p.m.Callers[name] {
		if g := p.m.at[c]; g != p.m.at[name] && (changed || p.m.Facts[c].Diags.Len() > 0) {
			work[g] = true
		}
	}
}

// forCallers is what the checks of callers read of the function: its signature, and the facts about calls of it.
func (fa *Facts) forCallers() string {
	var b strings.Builder
	for _, a := range fa.Func.Attrs() {
		if a.Name != exclusiveAttr && a.Name != poisonAttr {
			fmt.Fprintln(&b, a.Name, a.Value)
		}
	}
	for _, k := range fa.Inferred {
		fmt.Fprintln(&b, "needs", k.Key())
	}
	fmt.Fprintln(&b, slices.Sorted(maps.Keys(fa.Reaches)), fa.Single != nil, fa.Alone, slices.Sorted(maps.Keys(fa.Allocated)), fa.Barrier, fa.Pure, fa.Result, fa.Runs, fa.Handovers, fa.Between)
	fmt.Fprintln(&b, "barrier", fa.MustSync, "errors", fa.Diags.HasErrors())
	for _, x := range []Summary{fa.Effects, fa.Shared} {
		if x != nil {
			x.ForCallers(&b)
		}
	}
	return b.String()
}
