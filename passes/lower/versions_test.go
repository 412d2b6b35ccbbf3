package lower

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/passes/check"
	"descend/test/kit"
)

// versioned is a kernel with the values that decide between its versions, and the checks that are left out in one.
type versioned struct {
	name    string
	m       *ir.Operation
	kernel  *ir.Operation
	told    map[choice][]*ir.Operation
	nats    []string
	f       contract.Function
	skipped int64 // how often a check that is left out was executed
}

// versionedIn compiles a program with one kernel. The checks that versions leave out stay in the code.
func versionedIn(t *testing.T, text string) *versioned {
	t.Helper()
	v := &versioned{told: map[choice][]*ir.Operation{}}
	m, diags := analyzed(text)
	for _, p := range append(check.Pipeline(), Pipeline(Options{})...) {
		if l, ok := p.(*LowerToGPU); ok {
			l.told = func(c choice, x *ir.Value) { v.told[c] = append(v.told[c], x.DefiningOp()) }
		}
		if diags.HasErrors() {
			break
		}
		if err := runPass(p, m, diags); err != nil {
			t.Fatal(err)
		}
	}
	if diags.HasErrors() || !ir.Verify(m, diags) {
		t.Fatal(diags.Sorted())
	}
	for k := range ir.AllOf[gpu.FuncOp](m) {
		v.kernel, v.name = k.Operation, ir.SymbolName(k.Operation)
	}
	v.m = m
	v.f, _ = contract.Of(v.kernel)
	for _, p := range v.f.Params {
		if p.Kind == contract.Nat {
			v.nats = append(v.nats, p.Name)
		}
	}
	return v
}

// run runs the kernel for the given sizes and gives what is in its buffers then; "" if it is not for such sizes. wrong counts the
// checks that do not hold and are left out, or is 1 if the run fails. force gives an operation that decides another result.
func (v *versioned) run(t *testing.T, sizes []int64, force map[*ir.Operation]func(uint64) uint64) (out string, wrong int64) {
	t.Helper()
	env := map[string]*big.Int{}
	for i, n := range v.nats {
		env[n] = big.NewInt(sizes[i])
	}
	number := func(s contract.Size) int64 {
		e, err := s.Expr()
		if err != nil {
			t.Fatal(err)
		}
		n, err := e.Eval(env)
		if err != nil {
			t.Fatal(err)
		}
		return n.Int64()
	}
	for _, r := range v.f.Requires {
		if c, err := r.Constraint(); err != nil {
			t.Fatal(err)
		} else if ok, err := c.Eval(env); !ok || err != nil {
			return "", 0
		}
	}
	l := sim.Launch{}
	for i := range 3 {
		l.Grid[i], l.Block[i] = int(number(v.f.Launch.Grid[i])), int(number(v.f.Launch.Block[i]))
	}
	var args []sim.Arg
	r := rand.New(rand.NewPCG(1, 2))
	for _, p := range v.f.Params {
		if p.Kind == contract.Nat {
			args = append(args, sim.Arg{Bits: env[p.Name].Uint64()})
			continue
		}
		n := int64(4)
		for _, s := range p.Shape {
			n *= number(s)
		}
		data := make([]byte, n)
		for i := 0; i < len(data); i += 4 {
			binary.LittleEndian.PutUint32(data[i:], uint32(r.IntN(50)))
		}
		args = append(args, sim.Arg{Data: data})
	}
	decide := map[*ir.Operation]func([3]int, int32, uint64) uint64{}
	for o, f := range force {
		decide[o] = func(_ [3]int, _ int32, bits uint64) uint64 { return f(bits) }
	}
	for _, o := range v.told[leftOut] {
		decide[o] = func(_ [3]int, _ int32, bits uint64) uint64 {
			v.skipped++
			wrong += int64(1 - bits)
			return bits
		}
	}
	var diags ir.Diagnostics
	if err := sim.New(v.m, sim.Options{Diags: &diags, Decide: decide}).LaunchKernel(v.name, l, args); err != nil {
		if force == nil {
			t.Fatalf("%s %v: %v %v", v.name, sizes, err, diags.Sorted())
		}
		return diags.Sorted()[0].Code, 1
	}
	for _, a := range args {
		out += fmt.Sprint(a.Data, " ")
	}
	return out, wrong
}

// someSizes are sizes for a number of nats: all small ones for one of them, others at random.
func someSizes(n int) (all [][]int64) {
	r := rand.New(rand.NewPCG(3, 4))
	edges := []int64{0, 1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 23, 24, 31, 32, 33}
	for _, e := range append(edges, 63, 64, 65, 127, 128, 129, 255, 256, 257, 512, 513) {
		if n == 1 {
			all = append(all, []int64{e})
		}
	}
	for range 60 {
		s := make([]int64, n)
		for i := range s {
			s[i] = edges[r.IntN(len(edges))]
		}
		all = append(all, s)
	}
	return all
}

// TestVersions holds that the checks that a version leaves out are true whenever they would be executed, that what is computed does not
// depend on the version, that a version is there where it should be, and taken. Then it leaves out each part of what decides: some
// check is not true then.
func TestVersions(t *testing.T) {
	for _, s := range kit.Sections(t, "testdata/versions/*.desc") {
		t.Run(s.Title, func(t *testing.T) {
			v := versionedIn(t, s.Text)
			arms, rounds := v.told[choosesArm], v.told[choosesRounds]
			want := fmt.Sprintf("//: %s %d %d\n", v.name, len(arms), len(rounds))
			if len(arms)+len(rounds) == 0 {
				want = fmt.Sprintf("//: %s none\n", v.name)
			}
			if !strings.Contains(s.Text, want) {
				t.Errorf("not said: %s%s", want, v.kernel)
			}
			all := someSizes(len(v.nats))
			// without the choice: the code with all checks
			never := map[*ir.Operation]func(uint64) uint64{}
			for _, o := range slices.Concat(arms, rounds) {
				never[o] = func(uint64) uint64 { return 0 }
			}
			ran := 0
			for _, sizes := range all {
				got, wrong := v.run(t, sizes, nil)
				if wrong > 0 {
					t.Errorf("sizes %v: %d checks are left out that do not hold", sizes, wrong)
				}
				if plain, _ := v.run(t, sizes, never); got != plain {
					t.Errorf("sizes %v: another result", sizes)
				}
				if got != "" {
					ran++
				}
			}
			if len(v.told[leftOut]) > 0 && v.skipped == 0 || ran < len(all)/4 {
				t.Errorf("of %d runs none takes the version without checks", ran)
			}
			force := func(o *ir.Operation, f func(uint64) uint64) {
				for _, sizes := range all {
					if _, wrong := v.run(t, sizes, map[*ir.Operation]func(uint64) uint64{o: f}); wrong > 0 {
						return
					}
				}
				t.Errorf("nothing needs %s", o)
			}
			for _, o := range arms {
				force(o, func(uint64) uint64 { return 1 })
			}
			for _, o := range rounds {
				force(o, func(n uint64) uint64 { return n + 1 })
			}
		})
	}
}
