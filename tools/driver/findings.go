package driver

import (
	"fmt"
	"io"
	"maps"
	"path/filepath"

	"descend/dialects/descend"
	"descend/frontend/diag"
	"descend/frontend/fix"
	"descend/ir"
)

// show renders the findings that were not rendered yet, of errors --max-errors at most.
func (c *compilation) show() {
	fix.Edit(c.ctx, c.files, c.diags)
	var list []*ir.Diagnostic
	for _, d := range c.diags.Sorted() {
		if c.shown[d] {
			continue
		}
		c.shown[d] = true
		if c.s.together.had(d) {
			continue
		}
		if d.Severity == ir.Error {
			if c.errors == c.o.maxErrors {
				c.hidden++
				continue
			}
			c.errors++
		}
		list = append(list, d)
	}
	sources := c.sources
	if e := c.s.evaluated; e != nil {
		sources = maps.Clone(c.sources).Add(e.written)
		for i := range list {
			list[i] = e.asWritten(c.ctx, list[i])
		}
	}
	w, o := c.messages(), diag.Options{Format: diag.Format(c.o.diagnostics)}
	if f := fileOf(w); f != nil && o.Format == diag.Human {
		o.Color = diag.WantsColor(f)
	}
	diag.Write(w, list, sources, o)
}

// together are the findings of programs that are checked one after the other and share modules: each is shown once.
type together struct {
	seen map[string]bool
	all  []*ir.Diagnostic
}

// had says whether a finding was shown for another program.
func (t *together) had(d *ir.Diagnostic) bool {
	if t == nil {
		return false
	}
	r := ir.RangeOf(d.Loc)
	if abs, err := filepath.Abs(r.File); err == nil { // files may be named in several ways
		r.File = abs
	}
	key := fmt.Sprint(r, d.Code, d.Message, d.Label)
	if t.seen[key] {
		return true
	}
	t.seen[key] = true
	t.all = append(t.all, d)
	return false
}

// messages is where findings go: standard error, and for JSON standard output, unless that has the output of the
// program or of the build.
func (c *compilation) messages() io.Writer {
	if c.o.diagnostics == "json" && !c.o.stdoutTaken {
		return c.s.stdout
	}
	return c.s.stderr
}

// verdict shows the findings and turns errors into the exit status: 2 if all are constructs that are not
// supported yet, else 1.
func (c *compilation) verdict() error {
	all := c.diags.Sorted()
	c.show()
	errors, unsupported := 0, 0
	for _, d := range all {
		if d.Severity == ir.Error {
			errors++
			if d.Code == descend.CodeUnsupported {
				unsupported++
			}
		}
	}
	if errors == 0 {
		return nil
	}
	c.summarize(all, errors > unsupported)
	if errors == unsupported {
		return usageError{}
	}
	return rejected{}
}

// summarize counts the findings, and says how many errors are not shown.
func (c *compilation) summarize(all []*ir.Diagnostic, rejected bool) {
	const more = "--max-errors=0 shows all"
	switch {
	case c.o.diagnostics == "json" || c.s.together != nil:
	case c.o.diagnostics == "human" && rejected && c.hidden > 0:
		fmt.Fprintf(c.s.stderr, "%s; %s not shown (%s)\n", diag.Summary(all), hiddenErrors(c.hidden, ""), more)
	case c.o.diagnostics == "human" && rejected:
		fmt.Fprintf(c.s.stderr, "%s\n", diag.Summary(all))
	case c.hidden > 0:
		fmt.Fprintf(c.s.stderr, "%s not shown (%s)\n", hiddenErrors(c.hidden, "more "), more)
	}
}

// hiddenErrors are those that are not shown, with the verb.
func hiddenErrors(n int, more string) string {
	verb := " are"
	if n == 1 {
		verb = " is"
	}
	return count(int64(n), more+"error") + verb
}
