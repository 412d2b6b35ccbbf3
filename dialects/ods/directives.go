package ods

import (
	"fmt"

	"descend/ir"
)

// IndexList is MLIR's directive DynamicIndexList: "[%a, 4, %b]", numbers of which some are operands of type index. The attribute holds
// ir.Dynamic where an operand gives the number.
func IndexList(operands, static string) ir.Directive {
	return ir.Directive{
		Print: func(p *ir.Printer) {
			d, _ := p.Op().Attr(static).(*ir.DenseArrayAttr)
			PrintIndexList(p, "[", "]", p.Op().OperandGroup(operands), d.Values)
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			refs, numbers := ParseIndexList(p, "[", "]")
			f.Operands(operands, refs...)
			f.Attr(static, p.Context().DenseArray(p.Context().I64(), numbers...))
		},
	}
}

// PrintIndexList writes numbers, and values where a number is ir.Dynamic, between the brackets.
func PrintIndexList(p *ir.Printer, open, close string, dynamic []*ir.Value, static []int64) {
	p.Write(open)
	for i, n := range static {
		if i > 0 {
			p.Write(", ")
		}
		if n == ir.Dynamic && len(dynamic) > 0 {
			p.Value(dynamic[0])
			dynamic = dynamic[1:]
		} else {
			p.Write(fmt.Sprint(n))
		}
	}
	p.Write(close)
}

// ParseIndexList reads what PrintIndexList writes.
func ParseIndexList(p *ir.Parser, open, close string) (dynamic []ir.OperandRef, static []int64) {
	static = []int64{}
	p.Comma(open, close, func() {
		if p.PeekOperand() {
			dynamic, static = append(dynamic, p.Operand()), append(static, ir.Dynamic)
		} else {
			static = append(static, p.Int())
		}
	})
	return dynamic, static
}

// CheckIndexList checks that a list has so many numbers and an operand for each that is not known (MLIR's
// verifyListOfOperandsOrIntegers).
func CheckIndexList(name string, want int, static []int64, dynamic int) error {
	if len(static) != want {
		return ir.BareError(fmt.Sprintf("expected %d %s values, got %d", want, name, len(static)))
	}
	if n := NumDynamic(static); n != dynamic {
		return ir.BareError(fmt.Sprintf("expected %d dynamic %s values", n, name))
	}
	return nil
}
