package driver

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"descend/backend/llvmgen"
	"descend/backend/manifest"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/dialects/descend"
	gpud "descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/memref"
	"descend/dialects/scf"
	"descend/frontend/ast"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/passes/lower"
)

func prettyWhere(a ir.Attribute) string {
	if w, ok := a.(*descend.WhereAttr); ok {
		return w.Constraint.Clause()
	}
	return a.String()
}

// build is the command.
func (s *session) build(args []string) error {
	o := &options{}
	if err := s.parse(o, "build", args); err != nil {
		return done(err)
	}
	if err := s.checkBuildOutput(o); err != nil {
		return err
	}
	o.stdoutTaken = o.outputName() == stdinName
	s.noteTargets(o)
	if o.makesPTX() {
		go ptx.Warm()
	}
	c, err := s.load(o)
	if err != nil {
		return err
	}
	data, err := c.emit()
	if err != nil {
		return err
	}
	c.reportTimes(s.stderr)
	if err := s.writeOutput(o.outputName(), data, o.emit == "exe" || o.emit == "shared"); err != nil {
		return err
	}
	return c.kept
}

// emit produces what --emit asks for.
func (c *compilation) emit() ([]byte, error) {
	if c.o.emit == "ast" {
		return c.emitAST()
	}
	if err := c.frontend(); err != nil {
		return nil, err
	}
	if c.o.emit == "descend" {
		if err := c.verdict(); err != nil {
			return nil, err
		}
		return c.text(), c.checkDefines("")
	}
	if err := c.check(); err != nil {
		if !c.o.keepGoing || !c.dropRejected() {
			return nil, err
		}
		c.kept = err
		c.diags = &ir.Diagnostics{}
	}
	if err := c.checkDefines(""); err != nil {
		return nil, err
	}
	if c.o.emit == "checked" {
		return c.text(), nil
	}
	if err := c.lower(""); err != nil {
		return nil, err
	}
	if c.o.emit == "gpu" {
		c.bind(c.o.targets()[0])
		return c.text(), nil
	}
	switch c.o.emit {
	case "manifest":
		m, symbols := manifest.Of(c.module), nvvm.Symbols(c.module)
		for i, k := range m.Kernels {
			m.Kernels[i].Symbol = symbols[k.Symbol]
		}
		return m.JSON()
	case "obj", "exe", "shared", "header", "python":
		return c.emitNative()
	}
	return c.emitDevice()
}

// emitAST prints the source in canonical form.
func (c *compilation) emitAST() ([]byte, error) {
	var b strings.Builder
	for _, f := range c.files {
		b.WriteString(ast.Format(syntax.Parse(f, c.ctx, c.diags)))
	}
	if err := c.verdict(); err != nil {
		return nil, err
	}
	return []byte(b.String()), nil
}

// text prints the module.
func (c *compilation) text() []byte {
	return []byte(ir.Print(c.module, ir.PrintOptions{Generic: c.o.generic, DebugInfo: c.o.debugInfo}))
}

// checkDefines wants -D and --instantiate to be of the program: of the function that is run, or of all entry functions.
func (c *compilation) checkDefines(entry string) error {
	if err := lower.CheckOptions(c.module, c.lowering(entry)); err != nil {
		return usagef("%v", err)
	}
	return c.checkBounds()
}

// nvvm translates the kernels to LLVM IR for a target.
func (c *compilation) nvvm(target string) (m *nvvm.Module, err error) {
	c.bind(target)
	err = c.stage("NVVM IR", func() (err error) {
		m, err = nvvm.Emit(c.module, nvvm.Options{ElementAlign: c.o.align == "element", LineTables: c.o.debug, Capability: ptx.Capability(target)})
		return err
	})
	return m, c.unsupported(err)
}

// unsupported shows a construct that a backend cannot translate; other errors stay what they are.
func (c *compilation) unsupported(err error) error {
	if u, ok := errors.AsType[*llvmgen.UnsupportedError](err); ok {
		c.diags.Errorf(u.Loc, descend.CodeUnsupported, "%s", u.What)
		return c.verdict()
	}
	return err
}

