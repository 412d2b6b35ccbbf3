// Command ulp measures the errors of the functions of the language in units of the last place, against MPFR:
//
//	go run ./bench/ulp [-n 100000] [-python python3] [-devices library,cpu,nvvm] [function ..]
//
// library is what simulator and GPU compute with (dialects/math/elementary), as Go; cpu is a kernel on the CPU device, which calls the
// C library; nvvm is the text of a kernel for GPUs, executed on the host. Arguments are spread evenly over the bits of the numbers, and drawn from ranges where the
// functions change; special ones are among them. Needs Python with gmpy2, and clang for cpu and nvvm.
package main

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"

	"descend/dialects/math/elementary"
)

//go:embed reference.py
var reference string

var (
	count   = flag.Int("n", 100_000, "arguments of each function and type")
	python  = flag.String("python", "python3", "a Python with gmpy2")
	devices = flag.String("devices", "library", "what to measure, with commas between: library, cpu, nvvm")
	verbose = flag.Bool("v", false, "print the worst arguments")
	write   = flag.String("write", "", "write arguments and results to this file, for the test, in place of a table")
)

// function is one that is measured; the bounds are those that NVIDIA publishes for CUDA (CUDA C++ Programming Guide 12,
// "Mathematical Functions Appendix"), f32 and f64.
type function struct {
	name   string
	args   int
	bounds [2]float64
	ranges [][2]float64 // besides all numbers
}

var functions = []function{
	{"exp", 1, [2]float64{1, 1}, [][2]float64{{-1, 1}, {-104, 89}, {-746, 710}}},
	{"exp2", 1, [2]float64{2, 1}, [][2]float64{{-1, 1}, {-150, 129}, {-1075, 1025}}},
	{"exp10", 1, [2]float64{2, 1}, [][2]float64{{-1, 1}, {-46, 39}, {-324, 309}}},
	{"expm1", 1, [2]float64{1, 1}, [][2]float64{{-1, 1}, {-20, 89}, {-45, 710}}},
	{"log", 1, [2]float64{1, 1}, [][2]float64{{0.5, 2}, {0, 100}}},
	{"log2", 1, [2]float64{1, 1}, [][2]float64{{0.5, 2}, {0, 100}}},
	{"log10", 1, [2]float64{2, 1}, [][2]float64{{0.5, 2}, {0, 100}}},
	{"log1p", 1, [2]float64{1, 1}, [][2]float64{{-1, 1}, {-0.5, 0.5}}},
	{"sin", 1, [2]float64{2, 2}, [][2]float64{{-4, 4}, {-1e5, 1e5}}},
	{"cos", 1, [2]float64{2, 2}, [][2]float64{{-4, 4}, {-1e5, 1e5}}},
	{"tan", 1, [2]float64{4, 2}, [][2]float64{{-4, 4}, {-1e5, 1e5}}},
	{"asin", 1, [2]float64{2, 2}, [][2]float64{{-1, 1}, {0.49, 0.51}}},
	{"acos", 1, [2]float64{2, 2}, [][2]float64{{-1, 1}, {0.49, 0.51}}},
	{"atan", 1, [2]float64{2, 2}, [][2]float64{{-2, 2}, {-30, 30}}},
	{"sinh", 1, [2]float64{3, 2}, [][2]float64{{-1, 1}, {-90, 90}, {-711, 711}}},
	{"cosh", 1, [2]float64{2, 1}, [][2]float64{{-1, 1}, {-90, 90}, {-711, 711}}},
	{"tanh", 1, [2]float64{2, 1}, [][2]float64{{-1, 1}, {-25, 25}}},
	{"cbrt", 1, [2]float64{1, 1}, [][2]float64{{-8, 8}}},
	{"erf", 1, [2]float64{2, 2}, [][2]float64{{-1.1, 1.1}, {-6, 6}}},
	{"erfc", 1, [2]float64{4, 5}, [][2]float64{{-1.1, 1.1}, {-6, 11}, {-6, 28}}},
	{"pow", 2, [2]float64{4, 2}, [][2]float64{{0.5, 2}, {0, 100}, {-30, 30}}},
	{"atan2", 2, [2]float64{3, 2}, [][2]float64{{-1, 1}, {-100, 100}}},
}

// arguments are n numbers of a type, or pairs.
func (f function) arguments(single bool, n int) []float64 {
	r := rand.New(rand.NewPCG(1, 2))
	round := func(x float64) float64 {
		if single {
			return float64(float32(x))
		}
		return x
	}
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 2, 3, -3, math.Inf(1), math.Inf(-1), math.NaN(), math.MaxFloat32, math.SmallestNonzeroFloat32,
		math.Ldexp(1, -126), math.Pi, math.Pi / 2, 1e-30, -1e-30, 710, 88.7, 1e10, 1e22, 4503599627370497.5}
	if !single {
		special = append(special, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64, 1e300, math.Ldexp(1, -1022))
	}
	any := func(i, n int) float64 {
		if single {
			return float64(math.Float32frombits(uint32(uint64(i) * (1 << 32) / uint64(n))))
		}
		return math.Float64frombits(r.Uint64())
	}
	in := func(s [2]float64) float64 { return round(s[0] + (s[1]-s[0])*r.Float64()) }
	var out []float64
	if f.args == 1 {
		for _, x := range special {
			out = append(out, round(x))
		}
		for i := range n / 2 {
			out = append(out, any(i, n/2))
		}
		for i := range n / 2 {
			out = append(out, in(f.ranges[i%len(f.ranges)]))
		}
		return out
	}
	for _, x := range special {
		for _, y := range special {
			out = append(out, round(x), round(y))
		}
	}
	for range n / 2 {
		out = append(out, any(r.IntN(n), n), any(r.IntN(n), n))
	}
	for i := range n / 2 {
		out = append(out, in(f.ranges[i%len(f.ranges)]), in(f.ranges[r.IntN(len(f.ranges))]))
	}
	return out
}

