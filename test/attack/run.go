package attack

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"descend/backend/sim"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/lower"
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
	Verdict Verdict
	Check   *ir.Diagnostic
	Run     *ir.Diagnostic
	Err     error
}

func (o Outcome) String() string {
	s := o.Verdict.String()
	if o.Check != nil {
		s += fmt.Sprintf("\n  checks: %v %v", o.Check, o.Check.Notes)
	}
	if o.Run != nil {
		s += fmt.Sprintf("\n  sim: %v %v", o.Run, o.Run.Notes)
	}
	if o.Err != nil {
		s += fmt.Sprintf("\n  %v", o.Err)
	}
	return s
}

// Judge compiles a program whose main takes (g, h, r: references to i32 arrays, flag: bool), checks it and
// runs it, whether it is accepted or not.
func Judge(text string) Outcome { return judge(text, check.Pipeline()) }

func judge(text string, checks []passes.Pass) Outcome {
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
	if o.Check != nil && o.Check.Code != "conflicting-access" && o.Check.Code != "narrowing" {
		o.Verdict = Malformed
		return o
	}
	// a rejected program is compiled again, without the marks of the checks
	if o.Check != nil {
		var again ir.Diagnostics
		if m = frontend.Compile(c, []*source.File{file}, &again); m == nil {
			return Outcome{Verdict: Broken, Err: fmt.Errorf("does not compile a second time")}
		}
	}
	o.Run, o.Err = simulate(m)
	switch {
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

func first(diags *ir.Diagnostics) *ir.Diagnostic {
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error {
			return d
		}
	}
	return nil
}

func run(m *ir.Operation, p passes.Pass, diags *ir.Diagnostics) error {
	mgr := passes.NewManager("builtin.module")
	mgr.Add(p)
	if err := mgr.Run(m, diags, passes.RunOptions{SingleThread: true}); err != nil && err != passes.ErrFailed && !diags.HasErrors() {
		return err
	}
	return nil
}

// simulate lowers a module and runs main with both values of the flag and two schedules.
func simulate(m *ir.Operation) (*ir.Diagnostic, error) {
	var diags ir.Diagnostics
	for _, p := range lower.Pipeline(lower.Options{Entry: "main"}) {
		if err := run(m, p, &diags); err != nil {
			return nil, err
		}
	}
	if d := first(&diags); d != nil {
		return nil, fmt.Errorf("lowering: %v", d)
	}
	main := ir.LookupSymbol(m, "main")
	for i := range 4 {
		var found ir.Diagnostics
		machine := sim.New(m, sim.Options{Schedule: int64(i / 2), Diags: &found})
		var args []sim.Arg
		for _, a := range main.Body(0).Args() {
			if t, ok := a.Type().(*ir.MemRefType); ok {
				var b bytes.Buffer
				for j := range t.Shape[0] {
					binary.Write(&b, binary.LittleEndian, int32(j*7))
				}
				args = append(args, sim.Arg{Data: b.Bytes()})
			} else {
				args = append(args, sim.Arg{Bits: uint64(i % 2)})
			}
		}
		if _, err := machine.Call("main", args); err != nil && err != sim.ErrFailed {
			return nil, err
		}
		if d := first(&found); d != nil {
			return d, nil
		}
	}
	return nil, nil
}
