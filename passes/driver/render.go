package driver

import (
	"fmt"
	"io"
	"strings"

	"descend/ir"
)

// renderer prints diagnostics in mlir-opt's form.
type renderer struct {
	name, src string
	lines     []string
	showOp    bool
	shown     ir.Location // whose source line the diagnostic at hand has shown
	out       io.Writer
}

// Report writes findings in mlir-opt's form, those in the source with their lines: "name:3:5: error: message", the line, and a caret below.
func Report(w io.Writer, name, src string, diags *ir.Diagnostics) {
	(&renderer{name: name, src: src, out: w}).all(diags)
}

// all writes findings in the order in which they were reported.
func (r *renderer) all(diags *ir.Diagnostics) {
	for _, d := range diags.InOrder() {
		r.print(d)
	}
}

func position(loc ir.Location) string {
	r := ir.RangeOf(loc)
	if r.File == "" && !r.Known() {
		return "<unknown>:0"
	}
	if !r.Known() {
		return r.File + ":0:0"
	}
	return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col)
}

// print writes a diagnostic with its source line, related places, notes and operation.
func (r *renderer) print(d *ir.Diagnostic) {
	r.line(d.Loc, d.Severity.String(), d.Message)
	r.shown = d.Loc
	defer func() { r.shown = nil }()
	for i, caller := range callers(d.Loc) {
		if i < maxCallers {
			r.line(caller, "note", "called from")
		}
	}
	if d.Label != "" {
		r.line(d.Loc, "note", d.Label)
	}
	if d.Op != nil && r.showOp {
		text := ir.Print(d.Op, ir.PrintOptions{Generic: true, LocalScope: true, AssumeVerified: true})
		if strings.Contains(text, "\n") {
			text = "\n" + text
		}
		r.line(d.Loc, "note", "see current operation: "+text)
	}
	for _, rel := range d.Related {
		r.line(rel.Loc, "note", rel.Message)
	}
	for _, n := range d.Notes {
		r.line(d.Loc, "note", n)
	}
	for h := range d.Help.All() {
		r.line(d.Loc, "note", "help: "+h.Message)
	}
}

// callers are the calls through which inlined code came to where it is, the innermost first.
func callers(loc ir.Location) []ir.Location {
	at, ok := loc.(*ir.CallSiteLoc)
	if !ok {
		return nil
	}
	return append(append(callers(at.Callee), at.Caller), callers(at.Caller)...)
}

// maxCallers is how many of them are shown, as by mlir-opt.
const maxCallers = 10

// maxShown is how much of a long line is shown, in bytes.
const maxShown = 1000

// line prints one message; the source line is left out where it was just shown.
func (r *renderer) line(loc ir.Location, kind, message string) {
	fmt.Fprintf(r.out, "%s: %s: %s\n", position(loc), kind, message)
	rg := ir.RangeOf(loc)
	if rg.File != r.name || !rg.Known() || loc == r.shown {
		return
	}
	if r.lines == nil {
		r.lines = strings.Split(r.src, "\n")
	}
	if rg.Line > len(r.lines) {
		return
	}
	text, col := r.lines[rg.Line-1], rg.Col-1
	if len(text) > maxShown { // what is around the place
		from := min(max(col-maxShown/2, 0), len(text)-maxShown)
		text, col = text[from:from+maxShown], col-from
	}
	caret := []byte(strings.Repeat(" ", min(col, len(text)+1)))
	for i := range caret {
		if i < len(text) && text[i] == '\t' {
			caret[i] = '\t'
		}
	}
	fmt.Fprintf(r.out, "%s\n%s^\n", text, caret)
}
