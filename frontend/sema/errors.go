package sema

import (
	"slices"
	"strconv"

	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// bodyErrors reports the errors of one body, which they poison. It knows what they are about, but no names, types or operations.
type bodyErrors struct {
	found *findings
	bad   bool           // an error was met: the body is dropped
	about map[key]bool   // what the errors of this body are about
	last  *ir.Diagnostic // the error that was reported last, or nil
}

// fail reports an error and drops the body.
func (e *bodyErrors) fail(s source.Span, slug, format string, args ...any) *ir.Diagnostic {
	e.bad = true
	e.last = e.found.errorf(s, slug, format, args...)
	return e.last
}

// silently drops the body because of an error reported before, of which nobody wants to hear again.
func (e *bodyErrors) silently() *ir.Diagnostic {
	e.bad = true
	return &ir.Diagnostic{}
}

// poison drops the body because of an error reported before.
func (e *bodyErrors) poison() *ir.Value {
	e.bad = true
	return nil
}

// wrongKind, unknown and unknownField are those of [findings], and drop the body.
func (e *bodyErrors) wrongKind(s source.Span, want, name string, b *binding) *ir.Diagnostic {
	e.bad = true
	return e.found.wrongKind(s, want, name, b)
}

func (e *bodyErrors) unknown(id *ast.Ident, what string, candidates []string) *ir.Diagnostic {
	e.bad = true
	return e.found.unknown(id, what, candidates)
}

func (e *bodyErrors) unknownField(id *ast.Ident, t *descend.StructType) {
	e.bad = true
	e.found.unknownField(id, t)
}

// attempt does something whose errors do not count as those of the body.
func (e *bodyErrors) attempt(f func()) {
	bad, last := e.bad, e.last
	f()
	e.bad, e.last = bad, last
}

// reported says whether an error of this function is about one of these; from now on all of them are.
func (e *bodyErrors) reported(keys []key) bool {
	before := slices.ContainsFunc(keys, func(k key) bool { return e.about[k] })
	for _, k := range keys {
		if e.about == nil {
			e.about = map[key]bool{}
		}
		e.about[k] = true
	}
	return before
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return strconv.Itoa(n) + " " + word + "s"
}
