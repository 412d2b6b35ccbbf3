package gpu

import (
	"fmt"

	"descend/dialects/ods"
	"descend/ir"
)

// verifyAttr checks attributes of the dialect on operations of any dialect: sizes that are known, and a module that has kernels launched.
func verifyAttr(op *ir.Operation, a ir.NamedAttr) error {
	switch a.Name {
	case "gpu.known_block_size", "gpu.known_grid_size":
		if !ir.DenseI32A.Is(a.Value) {
			return fmt.Errorf("%s must be a dense i32 array", a.Name)
		}
		if len(a.Value.(*ir.DenseArrayAttr).Values) != 3 {
			return fmt.Errorf("%s must contain exactly 3 elements", a.Name)
		}
	case containerModule:
		if _, ok := a.Value.(*ir.UnitAttr); !ok {
			return nil
		}
		if !op.Is("builtin.module") {
			return ir.BareError(fmt.Sprintf("expected '%s' attribute to be attached to 'builtin.module'", containerModule))
		}
		return verifyLaunches(op)
	}
	return nil
}

const containerModule = "gpu.container_module"

// verifyLaunches checks the launches in functions of the module; they need not have been verified yet.
func verifyLaunches(module *ir.Operation) error {
	for launch := range ir.AllOf[LaunchFuncOp](module) {
		if p := launch.Parent().Parent(); p != module || launch.KernelRef() == nil {
			continue // others are checked where they stand
		}
		if err := launch.verifyKernel(module); err != nil {
			return &ir.OpError{Op: launch.Operation, Err: err}
		}
	}
	return nil
}

// verifyKernel checks the kernel that a module has for a launch.
func (o LaunchFuncOp) verifyKernel(module *ir.Operation) error {
	ref := o.KernelRef()
	container := ir.LookupSymbol(module, ref.Root)
	switch {
	case container == nil:
		return fmt.Errorf("kernel container '%s' is undefined", ref.Root)
	case ir.Is[BinaryOp](container):
		return nil // compiled code, whose kernels nothing tells of
	case !ir.Is[ModuleOp](container):
		return fmt.Errorf("kernel module '%s' is undefined", ref.Root)
	}
	kernel := container
	for _, name := range ref.Nested {
		if kernel = ir.LookupSymbol(kernel, name); kernel == nil {
			return fmt.Errorf("kernel function '%s' is undefined", ref)
		}
	}
	if !ir.Is[ods.FunctionLike](kernel) {
		return fmt.Errorf("referenced kernel '%s' is not a function", ref)
	}
	if _, ok := kernel.Attr("gpu.kernel").(*ir.UnitAttr); !ok {
		return fmt.Errorf("kernel function is missing the 'gpu.kernel' attribute")
	}
	if f, ok := ir.As[FuncOp](kernel); ok && f.FunctionType() != nil {
		return o.verifyArgs(f.FunctionType().Inputs)
	}
	return nil
}

// verifyArgs compares the arguments with the parameters of the kernel. Groups of operands that do not fit are found later.
func (o LaunchFuncOp) verifyArgs(params []ir.Type) error {
	sizes, ok := o.Attr(ods.Segments).(*ir.DenseArrayAttr)
	if !ok || len(sizes.Values) != numLaunchGroups {
		return nil
	}
	if n := sizes.Values[launchArgs]; n != int64(len(params)) {
		return fmt.Errorf("got %d kernel operands but expected %d", uint32(n), len(params))
	}
	first := int64(0)
	for _, n := range sizes.Values[:launchArgs] {
		first += n
	}
	for i, t := range params {
		if at := first + int64(i); at >= 0 && at < int64(o.NumOperands()) && o.Operand(int(at)).Type() != t {
			return fmt.Errorf("type of function argument %d does not match", i)
		}
	}
	return nil
}
