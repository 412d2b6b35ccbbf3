package analysis

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
// diagnostics, which are only written; [Facts.write] puts it on the IR at the end, for lowering, and for checks that are run one
// by one: what is poison, inferred clauses, checks, indices in bounds, barriers and uniform conditions are read back. The rest only
// the check reads that finds it, for all functions of the module.
type Facts struct {
	// Func is the function.
	Func descend.FuncOp
	// Diags are the errors of the function, in the order in which they were found.
	Diags *ir.Diagnostics
	// reported are the operations that an error concerns, with its code; "" where the error was reported of another one. They
	// are poison: one mistake gives one error.
	reported map[*ir.Operation]string
	// Reaches are the memories that who executes the function must reach, with an operation that says why (memory-check).
	Reaches map[descend.Mem]*ir.Operation
	// Single, if not nil, is an operation because of which only a single thread may call the function; only functions of `any` have
	// one (exec-check).
	Single *ir.Operation
	// Alone says that one thread could execute the function for itself: nothing in it is done by several threads together or by the
	// CPU (exec-check).
	Alone bool
	// Allocated are the type variables that are in the types of what the function or a callee allocates, with the place of an
	// allocation (move-check).
	Allocated map[string]ir.Location
	// Inferred are the constraints that callers must fulfil besides the where clause, Checks those of calls and launches that
	// are left to run time, InBounds the indices of run time that cannot fail (nat-check).
	Inferred []nat.Constraint
	Checks   map[*ir.Operation][]nat.Constraint
	InBounds map[*ir.Operation]bool
	// made are the indices that are in bounds by how they were made, as the frontend says.
	made map[*ir.Operation]bool
	// Relied are the assertions from which conditions on sizes follow (nat-check).
	Relied map[*ir.Operation]bool
	// Barrier says that the function, or one that it calls, synchronizes; Uniformity are the levels of the conditions of ifs and
	// loops (uniformity).
	Barrier    bool
	Uniformity map[*ir.Operation]Level
	// Runs are the parts of a block that have barriers of their own in the function or in what it calls (barrier-check).
	Runs []place.Run
	// Handovers is how many barriers there are by which parts hand over to each other, in the function and in its calls (barrier-check).
	Handovers int
	// Between are the parts that hand over to each other there (barrier-check).
	Between []place.Run
	// Shared is the shared memory that a call of the function takes; nil if it was not added up (nat-check).
	Shared Summary
	// Pure says that a result depends on nothing but scalar arguments, Result among which threads it is the same if the
	// arguments are the same for the block (uniformity).
	Pure   bool
	Result Level
	// Exclusive says of each parameter of a kernel whether no two threads access one element through it, one of them writing
	// (access-check).
	Exclusive []bool
	// Effects are what callers are told of the accesses of the function; nil until one asks (access-check).
	Effects Summary
	// MustSync says whether every execution reaches a barrier of the function's own resource (access-check).
	MustSync Answer
}

// Summary is what one check keeps about a function for the functions that call it.
type Summary interface {
	// ForCallers writes what these read of it.
	ForCallers(b *strings.Builder)
}

// Answer is that to a question which is answered when it is asked first; while it is looked for, which only a recursive function
// notices, it is no.
type Answer struct{ known, yes bool }

// Is is the answer; find finds it.
func (a *Answer) Is(find func() bool) bool {
	if !a.known {
		a.known = true
		a.yes = find()
	}
	return a.yes
}

// Level says among which threads a value is the same.
type Level int

// The levels; a larger one includes the smaller.
const (
	Varying      Level = iota // threads may differ
	WarpUniform               // the lanes of a warp agree
	BlockUniform              // the threads of a block agree
	GridUniform               // all threads of the grid agree
)

// Attributes that hold facts on the IR. Those of operations that lowering does not read are discardable.
const (
	poisonAttr      = "descend.poison"
	reachesAttr     = "descend.reaches"
	inferredAttr    = "inferred"
	checksAttr      = "checks"
	inBoundsAttr    = "in_bounds"
	reliedAttr      = "relied"
	hasBarrierAttr  = "has_barrier"
	uniformAttr     = "uniform"
	uniformWarpAttr = "uniform_warp"
	uniformGridAttr = "uniform_grid"
	exclusiveAttr   = "arg_exclusive"
)

// readFacts are the facts of a function that its IR tells.
func readFacts(fn descend.FuncOp) *Facts {
	fa := &Facts{Func: fn, Diags: &ir.Diagnostics{}, reported: map[*ir.Operation]string{}, Checks: map[*ir.Operation][]nat.Constraint{},
		InBounds: map[*ir.Operation]bool{}, made: map[*ir.Operation]bool{}, Relied: map[*ir.Operation]bool{}, Reaches: map[descend.Mem]*ir.Operation{}, Allocated: map[string]ir.Location{}, Uniformity: map[*ir.Operation]Level{}, Barrier: fn.HasAttr(hasBarrierAttr),
		Inferred: descend.ConstraintsOf(fn.Operation, inferredAttr)}
	return fa
}

// read takes up what the attributes of an operation in the function tell.
func (fa *Facts) read(op *ir.Operation) {
	for _, a := range op.Attrs() {
		switch a.Name {
		case poisonAttr:
			fa.reported[op] = op.StringAttr(poisonAttr)
		case checksAttr:
			fa.Checks[op] = descend.ConstraintsOf(op, checksAttr)
		case inBoundsAttr:
			fa.InBounds[op], fa.made[op] = true, true
		case reliedAttr:
			fa.Relied[op] = true
		case uniformGridAttr:
			fa.Uniformity[op] = GridUniform
		case uniformAttr:
			fa.Uniformity[op] = max(fa.Uniformity[op], BlockUniform)
		case uniformWarpAttr:
			fa.Uniformity[op] = WarpUniform
		}
	}
}

