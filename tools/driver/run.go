package driver

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"strconv"
	"strings"

	"descend/backend/host"
	"descend/backend/manifest"
	"descend/backend/npy"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/ir/room"
	"descend/tools/arguments"
	"descend/tools/collect"
)

// run is the command.
func (s *session) run(args []string) error {
	o := &options{stdoutTaken: true}
	if err := s.parse(o, "run", args); err != nil {
		return done(err)
	}
	if err := o.checkDevice(); err != nil {
		return err
	}
	if o.isMLIR() {
		return s.runMLIR(o)
	}
	if o.profile != "" && o.device != "sim" {
		return usagef("--profile is of the simulator: it takes --device=sim, not %s", o.device)
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
	c, err := s.accepted(o)
	if err != nil {
		return err
	}
	return c.runFunction(outs, g)
}

// checkDevice wants a device that there is.
func (o *options) checkDevice() error {
	kind, _, _ := strings.Cut(o.device, ":")
	if o.device == "sim" || o.device == "cpu" || kind == "cuda" {
		return nil
	}
	return usagef("--device must be sim, cpu, cuda or cuda:INDEX, not %q%s", o.device, similarDevice(o.device))
}

// devicesOf opens what --device needs: GPUs, nil if it is none, and what programs for the CPU are kept in; end closes it.
func (s *session) devicesOf(o *options) (g *gpus, end func(), err error) {
	end = func() {}
	collect.Bound(room.Bound())
	kind, _, _ := strings.Cut(o.device, ":")
	switch kind {
	case "cuda":
		index, err := gpuIndex(o.device)
		if err != nil {
			return nil, end, err
		}
		if g, err = openGPUs(s.ctx, index); err != nil {
			return nil, end, err
		}
		ptx.Warm()
		return g, g.close, nil
	case "cpu":
		if s.programs = s.cache(); s.programs != nil {
			end = func() { s.programs.Close() }
		}
		host.Warm(host.Options{Kind: host.Executable})
	}
	return nil, end, nil
}

// parseOuts reads --out P=FILE.npy and P=-.
func (o *options) parseOuts() (map[string]string, error) {
	outs := map[string]string{}
	for _, a := range o.outs {
		name, file, ok := strings.Cut(a, "=")
		if !ok || file == "" {
			return nil, usagef("--out takes PARAMETER=FILE.npy, or PARAMETER=- to print it, not %q", a)
		}
		if outs[name] != "" {
			return nil, usagef("--out gives %s twice", name)
		}
		outs[name] = file
	}
	return outs, nil
}

// entry finds the function to run.
func (c *compilation) entry() (descend.FuncOp, error) {
	f, ok := ir.As[descend.FuncOp](ir.LookupSymbol(c.module, c.o.fn))
	if !ok {
		var names []string
		for f := range ir.AllOf[descend.FuncOp](c.module) {
			if c.canRun(f) == nil {
				names = append(names, ir.SymbolName(f.Operation))
			}
		}
		if len(names) == 0 {
			return f, usagef("there is no function %s, and none that can be run", c.o.fn)
		}
		text := fmt.Sprintf("there is no function %s; the program has %s%s", c.o.fn, strings.Join(names, ", "), similarFunction(c.o.fn, names))
		if c.o.fn == "main" {
			text += "; --fn names the one to run"
		}
		return f, usagef("%s", text)
	}
	return f, c.canRun(f)
}

// canRun says why a function cannot be run; nil if it can.
func (c *compilation) canRun(f descend.FuncOp) error {
	name := ir.SymbolName(f.Operation)
	if f.IsExtern() {
		return usagef("%s is a declaration without body", name)
	}
	switch t, _ := f.Exec().(*exec.Type); {
	case t == nil || t.Kind == exec.Any:
		return usagef("%s is executed by whoever calls it: run takes functions of the CPU thread or of a grid", name)
	case t.Kind != exec.CPUThread && t.Kind != exec.Grid:
		return usagef("%s is executed by a %s: run takes functions of the CPU thread or of a grid", name, t.User())
	}
	for _, g := range f.Generics() {
		if g.Kind == "mem" || g.Kind == "dty" {
			return usagef("%s is generic in the %s %s: run a function that calls it", name, g.Kind, g.Name)
		}
	}
	return nil
}

// runFunction lowers the program for the chosen function, binds its arguments and runs it: on sim, or with its
// kernels on a GPU.
func (c *compilation) runFunction(outs map[string]string, g *gpus) error {
	f, err := c.entry()
	if err != nil {
		return err
	}
	if err := c.checkDefines(c.o.fn); err != nil {
		return err
	}
	if c.o.sample {
		if err := c.sample(f); err != nil {
			return err
		}
	}
	var b *arguments.Binding
	err = c.stage("arguments", func() (err error) {
		if b, err = arguments.Solve(f, c.o.args, c.o.nats, npy.Read); err != nil {
			return argumentError(err)
		}
		c.binding = b
		return nil
	})
	if err != nil {
		return err
	}
	if err := c.checkOuts(b, outs); err != nil {
		return err
	}
	if err := c.s.checkRunOutputs(c.o, b, outs); err != nil {
		return err
	}
	if err := c.checkWheres(f, b.Nats); err != nil {
		return err
	}
	kernel := f.Exec().(*exec.Type)
	nats := b.AtRunTime(f, c.o.nats)
	if err := c.lower(c.o.fn); err != nil {
		return err
	}
	if err := c.makeArrays(b); err != nil {
		return err
	}
	if c.o.device == "cpu" {
		if err := c.runNative(b, outs); err != nil {
			return err
		}
		c.reportTimes(c.s.stderr)
		return c.writeOuts(b, outs)
	}
	if c.o.profile != "" {
		c.counters = &sim.Counters{}
	}
	m, err := c.machine(g, func(o *sim.Options) { o.Counters = c.counters })
	if err != nil {
		return err
	}
	var results []uint64
	err = c.running(m, func() (err error) {
		results, err = b.Start(m, c.o.fn, kernel, nats)
		return err
	})
	if err != nil {
		return err
	}
	c.show()
	if entry := ir.LookupSymbol(c.module, c.o.fn); len(results) > 0 {
		for i, r := range manifest.OfFunction(entry).Results {
			if r.Kind == "scalar" {
				fmt.Fprintln(c.s.stdout, sim.FormatScalar(manifest.Scalar(r.Elem), results[i]))
			}
		}
	}
	if err := c.writeOuts(b, outs); err != nil {
		return err
	}
	if err := c.showProfile(); err != nil {
		return err
	}
	c.runStats(m, g)
	c.reportTimes(c.s.stderr)
	return nil
}

// argumentError is one of an argument: wrong usage, unless there is no memory for it.
func argumentError(err error) error {
	if _, ok := errors.AsType[*room.Short](err); ok {
		return rejected{err.Error()}
	}
	return usageError{err.Error()}
}

// checkOuts wants parameters that are written.
func (c *compilation) checkOuts(b *arguments.Binding, outs map[string]string) error {
	for name := range outs {
		if p := arguments.Find(b.Params, name); p == nil || !p.Ref {
			return usagef("--out %s: %s has no parameter of reference type with this name; it has %s", name, c.o.fn, arguments.Names(b.Params, name))
		}
	}
	return nil
}

// maxDevices is the most GPUs of a program.
const maxDevices = 16

// numDevices is the number of GPUs that the simulator stands for, by DESCEND_DEVICES.
func numDevices() (int, error) {
	s := os.Getenv("DESCEND_DEVICES")
	if s == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxDevices {
		return 0, usagef("DESCEND_DEVICES must be a number from 1 to %d, not %q", maxDevices, s)
	}
	return n, nil
}

// checkWheres evaluates the where clauses of the function, declared and inferred, for the nats that it is run
// with, as every caller does.
func (c *compilation) checkWheres(f descend.FuncOp, nats map[string]*big.Int) error {
	w, ok := arguments.FalseClause(f, nats)
	if !ok {
		return c.verdict()
	}
	var values []string
	for _, n := range w.Vars() {
		values = append(values, fmt.Sprintf("%s = %s", n, nats[n]))
	}
	why := excluded{w.Clause(), strings.Join(values, ", ")}
	if c.tuned {
		return why
	}
	d := c.diags.Errorf(f.Loc(), descend.CodeNatConstraint, "`%s` cannot run with these sizes", c.o.fn)
	d.WithLabel("%v", why)
	return c.verdict()
}

func (c *compilation) reportStats(st sim.Stats) {
	var run float64
	for _, t := range c.times {
		if t.name == "run" {
			run = t.d.Seconds()
		}
	}
	fmt.Fprintf(c.s.stderr, "sim: %s, %s, %s, %s, %s, %s, %s, %d bytes copied, %.3f s\n",
		count(st.Launches, "launch"), count(st.Blocks, "block"), count(st.Threads, "thread"), count(st.Loads, "load"),
		count(st.Stores, "store"), count(st.Atomics, "atomic"), count(st.Barriers, "barrier"), st.BytesMoved, run)
}

// activityOf is what a machine is at.
func (c *compilation) activityOf(m *sim.Machine) activity {
	now, launches := m.Running()
	a := activity{fn: c.o.fn, launches: launches}
	if now != nil {
		a.kernel, a.place, a.outside = now.Kernel, placeOf(now.At), now.Outside
		a.done, a.total = now.Done(), now.Blocks
	}
	return a
}

// placeOf is where a range starts.
func placeOf(r ir.SourceRange) string { return fmt.Sprintf("%s:%d:%d", r.File, r.Line, r.Col) }
