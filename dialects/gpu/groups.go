package gpu

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// inKernel is an example of an operation in a kernel with parameter %x: f32.
func inKernel(op string) string {
	return "gpu.module @kernels {\n  gpu.func @kernel(%x: f32) kernel {\n    " + op + "\n    gpu.return\n  }\n}\n"
}

// PositionOp is what further operations with a dimension have: gpu.global_id, and those of clusters of blocks.
type PositionOp struct {
	DimOp
	def *ir.OpDef
}

// Def returns the definition.
func (o PositionOp) Def() *ir.OpDef { return o.def }

// positionOps lists them.
func positionOps() (list []ir.OpEntry) {
	for _, d := range []*ir.OpDef{
		indexOpDef("global_id", "position of the thread in the grid", "From 0, in the dimension: the position of the block times its size, and that of the thread in it."),
		indexOpDef("cluster_id", "position of the cluster in the grid", "From 0, in the dimension."),
		indexOpDef("cluster_dim", "number of clusters of the grid", "In the dimension."),
		indexOpDef("cluster_block_id", "position of the block in its cluster", "From 0, in the dimension."),
		indexOpDef("cluster_dim_blocks", "number of blocks of a cluster", "In the dimension."),
	} {
		list = append(list, ir.OpEntry{Def: d, Wrap: func(o *ir.Operation) any { return PositionOp{DimOp{o}, d} }})
	}
	return list
}

// SubgroupOp is what operations that ask for a number of subgroups, that is warps, have.
type SubgroupOp struct {
	*ir.Operation
	def *ir.OpDef
}

// Def returns the definition.
func (o SubgroupOp) Def() *ir.OpDef { return o.def }

// subgroupOps lists them.
func subgroupOps() (list []ir.OpEntry) {
	for _, s := range []struct{ mnemonic, summary, description string }{
		{"subgroup_id", "position of the subgroup in its block", "From 0."},
		{"num_subgroups", "number of subgroups of a block", "Rounded up."},
		{"subgroup_size", "number of threads of a subgroup", "32 on all GPUs that we know."},
	} {
		d := &ir.OpDef{
			Name: "gpu." + s.mnemonic, Summary: s.summary, Description: s.description,
			Example: inKernel("%0 = gpu." + s.mnemonic + " : index"),
			Results: []ir.OperandDef{{Name: "result", Type: ods.Index}},
			Attrs:   []ir.AttrDef{{Name: "upper_bound", Attr: ir.IndexA, Optional: true}},
			Traits:  ir.Pure,
			Format:  "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)",
		}
		list = append(list, ir.OpEntry{Def: d, Wrap: func(o *ir.Operation) any { return SubgroupOp{o, d} }})
	}
	return list
}

// reduction adds what the definitions of reductions have alike: the value, the word that says how it is combined, the result.
func reduction(d *ir.OpDef, value ir.TypeConstraint, wordMayMiss bool) *ir.OpDef {
	d.Operands = []ir.OperandDef{{Name: "value", Type: value}}
	d.Results = []ir.OperandDef{{Name: "result", Type: value}}
	d.Attrs = []ir.AttrDef{{Name: "op", Attr: allReduceOps.Constraint("built-in reduction operations supported by gpu.allreduce."), Optional: wordMayMiss},
		{Name: "uniform", Attr: ir.UnitA, Optional: true}}
	d.Traits |= ir.SameOperandsAndResultType
	d.Directives = map[string]ir.Directive{"Op": allReduceOps.Directive("op")}
	return d
}

// checkReduction checks that the words for numbers of one kind are used for such.
func checkReduction(a *ods.WordAttr, t ir.Type, whole ir.Type) error {
	_, integer := t.(*ir.IntegerType)
	_, float := t.(*ir.FloatType)
	ok := true
	switch a.Word {
	case "minnumf", "maxnumf", "minimumf", "maximumf":
		ok = float
	case "minsi", "minui", "maxsi", "maxui", "and", "or", "xor":
		ok = integer
	}
	if !ok {
		return ir.BareError(fmt.Sprintf("`%s` reduction operation is not compatible with type '%s'", a.Word, whole))
	}
	return nil
}

// AllReduceOp is gpu.all_reduce.
type AllReduceOp struct{ *ir.Operation }

// Def returns the definition.
func (AllReduceOp) Def() *ir.OpDef { return allReduceDef }

var allReduceDef = reduction(&ir.OpDef{
	Name: "gpu.all_reduce", Summary: "combination of a value of each thread of a block",
	Description: "Combines the values of all threads of the block, by a named operation or by the region; each thread gets the result. With `uniform`, all threads of the block take part.",
	Example:     inKernel("%0 = gpu.all_reduce  add %x {\n    } : (f32) -> f32"),
	Regions:     []ir.RegionDef{{Name: "body", MaybeEmpty: true}},
	Traits:      ir.IsolatedFromAbove,
	Format:      "custom<Op>($op) $value (`uniform` $uniform^)? $body attr-dict `:` functional-type(operands, results)",
}, ods.IntegerOrFloatValue, true)

// RegionEdges leads through the region.
func (o AllReduceOp) RegionEdges() []ir.RegionEdge {
	return []ir.RegionEdge{{From: o.Operation}, {From: o.Operation, To: o.Region(0)}, {Source: o.Region(0)}}
}

// Effects tells of a read and a write of unknown memory, so that it is neither moved nor left out for some threads.
func (AllReduceOp) Effects() []ir.Effect { return BarrierOp{}.Effects() }

