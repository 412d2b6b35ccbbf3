package ir

// groupSizes divides n operands (or results) into the groups of their definitions; false if they do not fit.
// With same, groups of any size have as many each.
func groupSizes(defs []OperandDef, n int, sizes Attribute, same bool) ([]int, bool) {
	out := make([]int, len(defs))
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
	if n < 0 || defs[open].Arity == Optional && n > 1 {
		return nil, false
	}
	out[open] = n
	return out, true
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

// OperandGroup returns the operands that the definition calls name; nil if there are none.
func (op *Operation) OperandGroup(name string) []*Value {
	def := op.Def()
	if def == nil {
		return nil
	}
	i := groupIndex(def.Operands, name)
	sizes, ok := groupSizes(def.Operands, len(op.operands), op.segments(AttrSizedOperands, "operandSegmentSizes"), false)
	if i < 0 || !ok {
		return nil
	}
	start := 0
	for _, n := range sizes[:i] {
		start += n
	}
	out := make([]*Value, sizes[i])
	for j := range out {
		out[j] = op.operands[start+j].value
	}
	return out
}

// ResultGroup returns the results that the definition calls name; nil if there are none.
func (op *Operation) ResultGroup(name string) []*Value {
	def := op.Def()
	if def == nil {
		return nil
	}
	i := groupIndex(def.Results, name)
	sizes, ok := groupSizes(def.Results, len(op.results), op.segments(AttrSizedResults, "resultSegmentSizes"), op.Has(SameVariadicResultSize))
	if i < 0 || !ok {
		return nil
	}
	start := 0
	for _, n := range sizes[:i] {
		start += n
	}
	return op.results[start : start+sizes[i]]
}

func (op *Operation) segments(t Trait, name string) Attribute {
	if !op.Has(t) {
		return nil
	}
	return op.Attr(name)
}
