// Package simtest reads test modules at the gpu level with the launches and expectations in their comments:
//
//	// LAUNCH kernel grid=2,1,1 block=32 dyn=4096 f32[64]:random i32[8]:iota index=5
//	// CALL function i32[8]:zeros i64=3
//	// OUT 1: 0 1 2 3             the first elements of argument 1 after the run
//	// RESULT 7                   results of a CALL, as unsigned bits
//	// PRINT text                 a line of the output
//	// COMPARE name               the result is compared by code of the test
//	// TOLERANCE 1e-5             floats may differ by this much, relatively, between implementations
//	// STRICT                     reads of memory that nobody wrote are errors
//	... memref.load ..            // error: text      (or related: warning: both:) at the line of the operation
//	// NOTE text                  of the finding
//	// -----                      ends a module; several are in one file
//
// Arguments are TYPE[COUNT]:FILL with the fills zeros, iota, random, unset and const:VALUE, and TYPE=VALUE.
package simtest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"descend/backend/sim"
	"descend/dialects"
	"descend/ir"
)

// Case is one module with what to do with it.
type Case struct {
	// Name is FILE:LINE of the module's first line.
	Name   string
	Source string
	Runs   []*Run
	// Compare names an independent check, Expect the findings, Notes what a finding's notes must contain.
	Compare   string
	Expect    []Expectation
	Notes     []string
	Tolerance float64
	Strict    bool
}

// Run is one launch, or call of a host function.
type Run struct {
	Host        bool
	Function    string
	Grid, Block [3]int
	Dynamic     int64
	Args        []Arg
	Outs        []Out
	Results     []uint64
	Prints      []string
}

// Arg is an argument: a buffer, or a scalar.
type Arg struct {
	Type   string
	Buffer bool
	Unset  bool
	Data   []byte // of a buffer, or the scalar's bytes
}

// Bits are the bits of a scalar.
func (a Arg) Bits() uint64 {
	var b [8]byte
	copy(b[:], a.Data)
	return binary.LittleEndian.Uint64(b[:])
}

// Out says what the first elements of an argument must be.
type Out struct {
	Arg    int
	Values []string
}

// Expectation is a finding at a line of the file.
type Expectation struct {
	Kind string // error, warning or related
	Line int
	Text string
}

// Load reads the cases of the files that match a pattern.
func Load(t testing.TB, pattern string) []*Case {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files match %s (%v)", pattern, err)
	}
	var out []*Case
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		cs, err := Parse(filepath.Base(f), string(text))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, cs...)
	}
	return out
}

// Parse reads the cases of a file. Each case's source starts with blank lines, so that lines count as in the
// file.
func Parse(file, text string) ([]*Case, error) {
	var out []*Case
	line := 0
	for _, part := range strings.Split(text, "// -----\n") {
		c := &Case{Name: fmt.Sprintf("%s:%d", file, line+1), Source: strings.Repeat("\n", line) + part, Tolerance: 0}
		for i, l := range strings.Split(part, "\n") {
			if err := c.line(line+i+1, l); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", file, line+i+1, err)
			}
		}
		line += strings.Count(part, "\n") + 1
		if len(c.Runs) > 0 {
			out = append(out, c)
		}
	}
	return out, nil
}

// Comparable says whether a case launches kernels without findings, so that there are results which another
// implementation must have too.
func (c *Case) Comparable() bool {
	if strings.HasPrefix(c.Name, "errors.mlir") || strings.HasPrefix(c.Name, "races.mlir") {
		return false // of the simulator's checks; little to run
	}
	for _, e := range c.Expect {
		if e.Kind == "error" {
			return false
		}
	}
	for _, r := range c.Runs {
		if r.Host {
			return false
		}
	}
	return true
}

