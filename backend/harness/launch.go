package harness

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"descend/dialects/gpu"
	"descend/ir/child"
)

// Arg is an argument of a launch.
type Arg struct {
	size     int64 // in bytes
	parts    []Part
	buffer   bool
	readOnly bool
}

// Part is what lies in a buffer from a byte on.
type Part struct {
	At   int64
	Data []byte
}

func whole(data []byte) Arg { return Arg{size: int64(len(data)), parts: []Part{{Data: data}}} }

// Buffer passes a pointer to global memory that holds data. The launch
// updates data in place.
func Buffer(data []byte) Arg {
	a := whole(data)
	a.buffer = true
	return a
}

// Sparse passes a pointer to global memory of a size that the machine may not have, of which the kernel must touch nothing but some parts. What
// is beside them is noticed from the next page on. The launch updates the parts in place.
func Sparse(size int64, parts ...Part) Arg { return Arg{size: size, parts: parts, buffer: true} }

// ReadOnly passes a pointer to global memory that the kernel must not write.
func ReadOnly(data []byte) Arg {
	a := Buffer(data)
	a.readOnly = true
	return a
}

// ScalarBytes passes a scalar by its little-endian bytes.
func ScalarBytes(data []byte) Arg { return whole(data) }

// Scalar passes a number or bool; an f16 goes by ScalarBytes.
func Scalar[T bool | int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64 | float32 | float64](v T) Arg {
	data, err := binary.Append(nil, binary.LittleEndian, v)
	if err != nil {
		panic(err) // not for these types
	}
	return whole(data)
}

// Config is a launch.
type Config struct {
	Kernel      string
	Grid, Block [3]int // extents in x, y, z; each at least 1
	DynShared   int    // bytes of dynamic shared memory
	Args        []Arg
	// Blocks are the linear numbers of the blocks to run, x first; nil is all of the grid.
	Blocks []int64
	// Seed, if not 0, runs blocks and threads in random orders.
	Seed uint64
	// Output receives what the kernel prints; nil drops it.
	Output io.Writer
	// Timeout bounds the run; 0 means one minute.
	Timeout time.Duration
}

// Launch runs a kernel with threads and blocks in their linear order; see
// Run.
func (p *Program) Launch(kernel string, grid, block [3]int, dynShared int, args []Arg) error {
	return p.Run(context.Background(), Config{Kernel: kernel, Grid: grid, Block: block, DynShared: dynShared, Args: args})
}

// Run runs a launch and updates its buffers. An error that the kernel made is
// a *Fault; the buffers are then as they were.
func (p *Program) Run(ctx context.Context, c Config) error {
	index := slices.IndexFunc(p.kernels, func(k Kernel) bool { return k.Name == c.Kernel })
	if index < 0 {
		return fmt.Errorf("the module has no kernel %s", c.Kernel)
	}
	if err := p.kernels[index].check(c); err != nil {
		return fmt.Errorf("kernel %s: %w", c.Kernel, err)
	}
	if c.Timeout == 0 {
		c.Timeout = time.Minute
	}
	ctx, cancel := context.WithTimeout(ctx, c.Timeout)
	defer cancel()
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, filepath.Join(p.folder.Path, "program"))
	cmd.Stdin = bytes.NewReader(request(index, c))
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := child.Tool(cmd); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("kernel %s did not finish: %w", c.Kernel, ctx.Err())
		}
		return fmt.Errorf("kernel %s: the process failed: %w %s", c.Kernel, err, errs.String())
	}
	return c.response(bytes.NewReader(out.Bytes()))
}

