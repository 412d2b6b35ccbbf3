package lower

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"descend/dialects/arith"
	"descend/ir"
)

// This test compares the index arithmetic that lowering emits for random chains of views with the views
// applied to nested arrays of numbers.

// dim is an extent c, or n*c with the kernel's run-time nat n.
type dim struct {
	c     int
	withN bool
}

func (d dim) text() string {
	if d.withN {
		return fmt.Sprintf("n * %d", d.c)
	}
	return fmt.Sprint(d.c)
}

func (d dim) value(n int) int {
	if d.withN {
		return d.c * n
	}
	return d.c
}

// nested is a number or an array.
type nested struct {
	leaf int
	sub  []nested
}

func numbers(dims []int, next *int) nested {
	if len(dims) == 0 {
		*next++
		return nested{leaf: *next - 1}
	}
	out := nested{}
	for range dims[0] {
		out.sub = append(out.sub, numbers(dims[1:], next))
	}
	return out
}

// atDepth applies a view to every array at a depth.
func atDepth(a nested, depth int, v func(nested) nested) nested {
	if depth == 0 {
		return v(a)
	}
	out := nested{}
	for _, s := range a.sub {
		out.sub = append(out.sub, atDepth(s, depth-1, v))
	}
	return out
}

// chain is a random chain of views: its text, the shape after it, and its effect on an array.
type chain struct {
	text  string
	shape []dim
	apply []func(a nested, n int) nested
}

// add appends a view at a depth.
func (c *chain) add(text string, depth int, v func(a nested, n int) nested) {
	for range depth {
		text = "map(" + text + ")"
	}
	c.text += "." + text
	c.apply = append(c.apply, func(a nested, n int) nested {
		return atDepth(a, depth, func(x nested) nested { return v(x, n) })
	})
}

func replace(shape []dim, i, n int, with ...dim) []dim {
	out := append([]dim(nil), shape[:i]...)
	return append(append(out, with...), shape[i+n:]...)
}

func (c *chain) extend(r *rand.Rand) {
	i := r.Intn(len(c.shape))
	d := c.shape[i]
	switch r.Intn(9) {
	case 0:
		c.add("reverse", i, func(a nested, _ int) nested {
			out := nested{}
			for j := range a.sub {
				out.sub = append(out.sub, a.sub[len(a.sub)-1-j])
			}
			return out
		})
	case 1: // group
		var ks []int
		for k := 1; k <= d.c; k++ {
			if d.c%k == 0 {
				ks = append(ks, k)
			}
		}
		k := ks[r.Intn(len(ks))]
		if len(c.shape) >= 5 {
			return
		}
		c.add(fmt.Sprintf("group::<%d>", k), i, func(a nested, _ int) nested {
			out := nested{}
			for j := 0; j < len(a.sub); j += k {
				out.sub = append(out.sub, nested{sub: a.sub[j : j+k]})
			}
			return out
		})
		c.shape = replace(c.shape, i, 1, dim{d.c / k, d.withN}, dim{k, false})
	case 2: // join
		if i+1 >= len(c.shape) || d.withN && c.shape[i+1].withN {
			return
		}
		e := c.shape[i+1]
		c.add("join", i, func(a nested, _ int) nested {
			out := nested{}
			for _, s := range a.sub {
				out.sub = append(out.sub, s.sub...)
			}
			return out
		})
		c.shape = replace(c.shape, i, 2, dim{d.c * e.c, d.withN || e.withN})
	case 3, 4: // transpose
		if i+1 >= len(c.shape) {
			return
		}
		c.add("transpose", i, func(a nested, _ int) nested {
			out := nested{}
			for j := range a.sub[0].sub {
				row := nested{}
				for k := range a.sub {
					row.sub = append(row.sub, a.sub[k].sub[j])
				}
				out.sub = append(out.sub, row)
			}
			return out
		})
		c.shape = replace(c.shape, i, 2, c.shape[i+1], d)
	case 6: // swizzle
		w := 1 << r.Intn(4)
		if i+1 >= len(c.shape) || c.shape[i+1].c%w != 0 {
			return
		}
		c.add(fmt.Sprintf("swizzle::<%d>", w), i, func(a nested, _ int) nested {
			out := nested{}
			for j, from := range a.sub {
				row := nested{}
				for k := range from.sub {
					row.sub = append(row.sub, from.sub[k^j%w])
				}
				out.sub = append(out.sub, row)
			}
			return out
		})
	case 7: // repeat
		k := 1 + r.Intn(3)
		if len(c.shape) >= 5 {
			return
		}
		c.add(fmt.Sprintf("repeat::<%d>", k), i, func(a nested, _ int) nested { return nested{sub: slices.Repeat([]nested{a}, k)} })
		c.shape = replace(c.shape, i, 0, dim{k, false})
	case 8: // window
		k := 1 + r.Intn(3)
		if len(c.shape) >= 5 || d.withN || d.c < k {
			return
		}
		c.add(fmt.Sprintf("window::<%d>", k), i, func(a nested, _ int) nested {
			out := nested{}
			for j := range len(a.sub) - k + 1 {
				out.sub = append(out.sub, nested{sub: a.sub[j : j+k]})
			}
			return out
		})
		c.shape = replace(c.shape, i, 1, dim{d.c - k + 1, false}, dim{k, false})
	case 5: // a half or a range
		if d.withN || d.c < 2 {
			return
		}
		k := 1 + r.Intn(d.c-1)
		lo, hi, text := 0, k, fmt.Sprintf("take_left::<%d>", k)
		switch r.Intn(3) {
		case 1:
			lo, hi, text = k, d.c, fmt.Sprintf("take_right::<%d>", k)
		case 2:
			lo, hi = k-1, d.c
			text = fmt.Sprintf("range::<%d, %d>", lo, hi)
		}
		c.add(text, i, func(a nested, _ int) nested { return nested{sub: a.sub[lo:hi]} })
		c.shape = replace(c.shape, i, 1, dim{hi - lo, false})
	}
}

