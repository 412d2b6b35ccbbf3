package descend

import "descend/ir"

// Base is the place that a place is a part of or is reached from, and the operation that leads from it there: one that makes a
// place of a place, or the loop or view.map whose element v is. A variable or parameter has no base: by is nil.
func Base(v *ir.Value) (of *ir.Value, by *ir.Operation) {
	if by = v.DefiningOp(); by == nil {
		b := v.OwnerBlock()
		if b == nil || b.Parent() == nil {
			return nil, nil
		}
		by = b.Parent()
	}
	if !isPlaceValue(v) || by.NumOperands() == 0 || !isPlaceValue(by.Operand(0)) {
		return nil, nil
	}
	return by.Operand(0), by
}

// Root is the variable or parameter that a place is a part of or is reached from.
func Root(v *ir.Value) *ir.Value {
	for {
		of, _ := Base(v)
		if of == nil {
			return v
		}
		v = of
	}
}

func isPlaceValue(v *ir.Value) bool {
	_, ok := v.Type().(*PlaceType)
	return ok
}