// VerifyRegions checks that there is one way to combine, and its types.
func (o AllReduceOp) VerifyRegions() error {
	word, named := o.Attr("op").(*ods.WordAttr)
	body, t := o.Region(0), o.Result(0).Type()
	if body.Empty() != named {
		return ir.BareError("expected either an op attribute or a non-empty body")
	}
	if named {
		return checkReduction(word, t, t)
	}
	if body.Front().NumArgs() != 2 {
		return ir.BareError("expected two region arguments")
	}
	for _, a := range body.Front().Args() {
		if a.Type() != t {
			return ir.BareError("incorrect region argument type")
		}
	}
	yields := 0
	for b := range body.Blocks() {
		end := b.Back()
		if !end.Is("gpu.yield") {
			continue
		}
		switch yields++; {
		case end.NumOperands() != 1:
			return ir.BareError("expected one gpu.yield operand")
		case end.Operand(0).Type() != t:
			return ir.BareError("incorrect gpu.yield type")
		}
	}
	if yields == 0 {
		return ir.BareError("expected gpu.yield op in region")
	}
	return nil
}

// SubgroupReduceOp is gpu.subgroup_reduce.
type SubgroupReduceOp struct{ *ir.Operation }

// Def returns the definition.
func (SubgroupReduceOp) Def() *ir.OpDef { return subgroupReduceDef }

var subgroupReduceDef = reduction(&ir.OpDef{
	Name: "gpu.subgroup_reduce", Summary: "combination of a value of each thread of a warp",
	Description: "Combines the values of all threads of the subgroup; each gets the result. With `uniform`, all of them take part.",
	Example:     inKernel("%0 = gpu.subgroup_reduce  add %x : (f32) -> f32"),
	Format:      "custom<Op>($op) $value (`uniform` $uniform^)? attr-dict `:` functional-type(operands, results)",
}, reducible, false)

// reducible is a number, or a vector of one dimension of such.
var reducible = ir.TypeConstraint{Name: "Integer or Float or vector of Integer or Float values of ranks 1", Is: func(t ir.Type) bool {
	if v, ok := t.(*ir.VectorType); ok {
		return len(v.Shape) == 1 && number(v.Elem)
	}
	return number(t)
}}

func number(t ir.Type) bool { return ir.AnyInt.Is(t) || ir.AnyFloat.Is(t) }

// Effects tells of a read and a write of unknown memory, as shuffles do.
func (SubgroupReduceOp) Effects() []ir.Effect { return ShuffleOp{}.Effects() }

// Verify checks the kind of numbers.
func (o SubgroupReduceOp) Verify() error {
	t := o.Result(0).Type()
	if v, ok := t.(*ir.VectorType); ok && len(v.Scalable) > 0 && v.Scalable[0] {
		return fmt.Errorf("is not compatible with scalable vector types")
	}
	return checkReduction(o.Attr("op").(*ods.WordAttr), ods.ElementType(t), t)
}

// YieldOp is gpu.yield.
type YieldOp struct{ *ir.Operation }

// Def returns the definition.
func (YieldOp) Def() *ir.OpDef { return yieldDef }

var yieldDef = &ir.OpDef{
	Name: "gpu.yield", Summary: "end of a region of a reduction",
	Description: "Its operands are what the region gives.",
	Example:     inKernel("%0 = gpu.all_reduce  %x {\n    ^bb0(%a: f32, %b: f32):\n      %1 = arith.addf %a, %b : f32\n      gpu.yield %1 : f32\n    } : (f32) -> f32"),
	Operands:    []ir.OperandDef{{Name: "values", Type: ods.AnyType, Arity: ir.Variadic}},
	Traits:      ir.Pure | ir.Terminator | ir.ReturnLike,
	Format:      "attr-dict ($values^ `:` type($values))?",
}

// HostRegisterOp is gpu.host_register.
type HostRegisterOp struct{ *ir.Operation }

// Def returns the definition.
func (HostRegisterOp) Def() *ir.OpDef { return hostRegisterDef }

var (
	hostRegisterDef   = hostMemoryDef("host_register", "memory of the host for the device", "Makes a buffer of the host accessible to the device; it must not be accessed by the host meanwhile.")
	hostUnregisterDef = hostMemoryDef("host_unregister", "end of gpu.host_register", "Takes access to a buffer of the host away from the device again.")
)

func hostMemoryDef(mnemonic, summary, description string) *ir.OpDef {
	return &ir.OpDef{
		Name: "gpu." + mnemonic, Summary: summary, Description: description,
		Example:  "func.func @example(%m: memref<*xf32>) {\n  gpu." + mnemonic + " %m : memref<*xf32>\n  return\n}\n",
		Operands: []ir.OperandDef{{Name: "value", Type: ods.UnrankedMemRef}},
		Format:   "$value attr-dict `:` type($value)",
	}
}

// HostUnregisterOp is gpu.host_unregister.
type HostUnregisterOp struct{ *ir.Operation }

// Def returns the definition.
func (HostUnregisterOp) Def() *ir.OpDef { return hostUnregisterDef }

// SetDefaultDeviceOp is gpu.set_default_device.
type SetDefaultDeviceOp struct{ *ir.Operation }

// Def returns the definition.
func (SetDefaultDeviceOp) Def() *ir.OpDef { return setDefaultDeviceDef }

var setDefaultDeviceDef = &ir.OpDef{
	Name: "gpu.set_default_device", Summary: "device of what follows",
	Description: "Sets the device of the operations that follow, by its number from 0 on.",
	Example:     "func.func @example(%d: i32) {\n  gpu.set_default_device %d\n  return\n}\n",
	Operands:    []ir.OperandDef{{Name: "devIndex", Type: ods.I32}},
	Format:      "attr-dict $devIndex",
}

// Effects tells of a write that what follows depends on.
func (SetDefaultDeviceOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.WriteEffect}}
}
