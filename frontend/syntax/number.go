package syntax

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// maxDigits is how long a number literal may be.
const maxDigits = 10_000

// intBits gives the width of the integer types, negative for signed ones.
var intBits = map[string]int{"i8": -8, "i16": -16, "i32": -32, "i64": -64, "u8": 8, "u16": 16, "u32": 32, "u64": 64}

// floatMax gives the first magnitude that rounds to infinity in the float types.
var floatMax = map[string]float64{"f16": 65520, "bf16": 0x1.ffp127, "f32": 0x1.ffffffp127}

// number reads a literal: decimal, 0x, 0o, 0b integers and decimal floats, with `_` between digits
// and a suffix.
func (l *lexer) number() Token {
	start := l.pos
	if base := basePrefix(l.peek(0), l.peek(1)); base > 0 {
		l.pos += 2
		return l.basedInt(start, base)
	}
	kind := Int
	l.digits()
	if l.peek(0) == '.' && l.peek(1) != '.' && !isLetter(l.peek(1)) {
		kind = Float
		l.pos++
		l.digits()
	}
	if c := l.peek(0); c == 'e' || c == 'E' {
		n := 1
		if s := l.peek(1); s == '+' || s == '-' {
			n = 2
		}
		if !isDigit(l.peek(n)) {
			l.pos += n
			return l.invalidAt(start, "the exponent has no digits", "expected at least one digit after this", "")
		}
		kind = Float
		l.pos += n
		l.digits()
	}
	return l.suffix(kind, start)
}

func (l *lexer) digits() {
	for isDigit(l.peek(0)) || l.peek(0) == '_' {
		l.pos++
	}
}

func basePrefix(a, b byte) int {
	if a != '0' {
		return 0
	}
	switch b {
	case 'x', 'X':
		return 16
	case 'o', 'O':
		return 8
	case 'b', 'B':
		return 2
	}
	return 0
}

// basedInt reads the digits after 0x, 0o, 0b.
func (l *lexer) basedInt(start, base int) Token {
	seen := false
	for {
		c := l.peek(0)
		switch {
		case c == '_':
		case isDigit(c) && int(c-'0') >= base:
			at := l.pos
			for isDigit(l.peek(0)) || isLetter(l.peek(0)) {
				l.pos++
			}
			l.report(at, at+1, "invalid digit `"+string(rune(c))+"` in a literal of base "+strconv.Itoa(base), "", "", "")
			return l.token(BadToken, start)
		case isDigit(c) || base == 16 && isLetter(c) && c|0x20 <= 'f':
			seen = true
		default:
			if !seen && base == 2 && strings.HasPrefix(l.text[l.pos:], "f16") { // the suffix bf16, behind 0
				l.pos += len("f16")
				l.report(start, l.pos, "the literal has no digits", "`0b` begins a number of base 2", "write `0.0bf16`", "0.0bf16")
				return l.token(BadToken, start)
			}
			if !seen {
				return l.invalidAt(start, "the literal has no digits", "expected digits after the prefix", "")
			}
			return l.suffix(Int, start)
		}
		l.pos++
	}
}

// foreignSuffixes are suffixes of C and Rust, in small letters.
var foreignSuffixes = map[string]string{"f": "f32", "h": "f16", "d": "f64", "u": "u32", "l": "i64", "ll": "i64", "ul": "u64", "ull": "u64", "usize": "u64", "isize": "i64"}

// suffix reads the type suffix of a literal that ends here and checks that it exists.
func (l *lexer) suffix(kind Kind, start int) Token {
	at := l.pos
	for isLetter(l.peek(0)) || isDigit(l.peek(0)) {
		l.pos++
	}
	switch s := l.text[at:l.pos]; {
	case l.pos-start > maxDigits:
		return l.invalidAt(start, "the literal is too long", "more than "+strconv.Itoa(maxDigits)+" characters", "")
	case s == "":
	case s == "f16" || s == "bf16" || s == "f32" || s == "f64":
		kind = Float
		if p := l.text[start:at]; len(p) > 1 && basePrefix(p[0], p[1]) > 0 {
			l.report(at, l.pos, "only decimal literals can be floats", "", "", "")
			return l.token(BadToken, start)
		}
	case intBits[s] != 0:
		if kind == Float {
			l.report(at, l.pos, "invalid suffix `"+s+"` of a float literal", "a float is `f16`, `bf16`, `f32` or `f64`", "", "")
			return l.token(BadToken, start)
		}
	default:
		help, fix := "", foreignSuffixes[strings.ToLower(s)]
		if l.peek(0) == '(' { // a name that starts with a digit
			fix = ""
		}
		if fix != "" {
			help = "write `" + fix + "`"
		}
		l.report(at, l.pos, "invalid suffix `"+s+"` of a number",
			"the suffixes are i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64", help, fix)
		return l.token(BadToken, start)
	}
	return l.token(kind, start)
}

// splitSuffix takes the text of a number token apart and drops the underscores.
func splitSuffix(text string) (digits, suffix string) {
	digits = strings.ReplaceAll(text, "_", "")
	hex := strings.HasPrefix(digits, "0x") || strings.HasPrefix(digits, "0X")
	for i := 1; i < len(digits); i++ {
		switch c := digits[i]; {
		case c == 'i' || c == 'u' || c == 'f' && !hex, strings.HasPrefix(digits[i:], "bf16") && !hex:
			return digits[:i], digits[i:]
		}
	}
	return digits, ""
}

// intValue is the value of an integer literal's digits.
func intValue(digits string) *big.Int {
	v := new(big.Int)
	base := 10
	if len(digits) > 2 {
		if b := basePrefix(digits[0], digits[1]); b > 0 {
			digits, base = digits[2:], b
		}
	}
	v.SetString(digits, base)
	return v
}

// intRange says what a type's integer literals must lie in, "" if v does; neg: it is negated.
func intRange(v *big.Int, suffix string, neg bool) string {
	bits := intBits[suffix]
	if bits == 0 {
		return ""
	}
	lo, hi := new(big.Int), big.NewInt(1)
	if bits < 0 {
		hi.Lsh(hi, uint(-bits-1))
		lo.Neg(hi)
	} else {
		hi.Lsh(hi, uint(bits))
	}
	hi.Sub(hi, big.NewInt(1))
	x := v
	if neg {
		x = new(big.Int).Neg(v)
	}
	if x.Cmp(lo) < 0 || x.Cmp(hi) > 0 {
		return lo.String() + " to " + hi.String()
	}
	return ""
}

// floatFits says whether a float literal is finite in its type.
func floatFits(digits, suffix string) bool {
	v, _ := strconv.ParseFloat(digits, 64)
	limit, ok := floatMax[suffix]
	return !math.IsInf(v, 0) && (!ok || v < limit)
}
