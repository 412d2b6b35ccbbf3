// Package diag shows diagnostics to people and tools: in full with the source lines, one line each, or as
// JSON.
//
// It is the only place where diagnostics become text. It knows nothing of what they are about.
package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"descend/frontend/source"
	"descend/frontend/std"
	"descend/ir"
	"descend/ir/console"
)

// Sources finds the text of a file by the name that its locations have.
type Sources map[string]*source.File

// Add enters files under their names and returns s.
func (s Sources) Add(files ...*source.File) Sources {
	for _, f := range files {
		s[f.Name] = f
	}
	return s
}

// Text is the source text of a range, in one line.
func (s Sources) Text(at ir.SourceRange) string {
	f := s[at.File]
	if f == nil || !at.Known() {
		return ""
	}
	var words []string
	for n := at.Line; n <= max(at.Line, at.EndLine); n++ {
		line := f.Line(n)
		from, to := 0, len(line)
		if n == at.Line {
			from = min(max(at.Col-1, 0), to)
		}
		if n == at.EndLine {
			to = min(max(at.EndCol-1, from), to)
		}
		words = append(words, strings.Fields(line[from:to])...)
	}
	return strings.NewReplacer("( ", "(", ", )", ")", " )", ")").Replace(strings.Join(words, " "))
}

// Format is a way to show diagnostics.
type Format string

// The formats of --diagnostics.
const (
	Human Format = "human"
	Short Format = "short"
	JSON  Format = "json"
)

// Options say how diagnostics are shown.
type Options struct {
	Format Format // "" is Human
	Color  bool   // Human only
}

// Write shows diagnostics in the order given (ir.Diagnostics.Sorted is the order for users).
func Write(w io.Writer, list []*ir.Diagnostic, sources Sources, o Options) error {
	for _, d := range list {
		var err error
		switch o.Format {
		case JSON:
			err = writeJSON(w, d)
		case Short:
			_, err = io.WriteString(w, shortForm(d))
		default:
			_, err = io.WriteString(w, humanForm(d, sources, o.Color)+"\n")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Summary counts errors and warnings, as in "2 errors, 1 warning"; "" when there are none.
func Summary(list []*ir.Diagnostic) string {
	var n [2]int
	for _, d := range list {
		if d.Severity <= ir.Warning {
			n[d.Severity]++
		}
	}
	s := ""
	for i, word := range [...]string{"error", "warning"} {
		if n[i] == 0 {
			continue
		}
		if s != "" {
			s += ", "
		}
		s += fmt.Sprintf("%d %s", n[i], word)
		if n[i] > 1 {
			s += "s"
		}
	}
	return s
}

// WantsColor says whether a file is a terminal that should get colors: NO_COLOR is not set.
func WantsColor(f *os.File) bool {
	if os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	return console.Terminal(f)
}

// labelled is a place with what is said of it.
type labelled struct {
	ir.SourceRange
	label string
}

// places are those of a diagnostic, that which it is about first. What happens in inlined code of std is told at the call, with the place in std
// as a further one.
func places(d *ir.Diagnostic) (all []labelled) {
	add := func(l ir.Location, label string) {
		p := std.PlaceOf(l)
		all = append(all, labelled{p.SourceRange, label})
		if p.Inner.Known() {
			all = append(all, labelled{p.Inner, "here" + within(p.Within)})
		}
	}
	add(d.Loc, d.Label)
	for _, r := range d.Related {
		add(r.Loc, r.Message)
	}
	return all
}

func within(function string) string {
	if function == "" {
		return ""
	}
	return ", in `" + function + "`"
}

// shortForm is `file:line:col: error[code]: message`.
func shortForm(d *ir.Diagnostic) string {
	pos := ""
	if r := std.PlaceOf(d.Loc); r.Known() {
		pos = fmt.Sprintf("%s:%d:%d: ", r.File, r.Line, r.Col)
	}
	return pos + severityAndCode(d) + ": " + d.Message + "\n"
}

func severityAndCode(d *ir.Diagnostic) string {
	if d.Code == "" {
		return d.Severity.String()
	}
	return d.Severity.String() + "[" + d.Code + "]"
}

// place is a source range in JSON; lines and columns count from 1, in bytes; 0 where unknown.
type place struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
}

type jsonRelated struct {
	place
	Message string `json:"message"`
}

type jsonEdit struct {
	place
	Text string `json:"text"`
}

type jsonHelp struct {
	Message string     `json:"message"`
	Edits   []jsonEdit `json:"edits"`
	// Or is another one, to choose instead.
	Or *jsonHelp `json:"or,omitempty"`
}

type jsonDiagnostic struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	place
	Label string `json:"label"`
	// Related are the labelled places, then the notes as entries without a place.
	Related []jsonRelated `json:"related"`
	Help    *jsonHelp     `json:"help"`
}

func placeOf(r ir.SourceRange) place {
	p := place{r.File, r.Line, r.Col, r.EndLine, r.EndCol}
	if r.Known() && p.EndLine == 0 {
		p.EndLine, p.EndColumn = p.Line, p.Column
	}
	return p
}

// writeJSON writes one object in one line.
func writeJSON(w io.Writer, d *ir.Diagnostic) error {
	j := jsonDiagnostic{Code: d.Code, Severity: d.Severity.String(), Message: d.Message, Label: d.Label, Related: []jsonRelated{}}
	for i, p := range places(d) {
		if i == 0 {
			j.place = placeOf(p.SourceRange)
		} else {
			j.Related = append(j.Related, jsonRelated{placeOf(p.SourceRange), p.label})
		}
	}
	for _, n := range d.Notes {
		j.Related = append(j.Related, jsonRelated{Message: n})
	}
	next := &j.Help
	for h := range d.Help.All() {
		help := &jsonHelp{Message: h.Message, Edits: []jsonEdit{}}
		for _, e := range h.Edits {
			help.Edits = append(help.Edits, jsonEdit{placeOf(ir.RangeOf(e.Loc)), e.Text})
		}
		*next, next = help, &help.Or
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(j)
}
