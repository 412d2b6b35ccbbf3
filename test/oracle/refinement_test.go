package oracle

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"testing"

	"descend/dialects/arith"
	"descend/ir"
)

// TestRefinement makes random functions on integers of a few bits and runs them, before and after passes, on all
// arguments. Where a function is defined, it must stay defined and give the same numbers; poison may become any number.
func TestRefinement(t *testing.T) {
	runs, seed := runsAndSeed(400)
	defined := 0
	for i := range uint64(runs) {
		src := narrow(seed + i)
		before := parseModule(t, src)
		for _, p := range []string{
			"builtin.module(canonicalize{region-simplify=aggressive})",
			"builtin.module(sccp)",
			"builtin.module(int-range-optimizations)",
			"builtin.module(canonicalize,cse,int-range-optimizations,sccp,canonicalize)",
		} {
			after := parseModule(t, src)
			runPipeline(t, after, p)
			defined += refines(t, fmt.Sprintf("seed %d, %s", seed+i, p), before, after)
		}
	}
	if defined == 0 {
		t.Error("no function was defined")
	}
}

// refines compares the functions @f of two modules on all arguments; it counts the arguments for which the first is
// defined.
func refines(t *testing.T, what string, before, after *ir.Operation) (defined int) {
	t.Helper()
	f, g := ir.LookupSymbol(before, "f"), ir.LookupSymbol(after, "f")
	sum := 0
	for _, a := range f.Region(0).Front().Args() {
		sum += intWidth(a.Type())
	}
	for n := range uint64(1) << sum {
		want, ok := call(f, n)
		if !ok {
			continue
		}
		defined++
		got, ok := call(g, n)
		same := ok
		for i := range want {
			same = same && (want[i].poison || got[i] == want[i])
		}
		if !same {
			t.Fatalf("%s: of arguments %#x: %v, %v, want %v\n%s\nbecomes\n%s", what, n, got, ok, want,
				ir.Print(before, ir.PrintOptions{}), ir.Print(after, ir.PrintOptions{}))
		}
	}
	return defined
}

// number is an integer of some bits, not negative, or poison, which the result of an operation is when its flags lie
// or a shift is as wide as the number.
type number struct {
	bits   uint64
	poison bool
}

func intWidth(t ir.Type) int {
	if i, ok := t.(*ir.IntegerType); ok {
		return i.Width
	}
	return 64
}

func mask(w int) uint64 { return ^uint64(0) >> (64 - w) }

func signedOf(x uint64, w int) int64 { return int64(x<<(64-w)) >> (64 - w) }

// call executes a function on arguments that are the bits of n, lowest first; ok is false if it is undefined.
func call(f *ir.Operation, n uint64) (results []number, ok bool) {
	values := map[*ir.Value]number{}
	for _, a := range f.Region(0).Front().Args() {
		w := intWidth(a.Type())
		values[a] = number{bits: n & mask(w)}
		n >>= w
	}
	return execute(f.Region(0).Front(), values)
}

// execute runs a block and gives the operands of its terminator.
func execute(b *ir.Block, values map[*ir.Value]number) ([]number, bool) {
	for op := range b.Ops() {
		var in []number
		for _, v := range op.Operands() {
			in = append(in, values[v])
		}
		switch op.Name() {
		case "func.return", "scf.yield":
			return in, true
		case "scf.if":
			if in[0].poison {
				return nil, false
			}
			out, ok := []number(nil), true
			if region := op.Region(int(1 - in[0].bits)); region.Front() != nil {
				out, ok = execute(region.Front(), values)
			}
			if !ok {
				return nil, false
			}
			for i, n := range out {
				values[op.Result(i)] = n
			}
		default:
			n, ok := evaluate(op, in)
			if !ok {
				return nil, false
			}
			n.bits &= mask(intWidth(op.Result(0).Type()))
			if n.poison {
				n.bits = 0
			}
			values[op.Result(0)] = n
		}
	}
	return nil, true
}

