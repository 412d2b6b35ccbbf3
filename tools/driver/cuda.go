package driver

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"descend/backend/cuda"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/ir"
)

// gpu is the GPU that "run" uses: the memory and the kernels of a program are there, host code is interpreted
// here. It is a sim.Device.
type gpu struct {
	lib    *cuda.Library
	ctx    *cuda.Context
	target string
	// code and module are the program's kernels; nil for a program without.
	code    *nvvm.Module
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

// openGPU finds the driver and the GPU.
func openGPU(index int) (*gpu, error) {
	lib, err := cuda.Open()
	if err != nil {
		missing := &ptx.MissingTool{Tool: "NVIDIA's driver (libcuda.so.1)", Purpose: "--device=cuda runs kernels on a GPU", HowToGet: "install the driver, or use --device=sim"}
		if !errors.Is(err, cuda.ErrNoLibrary) {
			missing.Tool, missing.Refused = "a GPU with a working driver", []string{err.Error()}
			missing.Purpose, missing.HowToGet = "--device=cuda runs kernels on it", "see whether nvidia-smi lists one, or use --device=sim"
		}
		return nil, missing
	}
	d, err := lib.Choose(index)
	if err != nil {
		return nil, usagef("--device=cuda: %v", err)
	}
	g := &gpu{lib: lib, kernels: map[string]*gpuKernel{}}
	if g.target, err = ptx.TargetFor(d.Major, d.Minor); err != nil {
		return nil, usagef("--device=cuda: %s: %v", d, err)
	}
	if g.ctx, err = lib.Open(d); err != nil {
		return nil, rejected{fmt.Sprintf("--device=cuda: %s: %v", d, err)}
	}
	if g.timer, err = g.ctx.NewTimer(); err != nil {
		g.ctx.Close()
		return nil, rejected{fmt.Sprintf("--device=cuda: %s: %v", d, err)}
	}
	return g, nil
}

// reportGPUs prints which GPUs --device=cuda can use, for doctor.
func reportGPUs(w io.Writer) {
	lib, err := cuda.Open()
	var all []cuda.Device
	if err == nil {
		all, err = lib.Devices()
	}
	if err != nil {
		fmt.Fprintf(w, "\nNo GPU for --device=cuda: %v.\nKernels run with --device=sim.\n", err)
		return
	}
	fmt.Fprintf(w, "\nThe driver %s is for CUDA %s.\n", lib.Path(), lib.Version())
	for _, d := range all {
		target, err := ptx.TargetFor(d.Major, d.Minor)
		if err != nil {
			target = err.Error()
		}
		fmt.Fprintf(w, "--device=cuda:%d is %s: %s\n", d.Index, d, target)
	}
}

// load compiles the kernels of a module for the GPU, with line tables: profilers and compute-sanitizer can be
// run on descendc.
func (g *gpu) load(module *ir.Operation) error {
	code, err := nvvm.Emit(module, nvvm.Options{LineTables: true})
	if err != nil || len(code.Kernels) == 0 {
		return err
	}
	r, err := ptx.Compile(context.Background(), ptx.Options{Target: g.target, OptLevel: 3, Declared: code.Externs}, code.Text)
	if err != nil {
		return err
	}
	g.code = code
	if g.module, err = g.ctx.Load(r.PTX); err != nil {
		if e, ok := errors.AsType[*cuda.Error](err); ok && e.Code == cuda.UnsupportedVersion {
			return &ptx.MissingTool{Tool: "a newer NVIDIA driver", Purpose: "it compiles PTX for the GPU",
				HowToGet: "update the driver", Refused: []string{err.Error()}}
		}
		return rejected{fmt.Sprintf("%s does not take the code for %s: %v", g.ctx.Device, g.target, err)}
	}
	if code.Faults {
		if err := g.module.TrackFaults(); err != nil {
			return rejected{fmt.Sprintf("%s: %v", g.ctx.Device, err)}
		}
	}
	for k := range module.All("gpu.func") {
		name := ir.SymbolName(k)
		handle, err := g.module.Kernel(code.Symbols[name])
		if err != nil {
			return rejected{fmt.Sprintf("%s: %v", g.ctx.Device, err)}
		}
		s := &gpuKernel{name: name, kernel: handle}
		g.kernels[name], g.order = s, append(g.order, s)
	}
	return nil
}

// close ends the use of the GPU; errors would be those of the run again.
func (g *gpu) close() {
	g.timer.Close()
	if g.module != nil {
		_ = g.module.Unload()
	}
	g.ctx.Close()
}

// Alloc is that of sim.Device, as are the following.
func (g *gpu) Alloc(n int64) (sim.Address, error) {
	p, err := g.ctx.Alloc(n)
	return sim.Address(p), err
}

func (g *gpu) Free(a sim.Address) error { return g.ctx.Free(cuda.Pointer(a)) }

func (g *gpu) ToDevice(dst sim.Address, src []byte) error {
	return g.ctx.ToDevice(cuda.Pointer(dst), src)
}

func (g *gpu) ToHost(dst []byte, src sim.Address) error {
	return g.ctx.ToHost(dst, cuda.Pointer(src))
}

func (g *gpu) Copy(dst, src sim.Address, n int64) error {
	return g.ctx.Copy(cuda.Pointer(dst), cuda.Pointer(src), n)
}

// Launch runs a kernel to its end, so that an error belongs to this launch, and measures it.
func (g *gpu) Launch(kernel *ir.Operation, l sim.Launch, args []sim.DeviceArg) error {
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
	k.launches++
	k.time += d
	return nil
}

// report prints what was measured. The bytes of a kernel are those of the buffers that it gets, each counted
// once for a launch.
func (g *gpu) report(w io.Writer, st sim.Stats) {
	fmt.Fprintf(w, "cuda: %s, driver for CUDA %s, code for %s\n", g.ctx.Device, g.lib.Version(), g.target)
	fmt.Fprintf(w, "cuda: %d launches, %d bytes copied\n", st.Launches, st.BytesMoved)
	for _, k := range g.order {
		if k.launches == 0 {
			continue
		}
		fmt.Fprintf(w, "cuda: %s: %d launches, %.3f ms, %d bytes", k.name, k.launches, k.time.Seconds()*1e3, k.bytes)
		if k.time > 0 {
			fmt.Fprintf(w, ", %.1f GB/s", float64(k.bytes)/k.time.Seconds()*1e-9)
		}
		fmt.Fprintln(w)
	}
}
