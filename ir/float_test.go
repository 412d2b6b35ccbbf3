package ir

import (
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"strings"
	"testing"

	"descend/ir/need"
)

// TestFormatFloat has the cases of the rule: six digits, more digits, bits.
func TestFormatFloat(t *testing.T) {
	c := NewContext()
	tests := []struct {
		v    float64
		k    FloatKind
		want string
	}{
		{1, F64, "1.000000e+00"}, {-1, F32, "-1.000000e+00"}, {0, F64, "0.000000e+00"},
		{math.Copysign(0, -1), F64, "-0.000000e+00"}, {999999, F64, "9.999990e+05"}, {5e-324, F64, "4.940660e-324"},
		{1234567, F64, "0x4132D68700000000"}, {123456789, F32, "0x4CEB79A3"}, {16777216, F32, "0x4B800000"},
		{9.9999999999999995e-8, F64, "9.9999999999999995E-8"}, {math.MaxFloat32, F32, "3.40282347E+38"},
		{0.30000000000000004, F64, "0.30000000000000004"}, {123456.789, F32, "123456.789"}, {math.Pi, F32, "3.14159274"},
		{math.Inf(1), F32, "0x7F800000"}, {65504, F16, "6.550400e+04"},
		{0.6, F64, "6.000000e-01"}, {0.1, F16, "9.997550e-02"},
	}
	for _, tt := range tests {
		if got := FormatFloat(c.FloatAttr(tt.v, c.Float(tt.k))); got != tt.want {
			t.Errorf("%v in %v: %s, want %s", tt.v, c.Float(tt.k), got, tt.want)
		}
	}
}

// TestFloatBits checks that decimal text gives back the bits, in every format.
func TestFloatBits(t *testing.T) {
	c := NewContext()
	rng := rand.New(rand.NewSource(1))
	for k := range numFloatKinds {
		ft := c.Float(k)
		for range 500 {
			bits := new(big.Int).Rand(rng, new(big.Int).Lsh(big.NewInt(1), uint(ft.Width())))
			if k == F80 {
				bits.SetBit(bits, 63, 1) // other encodings are not numbers
			}
			a := c.FloatBits(bits, ft)
			s := FormatFloat(a)
			if strings.HasPrefix(s, "0x") {
				continue
			}
			f := &floatFormats[k]
			if !f.reads(s, bits) {
				t.Fatalf("%v: bits %x are printed %s", ft, bits, s)
			}
			if k == F80 || k == F128 {
				continue // literals are rounded to f64 first, as in MLIR
			}
			b, err := ParseAttribute(c, s+" : "+ft.String())
			if err != nil || b != Attribute(a) {
				t.Fatalf("%v: %s is read as %v, %v", ft, s, b, err)
			}
		}
	}
}

// TestFloatUpstream compares literals with those of mlir-opt-19.
func TestFloatUpstream(t *testing.T) {
	rng := rand.New(rand.NewSource(2))
	var b strings.Builder
	for k := range numFloatKinds {
		name := floatNames[k]
		b.WriteString(`"x"() {a = [`)
		for i := range 400 {
			if i > 0 {
				b.WriteString(", ")
			}
			switch w := floatWidths[k]; {
			case i%2 == 0 && w <= 64 && k != TF32:
				fmt.Fprintf(&b, "0x%X : %s", rng.Uint64()>>(64-w), name)
			case i%3 == 0:
				fmt.Fprintf(&b, "%d.%d : %s", rng.Intn(100000), rng.Intn(1000), name)
			default:
				fmt.Fprintf(&b, "%d.%de%d : %s", rng.Intn(10), rng.Intn(1000000000), rng.Intn(60)-30, name)
			}
		}
		b.WriteString("]} : () -> ()\n")
	}
	out := need.Run(t, b.String(), "mlir-opt-19", "--allow-unregistered-dialect", "--mlir-print-op-generic")
	ours := Print(readModule(t, unregistered(), "floats", []byte(b.String())), PrintOptions{Generic: true})
	want, got := strings.Split(strings.TrimSpace(out), ","), strings.Split(strings.TrimSpace(ours), ",")
	in := strings.Split(b.String(), ",")
	bad := 0
	for i := range min(len(want), len(got)) {
		if want[i] != got[i] && bad < 10 {
			bad++
			t.Errorf("%s: %s, mlir-opt %s", in[i], got[i], want[i])
		}
	}
}
