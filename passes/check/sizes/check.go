// Package sizes is nat-check: every size is one, views fit what they are of, indices are in bounds, launches can be made.
package sizes

import (
	"fmt"
	"math/big"
	"slices"
	"sort"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/check/help"
)

// Check decides the obligations that views, selects, splits, indices, calls and launches make about sizes
// (docs/checks.md, "Sizes").
//
//	v.group::<32>[[block]]     // v: [i32; n]: obliges 32 | n and n/32 == number of blocks
//
// Each must follow from constants, where clauses and the ranges of the loops around it. Loop variables are
// eliminated by the hardest end of their range, or over constant ranges value by value. What then speaks
// only of the function's generics becomes an inferred where clause (attribute inferred), which callers
// inherit: functions are processed callees first. In CPU code what is left undecided at a call or launch is
// checked at run time (attribute checks on the call or launch). Everything else is an error: refuted with
// the values that break it, or not provable.
//
// The pass also marks run-time indices that are known to be in range (in_bounds).
//
// Guarantees to later checks: places are as large as their types say, views fit, selects take each element
// at most once.
type Check struct {
	// Reasons, if not nil, gets for each function by its name why its clauses were inferred.
	Reasons map[string][]Reason
}

// Reason says why a function needs a clause that it does not state.
type Reason struct {
	Clause nat.Constraint
	At     ir.Location // what needs it
	Text   string      // the obligation there
	// Of what a call needs because the callee inferred it: the callee and its own reason.
	Callee  string
	Through *Reason
}

// Name is the name of the pass.
func (*Check) Name() string { return "nat-check" }

// Description is one line.
func (*Check) Description() string {
	return "prove what views, indices, calls and launches oblige of sizes"
}

// Anchor is the operation that the pass runs on.
func (*Check) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*Check) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
	}
}

// maxCombinations bounds the search over constant loop ranges.
const maxCombinations = 4096

// site is where something is required.
type site struct {
	op *ir.Operation
	// part, if not nil, is where the part of the function's signature stands that requires it.
	part ir.Location
	// layout: of the sizes of shared memory, which exist wherever the kernel does (shared.go).
	layout bool
}

// at is the site of an operation.
func at(op *ir.Operation) site { return site{op: op} }

// loc is where an error stands.
func (s site) loc() ir.Location {
	if s.part != nil {
		return s.part
	}
	return s.op.Loc()
}

// obligation is a constraint that something makes.
type obligation struct {
	site
	goal nat.Constraint
	// slug, head and label are those of the error if it does not hold.
	slug, head string
	label      func() string
	// related is a second place of the error.
	related      ir.Location
	relatedLabel string
	// callee and clause are, of what a call needs, the function and the clause of its that is needed.
	callee string
	clause nat.Constraint
	// help, if not nil, is what would make it hold; it may give nil.
	help func() *ir.Help
}

// text is a label that is written only if it is shown.
func text(format string, args ...any) func() string {
	return func() string { return fmt.Sprintf(format, args...) }
}

// checker is the state for one function.
type checker struct {
	*module
	values
	*knowledge
	f        descend.FuncOp
	name     string
	cpu, gpu bool // who executes it; neither for `any`
	generics map[string]bool
	lets     map[string]descend.LetNatOp // the nats that are known when the program runs
	parts    []part                      // of bounds that are values
	paths    paths
	selected map[badSelect]bool // wrong selects that were reported
	// brokenWarps are the splits that were reported for parts of no whole warps.
	brokenWarps map[*ir.Operation]bool
}

// part is a view.part, whose bounds were checked when what follows it in its block is executed.
type part struct {
	*ir.Operation
	checked []nat.Constraint
}

// Run checks all functions, callees first.
func (p *Check) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (p *Check) Begin(m *analysis.Module) analysis.Checker {
	return &module{m, gpu.AnyTarget, p.Reasons}
}

