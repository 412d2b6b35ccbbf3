package check

import "descend/dialects/nat"

// sharedFacts are facts by the constraints that they consist of: functions of one program often need the same of
// variables of the same names, and Facts remember what they have proved.
type sharedFacts struct{ byKey map[string]*nat.Facts }

// keyedFacts are facts with the key of their constraints.
type keyedFacts struct {
	*nat.Facts
	key string
}

// maxSharedFacts bounds their number.
const maxSharedFacts = 4096

// with adds constraints; a zero f stands for no facts.
func (s *sharedFacts) with(f keyedFacts, cs ...nat.Constraint) keyedFacts {
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

// same returns the facts that were given first of those that consist of the same.
func (s *sharedFacts) same(f *nat.Facts) *nat.Facts {
	key := "chain " + f.Key()
	if g, ok := s.byKey[key]; ok {
		return g
	}
	if len(s.byKey) < maxSharedFacts {
		s.byKey[key] = f
	}
	return f
}
