package ir

import (
	"math/big"
	"strconv"
)

// The text of types and attributes without aliases, appended to a buffer: what String gives.

func appendType(b []byte, t Type) []byte {
	switch t := t.(type) {
	case *ComplexType:
		return append(appendType(append(b, "complex<"...), t.Elem), '>')
	case *TupleType:
		return append(appendTypes(append(b, "tuple<"...), t.Types), '>')
	case *FunctionType:
		b = append(appendTypes(append(b, '('), t.Inputs), ") -> "...)
		if len(t.Results) == 1 {
			if _, f := t.Results[0].(*FunctionType); !f {
				return appendType(b, t.Results[0])
			}
		}
		return append(appendTypes(append(b, '('), t.Results), ')')
	case *VectorType:
		b = appendShape(append(b, "vector<"...), t.Shape, t.Scalable)
		return append(appendType(b, t.Elem), '>')
	case *TensorType:
		b = append(b, "tensor<"...)
		if t.Unranked {
			b = append(b, "*x"...)
		}
		b = appendType(appendShape(b, t.Shape, nil), t.Elem)
		if t.Encoding != nil {
			b = appendAttr(append(b, ", "...), t.Encoding, false)
		}
		return append(b, '>')
	case *MemRefType:
		b = append(b, "memref<"...)
		if t.Unranked {
			b = append(b, "*x"...)
		}
		b = appendType(appendShape(b, t.Shape, nil), t.Elem)
		if t.Layout != nil {
			b = appendAttr(append(b, ", "...), t.Layout, false)
		}
		if t.Space != nil {
			b = appendAttr(append(b, ", "...), t.Space, true)
		}
		return append(b, '>')
	case nil:
		return append(b, "<<NULL TYPE>>"...)
	}
	return append(b, t.String()...)
}

func appendTypes(b []byte, ts []Type) []byte {
	for i, t := range ts {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendType(b, t)
	}
	return b
}

func appendShape(b []byte, shape []int64, scalable []bool) []byte {
	for i, n := range shape {
		s := i < len(scalable) && scalable[i]
		if s {
			b = append(b, '[')
		}
		if n == Dynamic {
			b = append(b, '?')
		} else {
			b = strconv.AppendInt(b, n, 10)
		}
		if s {
			b = append(b, ']')
		}
		b = append(b, 'x')
	}
	return b
}

// appendAttr appends an attribute; of an element the type is left out if it is i64 or f64 (but hex floats
// keep it).
func appendAttr(b []byte, a Attribute, element bool) []byte {
	var t Type
	switch a := a.(type) {
	case *IntegerAttr:
		it, ok := a.Type.(*IntegerType)
		if ok && it.Sign == Signless && it.Width == 1 {
			return strconv.AppendBool(b, a.Value.Sign() != 0)
		}
		b = a.Value.Append(b, 10)
		if element && ok && it.Sign == Signless && it.Width == 64 {
			return b
		}
		t = a.Type
	case *FloatAttr:
		s := FormatFloat(a)
		b = append(b, s...)
		if element && a.Type.Kind == F64 && !(len(s) > 1 && s[1] == 'x') {
			return b
		}
		t = a.Type
	case *StringAttr:
		b, t = append(b, QuoteString(a.Value)...), a.Type
	case *ArrayAttr:
		b = append(b, '[')
		for i, e := range a.Elems {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendAttr(b, e, true)
		}
		return append(b, ']')
	case *DictAttr:
		return appendDict(b, a)
	case *TypeAttr:
		return appendType(b, a.Type)
	case *SymbolRefAttr:
		b = append(b, SymbolText(a.Root)...)
		for _, n := range a.Nested {
			b = append(append(b, "::"...), SymbolText(n)...)
		}
		return b
	case *DenseArrayAttr:
		return appendDenseArray(b, a)
	case *OpaqueAttr:
		b, t = appendParts(append(b, a.text...), a.parts), a.Type
	case *UnknownLoc, *FileLineColLoc, *NameLoc, *CallSiteLoc, *RangeLoc, *FusedLoc:
		return append(appendLoc(append(b, "loc("...), a.(Location)), ')')
	case nil:
		return append(b, "<<NULL ATTRIBUTE>>"...)
	default:
		return append(b, a.String()...)
	}
	if t == nil {
		return b
	}
	return appendType(append(b, " : "...), t)
}

func appendDict(b []byte, d *DictAttr) []byte {
	b = append(b, '{')
	for i, e := range d.Entries {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(b, attrName(e.Name)...)
		if _, unit := e.Value.(*UnitAttr); !unit {
			b = appendAttr(append(b, " = "...), e.Value, false)
		}
	}
	return append(b, '}')
}

func appendDenseArray(b []byte, a *DenseArrayAttr) []byte {
	b = appendType(append(b, "array<"...), a.Elem)
	for i, v := range a.Wide {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		b = append(b, sep...)
		if t, ok := a.Elem.(*FloatType); ok {
			b = append(b, FormatFloat(&FloatAttr{Bits: v, Type: t})...)
		} else {
			b = v.Append(b, 10)
		}
	}
	for i, v := range a.Values {
		if i == 0 {
			b = append(b, ": "...)
		} else {
			b = append(b, ", "...)
		}
		switch t := a.Elem.(type) {
		case *FloatType:
			b = append(b, FormatFloat(&FloatAttr{Bits: new(big.Int).SetUint64(uint64(v)), Type: t})...)
			continue
		case *IntegerType:
			if t.Width == 1 {
				b = strconv.AppendBool(b, v != 0)
				continue
			}
			if t.Sign == Unsigned {
				b = strconv.AppendUint(b, uint64(v), 10)
				continue
			}
		}
		b = strconv.AppendInt(b, v, 10)
	}
	return append(b, '>')
}

// appendLoc appends the text of a location between "loc(" and ")".
func appendLoc(b []byte, l Location) []byte {
	switch l := l.(type) {
	case *FileLineColLoc:
		b = append(append(b, QuoteString(l.File)...), ':')
		b = append(strconv.AppendInt(b, int64(l.Line), 10), ':')
		return strconv.AppendInt(b, int64(l.Col), 10)
	case *NameLoc:
		b = append(b, QuoteString(l.Name)...)
		if _, unknown := l.Child.(*UnknownLoc); unknown {
			return b
		}
		return append(appendLoc(append(b, '('), l.Child), ')')
	case *CallSiteLoc:
		b = append(appendLoc(append(b, "callsite("...), l.Callee), " at "...)
		return append(appendLoc(b, l.Caller), ')')
	case *RangeLoc:
		b = append(append(b, "fused<"...), QuoteString(l.Range.end())...)
		b = append(append(b, ">["...), QuoteString(l.Range.File)...)
		b = strconv.AppendInt(append(b, ':'), int64(l.Range.Line), 10)
		b = strconv.AppendInt(append(b, ':'), int64(l.Range.Col), 10)
		return append(b, ']')
	case *FusedLoc:
		b = append(b, "fused"...)
		if l.Meta != nil {
			b = append(appendAttr(append(b, '<'), l.Meta, false), '>')
		}
		b = append(b, '[')
		for i, x := range l.Locs {
			if i > 0 {
				b = append(b, ", "...)
			}
			b = appendLoc(b, x)
		}
		return append(b, ']')
	}
	return append(b, "unknown"...)
}

// itoa is a number as text.
func itoa(n int) string { return strconv.Itoa(n) }
