package host

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"descend/backend/manifest"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
)

// This file writes the Python module of a program: its functions as data, and support.py, which checks the
// arguments and calls the shared library.

//go:embed support.py
var support string

// keywords are the words that Python does not allow as names, and the names that the module uses.
var keywords = strings.Fields(`False None True and as assert async await break class continue def del elif else except finally for from
	global if import in is lambda nonlocal not or pass raise return try while with ctypes numpy os load device Error`)

func pyName(name string) string {
	name = Identifier(strings.ReplaceAll(name, ".", "_"))
	for slices.Contains(keywords, name) || strings.HasPrefix(name, "_") {
		name = strings.TrimLeft(name, "_") + "_"
	}
	return name
}

// Python is the module.
func (p *Program) Python() (string, error) {
	cs, err := p.callables()
	if err != nil {
		return "", err
	}
	g := &glue{}
	g.line("\"\"\"The functions of the Descend program %s, in its shared library.\"\"\"\n", p.Name)
	g.line("%s\n\n_PROGRAM = %s\n", strings.TrimSpace(support), strconv.Quote(p.Name))
	for _, c := range fromOutside(cs) {
		if err := g.python(c); err != nil {
			return "", err
		}
	}
	return g.b.String(), nil
}

func (g *glue) python(c *callable) error {
	g.line("_%s = _Function(\n    %s, %s, %s,\n    [", c.symbol, strconv.Quote(c.name), strconv.Quote(c.symbol), pyList(c.nats()))
	var names []string
	for _, p := range c.params {
		if p.Kind == contract.Nat {
			continue
		}
		if err := g.pyParam(p); err != nil {
			return err
		}
		names = append(names, pyName(p.FullName()))
	}
	g.line("    ],\n    [")
	for _, p := range c.results {
		if err := g.pyParam(p); err != nil {
			return err
		}
	}
	g.line("    ],\n    [")
	for _, k := range c.requires {
		g.line("        (%s, %s),", strconv.Quote(k.Clause()), pySize(pyClause(k), k.Vars()))
	}
	g.line("    ],\n)\n\n")
	args := slices.Clone(names)
	if nats := c.nats(); len(nats) > 0 {
		args = append(args, "*")
		for _, n := range nats {
			args = append(args, pyName(n)+"=None")
		}
	}
	var given []string
	for _, n := range c.nats() {
		given = append(given, strconv.Quote(n)+": "+pyName(n))
	}
	tuple := strings.Join(names, ", ")
	if len(names) == 1 {
		tuple += ","
	}
	g.line("def %s(%s):\n    %s\n    return _call(_%s, (%s), {%s})\n\n", pyName(c.name), strings.Join(args, ", "), pyDoc(c), c.symbol, tuple, strings.Join(given, ", "))
	return nil
}

func (g *glue) pyParam(p manifest.Param) error {
	elem := manifest.Scalar(p.Elem)
	text := p.Type
	if text == "" {
		text = elem
	}
	row := fmt.Sprintf("%s, %s, %s, %s", strconv.Quote(p.FullName()), strconv.Quote(string(p.Kind)), strconv.Quote(elem), strconv.Quote(text))
	if p.Kind.IsBuffer() {
		var shape []string
		for _, s := range p.Shape {
			e, err := s.Expr()
			if err != nil {
				return fmt.Errorf("the expression %q: %w", s, err)
			}
			shape = append(shape, pySize(pyExpr(e.Tree()), e.Vars()))
		}
		flag := map[bool]string{true: "True", false: "False"}
		row += fmt.Sprintf(", %s, %s, %d, [%s], %s", flag[p.Mem == "gpu.global"], flag[p.Written], max(p.Align, int64(sizes[elem])), strings.Join(shape, ", "), strconv.Quote(p.Complex))
	}
	g.line("        _Param(%s),", row)
	return nil
}

// pyDoc is the text that help() shows.
func pyDoc(c *callable) string {
	var lines []string
	for _, p := range c.params {
		switch {
		case p.Kind == contract.Nat:
		case p.Kind.IsBuffer() && p.Written:
			lines = append(lines, fmt.Sprintf("%s: %s, is written", p.FullName(), p.Type))
		case p.Kind.IsBuffer():
			lines = append(lines, fmt.Sprintf("%s: %s", p.FullName(), p.Type))
		case len(p.Enums) > 0:
			lines = append(lines, fmt.Sprintf("%s: %s", p.FullName(), variants(p)))
		default:
			lines = append(lines, fmt.Sprintf("%s: %s", p.FullName(), manifest.Scalar(p.Elem)))
		}
	}
	if len(lines) == 0 {
		return `"""Takes no arguments."""`
	}
	return `"""` + strings.Join(lines, "\n    ") + `"""`
}

func pyList(names []string) string {
	quoted := make([]string, len(names))
	for i, n := range names {
		quoted[i] = strconv.Quote(n)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// pySize is an expression with the nats that it uses.
func pySize(expr string, vars []string) string {
	var params []string
	for _, v := range vars {
		params = append(params, pyName(v))
	}
	return fmt.Sprintf("_Size(%s, lambda %s: %s)", pyList(vars), strings.Join(params, ", "), expr)
}

var pyRelations = map[nat.Rel]string{nat.EQ: "%s == %s", nat.NE: "%s != %s", nat.LT: "%s < %s", nat.LE: "%s <= %s", nat.GT: "%s > %s",
	nat.GE: "%s >= %s", nat.Divides: "%[2]s %% %[1]s == 0", nat.NotDivides: "%[2]s %% %[1]s != 0", nat.Pow2: "%[1]s > 0 and %[1]s & (%[1]s - 1) == 0"}

func pyClause(k nat.Constraint) string {
	return fmt.Sprintf(pyRelations[k.Rel], pyExpr(k.L.Tree()), pyExpr(k.R.Tree()))
}

// pyExpr is an expression in Python, whose integers do not overflow and whose // rounds down.
func pyExpr(n *nat.Node) string {
	join := func(op string) string {
		var parts []string
		for _, a := range n.Args {
			parts = append(parts, pyExpr(a))
		}
		return "(" + strings.Join(parts, op) + ")"
	}
	switch n.Op {
	case nat.OpConst:
		return n.Value.String()
	case nat.OpVar:
		return pyName(n.Name)
	case nat.OpAdd:
		return join(" + ")
	case nat.OpSub:
		return join(" - ")
	case nat.OpMul:
		return join(" * ")
	case nat.OpDiv:
		return join(" // ")
	case nat.OpMod:
		return join(" % ")
	case nat.OpMin:
		return "min" + join(", ")
	case nat.OpMax:
		return "max" + join(", ")
	}
	return "None"
}
