package host

import (
	"fmt"
	"slices"
	"strings"

	"descend/backend/manifest"
	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// Device is what an NVIDIA GPU runs of a program.
type Device struct {
	Images []Image
	// Symbols are the entries of the kernels in the PTX by their names in the program.
	Symbols map[string]string
	// Checks are the operations whose attributes describe the run-time checks of the kernels, by their number in
	// the record of a failed one, from 1.
	Checks []*ir.Operation
}

// Image is the PTX of a program's kernels for one chip.
type Image struct {
	// Target is the chip: "sm_60".
	Target string
	PTX    []byte
}

// Program is a module with what its outside needs to know.
type Program struct {
	// Name is the prefix of the C functions, an identifier.
	Name      string
	Functions []*Function
	Kernels   []*Kernel

	module *ir.Operation
	device Device
	checks []contract.Check // of kernels
}

// Function is a host function.
type Function struct {
	manifest.Function
	name, entry string
	op          *ir.Operation
}

// Kernel is a kernel; cpu is the name of its CPU version, "" if it has none, and strips says that its blocks are to run
// in strips of few columns of the grid.
type Kernel struct {
	manifest.Kernel
	name, cpu, entry, descriptor string
	strips                       bool
	op                           *ir.Operation
}

// findCPU looks for the CPU versions of the kernels.
func (p *Program) findCPU() {
	for _, k := range p.Kernels {
		k.cpu, k.strips = contract.OnCPU(k.op)
	}
}

// New describes a module at the gpu level. Name becomes the prefix of C functions. The pass gpu-to-cpu may run
// afterwards; what it adds is found when the program is built.
func New(module *ir.Operation, name string, device Device) *Program {
	p := &Program{Name: Identifier(name), module: module, device: device}
	for _, op := range device.Checks {
		p.checks = append(p.checks, contract.CheckOf(op))
	}
	m := manifest.Of(module)
	i := 0
	for op := range ir.AllOf[funcd.FuncOp](module) {
		if _, ok := contract.Of(op.Operation); !ok {
			continue
		}
		f := &Function{Function: m.Functions[i], name: op.SymName(), op: op.Operation}
		f.entry = p.Name + "__fn_" + Identifier(f.name)
		p.Functions = append(p.Functions, f)
		i++
	}
	i = 0
	for op := range ir.AllOf[gpu.FuncOp](module) {
		k := &Kernel{Kernel: m.Kernels[i], name: op.SymName(), op: op.Operation}
		k.entry = p.Name + "__cpu_" + Identifier(k.name)
		k.descriptor = p.Name + "__kernel_" + Identifier(k.name)
		p.Kernels = append(p.Kernels, k)
		i++
	}
	return p
}

// Has says whether the program has a function or kernel with this name.
func (p *Program) Has(name string) bool {
	return slices.ContainsFunc(p.Functions, func(f *Function) bool { return f.name == name && isOpen(f.Params, f.Results) }) ||
		slices.ContainsFunc(p.Kernels, func(k *Kernel) bool { return k.name == name && isOpen(k.Params) })
}

// Identifier makes a C identifier of a name: other characters become _.
func Identifier(name string) string {
	var b strings.Builder
	for i, c := range name {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		digit := c >= '0' && c <= '9'
		switch {
		case letter, digit && i > 0:
			b.WriteRune(c)
		case digit:
			b.WriteRune('_')
			b.WriteRune(c)
		default:
			b.WriteByte('_')
		}
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}

// LibraryName is the name under which the Python module of a program looks for its shared library.
func LibraryName(program string) string { return "lib" + Identifier(program) + ".so" }

// callable is a function or a kernel, as the outside sees both.
type callable struct {
	name     string // in the program
	symbol   string // in C
	params   []manifest.Param
	results  []manifest.Param
	requires []nat.Constraint
	kernel   *Kernel
	function *Function
}

// isOpen says whether a function or kernel can be called from outside: not if it takes or gives a permutation, which only
// the program makes.
func isOpen(lists ...[]manifest.Param) bool {
	return !slices.ContainsFunc(slices.Concat(lists...), func(p manifest.Param) bool { return p.Permutation })
}

// fromOutside are those that can be called from outside.
func fromOutside(cs []*callable) []*callable {
	return slices.DeleteFunc(slices.Clone(cs), func(c *callable) bool { return !isOpen(c.params, c.results) })
}

// callables are all functions and kernels that the runtime knows.
func (p *Program) callables() ([]*callable, error) {
	var out []*callable
	add := func(c *callable, requires []contract.Clause) error {
		c.symbol = p.Name + "_" + Identifier(c.name)
		for _, r := range requires {
			k, err := r.Constraint()
			if err != nil {
				return fmt.Errorf("the clause %q of %s: %w", r, c.name, err)
			}
			c.requires = append(c.requires, k)
		}
		out = append(out, c)
		return nil
	}
	for _, f := range p.Functions {
		if err := add(&callable{name: f.name, params: f.Params, results: f.Results, function: f}, f.Requires); err != nil {
			return nil, err
		}
	}
	for _, k := range p.Kernels {
		if err := add(&callable{name: k.name, params: k.Params, kernel: k}, k.Requires); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// nats are the names of the nat parameters, in order.
func (c *callable) nats() []string {
	var out []string
	for _, p := range c.params {
		if p.Kind == contract.Nat {
			out = append(out, p.Name)
		}
	}
	return out
}

// Nats are the nat parameters of a lowered function or kernel, in order.
func Nats(op *ir.Operation) []string {
	c := &callable{params: manifest.OfFunction(op).Params}
	return c.nats()
}

// sizes are the bytes of a scalar.
var sizes = map[string]int{"bool": 1, "i8": 1, "u8": 1, "i16": 2, "u16": 2, "f16": 2, "i32": 4, "u32": 4, "f32": 4, "i64": 8, "u64": 8, "f64": 8}

// ctypes are the C types of scalars.
var ctypes = map[string]string{"bool": "bool", "i8": "int8_t", "u8": "uint8_t", "i16": "int16_t", "u16": "uint16_t", "f16": "descend_f16",
	"i32": "int32_t", "u32": "uint32_t", "f32": "float", "i64": "int64_t", "u64": "uint64_t", "f64": "double"}
