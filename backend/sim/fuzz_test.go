package sim_test

import (
	"context"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"descend/backend/nvvm"
	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/dialects"
	"descend/ir"
)

var (
	numberRE = regexp.MustCompile(`constant (-?\d+) `)
	valueRE  = regexp.MustCompile(`%[a-z]\w*`)
)

// mutate changes a module's text in one to three places.
func mutate(rng *rand.Rand, src string) string {
	lines := strings.Split(src, "\n")
	for range 1 + rng.IntN(3) {
		i := rng.IntN(len(lines))
		l := lines[i]
		switch rng.IntN(5) {
		case 0: // drop
			lines[i] = ""
		case 1: // repeat elsewhere
			j := rng.IntN(len(lines))
			lines = slices.Insert(lines, j, l)
		case 2: // another constant
			n := []int64{0, 1, -1, 2, 31, 32, 33, 1 << 31, 1 << 62, -1 << 63, int64(rng.IntN(100))}[rng.IntN(11)]
			lines[i] = numberRE.ReplaceAllString(l, "constant "+strconv.FormatInt(n, 10)+" ")
		case 3: // another operand
			all := valueRE.FindAllString(src, -1)
			if len(all) > 0 {
				old := valueRE.FindAllString(l, -1)
				if len(old) > 0 {
					k := old[rng.IntN(len(old))]
					lines[i] = strings.Replace(l, k, all[rng.IntN(len(all))], 1)
				}
			}
		case 4: // another operation
			names := [][2]string{{"addi", "muli"}, {"muli", "divui"}, {"subi", "remsi"}, {"cmpi ult", "cmpi ne"}, {"i32", "i64"}, {"xor", "idx"},
				{"f32", "f16"}, {"store", "load"}, {"kernel", ""}, {"index", "i64"}, {"32", "0"}, {"workgroup", "private"}, {"?", "3"}, {"alloca", "alloc"}}
			p := names[rng.IntN(len(names))]
			lines[i] = strings.Replace(l, p[0], p[1], 1)
		}
	}
	return strings.Join(lines, "\n")
}

// TestMutated runs and translates changed test modules: what the verifier lets pass may fail, but never panics
// and always ends.
func TestMutated(t *testing.T) {
	rounds := 30
	if testing.Short() {
		rounds = 5
	}
	verified := 0
	for _, c := range simtest.Load(t, "testdata/*.mlir") {
		rng := rand.New(rand.NewPCG(simtest.Hash(c.Name), 1))
		for range rounds {
			src := mutate(rng, c.Source)
			var diags ir.Diagnostics
			m := ir.ParseModule(dialects.MLIR(), c.Name, []byte(src), &diags)
			if m == nil || diags.HasErrors() || !ir.Verify(m, &diags) {
				continue
			}
			verified++
			survive(t, c, m, src)
		}
	}
	if verified == 0 {
		t.Error("no mutated module is valid")
	}
	t.Logf("%d valid modules", verified)
}

// survive runs a module and translates it; a panic is reported with the module.
func survive(t *testing.T, c *simtest.Case, m *ir.Operation, src string) {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%v\n%s", r, src)
		}
	}()
	if _, err := nvvm.Emit(m, nvvm.Options{}); err != nil && len(err.Error()) == 0 {
		t.Error("an error without text")
	}
	for _, r := range c.Runs {
		ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
		mach := sim.New(m, sim.Options{MaxMemory: 64 << 20, Context: ctx})
		var args []sim.Arg
		for _, a := range r.Args {
			if a.Buffer {
				args = append(args, sim.Arg{Data: slices.Clone(a.Data)})
			} else {
				args = append(args, sim.Arg{Bits: a.Bits()})
			}
		}
		start := time.Now()
		if r.Host {
			_, _ = mach.Call(r.Function, args)
		} else {
			_ = mach.LaunchKernel(r.Function, sim.Launch{Grid: r.Grid, Block: r.Block, Dynamic: r.Dynamic}, args)
		}
		cancel()
		if d := time.Since(start); d > 5*time.Second {
			t.Fatalf("the run took %v\n%s", d, src)
		}
	}
}