// module is what the functions of a module share.
type module struct {
	*analysis.Module
	target gpu.Target // what launches may ask for
	// reasons of all functions, or nil.
	reasons map[string][]Reason
}

func (x *module) Function(f descend.FuncOp) {
	newChecker(x, f).run()
	x.FactsChanged(f)
}

func newChecker(m *module, f descend.FuncOp) *checker {
	v := values{m.Resolver(f)}
	k := newKnowledge(m.Memo, m.Now.Wheres(), v.r.BaseFacts())
	x := &checker{module: m, values: v, knowledge: k, f: f, name: ir.SymbolName(f.Operation), generics: map[string]bool{},
		lets: map[string]descend.LetNatOp{}, paths: newPaths(v, k, func(op *ir.Operation) { m.Now.Relied[op] = true }), selected: map[badSelect]bool{}, brokenWarps: map[*ir.Operation]bool{}}
	for _, g := range f.Generics() {
		switch g.Kind {
		case "nat":
			x.generics[g.Name] = true
		case "dty":
			for _, v := range descend.SizeVars(g.Name) {
				x.generics[v] = true
			}
		}
	}
	if t := f.ExecType(); t != nil {
		x.cpu = t.Kind == exec.CPUThread
		x.gpu = !x.cpu && t.Kind != exec.Any
	}
	if x.cpu || x.gpu {
		for _, l := range x.r.Lets() {
			x.lets[l.Var()] = l
		}
	}
	return x
}

// run checks the function.
func (x *checker) run() {
	delete(x.reasons, x.name) // of the last time
	if len(x.Now.Wheres()) > 0 && x.base.Contradictory().Verdict == nat.Proved {
		x.Now.Fail(x.f.Operation, descend.CodeNatConstraint, "no size satisfies the where clause of `%s`", help.ShownName(x.name)).
			WithLabel("the constraints contradict each other").Note("%s", x.wheres())
		return
	}
	x.signature()
	x.f.Walk(func(op *ir.Operation) ir.WalkResult {
		if op == x.f.Operation {
			return ir.Advance
		}
		if x.cpu {
			x.paths.arrive(op, len(x.lets) > 0)
		}
		if x.Now.IsPoison(op) {
			x.Now.Poison(op)
			return ir.Advance
		}
		x.operation(op)
		return ir.Advance
	})
	x.recursiveCalls()
	x.prune()
	x.Now.Inferred = append(x.Now.Inferred, x.inferred...)
}

// wheres are the where clauses as text.
func (x *checker) wheres() string {
	var parts []string
	for _, w := range x.Now.Wheres() {
		parts = append(parts, w.Clause())
	}
	return "where " + strings.Join(parts, ", ")
}

// facts are what is known at a site, with what was inferred before.
func (x *checker) facts(at site) *nat.Facts {
	if at.op == x.f.Operation || at.layout {
		return x.known.Facts
	}
	f := x.ofParts(at.op, x.within(x.r.FactsAt(at.op)))
	if path := x.paths.steps[at.op]; len(path) > 0 && isStep(at.op) {
		f = x.Memo.Same(f.With(path...))
	}
	return f
}

// ofParts adds what is checked of parts with bounds of a value before op is executed.
func (x *checker) ofParts(op *ir.Operation, f *nat.Facts) *nat.Facts {
	for _, p := range x.parts {
		b := op
		for b != nil && b.Block() != p.Block() {
			b = b.Parent()
		}
		if b != nil && p.IsBefore(b) {
			f = x.Memo.Same(f.With(p.checked...))
		}
	}
	return f
}

// factsFor is facts for a goal. Of what speaks of a nat that the program makes when it runs nothing is laid out before, so that
// conditions count for all of it.
func (x *checker) factsFor(o obligation) *nat.Facts {
	if path := x.paths.steps[o.op]; len(path) > 0 && !isStep(o.op) && x.ofLet(o) {
		return x.Memo.Same(x.within(x.r.FactsAt(o.op)).With(path...))
	}
	return x.facts(o.site)
}

