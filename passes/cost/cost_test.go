package cost_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/dialects/gpu"
	"descend/ir"
	"descend/passes/cost"
)

// kernelOf is the kernel k of a module.
func kernelOf(t *testing.T, source string) (gpu.FuncOp, *ir.Operation) {
	t.Helper()
	m := (&simtest.Case{Name: "k", Source: source}).Module(t)
	for k := range ir.AllOf[gpu.FuncOp](m) {
		return k, m
	}
	t.Fatal("no kernel")
	return gpu.FuncOp{}, nil
}

// inKernel is a module with a kernel of a body, which has global arrays %f of f32 and %d of i32, %shared of f32, and the
// sizes %n and %m.
func inKernel(body string) string {
	return `
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%f: memref<?xf32>, %d: memref<?xi32>, %n: index, %m: index) workgroup(%shared : memref<4096xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c32 = arith.constant 32 : index
      %zero = arith.constant 0.0 : f32
      %tx = gpu.thread_id x
      %ty = gpu.thread_id y
      %bx = gpu.block_id x
      %by = gpu.block_id y
` + body + `
      gpu.return
    }
  }
}
`
}

// short is what the tests of single accesses look at.
type short struct {
	Warps, Lanes, Sectors, Passes, Unknown int64
	Doubt                                  cost.Doubt
}

// TestDoubt has accesses of which data decides something.
func TestDoubt(t *testing.T) {
	for _, c := range []struct {
		name, body string
		want       []short
	}{
		{"an address", `
      %x = memref.load %d[%tx] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      memref.store %zero, %f[%i] : memref<?xf32>`, []short{{4, 128, 16, 0, 0, 0}, {4, 128, 0, 0, 4, 0}}},
		{"a condition", `
      %x = memref.load %d[%c0] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      %c = arith.cmpi slt, %i, %c3 : index
      scf.if %c {
        memref.store %zero, %f[%tx] : memref<?xf32>
      } else {
        memref.store %zero, %shared[%tx] : memref<4096xf32, #gpu.address_space<workgroup>>
      }
      memref.store %zero, %f[%tx] : memref<?xf32>`,
			[]short{{4, 128, 4, 0, 0, 0}, {4, 128, 16, 0, 0, cost.AtMost}, {4, 128, 0, 4, 0, cost.AtMost}, {4, 128, 16, 0, 0, 0}}},
		{"a condition that data does not change", `
      %x = memref.load %d[%c0] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      %a = arith.cmpi slt, %i, %c3 : index
      %b = arith.cmpi ult, %tx, %c0 : index
      %c = arith.andi %a, %b : i1
      scf.if %c {
        memref.store %zero, %f[%tx] : memref<?xf32>
      }`, []short{{4, 128, 4, 0, 0, 0}}},
		{"a number of rounds", `
      %x = memref.load %d[%c0] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      scf.for %r = %c0 to %i step %c1 {
        memref.store %zero, %f[%tx] : memref<?xf32>
      }`, []short{{4, 128, 4, 0, 0, 0}, {4, 128, 16, 0, 0, cost.PerRound}}},
		{"a loop until data says so", `
      %end = scf.while (%i = %c0) : (index) -> index {
        %x = memref.load %d[%i] : memref<?xi32>
        %v = arith.index_cast %x : i32 to index
        %c = arith.cmpi ne, %v, %c0 : index
        scf.condition(%c) %i : index
      } do {
      ^bb0(%i: index):
        %j = arith.addi %i, %c1 : index
        scf.yield %j : index
      }`, []short{{4, 128, 0, 0, 4, cost.PerRound}}},
		{"a variable that only one arm sets", `
      %v = memref.alloca() : memref<1xindex, #gpu.address_space<private>>
      memref.store %c1, %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      %x = memref.load %d[%c0] : memref<?xi32>
      %i = arith.index_cast %x : i32 to index
      %c = arith.cmpi slt, %i, %c3 : index
      scf.if %c {
        memref.store %c2, %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      }
      %s = memref.load %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      %at = arith.muli %tx, %s : index
      memref.store %zero, %f[%at] : memref<?xf32>`, []short{{4, 128, 4, 0, 0, 0}, {4, 128, 0, 0, 4, 0}}},
		{"a variable of each thread", `
      %v = memref.alloca() : memref<1xindex, #gpu.address_space<private>>
      memref.store %c1, %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      %c = arith.cmpi ult, %tx, %c32 : index
      scf.if %c {
        memref.store %c2, %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      }
      %s = memref.load %v[%c0] : memref<1xindex, #gpu.address_space<private>>
      %at = arith.muli %tx, %s : index
      memref.store %zero, %f[%at] : memref<?xf32>`, []short{{4, 128, 24, 0, 0, 0}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, _ := kernelOf(t, inKernel(c.body))
			got := cost.OfLaunch(cost.Launch{Kernel: k, Grid: [3]int64{2, 1, 1}, Block: [3]int64{64, 1, 1}, Args: knownArgs(100, 7)}, cost.Limit)
			var list []short
			for _, n := range got.Accesses {
				list = append(list, short{n.Warps, n.Lanes, n.Sectors, n.Passes, n.Unknown, n.Doubt})
			}
			if d := cmp.Diff(c.want, list); d != "" || got.Gave {
				t.Errorf("want and got: %s", d)
			}
		})
	}
}

