// Package manifest describes the kernels of a module at the gpu level as JSON, for whoever loads the PTX: the
// fields are those of architecture's "Kernel ABI". It reads the attributes that lowering writes
// (passes/lower, attrs.go) and must not know how kernels are compiled.
package manifest

import (
	"bytes"
	"encoding/json"

	"descend/ir"
)

// Manifest is the document.
type Manifest struct {
	// Version of the format.
	Version int      `json:"version"`
	Kernels []Kernel `json:"kernels"`
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
	// Kind is ref, scalar or nat.
	Kind string `json:"kind"`
	Type string `json:"type,omitempty"`
	// Elem is the element type of a buffer, in MLIR's notation; Shape its sizes, outermost first.
	Elem  string   `json:"elem"`
	Shape []string `json:"shape,omitempty"`
	Uniq  bool     `json:"uniq,omitempty"`
	// Align is the alignment in bytes that the kernel relies on.
	Align int64 `json:"align,omitempty"`
}

// Of describes the kernels of a module, in its order.
func Of(module *ir.Operation) Manifest {
	m := Manifest{Version: 1, Kernels: []Kernel{}}
	for k := range module.All("gpu.func") {
		m.Kernels = append(m.Kernels, kernel(k))
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

func kernel(op *ir.Operation) Kernel {
	k := Kernel{Symbol: ir.SymbolName(op), SharedDynamic: "0", Params: []Param{}, Disjoint: []string{}}
	copy(k.Grid[:], texts(op.Attr("descend.grid")))
	copy(k.Block[:], texts(op.Attr("descend.block")))
	k.SharedStatic, _ = op.IntAttr("descend.shared_static")
	if s := op.StringAttr("descend.shared_dynamic"); s != "" {
		k.SharedDynamic = s
	}
	k.Requires = texts(op.Attr("descend.requires"))
	params, _ := op.Attr("descend.params").(*ir.ArrayAttr)
	args, _ := op.Attr("arg_attrs").(*ir.ArrayAttr)
	if params == nil {
		return k
	}
	for i, e := range params.Elems {
		d, ok := e.(*ir.DictAttr)
		if !ok {
			continue
		}
		p := Param{Name: text(d, "name"), Path: text(d, "path"), Kind: text(d, "kind"), Type: text(d, "type"),
			Uniq: d.Get("uniq") != nil}
		if t, ok := d.Get("elem").(*ir.TypeAttr); ok {
			p.Elem = t.Type.String()
		}
		if p.Kind == "ref" {
			p.Shape = texts(d.Get("shape"))
		}
		if args != nil && i < len(args.Elems) {
			if a, ok := args.Elems[i].(*ir.DictAttr); ok {
				if n, ok := a.Get("llvm.align").(*ir.IntegerAttr); ok {
					p.Align = n.Int64()
				}
			}
		}
		if p.Uniq {
			k.Disjoint = append(k.Disjoint, p.Name+p.Path)
		}
		k.Params = append(k.Params, p)
	}
	return k
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