// ofLet says whether a goal speaks of a nat that the program makes when it runs, also by the range of a loop.
func (x *checker) ofLet(o obligation) bool {
	return len(x.lets) > 0 && !o.layout && x.speaksOfLet(append(o.goal.L.Vars(), o.goal.R.Vars()...), loopsOf(o.op))
}

func (x *checker) speaksOfLet(vars []string, loops []descend.ForNatOp) bool {
	return slices.ContainsFunc(vars, func(v string) bool {
		if _, ok := x.lets[v]; ok {
			return true
		}
		for i, l := range loops {
			if l.Var() == v {
				return x.speaksOfLet(append(l.Lo().Vars(), l.Hi().Vars()...), loops[i+1:])
			}
		}
		return false
	})
}

// require decides an obligation; false if it was reported.
func (x *checker) require(o obligation) bool {
	if yes, known := o.goal.Holds(); known {
		if yes {
			return true
		}
		x.report(o, o.goal, nil, "")
		return false
	}
	key := o.slug + o.goal.Key()
	if o.layout || o.op == x.f.Operation {
		key = "layout " + key // what extents show is not enough
	}
	onlyGenerics := x.onlyGenerics(o.goal)
	if onlyGenerics && x.done[key] {
		return true
	}
	facts := x.factsFor(o)
	proved := facts.Proves(o.goal)
	if onlyGenerics && (!proved || !x.knowsMore(o.op)) {
		x.done[key] = true // what a loop's range or a condition shows holds there only
	}
	if proved {
		return true
	}
	if onlyGenerics {
		return x.infer(o, o.goal)
	}
	return x.overLoops(o, facts)
}

// knowsMore says whether facts at op are more than what holds in the whole function.
func (x *checker) knowsMore(op *ir.Operation) bool {
	return op != x.f.Operation && (x.r.FactsAt(op) != x.r.BaseFacts() || len(x.paths.steps[op]) > 0 || len(x.parts) > 0)
}

// onlyGenerics says whether a constraint speaks of nothing but the function's nats.
func (x *checker) onlyGenerics(k nat.Constraint) bool {
	for _, v := range k.Vars() {
		if !x.generics[v] {
			return false
		}
	}
	return true
}

// infer makes a constraint on generics a where clause, unless no size satisfies it.
func (x *checker) infer(o obligation, goal nat.Constraint) bool {
	if yes, known := goal.Holds(); known {
		if yes {
			return true
		}
		x.report(o, goal, nil, "")
		return false
	}
	facts := x.known.Facts
	if facts.Proves(goal) {
		return true
	}
	if !facts.Allows(goal) &&
		(facts.Proves(goal.Negate()) && x.divisorsPositive(facts, goal) || x.Memo.With(x.known, goal).Contradictory().Verdict == nat.Proved) {
		why := "no size satisfies it"
		if stated := x.r.BaseFacts(); !stated.Proves(goal.Negate()) && stated.With(goal).Contradictory().Verdict != nat.Proved {
			why += " together with what is needed before"
		}
		x.report(o, goal, nil, why)
		return false
	}
	if callee, call := descend.CalleeOf(o.op); x.Cyclic[x.name] != "" && (!x.callsItself() || call && callee == x.name) {
		x.report(o, goal, nil, "in a recursive function it must follow from the where clause")
		return false
	}
	if len(x.generics) == 0 {
		x.report(o, goal, nil, "")
		return false
	}
	if !x.defined(o, goal) {
		return false
	}
	x.learn(goal)
	x.warnHidden(o, goal, facts)
	if x.reasons != nil {
		x.because(o, goal)
	}
	return true
}

