package attack

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"

	"descend/backend/manifest"
	"descend/backend/sim"
	"descend/dialects/gpu/contract"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/tools/registry"
)

// SizedOutcome is what became of a program at its hostile sizes.
type SizedOutcome struct {
	Outcome
	// Ran, Refused and Limited count the sizes that main ran to the end with, those that a check of the host or a device
	// refused as documented, and those that need too much memory or time for the simulator.
	Ran, Refused, Limited int
	// Constant counts the sizes for which the program was lowered.
	Constant int
	// At are the sizes n and m of the finding.
	At [2]int64
}

// instances is the number of pairs of sizes that a program runs with, of so many candidates.
const instances, candidates = 6, 80

// judgeSized checks the program of a seed and runs it at hostile sizes: lowered with its sizes as parameters, and for some
// of them also with constants. Rejected programs run too, unless skipRejected, to see whether they have an error.
func judgeSized(p Sized, seed uint64, checks []passes.Pass) SizedOutcome {
	o := SizedOutcome{Outcome: Outcome{Text: p.Text, Features: p.Features}}
	file := source.NewFile("attack.desc", p.Text)
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{file}, &diags)
	if m == nil || diags.HasErrors() {
		o.Verdict, o.Check = Malformed, first(&diags)
		return o
	}
	for _, pass := range checks {
		if err := run(m, pass, &diags); err != nil {
			o.Verdict, o.Err = Broken, err
			return o
		}
	}
	if o.Check = first(&diags); o.Check != nil && o.Check.Code == "" {
		o.Verdict, o.Err = Broken, fmt.Errorf("invalid IR: %v", o.Check)
		return o
	}
	if o.Check != nil && o.Check.Message == "a dimension is 0" {
		o.Verdict = Malformed // extents that are 0 as they are written are no error when the program runs
		return o
	}
	if o.Check != nil {
		o.Verdict = Rejected
		if skipRejected || !judged[o.Check.Code] {
			return o
		}
		var again ir.Diagnostics
		m = frontend.Compile(registry.Context(), []*source.File{file}, &again)
	}
	r := rand.New(rand.NewPCG(seed, 0x5e2e))
	sizes := p.hostile(r.IntN, candidates)
	generic := m.Clone(ir.NewMapping())
	switch err := lowered(generic, nil); {
	case err == nil:
		o.Module = generic
		var admitted [][2]int64
		for _, at := range sizes {
			if ok, _ := admits(ir.LookupSymbol(generic, "main"), at); ok && !slices.Contains(admitted, at) {
				admitted = append(admitted, at)
			}
		}
		o.Refused += len(sizes) - len(admitted)
		for i, at := range admitted {
			if i == instances || o.at(generic, at, i) {
				break
			}
		}
		sizes = append(admitted, sizes[r.IntN(len(sizes))])
	case o.Check == nil && !errors.Is(err, errUnsupported) && !constantOnly(err):
		o.Err = err
	}
	// with constants in the place of the sizes: what is refused is refused when the program is compiled
	for range 1 {
		if o.Run != nil || o.Err != nil {
			break
		}
		at := sizes[r.IntN(len(sizes))]
		c := m.Clone(ir.NewMapping())
		err := lowered(c, []string{fmt.Sprintf("n=%d", at[0]), fmt.Sprintf("m=%d", at[1])})
		switch {
		case err == nil:
			var wrong ir.Diagnostics
			if !ir.Verify(c, &wrong) {
				o.At, o.Err = at, fmt.Errorf("invalid IR: %v", first(&wrong))
			} else {
				o.Constant++
				o.at(c, at, r.IntN(2))
			}
		case errors.Is(err, errUnsupported) || constantOnly(err):
			o.Refused++
		default:
			o.At, o.Err = at, err
		}
	}
	switch {
	case o.Check != nil && o.Err != nil:
		o.Verdict = Malformed // what is rejected need not be lowered
	case o.Err != nil:
		o.Verdict = Broken
	case o.Check == nil && o.Run != nil:
		o.Verdict = Unsound
	case o.Check != nil && o.Run == nil:
		o.Verdict, o.Sampled = Imprecise, "with some sizes"
	}
	return o
}

// constantOnly says whether lowering wants a size to be a constant, as docs/limits.md has it.
func constantOnly(err error) bool {
	return strings.Contains(err.Error(), "must be a constant")
}

// at runs main for a pair of sizes; true if there is a finding.
func (o *SizedOutcome) at(m *ir.Operation, sizes [2]int64, i int) bool {
	diag, out, err := runSized(m, sizes, i, sim.Options{})
	switch {
	case err != nil && errors.Is(err, errUnsupported):
		o.Limited++
	case err != nil:
		o.At, o.Err = sizes, err
	case diag == nil && out == nil:
		o.Refused++
	case diag == nil:
		o.Ran++
	default:
		o.At, o.Run = sizes, diag
	}
	return o.Run != nil || o.Err != nil
}

// runSized runs main with sizes. Of diag, out and err one is not nil: the finding, the numbers that main wrote, or what
// stopped the run; none if a documented check refused the sizes. Runs of the module with other devices are by o.
func runSized(m *ir.Operation, sizes [2]int64, flag int, o sim.Options) (diag *ir.Diagnostic, out []byte, err error) {
	main := ir.LookupSymbol(m, "main")
	if main == nil {
		return nil, nil, fmt.Errorf("no main")
	}
	return runSizedFunction(m, main, sizes, flag, o)
}

