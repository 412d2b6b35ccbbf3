package attack

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"descend/backend/manifest"
	"descend/backend/sim"
	"descend/dialects/gpu/contract"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/tools/registry"
)

// Verdict is what became of a program.
type Verdict int

// The verdicts.
const (
	// Accepted: the checks accept it and the simulator has nothing to say.
	Accepted Verdict = iota
	// Unsound: the checks accept it, but the simulator reports an error.
	Unsound
	// Rejected: the checks reject it, and the simulator finds an error too.
	Rejected
	// Imprecise: the checks reject it for narrowing or a conflict, but no run has an error.
	Imprecise
	// Malformed: it is not a well-typed program (the generator's slips).
	Malformed
	// Broken: the compiler failed on it.
	Broken
)

func (v Verdict) String() string {
	return [...]string{"accepted", "UNSOUND", "rejected", "imprecise", "malformed", "BROKEN"}[v]
}

// Outcome is a verdict with the first finding of the checks and of the simulator.
type Outcome struct {
	Text    string
	Verdict Verdict
	Check   *ir.Diagnostic
	Run     *ir.Diagnostic
	Err     error
	// Sampled says why a rejected program in which no run has an error could not be explored; "" if it was (explore.go).
	Sampled string
	// Module is the program at the gpu level.
	Module *ir.Operation
	// Features are what the program uses of what RUNS.md counts.
	Features map[string]bool
}

func (o Outcome) String() string {
	s := o.Verdict.String()
	if o.Check != nil {
		s += fmt.Sprintf("\n  checks: %v %v", o.Check, o.Check.Notes)
	}
	if o.Run != nil {
		s += fmt.Sprintf("\n  sim: %v %v", o.Run, o.Run.Notes)
	}
	if o.Sampled != "" {
		s += fmt.Sprintf("\n  sampled: %s", o.Sampled)
	}
	if o.Err != nil {
		s += fmt.Sprintf("\n  %v", o.Err)
	}
	return s
}

// judge compiles a program whose main takes references to arrays of numbers, numbers and bools, checks it and
// runs it with the given sizes ("n=4"), whether it is accepted or not.
func judge(text string, defines []string, checks []passes.Pass) Outcome {
	c := registry.Context()
	file := source.NewFile("attack.desc", text)
	var diags ir.Diagnostics
	m := frontend.Compile(c, []*source.File{file}, &diags)
	if m == nil || diags.HasErrors() {
		return Outcome{Verdict: Malformed, Check: first(&diags)}
	}
	for _, p := range checks {
		if err := run(m, p, &diags); err != nil {
			return Outcome{Verdict: Broken, Err: err}
		}
	}
	o := Outcome{Check: first(&diags)}
	if o.Check != nil && !isJudged(o.Check) {
		o.Verdict = Malformed
		return o
	}
	if o.Check != nil && skipRejected {
		o.Verdict = Rejected
		return o
	}
	// a rejected program is compiled again, without the marks of the checks
	if o.Check != nil {
		var again ir.Diagnostics
		if m = frontend.Compile(c, []*source.File{file}, &again); m == nil {
			return Outcome{Verdict: Broken, Err: fmt.Errorf("does not compile a second time")}
		}
	}
	o.Module = m
	if o.Err = lowered(m, defines); o.Err == nil {
		if o.Check == nil {
			if o.Run, o.Err = runs(m, 8, nil); o.Run == nil && o.Err == nil {
				o.Err = sameResults(m, text)
			}
		} else {
			o.search(text)
		}
	}
	switch {
	case o.Err != nil && (o.Check != nil || errors.Is(o.Err, errUnsupported)):
		o.Verdict = Malformed // what is rejected need not be lowered
	case o.Err != nil:
		o.Verdict = Broken
	case o.Check == nil && o.Run != nil:
		o.Verdict = Unsound
	case o.Check != nil && o.Run != nil:
		o.Verdict = Rejected
	case o.Check != nil:
		o.Verdict = Imprecise
	}
	return o
}

// judgeSafely turns a panic into a verdict.
func judgeSafely(text string, defines []string) (o Outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = Outcome{Verdict: Broken, Err: fmt.Errorf("panic: %v\n%s", r, debug.Stack())}
		}
		o.Text = text
	}()
	return judge(text, defines, check.Pipeline())
}

// search looks for an error of a rejected program: in some runs, in all that it may decide, and where that leaves
// doubts, in many runs with the numbers that its conditions tell apart.
func (o *Outcome) search(text string) {
	if o.Run, o.Err = runs(o.Module, 16, nil); o.Run != nil || o.Err != nil {
		return
	}
	if o.Run, o.Sampled = explore(o.Module); o.Sampled != "" {
		o.Run, o.Err = runs(o.Module, 1000, telling(text))
	}
}

