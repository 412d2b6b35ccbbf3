package attack

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes/check"
	"descend/tools/registry"
)

// This file runs witnesses. The checks say of a conflict that is certain which two threads make two accesses to one element,
// and for which sizes. The program, lowered for them without the checks, is run on the simulator, which looks at
// these accesses of these threads to this element alone: they must race.

// Witness is a conflict that the checks are certain of.
type Witness struct {
	Fn    string
	Note  string // the words of the checks
	lines map[int]bool
	// who are the two threads: the numbers of blocks and threads by axis as far as they are named
	who     []actor
	element string
	sizes   map[string]string
}

// actor is a thread or several.
type actor struct{ block, thread, warp, lane []int }

var (
	witnessWords = regexp.MustCompile(`^(.*?) (?:both )?reach (?:element (\S+)|the same element)(?: \(with ([^)]*)\))?$`)
	actorWords   = regexp.MustCompile(`(block|thread|warp|lane|global) (\([\d,]+\)|\d+)`)
	// doubts are the words of notes that take the certainty back.
	doubts = regexp.MustCompile(`it is not decided|which element a computed number selects|a barrier comes between them on some ways|a call counts as an access`)
)

// Witnesses checks a program and gives the conflicts that are certain.
func Witnesses(text string) []Witness {
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("attack.desc", text)}, &diags)
	if m == nil || diags.HasErrors() {
		return nil
	}
	for _, p := range check.Pipeline() {
		if run(m, p, &diags) != nil {
			return nil
		}
	}
	var out []Witness
	for _, d := range diags.Sorted() {
		if d.Code != "conflicting-access" || d.Op == nil || doubts.MatchString(strings.Join(d.Notes, "\n")) {
			continue
		}
		for _, note := range d.Notes {
			if found := witnessWords.FindStringSubmatch(note); found != nil && actorWords.MatchString(found[1]) {
				out = append(out, witnessOf(d, note, found))
			}
		}
	}
	return out
}

func witnessOf(d *ir.Diagnostic, note string, found []string) Witness {
	f := d.Op
	for !f.Is("descend.func") {
		f = f.Parent()
	}
	w := Witness{Fn: ir.SymbolName(f), Note: note, element: found[2], lines: map[int]bool{ir.RangeOf(d.Loc).Line: true}, sizes: map[string]string{}}
	for _, r := range d.Related {
		w.lines[ir.RangeOf(r.Loc).Line] = true
	}
	w.addCallees(f.Parent(), f, map[*ir.Operation]bool{})
	for _, text := range strings.Split(found[1], " and ") {
		var a actor
		for _, part := range actorWords.FindAllStringSubmatch(text, -1) {
			var at []int
			for _, n := range strings.Split(strings.Trim(part[2], "()"), ",") {
				x, _ := strconv.Atoi(n)
				at = append(at, x)
			}
			switch part[1] {
			case "block":
				a.block = at
			case "thread":
				a.thread = at
			case "warp":
				a.warp = at
			case "lane":
				a.lane = at
			}
		}
		w.who = append(w.who, a)
	}
	for _, s := range strings.Split(found[3], ", ") {
		if n, v, ok := strings.Cut(s, " = "); ok {
			w.sizes[n] = v
		}
	}
	return w
}

// addCallees adds the lines of the functions that the calls on its lines make: what such a call accesses is accessed there.
func (w *Witness) addCallees(m, f *ir.Operation, seen map[*ir.Operation]bool) {
	f.Walk(func(op *ir.Operation) ir.WalkResult {
		c, ok := op.Typed().(descend.CallOp)
		if !ok || !w.lines[ir.RangeOf(op.Loc()).Line] {
			return ir.Advance
		}
		if g := ir.LookupSymbol(m, c.Callee()); g != nil && !seen[g] {
			seen[g] = true
			g.Walk(func(o *ir.Operation) ir.WalkResult {
				w.lines[ir.RangeOf(o.Loc()).Line] = true
				return ir.Advance
			})
			w.addCallees(m, g, seen)
		}
		return ir.Advance
	})
}

// shape is how a function counts its blocks and threads.
type shape struct {
	block, thread []int // the axes that tuples name
	size          [3]int
}

// is says whether a thread, by the id of its block and its number in that, is an actor.
func (a actor) is(s shape, block [3]int, thread int32) bool {
	n := int(thread)
	id := [3]int{n % s.size[0], n / s.size[0] % s.size[1], n / (s.size[0] * s.size[1])}
	at := func(want, axes []int, id [3]int) bool {
		for i, x := range want {
			if i < len(axes) && id[axes[i]] != x {
				return false
			}
		}
		return true
	}
	one := []int{0}
	return at(a.block, s.block, block) && at(a.thread, s.thread, id) && at(a.warp, one, [3]int{n / 32}) && at(a.lane, one, [3]int{n % 32})
}

