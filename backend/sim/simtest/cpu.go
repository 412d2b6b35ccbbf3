package simtest

import (
	"fmt"

	"descend/backend/sim"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/passes"
	"descend/passes/cpu"
)

// cpuDevice runs kernels by the functions that the pass gpu-to-cpu makes of them.
type cpuDevice struct {
	Memory
	module *ir.Operation // after the pass
}

// NewCPU returns a device that runs the kernels of a module as functions for the CPU, interpreted block by
// block with every access checked. The module stays as it is.
func NewCPU(module *ir.Operation) (sim.Device, error) {
	m := module.Clone(ir.NewMapping())
	mgr := passes.NewManager("builtin.module")
	mgr.Add(&cpu.GPUToCPU{})
	var diags ir.Diagnostics
	if err := mgr.Run(m, &diags, passes.RunOptions{SingleThread: true}); err != nil {
		return nil, fmt.Errorf("gpu-to-cpu: %v %v", err, diags.Sorted())
	}
	return &cpuDevice{module: m}, nil
}

// Launch runs the blocks one after the other.
func (d *cpuDevice) Launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
	fn := ""
	for k := range ir.AllOf[gpu.FuncOp](d.module) {
		if k.SymName() == ir.SymbolName(kernel) {
			fn, _ = contract.OnCPU(k.Operation)
		}
	}
	var as []sim.Arg
	for _, a := range args {
		if a.Scalar != nil {
			as = append(as, sim.Arg{Bits: Arg{Data: a.Scalar}.Bits()})
			continue
		}
		data, err := d.Bytes(a.Address, a.Bytes)
		if err != nil {
			return err
		}
		as = append(as, sim.Arg{Data: data})
	}
	var blocks []*cpuBlock
	for z := range l.Grid[2] {
		for y := range l.Grid[1] {
			for x := range l.Grid[0] {
				b := &cpuBlock{run: make(chan bool), stopped: make(chan bool)}
				blocks = append(blocks, b)
				go func() {
					<-b.run
					b.err = d.block(fn, l, [3]int{x, y, z}, as, b)
					b.stopped <- true
				}()
			}
		}
	}
	for len(blocks) > 0 { // in turns, up to where they wait for each other
		var waiting []*cpuBlock
		for _, b := range blocks {
			b.run <- true
			if ended := <-b.stopped; !ended {
				waiting = append(waiting, b)
			} else if b.err != nil {
				return b.err
			}
		}
		blocks = waiting
	}
	return nil
}

// cpuBlock is a block that runs when it is its turn.
type cpuBlock struct {
	run, stopped chan bool
	err          error
}

// block runs one block.
func (d *cpuDevice) block(fn string, l sim.Launch, id [3]int, args []sim.Arg, turns *cpuBlock) error {
	as := append([]sim.Arg(nil), args...)
	for _, dims := range [][3]int{l.Grid, l.Block, id} {
		for _, n := range dims {
			as = append(as, sim.Arg{Bits: uint64(n)})
		}
	}
	shared := make([]byte, l.Dynamic)
	for i := range shared {
		shared[i] = 0xA5 // contents are unspecified: a pattern shows who relies on them
	}
	var diags ir.Diagnostics
	_, err := sim.New(d.module, sim.Options{Diags: &diags, SyncGrid: func() { turns.stopped <- false; <-turns.run }}).Call(fn, append(as, sim.Arg{Data: shared}))
	for _, x := range diags.Sorted() {
		if x.Severity == ir.Error {
			return fmt.Errorf("block %v: %v", id, x)
		}
	}
	return err
}
