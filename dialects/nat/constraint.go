package nat

import (
	"fmt"
	"math/big"
	"slices"

	"descend/dialects/num"
)

// Rel is a relation between two expressions.
type Rel int

// The relations. Divides is L divides R: some integer times L is R, so that 0
// divides only 0. Pow2 is that L is a power of two, 1 included; R is 1.
const (
	EQ Rel = iota
	NE
	LT
	LE
	GT
	GE
	Divides
	NotDivides
	Pow2
	NotPow2
)

var (
	relWords = [...]string{"eq", "ne", "lt", "le", "gt", "ge", "divides", "ndivides", "pow2", "npow2"}
	relSigns = [...]string{"==", "!=", "<", "<=", ">", ">=", "divides", "does not divide", "pow2", "npow2"}
	negated  = [...]Rel{NE, EQ, GE, GT, LE, LT, NotDivides, Divides, NotPow2, Pow2}
	swapped  = [...]Rel{EQ, NE, GT, GE, LT, LE}
)

// String is the word for r: eq ne lt le gt ge divides ndivides.
func (r Rel) String() string {
	if r < 0 || int(r) >= len(relWords) {
		return fmt.Sprintf("rel(%d)", int(r))
	}
	return relWords[r]
}

// RelOf is the relation with a word.
func RelOf(word string) (Rel, bool) {
	r := slices.Index(relWords[:], word)
	return Rel(r), r >= 0
}

// Negate is the relation that holds exactly where r does not.
func (r Rel) Negate() Rel { return negated[r] }

// Swap is the relation of y and x if r is one of x and y; for others than Divides and its opposite.
func (r Rel) Swap() Rel { return swapped[r] }

// HoldsInt says whether x r y.
func (r Rel) HoldsInt(x, y int64) bool { return r.holds(num.Of(x), num.Of(y)) }

// Constraint relates two expressions over the integers. It is undefined, and
// holds neither itself nor negated, where a divisor in it is not positive.
type Constraint struct {
	L   Expr
	Rel Rel
	R   Expr
}

// IsPow2 is that e is a power of two.
func IsPow2(e Expr) Constraint { return Constraint{e, Pow2, Int(1)} }

// AtMost is a <= b.
func AtMost(a, b Expr) Constraint { return Constraint{a, LE, b} }

// String spells the constraint without < and >: "i + 1 le n", "k divides n".
func (c Constraint) String() string { return c.L.String() + " " + c.Rel.String() + " " + c.R.String() }

// Pretty spells the constraint for people: "i + 1 <= n".
func (c Constraint) Pretty() string {
	if c.Rel < 0 || int(c.Rel) >= len(relSigns) {
		return c.String()
	}
	switch c.Rel {
	case Pow2:
		return "pow2(" + c.L.String() + ")"
	case NotPow2:
		return "!pow2(" + c.L.String() + ")"
	}
	return c.L.String() + " " + relSigns[c.Rel] + " " + c.R.String()
}

// Clause spells the constraint as a where clause of the language: "n % 32 == 0".
func (c Constraint) Clause() string {
	if c.Rel != Divides && c.Rel != NotDivides {
		return c.Pretty()
	}
	rel := " == 0"
	if c.Rel == NotDivides {
		rel = " != 0"
	}
	return operand(c.R) + " % " + operand(c.L) + rel
}

// operand is an expression as an operand of `%`: in parentheses unless it is a single name or number.
func operand(e Expr) string {
	s := e.String()
	for _, r := range s {
		if !(r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z') {
			return "(" + s + ")"
		}
	}
	return s
}

// Key identifies the constraint, for maps; two keys may mean the same.
func (c Constraint) Key() string { return c.L.Key() + " " + c.Rel.String() + " " + c.R.Key() }

// Negate is the constraint that holds exactly where c, being defined, does not.
func (c Constraint) Negate() Constraint {
	c.Rel = c.Rel.Negate()
	return c
}

// Subst replaces variables on both sides.
func (c Constraint) Subst(m map[string]Expr) Constraint {
	return Constraint{c.L.Subst(m), c.Rel, c.R.Subst(m)}
}

// Vars returns the names of all variables of both sides, sorted.
func (c Constraint) Vars() []string {
	var room [16]string
	return append([]string{}, c.R.poly().addVars(c.L.poly().addVars(room[:0]))...)
}

// Holds decides a constraint of constants, or of equal sides.
func (c Constraint) Holds() (yes, known bool) {
	l, constL := c.L.poly().constant()
	r, constR := c.R.poly().constant()
	if !constL || !constR {
		return c.Rel == EQ || c.Rel == LE || c.Rel == GE, c.L.Equal(c.R) && c.Rel <= GE
	}
	return c.Rel.holds(l, r), true
}

// Eval decides the constraint for one assignment, over the integers.
func (c Constraint) Eval(env map[string]*big.Int) (bool, error) {
	l, err := eval(c.L.poly(), env, false)
	if err != nil {
		return false, err
	}
	r, err := eval(c.R.poly(), env, false)
	if err != nil {
		return false, err
	}
	return c.Rel.holds(l, r), nil
}

// HoldsBig says whether it holds of two numbers.
func (r Rel) HoldsBig(x, y *big.Int) bool { return r.holds(num.FromBig(x), num.FromBig(y)) }

func (r Rel) holds(x, y num.Int) bool {
	d := x.Cmp(y)
	switch r {
	case EQ:
		return d == 0
	case NE:
		return d != 0
	case LT:
		return d < 0
	case LE:
		return d <= 0
	case GT:
		return d > 0
	case GE:
		return d >= 0
	case Divides:
		return x.Divides(y)
	case NotDivides:
		return !x.Divides(y)
	case Pow2:
		return x.IsPow2()
	case NotPow2:
		return !x.IsPow2()
	}
	return false
}
