// Package convert turns the operations of some dialects into those of others, with the types of values on the way: the dialect conversion
// of MLIR (https://mlir.llvm.org/docs/DialectConversion).
//
// A [Target] says which operations may be there at the end, a [TypeConverter] what becomes of types, a [Pattern] rewrites one operation. It is
// given the operands as they are now, in the types that they have now. What it makes has to be legal itself, or is rewritten in turn.
//
// Nothing is lost when it fails: what a pattern did is undone before the next one is tried, and where an operation has no
// pattern that succeeds, the code is at the end what it was at first.
//
// Why this works. A value is never replaced while patterns run: what stands for it is noted, and the operation that
// made it stays where it is until all is done. So an operation that is not rewritten yet reads what it read before, a pattern finds
// the old types, and to undo is to go through a log from its end. At the end every operation that is left is given what stands for
// its operands; where that has another type, a materialization is put in between, or a cast, which
// has to have gone when all is done.
package convert

import (
	"strings"

	"descend/ir"
)

// Target says which operations are legal: by name, then by dialect, then Unknown. What was said last counts.
type Target struct {
	ops, dialects map[string]legalIf
	// Unknown, if set, decides about operations that nothing else was said of.
	Unknown func(*ir.Operation) bool
}

// legalIf says when an operation is legal, and whether all inside of it is then, too.
type legalIf struct {
	if_    func(*ir.Operation) bool
	inside bool
}

// NewTarget returns a target that says nothing of any operation.
func NewTarget() *Target {
	return &Target{ops: map[string]legalIf{}, dialects: map[string]legalIf{}}
}

func always(*ir.Operation) bool { return true }
func never(*ir.Operation) bool  { return false }

// Legal makes operations legal: Legal(arith.AddIOp{}).
func (t *Target) Legal(ops ...ir.OpType) *Target { return t.LegalIf(always, ops...) }

// Illegal makes operations illegal.
func (t *Target) Illegal(ops ...ir.OpType) *Target { return t.LegalIf(never, ops...) }

// LegalIf makes operations legal where a function says so, and illegal elsewhere.
func (t *Target) LegalIf(legal func(*ir.Operation) bool, ops ...ir.OpType) *Target {
	for _, o := range ops {
		t.ops[o.Def().Name] = legalIf{if_: legal}
	}
	return t
}

// LegalInside makes operations legal with all that is inside of them, whatever it is.
func (t *Target) LegalInside(ops ...ir.OpType) *Target {
	for _, o := range ops {
		t.ops[o.Def().Name] = legalIf{if_: always, inside: true}
	}
	return t
}

// LegalDialects makes all operations of dialects legal of which nothing is said by name.
func (t *Target) LegalDialects(names ...string) *Target { return t.DialectsIf(always, names...) }

// IllegalDialects makes them illegal.
func (t *Target) IllegalDialects(names ...string) *Target { return t.DialectsIf(never, names...) }

// DialectsIf makes them legal where a function says so.
func (t *Target) DialectsIf(legal func(*ir.Operation) bool, names ...string) *Target {
	for _, n := range names {
		t.dialects[n] = legalIf{if_: legal}
	}
	return t
}

// legality is what a target says of an operation.
type legality int

const (
	unknown legality = iota
	legal
	legalInside // with all that is inside
	illegal
)

// of says what the target says of op.
func (t *Target) of(op *ir.Operation) legality {
	dialect, _, _ := strings.Cut(op.Name(), ".")
	rule, ok := t.ops[op.Name()]
	if !ok {
		rule, ok = t.dialects[dialect]
	}
	switch {
	case !ok && t.Unknown == nil:
		return unknown
	case !ok:
		rule.if_ = t.Unknown
	}
	switch {
	case !rule.if_(op):
		return illegal
	case rule.inside:
		return legalInside
	}
	return legal
}
