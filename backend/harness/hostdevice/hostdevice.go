// Package hostdevice is a device of the simulator whose kernels are the NVVM text, executed on the host by
// backend/harness. Tests run whole programs with it: host code in the simulator, kernels as LLVM compiles them.
package hostdevice

import (
	"context"

	"descend/backend/harness"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
)

// Device runs the kernels of one module.
type Device struct {
	simtest.Memory
	Program *harness.Program
	// Seed selects the order of blocks and threads; 0 is the natural one.
	Seed uint64
}

// New compiles the kernels of a module at the gpu level, optimized at an LLVM level (0 to 3). A missing tool is
// a *ptx.MissingTool.
func New(module *ir.Operation, level int) (*Device, error) {
	return NewFor(module, level, harness.Oldest)
}

// NewFor is New for one of the GPUs that LLVM may make code for. On the newest copies go on as long as they may.
func NewFor(module *ir.Operation, level int, gpu string) (*Device, error) {
	m, err := nvvm.Emit(module, nvvm.Options{ExternGrid: true, Capability: ptx.Capability(gpu)})
	if err != nil {
		return nil, err
	}
	p, err := harness.BuildFor(m.Text, level, gpu)
	if err != nil {
		return nil, err
	}
	return &Device{Program: p}, nil
}

// Close releases what New has made.
func (d *Device) Close() { d.Program.Close() }

// Launch runs a kernel.
func (d *Device) Launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
	var as []harness.Arg
	for _, a := range args {
		if a.Scalar != nil {
			as = append(as, harness.ScalarBytes(a.Scalar))
			continue
		}
		data, err := d.Bytes(a.Address, a.Bytes)
		if err != nil {
			return err
		}
		as = append(as, harness.Buffer(data))
	}
	return d.Program.Run(context.Background(), harness.Config{Kernel: ir.SymbolName(kernel), Grid: l.Grid, Block: l.Block,
		DynShared: int(l.Dynamic), Args: as, Seed: d.Seed})
}