func runSizedFunction(m, main *ir.Operation, sizes [2]int64, flag int, o sim.Options) (diag *ir.Diagnostic, out []byte, err error) {
	if ok, err := admits(main, sizes); !ok || err != nil {
		return nil, nil, err
	}
	var found ir.Diagnostics
	steps := &countdown{Context: context.Background(), left: stepsOfSizes}
	o.Diags, o.Context, o.MaxMemory = &found, steps, 16<<20
	layout := sharedLayout{}
	o.View = layout.view
	var args []sim.Arg
	params := manifest.OfFunction(main).Params
	for i, a := range main.Body(0).Args() {
		switch {
		case params[i].Kind == "nat":
			args = append(args, sim.Arg{Bits: uint64(sizes[map[string]int{"n": 0, "m": 1}[params[i].Name]])})
		case params[i].Kind == "ref":
			out = make([]byte, 4*outputs)
			for j := range outputs {
				binary.LittleEndian.PutUint32(out[4*j:], uint32(j*7))
			}
			args = append(args, sim.Arg{Data: out})
		default:
			args = append(args, sim.Arg{Bits: bits(a.Type(), flag, true)})
		}
	}
	if o.Device != nil {
		o.Context = nil // its kernels have limits of their own
	}
	_, err = sim.New(m, o).Call(ir.SymbolName(main), args)
	switch d := first(&found); {
	case d != nil && tooLarge(d):
		return nil, nil, fmt.Errorf("%w: %v", errUnsupported, d)
	case d != nil && refusal(d):
		return nil, nil, nil
	case d != nil:
		return d, nil, nil
	case steps.left <= 0:
		return nil, nil, fmt.Errorf("%w: it does not end", errUnsupported)
	case err != nil:
		return nil, nil, err
	case layout.wrong != "":
		return nil, nil, errors.New(layout.wrong)
	}
	return nil, out, nil
}

// admits says whether sizes fulfill the conditions of a function, which whoever calls it from outside checks.
func admits(main *ir.Operation, sizes [2]int64) (bool, error) {
	env := map[string]*big.Int{"n": big.NewInt(sizes[0]), "m": big.NewInt(sizes[1])}
	for _, r := range manifest.OfFunction(main).Requires {
		k, err := r.Constraint()
		if err != nil {
			return false, err
		}
		if ok, err := k.Eval(env); !ok || err != nil {
			return false, nil // what cannot be computed, since it divides by 0, does not hold
		}
	}
	return true, nil
}

// stepsOfSizes bounds a run, in hundreds of steps of loops and blocks.
const stepsOfSizes = 12

// countdown is a context that is done after the simulator has asked so many times. It does not depend on how busy the machine is.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left <= 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// tooLarge says whether a finding is that a run needs more memory than there is.
func tooLarge(d *ir.Diagnostic) bool {
	return d.Code == "sim-limit" || d.Code == "sim-unsupported" ||
		d.Code == "sim-memory" && (strings.HasPrefix(d.Message, "out of memory") || strings.HasSuffix(d.Message, "is too large"))
}

// refusal says whether a finding is a check that the language has (docs/language.md, "Who executes" and "Run-time checks"): of a size by the host
// before a call or a launch, of a division of numbers.
func refusal(d *ir.Diagnostic) bool {
	if d.Op == nil {
		return false
	}
	switch contract.CheckOf(d.Op).Kind {
	case contract.CheckRequires, contract.CheckNat, contract.CheckAssert:
		return d.Op.ParentOfName("func.func") != nil
	case contract.CheckDivision, contract.CheckOverflow:
		return true // of numbers
	}
	return false
}

// sharedLayout finds arrays of a block's shared memory that overlap.
type sharedLayout struct {
	kernel *ir.Operation
	ops    []*ir.Operation
	ranges [][2]int64
	wrong  string
}

// view notes an array. What is made again begins another block.
func (l *sharedLayout) view(op *ir.Operation, offset, bytes int64) {
	if from := op.Operand(0).DefiningOp(); from == nil || !from.Is("gpu.dynamic_shared_memory") {
		return
	}
	kernel := op.ParentOfName("gpu.func")
	if i := slices.Index(l.ops, op); i == 0 || kernel != l.kernel {
		l.kernel, l.ops, l.ranges = kernel, l.ops[:0], l.ranges[:0]
	} else if i > 0 {
		return
	}
	for i, r := range l.ranges {
		if l.wrong == "" && offset < r[1] && r[0] < offset+bytes {
			l.wrong = fmt.Sprintf("shared memory at %v, bytes %d to %d, overlaps that at %v, bytes %d to %d", op.Loc(), offset, offset+bytes, l.ops[i].Loc(), r[0], r[1])
		}
	}
	l.ops, l.ranges = append(l.ops, op), append(l.ranges, [2]int64{offset, offset + bytes})
}

// judgeSizedSafely judges the program of a seed with all checks and turns a panic into a verdict.
func judgeSizedSafely(seed uint64) (o SizedOutcome) {
	p := NewSized(seed)
	defer func() {
		if r := recover(); r != nil {
			o = SizedOutcome{Outcome: Outcome{Verdict: Broken, Err: fmt.Errorf("panic: %v\n%s", r, debug.Stack()), Text: p.Text}}
		}
	}()
	return judgeSized(p, seed, check.Pipeline())
}