// evaluate is the meaning of an operation of arith; ok is false if it is undefined.
func evaluate(op *ir.Operation, in []number) (n number, ok bool) {
	switch op.Name() {
	case "arith.constant":
		v, _ := op.IntAttr("value")
		return number{bits: uint64(v)}, true
	case "arith.select":
		if in[0].poison {
			return in[0], true
		}
		return in[2-in[0].bits], true
	}
	w := intWidth(op.Operand(0).Type())
	x := in[0]
	if len(in) == 1 {
		if x.poison {
			return x, true
		}
		switch op.Name() {
		case "arith.extsi", "arith.index_cast":
			x.bits = uint64(signedOf(x.bits, w))
		case "arith.extui", "arith.trunci", "arith.index_castui":
		case "math.ctpop":
			x.bits = uint64(bits.OnesCount64(x.bits))
		case "math.absi":
			x.bits = uint64(max(signedOf(x.bits, w), -signedOf(x.bits, w)))
		default:
			panic(op.Name())
		}
		return x, true
	}
	y := in[1]
	a, b := signedOf(x.bits, w), signedOf(y.bits, w)
	switch op.Name() {
	case "arith.divsi", "arith.remsi", "arith.ceildivsi", "arith.floordivsi":
		if y.poison || b == 0 || b == -1 && (x.poison || a == signedOf(1<<(w-1), w)) {
			return n, false
		}
	case "arith.divui", "arith.remui", "arith.ceildivui":
		if y.poison || b == 0 {
			return n, false
		}
	}
	if x.poison || y.poison {
		return number{poison: true}, true
	}
	n.bits, n.poison = binary(op, w, x.bits, y.bits, a, b)
	return n, true
}

// binary is the meaning of an operation on two numbers of w bits, x and y without sign, a and b with it.
func binary(op *ir.Operation, w int, x, y uint64, a, b int64) (r uint64, poison bool) {
	// what an operation that may overflow would give without bounds; the widths here are below 16
	flags := func(unsigned, signed int64) (uint64, bool) {
		of := arith.OverflowOf(op)
		return uint64(signed), of&arith.NUW != 0 && unsigned != int64(uint64(unsigned)&mask(w)) ||
			of&arith.NSW != 0 && signed != signedOf(uint64(signed), w)
	}
	truth := func(c bool) (uint64, bool) {
		if c {
			return 1, false
		}
		return 0, false
	}
	switch op.Name() {
	case "arith.addi":
		return flags(int64(x+y), a+b)
	case "arith.subi":
		return flags(int64(x)-int64(y), a-b)
	case "arith.muli":
		return flags(int64(x*y), a*b)
	case "arith.shli":
		if y >= uint64(w) {
			return 0, true
		}
		return flags(int64(x<<y), a<<y)
	case "arith.shrui":
		return x >> (y & 63), y >= uint64(w)
	case "arith.shrsi":
		return uint64(a >> (y & 63)), y >= uint64(w)
	case "arith.andi":
		return x & y, false
	case "arith.ori":
		return x | y, false
	case "arith.xori":
		return x ^ y, false
	case "arith.divui":
		return x / y, false
	case "arith.remui":
		return x % y, false
	case "arith.ceildivui":
		return (x + y - 1) / y, false
	case "arith.divsi":
		return uint64(a / b), false
	case "arith.remsi":
		return uint64(a % b), false
	case "arith.floordivsi":
		return uint64(a/b - less(a%b != 0 && (a < 0) != (b < 0))), false
	case "arith.ceildivsi":
		return uint64(a/b + less(a%b != 0 && (a < 0) == (b < 0))), false
	case "arith.minsi":
		return uint64(min(a, b)), false
	case "arith.maxsi":
		return uint64(max(a, b)), false
	case "arith.minui":
		return min(x, y), false
	case "arith.maxui":
		return max(x, y), false
	case "arith.cmpi":
		p, _ := op.IntAttr("predicate")
		return truth([]bool{x == y, x != y, a < b, a <= b, a > b, a >= b, x < y, x <= y, x > y, x >= y}[p])
	}
	panic(op.Name())
}