// defined requires that a clause divides by nothing that may be 0 where the clauses before it hold. As a fact,
// a clause implies that its divisors are positive. A check of it at run time does not, and one that is dropped because others imply
// it says nothing. So that becomes a clause of its own, before it.
func (x *checker) defined(o obligation, clause nat.Constraint) bool {
	ok := true
	need := func(_, d nat.Expr) {
		o.goal, o.head, o.label = nat.AtMost(one, d), "a divisor may be 0", text("`%s` divides in `%s`", d, clause.Clause())
		o.callee, o.help = "", nil
		ok = ok && x.infer(o, o.goal)
	}
	eachDivision(clause.L, need)
	eachDivision(clause.R, need)
	return ok
}

// callsItself says whether the function is recursive by calls of itself only.
func (x *checker) callsItself() bool {
	n := 0
	for _, first := range x.Cyclic {
		if first == x.Cyclic[x.name] {
			n++
		}
	}
	return n == 1
}

// recursiveCalls requires what was inferred of the calls of a function to itself; it must hold there if it holds here.
func (x *checker) recursiveCalls() {
	if x.Cyclic[x.name] == "" || len(x.inferred) == 0 {
		return
	}
	for _, c := range x.Info[x.name].Calls {
		if c.Callee == x.name && !x.Now.IsPoison(c.Op) {
			x.whereOf(at(c.Op), x.f, x.inferred)
		}
	}
}

// because records why a clause is inferred.
func (x *checker) because(o obligation, goal nat.Constraint) {
	r := Reason{Clause: goal, At: o.loc(), Text: o.label()}
	for i, c := range x.reasons[o.callee] {
		if o.callee != "" && c.Clause.Key() == o.clause.Key() {
			r.Callee, r.Through = o.callee, &x.reasons[o.callee][i]
		}
	}
	x.reasons[x.name] = append(x.reasons[x.name], r)
}

// divisorsPositive says whether a constraint is defined everywhere, so that its negation is meaningful.
func (x *checker) divisorsPositive(facts *nat.Facts, k nat.Constraint) bool {
	ok := true
	eachDivision(k.L, func(_, d nat.Expr) {
		ok = ok && facts.Proves(nat.Constraint{L: d, Rel: nat.GE, R: nat.Int(1)})
	})
	eachDivision(k.R, func(_, d nat.Expr) {
		ok = ok && facts.Proves(nat.Constraint{L: d, Rel: nat.GE, R: nat.Int(1)})
	})
	return ok
}

// eachDivision visits the divisions in e, inner ones first.
func eachDivision(e nat.Expr, visit func(dividend, divisor nat.Expr)) {
	if e.OnlyVars() {
		return
	}
	for _, t := range e.Terms() {
		for _, f := range t.Factors {
			for _, a := range f.Args {
				eachDivision(a, visit)
			}
			if f.Kind == nat.KindDiv && len(f.Args) == 2 {
				visit(f.Args[0], f.Args[1])
			}
		}
	}
}

// overLoops decides a goal that speaks of loop variables.
func (x *checker) overLoops(o obligation, facts *nat.Facts) bool {
	loops := loopsOf(o.op)
	if goal, ok := x.eliminate(o.goal, facts, loops); ok {
		if yes, known := goal.Holds(); known {
			if yes {
				return true
			}
		} else if facts.Proves(goal) {
			return true
		} else if x.onlyGenerics(goal) {
			return x.infer(o, goal)
		}
	}
	switch c := x.cases(o, loops); c.decide(len(c.loops)) {
	case allHold:
		for _, g := range c.inferred {
			if !x.infer(o, g) {
				break // reported
			}
		}
		return true
	case notProved:
		if c.refuted {
			x.report(o, c.open, c.witness(), "")
		} else {
			x.report(o, c.open, nil, "it could not be proved")
		}
		return false
	}
	if x.atRunTime(o) && !x.provablyFalse(o, facts) {
		return x.check(o)
	}
	var witness map[string]*big.Int
	note := "it could not be proved"
	if res := facts.Prove(o.goal); res.Verdict == nat.Refuted {
		witness, note = res.Witness, ""
	}
	x.report(o, o.goal, witness, note)
	return false
}