func knownArgs(n, m int64) []cost.Arg {
	return []cost.Arg{{Known: true}, {Known: true}, {Value: n, Known: true}, {Value: m, Known: true}}
}

// TestProducts counts the operations of products of matrices that a warp computes together: 32 x 16 numbers times 16 x 24. The body of the function does
// not count.
func TestProducts(t *testing.T) {
	const sums, factors = 2 * 3 * 4, 2*8 + 3*4
	list := func(n int, each string) string { return strings.TrimSuffix(strings.Repeat(each+", ", n), ", ") }
	signature := "(" + list(sums, "f32") + ", " + list(factors, "f16") + ") -> (" + list(sums, "f32") + ")"
	k, _ := kernelOf(t, strings.Replace(inKernel(`
      %h = arith.constant 1.0 : f16
      %s:24 = func.call @descend_mma_f16_f32_2x3x1(`+list(sums, "%zero")+", "+list(factors, "%h")+") : "+signature), "gpu.module @kernels {", `gpu.module @kernels {
    "func.func"() ({
    ^bb0(`+numbered(sums, "s", ": f32")+", "+numbered(factors, "x", ": f16")+`):
      %p = arith.mulf %x0, %x1 : f16
      "func.return"(`+numbered(sums, "s", "")+`) : (`+list(sums, "f32")+`) -> ()
    }) {function_type = `+signature+`, sym_name = "descend_mma_f16_f32_2x3x1", sym_visibility = "private"} : () -> ()`, 1))
	got := cost.OfLaunch(cost.Launch{Kernel: k, Grid: [3]int64{3, 1, 1}, Block: [3]int64{64, 1, 1}, Args: knownArgs(1, 1)}, cost.Limit).Total()
	if want := int64(3 * 2 * 2 * 32 * 16 * 24); got.Floats != want || got.Steps != 3*2 {
		t.Errorf("%d operations on floats, want %d; %d steps", got.Floats, want, got.Steps)
	}
}

// numbered are names of values, with what follows each.
func numbered(n int, name, after string) string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf("%%%s%d%s", name, i, after))
	}
	return strings.Join(all, ", ")
}

// TestLimit has a kernel that takes long to follow.
func TestLimit(t *testing.T) {
	k, _ := kernelOf(t, inKernel(`
      scf.for %i = %c0 to %n step %c1 {
        %a = arith.muli %i, %i : index
        %b = arith.remui %a, %m : index
        memref.store %zero, %f[%b] : memref<?xf32>
      }`))
	c := cost.OfLaunch(cost.Launch{Kernel: k, Grid: [3]int64{1, 1, 1}, Block: [3]int64{32, 1, 1}, Args: knownArgs(1<<40, 1001)}, 10_000)
	if !c.Gave || c.Followed != 10_000 {
		t.Errorf("gave up: %v, after %d operations", c.Gave, c.Followed)
	}
}

// TestBlocksAtOnce has a grid with more blocks than can be followed one by one.
func TestBlocksAtOnce(t *testing.T) {
	k, _ := kernelOf(t, inKernel(`
      %first = arith.muli %bx, %c32 : index
      %i = arith.addi %first, %tx : index
      %in = arith.cmpi ult, %i, %n : index
      scf.if %in {
        %j = arith.addi %i, %m : index
        memref.store %zero, %f[%j] : memref<?xf32>
      }`))
	const n = 32<<30 - 5
	c := cost.OfLaunch(cost.Launch{Kernel: k, Grid: [3]int64{1 << 30, 1, 1}, Block: [3]int64{32, 1, 1}, Args: knownArgs(n, 3)}, cost.Limit)
	a := c.Accesses[0]
	// each block begins 3 elements behind the start of a sector; the last one has 27 threads, 3 + 27 = 30 elements in 4 sectors
	if a.Warps != 1<<30 || a.Lanes != n || a.Sectors != 5*(1<<30-1)+4 || c.Followed > 2000 {
		t.Errorf("%+v after %d operations", *a, c.Followed)
	}
}

