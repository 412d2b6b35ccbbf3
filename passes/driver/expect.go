package driver

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"descend/ir"
)

// expectation is an expected-error comment, or one of its kin:
//
//	expected-(error|warning|note|remark)[-re] [@+N|@-N|@above|@below|@unknown] [COUNT] {{text}}
//
// at the end of a line. The count says how often it is expected, once if it is not there.
type expectation struct {
	kind    string
	line    int // that it is about
	at, col int // where it is written
	width   int // of the designator's name
	left    int // how often it is still to be seen
	text    string
	pattern *regexp.Regexp
}

var designator = regexp.MustCompile(`expected-(error|warning|remark|note)(-re)? *(?:@([+-][0-9]+|above|below|unknown))? *([0-9]+)? *\{\{(.*)\}\}$`)

// parseExpected finds the expectations of a source.
func parseExpected(src string) (list []*expectation, err error) {
	var below []*expectation // wait for the next line without designator
	last := 0                // last line without designator
	for i, line := range strings.Split(src, "\n") {
		n := i + 1
		m := designator.FindStringSubmatch(strings.TrimRight(line, " \t\r"))
		if m == nil {
			for _, e := range below {
				e.line = n
			}
			below = nil
			last = n
			continue
		}
		e := &expectation{kind: m[1], line: n, at: n, text: m[5], left: 1, col: strings.Index(line, m[0]) + 1, width: len("expected-" + m[1] + m[2])}
		if m[4] != "" {
			if e.left, err = strconv.Atoi(m[4]); err != nil {
				return nil, fmt.Errorf("line %d: bad count %s", n, m[4])
			}
		}
		switch off := m[3]; {
		case off == "above":
			e.line = last
		case off == "below":
			below = append(below, e)
		case off == "unknown":
			e.line = 0
		case off != "":
			d, err := strconv.Atoi(off)
			if err != nil {
				return nil, fmt.Errorf("line %d: bad offset %s", n, off)
			}
			e.line = n + d
		}
		if m[2] != "" {
			if e.pattern, err = expectedPattern(m[5]); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
		list = append(list, e)
	}
	return list, nil
}

// expectedPattern compiles text in which {{..}} is a regular expression and the rest literal.
func expectedPattern(text string) (*regexp.Regexp, error) {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{{")
		b.WriteString(regexp.QuoteMeta(before))
		if !ok {
			break
		}
		re, after, ok := strings.Cut(rest, "}}")
		if !ok {
			return nil, fmt.Errorf("found start of regex with no end '}}'")
		}
		b.WriteString("(?:" + re + ")")
		text = after
	}
	return regexp.Compile(b.String())
}

// emitted is a diagnostic or note as it is matched.
type emitted struct {
	kind, message string
	loc           ir.Location
}

func flatten(d *ir.Diagnostic) []emitted {
	list := []emitted{{d.Severity.String(), d.Message, d.Loc}}
	for _, r := range d.Related {
		list = append(list, emitted{"note", r.Message, r.Loc})
	}
	for _, n := range d.Notes {
		list = append(list, emitted{"note", n, d.Loc})
	}
	return list
}

// checkExpected compares the diagnostics with the comments of the source and returns the exit status.
func checkExpected(r *renderer, name, src string, diags *ir.Diagnostics) int {
	expected, err := parseExpected(src)
	if err != nil {
		fmt.Fprintf(r.out, "%s: error: %v\n", name, err)
		return exitFailed
	}
	status := exitOK
	for _, d := range diags.InOrder() {
		for _, e := range flatten(d) {
			if !r.match(e, expected, name) {
				status = exitFailed
			}
		}
	}
	for _, x := range expected {
		if x.left > 0 {
			status = exitFailed
			fmt.Fprintf(r.out, "%s:%d:%d: error: expected %s \"%s\" was not produced\n", name, x.at, x.col, x.kind, x.text)
			line := strings.Split(src, "\n")[x.at-1]
			fmt.Fprintf(r.out, "%s\n%s^%s\n", line, strings.Repeat(" ", x.col-1), strings.Repeat("~", x.width-1))
		}
	}
	return status
}

func (r *renderer) match(e emitted, expected []*expectation, name string) bool {
	rg := ir.RangeOf(e.loc)
	line := rg.Line
	if rg.File != name {
		line = 0
	}
	var near *expectation
	for _, x := range expected {
		if x.line != line || x.left == 0 {
			continue
		}
		ok := strings.Contains(e.message, x.text)
		if x.pattern != nil {
			ok = x.pattern.MatchString(e.message)
		}
		if !ok {
			continue
		}
		if x.kind == e.kind {
			x.left--
			return true
		}
		near = x
	}
	if near != nil {
		r.line(e.loc, "error", fmt.Sprintf("'%s' diagnostic emitted when expecting a '%s'", e.kind, near.kind))
		return false
	}
	r.line(e.loc, "error", fmt.Sprintf("unexpected %s: %s", e.kind, e.message))
	return false
}
