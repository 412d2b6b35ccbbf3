package lower

import (
	"descend/dialects/descend"
	"descend/ir"
)

// lowering is what operations of other dialects lower themselves with.
type lowering struct{ f *fn }

func (l lowering) Builder() *ir.Builder         { return l.f.b }
func (l lowering) Scalar(v *ir.Value) *ir.Value { return l.f.scalar(v) }

func (l lowering) Load(place *ir.Value) *ir.Value {
	return l.f.load(&reference{place: place}, descend.ElemOf(place)).ssa
}

func (l lowering) Store(place, v *ir.Value) {
	l.f.give(place, scalarValue(descend.ElemOf(place), v))
}

func (l lowering) Bind(result, v *ir.Value) {
	l.f.vals[result] = scalarValue(result.Type(), v)
}