// atRunTime says whether an obligation that is not proved can be left to when the program runs: on the CPU of a call or launch, and of
// a nat that is made then. That types are equal is none. A check computes what it compares, so that this fits is left to one of sums and
// products of nats that are made then only, which lowering sees to.
func (x *checker) atRunTime(o obligation) bool {
	switch {
	case ir.Is[descend.RetypeOp](o.op) || o.slug == descend.CodeMismatchedTypes && (x.gpu || !isCall(o.op)):
		return false
	case x.ofLet(o):
		return true
	}
	return x.cpu && isCall(o.op) && !o.goal.R.Equal(bits63)
}

// check leaves an obligation to when the program runs, after those of what it computes.
func (x *checker) check(o obligation) bool {
	if !o.goal.R.Equal(bits63) && !(x.computable(o.site, o.goal.L) && x.computable(o.site, o.goal.R)) {
		return false
	}
	op := o.op
	for ir.Is[view.MapOp](op.Parent()) {
		op = op.Parent() // what is in it is no step of the program
	}
	if !slices.ContainsFunc(x.Now.Checks[op], func(c nat.Constraint) bool { return c.Key() == o.goal.Key() }) {
		x.Now.Checks[op] = append(x.Now.Checks[op], o.goal)
	}
	return true
}

// isCall says whether an operation calls or launches a function.
func isCall(op *ir.Operation) bool {
	_, ok := descend.CalleeOf(op)
	return ok
}

// provablyFalse says whether a goal fails in some iteration whatever the generics are: then it is an error
// and not left to run time.
func (x *checker) provablyFalse(o obligation, facts *nat.Facts) bool {
	return facts.Proves(o.goal.Negate()) && x.divisorsPositive(facts, o.goal)
}

// loopsOf are the nat loops around op, innermost first.
func loopsOf(op *ir.Operation) (out []descend.ForNatOp) {
	for p := range descend.LoopsAround(op) {
		if l, ok := ir.As[descend.ForNatOp](p); ok {
			out = append(out, l)
		}
	}
	return out
}

// eliminate replaces loop variables by the hardest end of their ranges.
func (x *checker) eliminate(goal nat.Constraint, facts *nat.Facts, loops []descend.ForNatOp) (nat.Constraint, bool) {
	for _, l := range loops {
		v := l.Var()
		if !goal.L.HasVar(v) && !goal.R.HasVar(v) {
			continue
		}
		lo, hi := l.Range(nil)
		g, ok := facts.Eliminate(goal, v, lo, hi)
		if !ok {
			return goal, false
		}
		goal = g
	}
	return goal, true
}

// cases decide a goal for each combination of the values that loops over constant ranges have.
type cases struct {
	x     *checker
	goal  nat.Constraint
	loops []descend.ForNatOp  // that the goal depends on, innermost first
	env   map[string]nat.Expr // the values
	count int
	// facts are what is known without loops, with the clauses that were inferred.
	facts    analysis.KeyedFacts
	inferred []nat.Constraint
	// open is what the goal is for the values, if it is false there or could not be proved.
	open    nat.Constraint
	refuted bool
}

// outcome is what is found of the cases.
type outcome int

const (
	tooMany   outcome = iota // or ranges that are not constant: nothing is known
	allHold                  // if the inferred clauses do
	notProved                // in the case of env
)

// maxInferred bounds the clauses that are inferred from the cases of one goal.
const maxInferred = 16

func (x *checker) cases(o obligation, loops []descend.ForNatOp) *cases {
	c := &cases{x: x, goal: o.goal, env: map[string]nat.Expr{}, facts: x.known}
	need := map[string]bool{}
	for _, v := range o.goal.Vars() {
		need[v] = true
	}
	for _, l := range loops {
		if !need[l.Var()] {
			continue
		}
		c.loops = append(c.loops, l)
		for _, e := range []nat.Expr{l.Lo(), l.Hi()} {
			for _, v := range e.Vars() {
				need[v] = true
			}
		}
	}
	return c
}

