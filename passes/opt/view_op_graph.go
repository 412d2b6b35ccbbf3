package opt

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"descend/ir"
	"descend/ir/child"
	"descend/ir/outfile"
	"descend/passes"
)

// ViewOpGraph prints the operations and what they hand to each other as a graph in Graphviz's DOT language, or
// draws it into an SVG file if dot is installed. Regions and operations with regions are clusters.
type ViewOpGraph struct {
	anyOp
	MaxLabel                                  int
	Attrs, ControlFlow, DataFlow, ResultTypes bool
	Output                                    string
}

// Name is the name of the pass.
func (*ViewOpGraph) Name() string { return "view-op-graph" }

// Description is one line.
func (*ViewOpGraph) Description() string { return "Print Graphviz visualization of an operation" }

// Options binds the options.
func (p *ViewOpGraph) Options(o *passes.Options) {
	o.Int(&p.MaxLabel, "max-label-len", 20, "Limit attribute/type length to number of chars")
	o.String(&p.Output, "output", "", "Write to this file instead: the drawing if it ends in .svg and dot is installed")
	o.Bool(&p.Attrs, "print-attrs", true, "Print attributes of operations")
	o.Bool(&p.ControlFlow, "print-control-flow-edges", false, "Print control flow edges")
	o.Bool(&p.DataFlow, "print-data-flow-edges", true, "Print data flow edges")
	o.Bool(&p.ResultTypes, "print-result-types", true, "Print result types of operations")
}

// OutputFile makes the pass a passes.FileWriter.
func (p *ViewOpGraph) OutputFile() string { return p.Output }

// Run prints the graph of c.Op.
func (p *ViewOpGraph) Run(c *passes.Context) error {
	c.PreserveAll()
	g := &opGraph{p: p, ids: map[*ir.Value]string{}}
	fmt.Fprint(&g.b, "digraph G {\n  compound = true;\n")
	g.operation(c.Op, 1)
	g.edges.WriteTo(&g.b)
	g.b.WriteString("}\n")
	if p.Output == "" {
		_, err := io.Copy(c.Out, &g.b)
		return err
	}
	if !strings.HasSuffix(p.Output, ".svg") {
		return outfile.WriteText(p.Output, g.b.String())
	}
	dot, err := exec.LookPath("dot")
	if err != nil {
		return fmt.Errorf("drawing %s needs Graphviz's dot (package graphviz)", p.Output)
	}
	cmd := exec.CommandContext(context.Background(), dot, "-Tsvg")
	cmd.Stdin = &g.b
	var drawing, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &drawing, &errs
	if err := child.Tool(cmd); err != nil {
		return fmt.Errorf("dot: %v: %s", err, errs.String())
	}
	return outfile.WriteText(p.Output, drawing.String())
}

// opGraph is the text of a graph.
type opGraph struct {
	p     *ViewOpGraph
	b     bytes.Buffer
	edges bytes.Buffer
	ids   map[*ir.Value]string // the node that a value comes from
	last  int
}

func (g *opGraph) next() string {
	g.last++
	return "v" + strconv.Itoa(g.last)
}

func (g *opGraph) line(depth int, format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

// label is what a node says: name, types of the results, attributes.
func (g *opGraph) label(op *ir.Operation) string {
	var s strings.Builder
	s.WriteString(op.Name())
	if g.p.ResultTypes {
		types := make([]string, op.NumResults())
		for i, r := range op.Results() {
			types[i] = g.cut(r.Type().String())
		}
		s.WriteString(" : (" + strings.Join(types, ", ") + ")")
	}
	s.WriteByte('\n')
	if g.p.Attrs {
		for _, a := range op.Attrs() {
			s.WriteString("\n" + a.Name + ": " + g.cut(a.Value.String()))
		}
	}
	return dotString(s.String())
}

func (g *opGraph) cut(s string) string {
	if r := []rune(s); g.p.MaxLabel > 0 && len(r) > g.p.MaxLabel {
		return string(r[:g.p.MaxLabel]) + "..."
	}
	return s
}

// dotString quotes a label.
func dotString(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}

func (g *opGraph) operation(op *ir.Operation, depth int) string {
	var id string
	if op.NumRegions() == 0 {
		id = g.next()
		g.line(depth, "%s [label = %s, shape = ellipse];", id, g.label(op))
	} else {
		id = g.cluster(g.label(op), depth, func(depth int) {
			for _, r := range op.Regions() {
				g.cluster(`""`, depth, func(depth int) { g.region(r, depth) })
			}
		})
	}
	for _, r := range op.Results() {
		g.ids[r] = id
	}
	if g.p.DataFlow {
		for i, v := range op.Operands() {
			label := ""
			if op.NumOperands() > 1 {
				label = strconv.Itoa(i)
			}
			if from := g.ids[v]; from != "" {
				fmt.Fprintf(&g.edges, "  %s -> %s [label = %q, style = solid];\n", from, id, label)
			}
		}
	}
	return id
}

// cluster draws a box and returns the node in it that edges end at.
func (g *opGraph) cluster(label string, depth int, inside func(depth int)) string {
	g.line(depth, "subgraph cluster_%s {", g.next()[1:])
	id := g.next()
	g.line(depth+1, `%s [label = " ", shape = plain];`, id)
	g.line(depth+1, "label = %s;", label)
	inside(depth + 1)
	g.line(depth, "}")
	return id
}

func (g *opGraph) region(r *ir.Region, depth int) {
	first := map[*ir.Block]string{}
	end := map[*ir.Block]string{}
	for b := range r.Blocks() {
		g.block(b, depth, first, end)
	}
	for b := range r.Blocks() {
		if b.Back() == nil {
			continue
		}
		for _, s := range b.Back().Successors() {
			if first[s] != "" {
				fmt.Fprintf(&g.edges, "  %s -> %s [style = bold];\n", end[b], first[s])
			}
		}
	}
}

func (g *opGraph) block(b *ir.Block, depth int, first, end map[*ir.Block]string) {
	draw := func(depth int) {
		for i, a := range b.Args() {
			g.ids[a] = g.next()
			g.line(depth, `%s [label = "arg%d", shape = ellipse];`, g.ids[a], i)
			if first[b] == "" {
				first[b] = g.ids[a]
			}
		}
		before := ""
		for op := range b.Ops() {
			id := g.operation(op, depth)
			if first[b] == "" {
				first[b] = id
			}
			if g.p.ControlFlow && before != "" {
				fmt.Fprintf(&g.edges, "  %s -> %s [style = dashed];\n", before, id)
			}
			before, end[b] = id, id
		}
	}
	if b.Region().Front() == b.Region().Back() {
		draw(depth)
		return
	}
	g.cluster(`""`, depth, draw)
}
