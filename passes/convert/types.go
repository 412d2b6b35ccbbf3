package convert

import (
	"slices"

	"descend/dialects/ods"
	"descend/ir"
)

// TypeConverter says what becomes of types. What was added last is asked first; a type that no rule knows cannot be converted. It is
// not for several goroutines at the same time.
type TypeConverter struct {
	rules                    []func(ir.Type) ([]ir.Type, bool)
	known                    map[ir.Type][]ir.Type // nil: it cannot be converted
	source, target, argument Materialization
}

// Materialization makes a value of the type to out of others, at the insertion point of b; nil if it cannot.
type Materialization func(b *ir.Builder, to ir.Type, from []*ir.Value) *ir.Value

// NewTypeConverter returns a converter that knows no type.
func NewTypeConverter() *TypeConverter {
	return &TypeConverter{known: map[ir.Type][]ir.Type{}}
}

// Add adds a rule for the types of the Go type T: what becomes of one, or nil if the rule is not for it. Of ir.Type it is for all:
//
//	convert.Add(tc, func(t ir.Type) ir.Type { return t }) // others stay
//	convert.Add(tc, func(t *QType) ir.Type { return i32 })
func Add[T ir.Type](tc *TypeConverter, f func(T) ir.Type) {
	AddSeveral(tc, func(t T) ([]ir.Type, bool) {
		out := f(t)
		return []ir.Type{out}, out != nil
	})
}

// AddSeveral adds a rule for types that become several, or none; false if the rule is not for it. This is for the arguments of blocks and
// the parameters of functions.
func AddSeveral[T ir.Type](tc *TypeConverter, f func(T) ([]ir.Type, bool)) {
	clear(tc.known)
	tc.rules = append(tc.rules, func(t ir.Type) ([]ir.Type, bool) {
		if t, ok := t.(T); ok {
			return f(t)
		}
		return nil, false
	})
}

// Source sets how a value of a new type is made one of its old type, for operations that are not rewritten.
func (tc *TypeConverter) Source(m Materialization) *TypeConverter { tc.source = m; return tc }

// Target sets how a value is made one of the type that a pattern wants.
func (tc *TypeConverter) Target(m Materialization) *TypeConverter { tc.target = m; return tc }

// Argument sets how the values that an argument of a block has become are made one of its old type.
func (tc *TypeConverter) Argument(m Materialization) *TypeConverter { tc.argument = m; return tc }

// Casts lets casts (builtin.unrealized_conversion_cast) stay where old and new types meet, for another conversion to remove.
func (tc *TypeConverter) Casts() *TypeConverter {
	return tc.Source(cast).Target(cast).Argument(cast)
}

// all are the types that t becomes; ok is false if it cannot be converted.
func (tc *TypeConverter) all(t ir.Type) (out []ir.Type, ok bool) {
	if out, ok = tc.known[t]; ok {
		return out, out != nil
	}
	for _, rule := range slices.Backward(tc.rules) {
		if out, ok = rule(t); ok {
			out = append([]ir.Type{}, out...) // not nil
			break
		}
	}
	tc.known[t] = out
	return out, ok
}

// Convert is the one type that t becomes.
func (tc *TypeConverter) Convert(t ir.Type) (ir.Type, bool) {
	out, ok := tc.all(t)
	if !ok || len(out) != 1 {
		return nil, false
	}
	return out[0], true
}

// ConvertAll are the types that ts become, in order.
func (tc *TypeConverter) ConvertAll(ts []ir.Type) (out []ir.Type, ok bool) {
	for _, t := range ts {
		all, ok := tc.all(t)
		if !ok {
			return nil, false
		}
		out = append(out, all...)
	}
	return out, true
}

// Stays says whether all of these types stay what they are.
func (tc *TypeConverter) Stays(ts ...ir.Type) bool {
	return !slices.ContainsFunc(ts, func(t ir.Type) bool {
		out, ok := tc.Convert(t)
		return !ok || out != t
	})
}

// IsLegal says whether the types of all operands and results of an operation stay, and those of the signature if it is a function.
func (tc *TypeConverter) IsLegal(op *ir.Operation) bool {
	if f, ok := op.Typed().(ods.FunctionLike); ok {
		t := f.FunctionType()
		if t == nil || !tc.Stays(t.Inputs...) || !tc.Stays(t.Results...) {
			return false
		}
	}
	return tc.Stays(ir.TypesOf(op.Operands())...) && tc.Stays(ir.TypesOf(op.Results())...)
}
