// Package borrow is borrow-check: no place is used against references to it that are still needed.
package borrow

import (
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes"
	"descend/passes/check/analysis"
	"descend/passes/drops"
	"descend/passes/flow"
	"descend/passes/place"
)

// Check checks that a place is not used in conflict with references to it that are still needed, and
// that no reference outlives what it refers to: Rust's rules with non-lexical lifetimes (RFC 2094, with the
// two-phase borrows of RFC 2025; flow-sensitive sets of loans as in Oxide and Polonius).
//
//	let r = &uniq x;
//	x = 1;              // error: cannot assign to `x` because it is borrowed
//	*r = 2;             // .. and the reference is used later
//
// A descend.borrow is a loan of its place. Three data flows over the structured control flow:
//
//   - backward, which variables and values that hold references are needed later (live.go);
//   - forward, which loans each of them may hold, and which loans exist (flow.go). Assignment to a
//     whole variable replaces its loans; a loan behind a reference variable ends when that is assigned;
//     what is stored through a reference may be held by all that it may refer to;
//   - at each access, the loans that some needed holder has are compared with the accessed place by their
//     paths (conflict.go). A two-phase loan counts as shared until its reference is first used.
//
// A loan of a variable that is needed when the variable ends is dangling. References in parameters hold
// origins instead of loans: what is returned or stored must be allowed by the lifetimes that the signature
// names. A box that other paths move, or do not give, ends where the paths meet (package drops): it must not be lent then.
//
// The check concerns each thread by itself; what several threads may do with one reference is the matter of
// narrowing-check and access-check. A call may give the loans of its arguments to its result and, where the
// signature allows, to what its unique arguments refer to.
type Check struct{}

// Name is the name of the pass.
func (*Check) Name() string { return "borrow-check" }

// Description is one line.
func (*Check) Description() string {
	return "check loans: conflicting uses and dangling references"
}

// Anchor is the operation that the pass runs on.
func (*Check) Anchor() string { return "builtin.module" }

// After is the order with reasons.
func (*Check) After() []passes.Order {
	return []passes.Order{
		{Pass: "exec-check", Why: "who executes what is settled there"},
		{Pass: "nat-check", Why: "places that are compared have the sizes of their types"},
		{Pass: "move-check", Why: "uses of moved values are not reported twice"},
	}
}

// loan is a reference that was made, or with op == nil an origin: what a reference in a parameter refers to.
type loan struct {
	id       int
	op       *ir.Operation // what lends or allocates
	path     place.Path
	uniq     bool
	twoPhase bool      // `put(&uniq v, v.len())` lends v, and uniquely only when put is called
	alloc    bool      // by an allocation
	ref      *ir.Value // the reference; nil if op lends to the operations inside
	// lifetime of an origin, "" if it has no name; param is where it comes from.
	lifetime string
	param    *ir.Value
	// typeVar is the type variable whose values the origin stands for, else "": values of a `d` may hold references.
	typeVar string
}

// root is the variable or parameter whose part is lent.
func (l *loan) root() *ir.Value {
	if l.op == nil {
		return l.param
	}
	return l.path.Root
}

// numbered are the loans of a function and what may hold them, by their numbers.
type numbered struct {
	loans  []*loan
	byOp   map[*ir.Operation]*loan
	byRoot map[*ir.Value][]*loan // loans of parts of a variable and of what references in it refer to
	// origins of each parameter, by slot.
	origins map[*ir.Value][]*loan
	// holders are the variables and values that may hold references.
	holders    map[*ir.Value]int
	holderList []*ir.Value
}

// reported are the errors so far.
type reported struct {
	seen      map[analysis.ErrorKey]bool
	conflicts []conflict
}

// first says whether an error of an operation is the first one with its code.
func (r *reported) first(op *ir.Operation, code string) bool {
	k := analysis.ErrorKey{Op: op, Code: code}
	was := r.seen[k]
	r.seen[k] = true
	return !was
}

