// Package nat is symbolic arithmetic on natural numbers: the sizes in types, the
// parameters of views, the indices and obligations of the checks.
//
// An [Expr] is always in normal form, a polynomial with integer coefficients over
// atoms: variables, divisions that round down, minima and maxima, whose arguments
// are normal forms again. Remainders are written a - b*(a/b) inside and shown as
// a%b. Two expressions with equal normal forms have one spelling.
//
// Values are integers: a difference may be negative in between, a variable is
// never. A division is undefined unless its divisor is positive. A [Facts] holds
// what is known of the variables, and proves or refutes a [Constraint] from it.
//
// The package knows nothing of types, views or programs.
package nat

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"descend/dialects/num"
)

// Expr is an immutable expression in normal form; the zero value is 0.
type Expr struct{ p *poly }

func (e Expr) poly() *poly {
	if e.p == nil {
		return zeroPoly
	}
	return e.p
}

// Int is the constant v.
func Int(v int64) Expr { return Expr{intPoly(v)} }

// Big is the constant v, which is copied.
func Big(v *big.Int) Expr {
	return Expr{limit("big", constPoly(num.FromBig(v)), constPoly(num.FromBig(v)))}
}

// MaxRunTime is the largest number that is computed when a program runs.
var MaxRunTime = Int(math.MaxInt64)

// Var is the variable with this name: letters, digits, and the characters _ $ ' .
// where a digit is not first (other names work, but do not parse back).
func Var(name string) Expr { return Expr{varPoly(name)} }

// Add is e + o.
func (e Expr) Add(o Expr) Expr { return Expr{e.poly().add(o.poly())} }

// Sub is e - o over the integers.
func (e Expr) Sub(o Expr) Expr { return Expr{e.poly().sub(o.poly())} }

// Mul is e * o.
func (e Expr) Mul(o Expr) Expr { return Expr{e.poly().mul(o.poly())} }

// RoundUp is the next multiple of align, from e on.
func RoundUp(e Expr, align int64) Expr {
	if align <= 1 {
		return e
	}
	if n, ok := e.Int64(); ok {
		return Int((n + align - 1) / align * align)
	}
	return e.Add(Int(align - 1)).Div(Int(align)).Mul(Int(align))
}

// Div is e / o, rounded down; undefined unless o > 0.
func (e Expr) Div(o Expr) Expr { return Expr{public.div(e.poly(), o.poly())} }

// Mod is e - o*(e/o); undefined unless o > 0.
func (e Expr) Mod(o Expr) Expr { return Expr{public.mod(e.poly(), o.poly())} }

// Min is the smaller of a and b.
func Min(a, b Expr) Expr { return Expr{minMax(atomMin, []*poly{a.poly(), b.poly()})} }

// Max is the larger of a and b.
func Max(a, b Expr) Expr { return Expr{minMax(atomMax, []*poly{a.poly(), b.poly()})} }

// Equal reports whether the normal forms are equal. Expressions that are not
// Equal may still have the same value; see [Facts.Prove].
func (e Expr) Equal(o Expr) bool { return e.poly().equal(o.poly()) }

// Key identifies the value among all expressions, for maps and uniquing.
func (e Expr) Key() string { return e.poly().key() }

// Const returns the value of a constant. The result is the caller's.
func (e Expr) Const() (*big.Int, bool) {
	c, ok := e.poly().constant()
	if !ok {
		return nil, false
	}
	return c.Copy(), true
}

// IsConst reports whether e is a constant.
func (e Expr) IsConst() bool {
	_, ok := e.poly().constant()
	return ok
}

// Int64 returns the value of a constant that fits.
func (e Expr) Int64() (int64, bool) {
	c, ok := e.poly().constant()
	v, fits := c.Int64()
	return v, ok && fits
}

// IsZero reports whether e is the constant 0.
func (e Expr) IsZero() bool { return e.poly().isZero() }

// IsOne reports whether e is the constant 1.
func (e Expr) IsOne() bool {
	c, ok := e.poly().constant()
	return ok && c.IsOne()
}

// TooLarge reports whether some part of e exceeded the size of normal forms and
// was replaced by an opaque value.
func (e Expr) TooLarge() bool {
	return e.poly().anyAtom(func(a *atom) bool { return a.kind == atomHuge })
}

func (p *poly) anyAtom(f func(*atom) bool) bool {
	for _, t := range p.t {
		for _, x := range t.m.f {
			if f(x.a) {
				return true
			}
			for _, y := range x.a.args {
				if y.anyAtom(f) {
					return true
				}
			}
		}
	}
	return false
}

