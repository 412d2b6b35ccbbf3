package banks_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nvgpu"
	"descend/ir"
	"descend/passes"
	"descend/passes/banks"
	"descend/passes/dataflow"
	"descend/test/attack"
	"descend/test/kit"
	"descend/test/proof/corpus"
)

// everySize are sizes to try a program at, of which the first that it allows is taken.
var everySize = []int64{32, 64, 96, 1024}

// run runs a pass.
func run(t *testing.T, m *ir.Operation, p passes.Pass) {
	t.Helper()
	var diags ir.Diagnostics
	manager := passes.NewManager("builtin.module")
	manager.Add(p)
	if err := manager.Run(m, &diags, passes.RunOptions{}); err != nil || len(diags.Sorted()) > 0 {
		t.Fatalf("%v %v", err, diags.Sorted())
	}
}

// ran is what a program leaves.
type ran struct {
	out      string
	args     [][]byte
	counters sim.Counters
	findings []*ir.Diagnostic
	err      error
}

// results runs main of a module; nil if it cannot be called here.
func results(m *ir.Operation, seed int64, sizes []int64) *ran {
	main := ir.LookupSymbol(m, "main")
	if main == nil || main.Body(0) == nil {
		return nil
	}
	args := arguments(main, sizes)
	if args == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	var out bytes.Buffer
	var diags ir.Diagnostics
	r := &ran{}
	var bits []uint64
	bits, r.err = sim.New(m, sim.Options{Schedule: seed, Stdout: &out, Diags: &diags, Context: ctx, Counters: &r.counters}).Call("main", args)
	r.out = fmt.Sprint(out.String(), bits)
	r.findings = diags.Sorted()
	for _, a := range args {
		r.args = append(r.args, a.Data)
	}
	return r
}

// same holds that a program did the same as before.
func same(t *testing.T, name string, before, after *ran) {
	t.Helper()
	if (before.err == nil) != (after.err == nil) || len(before.findings) != len(after.findings) {
		t.Errorf("%s: %v %v, plain %v %v", name, after.err, after.findings, before.err, before.findings)
		return
	}
	if before.err != nil {
		return
	}
	if before.out != after.out {
		t.Errorf("%s: %q, plain %q", name, after.out, before.out)
	}
	for i := range before.args {
		if !bytes.Equal(before.args[i], after.args[i]) {
			t.Errorf("%s: argument %d differs", name, i)
		}
	}
}

// kernels are those of a module.
func kernels(m *ir.Operation) []gpu.FuncOp {
	var out []gpu.FuncOp
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if k, ok := ir.As[gpu.FuncOp](op); ok && op.Body(0) != nil {
			out = append(out, k)
		}
		return ir.Advance
	})
	return out
}

// TestPrograms runs every example, programs that use std, and those that use each construct of the language, as far as they have shared
// arrays: the analysis says what the simulator counts. With the layouts that are chosen they do the same and the simulator counts no more passes;
// transpositions have no conflicts at all. With any layout, whatever it costs, they do the same.
func TestPrograms(t *testing.T) {
	free := map[string]bool{"transpose.desc": true, "transpose_f32.desc": true}
	r := rand.New(rand.NewPCG(3, 4))
	var examples, others tally
	for _, s := range kit.Sections(t, "../../examples/*.desc") {
		laidOut(t, s.Name(), s.InFile(), []int64{64, 96, 1024}, r, free, &examples)
		if m, d := corpus.Compile(s.Name(), s.InFile(), true); d == nil {
			if run := results(m, 0, []int64{37}); run != nil && run.err == nil {
				compare(t, s.Name(), m, &run.counters, &examples)
			}
		}
	}
	for _, s := range kit.Sections(t, "../../examples/literature/*.desc", "../../test/language/*.desc") {
		laidOut(t, s.Name(), s.InFile(), everySize, r, free, &others)
	}
	if len(free) > 0 {
		t.Errorf("not run: %v", free)
	}
	t.Logf("examples %+v, others %+v", examples, others)
	if examples.programs < 10 || examples.exact < 40 || examples.bounds < 100 || examples.unknown > 6 || others.exact < 500 || others.programs < 30 || others.arrays < 80 ||
		examples.fewer < 2 || examples.otherRanges+others.otherRanges > 0 {
		t.Errorf("examples %+v, others %+v", examples, others)
	}
}