// line reads what a line says.
func (c *Case) line(n int, l string) error {
	if _, text, ok := strings.Cut(l, "// both: "); ok { // error and related
		c.Expect = append(c.Expect, Expectation{"error", n, text}, Expectation{"related", n, text})
		return nil
	}
	for _, kind := range []string{"error", "warning", "related"} {
		if _, text, ok := strings.Cut(l, "// "+kind+": "); ok {
			c.Expect = append(c.Expect, Expectation{kind, n, text})
			return nil
		}
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(l), "// ")
	if !ok {
		return nil
	}
	word, rest, _ := strings.Cut(rest, " ")
	var run *Run
	if len(c.Runs) > 0 {
		run = c.Runs[len(c.Runs)-1]
	}
	if run == nil && (word == "OUT" || word == "RESULT" || word == "PRINT") {
		return fmt.Errorf("%s without LAUNCH or CALL", word)
	}
	switch word {
	case "LAUNCH", "CALL":
		r, err := parseRun(word == "CALL", rest)
		if err != nil {
			return err
		}
		c.Runs = append(c.Runs, r)
	case "OUT":
		arg, vals, _ := strings.Cut(rest, ":")
		i, err := strconv.Atoi(arg)
		if err != nil || i >= len(run.Args) || !run.Args[i].Buffer {
			return fmt.Errorf("OUT %s: no such argument", arg)
		}
		run.Outs = append(run.Outs, Out{i, strings.Fields(vals)})
	case "RESULT":
		for _, f := range strings.Fields(rest) {
			v, err := strconv.ParseUint(f, 0, 64)
			if err != nil {
				return err
			}
			run.Results = append(run.Results, v)
		}
	case "PRINT":
		run.Prints = append(run.Prints, rest)
	case "COMPARE":
		c.Compare = rest
	case "NOTE":
		c.Notes = append(c.Notes, rest)
	case "STRICT":
		c.Strict = true
	case "TOLERANCE":
		v, err := strconv.ParseFloat(rest, 64)
		c.Tolerance = v
		return err
	}
	return nil
}

func parseRun(host bool, text string) (*Run, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("no function")
	}
	r := &Run{Host: host, Function: fields[0], Grid: [3]int{1, 1, 1}, Block: [3]int{1, 1, 1}}
	for i, f := range fields[1:] {
		key, val, isSet := strings.Cut(f, "=")
		switch {
		case isSet && (key == "grid" || key == "block"):
			dim := &r.Grid
			if key == "block" {
				dim = &r.Block
			}
			for j, s := range strings.Split(val, ",") {
				n, err := strconv.Atoi(s)
				if err != nil || j > 2 {
					return nil, fmt.Errorf("%s", f)
				}
				dim[j] = n
			}
		case isSet && key == "dyn":
			n, err := strconv.ParseInt(val, 10, 64)
			if err != nil {
				return nil, err
			}
			r.Dynamic = n
		case isSet:
			data, err := encode(key, val)
			if err != nil {
				return nil, err
			}
			r.Args = append(r.Args, Arg{Type: key, Data: data})
		default:
			a, err := parseBuffer(f, uint64(i))
			if err != nil {
				return nil, err
			}
			r.Args = append(r.Args, a)
		}
	}
	return r, nil
}

// Size is the number of bytes of a scalar type.
func Size(typ string) int {
	switch typ {
	case "i1", "i8":
		return 1
	case "i16", "f16", "bf16":
		return 2
	case "i32", "f32":
		return 4
	}
	return 8
}

var floatKinds = map[string]ir.FloatKind{"f16": ir.F16, "bf16": ir.BF16, "f32": ir.F32, "f64": ir.F64}

// encode gives the bytes of a number.
func encode(typ, text string) ([]byte, error) {
	var bits uint64
	if k, ok := floatKinds[typ]; ok {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, err
		}
		bits = ir.EncodeFloat(v, k)
	} else if v, err := strconv.ParseInt(text, 0, 64); err == nil {
		bits = uint64(v)
	} else if bits, err = strconv.ParseUint(text, 0, 64); err != nil {
		return nil, err
	}
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], bits)
	return append([]byte(nil), b[:Size(typ)]...), nil
}

// Decode is an element of a buffer as text: signed integers, or floats in the shortest form.
func Decode(typ string, data []byte) string {
	var b [8]byte
	copy(b[:], data[:Size(typ)])
	v := binary.LittleEndian.Uint64(b[:])
	if k, ok := floatKinds[typ]; ok {
		return strconv.FormatFloat(ir.DecodeFloat(v, k), 'g', -1, 64)
	}
	s := 64 - 8*Size(typ)
	return strconv.FormatInt(int64(v<<s)>>s, 10)
}

