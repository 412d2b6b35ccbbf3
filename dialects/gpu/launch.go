package gpu

import (
	"fmt"
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// Arguments of the region of gpu.launch: those of clusters only if there are any; attributions follow.
const (
	launchBlockIDs   = 0
	launchThreadIDs  = 3
	launchGridSizes  = 6
	launchBlockSizes = 9
	launchClusterIDs = 12
	launchClusters   = 15
)

// LaunchOp is gpu.launch.
type LaunchOp struct{ *ir.Operation }

// Def returns the definition.
func (LaunchOp) Def() *ir.OpDef { return launchDef }

var launchDef = &ir.OpDef{
	Name: "gpu.launch", Summary: "launch of the code in its region",
	Description: "Runs the region on the device, once for each thread of the given numbers of blocks and threads, with shared and private memory of its attributions. Its arguments are the positions of block and thread, and the sizes.",
	Example: `func.func @example(%n: index, %m: memref<?xf32>, %x: f32) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n) threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    memref.store %x, %m[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}
`,
	Operands: append([]ir.OperandDef{asyncDeps}, launchOperands(ods.Index)...),
	Results:  []ir.OperandDef{asyncRes},
	Regions:  []ir.RegionDef{{Name: "body"}},
	Traits:   ir.AttrSizedOperands | ir.RecursiveMemoryEffects,
}

// NewLaunch builds a launch of three numbers of blocks and three of threads, whose body does nothing.
func NewLaunch(b *ir.Builder, sizes [6]*ir.Value) LaunchOp {
	args := make([]ir.Type, launchClusterIDs)
	for i := range args {
		args[i] = b.Ctx.Index()
	}
	body := ir.NewBlock(b.Loc(), args...)
	groups := make([]int, launchShared+1)
	for i := range sizes {
		groups[launchGridX+i] = 1
	}
	o := LaunchOp{b.OpR("gpu.launch", sizes[:], nil, []*ir.Region{ir.NewRegion(body)}, ods.SegmentSizes(b.Ctx, groups...),
		ir.Attr("workgroup_attributions", b.Ctx.I64Attr(0)))}
	p := b.Save()
	b.AtEnd(body).Op("gpu.terminator", nil, nil)
	b.Restore(p)
	return o
}

// SetSize sets a number of blocks (0 to 2, for x, y and z) or threads (3 to 5).
func (o LaunchOp) SetSize(i int, v *ir.Value) {
	o.SetOperand(ods.SegmentLen(o.Operation, launchDeps)+i, v)
}

// Sizes are the three operands of groups from first on (launchGridX, launchBlockX, launchClusterX); nil if there are none.
func (o LaunchOp) sizes(first int) (vs []*ir.Value) {
	for g := first; g < first+3; g++ {
		vs = append(vs, ods.Segment(o.Operation, g)...)
	}
	return vs
}

// hasClusters says whether the sizes of clusters are given.
func (o LaunchOp) hasClusters() bool { return len(o.sizes(launchClusterX)) == 3 }

// attributions are the arguments for shared and for private memory; false if there are fewer arguments than that takes.
func (o LaunchOp) attributions() (workgroup, private []*ir.Value, ok bool) {
	first := launchClusterIDs
	if o.hasClusters() {
		first = launchClusters + 3
	}
	n, _ := o.IntAttr("workgroup_attributions")
	args := o.Body(0).Args()
	if n < 0 || n > int64(len(args)-first) {
		return nil, nil, false
	}
	return args[first : first+int(n)], args[first+int(n):], true
}

// IDs are the arguments that stand for positions and sizes, in the order of IDValues; Attributions those for memory, shared
// and private.
func (o LaunchOp) IDs() []*ir.Value {
	if o.hasClusters() {
		return o.Body(0).Args()[:launchClusters+3]
	}
	return o.Body(0).Args()[:launchClusterIDs]
}

// Attributions are the arguments for shared and for private memory.
func (o LaunchOp) Attributions() (workgroup, private []*ir.Value) {
	workgroup, private, _ = o.attributions()
	return workgroup, private
}

// BlockSize is the number of threads of a block.
func (o LaunchOp) BlockSize() []*ir.Value { return o.sizes(launchBlockX) }

// GridSize is the number of blocks.
func (o LaunchOp) GridSize() []*ir.Value { return o.sizes(launchGridX) }

// IDValues builds what IDs stand for in a kernel: positions of block and thread, sizes of grid and block, and of clusters if there are any.
func (o LaunchOp) IDValues(b *ir.Builder) (vs []*ir.Value) {
	names := []string{"block_id", "thread_id", "grid_dim", "block_dim"}
	if o.hasClusters() {
		names = append(names, "cluster_id", "cluster_dim")
	}
	for _, n := range names {
		for d := X; d <= Z; d++ {
			vs = append(vs, buildDim(b, "gpu."+n, d))
		}
	}
	return vs
}

// Outlined builds the launch of a kernel that does what the region does, with the arguments that it has in addition.
func (o LaunchOp) Outlined(b *ir.Builder, module, kernel string, args []*ir.Value) LaunchFuncOp {
	operands := slices.Clone(o.Operands())
	sizes := make([]int, numLaunchGroups)
	for g := range launchArgs {
		sizes[g] = ods.SegmentLen(o.Operation, g)
	}
	sizes[launchArgs] = len(args)
	return LaunchFuncOp{b.Op("gpu.launch_func", append(operands, args...), ir.TypesOf(o.Results()),
		ir.Attr("kernel", b.Ctx.SymbolRef(module, kernel)), ods.SegmentSizes(b.Ctx, sizes...))}
}

// RegionEdges leads through the region.
func (o LaunchOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation, To: o.Region(0)}, {Source: o.Region(0)}}
}