// TestGenerated does the same with programs that are made at random: of seeds from 0, or ATTACK_SEEDS=from:to.
func TestGenerated(t *testing.T) {
	from, to, _ := kit.Seeds(t, 120)
	var sum tally
	for seed := from; seed < to; seed++ {
		r := rand.New(rand.NewPCG(seed, 5))
		for i, text := range []string{attack.Program(seed), attack.Padded(seed), attack.Symbolic(seed, 1+r.IntN(4), 1<<r.IntN(4))} {
			if !strings.Contains(text, "atomic_") { // what they give depends on the order of the threads
				laidOut(t, fmt.Sprintf("%s %d", [...]string{"program", "padded", "symbolic"}[i], seed), text, everySize, r, nil, &sum)
			}
		}
	}
	t.Logf("%+v", sum)
	if n := int(to - from); n >= 100 && (sum.programs < n/10 || sum.exact < n/10) {
		t.Errorf("%+v", sum)
	}
}

// laidOut looks at a program with its own layouts, those that are chosen, and some at random.
func laidOut(t *testing.T, name, text string, sizes []int64, r *rand.Rand, free map[string]bool, sum *tally) {
	t.Helper()
	plain, d := corpus.Compile(name, text, true)
	if d != nil {
		return // a program that is wrong on purpose
	}
	arrays := 0
	for _, k := range kernels(plain) {
		arrays += len(k.WorkgroupAttributions())
		ranges(t, name, k, sum)
	}
	if arrays == 0 {
		return
	}
	before := results(plain, 0, sizes)
	if before == nil {
		return
	}
	sum.programs++
	sum.arrays += arrays
	if before.err == nil { // a run that fails counts only whole blocks
		compare(t, name, plain, &before.counters, sum)
	}
	changed := func(p *banks.SharedLayout) *ir.Operation {
		m := plain.Clone(ir.NewMapping())
		if run(t, m, p); m.String() == plain.String() {
			return nil
		}
		return m
	}
	if m := changed(&banks.SharedLayout{}); m != nil {
		after := results(m, 1, sizes)
		same(t, name, before, after)
		was, least := passesOf(&before.counters)
		now, _ := passesOf(&after.counters)
		if sum.fewer++; now > was {
			t.Errorf("%s: %d passes, plain %d", name, now, was)
		}
		if free[name] {
			if delete(free, name); now != least || was < 8*least {
				t.Errorf("%s: %d passes, plain %d, without conflicts %d", name, now, was, least)
			}
		}
	}
	for range 3 {
		l := banks.Layout{Width: 1 << r.IntN(7), Pad: 1 + r.Int64N(8)}
		switch r.IntN(3) {
		case 0:
			l.Width = 1 + r.Int64N(40)
		case 1:
			l = banks.Layout{Width: 8 << r.IntN(4), Unit: 1 << r.IntN(2), Rows: 2 << r.IntN(2)}
		}
		if m := changed(&banks.SharedLayout{Force: l}); m != nil {
			same(t, fmt.Sprintf("%s: %s", name, l), before, results(m, r.Int64N(4), sizes))
		}
	}
}