// check compares the launch with the kernel's signature.
func (k Kernel) check(c Config) error {
	threads, limits := int64(1), gpu.AnyTarget
	for i := range 3 {
		if c.Grid[i] < 1 || int64(c.Grid[i]) > limits.Grid[i] || c.Block[i] < 1 || int64(c.Block[i]) > limits.Block[i] {
			return fmt.Errorf("grid %v, block %v: an extent is out of range", c.Grid, c.Block)
		}
		threads *= int64(c.Block[i])
		if k.ReqNTID[i] != 0 && k.ReqNTID[i] != c.Block[i] {
			return fmt.Errorf("block %v, but the kernel requires %v", c.Block, k.ReqNTID)
		}
		if k.MaxNTID[i] != 0 && k.MaxNTID[i] < c.Block[i] {
			return fmt.Errorf("block %v, but the kernel allows at most %v", c.Block, k.MaxNTID)
		}
	}
	if threads > limits.Threads {
		return fmt.Errorf("block %v has %d threads, more than %d", c.Block, threads, limits.Threads)
	}
	if c.DynShared < 0 || int64(c.DynShared) > limits.Shared {
		return fmt.Errorf("%d bytes of dynamic shared memory are not in 0 .. %d", c.DynShared, limits.Shared)
	}
	if len(c.Args) != len(k.Params) {
		return fmt.Errorf("%d arguments for %d parameters", len(c.Args), len(k.Params))
	}
	for i, p := range k.Params {
		a := c.Args[i]
		if a.buffer != (p.Kind == PointerParam) {
			return fmt.Errorf("argument %d: parameter %s has the type %s", i, p.Name, p.Type)
		}
		if !a.buffer && a.size != int64(p.Bytes) {
			return fmt.Errorf("argument %d has %d bytes, parameter %s of type %s has %d", i, a.size, p.Name, p.Type, p.Bytes)
		}
	}
	return nil
}

// request encodes a launch as runtime.c's main reads it: 64-bit words, and
// the contents of the arguments.
func request(kernel int, c Config) []byte {
	words := []uint64{uint64(kernel)}
	for _, dims := range [][3]int{c.Grid, c.Block} {
		for _, d := range dims {
			words = append(words, uint64(d))
		}
	}
	words = append(words, uint64(c.DynShared), c.Seed)
	var b []byte
	add := func(words ...uint64) {
		for _, w := range words {
			b = binary.LittleEndian.AppendUint64(b, w)
		}
	}
	flag := map[bool]uint64{true: 1}
	add(words...)
	add(uint64(len(c.Blocks)))
	for _, b := range c.Blocks {
		add(uint64(b))
	}
	add(uint64(len(c.Args)))
	for _, a := range c.Args {
		add(flag[a.buffer], flag[a.readOnly], uint64(a.size), uint64(len(a.parts)))
		for _, p := range a.parts {
			add(uint64(p.At), uint64(len(p.Data)))
			b = append(b, p.Data...)
		}
	}
	return b
}

// response reads what put_head and main of runtime.c write.
func (c Config) response(r *bytes.Reader) error {
	var magic [4]byte
	if _, err := io.ReadFull(r, magic[:]); err != nil || string(magic[:]) != "DSR1" {
		return fmt.Errorf("kernel %s: the process ended without a response", c.Kernel)
	}
	var err error
	word := func() uint64 {
		var b [8]byte
		if _, e := io.ReadFull(r, b[:]); e != nil {
			err = e
		}
		return binary.LittleEndian.Uint64(b[:])
	}
	blob := func() []byte {
		n := word()
		if err != nil || n > uint64(r.Len()) {
			err = errors.Join(err, io.ErrUnexpectedEOF)
			return nil
		}
		b := make([]byte, n)
		if _, e := io.ReadFull(r, b); e != nil {
			err = e
		}
		return b
	}
	f := Fault{Kernel: c.Kernel, Kind: string(blob()), Message: string(blob())}
	for i := range 3 {
		f.Block[i] = int(word())
	}
	for i := range 3 {
		f.Thread[i] = int(word())
	}
	f.InThread = word() != 0
	f.Record = blob()
	printed := blob()
	if err != nil {
		return fmt.Errorf("kernel %s: the response is cut short: %w", c.Kernel, err)
	}
	if c.Output != nil {
		if _, err := c.Output.Write(printed); err != nil {
			return err
		}
	}
	if f.Kind != "" {
		return &f
	}
	var results [][]byte
	for _, a := range c.Args {
		if !a.buffer || a.readOnly {
			continue
		}
		for _, p := range a.parts {
			data := make([]byte, len(p.Data))
			if _, err := io.ReadFull(r, data); err != nil {
				return fmt.Errorf("kernel %s: the response is cut short: %w", c.Kernel, err)
			}
			results = append(results, data)
		}
	}
	for _, a := range c.Args {
		if !a.buffer || a.readOnly {
			continue
		}
		for _, p := range a.parts {
			copy(p.Data, results[0])
			results = results[1:]
		}
	}
	return nil
}