func TestIndexChains(t *testing.T) {
	for seed := range int64(300) {
		r := rand.New(rand.NewSource(seed))
		shape := []dim{{r.Intn(8) + 1, r.Intn(2) == 0}, {r.Intn(12) + 1, false}}
		if r.Intn(2) == 0 {
			shape = append(shape, dim{r.Intn(4) + 1, false})
		}
		c := &chain{shape: shape}
		for range 2 + r.Intn(7) {
			c.extend(r)
		}
		if !checkChain(t, r, seed, shape, c) {
			return
		}
	}
}

// checkChain lowers a kernel that reads through the chain, and evaluates the index for every element.
func checkChain(t *testing.T, r *rand.Rand, seed int64, shape []dim, c *chain) bool {
	typ := "f32"
	for i := len(shape) - 1; i >= 0; i-- {
		typ = "[" + typ + "; " + shape[i].text() + "]"
	}
	// The outer dimensions are selected by blocks, then threads; the others by loops. Some are left to loops.
	ids := []string{"gpu.block_id y", "gpu.block_id x", "gpu.thread_id y", "gpu.thread_id x"}
	vars := []string{"by", "bx", "ty", "tx"}
	extent := map[string]string{}
	var coords []string // what gives the coordinate of each dimension
	access, loops, next := "x"+c.text, "", 0
	for i, d := range c.shape {
		next += r.Intn(3)
		if next < len(ids) && !(next >= 2 && d.withN) {
			extent[vars[next]] = d.text()
			access += "[[" + vars[next] + "]]"
			coords = append(coords, ids[next])
			next++
			continue
		}
		loops += fmt.Sprintf("for i%d in 0..%s { ", i, d.text())
		access += fmt.Sprintf("[i%d]", i)
		coords = append(coords, "loop")
	}
	size := func(v string) string {
		if e, ok := extent[v]; ok {
			return e
		}
		return "1"
	}
	text := fmt.Sprintf(`fn k<n: nat>(x: & gpu.global %s) -[grid: gpu.grid<XY<%s, %s>, XY<%s, %s>>]-> () {
  sched(Y) by in grid { sched(X) bx in by { sched(Y) ty in bx { sched(X) tx in ty {
    %s let v = %s; %s
  } } } } }`, typ, size("bx"), size("by"), size("tx"), size("ty"), loops, access, strings.Repeat("}", strings.Count(loops, "{")))
	m, diags := compile(t, text, Options{})
	for _, d := range diags.Sorted() {
		t.Errorf("seed %d: %v %s\n%s", seed, d, d.Label, text)
		return false
	}
	var load *ir.Operation
	for o := range m.All("memref.load") {
		load = o
	}
	if load == nil {
		t.Errorf("seed %d: no load\n%s", seed, text)
		return false
	}
	if n := compareProved(t, rand.New(rand.NewSource(seed)), text, 0); n != 1 {
		t.Errorf("seed %d: %d accesses were compared with what is proved of them\n%s", seed, n, text)
		return false
	}
	for n := 1; n <= 3; n += 2 {
		var dims []int
		for _, d := range shape {
			dims = append(dims, d.value(n))
		}
		number := 0
		want := numbers(dims, &number)
		for _, v := range c.apply {
			want = v(want, n)
		}
		if !compareAll(t, load, coords, want, n, nil) {
			t.Errorf("seed %d, n = %d\n%s\n%s", seed, n, text, generic(m))
			return false
		}
	}
	return true
}

