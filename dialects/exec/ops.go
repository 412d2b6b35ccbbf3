// Package exec is the dialect that says who executes: grids, blocks, warps and threads as values of type
// !exec.grid<..> and so on, and the operations that go from a resource to its parts.
//
// A resource is an SSA value; the region of exec.sched or exec.split gets the inner resource as block
// argument, and [ResourceOf] recovers the path that the checks compare. Lowering turns resources into
// block and thread ids, predicates and barriers. The dialect does not know what memory is.
package exec

import (
	"fmt"
	"slices"

	"descend/dialects/gpu"
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
	Description: "Every resource of the operand along the axes, outermost first, executes the region, all of them concurrently (paper, T-Sched). " +
		"The block argument is the inner resource: a grid scheduled over all its axes gives a block, a block a thread, a group of warps a " +
		"warp, a warp a thread; with axes left it is a block_grp or thread_grp.",
	Example: `descend.func @k(%grid: !exec.grid<XY<4, 8>, X<32>>) {
  exec.sched ["Y", "X"] of %grid : !exec.grid<XY<4, 8>, X<32>> {
  ^bb0(%block: !exec.block<X<32>>):
    exec.sched ["X"] of %block : !exec.block<X<32>> {
    ^bb0(%thread: !exec.thread):
    }
  }
}
`,
	Operands: []ir.OperandDef{{Name: "from", Type: isResource}},
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

// RegionEdges leads through the region, which every part of the resource executes.
func (o SchedOp) RegionEdges() []ir.RegionEdge {
	body := o.Region(0)
	return []ir.RegionEdge{{From: o.Operation, To: body}, ir.EndOf(body, nil)}
}

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
	r := ir.NewRegion(ir.NewBlock(b.Loc(), t))
	return SchedOp{b.OpR("exec.sched", []*ir.Value{from}, nil, []*ir.Region{r}, ir.Attr("axes", b.Ctx.ArrayAttr(l...)))}
}

// SplitOp divides the resources of %from along an axis at a position; the first region is executed by
// those below it, the second by the others, concurrently. Each region has the part as block argument.
type SplitOp struct{ *ir.Operation }

var splitDef = &ir.OpDef{
	Name: "exec.split", Summary: "split a resource into two independent parts",
	Description: "Divides the resources of the operand along `axis` at the position `at`: the first region is executed by those below it, the second by " +
		"the others, concurrently (paper section 3.1). Each region has its part as block argument: a thread_grp of a block, warp or " +
		"thread_grp, a block_grp of a grid, and so on, with the number of resources along the axis in its type.",
	Example: `descend.func @k(%block: !exec.block<X<64>>) {
  exec.split "X" of %block : !exec.block<X<64>> at #descend.nat<16> {
  ^bb0(%fst: !exec.thread_grp<X<16>>):
  }, {
  ^bb0(%snd: !exec.thread_grp<X<48>>):
  }
}
`,
	Operands: []ir.OperandDef{{Name: "from", Type: isResource}},
	Attrs:    []ir.AttrDef{{Name: "axis", Attr: isAxis}, {Name: "at", Attr: isNat}},
	Regions:  []ir.RegionDef{{Name: "fst"}, {Name: "snd"}},
	Traits:   ir.SingleBlock | ir.NoTerminator | ir.RecursiveMemoryEffects,
	Format:   "$axis `of` $from `:` type($from) `at` $at attr-dict-with-keyword $fst `,` $snd"}

// Def is the definition.
func (SplitOp) Def() *ir.OpDef { return splitDef }

// RegionEdges leads through one of the regions: for one thread, as it is in the first part or in the second. That other
// threads execute the other region meanwhile is not a way of control.
func (o SplitOp) RegionEdges() []ir.RegionEdge {
	fst, snd := o.Region(0), o.Region(1)
	return []ir.RegionEdge{{From: o.Operation, To: fst}, {From: o.Operation, To: snd}, ir.EndOf(fst, nil), ir.EndOf(snd, nil)}
}

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
		rs = append(rs, ir.NewRegion(ir.NewBlock(b.Loc(), p)))
	}
	return SplitOp{b.OpR("exec.split", []*ir.Value{from}, nil, rs,
		ir.Attr("axis", b.Ctx.StringAttr(axis.String())), ir.Attr("at", at))}
}

// SyncOp is the barrier of a block, a warp or a grid.
type SyncOp struct{ *ir.Operation }

