package gpu

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

var (
	isToken   = ir.TypeConstraint{Name: "async token type", Is: func(t ir.Type) bool { _, ok := t.(*AsyncTokenType); return ok }, Only: func(c *ir.Context) ir.Type { return AsyncToken(c) }}
	asyncDeps = ir.OperandDef{Name: "asyncDependencies", Type: isToken, Arity: ir.Variadic}
	asyncRes  = ir.OperandDef{Name: "asyncToken", Type: isToken, Arity: ir.Optional}
)

// async adds what operations of the host have that another can wait for: tokens that they wait for, and one that stands for them.
func async(d *ir.OpDef) *ir.OpDef {
	d.Operands = append([]ir.OperandDef{asyncDeps}, d.Operands...)
	d.Results = append(d.Results, asyncRes)
	d.Format = "custom<AsyncDependencies>(type($asyncToken), $asyncDependencies) " + d.Format
	if d.Directives == nil {
		d.Directives = map[string]ir.Directive{}
	}
	d.Directives["AsyncDependencies"] = ir.Directive{Print: printAsync, Parse: parseAsync}
	return d
}

// printAsync writes "async" when there is a token, and "[%deps]".
func printAsync(p *ir.Printer) {
	token, deps := p.Op().ResultGroup(asyncRes.Name), p.Op().OperandGroup(asyncDeps.Name)
	if len(token) > 0 {
		p.Write("async")
	}
	if len(deps) == 0 {
		return
	}
	if len(token) > 0 {
		p.Write(" ")
	}
	p.Write("[")
	p.Values(deps)
	p.Write("]")
}

// parseAsync reads what printAsync writes.
func parseAsync(p *ir.Parser, f *ir.Fields) {
	pos := p.Pos()
	if p.OptionalKeyword("async") != "" {
		if p.NumResults() == 0 {
			p.FailAt(pos, "needs to be named when marked 'async'")
		}
		f.Types(asyncRes.Name, AsyncToken(p.Context()))
	}
	if p.Peek("[") {
		var deps []ir.OperandRef
		p.Comma("[", "]", func() { deps = append(deps, p.Operand()) })
		f.Operands(asyncDeps.Name, deps...)
	}
}

// Dim3 is a size in three dimensions.
type Dim3 struct{ X, Y, Z *ir.Value }

// Operand groups of gpu.launch_func.
const (
	launchDeps = iota
	launchGridX
	launchGridY
	launchGridZ
	launchBlockX
	launchBlockY
	launchBlockZ
	launchClusterX
	launchClusterY
	launchClusterZ
	launchShared
	launchArgs
	launchObject
	numLaunchGroups
)

// launchOperands are the operands that both ways to launch have behind the tokens: sizes of grid, blocks and clusters, and of dynamic shared memory.
func launchOperands(size ir.TypeConstraint) []ir.OperandDef {
	var list []ir.OperandDef
	for _, of := range []struct {
		name  string
		arity ir.Arity
	}{{"gridSize", ir.One}, {"blockSize", ir.One}, {"clusterSize", ir.Optional}} {
		for _, dim := range []string{"X", "Y", "Z"} {
			list = append(list, ir.OperandDef{Name: of.name + dim, Type: size, Arity: of.arity})
		}
	}
	return append(list, ir.OperandDef{Name: "dynamicSharedMemorySize", Type: ods.I32, Arity: ir.Optional})
}

// LaunchFuncOp is gpu.launch_func.
type LaunchFuncOp struct{ *ir.Operation }

// Def returns the definition.
func (LaunchFuncOp) Def() *ir.OpDef { return launchFuncDef }

