package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// expression makes a function of few operations of arith, math and scf.if on few values, so that they often meet in the
// ways that rewrites look for. It may be undefined, and is not run.
func expression(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 2)), depth: 1, values: map[string][]string{}}
	t := g.pick("i32", "i8", "i1", "index", "i64", "f32")
	g.values[t] = []string{"%a", "%b"}
	if t != "i1" {
		g.values["i1"] = []string{"%c"}
	}
	args := fmt.Sprintf("%%a: %s, %%b: %s, %%c: i1", t, t)
	if t == "i1" {
		args = "%a: i1, %b: i1"
	}
	last, lastType := "", ""
	for range 2 + g.r.IntN(4) {
		last, lastType = g.operation(t)
		if lastType != "" {
			t = g.pick(t, lastType)
		}
	}
	return fmt.Sprintf("func.func @f(%s) -> %s {\n%s  return %s : %s\n}\n", args, lastType, g.b.String(), last, lastType)
}

// few picks one of few values of the type or a small constant.
func (g *generator) few(t string) string {
	if vs := g.values[t]; len(vs) > 0 && g.r.IntN(3) > 0 {
		return vs[len(vs)-1-g.r.IntN(min(len(vs), 3))]
	}
	v := g.name()
	switch t {
	case "i1":
		g.line("%s = arith.constant %s", v, g.pick("true", "false"))
	case "f32":
		g.line("%s = arith.constant %s : f32", v, g.pick("0.0", "1.0", "-1.0", "-0.0", "2.5"))
	default:
		g.line("%s = arith.constant %s : %s", v, g.pick("0", "1", "-1", "2", "5", "-3"), t)
	}
	return g.add(t, v)
}

// operation makes an operation on values of the type and returns its result with its type.
func (g *generator) operation(t string) (v, to string) {
	op := func(to, format string, args ...any) (string, string) { return g.op(format, to, args...), to }
	x, y := g.few(t), g.few(t)
	if g.r.IntN(5) == 0 {
		return op(t, "arith.select %s, %s, %s : %s", g.few("i1"), x, y, t)
	}
	if t == "f32" {
		switch g.r.IntN(4) {
		case 0:
			return op("i1", "arith.cmpf %s, %s, %s : f32", g.pick("oeq", "une", "olt", "ugt", "true", "false"), x, y)
		case 1:
			return op(t, "%s %s : f32", g.pick("arith.negf", "math.absf"), x)
		}
		return op(t, "arith.%s %s, %s : f32", g.pick("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf", "remf"), x, y)
	}
	switch g.r.IntN(6) {
	case 0:
		return op("i1", "arith.cmpi %s, %s, %s : %s", g.pick("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"), x, y, t)
	case 1:
		return g.convert(t, x)
	case 2:
		return op(t, "arith.%s %s, %s : %s", g.pick("shli", "shrsi", "shrui", "divui", "divsi", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui"), x, y, t)
	}
	return op(t, "arith.%s %s, %s : %s", g.pick("addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxui", "maxsi", "minui"), x, y, t)
}

// convert makes a cast to another integer type.
func (g *generator) convert(t, x string) (v, to string) {
	widths := map[string]int{"i1": 1, "i8": 8, "i32": 32, "i64": 64}
	var name string
	switch from := widths[t]; {
	case t == "index":
		name, to = g.pick("index_cast", "index_castui"), g.pick("i8", "i32", "i64")
	case g.r.IntN(4) == 0 && t != "i1":
		name, to = g.pick("index_cast", "index_castui"), "index"
	default:
		to = g.pick(strings.Fields("i1 i8 i32 i64")...)
		switch {
		case widths[to] > from:
			name = g.pick("extsi", "extui")
		case widths[to] < from:
			name = "trunci"
		default:
			return g.op("arith.xori %s, %s : %s", t, x, g.few(t), t), t
		}
	}
	return g.op("arith.%s %s : %s to %s", to, name, x, t, to), to
}
