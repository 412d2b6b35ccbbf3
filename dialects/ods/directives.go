package ods

import (
	"fmt"
	"slices"

	"descend/ir"
)

// IndexList is MLIR's directive DynamicIndexList: "[%a, 4, %b]", numbers of which some are operands of type index. The attribute holds
// ir.Dynamic where an operand gives the number.
func IndexList(operands, static string) ir.Directive {
	return ir.Directive{
		Print: func(p *ir.Printer) {
			dyn := p.Op().OperandGroup(operands)
			d, _ := p.Op().Attr(static).(*ir.DenseArrayAttr)
			p.Write("[")
			for i, n := range d.Values {
				if i > 0 {
					p.Write(", ")
				}
				if n == ir.Dynamic && len(dyn) > 0 {
					p.Value(dyn[0])
					dyn = dyn[1:]
				} else {
					p.Write(fmt.Sprint(n))
				}
			}
			p.Write("]")
		},
		Parse: func(p *ir.Parser, f *ir.Fields) {
			refs, numbers := []ir.OperandRef{}, []int64{}
			p.Comma("[", "]", func() {
				if p.PeekOperand() {
					refs, numbers = append(refs, p.Operand()), append(numbers, ir.Dynamic)
				} else {
					numbers = append(numbers, p.Int())
				}
			})
			f.Operands(operands, refs...)
			f.Attr(static, p.Context().DenseArray(p.Context().I64(), numbers...))
		},
	}
}

// Keyword is an attribute that stands for one of several words, given by its number.
func Keyword(name string, is func(ir.Attribute) bool, text func(ir.Attribute) string, words []string, make func(*ir.Context, int) ir.Attribute) ir.AttrConstraint {
	return ir.AttrConstraint{
		Name:  name,
		Is:    is,
		Print: func(p *ir.Printer, a ir.Attribute) { p.Write(text(a)) },
		Parse: func(p *ir.Parser) ir.Attribute {
			return make(p.Context(), slices.Index(words, p.KeywordOf(words...)))
		},
	}
}
