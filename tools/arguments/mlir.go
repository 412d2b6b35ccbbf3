package arguments

import (
	"fmt"
	"math/big"
	"strconv"

	"descend/backend/sim"
	funcd "descend/dialects/func"
	"descend/dialects/nat"
	"descend/ir"
)

// BindMLIR is Bind for a function of MLIR: buffers of scalars, that lie in rows, and scalars. names are those of its parameters. A
// size that the type does not say is a nat: m_0 is that of the first dimension of m.
func BindMLIR(f funcd.FuncOp, names, args []string, sizes map[string]*big.Int, read Reader) (*Binding, error) {
	var params []*Param
	var nats []string
	for i, v := range f.Body(0).Args() {
		p := &Param{Name: names[i], Type: v.Type()}
		elem := v.Type()
		if m, ok := elem.(*ir.MemRefType); ok {
			if m.Unranked || m.Layout != nil || m.Space != nil {
				return nil, fmt.Errorf("parameter %s: run passes buffers that lie in rows in the host's memory, not a %s", p.Name, m)
			}
			p.Ref, p.Uniq = true, true
			for d, n := range m.Shape {
				if n != ir.Dynamic {
					p.Shape = append(p.Shape, nat.Int(n))
					continue
				}
				name := p.Name + "_" + strconv.Itoa(d)
				nats = append(nats, name)
				p.Shape = append(p.Shape, nat.Var(name))
			}
			elem = m.Elem
		}
		if p.Elem, p.DType = outsideMLIR(f.Context(), elem); p.Elem == nil {
			return nil, fmt.Errorf("parameter %s: run passes numbers of 1, 8, 16, 32 and 64 bits, and buffers of them, not a %s", p.Name, p.Type)
		}
		params = append(params, p)
	}
	known := map[string]bool{}
	for _, n := range nats {
		known[n] = true
	}
	for n := range sizes {
		if !known[n] {
			return nil, fmt.Errorf("-D %s: %s has no size of this name; it has %s", n, ir.SymbolName(f.Operation), listed(nats))
		}
	}
	b, err := bind(f.Operation, params, "size", nats, args, sizes, read)
	if err != nil {
		return nil, err
	}
	return b, b.Generate()
}

func listed(names []string) string {
	text := "none"
	for i, n := range names {
		if i == 0 {
			text = n
		} else {
			text += ", " + n
		}
	}
	return text
}

// outsideMLIR is what the outside sees of a scalar type, and its name: index is i64, i1 is bool; nil if it cannot be passed.
func outsideMLIR(c *ir.Context, t ir.Type) (ir.Type, string) {
	switch t := t.(type) {
	case *ir.IndexType:
		return c.IntegerType(64, ir.Signed), "i64"
	case *ir.FloatType:
		if t.Kind == ir.F16 || t.Kind == ir.F32 || t.Kind == ir.F64 {
			return t, t.String()
		}
	case *ir.IntegerType:
		switch {
		case t.Width == 1:
			return c.I1(), "bool"
		case t.Sign == ir.Unsigned && (t.Width == 8 || t.Width == 16 || t.Width == 32 || t.Width == 64):
			return t, "u" + strconv.Itoa(t.Width)
		case t.Width == 8 || t.Width == 16 || t.Width == 32 || t.Width == 64:
			return c.IntegerType(t.Width, ir.Signed), "i" + strconv.Itoa(t.Width)
		}
	}
	return nil, ""
}

// Args are the arguments for the simulator.
func (b *Binding) Args() []sim.Arg {
	args := make([]sim.Arg, 0, len(b.Params))
	for _, p := range b.Params {
		if !p.Ref {
			args = append(args, sim.Arg{Bits: p.Bits})
			continue
		}
		a := sim.Arg{Data: p.Array.Data, Shape: make([]int64, len(p.Array.Shape))}
		for d, n := range p.Array.Shape {
			a.Shape[d] = int64(n)
		}
		args = append(args, a)
	}
	return args
}
