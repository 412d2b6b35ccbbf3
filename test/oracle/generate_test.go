package oracle

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// generator writes random modules of func, arith, scf, cf and memref that end, never do what is undefined, and
// give the same results whenever they are run.
type generator struct {
	r     *rand.Rand
	b     strings.Builder
	depth int
	next  int
	block int
	// blocks lets functions have several blocks.
	blocks bool
	// values by type that may be used here; slots are scalars on the stack, arrays have 4 elements.
	values map[string][]string
	slots  []string
	arrays []string
	calls  []string // helpers that may be called
}

var intTypes = []string{"i32", "i8", "i64", "index", "i1"}

// generate makes a module with a function @main of helpers' signature: (i32, i32, i1, index) -> (i32, i64, i8).
func generate(seed uint64) string {
	return (&generator{r: rand.New(rand.NewPCG(seed, 1)), blocks: true}).module()
}

// structured is generate without branches between blocks.
func structured(seed uint64) string {
	return (&generator{r: rand.New(rand.NewPCG(seed, 1))}).module()
}

func (g *generator) module() string {
	helpers := g.r.IntN(3)
	for i := range helpers {
		g.function(fmt.Sprintf("h%d", i), "private ")
	}
	g.function("main", "")
	if g.r.IntN(2) == 0 {
		g.function("unused", "private ")
	}
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	g.b.WriteString(strings.Repeat("  ", g.depth))
	fmt.Fprintf(&g.b, format, args...)
	g.b.WriteByte('\n')
}

func (g *generator) name() string {
	g.next++
	return fmt.Sprintf("%%v%d", g.next)
}

// scope runs f; what it defines is forgotten afterwards.
func (g *generator) scope(f func()) {
	saved := map[string][]string{}
	for t, vs := range g.values {
		saved[t] = vs[:len(vs):len(vs)]
	}
	slots, arrays := len(g.slots), len(g.arrays)
	g.depth++
	f()
	g.depth--
	g.values, g.slots, g.arrays = saved, g.slots[:slots], g.arrays[:arrays]
}

func (g *generator) add(t, v string) string {
	g.values[t] = append(g.values[t], v)
	return v
}

// value picks a value of the type, or makes a constant.
func (g *generator) value(t string) string {
	if vs := g.values[t]; len(vs) > 0 && g.r.IntN(6) > 0 {
		return vs[len(vs)-1-g.r.IntN(min(len(vs), 12))]
	}
	n := int64(g.r.IntN(9) - 2)
	if g.r.IntN(5) == 0 {
		n = int64(g.r.IntN(200) - 100)
	}
	return g.constant(t, n)
}

func (g *generator) constant(t string, n int64) string {
	v := g.name()
	if t == "i1" {
		g.line("%s = arith.constant %v", v, n&1 == 1)
	} else {
		g.line("%s = arith.constant %d : %s", v, n, t)
	}
	return g.add(t, v)
}

func (g *generator) function(name, visibility string) {
	g.values, g.slots, g.arrays, g.block = map[string][]string{}, nil, nil, 0
	g.line("func.func %s@%s(%%a: i32, %%b: i32, %%c: i1, %%n: index) -> (i32, i64, i8) {", visibility, name)
	g.values["i32"] = []string{"%a", "%b"}
	g.values["i1"] = []string{"%c"}
	g.values["index"] = []string{"%n"}
	g.scope(func() {
		for range g.r.IntN(3) {
			s := g.name()
			g.line("%s = memref.alloca() : memref<i32>", s)
			g.line("memref.store %s, %s[] : memref<i32>", g.value("i32"), s)
			g.slots = append(g.slots, s)
		}
		if g.r.IntN(2) == 0 {
			s := g.name()
			g.line("%s = memref.alloca() : memref<4xi32>", s)
			for i := range 4 {
				g.line("memref.store %s, %s[%s] : memref<4xi32>", g.value("i32"), s, g.constant("index", int64(i)))
			}
			g.arrays = append(g.arrays, s)
		}
		g.statements(4+g.r.IntN(8), 3, g.blocks)
		x, y, z := g.value("i32"), g.value("i64"), g.value("i8")
		g.line("return %s, %s, %s : i32, i64, i8", x, y, z)
	})
	g.line("}")
	if visibility != "" && name != "unused" {
		g.calls = append(g.calls, name)
	}
}

func (g *generator) statements(n, nesting int, blocks bool) {
	for range n {
		switch k := g.r.IntN(20); {
		case k < 9:
			g.arith()
		case k < 12:
			g.memory()
		case k == 12 && nesting > 0:
			g.loop(nesting)
		case k == 13 && nesting > 0:
			g.conditional(nesting)
		case k == 14 && nesting > 0:
			g.while(nesting)
		case k == 15 && blocks:
			g.diamond(nesting)
		case k == 16 && blocks:
			g.blockLoop(nesting)
		case k == 17 && len(g.calls) > 0:
			f := g.calls[g.r.IntN(len(g.calls))]
			args := fmt.Sprintf("%s, %s, %s, %s", g.value("i32"), g.value("i32"), g.value("i1"), g.value("index"))
			v := g.name()
			g.line("%s:3 = func.call @%s(%s) : (i32, i32, i1, index) -> (i32, i64, i8)", v, f, args)
			g.add("i32", v+"#0")
			g.add("i64", v+"#1")
			g.add("i8", v+"#2")
		default:
			g.arith()
		}
	}
}

