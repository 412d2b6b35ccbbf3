package ir

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// floatFormat describes a floating point format.
type floatFormat struct {
	expBits, manBits, bias int
	explicit               bool // the integer bit is stored (f80)
	noInf                  bool // all-ones exponent is a number; NaN is all ones (FN) or the negative zero (FNUZ)
	fnuz                   bool
}

var floatFormats = [numFloatKinds]floatFormat{
	F16:           {expBits: 5, manBits: 10, bias: 15},
	BF16:          {expBits: 8, manBits: 7, bias: 127},
	F32:           {expBits: 8, manBits: 23, bias: 127},
	F64:           {expBits: 11, manBits: 52, bias: 1023},
	F80:           {expBits: 15, manBits: 63, bias: 16383, explicit: true},
	F128:          {expBits: 15, manBits: 112, bias: 16383},
	TF32:          {expBits: 8, manBits: 10, bias: 127},
	F8E5M2:        {expBits: 5, manBits: 2, bias: 15},
	F8E4M3:        {expBits: 4, manBits: 3, bias: 7},
	F8E4M3FN:      {expBits: 4, manBits: 3, bias: 7, noInf: true},
	F8E5M2FNUZ:    {expBits: 5, manBits: 2, bias: 16, noInf: true, fnuz: true},
	F8E4M3FNUZ:    {expBits: 4, manBits: 3, bias: 8, noInf: true, fnuz: true},
	F8E4M3B11FNUZ: {expBits: 4, manBits: 3, bias: 11, noInf: true, fnuz: true},
}

// width is the number of bits.
func (f *floatFormat) width() int {
	w := 1 + f.expBits + f.manBits
	if f.explicit {
		w++
	}
	return w
}

type floatClass int

const (
	floatFinite floatClass = iota
	floatInf
	floatNaN
)

// split takes the bits apart: the magnitude is sig * 2^exp.
func (f *floatFormat) split(bits *big.Int) (neg bool, sig *big.Int, exp int, class floatClass) {
	w := f.width()
	neg = bits.Bit(w-1) == 1
	manW := f.manBits
	if f.explicit {
		manW++
	}
	man := new(big.Int).And(bits, mask(manW))
	e := int(new(big.Int).And(new(big.Int).Rsh(bits, uint(manW)), mask(f.expBits)).Int64())
	maxExp := 1<<f.expBits - 1
	switch {
	case f.fnuz && neg && man.Sign() == 0 && e == 0:
		return neg, man, 0, floatNaN
	case f.noInf && !f.fnuz && e == maxExp && man.Cmp(mask(f.manBits)) == 0:
		return neg, man, 0, floatNaN
	case !f.noInf && e == maxExp:
		if f.explicit {
			man.SetBit(man, f.manBits, 0)
		}
		if man.Sign() == 0 {
			return neg, man, 0, floatInf
		}
		return neg, man, 0, floatNaN
	}
	if e == 0 {
		e = 1
	} else if !f.explicit {
		man.SetBit(man, f.manBits, 1)
	}
	return neg, man, e - f.bias - f.manBits, floatFinite
}

func mask(bits int) *big.Int {
	m := new(big.Int).Lsh(big.NewInt(1), uint(bits))
	return m.Sub(m, big.NewInt(1))
}

// inf and nan are the bits of the special numbers; a format without infinity overflows to NaN.
func (f *floatFormat) nan(neg bool) *big.Int {
	switch {
	case f.fnuz:
		return new(big.Int).Lsh(big.NewInt(1), uint(f.width()-1))
	case f.noInf:
		return f.signed(neg, mask(f.expBits+f.manBits))
	}
	b := f.inf(false)
	return f.signed(neg, b.SetBit(b, f.manBits-1, 1))
}

func (f *floatFormat) inf(neg bool) *big.Int {
	if f.noInf {
		return f.nan(neg)
	}
	b := new(big.Int).Lsh(mask(f.expBits), uint(f.manBits))
	if f.explicit {
		b.Lsh(b, 1)
		b.SetBit(b, f.manBits, 1)
	}
	return f.signed(neg, b)
}

func (f *floatFormat) signed(neg bool, b *big.Int) *big.Int {
	if neg && !(f.fnuz && b.Sign() == 0) {
		b.SetBit(b, f.width()-1, 1)
	}
	return b
}

// round gives the bits of the number nearest to x, ties to even.
func (f *floatFormat) round(x *big.Float) *big.Int {
	neg := x.Signbit()
	if x.IsInf() {
		return f.inf(neg)
	}
	if x.Sign() == 0 {
		return f.signed(neg, new(big.Int))
	}
	a := new(big.Float).Abs(x)
	e := max(a.MantExp(nil)-1, 1-f.bias)
	if e > f.bias+2 {
		return f.inf(neg)
	}
	if e == 1-f.bias && a.MantExp(nil) < e-f.manBits-1 {
		return f.signed(neg, new(big.Int))
	}
	a.SetMantExp(a, f.manBits-e) // units of the last place
	n, acc := a.Int(nil)
	if acc != big.Exact {
		r := new(big.Float).Sub(a, new(big.Float).SetInt(n))
		if c := r.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && n.Bit(0) == 1 {
			n.Add(n, big.NewInt(1))
		}
	}
	if n.BitLen() > f.manBits+1 {
		n.Rsh(n, 1)
		e++
	}
	biased := e + f.bias
	if n.BitLen() <= f.manBits {
		biased = 0
	}
	maxExp := 1<<f.expBits - 1
	if biased > maxExp || biased == maxExp && !f.noInf {
		return f.inf(neg)
	}
	if !f.explicit {
		n.And(n, mask(f.manBits))
	}
	if f.noInf && !f.fnuz && biased == maxExp && n.Cmp(mask(f.manBits)) == 0 {
		return f.nan(neg)
	}
	shift := f.manBits
	if f.explicit {
		shift++
	}
	return f.signed(neg, n.Or(n, new(big.Int).Lsh(big.NewInt(int64(biased)), uint(shift))))
}

