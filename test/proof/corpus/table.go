package corpus

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"descend/test/proof"
)

// Row is what became of a kernel, or of a program without any.
type Row struct {
	Lowered
	proof.Result
}

// Judge lowers a program and proves or refutes its kernels.
func Judge(p Program, prove func(Lowered) ([]proof.Result, error)) ([]Row, error) {
	l := Lower(p)
	if l.Module == nil {
		return []Row{{Lowered: l}}, nil
	}
	results, err := prove(l)
	l.Module = nil // rows live long
	var rows []Row
	for _, r := range results {
		rows = append(rows, Row{l, r})
	}
	return rows, err
}

// Line is a row for people who wait.
func (r Row) Line() string {
	if r.Kernel == "" {
		return fmt.Sprintf("%s: -: %s", r.Name, r.Why)
	}
	kind := "accepted"
	if len(r.Codes) > 0 {
		kind = strings.Join(r.Codes, " ")
	}
	return fmt.Sprintf("%s [%s] %s: %s: %s (%s) %d %s", r.Name, kind, r.Kernel, r.Verdict, r.Reason, r.Sizes, r.Questions, r.Time.Round(10*time.Millisecond))
}

// Table is all rows.
type Table []Row

// counts are how many kernels of accepted programs, and how many rejected programs, have which verdict.
type counts struct {
	accepted            map[proof.Verdict]int
	refuted, unrefuted  int
	unsafe, none, other int
}

func (t Table) count() counts {
	c := counts{accepted: map[proof.Verdict]int{}}
	for i := 0; i < len(t); {
		j := i
		refuted := false
		for ; j < len(t) && t[j].Name == t[i].Name; j++ {
			refuted = refuted || t[j].Kernel != "" && t[j].Verdict == proof.Refuted
		}
		switch r := t[i]; {
		case r.Kernel == "" && (len(r.Codes) == 0 || !r.Conflicts()):
			c.none++
		case len(r.Codes) > 0 && refuted:
			c.refuted++
		case len(r.Codes) > 0:
			c.unrefuted++
		case r.Unsafe():
			c.unsafe++
		default:
			for _, r := range t[i:j] {
				c.accepted[r.Verdict]++
			}
		}
		i = j
	}
	return c
}

// Summary says how many there are of which.
func (t Table) Summary() string {
	c := t.count()
	return fmt.Sprintf("%d kernels of accepted programs are proved for all sizes, %d at sizes, %d are listed, %d are refuted; of the programs rejected for conflicts %d are refuted, %d are listed; %d programs have an `unsafe`",
		c.accepted[proof.Proved], c.accepted[proof.ProvedAt], c.accepted[proof.Listed], c.accepted[proof.Refuted], c.refuted, c.unrefuted, c.unsafe)
}

// Text is the table in Markdown.
func (t Table) Text() string {
	var b strings.Builder
	b.WriteString("# What is proved of the kernels\n\nWritten by `go run ./test/proof/cmd -o test/proof/TABLE.md`; what the verdicts mean says `doc.go`.\n\n")
	b.WriteString(t.Summary() + "\n")
	var open, missed, all strings.Builder
	for i, r := range t {
		if r.Kernel == "" {
			continue
		}
		fmt.Fprintf(&all, "| %s | %s | %s | %s | %.1f s |\n", cellText(r.Name), r.rule(), r.Kernel, r.Verdict, r.Time.Seconds())
		switch {
		case len(r.Codes) == 0 && r.Verdict != proof.Proved:
			fmt.Fprintf(&open, "| %s | %s | %s | %s |\n", cellText(r.Name), r.Kernel, r.Verdict, cellText(r.why()))
		case len(r.Codes) > 0 && !t.refutes(r.Name) && (i == 0 || t[i-1].Name != r.Name || r.Verdict == proof.Listed):
			fmt.Fprintf(&missed, "| %s | %s | %s | %s |\n", cellText(r.Name), r.rule(), r.Kernel, cellText(r.why()))
		}
	}
	b.WriteString("\n## Accepted, and not proved for all sizes\n\n| program | kernel | verdict | reason |\n|---|---|---|---|\n" + open.String())
	b.WriteString("\n## Rejected for a conflict, and not refuted\n\n| program | rule | kernel | reason |\n|---|---|---|---|\n" + missed.String())
	b.WriteString("\n## All kernels\n\n| program | rule | kernel | verdict | time |\n|---|---|---|---|---|\n" + all.String())
	return b.String()
}

// refutes says whether a kernel of the program is refuted.
func (t Table) refutes(name string) bool {
	return slices.ContainsFunc(t, func(r Row) bool { return r.Name == name && r.Kernel != "" && r.Verdict == proof.Refuted })
}

// rule is what rejects the program.
func (r Row) rule() string {
	if len(r.Codes) == 0 {
		return "accepted"
	}
	return strings.Join(r.Codes, " ")
}

// why is the reason of a verdict.
func (r Row) why() string {
	switch {
	case r.Verdict == proof.ProvedAt:
		return r.Sizes + "; " + r.Reason
	case r.Unsafe() && r.Verdict == proof.Refuted:
		return "the program says `unsafe`: " + r.Reason
	case len(r.Codes) > 0 && r.Verdict == proof.Proved:
		return "no fault: " + harmless[r.Codes[0]]
	}
	return r.Reason
}

// harmless is why a program that a rule rejects need not have a fault.
var harmless = map[string]string{
	"narrowing":          "the rule wants a choice of each resource, or a variable that is private when it is lowered is taken to be shared",
	"conflicting-access": "the checks cannot see that it is safe, or what conflicts is not in the code (arrays are one only with the marks of the checks)",
	"barrier":            "all threads reach it; the rule is about who executes it, or what is certain to be uniform",
}

func cellText(s string) string { return strings.ReplaceAll(s, "|", "\\|") }
