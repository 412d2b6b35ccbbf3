package language_test

import (
	"bytes"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/harness/hostdevice"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/ir"
	"descend/ir/need"
	"descend/tools/driver"
)

// scalar is a type that values are converted from and to.
type scalar struct {
	name   string
	bits   int
	signed bool
	float  bool
}

var scalars = []scalar{
	{"i8", 8, true, false}, {"i16", 16, true, false}, {"i32", 32, true, false}, {"i64", 64, true, false},
	{"u8", 8, false, false}, {"u16", 16, false, false}, {"u32", 32, false, false}, {"u64", 64, false, false},
	{"f16", 16, true, true}, {"bf16", 16, true, true}, {"f32", 32, true, true}, {"f64", 64, true, true},
}

// limits are the least and the greatest value of an integer type.
func (s scalar) limits() (lo, hi *big.Int) {
	one := big.NewInt(1)
	if !s.signed {
		return big.NewInt(0), new(big.Int).Sub(new(big.Int).Lsh(one, uint(s.bits)), one)
	}
	hi = new(big.Int).Lsh(one, uint(s.bits-1))
	return new(big.Int).Neg(hi), new(big.Int).Sub(hi, one)
}

// rounded is the float of the type nearest to x, ties to even.
func (s scalar) rounded(x *big.Float) float64 {
	switch s.bits {
	case 64:
		f, _ := x.Float64()
		return f
	case 32:
		f, _ := x.Float32()
		return float64(f)
	}
	// f16 and bf16 by hand: significant bits, least exponent of a normal number, the greatest number
	bits, low, most := 11, -14, 65504.0
	if s.name == "bf16" {
		bits, low, most = 8, -126, 0x1.fep127
	}
	f, _ := x.Float64()
	if math.IsInf(f, 0) || f == 0 {
		return f
	}
	_, e := math.Frexp(f)
	unit := math.Ldexp(1, max(e, low+1)-bits)
	exact := new(big.Float).SetPrec(200).Quo(new(big.Float).SetPrec(200).Set(x), big.NewFloat(unit))
	floor, _ := exact.Int(nil)
	if exact.Sign() < 0 && !exact.IsInt() {
		floor.Sub(floor, big.NewInt(1))
	}
	rest := new(big.Float).SetPrec(200).Sub(exact, new(big.Float).SetInt(floor))
	if c := rest.Cmp(big.NewFloat(0.5)); c > 0 || c == 0 && floor.Bit(0) == 1 {
		floor.Add(floor, big.NewInt(1))
	}
	n, _ := new(big.Float).SetInt(floor).Float64()
	if r := n * unit; math.Abs(r) <= most {
		return r
	}
	return math.Inf(int(x.Sign()))
}

// converted is what `x as t` gives, as the language says it: integers wrap, floats are cut and saturate, NaN
// becomes 0, what becomes a float is rounded to nearest.
func converted(x any, t scalar) any {
	if t.float {
		switch x := x.(type) {
		case float64:
			if math.IsNaN(x) || math.IsInf(x, 0) {
				return x
			}
			return t.rounded(big.NewFloat(x))
		case *big.Int:
			return t.rounded(new(big.Float).SetPrec(200).SetInt(x))
		}
	}
	lo, hi := t.limits()
	n, isInt := x.(*big.Int)
	if f, ok := x.(float64); ok {
		switch {
		case math.IsNaN(f):
			return big.NewInt(0)
		case math.IsInf(f, 1):
			return hi
		case math.IsInf(f, -1):
			return lo
		}
		n, _ = big.NewFloat(f).Int(nil)
		if n.Cmp(lo) < 0 {
			return lo
		}
		if n.Cmp(hi) > 0 {
			return hi
		}
		return n
	}
	if !isInt {
		panic("neither a float nor an integer")
	}
	m := new(big.Int).And(n, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(t.bits)), big.NewInt(1)))
	if m.Cmp(hi) > 0 {
		m.Sub(m, new(big.Int).Lsh(big.NewInt(1), uint(t.bits)))
	}
	return m
}

// samples are values of a type: its limits and what is hard to convert to another one.
func (s scalar) samples() []any {
	var out []any
	if s.float {
		list := []float64{0, 1.5, -1.5, 2.5, -0.75, 127.9, 128, -128.9, -129, 255.5, 256, 32768, -32769, 65504, 0.1, 1e-5,
			math.Inf(1), math.Inf(-1), math.NaN(), 2147483648, -2147483649, 4294967296, 9.3e18, -9.3e18, 1.9e19, 1e30, 0x1.01p0, 0x1.03p0, 0x1.0100000001p0, -0x1.02ffffffffp0, 0x1.fefffffp127, 0x1.ffp127, 0x1.01p-133, 0x1.8p-134}
		for _, f := range list {
			v := converted(f, s)
			out = append(out, v)
		}
		return out
	}
	lo, hi := s.limits()
	for _, d := range []int64{0, 1, 2, 100} {
		out = append(out, new(big.Int).Add(lo, big.NewInt(d)), new(big.Int).Sub(hi, big.NewInt(d)))
	}
	for _, n := range []int64{0, 1, -1, 77, 2049, 4099, 65519, 65520, 16777217, 16777219, 33554435, 9007199254740993, 4611686293305294849, 16842753, 1157425104234217473, 1157425104234217472, -1157425104234217473} {
		if v := big.NewInt(n); v.Cmp(lo) >= 0 && v.Cmp(hi) <= 0 {
			out = append(out, v)
		}
	}
	return out
}

