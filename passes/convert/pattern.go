package convert

import (
	"slices"

	"descend/ir"
)

// Pattern rewrites operations of one name.
type Pattern struct {
	// Root is the name of the operations; "" for any.
	Root string
	// Name is what messages call it; the name of the operations if it is empty.
	Name string
	// Benefit orders patterns: the highest is tried first, of equal ones the first in the list.
	Benefit int
	// Types, if set, says in which types the pattern gets the operands; without, it gets them as they are.
	Types *TypeConverter
	// Recursive patterns may make what they rewrite; they have to come to an end by themselves.
	Recursive bool
	// Rewrite rewrites op, whose operands stand for others by now, or says why it does not. What it has done until then is undone. It changes
	// code through rw only.
	Rewrite func(op *ir.Operation, operands []*ir.Value, rw *Rewriter) error
}

// On makes a pattern of a function for operations of one Go type:
//
//	convert.On(func(o fix.AddOp, in []*ir.Value, rw *convert.Rewriter) error {
//		rw.Replace(o.Operation, arith.AddI(rw.Builder, in[0], in[1]))
//		return nil
//	})
func On[T ir.OpType](rewrite func(op T, operands []*ir.Value, rw *Rewriter) error) Pattern {
	var zero T
	return Pattern{
		Root: zero.Def().Name,
		Rewrite: func(op *ir.Operation, operands []*ir.Value, rw *Rewriter) error {
			return rewrite(op.Typed().(T), operands, rw)
		},
	}
}

// With gives all of the patterns a type converter.
func With(tc *TypeConverter, patterns ...Pattern) []Pattern {
	out := slices.Clone(patterns)
	for i := range out {
		out[i].Types = tc
	}
	return out
}

func (p *Pattern) String() string {
	switch {
	case p.Name != "":
		return "pattern '" + p.Name + "'"
	case p.Root != "":
		return "the pattern of '" + p.Root + "'"
	}
	return "a pattern of any operation"
}

// patternSet finds patterns by the names of operations.
type patternSet struct {
	sorted []*Pattern // by falling benefit
	byName map[string][]*Pattern
}

func newPatternSet(patterns []Pattern) *patternSet {
	s := &patternSet{byName: map[string][]*Pattern{}}
	for i := range patterns {
		s.sorted = append(s.sorted, &patterns[i])
	}
	slices.SortStableFunc(s.sorted, func(a, b *Pattern) int { return b.Benefit - a.Benefit })
	return s
}

func (s *patternSet) of(op *ir.Operation) []*Pattern {
	list, ok := s.byName[op.Name()]
	if !ok {
		for _, p := range s.sorted {
			if p.Root == "" || p.Root == op.Name() {
				list = append(list, p)
			}
		}
		s.byName[op.Name()] = list
	}
	return list
}