func parseBuffer(f string, seed uint64) (Arg, error) {
	head, fill, ok := strings.Cut(f, ":")
	typ, count, ok2 := strings.Cut(strings.TrimSuffix(head, "]"), "[")
	n, err := strconv.Atoi(count)
	if !ok || !ok2 || err != nil {
		return Arg{}, fmt.Errorf("argument %q", f)
	}
	a := Arg{Type: typ, Buffer: true}
	rng := rand.New(rand.NewPCG(seed, uint64(n)))
	for i := range n {
		text := "0"
		switch {
		case fill == "iota":
			text = strconv.Itoa(i)
		case fill == "random":
			text = randomText(rng, typ)
		case fill == "unset":
			a.Unset = true
			text = "85"
		case strings.HasPrefix(fill, "const:"):
			text = fill[len("const:"):]
		case fill != "zeros":
			return Arg{}, fmt.Errorf("argument %q", f)
		}
		b, err := encode(typ, text)
		if err != nil {
			return Arg{}, err
		}
		a.Data = append(a.Data, b...)
	}
	return a, nil
}

// randomText is a random number: of the whole range for integers, between -8 and 8 for floats.
func randomText(rng *rand.Rand, typ string) string {
	if _, ok := floatKinds[typ]; ok {
		return strconv.FormatFloat((rng.Float64()-0.5)*16, 'g', -1, 64)
	}
	if typ == "i1" {
		return strconv.Itoa(rng.IntN(2))
	}
	return strconv.FormatUint(rng.Uint64(), 10)
}

// Module parses and verifies a case's source.
func (c *Case) Module(t testing.TB) *ir.Operation {
	t.Helper()
	var diags ir.Diagnostics
	m := ir.ParseModule(ir.NewContext(dialects.All()...), c.Name, []byte(c.Source), &diags)
	if m != nil {
		ir.Verify(m, &diags)
	}
	for _, d := range diags.Sorted() {
		t.Error(d)
	}
	if m == nil || diags.HasErrors() {
		t.FailNow()
	}
	return m
}

// Close says whether two buffers hold the same numbers: bytes for integers, NaNs as equal and up to a
// relative tolerance for floats. diff describes the first difference.
func Close(typ string, a, b []byte, tolerance float64) (diff string) {
	n := Size(typ)
	_, isFloat := floatKinds[typ]
	for i := 0; i+n <= len(a); i += n {
		x, y := Decode(typ, a[i:]), Decode(typ, b[i:])
		if x == y {
			continue
		}
		if isFloat {
			u, _ := strconv.ParseFloat(x, 64)
			v, _ := strconv.ParseFloat(y, 64)
			if u == v && tolerance > 0 || math.Abs(u-v) <= tolerance*math.Max(math.Abs(u), math.Abs(v)) {
				continue
			}
		}
		return fmt.Sprintf("element %d of type %s: %s and %s", i/n, typ, x, y)
	}
	return ""
}

// Hash is a number for a text, to seed with.
func Hash(s string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(s))
	return h.Sum64()
}

// OnSim executes a run on the simulator and gives its buffers and scalars afterwards, in the order of the
// arguments, the function's results and what it prints. A run that the simulator stops fails the test.
func (r *Run) OnSim(t testing.TB, m *ir.Operation) (data [][]byte, results []uint64, printed string) {
	t.Helper()
	var diags ir.Diagnostics
	var out bytes.Buffer
	var args []sim.Arg
	for _, a := range r.Args {
		b := slices.Clone(a.Data)
		data = append(data, b)
		if a.Buffer {
			args = append(args, sim.Arg{Data: b})
		} else {
			args = append(args, sim.Arg{Bits: a.Bits()})
		}
	}
	mach := sim.New(m, sim.Options{Diags: &diags, Stdout: &out})
	var err error
	if r.Host {
		results, err = mach.Call(r.Function, args)
	} else {
		err = mach.LaunchKernel(r.Function, sim.Launch{Grid: r.Grid, Block: r.Block, Dynamic: r.Dynamic}, args)
	}
	if err != nil {
		t.Fatal(err, diags.Sorted())
	}
	return data, results, out.String()
}
