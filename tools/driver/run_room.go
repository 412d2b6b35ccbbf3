package driver

import (
	"math"

	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
	"descend/ir/room"
	"descend/passes/cost"
	"descend/tools/arguments"
)

// makeArrays makes the generated arrays of a run, once the program is lowered and the simulator has memory for it.
func (c *compilation) makeArrays(b *arguments.Binding) error {
	if c.o.device == "sim" {
		if err := c.simulatorHasRoom(b); err != nil {
			return err
		}
	}
	return c.stage("arrays", func() error {
		if err := b.Generate(); err != nil {
			return argumentError(err)
		}
		return nil
	})
}

// foundLaunches bounds the operations of the CPU that are followed to find launches, which is no loss: too little memory is then found
// where it is needed.
const foundLaunches = 1 << 12

// simulatorHasRoom refuses a run in which a launch that is known has arrays that need more memory than the simulator takes, before the time
// is spent that making and copying such arrays takes.
func (c *compilation) simulatorHasRoom(b *arguments.Binding) error {
	launches, _, err := c.launches(c.o.fn, b.Nats, true, foundLaunches)
	if err != nil {
		return nil // the run says it
	}
	for _, l := range launches {
		need := shadowOf(l)
		if l.Doubt != 0 || need <= sim.UsualMemory {
			continue
		}
		at := l.Kernel.Operation
		if l.At != nil {
			at = l.At
		}
		d := c.diags.Errorf(at.Loc(), "sim-memory", "out of memory: the arrays of `%s` need %s at least, and the simulator takes %s at most",
			ir.SymbolName(l.Kernel.Operation), room.Bytes(need), room.Bytes(sim.UsualMemory))
		d.Note(sim.MemoryNote)
		return c.verdict()
	}
	return nil
}

// shadowOf is what the simulator needs for the arrays of a launch, at least, in bytes: shared references may be to one array, so that of them the
// largest counts.
func shadowOf(l cost.Launch) int64 {
	f, _ := contract.Of(l.Kernel.Operation)
	nats := map[string]nat.Expr{}
	for i, p := range f.Params {
		if p.Kind == contract.Nat && i < len(l.Args) && l.Args[i].Known {
			nats[p.Name] = nat.Int(l.Args[i].Value)
		}
	}
	var unique, shared int64
	for i, p := range f.Params {
		if !p.Kind.IsBuffer() || !l.Kernel.Body(0).Arg(i).HasUses() {
			continue
		}
		n := nat.Int(1)
		for _, s := range p.Shape {
			e, err := s.Expr()
			if err != nil {
				return 0
			}
			n = n.Mul(e.Subst(nats))
		}
		count, ok := n.Int64()
		if !ok || count > math.MaxInt64/1024 {
			continue // not known here
		}
		if need := sim.Shadow(count, descend.ScalarSize(p.Elem)); p.Uniq {
			unique += need
		} else {
			shared = max(shared, need)
		}
	}
	return unique + shared
}
