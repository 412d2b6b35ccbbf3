package place

import (
	"descend/dialects/exec"
	"descend/dialects/gpu"
	"descend/dialects/nat"
	"descend/ir"
)

// Run is a part of a block that has the threads from First on, Count of them, in the order in which the hardware numbers them: x
// fastest. The threads of a run that begins and ends at multiples of 32 are whole warps, which can wait for each other.
type Run struct{ First, Count nat.Expr }

// Key is a text that two runs have in common if they certainly have the same threads.
func (r Run) Key() string { return r.First.Key() + " " + r.Count.Key() }

// End is behind the last thread.
func (r Run) End() nat.Expr { return r.First.Add(r.Count) }

// Subst replaces nat variables.
func (r Run) Subst(m map[string]nat.Expr) Run { return Run{r.First.Subst(m), r.Count.Subst(m)} }

// Scattered says that a part of a block is no run: it has only some positions along the axis Split, and several along Outer, which the
// hardware counts more slowly.
type Scattered struct{ Split, Outer exec.Axis }

// RunOf is the run of a part that splits make of a block, or of its warps, in the function at hand; nil for other resources. The part
// may be scattered.
func RunOf(part *ir.Value) (*Run, *Scattered) {
	whole := splitFrom(part)
	t := exec.TypeOf(whole)
	switch {
	case whole == part:
		return nil, nil
	case t.Kind == exec.WarpGrp && ir.Is[exec.ToWarpsOp](whole.DefiningOp()):
		c, _ := Counted(part, exec.X)
		return &Run{c.Lo.Mul(nat.Int(gpu.WarpSize)), c.Extent.Mul(nat.Int(gpu.WarpSize))}, nil
	case t.Kind != exec.Block:
		return nil, nil
	}
	run := &Run{Count: nat.Int(1)}
	stride := nat.Int(1)
	axes := t.Dim.Axes()
	for i, a := range axes {
		c, _ := Counted(part, a)
		run.First = run.First.Add(c.Lo.Mul(stride))
		run.Count = run.Count.Mul(c.Extent)
		stride = stride.Mul(t.Dim.Size[a])
		if c.Lo.IsZero() && c.Extent.Equal(t.Dim.Size[a]) {
			continue
		}
		for _, outer := range axes[i+1:] {
			if o, _ := Counted(part, outer); !o.Extent.IsOne() {
				return nil, &Scattered{a, outer}
			}
		}
	}
	return run, nil
}

// splitFrom is what splits made a part of; the part itself if none did.
func splitFrom(part *ir.Value) *ir.Value {
	for {
		b := part.OwnerBlock()
		if b == nil || !ir.Is[exec.SplitOp](b.Parent()) {
			return part
		}
		part = b.Parent().Operand(0)
	}
}

// RunsAround calls visit for the runs of which op is executed, innermost first.
func RunsAround(op *ir.Operation, visit func(Run)) {
	for b := op.Block(); b != nil && b.Parent() != nil; b = b.Parent().Block() {
		if ir.Is[exec.SplitOp](b.Parent()) {
			if run, _ := RunOf(b.Arg(0)); run != nil {
				visit(*run)
			}
		}
	}
}
