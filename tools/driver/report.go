package driver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"descend/backend/ptx"
	"descend/dialects/descend"
	"descend/dialects/exec"
	funcd "descend/dialects/func"
	gpud "descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/frontend/diag"
	"descend/ir"
	"descend/ir/outfile"
	"descend/passes/cost"
	"descend/tools/arguments"
	"descend/tools/report"
)

// report is the command: what kernels cost, without running them.
func (s *session) report(args []string) error {
	o := &options{}
	if err := s.parse(o, "report", args); err != nil {
		return done(err)
	}
	if o.json && o.html == stdinName {
		return usagef("--json and --html=- both write to standard output")
	}
	if o.html != "" {
		if err := s.checkOutputs(o, nil, outfile.Output{Asked: "--html=" + o.html, Path: o.html}); err != nil {
			return err
		}
	}
	o.stdoutTaken = true
	c, err := s.accepted(o)
	if err != nil {
		return err
	}
	r, err := c.costs()
	if err != nil {
		return err
	}
	defer c.reportTimes(s.stderr)
	return s.writeReport(o, r)
}

// writeReport writes the forms that are asked for; by default text.
func (s *session) writeReport(o *options, r *report.Report) error {
	if o.html != "" {
		page, err := r.HTML()
		if err != nil {
			return err
		}
		if err := s.writeOutput(o.html, page, false); err != nil {
			return err
		}
	}
	switch {
	case o.json:
		text, err := r.JSON()
		if err != nil {
			return err
		}
		_, err = s.stdout.Write(text)
		return err
	case o.html != stdinName:
		fmt.Fprint(s.stdout, r.Text(report.TextOptions{Color: colors(s.stdout)}))
	}
	return nil
}

// costs finds what the kernels of the program cost.
func (c *compilation) costs() (*report.Report, error) {
	entries, err := c.reported()
	if err != nil {
		return nil, err
	}
	entry := ""
	if len(entries) == 1 {
		entry = ir.SymbolName(entries[0].Operation)
	}
	if err := c.checkDefines(entry); err != nil {
		return nil, err
	}
	nats, chosen, err := c.sizes(entries)
	if err != nil {
		return nil, err
	}
	for _, f := range entries {
		if err := c.checkWheres(f, nats); err != nil {
			return nil, err
		}
	}
	var names []string
	for _, f := range entries {
		names = append(names, ir.SymbolName(f.Operation))
	}
	order := arguments.NatsOf(entries)
	if err := c.lower(entry); err != nil {
		return nil, err
	}
	r := report.New(strings.Join(names, ", "), c.sources)
	for _, n := range order {
		r.Sizes = append(r.Sizes, report.Size{Name: n, Value: nats[n].String()})
	}
	r.Chosen = chosen
	if err := c.stage("costs", func() error { return c.followed(r, names, nats) }); err != nil {
		return nil, err
	}
	if len(r.Kernels) == 0 {
		r.Notes = append(r.Notes, "no kernel is launched")
	}
	c.assembled(r)
	for i := range r.Kernels {
		r.Kernels[i].SetWaves(c.o.target)
	}
	return r, nil
}

// reported are the functions to follow: the one of --fn, else main, else all grid functions.
func (c *compilation) reported() ([]descend.FuncOp, error) {
	if c.o.fn == "" && ir.LookupSymbol(c.module, "main") != nil {
		c.o.fn = "main"
	}
	if c.o.fn != "" {
		f, err := c.entry()
		return []descend.FuncOp{f}, err
	}
	var out []descend.FuncOp
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		t, _ := f.Exec().(*exec.Type)
		plain := !slices.ContainsFunc(f.Generics(), func(g descend.Generic) bool { return g.Kind == "mem" || g.Kind == "dty" })
		if t != nil && t.Kind == exec.Grid && plain && !f.IsExtern() {
			out = append(out, f)
		}
	}
	if len(out) == 0 {
		return nil, usagef("%s has no function main and no kernel that can be launched as it is: --fn=FUNCTION says where to start", strings.Join(c.o.files, ", "))
	}
	return out, nil
}

