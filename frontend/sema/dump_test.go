package sema

import (
	"fmt"
	"strings"

	"descend/ir"
)

// dump prints operations in a short form for tests: results, name, operands, attributes and result types.
func dump(op *ir.Operation) string {
	d := &dumper{names: map[*ir.Value]string{}}
	d.op(op, 0)
	return d.b.String()
}

type dumper struct {
	b     strings.Builder
	names map[*ir.Value]string
}

func (d *dumper) name(v *ir.Value) string {
	if d.names[v] == "" {
		d.names[v] = fmt.Sprintf("%%%d", len(d.names))
	}
	return d.names[v]
}

func (d *dumper) list(vs []*ir.Value) string {
	var out []string
	for _, v := range vs {
		out = append(out, d.name(v))
	}
	return strings.Join(out, ", ")
}

func (d *dumper) op(op *ir.Operation, indent int) {
	pad := strings.Repeat("  ", indent)
	d.b.WriteString(pad)
	operands := d.list(op.Operands())
	if op.NumResults() > 0 {
		d.b.WriteString(d.list(op.Results()) + " = ")
	}
	d.b.WriteString(op.Name())
	if operands != "" {
		d.b.WriteString(" " + operands)
	}
	var attrs []string
	for _, a := range op.Attrs() {
		if _, unit := a.Value.(*ir.UnitAttr); unit {
			attrs = append(attrs, a.Name)
		} else {
			attrs = append(attrs, a.Name+" = "+a.Value.String())
		}
	}
	if len(attrs) > 0 {
		d.b.WriteString(" {" + strings.Join(attrs, ", ") + "}")
	}
	for i, r := range op.Results() {
		if i == 0 {
			d.b.WriteString(" :")
		}
		d.b.WriteString(" " + r.Type().String())
	}
	d.b.WriteString("\n")
	for i, r := range op.Regions() {
		for b := range r.Blocks() {
			if i > 0 || len(b.Args()) > 0 {
				var args []string
				for _, a := range b.Args() {
					args = append(args, d.name(a)+": "+a.Type().String())
				}
				d.b.WriteString(pad + "- (" + strings.Join(args, ", ") + ")\n")
			}
			for o := range b.Ops() {
				d.op(o, indent+1)
			}
		}
	}
}
