package ir

import (
	"fmt"
	"runtime"
	"strings"

	"descend/ir/bail"
)

// Mistakes of who uses this package are panics that name the call, and those in the code of operations name the operation: all
// of them where they happen.

// MisuseError is what the functions of this package panic with when they are called wrongly.
type MisuseError struct {
	// Call is the function, "Builder.Insert"; Message says what is wrong.
	Call, Message string
	// Site is the function and line of the call from outside of the package.
	Site string
}

func (e *MisuseError) Error() string {
	return fmt.Sprintf("ir: %s: %s (called in %s)", e.Call, e.Message, e.Site)
}

func misuse(call, format string, args ...any) {
	panic(&MisuseError{call, fmt.Sprintf(format, args...), callSite()})
}

// callSite names the innermost function that is not of this package, and its line.
func callSite() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	for {
		f, more := frames.Next()
		if !strings.HasPrefix(f.Function, "descend/ir.") || strings.HasSuffix(f.File, "_test.go") {
			return fmt.Sprintf("%s:%d", f.Function, f.Line)
		}
		if !more {
			return "an unknown place"
		}
	}
}

// calledAt names an operation and its place for messages.
func (op *Operation) calledAt() string {
	if op == nil {
		return "a nil operation"
	}
	s := "'" + op.Name() + "'"
	if r := RangeOf(op.Loc()); r.Known() {
		s += fmt.Sprintf(" at %s:%d:%d", r.File, r.Line, r.Col)
	}
	return s
}

// cannotInsert says why op cannot be put before other in b.
func (b *Block) cannotInsert(call string, op, other *Operation) {
	switch {
	case op == nil:
		misuse(call, "the operation is nil")
	case b == nil:
		misuse(call, "the block for %s is nil", op.calledAt())
	case b.isIn(op):
		misuse(call, "the block is inside %s", op.calledAt())
	case op.order == erased:
		misuse(call, "%s was erased", op.calledAt())
	case op.block != nil:
		misuse(call, "%s is in a block already; Remove it first, or Clone it", op.calledAt())
	}
	misuse(call, "%s, before which %s was to be put, is not in the block any more", other.calledAt(), op.calledAt())
}

// lacks panics: there is no part i of that kind among n.
func (op *Operation) lacks(call, kind string, i, n int) {
	misuse(call, "%s has %d %ss, and #%d is asked for", op.calledAt(), n, kind, i)
}

// erased is Operation.order of what was erased.
const erased = -1

// unused panics if an operation uses v, which goes.
func (v *Value) unused(call, what string) {
	if v.first != nil {
		misuse(call, "%s is used by %s", what, v.first.owner.calledAt())
	}
}

// goneWithoutUses panics if a result of op, which was erased, is used.
func (op *Operation) goneWithoutUses(call string) {
	for i, r := range op.results {
		if r.first != nil {
			r.unused(call, fmt.Sprintf("result #%d of %s", i, op.calledAt()))
		}
	}
}

// asManyAs panics if vs are not as many as the results of op.
func (op *Operation) asManyAs(call string, vs []*Value) {
	if op == nil {
		misuse(call, "the operation is nil")
	}
	if len(vs) != len(op.results) {
		misuse(call, "%s has %d results, and %d values are to replace them", op.calledAt(), len(op.results), len(vs))
	}
}

// asManyArgs panics if vs are not as many as the arguments of b.
func (b *Block) asManyArgs(call string, vs []*Value) {
	if len(vs) != len(b.args) {
		misuse(call, "the block has %d arguments, and %d values are to replace them", len(b.args), len(vs))
	}
}

// check panics if no operation can be made of the state.
func (st *OperationState) check(call string, c *Context) {
	checkSimple(call, c, st.Name, st.Operands, st.Types, st.Attrs)
}

// checkSimple is check for what most operations consist of.
func checkSimple(call string, c *Context, opName *OpName, operands []*Value, types []Type, attrs []NamedAttr) {
	if opName == nil || opName.Name == "" {
		misuse(call, "the operation has no name")
	}
	name := opName.Name
	if opName.ctx != c {
		misuse(call, "the name '%s' is of another context", name)
	}
	for i, v := range operands {
		if v == nil || v.op != nil && (v.op.ctx != c || v.op.order == erased) {
			badOperand(call, name, i, v)
		}
	}
	for i, t := range types {
		if t == nil {
			misuse(call, "the type of result #%d of '%s' is nil", i, name)
		}
	}
	for i, a := range attrs {
		if a.Value == nil {
			misuse(call, "attribute '%s' of '%s' is nil; leave it out if it is absent", a.Name, name)
		}
		for _, b := range attrs[:i] {
			if a.Name == b.Name {
				misuse(call, "attribute '%s' of '%s' is given twice", a.Name, name)
			}
		}
	}
}

func badOperand(call, name string, i int, v *Value) {
	if v == nil {
		misuse(call, "operand #%d of '%s' is nil", i, name)
	}
	if v.op.order == erased {
		misuse(call, "operand #%d of '%s' is a result of %s, which was erased", i, name, v.op.calledAt())
	}
	misuse(call, "operand #%d of '%s' is of another context", i, name)
}

// PanicError is a panic in the code of an operation, a dialect or a rewrite that this package called: a mistake there.
type PanicError struct {
	// What is the method that panicked, "Verify", or "rewrite 'mul-by-two'".
	What string
	// Op is the name of the operation, "" for a type or an attribute; Dialect the name of the dialect.
	Op, Dialect string
	// Loc is the place of the operation; nil if that is not known.
	Loc Location
	// Value is what was the argument of panic, and Site the function and line that panicked.
	Value any
	Site  string
}

func (e *PanicError) Error() string {
	s := "panic in " + e.What
	switch {
	case e.Op != "":
		s += fmt.Sprintf(" of '%s' (dialect %s)", e.Op, e.Dialect)
	default:
		s += " of dialect " + e.Dialect
	}
	if r := RangeOf(e.Loc); r.Known() {
		s += fmt.Sprintf(" at %s:%d:%d", r.File, r.Line, r.Col)
	}
	if _, says := e.Value.(*MisuseError); says {
		return fmt.Sprintf("%s: %v", s, e.Value)
	}
	return fmt.Sprintf("%s: %v (in %s)", s, e.Value, e.Site)
}

// calling is the code of others that runs now.
type calling struct {
	what    string // "" for none
	dialect string // without name
	name    *OpName
	op      *Operation // of that name, or nil
	loc     func() Location
}

// call notes that the code of an operation is about to run; done ends that.
func (c *calling) call(what string, op *Operation) { c.what, c.name, c.op = what, op.name, op }

func (c *calling) done() { c.what = "" }

// blame is deferred by what calls the code of others: a panic there goes on as a *PanicError.
func (c *calling) blame() {
	r := recover()
	if r == nil {
		return
	}
	switch r.(type) {
	case *PanicError, *RewriteError:
		panic(r)
	}
	if c.what == "" || bail.Leaving(r) {
		panic(r)
	}
	e := &PanicError{What: c.what, Dialect: c.dialect, Value: r, Site: bail.Site()}
	if c.name != nil {
		e.Op, e.Dialect = c.name.Name, c.name.dialectName()
	}
	if c.op != nil {
		e.Loc = c.op.Loc()
	}
	if c.loc != nil {
		e.Loc = c.loc()
	}
	panic(e)
}
