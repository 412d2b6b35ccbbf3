package ir

import (
	"slices"
	"sort"
)

// Rewrite is a local rewrite, declared next to the operation that it concerns. Before and After are the body
// of a function with the parameters Args ("%x: i32, %m: memref<4xf32>"), up to the return: a test applies
// the rewrite once to Before and compares with After, and the reference of the IR shows both.
type Rewrite struct {
	// Name is unique among all rewrites: the mnemonic of the operation, then what is done, "addi-constants".
	Name string
	// Benefit orders the rewrites of an operation: the highest is tried first.
	Benefit             int
	Args, Before, After string
	// Apply changes the operation, through rw only, and returns true, or leaves all as it is.
	Apply func(op *Operation, rw *Rewriter) bool
}

// RewriteOn makes Rewrite.Apply of a method of the Go type T of the operation.
func RewriteOn[T any](f func(op T, rw *Rewriter) bool) func(*Operation, *Rewriter) bool {
	return func(op *Operation, rw *Rewriter) bool {
		t, ok := op.Typed().(T)
		return ok && f(t, rw)
	}
}

// Pattern is a rewrite that does not stand with its operation: it is applied where a pass gives it to ApplyGreedily.
type Pattern struct {
	// Name is what messages call it.
	Name string
	// Root is the name of the operations that the pattern concerns; "" for any.
	Root string
	// Benefit orders patterns: the highest is tried first.
	Benefit int
	// Apply changes the operation, through rw only, and returns true, or leaves all as it is.
	Apply func(op *Operation, rw *Rewriter) bool
}

// On makes a pattern of a function, or method, for operations of the Go type T, or for all with the ability T:
//
//	ir.ApplyGreedily(c.Op, []ir.Pattern{ir.On("mul-by-two", MulOp.byTwo)}, ir.GreedyOptions{})
func On[T any](name string, apply func(op T, rw *Rewriter) bool) Pattern {
	p := Pattern{Name: name, Apply: RewriteOn(apply)}
	var zero T
	if op, ok := any(zero).(OpType); ok {
		p.Root = op.Def().Name
	}
	return p
}

// patternSet finds what to apply to an operation.
type patternSet struct {
	given  []Pattern // by falling benefit
	opts   *GreedyOptions
	byName map[*OpName][]rule
	name   *OpName // that of was asked for last, and what it gave
	rules  []rule
}

// rule is a rewrite or pattern for the operations of one name, with what messages call it.
type rule struct {
	name  string
	apply func(op *Operation, rw *Rewriter) bool
}

func newPatternSet(patterns []Pattern, opts *GreedyOptions) *patternSet {
	for i, p := range patterns {
		if p.Name == "" || p.Apply == nil {
			misuse("ApplyGreedily", "pattern #%d has no Name, or no Apply", i)
		}
	}
	sorted := append([]Pattern(nil), patterns...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].Benefit > sorted[j].Benefit })
	return &patternSet{given: sorted, opts: opts, byName: map[*OpName][]rule{}}
}

// of lists what to try on op: its own rewrites, the patterns for its name, those for any.
func (s *patternSet) of(op *Operation) []rule {
	if op.name != s.name {
		s.name, s.rules = op.name, s.find(op)
	}
	return s.rules
}

func (s *patternSet) find(op *Operation) []rule {
	list, ok := s.byName[op.name]
	if ok {
		return list
	}
	if r, ok := op.Typed().(Rewritable); ok && !s.opts.NoRewrites {
		own := append([]Rewrite(nil), r.Rewrites()...)
		sort.SliceStable(own, func(i, j int) bool { return own[i].Benefit > own[j].Benefit })
		for _, w := range own {
			if s.enabled(w.Name) {
				list = append(list, rule{"rewrite '" + w.Name + "'", w.Apply})
			}
		}
	}
	for _, root := range [2]string{op.Name(), ""} {
		for _, p := range s.given {
			if p.Root == root {
				list = append(list, rule{"pattern '" + p.Name + "'", p.Apply})
			}
		}
	}
	s.byName[op.name] = list
	return list
}

func (s *patternSet) enabled(name string) bool {
	return !slices.Contains(s.opts.Disable, name) && (len(s.opts.Enable) == 0 || slices.Contains(s.opts.Enable, name))
}