// ranges holds that what indices depend on has the ranges that it has when all of the kernel is looked at, and counts where they are others: they
// depend on the order in which loops are looked at, which what is left out can change. One of them holds the other.
func ranges(t *testing.T, name string, k gpu.FuncOp, sum *tally) {
	t.Helper()
	within, whole, needed := banks.Ranges(k)
	for op := range needed {
		for _, v := range op.Results() {
			a, ok := within.Fact(v)
			b, all := whole.Fact(v)
			if ok == all && (dataflow.Ranges{}).Equal(a, b) {
				continue
			}
			sum.otherRanges++
			if ok != all || !(a.U.Within(b.U) && a.S.Within(b.S)) && !(b.U.Within(a.U) && b.S.Within(a.S)) {
				t.Errorf("%s: %s is in %v %v, of the whole kernel %v %v", name, op, a, ok, b, all)
			}
		}
	}
}

// passesOf are the passes through banks that were counted, and those without conflicts.
func passesOf(c *sim.Counters) (passes, least int64) {
	for _, n := range c.Accesses() {
		passes += n.Passes
		least += n.Least
	}
	return passes, least
}

// TestBestLayout compares the choice with all paddings by up to 8 elements and all swizzles, of rows of every length: of those that keep
// neighbours together none costs less, and of those whose indices cost nothing none has fewer passes.
func TestBestLayout(t *testing.T) {
	arrays, better := 0, 0
	for _, s := range kit.Sections(t, "../../examples/*.desc", "../../examples/literature/*.desc") {
		m, d := corpus.Compile(s.Name(), s.InFile(), true)
		if d != nil {
			continue
		}
		for _, k := range kernels(m) {
			for _, w := range banks.Weigh(k, 48<<10) {
				arrays++
				if !w.Conflicts && !w.Best.Plain() {
					t.Errorf("%s: %s without a reason", s.Name(), w)
				}
				if !w.Conflicts || w.Elements > 2048 {
					continue
				}
				least := w.Cost(w.Best)
				if least < w.Cost(banks.Layout{}) {
					better++
				}
				for _, l := range everyLayout(w) {
					if c := w.Cost(l); c < least {
						t.Errorf("%s: %s, but %s costs %v", s.Name(), w, l, c)
						break
					}
				}
			}
		}
	}
	if t.Logf("%d of %d arrays", better, arrays); better < 4 {
		t.Errorf("only %d of %d arrays get a layout", better, arrays)
	}
}

// everyLayout are all paddings and swizzles of an array that keep its units together.
func everyLayout(w banks.Weighed) []banks.Layout {
	var out []banks.Layout
	for width := w.Unit; width < w.Elements; width += w.Unit {
		for pad := w.Unit; pad <= max(8, w.Unit); pad += w.Unit {
			out = append(out, banks.Layout{Width: width, Pad: pad})
		}
	}
	for width := int64(2); width < w.Elements; width *= 2 {
		for unit := w.Unit; unit < width; unit *= 2 {
			for rows := int64(2); rows*unit <= width; rows *= 2 {
				out = append(out, banks.Layout{Width: width, Unit: unit, Rows: rows})
			}
		}
	}
	return out
}

// TestLayoutsAreOneToOne holds that no two elements share a place, and that all have one.
func TestLayoutsAreOneToOne(t *testing.T) {
	for _, n := range []int64{1, 2, 7, 33, 100, 256} {
		for _, l := range append(everyLayout(banks.Weighed{Elements: n, Unit: 1}), banks.Layout{}, banks.Layout{Width: 512, Pad: 1}, banks.Layout{Width: 512, Unit: 1, Rows: 8}) {
			seen := map[int64]bool{}
			for i := range n {
				p := l.Offset(i)
				if p < 0 || p >= l.Elements(n) || seen[p] {
					t.Fatalf("%d elements, %s: element %d lies at %d of %d", n, l, i, p, l.Elements(n))
				}
				seen[p] = true
			}
		}
	}
}

