package check

import (
	"maps"
	"slices"
	"strings"

	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
)

// Facts are what the checks find out about one function. A check reads what earlier ones found here, never from the
// diagnostics, which are only written; [Facts.write] puts it on the IR at the end, from where lowering and checks that are run
// one by one read it.
type Facts struct {
	fn descend.FuncOp
	// Diags are the errors of the function, in the order in which they were found.
	Diags *ir.Diagnostics
	// reported are the operations that an error concerns, with its code; "" where the error was reported of another one. They
	// are poison: one mistake gives one error.
	reported map[*ir.Operation]string
	// reaches are the memories that who executes the function must reach, with an operation that says why (memory-check).
	reaches map[descend.Mem]*ir.Operation
	// single, if not nil, is why only a single thread may call the function, which is one of `any` (exec-check).
	single *ir.Operation
	// allocated are the type variables that are in the types of what the function or a callee allocates, with the place of an
	// allocation (move-check).
	allocated map[string]ir.Location
	// inferred are the constraints that callers must fulfil besides the where clause, checks those of calls and launches that
	// are left to run time, inBounds the indices of run time that cannot fail (nat-check).
	inferred []nat.Constraint
	checks   map[*ir.Operation][]nat.Constraint
	inBounds map[*ir.Operation]bool
	// barrier says that the function, or one that it calls, synchronizes; uniformity are the levels of the conditions of ifs and
	// loops (uniformity).
	barrier    bool
	uniformity map[*ir.Operation]Level
	// shared is the shared memory that a call of the function takes; nil if it was not added up (nat-check).
	shared Summary
	// pure says that a result depends on nothing but scalar arguments, result among which threads it is the same if the
	// arguments are the same for the block (uniformity).
	pure   bool
	result Level
	// exclusive says of each parameter of a kernel whether no two threads access one element through it, one of them writing
	// (access-check).
	exclusive []bool
	// effects are what callers are told of the accesses of the function; nil until one asks (access-check).
	effects Summary
	// mustSync says whether every execution reaches a barrier of the function's own resource (access-check).
	mustSync answer
}

// Summary is what one check keeps about a function for the functions that call it.
type Summary interface {
	// ForCallers writes what these read of it.
	ForCallers(b *strings.Builder)
}

// answer is that to a question which is answered when it is asked first; while it is looked for, which only a recursive function
// notices, it is no.
type answer struct{ known, yes bool }

func (a *answer) is(find func() bool) bool {
	if !a.known {
		a.known = true
		a.yes = find()
	}
	return a.yes
}

// Attributes that hold facts on the IR. Those of operations that lowering does not read are discardable.
const (
	poisonAttr      = "descend.poison"
	reachesAttr     = "descend.reaches"
	inferredAttr    = "inferred"
	checksAttr      = "checks"
	inBoundsAttr    = "in_bounds"
	hasBarrierAttr  = "has_barrier"
	uniformAttr     = "uniform"
	uniformWarpAttr = "uniform_warp"
	exclusiveAttr   = "arg_exclusive"
)

// readFacts are the facts of a function that its IR tells.
func readFacts(fn descend.FuncOp) *Facts {
	fa := &Facts{fn: fn, Diags: &ir.Diagnostics{}, reported: map[*ir.Operation]string{}, checks: map[*ir.Operation][]nat.Constraint{},
		inBounds: map[*ir.Operation]bool{}, reaches: map[descend.Mem]*ir.Operation{}, allocated: map[string]ir.Location{}, uniformity: map[*ir.Operation]Level{}, barrier: fn.HasAttr(hasBarrierAttr),
		inferred: descend.ConstraintsOf(fn.Operation, inferredAttr)}
	return fa
}

// read takes up what the attributes of an operation in the function tell.
func (fa *Facts) read(op *ir.Operation) {
	for _, a := range op.Attrs() {
		switch a.Name {
		case poisonAttr:
			fa.reported[op] = op.StringAttr(poisonAttr)
		case checksAttr:
			fa.checks[op] = descend.ConstraintsOf(op, checksAttr)
		case inBoundsAttr:
			fa.inBounds[op] = true
		case uniformAttr:
			fa.uniformity[op] = BlockUniform
		case uniformWarpAttr:
			fa.uniformity[op] = WarpUniform
		}
	}
}

