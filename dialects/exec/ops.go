// Package exec is the dialect that says who executes: grids, blocks, warps and threads as values of type
// !exec.grid<..> and so on, and the operations that go from a resource to its parts.
//
// A resource is an SSA value; the region of exec.sched or exec.split gets the inner resource as block
// argument, and [ResourceOf] recovers the path that the checks compare. Lowering turns resources into
// block and thread ids, predicates and barriers. The dialect does not know what memory is.
package exec

import (
	"fmt"

	"descend/dialects/nat"
	"descend/ir"
)

// NatAttr is how this dialect reads nats from attributes (descend.NatAttr implements it): the exec dialect
// must not depend on the descend dialect.
type NatAttr interface {
	ir.Attribute
	NatExpr() nat.Expr
}

var isResource = ir.TypeConstraint{Name: "execution resource", Is: func(t ir.Type) bool {
	_, ok := t.(*Type)
	return ok
}}

var isNat = ir.AttrConstraint{Name: "nat", Is: func(a ir.Attribute) bool {
	_, ok := a.(NatAttr)
	return ok
}}

var isAxis = ir.AttrConstraint{Name: `"X", "Y" or "Z"`, Is: func(a ir.Attribute) bool {
	s, ok := a.(*ir.StringAttr)
	if !ok {
		return false
	}
	_, ok = ParseAxis(s.Value)
	return ok
}}

// SchedOp executes its region once for each resource of %from along the axes, outermost first:
// sched(Y, X) thread in block is axes = ["Y", "X"]. The block argument is the inner resource; its type is
// that of %from after Forall over each axis.
type SchedOp struct{ *ir.Operation }

var schedDef = &ir.OpDef{
	Name: "exec.sched", Summary: "schedule a computation over the parts of a resource",
	Description: "Executes the region by every resource of the operand along the axes (paper, T-Sched).",
	Operands:    []ir.OperandDef{{Name: "from", Type: isResource}},
	Attrs: []ir.AttrDef{{Name: "axes", Attr: ir.AttrConstraint{Name: "array of axes", Is: func(a ir.Attribute) bool {
		l, ok := a.(*ir.ArrayAttr)
		if !ok || len(l.Elems) == 0 {
			return false
		}
		for _, e := range l.Elems {
			if !isAxis.Is(e) {
				return false
			}
		}
		return true
	}}}},
	Regions: []ir.RegionDef{{Name: "body"}},
	Traits:  ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:  "$axes `of` $from attr-dict-with-keyword `:` type($from) $body"}

// Def is the definition.
func (SchedOp) Def() *ir.OpDef { return schedDef }

// From is the scheduled resource.
func (o SchedOp) From() *ir.Value { return o.Operand(0) }

// Axes are the axes, outermost first.
func (o SchedOp) Axes() []Axis {
	l, _ := o.Attr("axes").(*ir.ArrayAttr)
	if l == nil {
		return nil
	}
	var out []Axis
	for _, e := range l.Elems {
		a, _ := ParseAxis(e.(*ir.StringAttr).Value)
		out = append(out, a)
	}
	return out
}

// Inner is the resource that executes the body.
func (o SchedOp) Inner() *ir.Value { return o.Body(0).Arg(0) }

// Verify checks the type of the inner resource.
func (o SchedOp) Verify() error {
	if o.Region(0).Empty() || o.Body(0).NumArgs() != 1 {
		return fmt.Errorf("expects one block argument, the inner resource")
	}
	t := TypeOf(o.From())
	for _, a := range o.Axes() {
		n, ok := t.Forall(o.Context(), a)
		if !ok {
			return fmt.Errorf("cannot schedule %s over %s", t.User(), a)
		}
		t = n
	}
	if o.Inner().Type() != ir.Type(t) {
		return fmt.Errorf("inner resource must have type %s, not %s", t, o.Inner().Type())
	}
	return nil
}

// ValueNames names the inner resource by its level.
func (o SchedOp) ValueNames(set func(v *ir.Value, name string)) {
	if t := TypeOf(o.Inner()); t != nil {
		set(o.Inner(), kindNames[t.Kind])
	}
}