var syncDef = &ir.OpDef{
	Name: "exec.sync", Summary: "barrier of a block, warp or grid",
	Description: "All threads of the resource, a block, warp or grid, wait for each other; their earlier accesses to memory are ordered before their later " +
		"ones. Reads and writes unknown memory, so nothing moves across it. exec-check and barrier-check say where it may stand.",
	Example: `descend.func @k(%block: !exec.block<X<64>>) {
  exec.sync %block : !exec.block<X<64>>
}
`,
	Operands: []ir.OperandDef{{Name: "resource", Type: isResource}},
	Format:   "$resource attr-dict `:` type($resource)",
}

// Def is the definition.
func (SyncOp) Def() *ir.OpDef { return syncDef }

// Waits is the block, warp or grid.
func (o SyncOp) Waits() *ir.Value { return o.Operand(0) }

// Effects: a barrier orders everything.
func (o SyncOp) Effects() []ir.Effect {
	return orders()
}

// NewSync makes a barrier.
func NewSync(b *ir.Builder, resource *ir.Value) SyncOp {
	return SyncOp{b.Op("exec.sync", []*ir.Value{resource}, nil)}
}

// ToWarpsOp views a block of a multiple of 32 threads as its warps.
type ToWarpsOp struct{ *ir.Operation }

var toWarpsDef = &ir.OpDef{
	Name: "exec.to_warps", Summary: "the warps of a block",
	Description: "The warps of a block, 32 consecutive threads each in the order x, y, z. nat-check proves that 32 divides the number of threads.",
	Example: `descend.func @k(%block: !exec.block<XY<16, 8>>) {
  %0 = exec.to_warps %block : !exec.block<XY<16, 8>> -> !exec.warp_grp<X<4>>
}
`,
	Operands: []ir.OperandDef{{Name: "block", Type: isResource}},
	Results:  []ir.OperandDef{{Name: "warps", Type: isResource}},
	Traits:   ir.Pure,
	Format:   "$block attr-dict `:` type($block) `->` type($warps)",
}

// Def is the definition.
func (ToWarpsOp) Def() *ir.OpDef { return toWarpsDef }

// NewToWarps makes the warps of a block.
func NewToWarps(b *ir.Builder, block *ir.Value) ToWarpsOp {
	return ToWarpsOp{b.Op("exec.to_warps", []*ir.Value{block}, []ir.Type{WarpsOf(b.Ctx, TypeOf(block))})}
}

// WarpsOf is the type of the warps of a block.
func WarpsOf(c *ir.Context, t *Type) *Type {
	n := t.Dim.Volume().Div(nat.Int(gpu.WarpSize))
	return Get(c, WarpGrp, NewDim([]Axis{X}, []nat.Expr{n}), Dim{})
}

// Verify checks the level of the operand and the type of the result.
func (o ToWarpsOp) Verify() error {
	t := TypeOf(o.Operand(0))
	if t.Kind != Block {
		return fmt.Errorf("only a block has warps, not %s", t.User())
	}
	if want := WarpsOf(o.Context(), t); o.Result(0).Type() != ir.Type(want) {
		return fmt.Errorf("result must have type %s", want)
	}
	return nil
}

// ToThreadsOp views a grid as all its threads, per axis blocks times threads.
type ToThreadsOp struct{ *ir.Operation }

var toThreadsDef = &ir.OpDef{
	Name: "exec.to_threads", Summary: "all threads of a grid",
	Description: "All threads of a grid as one group: along each axis blocks times threads of a block.",
	Example: `descend.func @k(%grid: !exec.grid<X<n>, X<64>>) attributes {generics = ["n: nat"]} {
  %0 = exec.to_threads %grid : !exec.grid<X<n>, X<64>> -> !exec.global_threads<X<n*64>>
}
`,
	Operands: []ir.OperandDef{{Name: "grid", Type: isResource}},
	Results:  []ir.OperandDef{{Name: "threads", Type: isResource}},
	Traits:   ir.Pure,
	Format:   "$grid attr-dict `:` type($grid) `->` type($threads)",
}

// Def is the definition.
func (ToThreadsOp) Def() *ir.OpDef { return toThreadsDef }

// NewToThreads makes the threads of a grid.
func NewToThreads(b *ir.Builder, grid *ir.Value) ToThreadsOp {
	return ToThreadsOp{b.Op("exec.to_threads", []*ir.Value{grid}, []ir.Type{GlobalThreadsOf(b.Ctx, TypeOf(grid))})}
}