// compareAll compares the index for all coordinates.
func compareAll(t *testing.T, load *ir.Operation, coords []string, want nested, n int, at []int) bool {
	if len(at) < len(coords) {
		for i, s := range want.sub {
			if !compareAll(t, load, coords, s, n, append(at, i)) {
				return false
			}
		}
		return true
	}
	env := &evaluator{ids: map[string]int64{}, loops: map[*ir.Value]int64{}, n: int64(n)}
	var inner []int // coordinates of loops, outermost first
	for i, c := range coords {
		if c == "loop" {
			inner = append(inner, at[i])
		} else {
			env.ids[c] = int64(at[i])
		}
	}
	for p := load.Parent(); p != nil; p = p.Parent() {
		if p.Is("scf.for") && len(inner) > 0 {
			env.loops[p.Body(0).Arg(0)] = int64(inner[len(inner)-1])
			inner = inner[:len(inner)-1]
		}
	}
	if got := env.eval(load.Operand(1)); got != int64(want.leaf) {
		t.Errorf("element %v: index %d, want %d", at, got, want.leaf)
		return false
	}
	return true
}

// evaluator computes index arithmetic, in the widths of the types.
type evaluator struct {
	ids   map[string]int64
	loops map[*ir.Value]int64
	n     int64
	// opaque is what all else is, if there is such.
	opaque *int64
}

func (e *evaluator) eval(v *ir.Value) int64 {
	x := e.exact(v)
	if t, ok := v.Type().(*ir.IntegerType); ok && t.Width > 1 && t.Width < 64 {
		by := 64 - t.Width
		return x << by >> by
	}
	return x
}

func (e *evaluator) exact(v *ir.Value) int64 {
	if v.IsArg() {
		if x, ok := e.loops[v]; ok {
			return x
		}
		return e.n // the kernel's nat
	}
	o := v.DefiningOp()
	arg := func(i int) int64 { return e.eval(o.Operand(i)) }
	switch o.Name() {
	case "arith.constant":
		return o.Attr("value").(*ir.IntegerAttr).Int64()
	case "arith.addi":
		return arg(0) + arg(1)
	case "arith.subi":
		return arg(0) - arg(1)
	case "arith.muli":
		return arg(0) * arg(1)
	case "arith.divui":
		return int64(uint64(arg(0)) / uint64(arg(1)))
	case "arith.remui":
		return int64(uint64(arg(0)) % uint64(arg(1)))
	case "arith.xori":
		return arg(0) ^ arg(1)
	case "arith.divsi":
		return arg(0) / arg(1)
	case "arith.remsi":
		return arg(0) % arg(1)
	case "arith.minsi":
		return min(arg(0), arg(1))
	case "arith.maxsi":
		return max(arg(0), arg(1))
	case "arith.cmpi":
		if o.Typed().(arith.CmpIOp).Predicate() != arith.SLT {
			panic("unexpected comparison")
		}
		if arg(0) < arg(1) {
			return 1
		}
		return 0
	case "arith.select":
		if arg(0) != 0 {
			return arg(1)
		}
		return arg(2)
	case "gpu.block_id", "gpu.thread_id":
		text := o.Attr("dimension").String()
		return e.ids[o.Name()+" "+text[len(text)-2:len(text)-1]]
	}
	if e.opaque == nil {
		panic("unexpected " + o.Name())
	}
	return *e.opaque
}
