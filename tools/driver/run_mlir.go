package driver

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"descend/backend/npy"
	"descend/backend/sim"
	funcd "descend/dialects/func"
	"descend/ir"
	"descend/ir/pattern"
	"descend/ir/spell"
	"descend/passes/kernels"
	"descend/tools/arguments"
)

// isMLIR says whether the program is IR, which is run as it is.
func (o *options) isMLIR() bool { return filepath.Ext(o.files[0]) == ".mlir" }

// runMLIR runs a function of IR: a module of MLIR's dialects, whose kernels may be written in host code.
func (s *session) runMLIR(o *options) error {
	if err := o.checkMLIR(); err != nil {
		return err
	}
	outs, err := o.parseOuts()
	if err != nil {
		return err
	}
	g, end, err := s.devicesOf(o)
	if err != nil {
		return err
	}
	defer end()
	c, err := s.loadBy(s.readFile, o)
	if err != nil {
		return err
	}
	src := c.files[0]
	err = c.stage("parser", func() error {
		c.module = ir.ParseText(c.ctx, src.Name, src.Text, ir.ParseOptions{}, c.diags)
		if c.module != nil {
			ir.Verify(c.module, c.diags)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.verdict(); err != nil {
		return err
	}
	b, err := c.bindMLIR(outs)
	if err != nil {
		return err
	}
	if err := c.run("lowering", kernels.Pipeline(), last); err != nil {
		return err
	}
	if err := c.verdict(); err != nil {
		return err
	}
	m, err := c.machine(g, func(opts *sim.Options) {
		opts.KeepMemory = true
		opts.Returned = func(text string) { fmt.Fprintln(s.stdout, text) }
	})
	if err != nil {
		return err
	}
	err = c.running(m, func() error {
		_, err := m.Call(o.fn, b.Args())
		return err
	})
	if err != nil {
		return err
	}
	c.show()
	if len(b.Params) > 0 {
		if err := c.writeOuts(b, outs); err != nil {
			return err
		}
	}
	c.runStats(m, g)
	c.reportTimes(s.stderr)
	return nil
}

// checkMLIR refuses what only programs of the language have.
func (o *options) checkMLIR() error {
	if len(o.files) > 1 {
		return usagef("a program of IR is one file")
	}
	for _, f := range []struct {
		name  string
		given bool
	}{
		{"instantiate", len(o.instantiate) > 0}, {"lib", len(o.libraries) > 0}, {"profile", o.profile != ""}, {"sample", o.sample}, {"unchecked", o.unchecked},
	} {
		if f.given {
			return usagef("--%s is not for programs of IR, whose functions are run as they are", f.name)
		}
	}
	if o.device == "cpu" {
		return usagef("programs of IR run on --device=sim or cuda, not cpu")
	}
	return nil
}

// bindMLIR finds the function that is to run, and its arguments.
func (c *compilation) bindMLIR(outs map[string]string) (*arguments.Binding, error) {
	f, ok := ir.As[funcd.FuncOp](ir.LookupSymbol(c.module, c.o.fn))
	if !ok {
		var names []string
		for f := range ir.AllOf[funcd.FuncOp](c.module) {
			if f.Parent() == c.module && !f.Region(0).Empty() {
				names = append(names, ir.SymbolName(f.Operation))
			}
		}
		if len(names) == 0 {
			return nil, usagef("there is no function %s; the module has no function with a body for the host", c.o.fn)
		}
		return nil, usagef("there is no function %s; the module has %s%s", c.o.fn, strings.Join(names, ", "), spell.DidYouMean(c.o.fn, names))
	}
	if f.Region(0).Empty() {
		return nil, usagef("%s is a declaration without body", c.o.fn)
	}
	var b *arguments.Binding
	err := c.stage("arguments", func() (err error) {
		if b, err = arguments.BindMLIR(f, c.mlirNames(f), c.o.args, c.o.nats, npy.Read); err != nil {
			return argumentError(err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := c.checkOuts(b, outs); err != nil {
		return nil, err
	}
	return b, c.s.checkRunOutputs(c.o, b, outs)
}

// mlirNames are the names of the parameters as the file has them, without %: IR has none of its own. Where there are none, they
// are arg0, arg1 and so on.
func (c *compilation) mlirNames(f funcd.FuncOp) []string {
	lines := strings.Split(string(c.files[0].Text), "\n")
	args := f.Body(0).Args()
	names := make([]string, len(args))
	for i, v := range args {
		names[i] = fmt.Sprintf("arg%d", i)
		r := ir.RangeOf(v.Location())
		if r.File != c.files[0].Name || r.Line < 1 || r.Line > len(lines) || r.Col < 1 || r.Col > len(lines[r.Line-1]) {
			continue
		}
		if name := valueName().FindStringSubmatch(lines[r.Line-1][r.Col-1:]); name != nil {
			names[i] = name[1]
		}
	}
	return names
}

// valueName is what stands before the type of a parameter.
var valueName = pattern.Of(`^%([A-Za-z_][\w$.-]*)`)

// machine makes what runs the module: the simulator, with the kernels on GPUs if there are some; more sets further options.
func (c *compilation) machine(g *gpus, more func(*sim.Options)) (*sim.Machine, error) {
	devices, err := numDevices()
	if err != nil {
		return nil, err
	}
	opts := sim.Options{Devices: devices, Schedule: c.o.schedule, StrictInit: c.o.strictInit, Stdout: c.s.stdout, Diags: c.diags, Context: c.s.ctx}
	more(&opts)
	c.s.stage.Store("run")
	if c.s.newDevice != nil {
		if opts.Device, err = c.s.newDevice(c.module); err != nil {
			return nil, err
		}
	}
	if g != nil {
		opts.Device = g
		c.bind(g.used[g.at].target)
		if err := c.toolStage("GPU code", func(context.Context) error { return g.load(c.module, c.warn) }); err != nil {
			return nil, c.unsupported(err)
		}
	}
	return sim.New(c.module, opts), nil
}

// running runs a program on a machine; what is found is shown.
func (c *compilation) running(m *sim.Machine, f func() error) error {
	c.s.runs(func() activity { return c.activityOf(m) })
	err := c.stage("run", func() error { return c.s.limit(c.o, f) })
	c.s.runs(nil)
	if err != sim.ErrFailed {
		return err
	}
	if v := c.verdict(); v != nil {
		return v
	}
	return rejected{"the run failed"}
}

// runStats reports what was executed, if that is asked for.
func (c *compilation) runStats(m *sim.Machine, g *gpus) {
	switch {
	case !c.o.stats:
	case g != nil:
		g.report(c.s.stderr, m.Stats())
	default:
		c.reportStats(m.Stats())
	}
}
