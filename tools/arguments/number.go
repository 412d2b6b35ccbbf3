package arguments

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"descend/dialects/descend"
	"descend/ir"
)

// maxDigits is how long a number may be, as in programs.
const maxDigits = 10_000

// ParseInteger reads an integer as programs have them, with a sign: 12, -1_000, 0xff, 0o17, 0b1010.
func ParseInteger(text string) (*big.Int, bool) {
	digits, sign := text, ""
	if strings.HasPrefix(text, "-") || strings.HasPrefix(text, "+") {
		sign, digits = text[:1], text[1:]
	}
	base := 10
	if len(digits) > 2 && digits[0] == '0' {
		if b := map[byte]int{'x': 16, 'o': 8, 'b': 2}[digits[1]|0x20]; b != 0 {
			base, digits = b, digits[2:]
		}
	}
	if len(digits) > maxDigits || digits == "" || base == 10 && digits[0] == '_' || strings.ContainsAny(digits, "+-") {
		return nil, false
	}
	return new(big.Int).SetString(sign+strings.ReplaceAll(digits, "_", ""), base)
}

// isNumber says whether a text is a number of whatever type.
func isNumber(text string) bool {
	if _, ok := ParseInteger(text); ok {
		return true
	}
	_, err := strconv.ParseFloat(text, 64)
	return (err == nil || errors.Is(err, strconv.ErrRange)) && strings.ContainsAny(text, "0123456789")
}

// ParseScalar reads a literal of a scalar type into its bits.
func ParseScalar(text string, t ir.Type) (uint64, error) {
	switch t := t.(type) {
	case *ir.FloatType:
		return parseFloat(text, t)
	case *ir.IntegerType:
		if t.Width == 1 {
			switch text {
			case "true":
				return 1, nil
			case "false":
				return 0, nil
			}
			return 0, fmt.Errorf("expected true or false")
		}
		v, ok := ParseInteger(text)
		if !ok {
			return 0, fmt.Errorf("expected an integer of type %s", descend.Format(t))
		}
		if ir.WrapInt(v, t).Cmp(v) != 0 {
			return 0, fmt.Errorf("does not fit into %s", descend.Format(t))
		}
		return ir.WrapInt(v, unsigned(t.Width)).Uint64(), nil
	}
	return 0, fmt.Errorf("cannot pass a %s", descend.Format(t))
}

func unsigned(width int) ir.Type { return &ir.IntegerType{Width: width, Sign: ir.Unsigned} }

// parseFloat reads a decimal number, inf or nan. One that the type does not hold is an error, and not infinity.
func parseFloat(text string, t *ir.FloatType) (uint64, error) {
	if v, ok := ParseInteger(text); ok && strings.ContainsAny(text, "xXoObB") {
		return 0, fmt.Errorf("a number of type %s is decimal: %s", descend.Format(t), v)
	}
	v, err := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(text, "xX") || strings.HasPrefix(text, "_") {
		return 0, fmt.Errorf("expected a number of type %s", descend.Format(t))
	}
	bits := ir.EncodeFloat(v, t.Kind)
	if err != nil || !math.IsInf(v, 0) && math.IsInf(ir.DecodeFloat(bits, t.Kind), 0) {
		return 0, fmt.Errorf("too large for %s; infinity is inf", descend.Format(t))
	}
	return bits, nil
}
