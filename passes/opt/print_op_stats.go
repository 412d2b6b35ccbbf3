package opt

import (
	"fmt"
	"slices"
	"strings"

	"descend/ir"
	"descend/passes"
)

// PrintOpStats prints how many operations of each name there are.
type PrintOpStats struct {
	anyOp
	JSON bool
}

// Name is the name of the pass.
func (*PrintOpStats) Name() string { return "print-op-stats" }

// Description is one line.
func (*PrintOpStats) Description() string { return "Print statistics of operations" }

// Options binds the options.
func (p *PrintOpStats) Options(o *passes.Options) {
	o.Bool(&p.JSON, "json", false, "Print the stats as JSON")
}

// Run counts the operations in c.Op, itself included.
func (p *PrintOpStats) Run(c *passes.Context) error {
	c.PreserveAll()
	counts := map[string]int{}
	c.Op.Walk(func(op *ir.Operation) ir.WalkResult {
		counts[op.Name()]++
		return ir.Advance
	})
	names := make([]string, 0, len(counts))
	for n := range counts {
		names = append(names, n)
	}
	slices.Sort(names)
	if p.JSON {
		lines := make([]string, len(names))
		for i, n := range names {
			lines[i] = fmt.Sprintf("  %q : %d", n, counts[n])
		}
		fmt.Fprintf(c.Out, "{\n%s\n}\n", strings.Join(lines, ",\n"))
		return nil
	}
	dialects, rest := 0, 0 // widths of the columns: the points are below each other
	for _, n := range names {
		d, r, _ := strings.Cut(n, ".")
		dialects, rest = max(dialects, len(d)), max(rest, len(r))
	}
	fmt.Fprintln(c.Out, "Operations encountered:\n-----------------------")
	for _, n := range names {
		d, r, dotted := strings.Cut(n, ".")
		if !dotted {
			d, r = "", n
		} else {
			r = "." + r
		}
		fmt.Fprintf(c.Out, "  %*s%-*s , %d\n", dialects, d, rest+1, r, counts[n])
	}
	return nil
}
