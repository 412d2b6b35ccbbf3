// Package manifest describes the kernels and host functions of a module at the gpu level as JSON, for whoever loads the PTX: the
// fields say what docs/gpu-level.md, "Kernel ABI", says of kernels. It reads the attributes that lowering writes
// (passes/lower, attrs.go) and must not know how kernels are compiled.
package manifest

import (
	"bytes"
	"encoding/json"
	"strings"

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
	Requires []string `json:"requires"`
	Disjoint []string `json:"disjoint"`
}

// Kernel is an entry of the PTX. Sizes that are not constants are expressions over the nats.
type Kernel struct {
	Symbol string `json:"symbol"`
	// Grid and Block are the extents in blocks and in threads of a block, x, y, z.
	Grid  [3]string `json:"grid"`
	Block [3]string `json:"block"`
	// SharedStatic is in bytes; SharedDynamic is what the launch must give, in bytes ("0": nothing).
	SharedStatic  int64   `json:"shared_static"`
	SharedDynamic string  `json:"shared_dynamic"`
	Params        []Param `json:"params"`
	// Requires are the conditions on the nats, declared and inferred.
	Requires []string `json:"requires"`
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
	Kind string `json:"kind"`
	// Mem says where the memory of a ref or box lies: cpu.mem or gpu.global.
	Mem  string `json:"mem,omitempty"`
	Type string `json:"type,omitempty"`
	// Elem is the element type of a buffer, in MLIR's notation; Shape its sizes, outermost first.
	Elem  string   `json:"elem"`
	Shape []string `json:"shape,omitempty"`
	// Complex is NumPy's name for elements that are structs or tuples of two f32 or two f64: complex64 or complex128.
	// Elem and Shape are those of their bytes.
	Complex string `json:"complex,omitempty"`
	Uniq    bool   `json:"uniq,omitempty"`
	// Written says that the memory may change: through a unique reference, or because it holds atomics.
	Written bool `json:"written,omitempty"`
	// Align is the alignment in bytes that the kernel relies on.
	Align int64 `json:"align,omitempty"`
}

// Of describes the kernels of a module, in its order.
func Of(module *ir.Operation) Manifest {
	m := Manifest{Version: 1, Kernels: []Kernel{}, Functions: []Function{}}
	for k := range module.All("gpu.func") {
		m.Kernels = append(m.Kernels, OfKernel(k))
	}
	for f := range module.All("func.func") {
		if f.HasAttr("descend.params") {
			m.Functions = append(m.Functions, OfFunction(f))
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
	k := Kernel{Symbol: ir.SymbolName(op), SharedDynamic: "0"}
	copy(k.Grid[:], texts(op.Attr("descend.grid")))
	copy(k.Block[:], texts(op.Attr("descend.block")))
	k.SharedStatic, _ = op.IntAttr("descend.shared_static")
	if s := op.StringAttr("descend.shared_dynamic"); s != "" {
		k.SharedDynamic = s
	}
	k.Requires = texts(op.Attr("descend.requires"))
	k.Params, k.Disjoint = params(op, "descend.params")
	return k
}

// OfFunction describes one function of the CPU.
func OfFunction(op *ir.Operation) Function {
	f := Function{Name: ir.SymbolName(op), Requires: texts(op.Attr("descend.requires"))}
	f.Params, f.Disjoint = params(op, "descend.params")
	f.Results, _ = params(op, "descend.results")
	return f
}

// params reads a list of parameters or results.
func params(op *ir.Operation, attr string) (out []Param, disjoint []string) {
	out, disjoint = []Param{}, []string{}
	list, _ := op.Attr(attr).(*ir.ArrayAttr)
	args, _ := op.Attr("arg_attrs").(*ir.ArrayAttr)
	if list == nil {
		return out, disjoint
	}
	for i, e := range list.Elems {
		d, ok := e.(*ir.DictAttr)
		if !ok {
			continue
		}
		p := Param{Name: text(d, "name"), Path: text(d, "path"), Kind: text(d, "kind"), Mem: text(d, "mem"), Type: text(d, "type"),
			Complex: text(d, "complex"), Uniq: d.Get("uniq") != nil}
		if t, ok := d.Get("elem").(*ir.TypeAttr); ok {
			p.Elem = t.Type.String()
		}
		if p.Kind == "ref" || p.Kind == "box" {
			p.Shape = texts(d.Get("shape"))
			p.Written = p.Uniq || strings.Contains(p.Type, "Atomic")
		}
		if args != nil && i < len(args.Elems) {
			if a, ok := args.Elems[i].(*ir.DictAttr); ok {
				if n, ok := a.Get("llvm.align").(*ir.IntegerAttr); ok {
					p.Align = n.Int64()
				}
			}
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

func text(d *ir.DictAttr, name string) string {
	if s, ok := d.Get(name).(*ir.StringAttr); ok {
		return s.Value
	}
	return ""
}

func texts(a ir.Attribute) []string {
	out := []string{}
	if l, ok := a.(*ir.ArrayAttr); ok {
		for _, e := range l.Elems {
			if s, ok := e.(*ir.StringAttr); ok {
				out = append(out, s.Value)
			}
		}
	}
	return out
}
