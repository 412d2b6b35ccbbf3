package driver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"descend/backend/host"
	"descend/passes"
	"descend/passes/cpu"
	"descend/passes/opt"
)

// programName is the prefix of a program's C functions: the name of its first file; that from standard input is "program".
func (o *options) programName() string {
	if o.files[0] == stdinName {
		return "program"
	}
	name := host.Identifier(strings.TrimSuffix(filepath.Base(o.files[0]), ".desc"))
	if strings.HasPrefix(name+"_", "descend_") { // the names of the runtime start with it
		return "program_" + name
	}
	return name
}

// emitNative makes objects, libraries, executables, and what their callers include.
func (c *compilation) emitNative() ([]byte, error) {
	p := host.New(c.module, c.o.programName(), host.Device{})
	var text string
	var err error
	switch c.o.emit {
	case "header":
		text, err = p.Header()
	case "python":
		text, err = p.Python()
	default:
		return c.emitProgram()
	}
	return []byte(text), err
}

// emitProgram makes what has the code of the program in it, for the CPU and for all targets.
func (c *compilation) emitProgram() ([]byte, error) {
	device, err := c.deviceCode()
	if err != nil {
		return nil, err
	}
	p := host.New(c.module, c.o.programName(), device)
	if err := c.cpuKernels(); err != nil {
		return nil, err
	}
	kind := map[string]host.Kind{"obj": host.Object, "shared": host.Shared, "exe": host.Executable}[c.o.emit]
	return c.native(p, kind, "main")
}

// deviceCode is the PTX of the kernels for each target.
func (c *compilation) deviceCode() (d host.Device, err error) {
	if c.o.target == cpuTarget {
		return d, nil
	}
	for _, target := range c.o.targets() {
		m, err := c.nvvm(target)
		if err != nil || len(m.Kernels) == 0 {
			return d, err
		}
		d.Symbols, d.Checks = m.Symbols, m.Checks
		r, err := c.ptx(m, target)
		if err != nil {
			return d, err
		}
		d.Images = append(d.Images, host.Image{Target: target, PTX: r.PTX})
	}
	return d, nil
}

// cpuKernels adds the CPU versions of the kernels.
func (c *compilation) cpuKernels() error {
	if err := c.run("kernels for the CPU", []passes.Pass{&cpu.GPUToCPU{}, &opt.Canonicalizer{}, &opt.CSE{}}, last); err != nil {
		return err
	}
	return c.verdict()
}

// native builds the program.
func (c *compilation) native(p *host.Program, kind host.Kind, entry string) ([]byte, error) {
	if kind == host.Executable && !p.Has(entry) {
		return nil, rejected{"the program has no function " + entry + ", which an executable calls; --emit=shared and obj need none"}
	}
	o := host.Options{Kind: kind, Entry: entry, OptLevel: c.o.optLevel, March: c.o.march, LineTables: c.o.debug, Warmed: c.o.device == "cpu",
		Note: func(text string) { fmt.Fprintf(c.s.stderr, "descendc: note: %s\n", text) }}
	if c.o.device == "cpu" { // a run, which wants the program at once
		o.Cache = c.s.programs
	}
	var data []byte
	err := c.toolStage("native code", func(ctx context.Context) (err error) {
		data, err = p.Build(ctx, o)
		return err
	})
	if host.UnknownCPU(err) {
		return nil, usagef("--march: LLVM does not know the processor %q", c.o.march)
	}
	return data, c.unsupported(err)
}

// cache opens the user's cache of native programs; nil if there is none, with a note if the user named one.
func (s *session) cache() *host.Cache {
	cache, err := host.UserCache()
	if err != nil && os.Getenv(host.CacheVar) != "" && err != host.ErrNoCache {
		fmt.Fprintf(s.stderr, "descendc: note: %s is not used: %v\n", host.CacheVar, err)
	}
	return cache
}
