package exec

import (
	"strings"

	"descend/dialects/nat"
	"descend/ir"
)

// StepKind is a way from a resource to a part of it.
type StepKind int

// The steps.
const (
	ForallStep StepKind = iota
	FstStep
	SndStep
	WarpsStep
	ThreadsStep
)

// Step leads from a resource to the next inner one.
type Step struct {
	Kind StepKind
	Axis Axis     // of ForallStep, FstStep, SndStep
	At   nat.Expr // of FstStep and SndStep
	// Level is the kind of resource the step starts from, normalized to Grid, Block, Warp(Grp) or
	// GlobalThreads: which hierarchy level the axis belongs to.
	From *Type
	// Op made the step: exec.sched, exec.split, exec.to_warps, exec.to_threads.
	Op *ir.Operation
}

// Resource is an execution resource as the path from the function's own resource to it (paper fig. 3):
// base.forall(Y).forall(X).split(32, X).fst ..
type Resource struct {
	Base  *ir.Value
	Steps []Step
}

// ResourceOf gives the path of an execution resource value. Type steps are derived from the defining
// operations; an unknown definition makes the value its own base.
func ResourceOf(v *ir.Value) Resource {
	var rev []Step
	for {
		if b := v.OwnerBlock(); b != nil && b.Parent() != nil {
			switch p := b.Parent(); p.Name() {
			case "exec.sched":
				axes := SchedOp{p}.Axes()
				t := TypeOf(p.Operand(0))
				froms := make([]*Type, len(axes))
				for i, a := range axes {
					froms[i] = t
					if n, ok := t.Forall(p.Context(), a); ok {
						t = n
					}
				}
				for i := len(axes) - 1; i >= 0; i-- {
					rev = append(rev, Step{Kind: ForallStep, Axis: axes[i], From: froms[i], Op: p})
				}
				v = p.Operand(0)
				continue
			case "exec.split":
				s := SplitOp{p}
				k := FstStep
				if b.Region() == p.Region(1) {
					k = SndStep
				}
				rev = append(rev, Step{Kind: k, Axis: s.Axis(), At: s.At(), From: TypeOf(p.Operand(0)), Op: p})
				v = p.Operand(0)
				continue
			}
		}
		if o := v.DefiningOp(); o != nil {
			switch o.Name() {
			case "exec.to_warps":
				rev = append(rev, Step{Kind: WarpsStep, From: TypeOf(o.Operand(0)), Op: o})
				v = o.Operand(0)
				continue
			case "exec.to_threads":
				rev = append(rev, Step{Kind: ThreadsStep, From: TypeOf(o.Operand(0)), Op: o})
				v = o.Operand(0)
				continue
			}
		}
		break
	}
	for i, j := 0, len(rev)-1; i < j; i, j = i+1, j-1 {
		rev[i], rev[j] = rev[j], rev[i]
	}
	return Resource{Base: v, Steps: rev}
}

// String is the path in the paper's notation without the base: "forall(Y).forall(X).split(32, X).fst".
func (r Resource) String() string {
	var parts []string
	for _, s := range r.Steps {
		switch s.Kind {
		case ForallStep:
			parts = append(parts, "forall("+s.Axis.String()+")")
		case FstStep:
			parts = append(parts, "split("+s.At.String()+", "+s.Axis.String()+").fst")
		case SndStep:
			parts = append(parts, "split("+s.At.String()+", "+s.Axis.String()+").snd")
		case WarpsStep:
			parts = append(parts, "to_warps")
		case ThreadsStep:
			parts = append(parts, "to_threads")
		}
	}
	return strings.Join(parts, ".")
}