// Vars returns the names of all variables, sorted.
func (e Expr) Vars() []string {
	var room [16]string
	return append([]string{}, e.poly().addVars(room[:0])...)
}

// AnyVar reports whether one of the variables is as asked for.
func (e Expr) AnyVar(is func(name string) bool) bool { return e.poly().anyVar(is) }

func (p *poly) anyVar(is func(name string) bool) bool {
	for _, t := range p.t {
		for _, f := range t.m.f {
			if f.a.kind == atomVar && is(f.a.name) || slices.ContainsFunc(f.a.args, func(x *poly) bool { return x.anyVar(is) }) {
				return true
			}
		}
	}
	return false
}

// addVars adds the variables to names, which are sorted.
func (p *poly) addVars(names []string) []string {
	for _, t := range p.t {
		for _, f := range t.m.f {
			if f.a.kind == atomVar {
				names = addName(names, f.a.name)
			}
			for _, x := range f.a.args {
				names = x.addVars(names)
			}
		}
	}
	return names
}

func addName(names []string, name string) []string {
	if i, found := slices.BinarySearch(names, name); !found {
		return slices.Insert(names, i, name)
	}
	return names
}

// HasVar reports whether the variable occurs in e.
func (e Expr) HasVar(name string) bool { return e.poly().hasVar(name) }

// Subst replaces variables by expressions, all at once.
func (e Expr) Subst(m map[string]Expr) Expr {
	if !e.hasOneOf(m) {
		return e
	}
	return Expr{public.subst(e.poly(), func(name string) *poly {
		if r, ok := m[name]; ok {
			return r.poly()
		}
		return nil
	})}
}

func (e Expr) hasOneOf(m map[string]Expr) bool {
	if len(m) == 1 {
		for name := range m {
			return e.HasVar(name)
		}
	}
	return len(m) > 0 && e.AnyVar(func(name string) bool { _, in := m[name]; return in })
}

// Errors of evaluation; Eval wraps them with the operands.
var (
	ErrDivByZero = errors.New("division by zero")
	ErrNegative  = errors.New("negative result of a subtraction")
	ErrUnbound   = errors.New("variable has no value")
	ErrTooLarge  = errors.New("expression too large")
)

// Eval computes e as a natural. It is an error if a variable has no value, a
// divisor is zero, or the result or an argument of / min max is negative.
func (e Expr) Eval(env map[string]*big.Int) (*big.Int, error) {
	return copied(eval(e.poly(), env, true))
}

// EvalInt computes e over the integers; only the result of a divisor must be
// positive.
func (e Expr) EvalInt(env map[string]*big.Int) (*big.Int, error) {
	return copied(eval(e.poly(), env, false))
}

func copied(x num.Int, err error) (*big.Int, error) {
	if err != nil {
		return nil, err
	}
	return x.Copy(), nil
}

func eval(p *poly, env map[string]*big.Int, natural bool) (sum num.Int, err error) {
	for _, t := range p.t {
		v := t.c
		for _, f := range t.m.f {
			x, err := evalAtom(f.a, env, natural)
			if err != nil {
				return num.Int{}, err
			}
			for range f.n {
				v = v.Mul(x)
			}
		}
		sum = sum.Add(v)
	}
	if natural && sum.Sign() < 0 {
		return num.Int{}, fmt.Errorf("%w: %s is %s", ErrNegative, Expr{p}, sum)
	}
	return sum, nil
}

func evalAtom(a *atom, env map[string]*big.Int, natural bool) (num.Int, error) {
	switch a.kind {
	case atomVar:
		if v, ok := env[a.name]; ok && v != nil {
			return num.FromBig(v), nil
		}
		return num.Int{}, fmt.Errorf("%w: %s", ErrUnbound, a.name)
	case atomHuge:
		return num.Int{}, ErrTooLarge
	}
	best, err := eval(a.args[0], env, natural)
	if err != nil {
		return num.Int{}, err
	}
	for _, p := range a.args[1:] {
		x, err := eval(p, env, natural)
		switch {
		case err != nil:
			return num.Int{}, err
		case a.kind == atomDiv && x.Sign() <= 0:
			return num.Int{}, fmt.Errorf("%w: %s is %s", ErrDivByZero, Expr{p}, x)
		case a.kind == atomDiv:
			return best.FloorDiv(x), nil
		case a.kind == atomMin && x.Cmp(best) < 0 || a.kind == atomMax && x.Cmp(best) > 0:
			best = x
		}
	}
	return best, nil
}