// skipRejected leaves out the runs of rejected programs, which say how precise the checks are: long runs look
// for unsound ones alone.
var skipRejected = os.Getenv("ATTACK_QUICK") != ""

// compared finds the numbers that a program compares with.
var compared = regexp.MustCompile(`[<>=] (\d+)`)

// telling are the numbers that the conditions and indices of a program tell apart: those that it compares with, those
// beside them, and all values of a masked index.
func telling(text string) []int64 {
	out := []int64{0, 1, 2, 3}
	for _, m := range compared.FindAllStringSubmatch(text, -1) {
		k, _ := strconv.ParseInt(m[1], 10, 32)
		out = append(out, max(k-1, 0), k, k+1)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// judged are the rules whose rejections are compared with what the simulator says.
var judged = map[string]bool{"conflicting-access": true, "narrowing": true, "barrier": true}

// isJudged says whether a rejection is by one of these rules: the own use of what a copy has is a conflict too.
func isJudged(d *ir.Diagnostic) bool {
	return judged[d.Code] || d.Code == "borrow-conflict" && strings.Contains(d.Message, "that a copy still has")
}

// errUnsupported: lowering refuses a construct (docs/limits.md) or the sizes, or the program does not end.
var errUnsupported = errors.New("unsupported")

func first(diags *ir.Diagnostics) *ir.Diagnostic {
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error {
			return d
		}
	}
	return nil
}

// verified counts the runs of passes: the IR is verified after every tenth program's passes.
var verified atomic.Int64

func run(m *ir.Operation, p passes.Pass, diags *ir.Diagnostics) error {
	mgr := passes.NewManager("builtin.module")
	mgr.Add(p)
	o := passes.RunOptions{SingleThread: true, NoVerify: verified.Add(1)%7 != 0}
	if err := mgr.Run(m, diags, o); err != nil && err != passes.ErrFailed && !diags.HasErrors() {
		return err
	}
	return nil
}

// lowered lowers a module to the gpu level, for the given sizes.
func lowered(m *ir.Operation, defines []string) error {
	var diags ir.Diagnostics
	for _, p := range lower.Pipeline(lower.Options{Entry: "main", Defines: defines}) {
		if err := run(m, p, &diags); err != nil {
			return err
		}
		if d := first(&diags); d != nil {
			if d.Code == "unsupported" || d.Code == "nat-constraint" && len(defines) > 0 {
				return fmt.Errorf("%w: %v", errUnsupported, d)
			}
			return fmt.Errorf("lowering: %v %v", d, d.Notes)
		}
	}
	return nil
}

// runs runs main of a lowered module, each time with other inputs, mostly of values if there are any, and in another
// order.
func runs(m *ir.Operation, count int, values []int64) (*ir.Diagnostic, error) {
	main := ir.LookupSymbol(m, "main")
	if main == nil {
		return nil, fmt.Errorf("no main")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Duration(3+count/10)*time.Second)
	defer cancel()
	for i := range count {
		var found ir.Diagnostics
		machine := sim.New(m, sim.Options{Schedule: int64(i / 2), Diags: &found, Context: ctx, MaxMemory: 64 << 20, FillShared: contents(i, values), EachFinish: true})
		args := arguments(main, i, values)
		if args == nil {
			return nil, fmt.Errorf("%w: it is too large to run", errUnsupported)
		}
		_, err := machine.Call("main", args)
		if d := first(&found); d != nil {
			if d.Code == "sim-limit" || d.Code == "sim-unsupported" {
				return nil, fmt.Errorf("%w: %v", errUnsupported, d)
			}
			if d.Op != nil && contract.IsCheck(d.Op) || d.Code == "sim-trap" {
				continue // a run-time check, as the language has it
			}
			return d, nil
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("%w: it does not end", errUnsupported)
		}
		if err != nil && err != sim.ErrFailed {
			return nil, err
		}
	}
	return nil, nil
}

// sameResults says how a program that reads only what was written computes something else with copies made at other times, or optimized and
// with its shared arrays laid out as the driver does. Old values of atomics depend on the order of threads.
func sameResults(m *ir.Operation, text string) error {
	copies, atomics := strings.Contains(text, "copy_async("), strings.Contains(text, "atomic_") || strings.Contains(text, "bump(")
	if atomics || !copies && !strings.Contains(text, "gpu.shared") {
		return nil
	}
	want, err := call(m, "main", sim.Options{StrictInit: true})
	if err != nil {
		return nil
	}
	laid := m.Clone(ir.NewMapping())
	for _, p := range []passes.Pass{&opt.DeadMemory{}, opt.NewCanonicalizer(), &opt.CSE{}, &banks.SharedLayout{}} {
		var diags ir.Diagnostics
		if err := run(laid, p, &diags); err != nil || diags.HasErrors() {
			return fmt.Errorf("%s fails: %v %v", p.Name(), err, first(&diags))
		}
	}
	for _, other := range []struct {
		what     string
		m        *ir.Operation
		schedule int64
	}{{"copies at other times", m, 3}, {"shared arrays laid out", laid, 0}} {
		if other.m == m && !copies {
			continue
		}
		got, err := call(other.m, "main", sim.Options{StrictInit: true, Schedule: other.schedule})
		if err != nil {
			return fmt.Errorf("with %s: %w", other.what, err)
		}
		for i := range want {
			if !bytes.Equal(want[i], got[i]) {
				return fmt.Errorf("argument %d differs with %s", i, other.what)
			}
		}
	}
	return nil
}

// call runs a function and gives the contents of its buffers afterwards.
func call(m *ir.Operation, name string, o sim.Options) ([][]byte, error) {
	o.Diags = &ir.Diagnostics{}
	args := arguments(ir.LookupSymbol(m, name), 0, nil)
	if _, err := sim.New(m, o).Call(name, args); err != nil {
		return nil, fmt.Errorf("%w: %v", err, first(o.Diags))
	}
	var out [][]byte
	for _, a := range args {
		if a.Data != nil {
			out = append(out, a.Data)
		}
	}
	return out, nil
}

// maxElements bounds the buffers of a program that is run.
const maxElements = 1 << 17

// arguments are the inputs of a run: buffers of small numbers, numbers, and bools that change with each run.
// Most numbers are of values, if there are any. nil if one is too large.
func arguments(main *ir.Operation, run int, values []int64) []sim.Arg {
	return argumentsUpTo(main, run, values, maxElements)
}

// argumentsUpTo are arguments of buffers of at most so many elements.
func argumentsUpTo(main *ir.Operation, run int, values []int64, most int64) []sim.Arg {
	r := rand.New(rand.NewPCG(uint64(run), 1))
	args := []sim.Arg{}
	params := manifest.OfFunction(main).Params
	scalar := 0
	for i, a := range main.Body(0).Args() {
		t, ok := a.Type().(*ir.MemRefType)
		if !ok {
			args = append(args, sim.Arg{Bits: bits(a.Type(), run>>scalar, isUnsigned(params, i))})
			scalar++
			continue
		}
		n := int64(1)
		for _, x := range t.Shape {
			n *= x
		}
		if n > most {
			return nil
		}
		b := bytes.NewBuffer([]byte{}) // memory, also if it has no elements
		for j := range n {
			x := r.Int64N(50)
			switch run {
			case 0:
				x = j * 7 % 61
			case 1:
				x = 0
			default:
				if len(values) > 0 && r.IntN(8) > 0 {
					x = values[r.IntN(len(values))]
				}
			}
			number(b, t.Elem, x)
		}
		args = append(args, sim.Arg{Data: b.Bytes(), Device: i < len(params) && params[i].Mem == "gpu.global"})
	}
	return args
}

// contents makes the contents of shared memory at the start of a block: numbers of values, if there are any.
func contents(run int, values []int64) func([]byte) {
	if len(values) == 0 || run%2 == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(uint64(run), 2))
	return func(data []byte) {
		for i := 0; i+4 <= len(data); i += 4 {
			binary.LittleEndian.PutUint32(data[i:], uint32(values[r.IntN(len(values))]))
		}
	}
}

