package arith

import (
	"fmt"
	"strings"

	"descend/ir"
)

// FastMath is a set of permissions to deviate from IEEE arithmetic.
type FastMath uint8

// The fast-math flags, with MLIR's bits. Contract permits fusing a multiplication with an addition.
const (
	Reassoc FastMath = 1 << iota
	NNaN
	NInf
	NSZ
	ARcp
	Contract
	AFn
	Fast FastMath = 1<<iota - 1
)

// Overflow is a set of promises about the overflow of integer arithmetic.
type Overflow uint8

// The overflow flags: no signed wrap, no unsigned wrap.
const (
	NSW Overflow = 1 << iota
	NUW
)

type (
	// FastMathAttr is #arith.fastmath<..>.
	FastMathAttr struct {
		ir.AttrBase
		Flags FastMath
	}
	// OverflowAttr is #arith.overflow<..>.
	OverflowAttr struct {
		ir.AttrBase
		Flags Overflow
	}
)

var (
	fastMathNames = []string{"reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"}
	overflowNames = []string{"nsw", "nuw"}
)

// NewFastMath returns #arith.fastmath<flags>.
func NewFastMath(c *ir.Context, f FastMath) *FastMathAttr {
	return ir.Intern(c, "arith.fastmath", f.String(), func() *FastMathAttr { return &FastMathAttr{Flags: f} })
}

// NewOverflow returns #arith.overflow<flags>.
func NewOverflow(c *ir.Context, f Overflow) *OverflowAttr {
	return ir.Intern(c, "arith.overflow", f.String(), func() *OverflowAttr { return &OverflowAttr{Flags: f} })
}

func flagText(bits uint8, names []string, sep string) string {
	var on []string
	for i, n := range names {
		if bits&(1<<i) != 0 {
			on = append(on, n)
		}
	}
	if len(on) == 0 {
		return "none"
	}
	return strings.Join(on, sep)
}

func (f FastMath) String() string {
	if f == Fast {
		return "fast"
	}
	return flagText(uint8(f), fastMathNames, ",")
}

func (f Overflow) String() string { return flagText(uint8(f), overflowNames, ", ") }

func (a *FastMathAttr) String() string { return "#arith.fastmath<" + a.Flags.String() + ">" }
func (a *OverflowAttr) String() string { return "#arith.overflow<" + a.Flags.String() + ">" }

// parseFlags reads "a, b" against names; "none" is the empty set, and whole, if not "", the full one.
func parseFlags(body string, names []string, whole string) (uint8, error) {
	var bits uint8
	for _, w := range strings.Split(body, ",") {
		w = strings.TrimSpace(w)
		found := w == "none"
		if w == whole && whole != "" {
			bits, found = 1<<len(names)-1, true
		}
		for i, n := range names {
			if w == n {
				bits, found = bits|1<<i, true
			}
		}
		if !found {
			return 0, fmt.Errorf("expected one of none, %s, but got '%s'", strings.Join(names, ", "), w)
		}
	}
	return bits, nil
}

// ParseFastMath reads the flags between the angle brackets.
func ParseFastMath(body string) (FastMath, error) {
	bits, err := parseFlags(body, fastMathNames, "fast")
	return FastMath(bits), err
}

// ParseOverflow reads the flags between the angle brackets.
func ParseOverflow(body string) (Overflow, error) {
	bits, err := parseFlags(body, overflowNames, "")
	return Overflow(bits), err
}

func parseAttr(c *ir.Context, mnemonic, body string, hasBody bool) (ir.Attribute, error) {
	switch mnemonic {
	case "fastmath", "overflow":
		if !hasBody {
			return nil, fmt.Errorf("#arith.%s expects flags in angle brackets", mnemonic)
		}
	}
	switch mnemonic {
	case "fastmath":
		f, err := ParseFastMath(body)
		if err != nil {
			return nil, err
		}
		return NewFastMath(c, f), nil
	case "overflow":
		f, err := ParseOverflow(body)
		if err != nil {
			return nil, err
		}
		return NewOverflow(c, f), nil
	}
	return nil, nil // the parser says that it is unknown, or keeps it as text
}

// flagsInAngles reads <a, b> and hands the flags to parse.
func flagsInAngles[T any](p *ir.Parser, parse func(string) (T, error)) T {
	pos := p.Pos()
	var words []string
	p.Comma("<", ">", func() { words = append(words, p.Keyword()) })
	f, err := parse(strings.Join(words, ","))
	if err != nil {
		p.FailAt(pos, "%s", err)
	}
	return f
}

// FastMathConstraint accepts #arith.fastmath; a format writes only <..>.
var FastMathConstraint = ir.AttrConstraint{
	Name: "Floating point fast math flags",
	Is: func(a ir.Attribute) bool {
		_, ok := a.(*FastMathAttr)
		return ok
	},
	Print: func(p *ir.Printer, a ir.Attribute) { p.Write("<", a.(*FastMathAttr).Flags.String(), ">") },
	Parse: func(p *ir.Parser) ir.Attribute { return NewFastMath(p.Context(), flagsInAngles(p, ParseFastMath)) },
}

// FastMathDef declares the attribute fastmath of floating point operations, here and in math.
var FastMathDef = ir.AttrDef{Name: "fastmath", Attr: FastMathConstraint,
	Default: func(c *ir.Context) ir.Attribute { return NewFastMath(c, 0) }}

// OverflowConstraint accepts #arith.overflow; a format writes only <..>.
var OverflowConstraint = ir.AttrConstraint{
	Name: "Integer overflow arith flags",
	Is: func(a ir.Attribute) bool {
		_, ok := a.(*OverflowAttr)
		return ok
	},
	Print: func(p *ir.Printer, a ir.Attribute) { p.Write("<", a.(*OverflowAttr).Flags.String(), ">") },
	Parse: func(p *ir.Parser) ir.Attribute { return NewOverflow(p.Context(), flagsInAngles(p, ParseOverflow)) },
}

// overflowDef declares the attribute overflowFlags.
var overflowDef = ir.AttrDef{Name: "overflowFlags", Attr: OverflowConstraint,
	Default: func(c *ir.Context) ir.Attribute { return NewOverflow(c, 0) }}

// FastMathOf is the fast-math flags of an operation.
func FastMathOf(op *ir.Operation) FastMath {
	if a, ok := op.Attr("fastmath").(*FastMathAttr); ok {
		return a.Flags
	}
	return 0
}

// OverflowOf is the overflow flags of an operation.
func OverflowOf(op *ir.Operation) Overflow {
	if a, ok := op.Attr("overflowFlags").(*OverflowAttr); ok {
		return a.Flags
	}
	return 0
}