// encodeFloat rounds v into a format of any width.
func encodeFloat(v float64, k FloatKind) *big.Int {
	switch k {
	case F64, F32, F16, BF16:
		return new(big.Int).SetUint64(EncodeFloat(v, k))
	}
	f := &floatFormats[k]
	if math.IsNaN(v) {
		return f.nan(math.Signbit(v))
	}
	return f.round(big.NewFloat(v))
}

// FormatFloat is the literal of a without its type, digit for digit as MLIR prints it: six digits if they
// denote the number exactly, else enough digits if that makes a literal with a point, else the bits.
func FormatFloat(a *FloatAttr) string {
	k := a.Type.Kind
	if k == F64 || k == F32 {
		if s, ok := shortFloat(a.Float64()); ok {
			return s
		}
	}
	f := &floatFormats[k]
	neg, sig, exp, class := f.split(a.Bits)
	if class == floatFinite {
		if s := apfloatText(neg, sig, exp, 6, 0, false); f.reads(s, a.Bits) {
			return s
		}
		prec := f.manBits + 1
		if s := apfloatText(neg, sig, exp, 2+prec*59/196, 3, true); strings.Contains(s, ".") {
			return s
		}
	}
	return "0x" + strings.ToUpper(a.Bits.Text(16))
}

// reads says whether the decimal text s denotes the number with these bits.
func (f *floatFormat) reads(s string, bits *big.Int) bool {
	x, _, err := big.ParseFloat(s, 10, 400, big.ToNearestEven)
	if err != nil {
		return false
	}
	return f.round(x).Cmp(bits) == 0
}

// shortFloat is the common case, numbers with few digits in both bases.
func shortFloat(v float64) (string, bool) {
	if v == 0 || math.Abs(v) >= 1e6 || math.Abs(v) < 1e-3 || v*64 != math.Trunc(v*64) {
		return "", false
	}
	s := strconv.FormatFloat(v, 'e', 6, 64)
	if w, err := strconv.ParseFloat(s, 64); err != nil || w != v {
		return "", false
	}
	if e := strings.IndexByte(s, 'e'); s[e-1] != '0' { // a seventh digit
		return "", false
	}
	return s, true
}

// apfloatText is LLVM's APFloat::toString: the number sig * 2^exp with at most prec digits, in scientific
// notation where plain digits would need more than padding zeros.
func apfloatText(neg bool, sig *big.Int, exp, prec, padding int, truncateZero bool) string {
	sign := ""
	if neg {
		sign = "-"
	}
	if sig.Sign() == 0 {
		switch {
		case padding != 0:
			return sign + "0"
		case truncateZero:
			return sign + "0.0E+0"
		}
		return sign + "0.0" + strings.Repeat("0", prec-1) + "e+00"
	}
	n := new(big.Int).Set(sig)
	tz := int(n.TrailingZeroBits())
	n.Rsh(n, uint(tz))
	exp += tz
	if exp > 0 {
		n.Lsh(n, uint(exp))
		exp = 0
	} else if exp < 0 {
		n.Mul(n, new(big.Int).Exp(big.NewInt(5), big.NewInt(int64(-exp)), nil))
	}
	// drop decimal digits that surely are not needed
	need := (prec*196 + 58) / 59
	if bits := n.BitLen(); bits > need {
		if tens := (bits - need) * 59 / 196; tens > 0 {
			exp += tens
			n.Quo(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(tens)), nil))
		}
	}
	digits := n.String()
	trimmed := strings.TrimRight(digits, "0")
	exp += len(digits) - len(trimmed)
	digits, exp = roundDigits(trimmed, exp, prec)
	return sign + layoutDigits(digits, exp, prec, padding, truncateZero)
}

// roundDigits cuts the digits down to prec, rounding half up.
func roundDigits(digits string, exp, prec int) (string, int) {
	if len(digits) <= prec {
		return digits, exp
	}
	exp += len(digits) - prec
	d := []byte(digits[:prec])
	if digits[prec] >= '5' {
		i := prec - 1
		for i >= 0 && d[i] == '9' {
			i--
		}
		if i < 0 {
			return "1", exp + prec
		}
		d[i]++
		exp += prec - 1 - i
		return string(d[:i+1]), exp
	}
	s := strings.TrimRight(string(d), "0")
	return s, exp + prec - len(s)
}

func layoutDigits(digits string, exp, prec, padding int, truncateZero bool) string {
	n := len(digits)
	scientific := padding == 0
	if !scientific {
		if exp >= 0 {
			scientific = exp > padding || n+exp > prec
		} else if msd := exp + n - 1; msd < 0 {
			scientific = -msd > padding
		}
	}
	if scientific {
		exp += n - 1
		s := digits[:1] + "."
		if n == 1 && truncateZero {
			s += "0"
		}
		s += digits[1:]
		e := "E"
		if !truncateZero {
			s += strings.Repeat("0", prec-n+1)
			e = "e"
		}
		sign := "+"
		if exp < 0 {
			sign, exp = "-", -exp
		}
		es := strconv.Itoa(exp)
		if !truncateZero && len(es) < 2 {
			es = "0" + es
		}
		return s + e + sign + es
	}
	if exp >= 0 {
		return digits + strings.Repeat("0", exp)
	}
	if whole := exp + n; whole > 0 {
		return digits[:whole] + "." + digits[whole:]
	}
	return "0." + strings.Repeat("0", -exp-n) + digits
}
