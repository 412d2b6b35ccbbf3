package arguments

import (
	"math"
	"strconv"
	"strings"

	"descend/backend/npy"
	"descend/ir"
)

// Arrays are printed as NumPy 1.24 prints them: in columns, in lines of 75 characters, floats with eight digits after the
// point at most, and of more than 1,000 elements the first and last three along each dimension.
const (
	showWidth   = 75
	showAll     = 1000
	showAtEnds  = 3
	showDigits  = 8
	showSkipped = "..."
)

// Show is the text of an array; first is what stands before it in its first line.
func Show(a *npy.Array, first string) string {
	size, err := npy.ElemSize(a.DType)
	if err != nil || len(a.Data) == 0 {
		return first + "[]"
	}
	s := &shown{array: a, size: size, skip: len(a.Data)/size > showAll}
	var bits []uint64
	s.each(0, 0, func(i int) { bits = append(bits, s.bits(i)) })
	s.format = formatOf(a.DType, bits, len(a.Shape) == 0)
	return first + s.text(0, 0, strings.Repeat(" ", len(first)+1), showWidth)
}

// shown is an array that is printed.
type shown struct {
	array  *npy.Array
	size   int // of an element
	skip   bool
	format func(bits uint64) string
}

func (s *shown) bits(i int) uint64 {
	bits := uint64(0)
	for k := range s.size {
		bits |= uint64(s.array.Data[i*s.size+k]) << (8 * k)
	}
	return bits
}

// ends is how many elements are shown of the start and of the end of a dimension; skipped: some are left out.
func (s *shown) ends(dim int) (leading, trailing int, skipped bool) {
	n := s.array.Shape[dim]
	if s.skip && n > 2*showAtEnds {
		return showAtEnds, showAtEnds, true
	}
	return 0, n, false
}

// each calls f for all elements that are shown, of the part with number i of those along the outer dimensions.
func (s *shown) each(dim, i int, f func(i int)) {
	if dim == len(s.array.Shape) {
		f(i)
		return
	}
	n := s.array.Shape[dim]
	leading, trailing, _ := s.ends(dim)
	for k := range n {
		if k < leading || k >= n-trailing {
			s.each(dim+1, i*n+k, f)
		}
	}
}

// text is the part with number i of those along the outer dimensions, with lines that start with indent.
func (s *shown) text(dim, i int, indent string, width int) string {
	if dim == len(s.array.Shape) {
		return s.format(s.bits(i))
	}
	n := s.array.Shape[dim]
	leading, trailing, skipped := s.ends(dim)
	var parts []string
	for k := range n {
		if k < leading || k >= n-trailing {
			parts = append(parts, s.text(dim+1, i*n+k, indent+" ", width-1))
		}
		if skipped && k == leading {
			parts = append(parts, showSkipped)
		}
	}
	text := ""
	if dim < len(s.array.Shape)-1 {
		text = indent + strings.Join(parts, strings.Repeat("\n", len(s.array.Shape)-1-dim)+indent)
	} else {
		line := indent
		for k, p := range parts {
			if len(line) > len(indent) && len(line)+len(p) > width-1 {
				text += strings.TrimRight(line, " ") + "\n"
				line = indent
			}
			line += p
			if k < len(parts)-1 {
				line += " "
			}
		}
		text += line
	}
	return "[" + text[len(indent):] + "]"
}

// formatOf is how the elements of a type are written, all with the same width.
func formatOf(dtype string, all []uint64, scalar bool) func(uint64) string {
	switch {
	case dtype[0] == 'f' || dtype == npy.BFloat16:
		return formatFloats(dtype, all)
	case dtype == "bool" && scalar:
		return func(v uint64) string { return strconv.FormatBool(v != 0) }
	case dtype == "bool":
		return func(v uint64) string { return pad(strconv.FormatBool(v != 0), len("false")) }
	}
	text := func(v uint64) string { return strconv.FormatUint(v, 10) }
	if width, _ := strconv.Atoi(dtype[1:]); dtype[0] == 'i' {
		text = func(v uint64) string { return strconv.FormatInt(int64(v<<(64-width))>>(64-width), 10) }
	}
	width := 0
	for _, v := range all {
		width = max(width, len(text(v)))
	}
	return func(v uint64) string { return pad(text(v), width) }
}