// exact are the values as sums of two numbers.
func exact(name string, args []float64) []float64 {
	var in bytes.Buffer
	if err := binary.Write(&in, binary.LittleEndian, args); err != nil {
		log.Fatal(err)
	}
	c := exec.Command(*python, "-c", reference, name)
	c.Stdin, c.Stderr = &in, os.Stderr
	data, err := c.Output()
	if err != nil {
		log.Fatalf("%s with gmpy2: %v", *python, err)
	}
	out := make([]float64, len(data)/8)
	if err := binary.Read(bytes.NewReader(data), binary.LittleEndian, out); err != nil {
		log.Fatal(err)
	}
	return out
}

// ulps is the error of got in units of the last place of the exact value hi + lo.
func ulps(got, hi, lo float64, single bool) float64 {
	mant, least := 52, -1074
	most := math.MaxFloat64
	if single {
		mant, least, most = 23, -149, math.MaxFloat32
	}
	switch {
	case math.IsNaN(hi):
		if math.IsNaN(got) {
			return 0
		}
		return math.Inf(1)
	case math.IsNaN(got):
		return math.Inf(1)
	case math.IsInf(got, 0) && math.Abs(hi) > most:
		if (got > 0) == (hi > 0) {
			return 0
		}
		return math.Inf(1)
	case got == 0 && hi == 0:
		if math.Signbit(got) != math.Signbit(hi) {
			return math.Inf(1)
		}
		return 0
	}
	if math.IsInf(got, 0) { // counts as the number after the greatest
		got = math.Copysign(math.Ldexp(1, 1024), got)
		if single {
			got = math.Copysign(math.Ldexp(1, 128), got)
		}
	}
	if math.IsInf(hi, 0) || math.IsInf(got, 0) {
		if got == hi {
			return 0
		}
		return math.Inf(1)
	}
	_, e := math.Frexp(hi)
	e = max(e-1-mant, least)
	if math.Abs(hi) < 1e-200 { // as reference.py gives lo
		return math.Abs(math.Ldexp(got-hi, 400)-lo) / math.Ldexp(1, e+400)
	}
	return math.Abs((got-hi)-lo) / math.Ldexp(1, e)
}

// library computes with the library as Go.
func library(f function, single bool, args []float64) []float64 {
	n := elementary.Double
	if single {
		n = elementary.Single
	}
	var out []float64
	for i := 0; i < len(args); i += f.args {
		var r uint64
		if f.args == 1 {
			r, _ = elementary.Unary(n, f.name, n.Num(args[i]))
		} else {
			name := f.name
			if name == "pow" {
				name = "powf"
			}
			r, _ = elementary.Binary(n, name, n.Num(args[i]), n.Num(args[i+1]))
		}
		out = append(out, n.Value(r))
	}
	return out
}

// testdata are lines of a function, a type, arguments and the two parts of the result, as hexadecimal numbers.
func testdata() []byte {
	var b bytes.Buffer
	for _, f := range functions {
		for i, single := range []bool{true, false} {
			args := f.arguments(single, 60)
			for j, r := 0, exact(f.name, args); j < len(args)/f.args; j++ {
				fmt.Fprintf(&b, "%s %s", f.name, typeNames[i])
				for _, x := range append(slices.Clone(args[j*f.args:(j+1)*f.args]), r[2*j:2*j+2]...) {
					fmt.Fprintf(&b, " %x", x)
				}
				b.WriteString("\n")
			}
		}
	}
	return b.Bytes()
}

var typeNames = []string{"f32", "f64"}

var measured = map[string]func(f function, single bool, args []float64) []float64{"library": library, "cpu": onCPU, "nvvm": onNVVM}

func main() {
	log.SetFlags(0)
	flag.Parse()
	if *write != "" {
		if err := os.WriteFile(*write, testdata(), 0o644); err != nil {
			log.Fatal(err)
		}
		return
	}
	columns := strings.Split(*devices, ",")
	fmt.Printf("| function | type | CUDA |")
	for _, d := range columns {
		if measured[d] == nil {
			log.Fatalf("no device %s", d)
		}
		fmt.Printf(" %s |", d)
	}
	fmt.Printf("\n|---|---|---|%s\n", strings.Repeat("---|", len(columns)))
	for _, f := range functions {
		if flag.NArg() > 0 && !slices.Contains(flag.Args(), f.name) {
			continue
		}
		for i, single := range []bool{true, false} {
			typ := typeNames[i]
			args := f.arguments(single, *count)
			want := exact(f.name, args)
			fmt.Printf("| `%s` | %s | %g |", f.name, typ, f.bounds[i])
			for _, d := range columns {
				got := measured[d](f, single, args)
				worst, at := 0.0, 0
				for j, g := range got {
					if u := ulps(g, want[2*j], want[2*j+1], single); u > worst {
						worst, at = u, j
					}
				}
				fmt.Printf(" %.3f |", worst)
				if *verbose {
					fmt.Printf(" %v -> %v want %v |", args[at*f.args:(at+1)*f.args], got[at], want[2*at])
				}
			}
			fmt.Println()
		}
	}
}
