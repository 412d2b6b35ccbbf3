package driver

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"descend/backend/cuda"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim"
	gpud "descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
)

// gpus are the GPUs that "run" uses: the memory and the kernels of a program are there, host code is interpreted
// here. They are a sim.Device, whose number 0 is the GPU that --device names.
type gpus struct {
	ctx context.Context // of the command
	lib *cuda.Library
	all []cuda.Device // from the named one on
	// used are those that the program has used, by their numbers; at is the one in use.
	used map[int]*gpu
	at   int
	// program has the kernels once they are known; code is what they become, for each target.
	program *ir.Operation
	code    map[string]*gpuCode
	warn    func(ptx.Warning) // gets what is to be said of the code
}

// gpuCode is a program's kernels for one chip.
type gpuCode struct {
	*nvvm.Module
	ptx []byte
}

// gpu is a GPU in use.
type gpu struct {
	ctx    *cuda.Context
	target string
	// code and module are the program's kernels; nil for a program without.
	code    *gpuCode
	module  *cuda.Module
	kernels map[string]*gpuKernel
	order   []*gpuKernel
	timer   *cuda.Timer
}

// gpuKernel is a kernel with what was measured of it.
type gpuKernel struct {
	name     string
	kernel   *cuda.Kernel
	launches int64
	time     time.Duration
	bytes    int64 // of the buffers that the launches got
	// threads of a block and bytes of its dynamic shared memory, of the last launch; fixed says that the threads are always so many.
	threads, dynamic int
	fixed            bool
}

// gpuIndex reads --device=cuda or cuda:INDEX.
func gpuIndex(device string) (int, error) {
	text, given := strings.CutPrefix(device, "cuda:")
	if !given {
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, usagef("--device=cuda:INDEX takes the number of a GPU, not %q", text)
	}
	return n, nil
}

// openGPUs finds the driver and the GPU with an index.
func openGPUs(ctx context.Context, index int) (*gpus, error) {
	lib, err := cuda.Open()
	if err != nil {
		missing := &ptx.MissingTool{Tool: "NVIDIA's driver (" + cuda.LibraryName() + ")", Purpose: "--device=cuda runs kernels on a GPU", HowToGet: "install the driver, or use --device=sim"}
		if !errors.Is(err, cuda.ErrNoLibrary) {
			missing.Tool, missing.Refused = "a GPU with a working driver", []string{err.Error()}
			missing.Purpose, missing.HowToGet = "--device=cuda runs kernels on it", "see whether nvidia-smi lists one, or use --device=sim"
		}
		return nil, missing
	}
	if _, err := lib.Choose(index); err != nil {
		return nil, usagef("--device=cuda: %v", err)
	}
	all, err := lib.Devices()
	if err != nil {
		return nil, usagef("--device=cuda: %v", err)
	}
	g := &gpus{ctx: ctx, lib: lib, all: all[index:], used: map[int]*gpu{}, code: map[string]*gpuCode{}}
	return g, g.Use(0)
}

// open starts to use a GPU.
func (g *gpus) open(d cuda.Device) (*gpu, error) {
	target, err := ptx.TargetFor(d.Major, d.Minor)
	if err != nil {
		return nil, usagef("--device=cuda: %s: %v", d, err)
	}
	one := &gpu{target: target, kernels: map[string]*gpuKernel{}}
	if one.ctx, err = g.lib.Open(d); err != nil {
		return nil, rejected{fmt.Sprintf("--device=cuda: %s: %v", d, err)}
	}
	if one.timer, err = one.ctx.NewTimer(); err != nil {
		one.ctx.Close()
		return nil, rejected{fmt.Sprintf("--device=cuda: %s: %v", d, err)}
	}
	return one, nil
}

// reportGPUs prints which GPUs --device=cuda can use, for doctor.
func reportGPUs(w io.Writer) {
	lib, err := cuda.Open()
	var all []cuda.Device
	if err == nil {
		all, err = lib.Devices()
	}
	if err != nil {
		fmt.Fprintf(w, "--device=cuda does not work: %v.\n", err)
		return
	}
	fmt.Fprintf(w, "The driver %s is for CUDA %s.\n", lib.Path(), lib.Version())
	for _, d := range all {
		target, err := ptx.TargetFor(d.Major, d.Minor)
		if err != nil {
			target = err.Error()
		}
		fmt.Fprintf(w, "--device=cuda:%d is %s: %s\n", d.Index, d, target)
	}
}

// load compiles the kernels of a module for the GPU in use; warn gets what is to be said of the code, also of that for another GPU later.
func (g *gpus) load(module *ir.Operation, warn func(ptx.Warning)) error {
	g.program, g.warn = module, warn
	return g.loadOn(g.used[g.at])
}

// compile makes the code of the program for a target, with line tables: profilers and compute-sanitizer can be run on descendc.
func (g *gpus) compile(target string) (*gpuCode, error) {
	if c := g.code[target]; c != nil {
		return c, nil
	}
	m, err := nvvm.Emit(g.program, nvvm.Options{LineTables: true, Capability: ptx.Capability(target)})
	if err != nil || len(m.Kernels) == 0 {
		return nil, err
	}
	r, err := ptx.Compile(g.ctx, ptx.Options{Target: target, OptLevel: 3, Declared: m.Externs}, m.Text)
	if err != nil {
		return nil, err
	}
	for _, w := range r.Warnings {
		g.warn(w)
	}
	g.code[target] = &gpuCode{m, r.PTX}
	return g.code[target], nil
}