// TestStaysWithinMemory has an array that leaves no room to pad it: it is swizzled, and the contract says how much it takes.
func TestStaysWithinMemory(t *testing.T) {
	const text = `fn columns(x: &uniq gpu.global [[f32; 32]; 384]) -[grid: gpu.grid<X<1>, XY<32, 8>>]-> () {
  sched(X) block in grid {
    let tile = alloc::<gpu.shared, [[f32; 32]; %d]>();
    sched(Y, X) thread in block {
      for i in 0..4 { tile.take_left::<32>.group_by_row::<32, 4>[[thread]][i] = 1.0 }
      sync;
      for i in 0..4 { x.take_left::<32>.group_by_row::<32, 4>[[thread]][i] = tile.take_left::<32>.transpose.group_by_row::<32, 4>[[thread]][i] }
    }
  }
}
fn main(x: &uniq cpu.mem [[f32; 32]; 384]) -[t: cpu.thread]-> () {
  let mut g = GpuGlobal::copy(x);
  columns::<<<_, _>>>(&uniq g);
  copy_mem(x, &g)
}
`
	for rows, want := range map[int]int64{32: (32*33 - 1) * 4, 384: 48 << 10} {
		m, d := corpus.Compile("columns.desc", fmt.Sprintf(text, rows), true)
		if d != nil {
			t.Fatal(d)
		}
		before := results(m, 0, everySize)
		run(t, m, &banks.SharedLayout{})
		after := results(m, 0, everySize)
		same(t, "columns", before, after)
		was, least := passesOf(&before.counters)
		if now, _ := passesOf(&after.counters); now != least || was <= least {
			t.Errorf("%d rows: %d passes, plain %d, without conflicts %d", rows, now, was, least)
		}
		k := kernels(m)[0]
		f, ok := contract.Of(k.Operation)
		if !ok || f.Launch.Static != want {
			t.Errorf("%d rows: %d bytes of shared memory, want %d", rows, f.Launch.Static, want)
		}
	}
}

// TestCopiedTile has a tile that comes by copies of 16 bytes and is read by columns: the copies stay as wide, the columns have fewer conflicts.
func TestCopiedTile(t *testing.T) {
	m, d := corpus.Compile("copied.desc", `fn turn(x: & gpu.global [[[f32; 4]; 8]; 32], out: &uniq gpu.global [[f32; 32]; 32]) -[grid: gpu.grid<X<1>, XY<8, 32>>]-> () {
  sched(X) block in grid {
    let tile = alloc::<gpu.shared, [[[f32; 4]; 8]; 32]>();
    sched(Y, X) t in block {
      let token = copy_async(&uniq tile[[t]], &x[[t]]);
      finish(token)
    }
    sync;
    sched(Y) row in block {
      sched(X) t in row {
        for i in 0..4 { out.transpose[[row]].group::<8>[i][[t]] = tile.map(join).transpose[[row]].group::<8>[i][[t]] }
      }
    }
  }
}
fn main(x: & cpu.mem [[[f32; 4]; 8]; 32], out: &uniq cpu.mem [[f32; 32]; 32]) -[t: cpu.thread]-> () {
  let a = GpuGlobal::copy(x);
  let mut b = GpuGlobal::zeros::<[[f32; 32]; 32]>();
  turn::<<<_, _>>>(&a, &uniq b);
  copy_mem(out, &b)
}
`, true)
	if d != nil {
		t.Fatal(d)
	}
	copies := func(m *ir.Operation) (n int) {
		for o := range ir.AllOf[nvgpu.DeviceAsyncCopyOp](m) {
			if n++; o.DstElements() != 4 {
				t.Errorf("%s copies %d elements", o.Operation, o.DstElements())
			}
		}
		return n
	}
	before := results(m, 0, everySize)
	run(t, m, &banks.SharedLayout{})
	after := results(m, 0, everySize)
	same(t, "copied", before, after)
	was, _ := passesOf(&before.counters)
	if now, _ := passesOf(&after.counters); now*2 > was || copies(m) != 1 {
		t.Errorf("%d passes, plain %d; %d copies", now, was, copies(m))
	}
}