func (g *generator) op(format string, t string, args ...any) string {
	v := g.name()
	g.line("%s = %s", v, fmt.Sprintf(format, args...))
	return g.add(t, v)
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *generator) arith() {
	t := g.pick(intTypes...)
	x, y := g.value(t), g.value(t)
	switch g.r.IntN(8) {
	case 0, 1, 2:
		g.op("arith.%s %s, %s : %s", t, g.pick("addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxui", "maxsi", "minui"), x, y, t)
	case 3:
		if t == "i1" { // mlir-opt folds fewer comparisons of booleans
			g.op("arith.cmpi %s, %s, %s : i1", "i1", g.pick("eq", "ne"), x, y)
			return
		}
		g.op("arith.cmpi %s, %s, %s : %s", "i1", g.pick("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"), x, y, t)
	case 4:
		g.op("arith.select %s, %s, %s : %s", t, g.value("i1"), x, y, t)
	case 5:
		if t == "i1" {
			return
		}
		// a divisor from 1 to 8
		d := g.op("arith.andi %s, %s : %s", t, y, g.constant(t, 7), t)
		d = g.op("arith.addi %s, %s : %s", t, d, g.constant(t, 1), t)
		g.op("arith.%s %s, %s : %s", t, g.pick("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui"), x, d, t)
	case 6:
		if t == "i1" {
			return
		}
		s := g.op("arith.andi %s, %s : %s", t, y, g.constant(t, 7), t)
		g.op("arith.%s %s, %s : %s", t, g.pick("shli", "shrsi", "shrui"), x, s, t)
	case 7:
		g.cast(t, x)
	}
}

func (g *generator) cast(t, x string) {
	switch t {
	case "i8":
		to := g.pick("i32", "i64")
		g.op("arith.%s %s : i8 to %s", to, g.pick("extsi", "extui"), x, to)
	case "i32":
		switch g.r.IntN(3) {
		case 0:
			g.op("arith.trunci %s : i32 to i8", "i8", x)
		case 1:
			g.op("arith.%s %s : i32 to i64", "i64", g.pick("extsi", "extui"), x)
		case 2:
			g.op("arith.%s %s : i32 to index", "index", g.pick("index_cast", "index_castui"), x)
		}
	case "i64":
		to := g.pick("i32", "i8")
		g.op("arith.trunci %s : i64 to %s", to, x, to)
	case "index":
		g.op("arith.%s %s : index to i32", "i32", g.pick("index_cast", "index_castui"), x)
	case "i1":
		g.op("arith.%s %s : i1 to i32", "i32", g.pick("extsi", "extui"), x)
	}
}

func (g *generator) memory() {
	if len(g.arrays) > 0 && g.r.IntN(2) == 0 {
		a := g.arrays[g.r.IntN(len(g.arrays))]
		i := g.constant("index", int64(g.r.IntN(4)))
		if g.r.IntN(4) == 0 {
			i = g.op("arith.andi %s, %s : index", "index", g.value("index"), g.constant("index", 3))
		}
		if g.r.IntN(2) == 0 {
			g.op("memref.load %s[%s] : memref<4xi32>", "i32", a, i)
		} else {
			g.line("memref.store %s, %s[%s] : memref<4xi32>", g.value("i32"), a, i)
		}
		return
	}
	if len(g.slots) == 0 {
		return
	}
	s := g.slots[g.r.IntN(len(g.slots))]
	if g.r.IntN(2) == 0 {
		g.op("memref.load %s[] : memref<i32>", "i32", s)
	} else {
		g.line("memref.store %s, %s[] : memref<i32>", g.value("i32"), s)
	}
}

// carried are the types and initial values of what goes round a loop.
func (g *generator) carried() (types, inits []string) {
	for range g.r.IntN(3) {
		t := g.pick("i32", "i64", "i1", "i8")
		types = append(types, t)
		inits = append(inits, g.value(t))
	}
	return types, inits
}

func (g *generator) bounds() (lb, ub, step string) {
	lb = g.constant("index", int64(g.r.IntN(4)-1))
	if g.r.IntN(2) == 0 {
		ub = g.constant("index", int64(g.r.IntN(7)))
	} else {
		ub = g.op("arith.andi %s, %s : index", "index", g.value("index"), g.constant("index", 7))
	}
	return lb, ub, g.constant("index", int64(1+g.r.IntN(3)))
}

