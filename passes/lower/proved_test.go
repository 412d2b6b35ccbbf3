package lower

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
	"descend/passes/place"
	"descend/test/kit"
)

// This test holds that the index that the checks decide on is the one that lowering emits: both are evaluated for random sizes,
// threads, iterations and run-time indices.

// proved is an access of a scalar in a kernel, with the index that place.Indexes gives.
type proved struct {
	index nat.Expr
	vars  []place.Var
	loops []loopAround
	// given holds where the access is executed.
	given []nat.Constraint
	grid  *exec.Type
}

// loopAround is a loop around an access: its variable, "" for a while, and the values of that.
type loopAround struct {
	name   string
	values func(env map[string]nat.Expr) ([]int64, bool)
}

func accessKey(op *ir.Operation, write bool) string { return fmt.Sprint(ir.RangeOf(op.Loc()), write) }

// provedIn finds the accesses of kernels that have one index function, by their place in the source. Where two have the same
// place, or it is not known which part of memory is meant, there is none.
func provedIn(m *ir.Operation) map[string]*proved {
	out := map[string]*proved{}
	for fo := range m.All("descend.func") {
		fn := fo.Typed().(descend.FuncOp)
		if fn.IsExtern() || execKind(fn) != exec.Grid {
			continue
		}
		r := place.New(fo)
		fn.Walk(func(op *ir.Operation) ir.WalkResult {
			for _, u := range descend.UsesOf(op) {
				if !u.IsPlace() || !u.Accesses() || u.IsAtomic() || !isLeaf(descend.ElemOf(u.Of)) {
					continue
				}
				key := accessKey(op, u.Writes())
				if _, twice := out[key]; twice {
					out[key] = nil
				} else {
					out[key] = proveAccess(r, fn, op, u.Of)
				}
			}
			return ir.Advance
		})
	}
	return out
}

func proveAccess(r *place.Resolver, fn descend.FuncOp, op *ir.Operation, v *ir.Value) *proved {
	paths := r.Resolve(v)
	if len(paths) != 1 {
		return nil
	}
	fs, ok := r.Indexes(paths[0])
	if !ok || len(fs) != 1 || fs[0].Partial || len(fs[0].Elems) == 0 {
		return nil
	}
	flat, ok := fs[0].Flat(0)
	if !ok {
		return nil
	}
	grid, _ := fn.Exec().(*exec.Type)
	p := &proved{index: flat, vars: fs[0].Vars, given: append(fn.Wheres(), fs[0].Assume...), grid: grid}
	for child, o := op, op.Parent(); o != fn.Operation; child, o = o, o.Parent() {
		l := loopAround{values: func(map[string]nat.Expr) ([]int64, bool) { return []int64{0}, true }}
		switch t := o.Typed().(type) {
		case descend.ForNatOp:
			l.name = t.Var()
			l.values = func(env map[string]nat.Expr) ([]int64, bool) { return t.Values(env, 1000) }
		case descend.ForEachOp:
			l.name = r.EachVarName(o)
			l.values = func(env map[string]nat.Expr) ([]int64, bool) {
				n, ok := descend.ElemOf(o.Operand(0)).(*descend.ArrayType).Size.Subst(env).Int64()
				return counting(min(n, 1000)), ok
			}
		case descend.WhileOp:
		case exec.SplitOp:
			c, _ := place.Counted(t.From(), t.Axis())
			k := nat.Constraint{L: c.Position(), Rel: nat.LT, R: t.At()}
			if child.ParentRegion() == o.Region(1) {
				k.Rel = nat.GE
			}
			p.given = append(p.given, k)
			continue
		default:
			continue
		}
		p.loops = append([]loopAround{l}, p.loops...)
	}
	return p
}

func counting(n int64) (out []int64) {
	for i := range n {
		out = append(out, i)
	}
	return out
}

// point is a thread, iteration and run-time index of an access, at some sizes.
type point struct {
	env   map[string]nat.Expr // by the names of place
	ids   map[string]int64    // by the operations of the gpu level
	iters []int64
	index int64 // run-time
}