// literal is a value as the program has it: floats by their bits, as sums of powers of two that are exact.
func literal(x any, s scalar) string {
	if n, ok := x.(*big.Int); ok {
		return n.String() + s.name
	}
	f := x.(float64)
	switch {
	case math.IsNaN(f):
		return fmt.Sprintf("0.0%s / 0.0%s", s.name, s.name)
	case math.IsInf(f, 0):
		return fmt.Sprintf("%d.0%s / 0.0%s", map[bool]int{true: 1, false: -1}[f > 0], s.name, s.name)
	}
	text := fmt.Sprintf("%.60f", f)
	return text + s.name
}

// TestCasts converts samples of every numeric type to every other one, on the CPU and in kernels, and compares
// with the definition above, which knows big numbers only. Results are compared as i64, u64 or f64, which hold
// all values of the narrower types.
func TestCasts(t *testing.T) {
	var program, host strings.Builder
	var want []string
	for _, s := range scalars {
		values := s.samples()
		var list []string
		for _, v := range values {
			list = append(list, literal(v, s))
		}
		for _, u := range scalars {
			wide := map[bool]string{true: "f64", false: map[bool]string{true: "i64", false: "u64"}[u.signed]}[u.float]
			fmt.Fprintf(&program, "fn k_%[1]s_%[2]s(x: & gpu.global [%[1]s; %[3]d], y: &uniq gpu.global [%[4]s; %[3]d]) -[g: gpu.grid<X<1>, X<%[3]d>>]-> () {\n"+
				"  sched b in g { sched t in b { y[[t]] = x[[t]] as %[2]s as %[4]s } }\n}\n", s.name, u.name, len(values), wide)
			fmt.Fprintf(&host, "  { let mut y = GpuGlobal::alloc_copy(&[0 as %[4]s; %[3]d]);\n"+
				"    k_%[1]s_%[2]s::<<<X<1>, X<%[3]d>>>>(&x_%[1]s, &uniq y);\n"+
				"    let mut h = [0 as %[4]s; %[3]d]; copy_mem_to_host(&uniq h, &y);\n"+
				"    let mut c = [0 as %[4]s; %[3]d]; for i in 0..%[3]d { c[i] = h_%[1]s[i] as %[2]s as %[4]s }\n"+
				"    print(h); print(c) }\n", s.name, u.name, len(values), wide)
			var line []string
			for _, v := range values {
				line = append(line, shown(converted(v, u)))
			}
			text := s.name + " as " + u.name + ": [" + strings.Join(line, ", ") + "]"
			want = append(want, text, text)
		}
		fmt.Fprintf(&program, "fn samples_%[1]s() -[t: cpu.thread]-> [%[1]s; %[2]d] { [%[3]s] }\n", s.name, len(values), strings.Join(list, ", "))
	}
	program.WriteString("fn main() -[t: cpu.thread]-> () {\n")
	for _, s := range scalars {
		fmt.Fprintf(&program, "  let h_%[1]s = samples_%[1]s();\n  let x_%[1]s = GpuGlobal::alloc_copy(&h_%[1]s);\n", s.name)
	}
	program.WriteString(host.String() + "}\n")
	file := filepath.Join(t.TempDir(), "casts.desc")
	if err := os.WriteFile(file, []byte(program.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, level := range []int{-1, 0, 3} {
		t.Run(map[int]string{-1: "sim", 0: "O0", 3: "O3"}[level], func(t *testing.T) {
			var device driver.NewDevice
			if level >= 0 {
				need.Found(t, ptx.Ready())
				device = func(module *ir.Operation) (sim.Device, error) {
					d, err := hostdevice.New(module, level)
					if err == nil {
						t.Cleanup(d.Close)
					}
					return d, err
				}
			}
			var out, errs bytes.Buffer
			if status := driver.MainWith(device, []string{"run", file}, strings.NewReader(""), &out, &errs); status != 0 {
				t.Fatalf("exit status %d\n%s", status, errs.String())
			}
			got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
			for i := range want {
				name, list, _ := strings.Cut(want[i], ": ")
				if i >= len(got) || got[i] != list {
					t.Errorf("%s (%s)\n got %s\nwant %s", name, []string{"kernel", "CPU"}[i%2], strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), list)
				}
			}
		})
	}
}

// shown is a value as print shows it.
func shown(x any) string {
	if f, ok := x.(float64); ok {
		switch {
		case math.IsNaN(f):
			return "NaN"
		case math.IsInf(f, 0):
			return fmt.Sprintf("%+v", f)
		}
		return fmt.Sprint(f)
	}
	return x.(*big.Int).String()
}