func less(c bool) int64 {
	if c {
		return 1
	}
	return 0
}

// narrow makes a function of few operations on integers of one to four bits, which may be undefined.
func narrow(seed uint64) string {
	g := &generator{r: rand.New(rand.NewPCG(seed, 3)), depth: 1, values: map[string][]string{}}
	w := 1 + g.r.IntN(4)
	types := []string{fmt.Sprintf("i%d", w), fmt.Sprintf("i%d", w+1+g.r.IntN(3)), "i1"}
	main := types[0]
	g.values["i1"] = []string{"%c"}
	g.values[main] = append(g.values[main], "%a", "%b")
	for range 2 + g.r.IntN(6) {
		g.narrowOperation(types, 1)
	}
	x, y := g.small(main), g.small(types[1])
	return fmt.Sprintf("func.func @f(%%a: %s, %%b: %[1]s, %%c: i1) -> (%[1]s, %s) {\n%s  return %s, %s : %[1]s, %[2]s\n}\n", main, types[1], g.b.String(), x, y)
}

// small picks one of few values of the type, or any constant.
func (g *generator) small(t string) string {
	if vs := g.values[t]; len(vs) > 0 && g.r.IntN(4) > 0 {
		return vs[len(vs)-1-g.r.IntN(min(len(vs), 4))]
	}
	if t == "i1" {
		return g.constant(t, int64(g.r.IntN(2)))
	}
	w := int(t[1] - '0')
	return g.constant(t, int64(g.r.IntN(1<<w))-1<<(w-1))
}

func (g *generator) narrowOperation(types []string, nesting int) {
	t := g.pick(types[0], types[0], types[0], types[1], types[2])
	x, y := g.small(t), g.small(t)
	flags := g.pick("", "", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>")
	switch g.r.IntN(12) {
	case 0, 1:
		g.op("arith.%s %s, %s%s : %s", t, g.pick("addi", "subi", "muli", "shli"), x, y, flags, t)
	case 2:
		g.op("arith.%s %s, %s : %s", t, g.pick("addi", "subi", "muli"), x, y, t)
	case 3:
		g.op("arith.%s %s, %s : %s", t, g.pick("andi", "ori", "xori"), x, y, t)
	case 4:
		g.op("arith.%s %s, %s : %s", t, g.pick("shrsi", "shrui", "shli"), x, y, t)
	case 5:
		g.op("arith.%s %s, %s : %s", t, g.pick("divui", "divsi", "remui", "remsi", "floordivsi", "ceildivsi", "ceildivui"), x, y, t)
	case 6:
		g.op("arith.%s %s, %s : %s", t, g.pick("minsi", "maxui", "maxsi", "minui"), x, y, t)
	case 7, 8:
		g.op("arith.cmpi %s, %s, %s : %s", "i1", g.pick("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"), x, y, t)
	case 9:
		g.op("arith.select %s, %s, %s : %s", t, g.small("i1"), x, y, t)
	case 10:
		from, to := types[0], types[1]
		if from == "i1" || g.r.IntN(2) == 0 {
			g.op("arith.%s %s : %s to %s", to, g.pick("extsi", "extui"), g.small(from), from, to)
		} else {
			g.op("arith.trunci %s : %s to %s", from, g.small(to), to, from)
		}
	case 11:
		if nesting == 0 {
			g.op("math.%s %s : %s", t, g.pick("absi", "ctpop"), x, t)
			return
		}
		c, v := g.small("i1"), g.name()
		g.line("%s = scf.if %s -> (%s) {", v, c, t)
		for i := range 2 {
			if i == 1 {
				g.line("} else {")
			}
			g.scope(func() {
				for range g.r.IntN(3) {
					g.narrowOperation(types, nesting-1)
				}
				g.line("scf.yield %s : %s", g.small(t), t)
			})
		}
		g.line("}")
		g.add(t, v)
	}
}
