package analysis

import "descend/dialects/nat"

// Memo are facts by the constraints that they consist of: functions of one program often need the same of
// variables of the same names, and Facts remember what they have proved.
type Memo struct{ byKey map[string]*nat.Facts }

// KeyedFacts are facts with the key of their constraints.
type KeyedFacts struct {
	*nat.Facts
	key string
}

// maxSharedFacts bounds their number.
const maxSharedFacts = 4096

// With adds constraints; a zero f stands for no facts.
func (s *Memo) With(f KeyedFacts, cs ...nat.Constraint) KeyedFacts {
	for _, c := range cs {
		f.key += c.Key() + ";"
	}
	if g, ok := s.byKey[f.key]; ok {
		f.Facts = g
		return f
	}
	if f.Facts == nil {
		f.Facts = nat.NewFacts()
	}
	f.Facts = f.Facts.With(cs...)
	if len(s.byKey) < maxSharedFacts {
		s.byKey[f.key] = f.Facts
	}
	return f
}

// Same returns the facts that were given first of those that consist of the same.
func (s *Memo) Same(f *nat.Facts) *nat.Facts {
	key := "chain " + f.Key()
	if g, ok := s.byKey[key]; ok {
		return g
	}
	if len(s.byKey) < maxSharedFacts {
		s.byKey[key] = f
	}
	return f
}
