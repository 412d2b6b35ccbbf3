// Package written makes random natural numbers as programs write them, for tests: what a program means is the value of
// what is written, and package nat, lowering and every device have to agree with it.
package written

import (
	"fmt"
	"math/rand/v2"
)

// Expr is an operation as it is written.
type Expr struct {
	Op   byte // + - * / % m M for min and max, v for a variable, k for a number
	Name string
	K    int64
	L, R *Expr
}

// Random makes an expression of the given depth over variables and operations (characters as in Op).
func Random(r *rand.Rand, depth int, vars []string, ops string) *Expr {
	if depth == 0 || r.IntN(5) == 0 {
		if r.IntN(3) == 0 {
			return &Expr{Op: 'k', K: r.Int64N(9)}
		}
		return &Expr{Op: 'v', Name: vars[r.IntN(len(vars))]}
	}
	e := &Expr{Op: ops[r.IntN(len(ops))], L: Random(r, depth-1, vars, ops), R: Random(r, depth-1, vars, ops)}
	if e.Op == '*' && r.IntN(2) == 0 {
		e.R = &Expr{Op: 'k', K: 1 + r.Int64N(6)}
	}
	return e
}

// String is the text.
func (e *Expr) String() string {
	switch e.Op {
	case 'v':
		return e.Name
	case 'k':
		return fmt.Sprint(e.K)
	case 'm':
		return fmt.Sprintf("min(%s, %s)", e.L, e.R)
	case 'M':
		return fmt.Sprintf("max(%s, %s)", e.L, e.R)
	}
	return fmt.Sprintf("(%s %c %s)", e.L, e.Op, e.R)
}

// Eval is the value, which may be negative. ok says that it is one of the language: no divisor is 0, and all dividends and
// arguments of min and max are natural numbers.
func (e *Expr) Eval(env map[string]int64) (v int64, ok bool) {
	switch e.Op {
	case 'v':
		return env[e.Name], true
	case 'k':
		return e.K, true
	}
	x, okX := e.L.Eval(env)
	y, okY := e.R.Eval(env)
	if !okX || !okY {
		return 0, false
	}
	switch e.Op {
	case '+':
		return x + y, true
	case '-':
		return x - y, true
	case '*':
		return x * y, true
	case 'm':
		return min(x, y), x >= 0 && y >= 0
	case 'M':
		return max(x, y), x >= 0 && y >= 0
	}
	if x < 0 || y <= 0 {
		return 0, false
	}
	if e.Op == '/' {
		return x / y, true
	}
	return x % y, true
}

// Each visits the assignments of 0..limit to variables until one visit gives false.
func Each(vars []string, limit int64, visit func(env map[string]int64) bool) {
	env := map[string]int64{}
	var assign func(i int) bool
	assign = func(i int) bool {
		if i == len(vars) {
			return visit(env)
		}
		for x := range limit + 1 {
			if env[vars[i]] = x; !assign(i + 1) {
				return false
			}
		}
		return true
	}
	assign(0)
}

// BelowZero says whether a difference in e is the same number below 0 for all assignments of 0..limit, which the language
// refuses wherever it stands.
func (e *Expr) BelowZero(vars []string, limit int64) bool {
	if e == nil {
		return false
	}
	if e.Op == '-' {
		values := map[int64]bool{}
		Each(vars, limit, func(env map[string]int64) bool {
			v, ok := e.Eval(env)
			values[v] = ok
			return len(values) == 1
		})
		for v, ok := range values {
			if len(values) == 1 && ok && v < 0 {
				return true
			}
		}
	}
	return e.L.BelowZero(vars, limit) || e.R.BelowZero(vars, limit)
}
