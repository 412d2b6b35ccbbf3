package check

import "descend/passes"

// Pipeline is the checks in the order in which they run. exec-check comes first since all others rely on
// who executes what; nat-check before those that compare places, which take sizes to fit; move-check before
// borrow-check, which does not repeat uses of moved values; uniformity before access-check and
// barrier-check, which read what it finds.
func Pipeline() []passes.Pass {
	return []passes.Pass{
		&ExecCheck{},
		&MemoryCheck{},
		&NatCheck{},
		&MoveCheck{},
		&BorrowCheck{},
		&Uniformity{},
		&NarrowingCheck{},
		&AccessCheck{},
		&BarrierCheck{},
	}
}

// Register makes the checks known by name.
func Register(r *passes.Registry) {
	for _, p := range Pipeline() {
		r.Add(func() passes.Pass { return p })
	}
}