// Verify checks the level of the operand and the type of the result.
func (o ToThreadsOp) Verify() error {
	t := TypeOf(o.Operand(0))
	if t.Kind != Grid {
		return fmt.Errorf("only a grid has threads of its own, not %s", t.User())
	}
	if want := GlobalThreadsOf(o.Context(), t); o.Result(0).Type() != ir.Type(want) {
		return fmt.Errorf("result must have type %s", want)
	}
	return nil
}

// PositionOp is the number of a resource among those that the schedule around has along an axis, from 0 on.
type PositionOp struct{ *ir.Operation }

var positionDef = &ir.OpDef{
	Name: "exec.position", Summary: "number of a resource in its schedule",
	Description: "Which of the resources along the axis the operand is, in the exec.sched whose region has it as block argument: from 0 on, also " +
		"where the schedule is of a part of a block or grid. It is the index that view.select takes.",
	Example: `descend.func @k(%block: !exec.block<XY<8, 8>>) {
  exec.sched ["Y", "X"] of %block : !exec.block<XY<8, 8>> {
  ^bb0(%thread: !exec.thread):
    %0 = exec.position "Y" of %thread : !exec.thread -> index
  }
}
`,
	Operands: []ir.OperandDef{{Name: "of", Type: isResource}},
	Results:  []ir.OperandDef{{Name: "position", Type: ir.IndexT}},
	Attrs:    []ir.AttrDef{{Name: "axis", Attr: isAxis}},
	Traits:   ir.Pure,
	Format:   "$axis `of` $of attr-dict `:` type($of) `->` type($position)",
}

// Def is the definition.
func (PositionOp) Def() *ir.OpDef { return positionDef }

// NewPosition makes the number of a resource in its schedule, which has the axis.
func NewPosition(b *ir.Builder, of *ir.Value, a Axis) PositionOp {
	return PositionOp{b.Op("exec.position", []*ir.Value{of}, []ir.Type{b.Ctx.Index()}, ir.NamedAttr{Name: "axis", Value: b.Ctx.StringAttr(a.String())})}
}

// Of is the resource.
func (o PositionOp) Of() *ir.Value { return o.Operand(0) }

// Axis is the dimension.
func (o PositionOp) Axis() Axis { a, _ := ParseAxis(o.StringAttr("axis")); return a }

// Verify wants a schedule that gives the resource.
func (o PositionOp) Verify() error {
	if b := o.Of().OwnerBlock(); b != nil {
		if s, ok := ir.As[SchedOp](b.Parent()); ok && slices.Contains(s.Axes(), o.Axis()) {
			return nil
		}
	}
	return fmt.Errorf("the resource must be that of a schedule over %s", o.Axis())
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
		Description: "An execution resource is an SSA value: of type `!exec.cpu_thread`, `!exec.grid<XY<4, 8>, X<32>>` (blocks, threads of a block), " +
			"`!exec.block<X<32>>`, `!exec.warp`, `!exec.thread`; of parts of these, `!exec.block_grp`, `thread_grp`, `warp_grp`; or " +
			"`!exec.global_threads<X<n>>`, all threads of a grid. `#exec.path<to_warps.forall(X).split(8, X).fst>` is the way from a resource to parts of it. The region of `exec.sched` or `exec.split` has the inner resource as " +
			"block argument, so that the path from the function's resource to who executes an operation can be read off. Lowering turns " +
			"resources into block and thread ids, predicates and barriers. The dialect does not know what memory is.",
		Ops: []ir.OpEntry{
			ir.Op(func(o *ir.Operation) SchedOp { return SchedOp{o} }),
			ir.Op(func(o *ir.Operation) SplitOp { return SplitOp{o} }),
			ir.Op(func(o *ir.Operation) SyncOp { return SyncOp{o} }),
			ir.Op(func(o *ir.Operation) ToWarpsOp { return ToWarpsOp{o} }),
			ir.Op(func(o *ir.Operation) ToThreadsOp { return ToThreadsOp{o} }),
			ir.Op(func(o *ir.Operation) PositionOp { return PositionOp{o} }),
			ir.Op(func(o *ir.Operation) NewBarrierOp { return NewBarrierOp{o} }),
			ir.Op(func(o *ir.Operation) ArriveOp { return ArriveOp{o} }),
			ir.Op(func(o *ir.Operation) WaitOp { return WaitOp{o} }),
		},
		ParseType: parseType,
		ParseAttr: parseAttr,
		Rule:      declared,
	}
}