// program makes random kernels with arithmetic on ids, sizes and loop variables, conditions and loops. What it makes never traps.
type program struct {
	r     *rand.Rand
	text  strings.Builder
	next  int
	depth int
}

func (p *program) line(format string, args ...any) {
	fmt.Fprintf(&p.text, "      "+format+"\n", args...)
}

func (p *program) name() string {
	p.next++
	return fmt.Sprintf("%%v%d", p.next)
}

// value makes a value of those that are there; it is less than 2^20 in every thread.
func (p *program) value(there []string) string {
	pick := func() string { return there[p.r.IntN(len(there))] }
	v := p.name()
	switch p.r.IntN(9) {
	case 0, 1:
		p.line("%s_ = arith.addi %s, %s : index", v, pick(), pick())
	case 2:
		p.line("%s_ = arith.muli %s, %s : index", v, pick(), pick())
	case 3:
		p.line("%s_ = arith.divui %s, %%c%d : index", v, pick(), []int{1, 2, 3, 32}[p.r.IntN(4)])
	case 4:
		p.line("%s_ = arith.remui %s, %%c%d : index", v, pick(), []int{1, 2, 3, 32}[p.r.IntN(4)])
	case 5:
		p.line("%sc = arith.cmpi %s, %s, %s : index", v, []string{"ult", "sle", "eq", "uge"}[p.r.IntN(4)], pick(), pick())
		p.line("%s_ = arith.select %sc, %s, %s : index", v, v, pick(), pick())
	case 6:
		p.line("%s_ = arith.%s %s, %s : index", v, []string{"andi", "ori", "xori", "minui", "maxsi"}[p.r.IntN(5)], pick(), pick())
	case 7:
		p.line("%sn = arith.index_cast %s : index to i8", v, pick())
		p.line("%s_ = arith.index_castui %sn : i8 to index", v, v)
	case 8:
		p.line("%ss = arith.subi %s, %s : index", v, pick(), pick())
		p.line("%s_ = arith.maxsi %ss, %%c0 : index", v, v)
	}
	p.line("%s = arith.remui %s_, %%bound : index", v, v)
	return v
}

func (p *program) body(there []string) {
	p.depth++
	defer func() { p.depth-- }()
	there = append([]string{}, there...)
	for range 2 + p.r.IntN(4) {
		switch k := p.r.IntN(9); {
		case k < 3:
			there = append(there, p.value(there))
		case k < 5 || p.depth > 3:
			i := p.value(there)
			if p.r.IntN(2) == 0 {
				j := p.name()
				p.line("%s = arith.remui %s, %%c4096 : index", j, i)
				p.line("memref.store %%zero, %%shared[%s] : memref<4096xf32, #gpu.address_space<workgroup>>", j)
			} else {
				p.line("memref.store %%zero, %%f[%s] : memref<?xf32>", i)
			}
		case k == 5:
			c := p.name()
			p.line("%s = arith.cmpi %s, %s, %s : index", c, []string{"ult", "sgt", "ne"}[p.r.IntN(3)], p.value(there), p.value(there))
			p.line("scf.if %s {", c)
			p.body(there)
			if p.r.IntN(2) == 0 {
				p.line("} else {")
				p.body(there)
			}
			p.line("}")
		case k == 6:
			i, n := p.name(), p.name()
			p.line("%s = arith.remui %s, %%c32 : index", n, p.value(there))
			p.line("scf.for %s = %%c%d to %s step %%c%d {", i, p.r.IntN(4), n, 1+p.r.IntN(3))
			p.body(append(there, i))
			p.line("}")
		case k == 8: // to a place of the thread's own, and from where nobody writes meanwhile
			i, n := p.name(), []int{1, 2, 4}[p.r.IntN(3)]
			p.line("%s_ = arith.divui %s, %%c%d : index", i, p.value(there), n)
			p.line("%s = arith.muli %s_, %%c%d : index", i, i, n)
			p.line("%sto = arith.muli %%number, %%c%d : index", i, n)
			some := ""
			if p.r.IntN(2) == 0 {
				some = ", " + i + "some"
				p.line("%ssome = arith.minui %s, %%c%d : index", i, p.value(there), n)
			}
			p.line("%st = nvgpu.device_async_copy %%f[%s], %%shared[%sto], %d%s : memref<?xf32> to memref<4096xf32, #gpu.address_space<workgroup>>", i, i, i, n, some)
			p.line("%sg = nvgpu.device_async_create_group", i)
			p.line("nvgpu.device_async_wait %sg {numGroups = 0 : i32}", i)
		case k == 7:
			i, c, n := p.name(), p.name(), p.name()
			p.line("%sr = scf.while (%s = %%c32) : (index) -> index {", i, i)
			p.line("%s = arith.cmpi ugt, %s, %%c%d : index", c, i, p.r.IntN(4))
			p.line("scf.condition(%s) %s : index", c, i)
			p.line("} do {\n      ^bb0(%sb: index):", i)
			p.body(append(there, i+"b"))
			p.line("%s = arith.divui %sb, %%c%d : index", n, i, 2+p.r.IntN(2))
			p.line("scf.yield %s : index\n      }", n)
			there = append(there, i+"r")
		}
	}
}

