package arguments

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
)

// Complete adds arguments for the parameters that have none: arrays count from 0, numbers are 2.
func Complete(f descend.FuncOp, args []string) ([]string, error) {
	params, err := Describe(f)
	if err != nil {
		return nil, err
	}
	for _, p := range params {
		if slices.ContainsFunc(args, func(a string) bool { return strings.HasPrefix(a, p.Name+"=") }) {
			continue
		}
		args = append(slices.Clip(args), p.Name+"="+p.Usual())
	}
	return args, nil
}

// Usual is an argument for a parameter of which nobody says more.
func (p *Param) Usual() string {
	isBool := false
	if t, ok := p.Elem.(*ir.IntegerType); ok {
		isBool = t.Width == 1
	}
	switch {
	case p.Ref && (p.Raw || len(p.Enums) > 0):
		return "zeros"
	case p.Ref:
		return "iota"
	case len(p.Enums) > 0:
		return "0"
	case isBool:
		return "true"
	}
	return "2"
}

// Start runs a function of a lowered module with its arguments: a kernel by a launch of its own, as its contract says.
// Nats are those that are values when the program runs.
func (b *Binding) Start(m *sim.Machine, name string, executes *exec.Type, nats []*big.Int) ([]uint64, error) {
	args := make([]sim.Arg, 0, len(b.Params)+len(nats))
	for _, p := range b.Params {
		if p.Ref {
			args = append(args, sim.Arg{Data: p.Array.Data})
		} else {
			args = append(args, sim.Arg{Bits: p.Bits})
		}
	}
	for _, n := range nats {
		args = append(args, sim.Arg{Bits: n.Uint64()})
	}
	if executes.Kind != exec.Grid {
		return m.Call(name, args)
	}
	kernel := m.Kernel(name)
	if kernel == nil {
		return nil, fmt.Errorf("no kernel %s", name)
	}
	l, err := LaunchOf(kernel, b.Nats)
	if err != nil {
		return nil, err
	}
	return nil, m.LaunchKernel(name, l, args)
}

// AtRunTime are the values of the nats of a function that stay values when the program runs, those that are not given, in the order of
// declaration: its last arguments.
func (b *Binding) AtRunTime(f descend.FuncOp, given map[string]*big.Int) []*big.Int {
	var out []*big.Int
	for _, g := range f.Generics() {
		if g.Kind == "nat" && given[g.Name] == nil {
			out = append(out, b.Nats[g.Name])
		}
	}
	return out
}