// bits is a small number or a bool.
func bits(t ir.Type, x int, unsigned bool) uint64 {
	if i, ok := t.(*ir.IntegerType); ok && i.Width == 1 {
		return uint64(x & 1)
	} else if ok && !unsigned {
		return uint64([...]int{0, 1, -1, 2, 3, -2, 5, 4}[x&7])
	}
	return uint64(x & 3)
}

// isUnsigned says whether a parameter has an unsigned type, or one that is not known.
func isUnsigned(params []manifest.Param, i int) bool {
	return i >= len(params) || !strings.HasPrefix(params[i].Elem, "i")
}

// number writes x as a value of a type, little-endian.
func number(b *bytes.Buffer, t ir.Type, x int64) {
	bits, bytes := uint64(x), 1
	switch t := t.(type) {
	case *ir.IntegerType:
		bytes = max(1, t.Width/8)
		if t.Width == 1 {
			bits &= 1
		}
	case *ir.FloatType:
		bytes = t.Width() / 8
		switch bytes {
		case 8:
			bits = math.Float64bits(float64(x))
		case 4:
			bits = uint64(math.Float32bits(float32(x)))
		default:
			bits = 0x3c00
		}
	case *ir.IndexType:
		bytes = 8
	}
	for i := range bytes {
		b.WriteByte(byte(bits >> (8 * i)))
	}
}
