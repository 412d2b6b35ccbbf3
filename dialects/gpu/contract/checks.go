package contract

import (
	"math"

	"descend/dialects/arith"
	"descend/dialects/llvm"
	"descend/dialects/scf"
	"descend/ir"
)

// A run-time check has one shape, which the attributes tell:
//
//	%bad = arith.cmpi uge, %index, %bound : index
//	scf.if %bad { "llvm.intr.trap"() : () -> () }
//	    {descend.check = "index", descend.text = "a[i]", descend.file = "f.desc",
//	     descend.line = 3 : i32, descend.column = 9 : i32}

// CheckKind is what a run-time check is for.
type CheckKind string

// The kinds of checks. For CheckIndex the operands of the comparison are index and bound.
const (
	CheckIndex    CheckKind = "index"
	CheckDivision CheckKind = "division" // by zero
	CheckOverflow CheckKind = "overflow" // the least integer divided by -1
	CheckAssert   CheckKind = "assert"
	CheckRequires CheckKind = "requires" // an obligation left to run time
	CheckNat      CheckKind = "nat"      // a value that becomes a nat
	// CheckPermutation is that indices are a permutation. The left side of the comparison is the first position where they are none, in the
	// upper 32 bits, and the number there.
	CheckPermutation CheckKind = "permutation"
)

// Check describes a run-time check.
type Check struct {
	Kind CheckKind
	// Text is what is checked, as it is written.
	Text string
	// File, Line and Column are the place in the source.
	File         string
	Line, Column int64
}

const (
	checkAttr  = "descend.check"
	textAttr   = "descend.text"
	fileAttr   = "descend.file"
	lineAttr   = "descend.line"
	columnAttr = "descend.column"
)

// NewCheck builds the check: the kernel or program stops if bad holds.
func NewCheck(b *ir.Builder, bad *ir.Value, check Check) {
	op := scf.BuildIf(b, bad, nil, func() []*ir.Value {
		llvm.NewTrap(b)
		return nil
	}, nil).Operation
	c := b.Ctx
	op.SetAttr(checkAttr, c.StringAttr(string(check.Kind)))
	op.SetAttr(textAttr, c.StringAttr(check.Text))
	op.SetAttr(fileAttr, c.StringAttr(check.File))
	op.SetAttr(lineAttr, c.I32Attr(check.Line))
	op.SetAttr(columnAttr, c.I32Attr(check.Column))
}

// IsCheck says whether an operation is a run-time check, or has the description of one.
func IsCheck(op *ir.Operation) bool { return op.HasAttr(checkAttr) }

// CheckOf is the check that an operation is or stands for; without attributes an empty one.
func CheckOf(op *ir.Operation) Check {
	line, _ := op.IntAttr(lineAttr)
	column, _ := op.IntAttr(columnAttr)
	return Check{CheckKind(op.StringAttr(checkAttr)), op.StringAttr(textAttr), op.StringAttr(fileAttr), line, column}
}

// Around is the run-time check around a trap, nil if there is none.
func Around(trap *ir.Operation) *ir.Operation {
	for p := trap.Parent(); p != nil && ir.Is[scf.IfOp](p); p = p.Parent() {
		if IsCheck(p) {
			return p
		}
	}
	return nil
}

// NotKnown stands for both sides of a comparison that are not known where a check fails: Compared gives none.
const NotKnown = math.MinInt64

// Compared are index and bound of the index check that op is, and the sides of the comparison of one of sizes; false if it is another
// check, or if the comparison was folded.
func Compared(op *ir.Operation) (index, bound *ir.Value, ok bool) {
	switch CheckOf(op).Kind {
	case CheckIndex, CheckRequires, CheckNat, CheckPermutation:
	default:
		return nil, nil, false
	}
	cmp, ok := ir.DefinedBy[arith.CmpIOp](op.Operand(0))
	if !ok || CheckOf(op).Kind == CheckRequires && cmp.Predicate() == arith.UGT { // of a sum that does not fit
		return nil, nil, false
	}
	return cmp.Operand(0), cmp.Operand(1), true
}