// sharedFits wants the blocks of kernels to have no more shared memory than there is on a target, as far as their sizes are known. PTX for it runs on newer
// GPUs too, so that this is an error of code for one chip alone.
func (c *compilation) sharedFits(target string) error {
	most := ptx.SharedOfBlock(target)
	for k := range ir.AllOf[gpud.FuncOp](c.module) {
		f, ok := contract.Of(k.Operation)
		if !ok || f.Launch == nil || most == 0 {
			continue
		}
		dynamic, known := f.Launch.Dynamic.Const()
		bytes := f.Launch.Static + dynamic
		if !known && f.Launch.Dynamic != "" || bytes <= most {
			continue
		}
		text := fmt.Sprintf("%s: a block of %s has %d bytes of shared memory, and on %s at most %d", placeOf(ir.RangeOf(k.Loc())), ir.SymbolName(k.Operation), bytes, target, most)
		if with := ptx.WithShared(bytes); len(with) > 0 {
			text += "; there is as much on " + strings.Join(with, ", ")
		}
		if c.o.emit == "cubin" || strings.HasSuffix(target, "a") {
			return rejected{text}
		}
		fmt.Fprintf(c.s.stderr, "descendc: note: %s. Launches on GPUs with less fail\n", text)
	}
	return nil
}

// ptx compiles the kernels for a target.
func (c *compilation) ptx(m *nvvm.Module, target string) (r ptx.Result, err error) {
	if err := c.sharedFits(target); err != nil {
		return r, err
	}
	err = c.toolStage("LLVM", func(ctx context.Context) (err error) {
		r, err = ptx.Compile(ctx, ptx.Options{Target: target, OptLevel: c.o.optLevel, Declared: m.Externs}, m.Text)
		return err
	})
	if err != nil {
		return r, err
	}
	for _, w := range r.Warnings {
		c.warn(w)
	}
	c.show()
	return r, nil
}

// emitDevice goes on from the gpu level: LLVM IR, PTX, cubin.
func (c *compilation) emitDevice() ([]byte, error) {
	m, err := c.nvvm(c.o.targets()[0])
	if err != nil {
		return nil, err
	}
	if c.o.emit == "llvm" {
		return m.Text, nil
	}
	if len(m.Kernels) == 0 {
		why := "no function is executed by a gpu.grid"
		if len(c.o.nats) > 0 {
			why += ", or none is launched with these sizes"
		}
		return nil, rejected{fmt.Sprintf("%s has no kernel to compile: %s", strings.Join(c.o.files, ", "), why)}
	}
	r, err := c.ptx(m, c.o.targets()[0])
	if err != nil || c.o.emit == "ptx" {
		return r.PTX, err
	}
	var cubin []byte
	err = c.toolStage("ptxas", func(ctx context.Context) (err error) {
		var flags []string
		if c.o.debug {
			flags = append(flags, "-lineinfo")
		}
		cubin, _, err = ptx.Assemble(ctx, ptx.Default(), c.o.target, r.PTX, flags...)
		return err
	})
	return cubin, err
}

// warn turns a finding about the PTX into a warning at the kernel, and what LLVM says of itself into a note. Local memory is one only where all indices
// of the kernel's private arrays are static: LLVM should then have kept them in registers.
func (c *compilation) warn(w ptx.Warning) {
	if w.Kind == ptx.LLVMWarning {
		fmt.Fprintf(c.s.stderr, "descendc: note: %s\n", w.Message)
		return
	}
	loc := ir.Location(c.ctx.UnknownLoc())
	for k := range ir.AllOf[gpud.FuncOp](c.module) {
		if ir.SymbolName(k.Operation) != w.Kernel {
			continue
		}
		if w.Kind == ptx.LocalMemory && !staticPrivate(k.Operation) {
			return
		}
		loc = k.Loc()
	}
	c.diags.Warnf(loc, descend.CodeLocalMemory, "%s", w.Message)
}

// staticPrivate says whether a kernel has private arrays and every index into them is known once loops with
// constant bounds are unrolled; printing needs local memory too.
func staticPrivate(kernel *ir.Operation) bool {
	arrays, static := false, true
	for op := range kernel.All("") {
		mem := 0
		switch op.Typed().(type) {
		case gpud.PrintfOp:
			return false
		case memref.LoadOp:
		case memref.StoreOp:
			mem = 1
		default:
			continue
		}
		if !ir.Is[memref.AllocaOp](op.Operand(mem).DefiningOp()) {
			continue
		}
		arrays = true
		for _, i := range op.Operands()[mem+1:] {
			static = static && staticIndex(i)
		}
	}
	return arrays && static
}

// staticIndex says whether an index is made of constants and variables of loops with constant bounds.
func staticIndex(v *ir.Value) bool {
	if b := v.OwnerBlock(); b != nil {
		loop, ok := ir.As[scf.ForOp](b.Parent())
		return ok && v.Index() == 0 && staticIndex(loop.LowerBound()) && staticIndex(loop.UpperBound()) && staticIndex(loop.Step())
	}
	op := v.DefiningOp()
	if !strings.HasPrefix(op.Name(), "arith.") {
		return false
	}
	for _, o := range op.Operands() {
		if !staticIndex(o) {
			return false
		}
	}
	return true
}