// TestAgainstSimulator compares random kernels with what the simulator counts. They write 0 everywhere, so that no data decides, and to
// places where they race, which is not looked for.
func TestAgainstSimulator(t *testing.T) {
	const kernels = 50
	compared, copies := 0, 0
	for seed := range uint64(kernels) {
		p := &program{r: rand.New(rand.NewPCG(seed, 5))}
		p.line("%%bound = arith.constant 10007 : index\n      %%c4096 = arith.constant 4096 : index\n      %%c4 = arith.constant 4 : index")
		p.line("%%width = gpu.block_dim x\n      %%before = arith.muli %%ty, %%width : index\n      %%number = arith.addi %%before, %%tx : index")
		p.body([]string{"%tx", "%ty", "%bx", "%by", "%n", "%m", "%c3"})
		k, module := kernelOf(t, inKernel(p.text.String()))
		l := cost.Launch{Kernel: k, Grid: [3]int64{1 + p.r.Int64N(5), 1 + p.r.Int64N(3), 1}, Block: [3]int64{1 + p.r.Int64N(40), 1 + p.r.Int64N(3), 1}}
		n, m := p.r.Int64N(200), p.r.Int64N(200)
		l.Args = knownArgs(n, m)
		got := cost.OfLaunch(l, 40_000)
		if got.Gave {
			continue
		}
		compared++
		var counters sim.Counters
		mach := sim.New(module, sim.Options{Counters: &counters, Racing: func(*ir.Operation, [3]int, int32, int64) bool { return false }})
		at := sim.Launch{}
		for d := range 3 {
			at.Grid[d], at.Block[d] = int(l.Grid[d]), int(l.Block[d])
		}
		args := []sim.Arg{{Data: make([]byte, 4*10016)}, {Data: make([]byte, 4)}, {Bits: uint64(n)}, {Bits: uint64(m)}}
		if err := mach.LaunchKernel("k", at, args); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		copies += compareCounts(t, seed, got, &counters)
		if t.Failed() {
			t.Fatalf("seed %d: grid %v block %v n %d m %d\n%s", seed, l.Grid, l.Block, n, m, p.text.String())
		}
	}
	if compared < kernels*2/3 {
		t.Errorf("only %d kernels were compared", compared)
	}
	if copies < kernels/2 {
		t.Errorf("only %d accesses by copies", copies)
	}
}

// compareCounts gives the number of accesses by copies.
func compareCounts(t *testing.T, seed uint64, got *cost.Cost, counters *sim.Counters) (copies int) {
	t.Helper()
	if got.Doubt != 0 {
		t.Errorf("seed %d: doubt %d", seed, got.Doubt)
	}
	type counted struct {
		op     *ir.Operation
		shared bool
	}
	found := map[counted]sim.Count{}
	for _, n := range got.Accesses {
		found[counted{n.Op, n.Shared}] = sim.Count{Op: n.Op, Kernel: "k", Shared: n.Shared, Size: n.Size, Warps: n.Warps, Lanes: n.Lanes, Bytes: n.Bytes, Passes: n.Passes,
			Least: n.Least, Degree: n.Degree, Sectors: n.Sectors, MostSectors: n.MostSectors}
	}
	for _, n := range counters.Accesses() {
		of := counted{n.Op, n.Shared}
		if found[of] != *n {
			t.Errorf("seed %d: %s: found %+v, counted %+v", seed, n.Op, found[of], *n)
		}
		if delete(found, of); n.Op.Is("nvgpu.device_async_copy") {
			copies++
		}
	}
	if len(found) > 0 {
		t.Errorf("seed %d: accesses that do not happen: %v", seed, found)
	}
	steps := map[*ir.Operation]cost.Work{}
	for op, w := range got.Work {
		steps[op] = cost.Work{Steps: w.Steps, Lanes: w.Lanes, Idle: w.Idle}
	}
	for _, n := range counters.Steps() {
		if want := (cost.Work{Steps: n.Warps, Lanes: n.Lanes, Idle: n.Idle}); steps[n.Op] != want {
			t.Errorf("seed %d: %s: found %+v, counted %+v", seed, n.Op, steps[n.Op], want)
		}
		delete(steps, n.Op)
	}
	for op := range steps {
		t.Errorf("seed %d: %s does not happen", seed, op)
	}
	return copies
}