func (g *generator) loop(nesting int) {
	lb, ub, step := g.bounds()
	types, inits := g.carried()
	v, iv := g.name(), g.name()
	var args []string
	head := ""
	if len(types) > 0 {
		var assign []string
		for i := range types {
			args = append(args, g.name())
			assign = append(assign, args[i]+" = "+inits[i])
		}
		head = fmt.Sprintf(" iter_args(%s) -> (%s)", strings.Join(assign, ", "), strings.Join(types, ", "))
		g.line("%s:%d = scf.for %s = %s to %s step %s%s {", v, len(types), iv, lb, ub, step, head)
	} else {
		g.line("scf.for %s = %s to %s step %s {", iv, lb, ub, step)
	}
	g.scope(func() {
		g.add("index", iv)
		for i, a := range args {
			g.add(types[i], a)
		}
		g.statements(1+g.r.IntN(4), nesting-1, false)
		g.yield(types)
	})
	g.line("}")
	g.results(v, types)
}

func (g *generator) yield(types []string) {
	if len(types) == 0 {
		return
	}
	var vs []string
	for _, t := range types {
		vs = append(vs, g.value(t))
	}
	g.line("scf.yield %s : %s", strings.Join(vs, ", "), strings.Join(types, ", "))
}

func (g *generator) results(v string, types []string) {
	for i, t := range types {
		g.add(t, fmt.Sprintf("%s#%d", v, i))
	}
}

func (g *generator) conditional(nesting int) {
	c := g.value("i1")
	types, _ := g.carried()
	v := g.name()
	if len(types) > 0 {
		g.line("%s:%d = scf.if %s -> (%s) {", v, len(types), c, strings.Join(types, ", "))
	} else {
		g.line("scf.if %s {", c)
	}
	g.scope(func() {
		g.statements(g.r.IntN(4), nesting-1, false)
		g.yield(types)
	})
	if len(types) > 0 || g.r.IntN(2) == 0 {
		g.line("} else {")
		g.scope(func() {
			g.statements(g.r.IntN(3), nesting-1, false)
			g.yield(types)
		})
	}
	g.line("}")
	g.results(v, types)
}

// while counts down, so that it ends.
func (g *generator) while(nesting int) {
	t := g.pick("i32", "i64")
	init, count := g.value(t), g.constant("i32", int64(g.r.IntN(5)))
	v, n, x := g.name(), g.name(), g.name()
	g.line("%s:2 = scf.while (%s = %s, %s = %s) : (i32, %s) -> (i32, %s) {", v, n, count, x, init, t, t)
	g.scope(func() {
		g.add(t, x)
		g.statements(g.r.IntN(3), nesting-1, false)
		zero := g.constant("i32", 0)
		c := g.op("arith.cmpi sgt, %s, %s : i32", "i1", n, zero)
		if g.r.IntN(2) == 0 {
			c = g.op("arith.andi %s, %s : i1", "i1", c, g.value("i1"))
		}
		g.line("scf.condition(%s) %s, %s : i32, %s", c, n, g.value(t), t)
	})
	g.line("} do {")
	m, y := g.name(), g.name()
	g.line("^bb0(%s: i32, %s: %s):", m, y, t)
	g.scope(func() {
		g.add(t, y)
		g.statements(g.r.IntN(3), nesting-1, false)
		d := g.op("arith.subi %s, %s : i32", "i32", m, g.constant("i32", 1))
		g.line("scf.yield %s, %s : i32, %s", d, g.value(t), t)
	})
	g.line("}")
	g.add(t, v+"#1")
}

func (g *generator) label() string {
	g.block++
	return fmt.Sprintf("^b%d", g.block)
}

// diamond branches to two blocks that meet again.
func (g *generator) diamond(nesting int) {
	a, b, end := g.label(), g.label(), g.label()
	t := g.pick("i32", "i64", "i8")
	x := g.name()
	g.line("cf.cond_br %s, %s, %s", g.value("i1"), a, b)
	for _, l := range []string{a, b} {
		g.line("%s:", l)
		g.scope(func() {
			g.statements(g.r.IntN(4), max(nesting-1, 0), false)
			g.line("cf.br %s(%s : %s)", end, g.value(t), t)
		})
	}
	g.line("%s(%s: %s):", end, x, t)
	g.add(t, x)
}

// blockLoop is a loop of blocks that counts down.
func (g *generator) blockLoop(nesting int) {
	head, end := g.label(), g.label()
	t := g.pick("i32", "i64")
	n, x := g.name(), g.name()
	g.line("cf.br %s(%s, %s : i32, %s)", head, g.constant("i32", int64(g.r.IntN(4))), g.value(t), t)
	g.line("%s(%s: i32, %s: %s):", head, n, x, t)
	g.add(t, x)
	g.statements(g.r.IntN(4), max(nesting-1, 0), false)
	d := g.op("arith.subi %s, %s : i32", "i32", n, g.constant("i32", 1))
	c := g.op("arith.cmpi sgt, %s, %s : i32", "i1", d, g.constant("i32", 0))
	if g.r.IntN(2) == 0 {
		g.line("cf.cond_br %s, %s(%s, %s : i32, %s), %s", c, head, d, g.value(t), t, end)
	} else {
		v := g.value(t)
		back := g.label()
		g.line("cf.cond_br %s, %s, %s", c, back, end)
		g.line("%s:", back)
		g.line("cf.br %s(%s, %s : i32, %s)", head, d, v, t)
	}
	g.line("%s:", end)
}