var launchFuncDef = async(&ir.OpDef{
	Name: "gpu.launch_func", Summary: "launch of a kernel",
	Description: "Runs the kernel (`@module::@function`) with the given numbers of blocks and threads, dynamic shared bytes if given, and arguments. Without a token the host waits for it.",
	Example: `module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @kernel(%a: memref<?xf32>) kernel {
      gpu.return
    }
  }
  func.func @host(%a: memref<?xf32>, %n: index, %bytes: i32) {
    %c1 = arith.constant 1 : index
    gpu.launch_func  @kernels::@kernel blocks in (%n, %c1, %c1) threads in (%c1, %c1, %c1)  dynamic_shared_memory_size %bytes args(%a : memref<?xf32>)
    return
  }
}
`,
	Operands: append(launchOperands(ods.LaunchSize),
		ir.OperandDef{Name: "kernelOperands", Type: ods.AnyType, Arity: ir.Variadic}, ir.OperandDef{Name: "asyncObject", Type: ods.AnyType, Arity: ir.Optional}),
	Attrs:     []ir.AttrDef{{Name: "kernel", Attr: ir.SymbolRefA}},
	Traits:    ir.AttrSizedOperands,
	SameTypes: [][]string{{"gridSizeX", "gridSizeY", "gridSizeZ", "blockSizeX", "blockSizeY", "blockSizeZ"}},
	Format: "(`<` $asyncObject^ `:` type($asyncObject) `>`)? $kernel" +
		" (`clusters` `in` ` ` `(` $clusterSizeX^ `,` $clusterSizeY `,` $clusterSizeZ `)`)?" +
		" `blocks` `in` ` ` `(` $gridSizeX `,` $gridSizeY `,` $gridSizeZ `)` `threads` `in` ` ` `(` $blockSizeX `,` $blockSizeY `,` $blockSizeZ `)`" +
		" custom<SizeType>(type($gridSizeX), type($clusterSizeX), type($clusterSizeY), type($clusterSizeZ))" +
		" (`dynamic_shared_memory_size` $dynamicSharedMemorySize^)? custom<Arguments>($kernelOperands, type($kernelOperands)) attr-dict",
	Directives: map[string]ir.Directive{
		"SizeType":  {Print: printSizeType, Parse: parseSizeType},
		"Arguments": {Print: printArguments, Parse: parseArguments},
	},
})

// NewLaunchFunc builds a launch that the host waits for; shared is the number of dynamic shared bytes (i32)
// or nil.
func NewLaunchFunc(b *ir.Builder, module, kernel string, grid, block Dim3, shared *ir.Value, args ...*ir.Value) LaunchFuncOp {
	ops := []*ir.Value{grid.X, grid.Y, grid.Z, block.X, block.Y, block.Z}
	sizes := []int{0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, len(args), 0}
	if shared != nil {
		ops = append(ops, shared)
		sizes[launchShared] = 1
	}
	return LaunchFuncOp{b.Op("gpu.launch_func", append(ops, args...), nil,
		ir.Attr("kernel", b.Ctx.SymbolRef(module, kernel)), ods.SegmentSizes(b.Ctx, sizes...))}
}

// KernelRef names module and kernel.
func (o LaunchFuncOp) KernelRef() *ir.SymbolRefAttr {
	s, _ := o.Attr("kernel").(*ir.SymbolRefAttr)
	return s
}

// CalleeRef names module and kernel.
func (o LaunchFuncOp) CalleeRef() *ir.SymbolRefAttr { return o.KernelRef() }

// Kernel is the kernel, if it is known here.
func (o LaunchFuncOp) Kernel() (FuncOp, bool) {
	ref := o.KernelRef()
	if ref == nil {
		return FuncOp{}, false
	}
	return ir.As[FuncOp](ir.ResolveSymbol(o.Operation, ref))
}

// Deps are the tokens to wait for.
func (o LaunchFuncOp) Deps() []*ir.Value { return ods.Segment(o.Operation, launchDeps) }

// GridSize is the number of blocks.
func (o LaunchFuncOp) GridSize() Dim3 { return o.dim3(launchGridX) }

// BlockSize is the number of threads of a block.
func (o LaunchFuncOp) BlockSize() Dim3 { return o.dim3(launchBlockX) }

