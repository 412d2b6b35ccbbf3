package banks_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"descend/backend/sim"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/passes"
	"descend/passes/banks"
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

// TestAnyLayout gives all arrays of all programs layouts at random, whatever they cost: nothing but their cost may change, and no
// access may leave its array.
func TestAnyLayout(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	programs, arrays := 0, 0
	for _, s := range kit.Sections(t, "../../examples/*.desc", "../../examples/literature/*.desc", "../../test/language/*.desc") {
		plain, d := corpus.Compile(s.Name(), s.InFile(), true)
		if d != nil {
			continue
		}
		n := 0
		for _, k := range kernels(plain) {
			n += len(k.WorkgroupAttributions())
		}
		if n == 0 {
			continue
		}
		before := results(plain, 0, everySize)
		if before == nil {
			continue
		}
		programs++
		arrays += n
		for range 3 {
			l := banks.Layout{Width: 1 << r.IntN(7), Pad: 1 + r.Int64N(8)}
			switch r.IntN(3) {
			case 0:
				l.Width = 1 + r.Int64N(40)
			case 1:
				l = banks.Layout{Width: 8 << r.IntN(4), Unit: 1 << r.IntN(2), Rows: 2 << r.IntN(2)}
			}
			m, _ := corpus.Compile(s.Name(), s.InFile(), true)
			run(t, m, &banks.SharedLayout{Force: l})
			same(t, fmt.Sprintf("%s: %s", s.Name(), l), before, results(m, r.Int64N(4), everySize))
		}
	}
	if t.Logf("%d programs with %d arrays", programs, arrays); programs < 40 || arrays < 100 {
		t.Errorf("only %d programs with %d arrays", programs, arrays)
	}
}

// TestChosenLayouts runs all programs with the layouts that are chosen: results are the same, the simulator counts no more passes, and the
// transpositions have no conflicts at all.
func TestChosenLayouts(t *testing.T) {
	free := map[string]bool{"transpose.desc": true, "transpose_f32.desc": true}
	for _, s := range kit.Sections(t, "../../examples/*.desc", "../../examples/literature/*.desc", "../../test/language/*.desc") {
		plain, d := corpus.Compile(s.Name(), s.InFile(), true)
		if d != nil {
			continue
		}
		before := results(plain, 0, everySize)
		if before == nil {
			continue
		}
		m, _ := corpus.Compile(s.Name(), s.InFile(), true)
		run(t, m, &banks.SharedLayout{})
		after := results(m, 1, everySize)
		same(t, s.Name(), before, after)
		was, least := passesOf(&before.counters)
		now, _ := passesOf(&after.counters)
		if now > was {
			t.Errorf("%s: %d passes, plain %d", s.Name(), now, was)
		}
		if now < was {
			t.Logf("%s: %d passes, plain %d, without conflicts %d", s.Name(), now, was, least)
		}
		if free[s.Name()] {
			if delete(free, s.Name()); now != least || was < 8*least {
				t.Errorf("%s: %d passes, plain %d, without conflicts %d", s.Name(), now, was, least)
			}
		}
	}
	if len(free) > 0 {
		t.Errorf("not run: %v", free)
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