// sizes are the values of all nats: those of -D, for others such that all clauses hold.
func (c *compilation) sizes(fs []descend.FuncOp) (nats map[string]*big.Int, chosen []string, err error) {
	nats, chosen, err = arguments.Sizes(fs, c.o.nats, arguments.Likely)
	if err != nil {
		return nil, nil, usagef("%v", err)
	}
	return nats, chosen, nil
}

// maxFollowed bounds the operations that are followed for all launches together.
const maxFollowed = 8 * cost.Limit

// followed follows functions of the lowered program.
func (c *compilation) followed(r *report.Report, names []string, nats map[string]*big.Int) error {
	var order []gpud.FuncOp
	costs, first, shapes := map[gpud.FuncOp]*cost.Cost{}, map[gpud.FuncOp]cost.Launch{}, map[gpud.FuncOp]int{}
	left := maxFollowed
	for _, name := range names {
		launches, complete, err := c.launches(name, nats, c.tuned, cost.Limit)
		if err != nil {
			return err
		}
		if !complete {
			r.Notes = append(r.Notes, fmt.Sprintf("what %s launches, or how often, depends on data or on arguments (--arg): launches may be missing", name))
		}
		for _, l := range launches {
			if c.s.ctx.Err() != nil {
				return c.s.ctx.Err()
			}
			one := cost.OfLaunch(l, min(left, cost.Limit))
			left -= one.Followed
			if costs[l.Kernel] == nil {
				order, costs[l.Kernel], first[l.Kernel] = append(order, l.Kernel), &cost.Cost{}, l
			}
			costs[l.Kernel].Merge(one, l.Times)
			shapes[l.Kernel]++
		}
	}
	for _, k := range order {
		l := first[k]
		n := report.Kernel{Name: ir.SymbolName(k.Operation), Place: report.PlaceOf(ir.RangeOf(k.Loc())), Grid: l.Grid, Block: l.Block, Shapes: shapes[k], Shared: l.Shared}
		if f, _ := contract.Of(k.Operation); f.Launch != nil {
			n.Shared += f.Launch.Static
			isFixed := func(s contract.Size) bool { _, ok := s.Const(); return ok }
			n.Example = len(r.Chosen) > 0 && !(isFixed(f.Launch.Grid[0]) && isFixed(f.Launch.Grid[1]) && isFixed(f.Launch.Grid[2]))
		}
		r.SetCost(&n, costs[k])
		if costs[k].Uncounted {
			r.Notes = append(r.Notes, n.Name+" has operations on memory that are not in the numbers")
		}
		r.Kernels = append(r.Kernels, n)
	}
	return nil
}

// launches are those that a function of the lowered program makes, or is.
func (c *compilation) launches(name string, nats map[string]*big.Int, ofRun bool, limit int) (list []cost.Launch, complete bool, err error) {
	for op := range c.module.All("") {
		isKernel := ir.Is[gpud.FuncOp](op)
		if ir.SymbolName(op) != name || !isKernel && !ir.Is[funcd.FuncOp](op) {
			continue
		}
		f, _ := contract.Of(op)
		args, err := c.knownArgs(f, nats, ofRun)
		if err != nil {
			return nil, false, err
		}
		if !isKernel {
			list, complete = cost.Launches(op, args, limit)
			return list, complete, nil
		}
		at, err := arguments.LaunchOf(op, nats)
		l := cost.Launch{Kernel: gpud.FuncOp{Operation: op}, Times: 1, Shared: at.Dynamic, Args: args}
		for d := range 3 {
			l.Grid[d], l.Block[d] = int64(at.Grid[d]), int64(at.Block[d])
		}
		return []cost.Launch{l}, true, err
	}
	return nil, true, nil // without generics that are left it is launched nowhere
}