// draw takes a random point at which the access is executed; false if it found none. Of the sizes all are small, or one is large.
func (p *proved) draw(r *rand.Rand, generics []string, large int64) (point, bool) {
	for range 200 {
		pt := point{env: map[string]nat.Expr{}, ids: map[string]int64{}}
		for _, n := range generics {
			pt.env[n] = nat.Int(int64([]int{1, 2, 3, 4, 8, 16, 32, 64}[r.Intn(8)]))
		}
		if len(generics) > 0 && large > 0 {
			pt.env[generics[r.Intn(len(generics))]] = nat.Int(large)
		}
		if pt.coordinates(r, p.grid) && pt.iterations(r, p.loops) && pt.indices(r, p.vars) && holdAll(p.given, pt.env) {
			return pt, true
		}
	}
	return point{}, false
}

// coordinates takes a thread of the grid, of the last block as often as of any.
func (pt *point) coordinates(r *rand.Rand, grid *exec.Type) bool {
	linear, size := int64(0), int64(1)
	for a := exec.X; a <= exec.Z; a++ {
		var block, thread int64
		of := int64(1)
		for _, d := range []struct {
			dim exec.Dim
			at  *int64
			op  string
		}{{grid.Dim, &block, "gpu.block_id "}, {grid.Inner, &thread, "gpu.thread_id "}} {
			if !d.dim.Has[a] {
				continue
			}
			n, ok := d.dim.Size[a].Subst(pt.env).Int64()
			if !ok || n < 1 {
				return false
			}
			if *d.at, of = r.Int63n(n), n; d.at == &block && r.Intn(2) == 0 {
				block = n - 1
			}
			pt.ids[d.op+strings.ToLower(a.String())] = *d.at
		}
		if !grid.Inner.Has[a] {
			of = 1
		}
		axis := "." + strings.ToLower(a.String())
		linear, size = linear+thread*size, size*of
		pt.env["block"+axis], pt.env["thread"+axis], pt.env["global"+axis] = nat.Int(block), nat.Int(thread), nat.Int(block*of+thread)
	}
	for _, axis := range []string{".x", ".y", ".z"} {
		pt.env["warp"+axis], pt.env["lane"+axis] = nat.Int(linear/32), nat.Int(linear%32)
	}
	return true
}

// iterations takes one of each loop.
func (pt *point) iterations(r *rand.Rand, loops []loopAround) bool {
	for _, l := range loops {
		vs, ok := l.values(pt.env)
		if !ok || len(vs) == 0 {
			return false
		}
		v := vs[r.Intn(len(vs))]
		pt.iters = append(pt.iters, v)
		if l.name != "" {
			pt.env[l.name] = nat.Int(v)
		}
	}
	return true
}

// indices takes the run-time index, of which there must not be more than one.
func (pt *point) indices(r *rand.Rand, vars []place.Var) bool {
	found := false
	for _, v := range vars {
		if v.Kind != place.RuntimeVar && v.Kind != place.PermutedVar { // both are read in memory
			continue
		}
		n, ok := v.Hi.Subst(pt.env).Int64()
		if found || !ok || n < 1 {
			return false
		}
		pt.index, found = r.Int63n(n), true
		pt.env[v.Name] = nat.Int(pt.index)
	}
	return true
}

func holdAll(cs []nat.Constraint, env map[string]nat.Expr) bool {
	values := map[string]*big.Int{}
	for n, e := range env {
		values[n], _ = e.Const()
	}
	for _, c := range cs {
		if ok, err := c.Eval(values); err != nil || !ok {
			return false
		}
	}
	return true
}

// compareProved compares the accesses of all kernels of a program; it gives their number.
func compareProved(t *testing.T, r *rand.Rand, text string, large int64) (compared int) {
	before, diags := compileTo(t, text, Options{}, "insert-drops")
	if diags.HasErrors() {
		return 0
	}
	after, diags := compile(t, text, Options{})
	if diags.HasErrors() {
		return 0
	}
	all := provedIn(before)
	emitted := map[string][]*ir.Operation{}
	for f := range after.All("gpu.func") {
		for o := range f.All("memref.load") {
			emitted[accessKey(o, false)] = append(emitted[accessKey(o, false)], o)
		}
		for o := range f.All("memref.store") {
			emitted[accessKey(o, true)] = append(emitted[accessKey(o, true)], o)
		}
	}
	for key, p := range all {
		if os := emitted[key]; p != nil && len(os) == 1 && p.compare(t, r, os[0], text, large) {
			compared++
		}
	}
	return compared
}