// write puts the facts on the IR.
func (fa *Facts) write() {
	c := fa.Func.Context()
	wheres := func(cs []nat.Constraint) (l []ir.Attribute) {
		for _, k := range cs {
			l = append(l, descend.Where(c, k))
		}
		return l
	}
	list := func(name string, l []ir.Attribute) {
		if len(l) > 0 {
			fa.Func.SetAttr(name, c.ArrayAttr(l...))
		}
	}
	list(inferredAttr, wheres(fa.Inferred))
	var mems, excl []ir.Attribute
	for _, m := range slices.Sorted(maps.Keys(fa.Reaches)) {
		mems = append(mems, c.StringAttr(string(m)))
	}
	list(reachesAttr, mems)
	for _, e := range fa.Exclusive {
		excl = append(excl, c.BoolAttr(e))
	}
	list(exclusiveAttr, excl)
	if fa.Barrier {
		fa.Func.SetAttr(hasBarrierAttr, c.UnitAttr())
	}
	for op, code := range fa.reported {
		op.SetAttr(poisonAttr, c.StringAttr(code))
	}
	for op, cs := range fa.Checks {
		op.SetAttr(checksAttr, c.ArrayAttr(wheres(cs)...))
	}
	for op := range fa.InBounds {
		op.SetAttr(inBoundsAttr, c.UnitAttr())
	}
	for op := range fa.Relied {
		op.SetAttr(reliedAttr, c.UnitAttr())
	}
	for op, l := range fa.Uniformity {
		switch l {
		case GridUniform:
			op.SetAttr(uniformGridAttr, c.UnitAttr())
			op.SetAttr(uniformAttr, c.UnitAttr())
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
		fa.Func.SetAttr(name, nil)
	}
	for op := range fa.reported {
		op.SetAttr(poisonAttr, nil)
	}
	for op := range fa.Checks {
		op.SetAttr(checksAttr, nil)
	}
	for op := range fa.InBounds {
		if !fa.made[op] {
			op.SetAttr(inBoundsAttr, nil)
		}
	}
	for op := range fa.Relied {
		op.SetAttr(reliedAttr, nil)
	}
	for op := range fa.Uniformity {
		op.SetAttr(uniformAttr, nil)
		op.SetAttr(uniformWarpAttr, nil)
		op.SetAttr(uniformGridAttr, nil)
	}
}

// Wheres are the constraints on the sizes of the function, the inferred ones included.
func (fa *Facts) Wheres() []nat.Constraint {
	return append(descend.ConstraintsOf(fa.Func.Operation, "where"), fa.Inferred...)
}

// Required are the constraints that a caller is told of. What a function with errors needs besides its where clause may be due to
// these.
func (fa *Facts) Required() []nat.Constraint {
	if fa.Diags.HasErrors() {
		return descend.ConstraintsOf(fa.Func.Operation, "where")
	}
	return fa.Wheres()
}

// Fail reports an error of op and poisons it.
func (fa *Facts) Fail(op *ir.Operation, code, format string, args ...any) *ir.Diagnostic {
	return fa.FailAt(op, op.Loc(), code, format, args...)
}

// FailAt reports an error of op at loc and poisons op.
func (fa *Facts) FailAt(op *ir.Operation, loc ir.Location, code, format string, args ...any) *ir.Diagnostic {
	fa.reported[op] = code
	d := fa.Diags.Errorf(loc, code, format, args...)
	d.Op = op
	return d
}

// Poison marks an operation as concerned by an error that was reported of another one.
func (fa *Facts) Poison(op *ir.Operation) {
	if _, ok := fa.reported[op]; !ok {
		fa.reported[op] = ""
	}
}

// Code is that of the error that was reported of op, "" if none was.
func (fa *Facts) Code(op *ir.Operation) string { return fa.reported[op] }

// IsReported says whether an error was reported of op, or op was poisoned.
func (fa *Facts) IsReported(op *ir.Operation) bool {
	_, ok := fa.reported[op]
	return ok
}

// IsPoison says whether an earlier error concerns op: it was reported itself, or a place, borrow or move that it
// uses was.
func (fa *Facts) IsPoison(op *ir.Operation) bool {
	if len(fa.reported) == 0 {
		return false
	}
	if fa.IsReported(op) {
		return true
	}
	for i := range op.NumOperands() {
		v := op.Operand(i)
		if _, ok := v.Type().(*descend.PlaceType); ok && fa.isPoisonPlace(v) {
			return true
		}
		if fa.IsReported(v.DefiningOp()) && slices.ContainsFunc(descend.UsesOf(v.DefiningOp()), ofReported) {
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
		if fa.IsReported(by) || v.DefiningOp() == by && fa.hasPoison(by) { // a view of elements is one of what is inside
			return true
		}
		v = of
	}
	op := v.DefiningOp()
	return op != nil && (fa.IsReported(op) || fa.holdsPoison(v))
}

// hasPoison says whether an operation or one in it was reported.
func (fa *Facts) hasPoison(op *ir.Operation) bool {
	return !op.Walk(func(o *ir.Operation) ir.WalkResult {
		if fa.IsReported(o) {
			return ir.Interrupt
		}
		return ir.Advance
	})
}

// holdsPoison says whether an earlier error concerns the initial value of a variable.
func (fa *Facts) holdsPoison(v *ir.Value) bool {
	o := place.DeclaredWith(v)
	return o != nil && (fa.IsReported(o) || place.InitialBorrow(v) != nil && fa.IsPoison(o))
}

// ErrorKey tells errors apart: of one operation each is reported once.
type ErrorKey struct {
	Op   *ir.Operation
	Code string
}