// checker checks a function.
type checker struct {
	facts  *analysis.Facts
	fns    map[string]descend.FuncOp
	f      descend.FuncOp
	r      *place.Resolver
	shapes *flow.Shapes
	memo   *analysis.Memo
	lifetimes
	numbered
	live  liveness
	s     *loanState
	quiet bool // inside of a loop that is not yet stable
	reported
	// early are the boxes that end before an operation or at the end of a region though their variables do not.
	earlyBefore map[*ir.Operation][]drops.Box
	earlyAt     map[*ir.Region][]drops.Box
}

// Run checks all functions.
func (p *Check) Run(c *passes.Context) error { return analysis.Run(c, p) }

func (*Check) Begin(m *analysis.Module) analysis.Checker {
	return module{m, lifetimes{slots{}, map[*ir.Operation]map[string][]string{}}}
}

type module struct {
	*analysis.Module
	lifetimes
}

func (m module) Function(f descend.FuncOp) {
	if f.IsExtern() {
		return
	}
	x := &checker{facts: m.Now, fns: m.Funcs, f: f, r: m.Resolver(f), memo: m.Memo, shapes: m.Shapes(), lifetimes: m.lifetimes,
		numbered: newNumbered(f, m.slots), reported: reported{seen: map[analysis.ErrorKey]bool{}}}
	if len(x.loans) == 0 {
		return
	}
	x.computeLiveness()
	x.findDrops()
	start := newLoanState(len(x.loans))
	for p, os := range x.origins {
		for i, o := range os {
			start.add(p, loanSet{holding{o.id, i, i + 1}: true})
		}
	}
	flow.Forward(x.shapes, x, f.Body(0), start)
}

// newNumbered numbers holders, loans and origins.
func newNumbered(f descend.FuncOp, types slots) numbered {
	x := numbered{byOp: map[*ir.Operation]*loan{}, byRoot: map[*ir.Value][]*loan{}, origins: map[*ir.Value][]*loan{}, holders: map[*ir.Value]int{}}
	newLoan := func(l *loan) *loan {
		l.id = len(x.loans)
		x.loans = append(x.loans, l)
		if l.op != nil {
			x.byRoot[l.path.Root] = append(x.byRoot[l.path.Root], l)
		}
		return l
	}
	hold := func(v *ir.Value) {
		if _, ok := x.holders[v]; !ok && descend.HoldsRef(holderType(v)) {
			x.holders[v] = len(x.holders)
			x.holderList = append(x.holderList, v)
		}
	}
	for _, p := range f.Params() {
		hold(p)
		slots, _ := types.align(descend.ElemOf(p), descend.ElemOf(p))
		for _, sl := range slots {
			o := newLoan(&loan{param: p, typeVar: sl.name})
			if sl.ref != nil {
				o.uniq, o.lifetime = sl.ref.Uniq, sl.ref.Lifetime
			}
			x.origins[p] = append(x.origins[p], o)
		}
	}
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Results() {
			hold(v)
		}
		if ir.Is[descend.AllocOp](op) {
			x.byOp[op] = newLoan(&loan{op: op, path: place.Path{Kind: place.Alloc, Root: op.Result(0)}, uniq: true, alloc: true, ref: op.Result(0)})
		}
		for _, u := range descend.UsesOf(op) {
			if u.Lends() {
				x.byOp[op] = newLoan(&loan{op: op, path: place.Written(u.Of), uniq: u.LendsUniq(), twoPhase: u.Kind == descend.TwoPhaseUse, ref: u.Value})
			}
		}
		return ir.Advance
	})
	return x
}

// holderType is the type of what a variable or value holds.
func holderType(v *ir.Value) ir.Type {
	if op := v.DefiningOp(); op != nil && !ir.Is[descend.LocalOp](op) {
		if _, ok := v.Type().(*descend.PlaceType); ok {
			return nil // places on the way to parts hold nothing
		}
		return v.Type()
	}
	if t := descend.ElemOf(v); t != nil {
		return t
	}
	return v.Type()
}