// NewSched makes a schedule with an empty body; the axes must exist.
func NewSched(b *ir.Builder, from *ir.Value, axes []Axis) SchedOp {
	t := TypeOf(from)
	var l []ir.Attribute
	for _, a := range axes {
		l = append(l, b.Ctx.StringAttr(a.String()))
		if n, ok := t.Forall(b.Ctx, a); ok {
			t = n
		}
	}
	r := ir.NewRegion(ir.NewBlock(b.Loc, t))
	return SchedOp{b.OpR("exec.sched", []*ir.Value{from}, nil, []*ir.Region{r}, ir.Attr("axes", b.Ctx.ArrayAttr(l...)))}
}

// SplitOp divides the resources of %from along an axis at a position; the first region is executed by
// those below it, the second by the others, concurrently. Each region has the part as block argument.
type SplitOp struct{ *ir.Operation }

var splitDef = &ir.OpDef{
	Name: "exec.split", Summary: "split a resource into two independent parts",
	Description: "The two regions are executed concurrently by the parts (paper section 3.1).",
	Operands:    []ir.OperandDef{{Name: "from", Type: isResource}},
	Attrs:       []ir.AttrDef{{Name: "axis", Attr: isAxis}, {Name: "at", Attr: isNat}},
	Regions:     []ir.RegionDef{{Name: "fst"}, {Name: "snd"}},
	Traits:      ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:      "$axis `of` $from `:` type($from) `at` $at attr-dict-with-keyword $fst `,` $snd"}

// Def is the definition.
func (SplitOp) Def() *ir.OpDef { return splitDef }

// From is the resource that is split.
func (o SplitOp) From() *ir.Value { return o.Operand(0) }

// Axis is the axis of the split.
func (o SplitOp) Axis() Axis {
	a, _ := ParseAxis(o.StringAttr("axis"))
	return a
}

// At is the position: the number of resources in the first part.
func (o SplitOp) At() nat.Expr {
	if a, ok := o.Attr("at").(NatAttr); ok {
		return a.NatExpr()
	}
	return nat.Expr{}
}

// Verify checks the types of the parts.
func (o SplitOp) Verify() error {
	t := TypeOf(o.From())
	n, ok := t.Extent(o.Axis())
	if !ok {
		return fmt.Errorf("cannot split %s along %s", t.User(), o.Axis())
	}
	for i, size := range []nat.Expr{o.At(), n.Sub(o.At())} {
		want, ok := t.SplitPart(o.Context(), o.Axis(), size)
		if !ok {
			return fmt.Errorf("cannot split %s", t.User())
		}
		if o.Region(i).Empty() || o.Body(i).NumArgs() != 1 || o.Body(i).Arg(0).Type() != ir.Type(want) {
			return fmt.Errorf("part %d must be a block argument of type %s", i, want)
		}
	}
	return nil
}

// ValueNames names the parts.
func (o SplitOp) ValueNames(set func(v *ir.Value, name string)) {
	set(o.Body(0).Arg(0), "fst")
	set(o.Body(1).Arg(0), "snd")
}

// NewSplit makes a split with empty regions; at must be an attribute that implements NatAttr.
func NewSplit(b *ir.Builder, from *ir.Value, axis Axis, at NatAttr) SplitOp {
	t := TypeOf(from)
	n, _ := t.Extent(axis)
	var rs []*ir.Region
	for _, size := range []nat.Expr{at.NatExpr(), n.Sub(at.NatExpr())} {
		p, ok := t.SplitPart(b.Ctx, axis, size)
		if !ok {
			p = t
		}
		rs = append(rs, ir.NewRegion(ir.NewBlock(b.Loc, p)))
	}
	return SplitOp{b.OpR("exec.split", []*ir.Value{from}, nil, rs,
		ir.Attr("axis", b.Ctx.StringAttr(axis.String())), ir.Attr("at", at))}
}

// SyncOp is the barrier of a block or warp.
type SyncOp struct{ *ir.Operation }

var syncDef = &ir.OpDef{
	Name: "exec.sync", Summary: "barrier of a block or warp",
	Description: "All threads of the resource wait for each other; their earlier accesses are ordered before their later ones.",
	Operands:    []ir.OperandDef{{Name: "resource", Type: isResource}},
	Format:      "$resource attr-dict `:` type($resource)",
}