// write puts the facts on the IR.
func (fa *Facts) write() {
	c := fa.fn.Context()
	wheres := func(cs []nat.Constraint) (l []ir.Attribute) {
		for _, k := range cs {
			l = append(l, descend.Where(c, k))
		}
		return l
	}
	list := func(name string, l []ir.Attribute) {
		if len(l) > 0 {
			fa.fn.SetAttr(name, c.ArrayAttr(l...))
		}
	}
	list(inferredAttr, wheres(fa.inferred))
	var mems, excl []ir.Attribute
	for _, m := range slices.Sorted(maps.Keys(fa.reaches)) {
		mems = append(mems, c.StringAttr(string(m)))
	}
	list(reachesAttr, mems)
	for _, e := range fa.exclusive {
		excl = append(excl, c.BoolAttr(e))
	}
	list(exclusiveAttr, excl)
	if fa.barrier {
		fa.fn.SetAttr(hasBarrierAttr, c.UnitAttr())
	}
	for op, code := range fa.reported {
		op.SetAttr(poisonAttr, c.StringAttr(code))
	}
	for op, cs := range fa.checks {
		op.SetAttr(checksAttr, c.ArrayAttr(wheres(cs)...))
	}
	for op := range fa.inBounds {
		op.SetAttr(inBoundsAttr, c.UnitAttr())
	}
	for op, l := range fa.uniformity {
		switch l {
		case BlockUniform:
			op.SetAttr(uniformAttr, c.UnitAttr())
		case WarpUniform:
			op.SetAttr(uniformWarpAttr, c.UnitAttr())
		}
	}
}

// erase takes the facts off the IR.
func (fa *Facts) erase() {
	for _, name := range []string{inferredAttr, reachesAttr, exclusiveAttr, hasBarrierAttr} {
		fa.fn.SetAttr(name, nil)
	}
	for op := range fa.reported {
		op.SetAttr(poisonAttr, nil)
	}
	for op := range fa.checks {
		op.SetAttr(checksAttr, nil)
	}
	for op := range fa.inBounds {
		op.SetAttr(inBoundsAttr, nil)
	}
	for op := range fa.uniformity {
		op.SetAttr(uniformAttr, nil)
		op.SetAttr(uniformWarpAttr, nil)
	}
}

// wheres are the constraints on the sizes of the function, the inferred ones included.
func (fa *Facts) wheres() []nat.Constraint {
	return append(descend.ConstraintsOf(fa.fn.Operation, "where"), fa.inferred...)
}

// fail reports an error of op and poisons it.
func (fa *Facts) fail(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return fa.failAt(op, op.Loc(), code, format, args...)
}

// failAt reports an error of op at loc and poisons op.
func (fa *Facts) failAt(op *ir.Operation, loc ir.Location, code, format string, args ...any) *ir.Diagnostic {
	fa.reported[op] = code
	d := fa.Diags.Errorf(loc, code, format, args...)
	d.Op = op
	return d
}

// poison marks an operation as concerned by an error that was reported of another one.
func (fa *Facts) poison(op *ir.Operation) {
	if _, ok := fa.reported[op]; !ok {
		fa.reported[op] = ""
	}
}

// code is that of the error that was reported of op, "" if none was.
func (fa *Facts) code(op *ir.Operation) string { return fa.reported[op] }

// isReported says whether an error was reported of op, or op was poisoned.
func (fa *Facts) isReported(op *ir.Operation) bool {
	_, ok := fa.reported[op]
	return ok
}

// isPoison says whether an earlier error concerns op: it was reported itself, or a place, borrow or move that it
// uses was.
func (fa *Facts) isPoison(op *ir.Operation) bool {
	if len(fa.reported) == 0 {
		return false
	}
	if fa.isReported(op) {
		return true
	}
	for i := range op.NumOperands() {
		v := op.Operand(i)
		if _, ok := v.Type().(*descend.PlaceType); ok && fa.isPoisonPlace(v) {
			return true
		}
		if fa.isReported(v.DefiningOp()) && slices.ContainsFunc(descend.UsesOf(v.DefiningOp()), ofReported) {
			return true
		}
	}
	return false
}

// ofReported says whether an error of a use concerns what it gives.
func ofReported(u descend.Use) bool { return u.Refers() || u.Kind == descend.MoveUse }

// isPoisonPlace says whether an operation on the way to a place was reported.
func (fa *Facts) isPoisonPlace(v *ir.Value) bool {
	for of, by := descend.Base(v); of != nil; of, by = descend.Base(of) {
		if fa.isReported(by) || v.DefiningOp() == by && fa.hasPoison(by) { // a view of elements is one of what is inside
			return true
		}
		v = of
	}
	op := v.DefiningOp()
	return op != nil && (fa.isReported(op) || fa.holdsPoison(v))
}

// hasPoison says whether an operation or one in it was reported.
func (fa *Facts) hasPoison(op *ir.Operation) bool {
	return !op.Walk(func(o *ir.Operation) ir.WalkResult {
		if fa.isReported(o) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// holdsPoison says whether an earlier error concerns the initial value of a variable.
func (fa *Facts) holdsPoison(v *ir.Value) bool {
	o := place.DeclaredWith(v)
	return o != nil && (fa.isReported(o) || place.InitialBorrow(v) != nil && fa.isPoison(o))
}

type reportKey struct {
	op   *ir.Operation
	slug string
}
