package exec

import (
	"slices"

	"descend/ir"
)

// Taken is a step that an operation takes: exec.sched, exec.split, exec.to_warps or exec.to_threads.
type Taken struct {
	Step
	// From is the type of the resource that the step starts from: which level of the hierarchy the axis belongs to.
	From *Type
	Op   *ir.Operation
}

// Resource is an execution resource as the path from the function's own resource to it.
type Resource struct {
	Base  *ir.Value
	Steps []Taken
}

// Path are the steps.
func (r Resource) Path() Path {
	out := make(Path, len(r.Steps))
	for i, s := range r.Steps {
		out[i] = s.Step
	}
	return out
}

// String is the path in the paper's notation without the base: "forall(Y).forall(X).split(32, X).fst".
func (r Resource) String() string { return r.Path().String() }

// ResourceOf gives the path of an execution resource value. Type steps are derived from the defining
// operations; an unknown definition makes the value its own base.
func ResourceOf(v *ir.Value) Resource {
	var rev []Taken
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
					rev = append(rev, Taken{Step{Kind: ForallStep, Axis: axes[i]}, froms[i], p})
				}
				v = p.Operand(0)
				continue
			case "exec.split":
				s := SplitOp{p}
				k := FstStep
				if b.Region() == p.Region(1) {
					k = SndStep
				}
				rev = append(rev, Taken{Step{Kind: k, Axis: s.Axis(), At: s.At()}, TypeOf(p.Operand(0)), p})
				v = p.Operand(0)
				continue
			}
		}
		if o := v.DefiningOp(); o != nil {
			switch o.Name() {
			case "exec.to_warps":
				rev = append(rev, Taken{Step{Kind: WarpsStep}, TypeOf(o.Operand(0)), o})
				v = o.Operand(0)
				continue
			case "exec.to_threads":
				rev = append(rev, Taken{Step{Kind: ThreadsStep}, TypeOf(o.Operand(0)), o})
				v = o.Operand(0)
				continue
			}
		}
		break
	}
	slices.Reverse(rev)
	return Resource{Base: v, Steps: rev}
}