// Run gives the race that the simulator reports between the two accesses of a witness; nil if it reports none. An error says
// that it could not be run.
func (w *Witness) Run(text string) (*ir.Diagnostic, error) {
	program, fn, err := w.program(text)
	if err != nil {
		return nil, err
	}
	var open []string // sizes that the witness leaves open
	for _, g := range fn.Generics {
		if _, ok := w.sizes[g.Name.Name]; !ok && g.Kind == ast.KindNat {
			open = append(open, g.Name.Name)
		}
	}
	for _, x := range []int{2, 3, 1, 0, 4, 8, 32, 64} {
		var defines []string
		for n, v := range w.sizes {
			defines = append(defines, n+"="+v)
		}
		for _, n := range open {
			defines = append(defines, fmt.Sprintf("%s=%d", n, x))
		}
		slices.Sort(defines)
		var race *ir.Diagnostic
		if race, err = w.runWith(program, fn, defines); race != nil || len(open) == 0 {
			return race, err
		}
	}
	return nil, err
}

// program is text with a main that calls the function of the witness.
func (w *Witness) program(text string) (string, *ast.FnDecl, error) {
	f := parse(text)
	if f == nil || find(f, w.Fn) == nil {
		return "", nil, fmt.Errorf("there is no function %s", w.Fn)
	}
	fn := find(f, w.Fn)
	maker := newMainWriter(f)
	maker.function(fn)
	main := maker.main()
	if main == "" {
		return "", nil, fmt.Errorf("no main can call %s", w.Fn)
	}
	return regexp.MustCompile(`\bmain\b`).ReplaceAllString(text, "main_") + main, fn, nil
}

// runWith runs the program for some sizes, with inputs of all kinds.
func (w *Witness) runWith(program string, fn *ast.FnDecl, defines []string) (*ir.Diagnostic, error) {
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("attack.desc", program)}, &diags)
	if m == nil || diags.HasErrors() {
		return nil, fmt.Errorf("%w: it does not compile: %v", errUnsupported, first(&diags))
	}
	if err := lowered(m, defines); err != nil {
		return nil, err
	}
	s := shapeOf(m, fn)
	element, err := strconv.ParseInt(w.element, 10, 64) // several dimensions are not compared
	racing := func(op *ir.Operation, block [3]int, thread int32, at int64) bool {
		return (err != nil || at == element) && w.lines[ir.RangeOf(op.Loc()).Line] && slices.ContainsFunc(w.who, func(a actor) bool { return a.is(s, block, thread) })
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	main := ir.LookupSymbol(m, "main")
	for i := range 64 {
		args := w.arguments(main, i, telling(program))
		if args == nil {
			return nil, errUnsupported
		}
		var found ir.Diagnostics
		machine := sim.New(m, sim.Options{Schedule: int64(i / 2), Diags: &found, Context: ctx, Racing: racing})
		_, err := machine.Call("main", args)
		d := first(&found)
		switch {
		case d != nil && d.Code == "sim-race":
			return d, nil
		case d != nil && (d.Op != nil && contract.IsCheck(d.Op) || d.Code == "sim-trap"):
		case d != nil:
			return nil, fmt.Errorf("%v", d)
		case ctx.Err() != nil:
			return nil, fmt.Errorf("%w: it takes too long", errUnsupported)
		case err != nil:
			return nil, err
		}
	}
	return nil, nil
}

// arguments are those of a run, with the extreme numbers for parameters in some.
func (w *Witness) arguments(main *ir.Operation, run int, values []int64) []sim.Arg {
	args := argumentsUpTo(main, run, values, 1<<23)
	for i := range args {
		if t, ok := main.Body(0).Arg(i).Type().(*ir.IntegerType); ok && t.Width > 1 && run >= 32 {
			args[i].Bits = []uint64{math.MaxInt32, math.MaxUint32, 1 << 31, math.MaxInt64}[run%4] & (1<<t.Width - 1)
		}
	}
	return args
}

// shapeOf is how the launch of the function of a witness counts.
func shapeOf(m *ir.Operation, fn *ast.FnDecl) shape {
	s := shape{size: [3]int{1, 1, 1}}
	axes := func(d *ast.Dim) (out []int) {
		for _, a := range d.Axes {
			out = append(out, int(a))
		}
		slices.Sort(out)
		return out
	}
	dims := fn.Exec.Type.Dims
	switch fn.Exec.Type.Kind {
	case ast.ExecGrid:
		s.block, s.thread = axes(dims[0]), axes(dims[1])
	case ast.ExecBlock:
		s.thread = axes(dims[0])
	}
	for f := range ir.AllOf[gpu.FuncOp](m) {
		if c, ok := contract.Of(f.Operation); ok && c.Launch != nil && strings.Contains(ir.SymbolName(f.Operation), fn.Name.Name) {
			for i, n := range c.Launch.Block {
				s.size[i] = 1
				if n, ok := n.Const(); ok {
					s.size[i] = int(n)
				}
			}
		}
	}
	return s
}
