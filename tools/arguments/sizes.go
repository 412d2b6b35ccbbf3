package arguments

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"

	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/gpu/contract"
	"descend/dialects/nat"
	"descend/ir"
)

// NatsOf are the nats of functions, each once.
func NatsOf(fs []descend.FuncOp) (names []string) {
	for _, f := range fs {
		for _, g := range f.Generics() {
			if g.Kind == "nat" && !slices.Contains(names, g.Name) {
				names = append(names, g.Name)
			}
		}
	}
	return names
}

// Likely are sizes to try for nats that nobody gives, in this order.
var Likely = []int64{1024, 2048, 4096, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 1 << 16, 1 << 20, 3, 5, 7, 100, 1000}

// maxTries bounds the sizes that are tried.
const maxTries = 20_000

// Sizes are the values of all nats of functions: those that are given, for others one of the candidates, such that all clauses
// hold. Chosen are the names of the others.
func Sizes(fs []descend.FuncOp, given map[string]*big.Int, candidates []int64) (nats map[string]*big.Int, chosen []string, err error) {
	nats = map[string]*big.Int{}
	for _, n := range NatsOf(fs) {
		if nats[n] = given[n]; nats[n] == nil {
			chosen = append(chosen, n)
		}
	}
	try := make([]int, len(chosen))
	for tries := 0; len(chosen) > 0; tries++ {
		for i, n := range chosen {
			nats[n] = big.NewInt(candidates[try[i]])
		}
		if !slices.ContainsFunc(fs, func(f descend.FuncOp) bool { _, isFalse := FalseClause(f, nats); return isFalse }) {
			break
		}
		if tries == maxTries || !next(try, len(candidates), tries < len(candidates)-1) {
			return nil, nil, fmt.Errorf("no sizes were found for which the clauses hold: give them, as -D %s=1024", chosen[0])
		}
	}
	return nats, chosen, nil
}

// next is the next choice of one of n numbers at each position: first equal ones at all, then every one; false after the last one.
func next(try []int, n int, equal bool) bool {
	if equal {
		for i := range try {
			try[i]++
		}
		return true
	}
	if !slices.ContainsFunc(try, func(x int) bool { return x != n-1 }) {
		clear(try)
	}
	for i := range try {
		if try[i]++; try[i] < n {
			return true
		}
		try[i] = 0
	}
	return false
}

// FalseClause is the first clause of a function that does not hold for the sizes; false if all hold.
func FalseClause(f descend.FuncOp, nats map[string]*big.Int) (nat.Constraint, bool) {
	for _, w := range f.Wheres() {
		if ok, err := w.Eval(nats); !ok || err != nil {
			return w, true
		}
	}
	return nat.Constraint{}, false
}

// BadLaunch says that a kernel cannot be launched with the sizes that are given.
type BadLaunch struct{ message string }

func (e BadLaunch) Error() string { return e.message }

// LaunchOf is the launch of a kernel of a lowered program, by its contract: extents and dynamic shared memory.
func LaunchOf(kernel *ir.Operation, nats map[string]*big.Int) (l sim.Launch, err error) {
	f, _ := contract.Of(kernel)
	if f.Launch == nil {
		return l, fmt.Errorf("%s has no contract: its launch is not known", ir.SymbolName(kernel))
	}
	size := func(what string, of contract.Size, most int64) int64 {
		e, wrong := of.Expr()
		if wrong != nil {
			err = cmp.Or(err, wrong)
			return 0
		}
		v, wrong := e.Eval(nats)
		switch {
		case wrong != nil:
			err = cmp.Or[error](err, BadLaunch{fmt.Sprintf("%s: %v", what, wrong)})
		case !v.IsInt64() || v.Sign() < 0 || v.Int64() > most:
			err = cmp.Or[error](err, BadLaunch{fmt.Sprintf("%s is %s", what, v)})
		default:
			return v.Int64()
		}
		return 0
	}
	extent := func(of contract.Size) int {
		return int(size(fmt.Sprintf("extent %s of the grid", of), of, math.MaxInt32))
	}
	for d := range l.Grid {
		l.Grid[d], l.Block[d] = extent(f.Launch.Grid[d]), extent(f.Launch.Block[d])
	}
	if of := f.Launch.Dynamic; of != "" {
		l.Dynamic = size(fmt.Sprintf("dynamic shared memory of %s bytes", of), of, math.MaxInt32)
	}
	return l, err
}

// Small are sizes to try where somebody looks at every element.
var Small = []int64{64, 128, 32, 16, 256, 512, 1024, 8, 4, 2, 1, 3, 5, 7, 100, 2048, 4096}