// decide visits the values of the first n loops, the outermost first.
func (c *cases) decide(n int) outcome {
	if len(c.loops) == 0 {
		return tooMany
	}
	if n == 0 {
		return c.one()
	}
	l := c.loops[n-1]
	values, isConst := l.Values(c.env, descend.MaxLoopValues)
	if !isConst {
		return tooMany
	}
	for _, v := range values {
		c.env[l.Var()] = nat.Int(v)
		if out := c.decide(n - 1); out != allHold {
			return out
		}
	}
	delete(c.env, l.Var())
	return allHold
}

// one decides one case.
func (c *cases) one() outcome {
	if c.count++; c.count > maxCombinations {
		return tooMany
	}
	g := c.goal.Subst(c.env)
	c.open = g
	if yes, known := g.Holds(); known {
		if c.refuted = !yes; yes {
			return allHold
		}
		return notProved
	}
	x := c.x
	verdict := c.facts.Prove(g).Verdict
	if verdict == nat.Proved {
		return allHold
	}
	if !x.onlyGenerics(g) {
		c.refuted = verdict == nat.Refuted
		return notProved
	}
	if len(c.inferred) == maxInferred || len(x.generics) == 0 || x.Cyclic[x.name] != "" {
		return notProved
	}
	c.inferred = append(c.inferred, g)
	c.facts = x.Memo.With(c.facts, g)
	return allHold
}

// witness are the values of the loops' variables.
func (c *cases) witness() map[string]*big.Int {
	w := map[string]*big.Int{}
	for n, e := range c.env {
		w[n], _ = e.Const()
	}
	return w
}

// report is the error of an obligation; goal is what is false or not provable of it.
func (x *checker) report(o obligation, goal nat.Constraint, witness map[string]*big.Int, why string) {
	x.Now.Poison(o.op)
	key := "reported " + o.slug + o.goal.Key()
	if x.done[key] && x.onlyGenerics(o.goal) && len(o.goal.Vars()) > 0 {
		return
	}
	x.done[key] = true
	d := x.Now.FailAt(o.op, o.loc(), o.slug, "%s", o.head).WithLabel("%s", o.label())
	if o.related != nil {
		d.Relate(o.related, "%s", o.relatedLabel)
	}
	if o.help != nil {
		d.Help = o.help()
	}
	_, isConst := o.goal.Holds()
	switch {
	case isConst && len(o.goal.Vars()) == 0:
		d.Note("`%s` is false", o.goal.Clause())
	case len(witness) > 0:
		d.Note("for %s `%s` is false", witnessText(witness, o.goal), o.goal.Clause())
	case why == "":
		d.Note("`%s` does not hold", o.goal.Clause())
	default:
		d.Note("`%s` is required: %s", o.goal.Clause(), why)
	}
	if !goal.L.Equal(o.goal.L) || !goal.R.Equal(o.goal.R) {
		if len(goal.Vars()) > 0 {
			d.Note("that needs `%s`", goal.Clause())
		}
	}
	if _, known := o.goal.Holds(); !known {
		x.assume(o.goal)
		if why == "it could not be proved" && x.onlyGenerics(o.goal) {
			d.WithHelp("state it: `where " + o.goal.Clause() + "`")
		}
	}
}

// witnessText is "i = 3, n = 4" for the variables of a goal.
func witnessText(w map[string]*big.Int, goal nat.Constraint) string {
	vars := goal.Vars()
	sort.Strings(vars)
	var parts []string
	for _, v := range vars {
		if val := w[v]; val != nil {
			parts = append(parts, v+" = "+val.String())
		}
	}
	return strings.Join(parts, ", ")
}