// knownArgs are the arguments of a function of which the values are known: sizes, and scalars that --arg gives, which gives a run others too.
func (c *compilation) knownArgs(f contract.Function, nats map[string]*big.Int, ofRun bool) ([]cost.Arg, error) {
	given := map[string]string{}
	for _, a := range c.o.args {
		name, value, ok := strings.Cut(a, "=")
		i := slices.IndexFunc(f.Params, func(p contract.Param) bool { return p.Name == name && p.Kind == contract.Scalar })
		if i < 0 && ofRun {
			continue
		}
		if !ok || i < 0 {
			return nil, usagef("--arg %s: a report takes values of scalar parameters, PARAMETER=VALUE", a)
		}
		given[name] = value
	}
	args := make([]cost.Arg, len(f.Params))
	for i, p := range f.Params {
		switch value, ok := given[p.Name]; {
		case p.Kind == contract.Nat && nats[p.Name] != nil && nats[p.Name].IsInt64():
			args[i] = cost.Arg{Value: nats[p.Name].Int64(), Known: true}
		case p.Kind.IsBuffer():
			args[i].Known = true
		case ok:
			bits, err := arguments.ParseScalar(value, p.Elem)
			if err != nil {
				return nil, usagef("--arg %s=%s: %v", p.Name, value, err)
			}
			if t, ok := p.Elem.(*ir.IntegerType); ok {
				args[i] = cost.Arg{Value: int64(bits<<(64-t.Width)) >> (64 - t.Width), Known: true}
			}
		}
	}
	return args, nil
}

// colors says whether a writer is a terminal that shows colors.
func colors(w io.Writer) bool {
	f := fileOf(w)
	return f != nil && diag.WantsColor(f)
}

// assembled adds what ptxas says of the kernels, if it is there.
func (c *compilation) assembled(r *report.Report) {
	if len(r.Kernels) == 0 {
		return
	}
	stats, err := c.assemblyStats()
	var missing *ptx.MissingTool
	switch {
	case errors.As(err, &missing):
		r.Notes = append(r.Notes, fmt.Sprintf("registers and occupancy are not known: %s was not found (%s)", missing.Tool, missing.HowToGet))
	case err != nil:
		r.Notes = append(r.Notes, "registers and occupancy are not known: "+strings.Join(strings.Fields(err.Error()), " "))
	}
	for i := range r.Kernels {
		k := &r.Kernels[i]
		s, ok := stats[k.Name]
		if !ok {
			continue
		}
		k.Assembly = &report.Assembly{Target: c.o.target, Registers: s.Registers, SpillStores: s.SpillStores, SpillLoads: s.SpillLoads, StackBytes: s.StackBytes,
			Bounds: c.o.bound.of(k.Name, c.o.targets()[0])}
		threads := int(k.Block[0] * k.Block[1] * k.Block[2])
		k.Assembly.Occupancy, _ = ptx.OccupancyOf(c.o.target, threads, s.Registers, int(k.Shared))
	}
}

// assemblyStats are what ptxas says of the kernels, by their names.
func (c *compilation) assemblyStats() (map[string]ptx.KernelStats, error) {
	m, err := c.nvvm(c.o.targets()[0])
	if err != nil || len(m.Kernels) == 0 {
		return nil, err
	}
	if _, err := ptx.Default().Ptxas(); err != nil {
		return nil, err
	}
	code, err := c.ptx(m, c.o.targets()[0])
	if err != nil {
		return nil, err
	}
	var list []ptx.KernelStats
	err = c.toolStage("ptxas", func(ctx context.Context) (err error) {
		_, list, err = ptx.Assemble(ctx, ptx.Default(), c.o.target, code.PTX)
		return err
	})
	out := map[string]ptx.KernelStats{}
	for name, symbol := range m.Symbols {
		for _, s := range list {
			if s.Name == symbol {
				out[name] = s
			}
		}
	}
	return out, err
}

// showProfile writes what a run on the simulator counted, for --profile.
func (c *compilation) showProfile() error {
	if c.o.profile == "" {
		return nil
	}
	p := report.NewProfile(c.counters, c.sources)
	if c.o.profile == profileTable {
		fmt.Fprint(c.s.stderr, p.Text(report.TextOptions{Color: colors(c.s.stderr)}))
		return nil
	}
	text, err := p.JSON()
	if err != nil {
		return err
	}
	return c.s.writeOutput(c.o.profile, text, false)
}
