package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"descend/backend/manifest"
	"descend/backend/npy"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/ir"
	"descend/passes/lower"
	"descend/tools/arguments"
	"descend/tools/picture"
)

// Bounds of a run.
const (
	maxTime   = 8 * time.Second
	maxMemory = 512 << 20
	maxPrint  = 64 << 10
)

// Result is what a run left.
type Result struct {
	// Printed is what the program printed, Returned what the function returned.
	Printed  string             `json:"printed"`
	Returned []string           `json:"returned"`
	Arrays   []Out              `json:"arrays"`
	Pictures []*picture.Picture `json:"pictures"`
	// With are the sizes of the run. Failed says that it was ended by a finding, Refused that the checks refuse the program, which ran all
	// the same to show the race.
	With    string `json:"with"`
	Failed  bool   `json:"failed"`
	Refused bool   `json:"refused"`
	Stats   string `json:"stats"`
}

// Out is an array after a run, as text and as an .npy file.
type Out struct {
	Name string `json:"name"`
	Text string `json:"text"`
	NPY  []byte `json:"npy"`
}

// deadline ends a run by the clock: where there is one thread no timer goes off.
type deadline struct {
	context.Context
	at time.Time
}

func (d deadline) Err() error {
	if time.Now().After(d.at) {
		return context.DeadlineExceeded
	}
	return d.Context.Err()
}

// printed keeps what a program prints, up to a bound.
type printed struct {
	bytes.Buffer
	cut bool
}

func (w *printed) Write(text []byte) (int, error) {
	room := max(0, maxPrint-w.Len())
	w.cut = w.cut || len(text) > room
	w.Buffer.Write(text[:min(room, len(text))])
	return len(text), nil
}

// run runs a function of the checked program. Programs that are refused for conflicts alone run, too.
func (p *program) run() (*Result, string) {
	if p.module == nil {
		return nil, "the program has errors"
	}
	r := &Result{Returned: []string{}, Arrays: []Out{}, Pictures: []*picture.Picture{}, Refused: !p.accepted}
	refused := p.diags
	if !p.accepted {
		if !picture.OnlyConflicts(p.diags) {
			return nil, "the program has errors"
		}
		p.diags = &ir.Diagnostics{}
		defer func() {
			for _, d := range refused.Sorted() {
				p.diags.Report(d)
			}
		}()
	}
	if err := p.start(r); err != nil {
		return r, strings.ReplaceAll(err.Error(), "--arg ", "") // which is what it is on a command line
	}
	return r, ""
}

// start binds the arguments, lowers the program and runs it.
func (p *program) start(r *Result) error {
	f, ok := ir.As[descend.FuncOp](ir.LookupSymbol(p.module, p.r.Function))
	if !ok {
		return fmt.Errorf("there is no function %s", p.r.Function)
	}
	executes, _ := f.Exec().(*exec.Type)
	if f.IsExtern() || executes == nil || executes.Kind != exec.CPUThread && executes.Kind != exec.Grid {
		return fmt.Errorf("%s cannot be run alone", p.r.Function)
	}
	b, nats, err := p.bind(f)
	if err != nil {
		return err
	}
	if w, isFalse := arguments.FalseClause(f, b.Nats); isFalse {
		return fmt.Errorf("%s needs %s, which is false for these sizes", p.r.Function, w.Clause())
	}
	var with, defines []string
	for _, n := range b.Order {
		with = append(with, n+" = "+b.Nats[n].String())
		if nats[n] != nil {
			defines = append(defines, n+"="+nats[n].String())
		}
	}
	r.With = strings.Join(with, ", ")
	atRunTime := b.AtRunTime(f, nats)
	if ok, err := p.lower(lower.Options{Entry: p.r.Function, Defines: defines}); !ok || err != nil {
		r.Failed = true
		return err
	}
	out := &printed{}
	recorder := &picture.Recorder{Sources: p.sources}
	m := sim.New(p.module, sim.Options{Stdout: out, Diags: p.diags, MaxMemory: maxMemory, Schedule: p.r.Schedule, Trace: recorder,
		Context: deadline{context.Background(), time.Now().Add(maxTime)}})
	results, err := b.Start(m, p.r.Function, executes, atRunTime)
	r.Printed, r.Pictures = out.String(), recorder.Pictures()
	if out.cut {
		r.Printed += "\n.. (more is not shown)"
	}
	s := m.Stats()
	r.Stats = fmt.Sprintf("launches %d, blocks %d, threads %d, loads %d, stores %d, barriers %d", s.Launches, s.Blocks, s.Threads, s.Loads, s.Stores, s.Barriers)
	if err != nil {
		r.Failed = true
		switch {
		case errors.Is(err, sim.ErrFailed):
			return nil // the findings tell
		case errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("the run was ended after %s: try smaller sizes", maxTime)
		}
		return err
	}
	if entry := ir.LookupSymbol(p.module, p.r.Function); len(results) > 0 {
		for i, x := range manifest.OfFunction(entry).Results {
			if x.Kind == "scalar" {
				r.Returned = append(r.Returned, sim.FormatScalar(manifest.Scalar(x.Elem), results[i]))
			}
		}
	}
	for _, a := range b.Params {
		if !a.Ref {
			continue
		}
		var file bytes.Buffer
		if err := npy.Encode(&file, a.ForFile()); err != nil {
			return err
		}
		r.Arrays = append(r.Arrays, Out{Name: a.Name, Text: arguments.Show(a.ForPeople(), ""), NPY: file.Bytes()})
	}
	return nil
}

// bind gives the function its arguments, and sizes: those of the request, of its files, or small ones.
func (p *program) bind(f descend.FuncOp) (*arguments.Binding, map[string]*big.Int, error) {
	args, err := arguments.Complete(f, p.r.Args)
	if err != nil {
		return nil, nil, err
	}
	given, err := p.r.nats()
	if err != nil {
		return nil, nil, err
	}
	for n := range given {
		if !slices.Contains(arguments.NatsOf([]descend.FuncOp{f}), n) {
			delete(given, n)
		}
	}
	read := func(name string) (npy.Array, error) {
		data, ok := p.r.Files[name]
		if !ok {
			return npy.Array{}, fmt.Errorf("there is no file %s", name)
		}
		return npy.Decode(bytes.NewReader(data))
	}
	b, err := arguments.Bind(f, args, given, read)
	if err == nil {
		return b, given, nil
	}
	sizes, chosen, e := arguments.Sizes([]descend.FuncOp{f}, given, arguments.Small)
	if e != nil || len(chosen) == 0 {
		return nil, nil, err
	}
	if b, e = arguments.Bind(f, args, sizes, read); e != nil {
		return nil, nil, err
	}
	return b, sizes, nil
}
