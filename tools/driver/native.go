package driver

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"descend/backend/host"
	"descend/backend/llvmgen"
	"descend/ir"
	"descend/passes"
	"descend/passes/cpu"
	"descend/passes/opt"
)

// programName is the prefix of a program's C functions: the name of its first file.
func (o *options) programName() string {
	return host.Identifier(strings.TrimSuffix(filepath.Base(o.files[0]), ".desc"))
}

// emitNative makes objects, libraries, executables, and what their callers include.
func (c *compilation) emitNative() ([]byte, error) {
	if err := c.cpuKernels(); err != nil {
		return nil, err
	}
	p := host.New(c.module, c.o.programName(), nil)
	switch c.o.emit {
	case "header":
		text, err := p.Header()
		return []byte(text), err
	case "python":
		text, err := p.Python()
		return []byte(text), err
	}
	kind := map[string]host.Kind{"obj": host.Object, "shared": host.Shared, "exe": host.Executable}[c.o.emit]
	return c.native(p, kind, "main")
}

// cpuKernels adds the CPU versions of the kernels.
func (c *compilation) cpuKernels() error {
	if err := c.run("kernels for the CPU", []passes.Pass{&cpu.GPUToCPU{}, &opt.Canonicalizer{}, &opt.CSE{}}, false); err != nil {
		return err
	}
	return c.verdict()
}

// native builds the program.
func (c *compilation) native(p *host.Program, kind host.Kind, entry string) ([]byte, error) {
	if kind == host.Executable && ir.LookupSymbol(c.module, entry) == nil {
		return nil, rejected{"the program has no function " + entry + ", which an executable calls"}
	}
	var data []byte
	err := c.stage("native code", func() (err error) {
		data, err = p.Build(context.Background(), host.Options{Kind: kind, Entry: entry, OptLevel: c.o.optLevel, March: c.o.march})
		return err
	})
	var b *host.BuildError
	if errors.As(err, &b) && strings.Contains(b.Stderr, "unknown target CPU") {
		return nil, usagef("--march: clang does not know the processor %q", c.o.march)
	}
	var u *llvmgen.UnsupportedError
	if errors.As(err, &u) {
		c.diags.Errorf(u.Loc, "unsupported", "%s", u.What)
		return nil, c.verdict()
	}
	return data, err
}
