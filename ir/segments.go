package ir

import "slices"

// groupSizes divides n operands (or results) into the groups of their definitions; false if they do not fit.
// With same, groups of any size have as many each. The sizes are in buf, if that has room.
func groupSizes(buf []int, defs []OperandDef, n int, sizes Attribute, same bool) ([]int, bool) {
	out := slices.Grow(buf[:0], len(defs))[:len(defs)]
	clear(out)
	if same {
		return equalGroups(defs, n, out)
	}
	if seg, ok := sizes.(*DenseArrayAttr); ok {
		if len(seg.Values) != len(defs) {
			return nil, false
		}
		sum := 0
		for i, v := range seg.Values {
			if v < 0 || v > int64(n) || defs[i].Arity == One && v != 1 || defs[i].Arity == Optional && v > 1 {
				return nil, false
			}
			out[i] = int(v)
			sum += int(v)
		}
		return out, sum == n
	}
	open := -1
	for i, d := range defs {
		if d.Arity == One {
			out[i] = 1
			n--
		} else if open >= 0 {
			return nil, false
		} else {
			open = i
		}
	}
	if open < 0 {
		return out, n == 0
	}
	if n < 0 {
		return nil, false
	}
	out[open] = n
	return out, defs[open].Arity != Optional || n <= 1
}

// equalGroups divides n values into groups of which those of any size have as many each.
func equalGroups(defs []OperandDef, n int, out []int) ([]int, bool) {
	variable := 0
	for _, d := range defs {
		if d.Arity == One {
			n--
		} else {
			variable++
		}
	}
	if n < 0 || variable == 0 && n > 0 || variable > 0 && n%variable != 0 {
		return nil, false
	}
	for i, d := range defs {
		if out[i] = 1; d.Arity != One {
			out[i] = n / variable
		}
	}
	return out, true
}

func groupIndex(defs []OperandDef, name string) int {
	for i := range defs {
		if defs[i].Name == name {
			return i
		}
	}
	return -1
}

// operandBounds is where each group of operands begins, and behind them where the last one ends; groups are empty if the operands do not fit
// the definition. The numbers are in buf, if that has room.
func (op *Operation) operandBounds(buf []int) []int {
	sizes, ok := groupSizes(buf, op.Def().Operands, len(op.operands), op.segments(AttrSizedOperands, operandSegments.Name), false)
	return bounds(sizes, ok, len(op.Def().Operands))
}

// resultBounds is operandBounds of results.
func (op *Operation) resultBounds(buf []int) []int {
	sizes, ok := groupSizes(buf, op.Def().Results, len(op.results), op.segments(AttrSizedResults, resultSegments.Name), op.Has(SameVariadicResultSize))
	return bounds(sizes, ok, len(op.Def().Results))
}

// bounds makes sizes of n groups the places where they begin.
func bounds(sizes []int, fit bool, n int) []int {
	if !fit {
		return make([]int, n+1)
	}
	at := 0
	for i, size := range sizes {
		sizes[i] = at
		at += size
	}
	return append(sizes, at)
}

// OperandGroup returns the operands that the definition calls name; nil if there are none.
func (op *Operation) OperandGroup(name string) []*Value {
	var buf [8]int
	i := -1
	if def := op.Def(); def != nil {
		i = groupIndex(def.Operands, name)
	}
	if i < 0 {
		return nil
	}
	b := op.operandBounds(buf[:])
	return valuesOf(op.operands[b[i]:b[i+1]])
}

// ResultGroup returns the results that the definition calls name; nil if there are none.
func (op *Operation) ResultGroup(name string) []*Value {
	var buf [8]int
	i := -1
	if def := op.Def(); def != nil {
		i = groupIndex(def.Results, name)
	}
	if i < 0 {
		return nil
	}
	b := op.resultBounds(buf[:])
	return op.results[b[i]:b[i+1]]
}

func (op *Operation) segments(t Trait, name string) Attribute {
	if !op.Has(t) {
		return nil
	}
	return op.Attr(name)
}
