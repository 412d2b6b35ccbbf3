package sim_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// step is what all threads do at one place of a random kernel: an access at a place that a table gives each
// thread, or nothing where it gives none; or a barrier.
type step byte

const (
	loadStep step = iota
	storeStep
	atomicStep
	blockStep
	warpStep
)

const (
	oracleThreads = 64
	oracleBlocks  = 2
	oraclePlaces  = 4
)

// raceProgram is a random kernel with its tables: at[step][block*threads+thread] is the place, -1 for none.
type raceProgram struct {
	steps  []step
	shared bool
	at     [][]int32
}

func randomProgram(rng *rand.Rand) *raceProgram {
	p := &raceProgram{shared: rng.IntN(2) == 0}
	density := 1 + rng.IntN(4)
	for range 2 + rng.IntN(8) {
		s := step(rng.IntN(5))
		if rng.IntN(3) == 0 {
			s = blockStep
		}
		p.steps = append(p.steps, s)
		row := make([]int32, oracleBlocks*oracleThreads)
		for i := range row {
			row[i] = -1
		}
		for range density {
			// few threads, of few warps, so that many programs have no race
			row[[]int{0, 1, 33, 64, 65, 97}[rng.IntN(6)]] = int32(rng.IntN(oraclePlaces))
		}
		p.at = append(p.at, row)
	}
	return p
}

func (p *raceProgram) source() string {
	var b strings.Builder
	typ, params, work := "memref<4xi32>", "%m: memref<4xi32>, ", ""
	if p.shared {
		typ = "memref<4xi32, #gpu.address_space<workgroup>>"
		params, work = "", "workgroup(%m: "+typ+") "
	}
	fmt.Fprintf(&b, "gpu.module @kernels {\ngpu.func @k(%s%%table: memref<?xi32>) %skernel {\n", params, work)
	b.WriteString("%t = gpu.thread_id x\n%b = gpu.block_id x\n%c64 = arith.constant 64 : index\n%c128 = arith.constant 128 : index\n" +
		"%p = arith.muli %b, %c64 : index\n%me = arith.addi %p, %t : index\n%zero = arith.constant 0 : i32\n%all = arith.constant -1 : i32\n")
	for i, s := range p.steps {
		switch s {
		case blockStep:
			b.WriteString("gpu.barrier\n")
			continue
		case warpStep:
			b.WriteString("nvvm.bar.warp.sync %all : i32\n")
			continue
		}
		fmt.Fprintf(&b, "%%r%[1]d = arith.constant %[2]d : index\n%%a%[1]d = arith.addi %%r%[1]d, %%me : index\n%%v%[1]d = memref.load %%table[%%a%[1]d] : memref<?xi32>\n"+
			"%%in%[1]d = arith.cmpi sge, %%v%[1]d, %%zero : i32\nscf.if %%in%[1]d {\n%%i%[1]d = arith.index_cast %%v%[1]d : i32 to index\n", i, i*oracleBlocks*oracleThreads)
		switch s {
		case loadStep:
			fmt.Fprintf(&b, "%%x%d = memref.load %%m[%%i%d] : %s\n", i, i, typ)
		case storeStep:
			fmt.Fprintf(&b, "memref.store %%zero, %%m[%%i%d] : %s\n", i, typ)
		default:
			fmt.Fprintf(&b, "%%x%d = memref.atomic_rmw addi %%zero, %%m[%%i%d] : (i32, %s) -> i32\n", i, i, typ)
		}
		b.WriteString("}\n")
	}
	b.WriteString("gpu.return\n}\n}\n")
	return b.String()
}

// races looks at every pair of accesses.
func (p *raceProgram) races() bool {
	type access struct{ block, thread, step, place int }
	var all []access
	for i, s := range p.steps {
		if s > atomicStep {
			continue
		}
		for j, place := range p.at[i] {
			if place >= 0 {
				all = append(all, access{j / oracleThreads, j % oracleThreads, i, int(place)})
			}
		}
	}
	between := func(kind step, a, b access) bool {
		for i := min(a.step, b.step); i < max(a.step, b.step); i++ {
			if p.steps[i] == kind {
				return true
			}
		}
		return false
	}
	for i, a := range all {
		for _, b := range all[:i] {
			ka, kb := p.steps[a.step], p.steps[b.step]
			switch {
			case a.place != b.place, a.block == b.block && a.thread == b.thread:
			case ka == loadStep && kb == loadStep, ka == atomicStep && kb == atomicStep:
			case a.block != b.block:
				if !p.shared {
					return true
				}
			case between(blockStep, a, b):
			case a.thread/32 == b.thread/32 && between(warpStep, a, b):
			default:
				return true
			}
		}
	}
	return false
}

// TestRaceOracle compares the verdict on random kernels with a look at every pair of accesses, in several
// orders of execution.
func TestRaceOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	racy, free := 0, 0
	rounds := 3000
	if testing.Short() {
		rounds = 300
	}
	for range rounds {
		p := randomProgram(rng)
		m := (&simtest.Case{Name: "oracle", Source: p.source()}).Module(t)
		var table []byte
		for _, row := range p.at {
			for _, v := range row {
				table = binary.LittleEndian.AppendUint32(table, uint32(v))
			}
		}
		want := p.races()
		for seed := range int64(3) {
			var diags ir.Diagnostics
			args := []sim.Arg{{Data: make([]byte, 4*oraclePlaces)}, {Data: table}}
			if p.shared {
				args = args[1:]
			}
			err := sim.New(m, sim.Options{Diags: &diags, Schedule: seed}).LaunchKernel("k",
				sim.Launch{Grid: [3]int{oracleBlocks, 1, 1}, Block: [3]int{oracleThreads, 1, 1}}, args)
			if got := err != nil; got != want {
				t.Fatalf("seed %d: race %v, want %v: %v\n%s\n%v", seed, got, want, diags.Sorted(), p.source(), p.at)
			}
		}
		if want {
			racy++
		} else {
			free++
		}
	}
	if racy < rounds/10 || free < rounds/10 {
		t.Errorf("%d programs with races, %d without: the test says little", racy, free)
	}
	t.Logf("%d programs with races, %d without", racy, free)
}