func pad(s string, width int) string { return strings.Repeat(" ", max(0, width-len(s))) + s }

// floats writes numbers of a type in columns.
type floats struct {
	kind        ir.FloatKind
	exponent    bool
	before      int // characters before the point
	after       int // digits after it
	exponentLen int // digits
}

// formatFloats finds the columns that the numbers need.
func formatFloats(dtype string, all []uint64) func(uint64) string {
	f := &floats{kind: map[string]ir.FloatKind{npy.BFloat16: ir.BF16, "f16": ir.F16, "f32": ir.F32, "f64": ir.F64}[dtype]}
	least, most := math.Inf(1), 0.0
	others := 0 // the width of what is no finite number
	for _, bits := range all {
		x := ir.DecodeFloat(bits, f.kind)
		switch a := math.Abs(x); {
		case math.IsNaN(x), math.IsInf(x, 1):
			others = max(others, 3)
		case math.IsInf(x, -1):
			others = 4
		case a != 0:
			least, most = min(least, a), max(most, a)
		}
	}
	f.exponent = most >= 1e8 || most > 0 && (least < 1e-4 || most/least > 1000)
	for _, bits := range all {
		if x := ir.DecodeFloat(bits, f.kind); x-x == 0 {
			whole, fraction, exponent := f.parts(bits)
			f.before, f.after, f.exponentLen = max(f.before, len(whole)), max(f.after, len(fraction)), max(f.exponentLen, len(exponent)-1)
		}
	}
	f.before = max(f.before, others-f.rest())
	return f.text
}

// rest is the width from the point on.
func (f *floats) rest() int {
	if f.exponent {
		return 1 + f.after + 2 + f.exponentLen
	}
	return 1 + f.after
}

// parts are what stands before and after the point, and the exponent with its sign: as few digits as give the number
// again, or showDigits after the point.
func (f *floats) parts(bits uint64) (whole, fraction, exponent string) {
	form := byte('f')
	if f.exponent {
		form = 'e'
	}
	split := func(text string) {
		text, exponent, _ = strings.Cut(text, "e")
		whole, fraction, _ = strings.Cut(text, ".")
	}
	x := ir.DecodeFloat(bits, f.kind)
	switch {
	case !f.exponent && x == math.Trunc(x):
		split(strconv.FormatFloat(x, 'f', 0, 64))
	case f.kind == ir.F16 || f.kind == ir.BF16:
		split(strconv.FormatFloat(shortHalf(bits, f.kind), form, -1, 64))
	default:
		split(strconv.FormatFloat(x, form, -1, map[ir.FloatKind]int{ir.F32: 32, ir.F64: 64}[f.kind]))
	}
	if len(fraction) > showDigits {
		split(strconv.FormatFloat(x, form, showDigits, 64))
	}
	return whole, strings.TrimRight(fraction, "0"), exponent
}

// shortHalf is the number with the fewest digits that is nearest to a number of 16 bits.
func shortHalf(bits uint64, kind ir.FloatKind) float64 {
	x := ir.DecodeFloat(bits, kind)
	for digits := 0; digits < 5; digits++ {
		for _, near := range []float64{x, x * (1 + 1e-12)} { // where x is in the middle of two: below and above
			y, err := strconv.ParseFloat(strconv.FormatFloat(near, 'e', digits, 64), 64)
			if err == nil && ir.EncodeFloat(y, kind) == bits {
				return y
			}
		}
	}
	return x
}

func (f *floats) text(bits uint64) string {
	x := ir.DecodeFloat(bits, f.kind)
	switch {
	case math.IsNaN(x):
		return pad("nan", f.before+f.rest())
	case math.IsInf(x, 0):
		return pad(strings.TrimPrefix(strings.ToLower(strconv.FormatFloat(x, 'g', -1, 64)), "+"), f.before+f.rest())
	}
	if !f.exponent {
		whole, fraction, _ := f.parts(bits)
		return pad(whole, f.before) + "." + fraction + strings.Repeat(" ", f.after-len(fraction))
	}
	number, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', f.after, 64), "e")
	if f.after == 0 {
		number += "."
	}
	return pad(number, f.before+1+f.after) + "e" + exponent[:1] + strings.Repeat("0", f.exponentLen-len(exponent)+1) + exponent[1:]
}
