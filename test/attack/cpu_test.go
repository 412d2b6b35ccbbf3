package attack

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/test/kit"
	"descend/tools/registry"
)

// TestAttackCPU runs the accepted programs of a range of seeds (ATTACK_SEEDS) on the simulator, again with layouts of shared arrays at
// random, and with these kernels as functions for the CPU, interpreted: what they leave in their buffers must be the same.
func TestAttackCPU(t *testing.T) {
	from, to, _ := kit.Seeds(t, 160)
	compared := 0
	for seed := from; seed < to; seed++ {
		compared += compareCPU(t, seed, Program(seed))
		compared += compareCPU(t, seed, Padded(seed))
		if seed-from < (to-from)/10 {
			sizes := [][2]int{{1, 2}, {2, 4}, {3, 6}, {2, 8}, {4, 4}}[seed%5]
			compared += compareCPU(t, seed, Symbolic(seed/5, sizes[0], sizes[1]))
		}
	}
	t.Logf("%d programs of %d seeds compared", compared, to-from)
	if compared < int(to-from)/10 {
		t.Errorf("only %d programs are accepted: little is compared", compared)
	}
}

// compareCPU is 1 if the program is accepted, and compared.
func compareCPU(t *testing.T, seed uint64, text string) int {
	c := registry.Context()
	var diags ir.Diagnostics
	m := frontend.Compile(c, []*source.File{source.NewFile("attack.desc", text)}, &diags)
	if m == nil || diags.HasErrors() {
		return 0
	}
	for _, p := range append(check.Pipeline(), lower.Pipeline(lower.Options{Entry: "main"})...) {
		if err := run(m, p, &diags); err != nil {
			t.Fatal(err)
		}
		if diags.HasErrors() {
			return 0
		}
	}
	laid := m.Clone(ir.NewMapping())
	if err := run(laid, &banks.SharedLayout{Force: someLayout(seed)}, &diags); err != nil {
		t.Fatal(err)
	}
	device, err := simtest.NewCPU(laid)
	if err != nil && strings.Contains(err.Error(), "[unsupported]") {
		return 0 // the pass refuses it, and says why
	}
	if err != nil {
		t.Errorf("seed %d: %v\n%s", seed, err, text)
		return 1
	}
	for flag := range uint64(2) {
		want, err := runMain(m, sim.Options{StrictInit: true}, flag)
		if err != nil {
			return 0 // it reads what nobody wrote, or is found out by TestAttack
		}
		moved, err := runMain(laid, sim.Options{StrictInit: true}, flag)
		if err != nil {
			t.Errorf("seed %d, %s: %v\n%s", seed, someLayout(seed), err, text)
			return 1
		}
		for i := range want {
			if !bytes.Equal(want[i].Data, moved[i].Data) {
				t.Errorf("seed %d, flag %d, argument %d differs with %s\n%s", seed, flag, i, someLayout(seed), text)
			}
		}
		got, err := runMain(m, sim.Options{Device: device}, flag)
		if err != nil && strings.Contains(err.Error(), "sim-unsupported") {
			return 0 // the interpreter has no arrays of references, in which threads keep them across barriers
		}
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, text)
			return 1
		}
		for i := range want {
			if d := simtest.Close("i32", want[i].Data, got[i].Data, 0); d != "" {
				if dependsOnOrder(m, want, flag) {
					return 0
				}
				t.Errorf("seed %d, flag %d, argument %d, simulator and CPU: %s\n%s", seed, flag, i, d, text)
			}
		}
	}
	return 1
}

// someLayout is a layout for the shared arrays of a program: paddings of rows of any length, and swizzles.
func someLayout(seed uint64) banks.Layout {
	r := rand.New(rand.NewPCG(seed, 16))
	if r.IntN(3) == 0 {
		return banks.Layout{Width: 4 << r.IntN(4), Unit: 1 << r.IntN(2), Rows: 2}
	}
	return banks.Layout{Width: 1 + r.Int64N(36), Pad: 1 + r.Int64N(8)}
}

// dependsOnOrder says whether the simulator gives something else when it runs blocks and threads in other orders: old
// values of atomics do.
func dependsOnOrder(m *ir.Operation, want []sim.Arg, flag uint64) bool {
	for schedule := range int64(8) {
		got, err := runMain(m, sim.Options{Schedule: schedule + 1}, flag)
		for i := range want {
			if err == nil && !bytes.Equal(want[i].Data, got[i].Data) {
				return true
			}
		}
	}
	return false
}

// runMain runs main with buffers of multiples of 7 and a flag, and returns the buffers as the run left them.
func runMain(m *ir.Operation, opts sim.Options, flag uint64) ([]sim.Arg, error) {
	var diags ir.Diagnostics
	opts.Diags = &diags
	var args []sim.Arg
	for _, a := range ir.LookupSymbol(m, "main").Body(0).Args() {
		if t, ok := a.Type().(*ir.MemRefType); ok {
			var b bytes.Buffer
			for j := range t.Shape[0] {
				binary.Write(&b, binary.LittleEndian, int32(j*7))
			}
			args = append(args, sim.Arg{Data: b.Bytes()})
		} else {
			args = append(args, sim.Arg{Bits: flag})
		}
	}
	if _, err := sim.New(m, opts).Call("main", args); err != nil {
		return nil, fmt.Errorf("%v %v", err, diags.Sorted())
	}
	return args, nil
}