// loadOn loads the program's kernels on a GPU.
func (g *gpus) loadOn(one *gpu) error {
	code, err := g.compile(one.target)
	if err != nil || code == nil {
		return err
	}
	one.code = code
	if one.module, err = one.ctx.Load(code.ptx); err != nil {
		if e, ok := errors.AsType[*cuda.Error](err); ok && e.Code == cuda.UnsupportedVersion {
			return &ptx.MissingTool{Tool: "a newer NVIDIA driver", Purpose: "it compiles PTX for the GPU",
				HowToGet: "update the driver", Refused: []string{err.Error()}}
		}
		return rejected{fmt.Sprintf("%s does not take the code for %s: %v", one.ctx.Device, one.target, err)}
	}
	if code.Faults {
		if err := one.module.TrackFaults(); err != nil {
			return rejected{fmt.Sprintf("%s: %v", one.ctx.Device, err)}
		}
	}
	for k := range ir.AllOf[gpud.FuncOp](g.program) {
		name := ir.SymbolName(k.Operation)
		handle, err := one.module.Kernel(code.Symbols[name])
		if err != nil {
			return rejected{fmt.Sprintf("%s: %v", one.ctx.Device, err)}
		}
		handle.Cooperative = contract.IsCooperative(k.Operation)
		s := &gpuKernel{name: name, kernel: handle, fixed: k.HasAttr(blockShape)}
		one.kernels[name], one.order = s, append(one.order, s)
	}
	return nil
}

// close ends the use of the GPUs; errors would be those of the run again.
func (g *gpus) close() {
	for _, one := range g.used {
		one.timer.Close()
		if one.module != nil {
			_ = one.module.Unload()
		}
		one.ctx.Close()
	}
}

// Devices is that of sim.Device, as are the following.
func (g *gpus) Devices() int { return len(g.all) }

// Use opens the GPU when it is first used.
func (g *gpus) Use(device int) error {
	one := g.used[device]
	if one == nil {
		var err error
		if one, err = g.open(g.all[device]); err != nil {
			return err
		}
		g.used[device] = one
		if g.program != nil {
			if err := g.loadOn(one); err != nil {
				return err
			}
		}
	}
	g.at = device
	return nil
}

func (g *gpus) Alloc(n int64) (sim.Address, error) {
	p, err := g.used[g.at].ctx.Alloc(n)
	return sim.Address(p), err
}

func (g *gpus) Free(a sim.Address) error { return g.used[g.at].ctx.Free(cuda.Pointer(a)) }

func (g *gpus) ToDevice(dst sim.Address, src []byte) error {
	return g.used[g.at].ctx.ToDevice(cuda.Pointer(dst), src)
}

func (g *gpus) ToHost(dst []byte, src sim.Address) error {
	return g.used[g.at].ctx.ToHost(dst, cuda.Pointer(src))
}

func (g *gpus) Copy(dst, src sim.Address, n int64) error {
	return g.used[g.at].ctx.Copy(cuda.Pointer(dst), cuda.Pointer(src), n)
}

// Launch runs a kernel to its end, so that an error belongs to this launch, and measures it.
func (g *gpus) Launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
	return g.used[g.at].launch(kernel, l, args)
}

func (g *gpu) launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
	k := g.kernels[ir.SymbolName(kernel)]
	values := make([][]byte, len(args))
	for i, a := range args {
		if values[i] = a.Scalar; a.Scalar == nil {
			values[i] = binary.LittleEndian.AppendUint64(nil, uint64(a.Address))
			k.bytes += a.Bytes
		}
	}
	if err := g.timer.Start(); err != nil {
		return err
	}
	if err := k.kernel.Launch(l.Grid, l.Block, int(l.Dynamic), values); err != nil {
		return err
	}
	err := g.timer.Stop()
	var d time.Duration
	if err == nil {
		d, err = g.timer.Elapsed()
	}
	if err != nil {
		if f := g.module.Fault(); f != nil && f.Check > 0 && f.Check <= len(g.code.Checks) {
			return &sim.Fault{Check: g.code.Checks[f.Check-1], Index: f.Index, Bound: f.Bound, Block: f.Block, Thread: f.Thread}
		}
		return err
	}
	k.threads, k.dynamic = l.Block[0]*l.Block[1]*l.Block[2], int(l.Dynamic)
	k.launches++
	k.time += d
	return nil
}

// kernelTime is how long the kernels took.
func (g *gpus) kernelTime() (all time.Duration) {
	for _, one := range g.used {
		for _, k := range one.order {
			all += k.time
		}
	}
	return all
}

// report prints what was measured. The bytes of a kernel are those of the buffers that it gets, each counted
// once for a launch.
func (g *gpus) report(w io.Writer, st sim.Stats) {
	for _, device := range slices.Sorted(maps.Keys(g.used)) {
		one := g.used[device]
		fmt.Fprintf(w, "cuda: %s, driver for CUDA %s, code for %s\n", one.ctx.Device, g.lib.Version(), one.target)
		for _, k := range one.order {
			if k.launches == 0 {
				continue
			}
			fmt.Fprintf(w, "cuda: %s: %s, %.3f ms, %d bytes", k.name, count(k.launches, "launch"), k.time.Seconds()*1e3, k.bytes)
			if k.time > 0 {
				fmt.Fprintf(w, ", %.1f GB/s", float64(k.bytes)/k.time.Seconds()*1e-9)
			}
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintf(w, "cuda: %s, %d bytes copied\n", count(st.Launches, "launch"), st.BytesMoved)
}
