// Package manifest describes the kernels and host functions of a module at the gpu level as JSON, for whoever loads the PTX: the
// fields say what docs/gpu-level.md, "Kernel ABI", says of kernels, by the contract that lowering writes
// (dialects/gpu/contract). It must not know how kernels are compiled.
package manifest

import (
	"bytes"
	"encoding/json"
	"strings"

	funcd "descend/dialects/func"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/dialects/ods"
	"descend/ir"
)

// Manifest is the document.
type Manifest struct {
	// Version of the format.
	Version int      `json:"version"`
	Kernels []Kernel `json:"kernels"`
	// Functions are the functions of the CPU.
	Functions []Function `json:"functions"`
}

// Function is a function of the CPU. References to GPU memory are device addresses.
type Function struct {
	Name    string  `json:"name"`
	Params  []Param `json:"params"`
	Results []Param `json:"results"`
	// Requires and Disjoint are as for kernels.
	Requires []contract.Clause `json:"requires"`
	Disjoint []string          `json:"disjoint"`
}

// Kernel is an entry of the PTX. Sizes that are not constants are expressions over the nats.
type Kernel struct {
	Symbol string `json:"symbol"`
	// Grid and Block are the extents in blocks and in threads of a block, x, y, z.
	Grid  [3]contract.Size `json:"grid"`
	Block [3]contract.Size `json:"block"`
	// SharedStatic is in bytes; SharedDynamic is what the launch must give, in bytes ("0": nothing).
	SharedStatic  int64         `json:"shared_static"`
	SharedDynamic contract.Size `json:"shared_dynamic"`
	Params        []Param       `json:"params"`
	// Cooperative says that the blocks wait for each other: the launch is cuLaunchCooperativeKernel's.
	Cooperative bool `json:"cooperative,omitempty"`
	// Requires are the conditions on the nats, declared and inferred.
	Requires []contract.Clause `json:"requires"`
	// Disjoint lists the buffers that may not overlap any other argument.
	Disjoint []string `json:"disjoint"`
}

// Param is a parameter, in the order of the entry: references are 64-bit global pointers, scalars are passed by
// value (bool as a byte), nats are 64-bit integers at the end.
type Param struct {
	Name string `json:"name"`
	// Path names the part of a struct or tuple parameter that this is.
	Path string `json:"path,omitempty"`
	// Kind is ref, box (memory that the callee owns, or gives away), scalar or nat.
	Kind contract.Kind `json:"kind"`
	// Mem says where the memory of a ref or box lies: cpu.mem or gpu.global.
	Mem  string `json:"mem,omitempty"`
	Type string `json:"type,omitempty"`
	// Elem is the element type of a buffer, in MLIR's notation; Shape its sizes, outermost first.
	Elem  string          `json:"elem"`
	Shape []contract.Size `json:"shape,omitempty"`
	// Complex is NumPy's name for elements that are structs or tuples of two f32 or two f64: complex64 or complex128.
	// Elem and Shape are those of their bytes.
	Complex string `json:"complex,omitempty"`
	// Enums are the enums in a scalar, or in each element of a buffer: a u32, the number of the variant.
	Enums []Enum `json:"enums,omitempty"`
	Uniq  bool   `json:"uniq,omitempty"`
	// Written says that the memory may change: through a unique reference, or because it holds atomics.
	Written bool `json:"written,omitempty"`
	// Permutation says that the kernel relies on each number below the extent being there once, at one position.
	Permutation bool `json:"permutation,omitempty"`
	// Align is the alignment in bytes that the kernel relies on.
	Align int64 `json:"align,omitempty"`
}

// Enum says where an enum lies in an element, in bytes from its start, and the names of its variants, from number 0 on.
type Enum struct {
	At       int64    `json:"at"`
	Variants []string `json:"variants"`
}

// Of describes the kernels of a module, in its order.
func Of(module *ir.Operation) Manifest {
	m := Manifest{Version: 1, Kernels: []Kernel{}, Functions: []Function{}}
	for k := range ir.AllOf[gpu.FuncOp](module) {
		m.Kernels = append(m.Kernels, OfKernel(k.Operation))
	}
	for f := range ir.AllOf[funcd.FuncOp](module) {
		if _, ok := contract.Of(f.Operation); ok {
			m.Functions = append(m.Functions, OfFunction(f.Operation))
		}
	}
	return m
}

// JSON is the document as text, indented, with a newline at the end.
func (m Manifest) JSON() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(m)
	return b.Bytes(), err
}

// OfKernel describes one kernel.
func OfKernel(op *ir.Operation) Kernel {
	f, _ := contract.Of(op)
	k := Kernel{Symbol: ir.SymbolName(op), SharedDynamic: "0", Cooperative: contract.IsCooperative(op), Requires: listed(f.Requires)}
	if l := f.Launch; l != nil {
		k.Grid, k.Block, k.SharedStatic = l.Grid, l.Block, l.Static
		if l.Dynamic != "" {
			k.SharedDynamic = l.Dynamic
		}
	}
	k.Params, k.Disjoint = params(op, f.Params)
	return k
}

// OfFunction describes one function of the CPU.
func OfFunction(op *ir.Operation) Function {
	c, _ := contract.Of(op)
	f := Function{Name: ir.SymbolName(op), Requires: listed(c.Requires)}
	f.Params, f.Disjoint = params(op, c.Params)
	f.Results, _ = params(op, c.Results)
	return f
}

// listed is the list, which JSON shows as [] when it is empty.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// params describes a list of parameters or results.
func params(op *ir.Operation, list []contract.Param) (out []Param, disjoint []string) {
	out, disjoint = []Param{}, []string{}
	for i, c := range list {
		p := Param{Name: c.Name, Path: c.Path, Kind: c.Kind, Mem: c.Mem, Type: c.Type, Complex: c.Complex, Uniq: c.Uniq, Permutation: c.Permutation}
		if c.Elem != nil {
			p.Elem = c.Elem.String()
		}
		for _, e := range c.Enums {
			p.Enums = append(p.Enums, Enum(e))
		}
		if p.Kind.IsBuffer() {
			p.Shape = c.Shape
			p.Written = p.Uniq || strings.Contains(p.Type, "Atomic")
		}
		if n, ok := ods.ArgAttr(op, i, "llvm.align").(*ir.IntegerAttr); ok {
			p.Align = n.Int64()
		}
		if p.Uniq {
			disjoint = append(disjoint, p.FullName())
		}
		out = append(out, p)
	}
	return out, disjoint
}

// FullName is the name with the path: "p.0".
func (p Param) FullName() string {
	if p.Path != "" {
		return p.Name + "." + p.Path
	}
	return p.Name
}

// Scalar is the name of an element type given in MLIR's notation: ui32 is u32, i1 is bool, anything that is no
// scalar is a byte.
func Scalar(elem string) string {
	switch elem {
	case "i1":
		return "bool"
	case "ui8", "ui16", "ui32", "ui64":
		return "u" + elem[2:]
	case "i8", "i16", "i32", "i64", "f16", "f32", "f64":
		return elem
	case "index":
		return "i64"
	}
	return "u8"
}