// compare evaluates both indices at some points; false if there is no point or the loops around differ.
func (p *proved) compare(t *testing.T, r *rand.Rand, o *ir.Operation, text string, large int64) bool {
	loops, fn := emittedLoops(o)
	if len(loops) != len(p.loops) {
		return false
	}
	var generics []string
	nats := map[string]*ir.Value{}
	kernel, _ := contract.Of(fn)
	for i, param := range kernel.Params {
		if param.Kind == contract.Nat {
			generics, nats[param.Name] = append(generics, param.Name), fn.Body(0).Arg(i)
		}
		// a launch has checked that the bytes of each buffer fit 63 bits
		bytes := nat.Int(8)
		for _, extent := range param.Shape {
			e, err := extent.Expr()
			if err != nil {
				t.Fatal(err)
			}
			bytes = bytes.Mul(e)
		}
		p.given = append(p.given, nat.Constraint{L: bytes, Rel: nat.LE, R: nat.Int(math.MaxInt64)})
	}
	checked := false
	for range 5 {
		pt, ok := p.draw(r, generics, large)
		if !ok {
			break
		}
		env := &evaluator{ids: pt.ids, loops: map[*ir.Value]int64{}, opaque: &pt.index}
		for n, v := range nats {
			env.loops[v], _ = pt.env[n].Int64()
		}
		for i, l := range loops {
			env.loops[l] = pt.iters[i]
		}
		want, ok := p.index.Subst(pt.env).Int64()
		if !ok {
			t.Errorf("%s is not a number at %v\n%s", p.index, pt.env, text)
			return true
		}
		if got := env.eval(o.Operand(o.NumOperands() - 1)); got != want {
			t.Errorf("%s: index %d is emitted where %s = %d is proved, at %v\n%s", o.Loc(), got, p.index, want, pt.env, text)
			return true
		}
		checked = true
	}
	return checked
}

// emittedLoops are the variables of the loops around o, outermost first, and its kernel.
func emittedLoops(o *ir.Operation) (vars []*ir.Value, fn *ir.Operation) {
	for p := o.Parent(); ; o, p = p, p.Parent() {
		switch p.Name() {
		case "gpu.func":
			return vars, p
		case "scf.for":
			vars = append([]*ir.Value{p.Body(0).Arg(0)}, vars...)
		case "scf.while":
			var v *ir.Value // none in the loop of a while
			if o.Block().NumArgs() > 0 {
				v = o.Block().Arg(0)
			}
			vars = append([]*ir.Value{v}, vars...)
		}
	}
}

// TestProvedIndexIsEmitted compares the kernels of all programs that are accepted.
func TestProvedIndexIsEmitted(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	compared := 0
	for _, p := range kit.Sections(t, "../../frontend/sema/testdata/accept.desc", "testdata/programs.desc", "../../examples/*.desc", "../../test/language/*.desc") {
		compared += compareProved(t, r, p.Text, 0)
	}
	if t.Logf("%d accesses", compared); compared < 200 {
		t.Errorf("only %d accesses were compared", compared)
	}
}

// TestProvedIndexOfLargeArrays compares at sizes of which one, or its square, is above 2^31 or 2^32, where an index of 32 bits would wrap, in the last block among others.
func TestProvedIndexOfLargeArrays(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	compared := 0
	for _, p := range kit.Sections(t, "../../examples/*.desc", "../../examples/literature/*.desc", "../../test/language/*.desc") {
		for _, large := range []int64{46_349, 1<<31 + 1, 1<<32 + 15} {
			compared += compareProved(t, r, p.Text, large)
		}
	}
	if t.Logf("%d accesses", compared); compared < 300 {
		t.Errorf("only %d accesses were compared", compared)
	}
}
