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

// printAsync writes " async" when there is a token, and " [%deps]"; MLIR leaves two spaces when there is
// neither.
func printAsync(p *ir.Printer, token bool, deps []*ir.Value) {
	p.Write(" ")
	if token {
		p.Write("async ")
		if len(deps) == 0 {
			return
		}
	}
	if len(deps) > 0 {
		p.Write("[")
		p.Values(deps)
		p.Write("]")
	}
	p.Write(" ")
}

// parseAsync reads what printAsync writes.
func parseAsync(p *ir.Parser) (token bool, deps []*ir.Value) {
	token = p.OptionalKeyword("async") != ""
	if p.Peek("[") {
		p.Comma("[", "]", func() { deps = append(deps, p.Resolve(p.Operand(), AsyncToken(p.Context()))) })
	}
	return token, deps
}

// tokenType is the list of the token type if there is a token.
func tokenType(c *ir.Context, token bool) []ir.Type {
	if token {
		return []ir.Type{AsyncToken(c)}
	}
	return nil
}

// numTokens is the number of leading operands that are async tokens.
func numTokens(op *ir.Operation) int {
	n := 0
	for n < op.NumOperands() && isToken.Is(op.Operand(n).Type()) {
		n++
	}
	return n
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

// launchOperands are the operands that both ways to launch have: tokens, sizes of grid, blocks and clusters, and of dynamic shared memory.
func launchOperands(size ir.TypeConstraint) []ir.OperandDef {
	list := []ir.OperandDef{asyncDeps}
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

var launchFuncDef = &ir.OpDef{
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
	Results: []ir.OperandDef{asyncRes},
	Attrs:   []ir.AttrDef{{Name: "kernel", Attr: ir.SymbolRefA}},
	Traits:  ir.AttrSizedOperands,
}

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
	if err := ods.CheckSegments(o.Operation, numLaunchGroups); err != nil {
		return err
	}
	for g := launchGridX; g <= launchBlockZ; g++ {
		if len(ods.Segment(o.Operation, g)) != 1 {
			return fmt.Errorf("expects one size for each dimension of grid and blocks")
		}
	}
	if c := o.dim3(launchClusterX); (c.X != nil) != (c.Y != nil) || (c.X != nil) != (c.Z != nil) {
		return fmt.Errorf("expects one size for each dimension of clusters, or none")
	}
	t := o.GridSize().X.Type()
	for g := launchGridX; g <= launchClusterZ; g++ {
		if v := ods.SegmentOperand(o.Operation, g); v != nil && v.Type() != t {
			return fmt.Errorf("failed to verify that all sizes have the same type")
		}
	}
	if ref := o.KernelRef(); ref == nil || len(ref.Nested) != 1 {
		return fmt.Errorf("expects kernel of the form @module::@function")
	}
	return nil
}

// VerifyRegions checks the kernel; it runs after the symbols were verified.
func (o LaunchFuncOp) VerifyRegions() error {
	m := o.ParentOfName("builtin.module")
	if m == nil || !m.HasAttr("gpu.container_module") {
		return fmt.Errorf("expected the closest surrounding module to have the 'gpu.container_module' attribute")
	}
	if mod := ir.ResolveSymbol(o.Operation, o.Context().SymbolRef(o.KernelRef().Root)); mod == nil || !mod.Is("gpu.module") {
		return fmt.Errorf("kernel container '%s' is undefined", o.KernelRef().Root)
	}
	k, ok := o.Kernel()
	if !ok {
		return fmt.Errorf("kernel function '%s' is undefined", o.KernelRef())
	}
	if !k.IsKernel() {
		return fmt.Errorf("kernel function is missing the 'gpu.kernel' attribute")
	}
	t := k.FunctionType()
	if t == nil {
		return nil
	}
	args := o.CallArgs()
	if len(args) != len(t.Inputs) {
		return fmt.Errorf("got %d kernel operands but expected %d", len(args), len(t.Inputs))
	}
	for i, in := range t.Inputs {
		if args[i].Type() != in {
			return fmt.Errorf("type of function argument %d does not match", i)
		}
	}
	return nil
}

func printDim3(p *ir.Printer, word string, d Dim3) {
	p.Write(word, " in (")
	p.Values([]*ir.Value{d.X, d.Y, d.Z})
	p.Write(")")
}

// PrintAsm writes MLIR's form of a launch, with its double spaces.
func (o LaunchFuncOp) PrintAsm(p *ir.Printer) {
	printAsync(p, o.NumResults() > 0, o.Deps())
	if v := ods.SegmentOperand(o.Operation, launchObject); v != nil {
		p.Write("<")
		p.Value(v)
		p.Write(" : ")
		p.Type(v.Type())
		p.Write("> ")
	}
	p.Attr(o.KernelRef())
	p.Write(" ")
	if c := o.dim3(launchClusterX); c.X != nil {
		printDim3(p, "clusters", c)
		p.Write(" ")
	}
	printDim3(p, "blocks", o.GridSize())
	p.Write(" ")
	printDim3(p, "threads", o.BlockSize())
	p.Write(" ")
	if t := o.GridSize().X.Type(); t != o.Context().Index() {
		p.Write(": ")
		p.Type(t)
		p.Write(" ")
	}
	if v := o.DynamicSharedMemory(); v != nil {
		p.Write(" dynamic_shared_memory_size ")
		p.Value(v)
	}
	if args := o.CallArgs(); len(args) > 0 {
		p.Write(" args(")
		for i, a := range args {
			if i > 0 {
				p.Write(", ")
			}
			p.Value(a)
			p.Write(" : ")
			p.Type(a.Type())
		}
		p.Write(")")
	}
	p.AttrDict("kernel", ods.Segments)
}

// ParseAsm reads what PrintAsm writes.
func (LaunchFuncOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	c := p.Context()
	token, deps := parseAsync(p)
	st.Types = tokenType(c, token)
	groups := make([][]*ir.Value, numLaunchGroups)
	groups[launchDeps] = deps
	if p.Accept("<") {
		v := p.Operand()
		groups[launchObject] = []*ir.Value{p.Resolve(v, p.ColonType())}
		p.Expect(">")
	}
	st.SetAttr("kernel", p.SymbolRef())
	var sizes []ir.OperandRef
	var at []int
	dim3 := func(first int) {
		p.Expect("in")
		p.Expect("(")
		for i := range 3 {
			if i > 0 {
				p.Expect(",")
			}
			sizes, at = append(sizes, p.Operand()), append(at, first+i)
		}
		p.Expect(")")
	}
	if p.OptionalKeyword("clusters") != "" {
		dim3(launchClusterX)
	}
	p.Expect("blocks")
	dim3(launchGridX)
	p.Expect("threads")
	dim3(launchBlockX)
	t := ir.Type(c.Index())
	if p.Accept(":") {
		t = p.Type()
	}
	for i, r := range sizes {
		groups[at[i]] = []*ir.Value{p.Resolve(r, t)}
	}
	if p.OptionalKeyword("dynamic_shared_memory_size") != "" {
		groups[launchShared] = []*ir.Value{p.Resolve(p.Operand(), c.I32())}
	}
	if p.OptionalKeyword("args") != "" {
		p.Comma("(", ")", func() {
			r := p.Operand()
			groups[launchArgs] = append(groups[launchArgs], p.Resolve(r, p.ColonType()))
		})
	}
	p.OptionalAttrDict(st)
	ods.SetOperands(c, st, groups...)
	return nil
}