// Verify checks that the sizes of clusters are all there, or none.
func (o LaunchOp) Verify() error {
	if n := len(o.sizes(launchClusterX)); n != 0 && n != 3 {
		return fmt.Errorf("cluster size must be all present")
	}
	return nil
}

// VerifyRegions checks the arguments and the ends of the region.
func (o LaunchOp) VerifyRegions() error {
	workgroup, private, ok := o.attributions()
	if !ok {
		return fmt.Errorf("unexpected number of region arguments")
	}
	for _, c := range []struct {
		vs   []*ir.Value
		want Space
	}{{workgroup, Workgroup}, {private, Private}} {
		if err := checkAttributions(c.vs, c.want); err != nil {
			return err
		}
	}
	for b := range o.Region(0).Blocks() {
		if end := b.Back(); end != nil && end.NumSuccessors() == 0 && !end.Is("gpu.terminator") {
			return ir.BareError("expected 'gpu.terminator' or a terminator with successors")
		}
	}
	return nil
}

// PrintAsm writes "blocks(%a, ..) in (%b = %n, ..) threads(..) in (..) {..}".
func (o LaunchOp) PrintAsm(p *ir.Printer) {
	if o.NumResults() > 0 {
		p.Write(" async")
		if deps := ods.Segment(o.Operation, launchDeps); len(deps) > 0 {
			p.Write(" [")
			p.Values(deps)
			p.Write("]")
		}
	}
	args := o.Body(0).Args()
	part := func(word string, ids, sizes int, operands []*ir.Value) {
		p.Write(" ", word, "(")
		p.Values(args[ids : ids+3])
		p.Write(") in (")
		for i, v := range operands {
			if i > 0 {
				p.Write(", ")
			}
			p.Value(args[sizes+i])
			p.Write(" = ")
			p.Value(v)
		}
		p.Write(")")
	}
	if o.hasClusters() {
		part("clusters", launchClusterIDs, launchClusters, o.sizes(launchClusterX))
	}
	part("blocks", launchBlockIDs, launchGridSizes, o.sizes(launchGridX))
	part("threads", launchThreadIDs, launchBlockSizes, o.sizes(launchBlockX))
	if v := o.OperandGroup("dynamicSharedMemorySize"); len(v) > 0 {
		p.Write(" dynamic_shared_memory_size ")
		p.Value(v[0])
	}
	workgroup, private := o.Attributions()
	printAttributions(p, "workgroup", workgroup, nil)
	printAttributions(p, "private", private, nil)
	p.Write(" ")
	p.Region(o.Region(0), ir.RegionStyle{HideEntryArgs: true})
	p.AttrDict(ods.Segments, "workgroup_attributions")
}

// ParseAsm reads what PrintAsm writes.
func (LaunchOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	var deps []*ir.Value
	pos := p.Pos()
	if p.OptionalKeyword("async") != "" {
		if p.NumResults() == 0 {
			p.FailAt(pos, "needs to be named when marked 'async'")
		}
		st.Types = []ir.Type{AsyncToken(c)}
	}
	if p.Peek("[") {
		p.Comma("[", "]", func() { deps = append(deps, p.Resolve(p.Operand(), AsyncToken(c))) })
	}
	args := make([]ir.Argument, launchClusterIDs, launchClusters+3)
	operands := make([][]*ir.Value, 11)
	operands[launchDeps] = deps
	index := func() ir.Argument {
		a := p.Argument(false)
		a.Type = c.Index()
		return a
	}
	part := func(ids, sizes, first int) {
		three(p, func(i int) { args[ids+i] = index() })
		p.Expect("in")
		three(p, func(i int) {
			args[sizes+i] = index()
			p.Expect("=")
			operands[first+i] = []*ir.Value{p.Resolve(p.Operand(), c.Index())}
		})
	}
	if p.OptionalKeyword("clusters") != "" {
		args = args[:cap(args)]
		part(launchClusterIDs, launchClusters, launchClusterX)
	}
	p.Expect("blocks")
	part(launchBlockIDs, launchGridSizes, launchGridX)
	p.Expect("threads")
	part(launchThreadIDs, launchBlockSizes, launchBlockX)
	if p.OptionalKeyword("dynamic_shared_memory_size") != "" {
		operands[launchShared] = []*ir.Value{p.Resolve(p.Operand(), c.I32())}
	}
	workgroup := parseAttributions(p, st, "workgroup", "workgroup_attrib_attrs")
	private := parseAttributions(p, st, "private", "private_attrib_attrs")
	st.SetAttr("workgroup_attributions", c.I64Attr(int64(len(workgroup))))
	st.Regions = []*ir.Region{p.Region(append(append(args, workgroup...), private...)...)}
	p.OptionalAttrDict(st)
	ods.SetOperands(c, st, operands...)
	return nil
}

// three reads a list of three in parentheses.
func three(p *ir.Parser, f func(i int)) {
	for i, before := range []string{"(", ",", ","} {
		p.Expect(before)
		f(i)
	}
	p.Expect(")")
}

// TerminatorOp is gpu.terminator.
type TerminatorOp struct{ *ir.Operation }

// Def returns the definition.
func (TerminatorOp) Def() *ir.OpDef { return terminatorDef }

var terminatorDef = &ir.OpDef{
	Name: "gpu.terminator", Summary: "end of gpu.launch",
	Description: "Ends the thread.",
	Example:     launchDef.Example,
	Parents:     []string{"gpu.launch"},
	Traits:      ir.Pure | ir.Terminator,
	Format:      "attr-dict",
}