func (o LaunchFuncOp) dim3(group int) Dim3 {
	return Dim3{ods.SegmentOperand(o.Operation, group), ods.SegmentOperand(o.Operation, group+1), ods.SegmentOperand(o.Operation, group+2)}
}

// DynamicSharedMemory is the number of dynamic shared bytes (i32), or nil.
func (o LaunchFuncOp) DynamicSharedMemory() *ir.Value {
	return ods.SegmentOperand(o.Operation, launchShared)
}

// CallArgs are the arguments of the kernel.
func (o LaunchFuncOp) CallArgs() []*ir.Value { return ods.Segment(o.Operation, launchArgs) }

// Effects tells that the kernel may do anything to memory.
func (LaunchFuncOp) Effects() []ir.Effect {
	return []ir.Effect{{Kind: ir.ReadEffect}, {Kind: ir.WriteEffect}, {Kind: ir.AllocEffect}, {Kind: ir.FreeEffect}}
}

// Verify checks the groups of operands and that the module around allows launches.
func (o LaunchFuncOp) Verify() error {
	m := o.ParentOfName("builtin.module")
	if m == nil {
		return fmt.Errorf("expected to belong to a module")
	}
	if _, ok := m.Attr(containerModule).(*ir.UnitAttr); !ok {
		return fmt.Errorf("expected the closest surrounding module to have the '%s' attribute", containerModule)
	}
	if c := o.dim3(launchClusterX); (c.X != nil) != (c.Y != nil) || (c.X != nil) != (c.Z != nil) {
		return fmt.Errorf("expects one size for each dimension of clusters, or none")
	}
	t := o.GridSize().X.Type()
	for g := launchClusterX; g <= launchClusterZ; g++ {
		if v := ods.SegmentOperand(o.Operation, g); v != nil && v.Type() != t {
			return fmt.Errorf("failed to verify that all sizes have the same type")
		}
	}
	if ref := o.KernelRef(); ref == nil || len(ref.Nested) != 1 {
		return fmt.Errorf("expects kernel of the form @module::@function")
	}
	return nil
}

// VerifyRegions checks the kernel of a launch in loops or conditions too; it runs after the symbols were verified.
func (o LaunchFuncOp) VerifyRegions() error { return o.verifyKernel(o.ParentOfName("builtin.module")) }

// printSizeType writes the type of the sizes if it is not index.
func printSizeType(p *ir.Printer) {
	if t := p.Op().OperandGroup("gridSizeX")[0].Type(); t != p.Context().Index() {
		p.Write(": ")
		p.Type(t)
	}
}

// parseSizeType reads what printSizeType writes.
func parseSizeType(p *ir.Parser, f *ir.Fields) {
	t := ir.Type(p.Context().Index())
	if p.Accept(":") {
		t = p.Type()
	}
	f.Types("gridSizeX", t)
	for _, name := range []string{"clusterSizeX", "clusterSizeY", "clusterSizeZ"} {
		if f.Count(name) > 0 {
			f.Types(name, t)
		}
	}
}

// printArguments writes "args(%a : t, ..)" if the kernel has any.
func printArguments(p *ir.Printer) {
	sep := "args("
	for _, v := range p.Op().OperandGroup("kernelOperands") {
		p.Write(sep)
		p.Value(v)
		p.Write(" : ")
		p.Type(v.Type())
		sep = ", "
	}
	if sep == ", " {
		p.Write(")")
	}
}

// parseArguments reads what printArguments writes.
func parseArguments(p *ir.Parser, f *ir.Fields) {
	if p.OptionalKeyword("args") == "" {
		return
	}
	var refs []ir.OperandRef
	types := []ir.Type{}
	p.Comma("(", ")", func() {
		refs = append(refs, p.Operand())
		types = append(types, p.ColonType())
	})
	f.Operands("kernelOperands", refs...)
	f.Types("kernelOperands", types...)
}
