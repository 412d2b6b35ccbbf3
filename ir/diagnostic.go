package ir

import (
	"fmt"
	"iter"
	"slices"
	"sort"
	"sync"
)

// Severity orders diagnostics.
type Severity int

// The severities, most severe first.
const (
	Error Severity = iota
	Warning
	Remark
	Note
)

func (s Severity) String() string { return [...]string{"error", "warning", "remark", "note"}[s] }

// Diagnostic is a finding about the program: a value, rendered elsewhere (frontend/diag for users,
// tools/descend-opt in mlir-opt's form). Passes and parsers never print.
type Diagnostic struct {
	// Code is the slug of the rule that is broken ("conflicting-access", ..); empty for IR level errors.
	Code     string
	Severity Severity
	// Message is the headline: lower case, no full stop, no position.
	Message string
	// Loc is the primary place and Label the text at it (may be empty).
	Loc   Location
	Label string
	// Related are other places with a label each, in the order of the story they tell.
	Related []Related
	// Notes are further remarks without a place.
	Notes []string
	// Help is a proposed fix; nil when none is known.
	Help *Help
	// Op is the operation concerned, if any (for "see current operation").
	Op *Operation
}

// Related is a labelled second place of a diagnostic.
type Related struct {
	Loc     Location
	Message string
}

// Help proposes a fix: a sentence and, where the fix is textual, its edits. Whoever sees no source text names the fix, of which
// edits are made later.
type Help struct {
	Message string
	Fix     Fix // or nil
	Edits   []Edit
	// Or is the next best fix, to choose instead of this one; nil: there is none.
	Or *Help
}

// All are a help and those to choose instead, the best first; none of nil.
func (h *Help) All() iter.Seq[*Help] {
	return func(yield func(*Help) bool) {
		for ; h != nil && yield(h); h = h.Or {
		}
	}
}

// Fix is the name of a change of the program: a value of the dialect whose programs it changes.
type Fix interface {
	// At is a place in the file that changes.
	At() Location
}

// Edit replaces the source range Loc (empty range: insert) by Text.
type Edit struct {
	Loc  Location
	Text string
}

func (d *Diagnostic) String() string {
	r := RangeOf(d.Loc)
	pos := "<unknown>:0"
	if r.Known() {
		pos = fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col)
	}
	s := pos + ": " + d.Severity.String() + ": " + d.Message
	if d.Code != "" {
		s += " [" + d.Code + "]"
	}
	return s
}

// Moved is the finding with other locations: of itself, of what is related, and of the edits that its help has. A [Fix] stays as it is.
func (d *Diagnostic) Moved(to func(Location) Location) *Diagnostic {
	out := *d
	out.Loc = to(d.Loc)
	out.Related = slices.Clone(d.Related)
	for i := range out.Related {
		out.Related[i].Loc = to(out.Related[i].Loc)
	}
	for next := &out.Help; *next != nil; next = &(*next).Or {
		help := **next
		help.Edits = slices.Clone(help.Edits)
		for i := range help.Edits {
			help.Edits[i].Loc = to(help.Edits[i].Loc)
		}
		*next = &help
	}
	return &out
}

// Relate adds a labelled second place and returns d.
func (d *Diagnostic) Relate(loc Location, format string, args ...any) *Diagnostic {
	d.Related = append(d.Related, Related{Loc: loc, Message: fmt.Sprintf(format, args...)})
	return d
}

// Note adds a remark and returns d.
func (d *Diagnostic) Note(format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
	return d
}

// WithLabel sets the label of the primary place and returns d.
func (d *Diagnostic) WithLabel(format string, args ...any) *Diagnostic {
	d.Label = fmt.Sprintf(format, args...)
	return d
}

// WithHelp sets the proposed fix and returns d.
func (d *Diagnostic) WithHelp(message string, edits ...Edit) *Diagnostic {
	d.Help = &Help{Message: message, Edits: edits}
	return d
}

// WithFix sets the proposed fix by its name, if it has one, and returns d.
func (d *Diagnostic) WithFix(message string, fix Fix) *Diagnostic {
	d.Help = &Help{Message: message, Fix: fix}
	return d
}

// Diagnostics collects findings; it may be used from several goroutines.
type Diagnostics struct {
	mu   sync.Mutex
	list []*Diagnostic
}

// Report adds a finding and returns it for labels and notes.
func (ds *Diagnostics) Report(d *Diagnostic) *Diagnostic {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	ds.list = append(ds.list, d)
	return d
}

// Errorf reports an error with a slug at a location.
func (ds *Diagnostics) Errorf(loc Location, code, format string, args ...any) *Diagnostic {
	return ds.Report(&Diagnostic{Code: code, Severity: Error, Loc: loc, Message: fmt.Sprintf(format, args...)})
}

// Warnf reports a warning with a slug at a location.
func (ds *Diagnostics) Warnf(loc Location, code, format string, args ...any) *Diagnostic {
	return ds.Report(&Diagnostic{Code: code, Severity: Warning, Loc: loc, Message: fmt.Sprintf(format, args...)})
}

// HasErrors says whether an error was reported.
func (ds *Diagnostics) HasErrors() bool {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	for _, d := range ds.list {
		if d.Severity == Error {
			return true
		}
	}
	return false
}

// Len is the number of findings so far.
func (ds *Diagnostics) Len() int {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return len(ds.list)
}

// InOrder returns the findings in the order in which they were reported.
func (ds *Diagnostics) InOrder() []*Diagnostic {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	return append([]*Diagnostic(nil), ds.list...)
}

// Sorted returns the findings ordered by file, line, column; findings at one place keep their order.
func (ds *Diagnostics) Sorted() []*Diagnostic {
	ds.mu.Lock()
	defer ds.mu.Unlock()
	out := append([]*Diagnostic(nil), ds.list...)
	sort.SliceStable(out, func(i, j int) bool {
		a, b := RangeOf(out[i].Loc), RangeOf(out[j].Loc)
		if a.File != b.File {
			return a.File < b.File
		}
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		return a.Col < b.Col
	})
	return out
}