// Def is the definition.
func (SyncOp) Def() *ir.OpDef { return syncDef }

// Resource is the block or warp.
func (o SyncOp) Resource() *ir.Value { return o.Operand(0) }

// Effects: a barrier orders everything.
func (o SyncOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}}
}

// NewSync makes a barrier.
func NewSync(b *ir.Builder, resource *ir.Value) SyncOp {
	return SyncOp{b.Op("exec.sync", []*ir.Value{resource}, nil)}
}

// ToWarpsOp views a block of a multiple of 32 threads as its warps.
type ToWarpsOp struct{ *ir.Operation }

var toWarpsDef = &ir.OpDef{
	Name: "exec.to_warps", Summary: "the warps of a block",
	Description: "A warp is 32 consecutive threads of the block in the order x, y, z.",
	Operands:    []ir.OperandDef{{Name: "block", Type: isResource}},
	Results:     []ir.OperandDef{{Name: "warps", Type: isResource}},
	Traits:      ir.Pure,
	Format:      "$block attr-dict `:` type($block) `->` type($warps)",
}

// Def is the definition.
func (ToWarpsOp) Def() *ir.OpDef { return toWarpsDef }

// NewToWarps makes the warps of a block.
func NewToWarps(b *ir.Builder, block *ir.Value) ToWarpsOp {
	n := TypeOf(block).Dim.Volume().Div(nat.Int(32))
	t := Get(b.Ctx, WarpGrp, NewDim([]Axis{X}, []nat.Expr{n}), Dim{})
	return ToWarpsOp{b.Op("exec.to_warps", []*ir.Value{block}, []ir.Type{t})}
}

// ToThreadsOp views a grid as all its threads, per axis blocks times threads.
type ToThreadsOp struct{ *ir.Operation }

var toThreadsDef = &ir.OpDef{
	Name: "exec.to_threads", Summary: "all threads of a grid",
	Description: "Per axis there are as many as blocks times threads of a block.",
	Operands:    []ir.OperandDef{{Name: "grid", Type: isResource}},
	Results:     []ir.OperandDef{{Name: "threads", Type: isResource}},
	Traits:      ir.Pure,
	Format:      "$grid attr-dict `:` type($grid) `->` type($threads)",
}

// Def is the definition.
func (ToThreadsOp) Def() *ir.OpDef { return toThreadsDef }

// NewToThreads makes the threads of a grid.
func NewToThreads(b *ir.Builder, grid *ir.Value) ToThreadsOp {
	return ToThreadsOp{b.Op("exec.to_threads", []*ir.Value{grid}, []ir.Type{GlobalThreadsOf(b.Ctx, TypeOf(grid))})}
}

// GlobalThreadsOf is the type of all threads of a grid.
func GlobalThreadsOf(c *ir.Context, t *Type) *Type {
	var d Dim
	for a := X; a <= Z; a++ {
		switch {
		case t.Dim.Has[a] && t.Inner.Has[a]:
			d = d.With(a, t.Dim.Size[a].Mul(t.Inner.Size[a]))
		case t.Dim.Has[a]:
			d = d.With(a, t.Dim.Size[a])
		case t.Inner.Has[a]:
			d = d.With(a, t.Inner.Size[a])
		}
	}
	return Get(c, GlobalThreads, d, Dim{})
}

// Dialect returns the exec dialect.
func Dialect() *ir.Dialect {
	return &ir.Dialect{
		Name:    "exec",
		Summary: "who executes: grids, blocks, warps and threads",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) SchedOp { return SchedOp{o} }),
			ir.Op(func(o *ir.Operation) SplitOp { return SplitOp{o} }),
			ir.Op(func(o *ir.Operation) SyncOp { return SyncOp{o} }),
			ir.Op(func(o *ir.Operation) ToWarpsOp { return ToWarpsOp{o} }),
			ir.Op(func(o *ir.Operation) ToThreadsOp { return ToThreadsOp{o} }),
		},
		ParseType: parseType,
	}
}
