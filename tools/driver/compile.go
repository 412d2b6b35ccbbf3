package driver

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"descend/backend/buildable"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/check/sizes"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/tools/arguments"
	"descend/tools/collect"
	"descend/tools/registry"
)

// compilation is one program on its way through the stages.
type compilation struct {
	s       *session
	o       *options
	ctx     *ir.Context
	files   []*source.File
	sources diag.Sources
	diags   *ir.Diagnostics
	module  *ir.Operation
	// shown are the findings that were rendered, or left out since there were too many errors before.
	shown          map[*ir.Diagnostic]bool
	errors, hidden int
	times          []stageTime
	// reasons are why clauses were inferred, if that is asked for.
	reasons map[string][]sizes.Reason
	// effects are what functions access through their parameters, if that is asked for.
	effects map[string][]string
	// counters are what the simulator counts, if that is asked for; tuned says that the run is one of tune's.
	counters *sim.Counters
	tuned    bool
	binding  *arguments.Binding // what the function is run with
	unbound  bool               // that bounds are left out was said
	cut      bool               // draw has ended the run
	// kept is the rejection that --keep-going carries to the end.
	kept error
}

type stageTime struct {
	name string
	d    time.Duration
}

// load reads the source files.
func (s *session) load(o *options) (*compilation, error) { return s.loadBy(s.readSource, o) }

// loadBy reads the files of the command line by a function.
func (s *session) loadBy(read func(name string) (*source.File, error), o *options) (*compilation, error) {
	c := &compilation{s: s, o: o, ctx: registry.Context(), diags: &ir.Diagnostics{}, shown: map[*ir.Diagnostic]bool{}, sources: diag.Sources{}}
	seen := map[string]bool{}
	for _, name := range o.files {
		if seen[name] {
			return nil, usagef("%s is given twice", name)
		}
		seen[name] = true
		f, err := read(name)
		if err != nil {
			return nil, usagef("%v%s", err, similarFile(name))
		}
		c.files = append(c.files, f)
		c.sources.Add(f)
	}
	c.sources.Add(frontend.Prelude()...)
	return c, nil
}

// readSource reads a program from a file, or from standard input for "-".
func (s *session) readSource(name string) (*source.File, error) {
	if name == evalName {
		return source.NewFile(evalName, s.evalText), nil
	}
	if name == stdinName {
		return source.Read("<stdin>", s.stdin)
	}
	if err := isProgram(name); err != nil {
		return nil, err
	}
	return s.readFile(name)
}

func (s *session) readFile(name string) (*source.File, error) {
	s.reads(name)
	return source.Load(name)
}

// isProgram wants that a file that is there can be a program by its name: an error for each line of another text helps nobody.
func isProgram(name string) error {
	ext := filepath.Ext(name)
	if ext == ".desc" || ext == "" {
		return nil
	}
	if i, err := os.Stat(name); err != nil || !i.Mode().IsRegular() {
		return nil // reading it says what is wrong with it
	}
	if ext == ".mlir" {
		return fmt.Errorf("%s is no Descend program, whose names end in .desc: descend-opt reads IR, and descendc run runs it", name)
	}
	return fmt.Errorf("%s is no Descend program: their names end in .desc", name)
}

// reads tells who watches that a file is read.
func (s *session) reads(name string) {
	if s.opened != nil {
		s.opened(name)
	}
}

// stage runs and times one stage.
func (c *compilation) stage(name string, f func() error) error {
	c.s.stage.Store(name)
	collect.Pages()
	start := time.Now()
	err := f()
	c.times = append(c.times, stageTime{name, time.Since(start)})
	return err
}

// frontend compiles the source to IR. Errors of functions are left in diags, so that the checks can go on
// with the others; a nil module means that there is nothing to go on with.
func (c *compilation) frontend() error {
	err := c.stage("frontend", func() error {
		read := func(f *source.File) {
			c.sources.Add(f)
			c.s.reads(f.Name)
		}
		c.module = frontend.CompileWith(c.ctx, c.files, frontend.Options{Libs: c.o.libs, Read: read}, c.diags)
		return nil
	})
	if c.module == nil && err == nil {
		if err = c.verdict(); err == nil {
			err = internal{"the frontend gave no module and no error"}
		}
	}
	return err
}

// part says what passes are in a compilation. Of checks those after a failed one run too, since they look at other rules; they change no code. The
// verifier runs after the last passes that do, before anything is made of the module: once, as it takes as long as some of the passes (descend-opt
// runs it after each).
type part int

const (
	checks part = iota
	onTheWay
	last
)

// run runs passes.
func (c *compilation) run(stage string, list []passes.Pass, p part) error {
	return c.stage(stage, func() error {
		for i, pass := range list {
			collect.Pages()
			m := passes.NewManager("builtin.module")
			m.Add(pass)
			err := m.Run(c.module, c.diags, passes.RunOptions{NoVerify: p != last || i < len(list)-1})
			if err == passes.ErrFailed || err != nil && c.diags.HasErrors() {
				err = nil
				if p != checks {
					return nil
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// check runs the safety checks.
func (c *compilation) check() error {
	pipeline := check.Pipeline()
	for _, p := range pipeline {
		all, ok := p.(*check.Checks)
		if ok && c.o.explainWhere {
			c.reasons = map[string][]sizes.Reason{}
			all.ExplainTo(c.reasons)
		}
		if ok && c.o.explainEffects {
			c.effects = map[string][]string{}
			all.ExplainEffectsTo(c.effects)
		}
	}
	if err := c.run("checks", pipeline, checks); err != nil {
		return err
	}
	return c.verdict()
}

// lower goes to the gpu level and optimizes there.
func (c *compilation) lower(entry string) error {
	if err := c.run("lowering", lower.Pipeline(c.lowering(entry)), onTheWay); err != nil {
		return err
	}
	if err := c.verdict(); err != nil {
		return err
	}
	banked, p := c.o.device != "cpu" && c.o.target != cpuTarget, last // a CPU has no banks
	if banked {
		p = onTheWay
	}
	if err := c.run("optimization", []passes.Pass{&opt.DeadMemory{}, opt.NewCanonicalizer(), &opt.CSE{}}, p); err != nil {
		return err
	}
	if banked {
		if err := c.run("layout", []passes.Pass{&banks.SharedLayout{Layout: c.o.layout}}, last); err != nil {
			return err
		}
	}
	return c.verdict()
}

// lowering are the options of lowering.
func (c *compilation) lowering(entry string) lower.Options {
	return lower.Options{Defines: c.o.defines, Instances: c.o.instantiate, Entry: entry, Marked: c.o.marked, Unchecked: c.o.unchecked, Align: c.o.align}
}

// reportTimes prints the stages' times for --time-passes.
func (c *compilation) reportTimes(w io.Writer) {
	if !c.o.timePasses {
		return
	}
	total := time.Duration(0)
	for _, t := range c.times {
		total += t.d
	}
	for _, t := range append(c.times, stageTime{"total", total}) {
		fmt.Fprintf(w, "%10.3f ms  %s\n", float64(t.d.Microseconds())/1000, t.name)
	}
}

// accepted loads a program and checks it.
func (s *session) accepted(o *options) (*compilation, error) {
	c, err := s.load(o)
	if err != nil {
		return nil, err
	}
	if err := c.frontend(); err != nil {
		return nil, err
	}
	return c, c.check()
}

// check is the command.
func (s *session) check(args []string) error {
	o := &options{}
	if err := s.parse(o, "check", args); err != nil {
		return done(err)
	}
	programs, err := checked(o.files)
	if err != nil {
		return err
	}
	if len(programs) > 1 {
		s.together = &together{seen: map[string]bool{}}
	}
	var rejected error
	for _, files := range programs {
		one := *o
		one.files = files
		rejected = s.next(rejected, s.checkProgram(&one), len(programs) > 1)
	}
	if s.together != nil && rejected != nil && o.diagnostics == "human" {
		s.sumUp()
	}
	return rejected
}

// next is what a command ends with that has failed of some files, and now of another one. Of several files each has its message.
func (s *session) next(before, now error, several bool) error {
	if u, ok := errors.AsType[usageError](now); ok && several {
		if u.message != "" {
			fmt.Fprintln(s.stderr, "descendc: "+u.message)
		}
		return usageError{}
	}
	if _, usage := errors.AsType[usageError](before); now == nil || usage {
		return before
	}
	return now
}

// sumUp says how much was found in all files together.
func (s *session) sumUp() {
	if text := diag.Summary(s.together.all); text != "" {
		fmt.Fprintln(s.stderr, text)
	}
}

// checked are the programs that check looks at: the files, or of a folder each file in it, which is a module.
func checked(names []string) (programs [][]string, err error) {
	for _, name := range names {
		i, err := os.Stat(name)
		if err != nil || !i.IsDir() {
			continue
		}
		if len(names) > 1 {
			return nil, usagef("%s is a folder: it is checked alone", name)
		}
		err = filepath.WalkDir(name, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(file) == ".desc" {
				programs = append(programs, []string{file})
			}
			return err
		})
		if err != nil || len(programs) == 0 {
			return nil, usagef("%s has no .desc files", name)
		}
		return programs, nil
	}
	return [][]string{names}, nil
}

// checkProgram checks one program.
func (s *session) checkProgram(o *options) error {
	c, err := s.accepted(o)
	if err == nil {
		if o.explainWhere {
			c.explainWhere(c.reasons)
		}
		if o.explainEffects {
			c.explainEffects()
		}
		err = c.buildCheck()
	}
	if c != nil {
		c.reportTimes(s.stderr)
	}
	return err
}

// buildCheck reports what lowering or a backend would refuse.
func (c *compilation) buildCheck() error {
	c.o.marked = true // they are tried too
	if err := c.checkDefines(""); err != nil {
		return err
	}
	p := &buildable.BuildCheck{Defines: c.o.defines, Instances: c.o.instantiate}
	if err := c.run("trial", []passes.Pass{p}, checks); err != nil {
		return err
	}
	return c.verdict()
}

// parse reads the flags of a command and answers --help.
func (s *session) parse(o *options, command string, args []string) error {
	err := o.parse(command, args)
	if err != nil && strings.Contains(err.Error(), "help requested") {
		s.help([]string{command})
		return helped{}
	}
	return err
}

// helped says that --help was answered.
type helped struct{}

func (helped) Error() string { return "" }

// done turns an answered --help into success.
func done(err error) error {
	if _, ok := err.(helped); ok {
		return nil
	}
	return err
}

// explainWhere prints the where clauses that the checks inferred, each with what needs it, through calls down to where the
// obligation arises.
func (c *compilation) explainWhere(reasons map[string][]sizes.Reason) {
	none := true
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		l, ok := f.Attr("inferred").(*ir.ArrayAttr)
		if !ok || len(l.Elems) == 0 {
			continue
		}
		none = false
		r, name := ir.RangeOf(f.Loc()), ir.SymbolName(f.Operation)
		fmt.Fprintf(c.s.stdout, "%s:%d: fn %s needs also\n", r.File, r.Line, name)
		for _, e := range l.Elems {
			fmt.Fprintf(c.s.stdout, "    where %s\n", prettyWhere(e))
			w, ok := e.(*descend.WhereAttr)
			if !ok {
				continue
			}
			for i := range reasons[name] {
				if why := &reasons[name][i]; why.Clause.Key() == w.Constraint.Key() {
					c.explainReason(why)
					break
				}
			}
		}
	}
	if none {
		fmt.Fprintln(c.s.stdout, "no function needs more than it states")
	}
}

// explainEffects prints what functions of the GPU access through their parameters.
func (c *compilation) explainEffects() {
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		name := ir.SymbolName(f.Operation)
		if lines := c.effects[name]; len(lines) > 0 {
			r := ir.RangeOf(f.Loc())
			fmt.Fprintf(c.s.stdout, "%s:%d: fn %s\n    %s\n", r.File, r.Line, name, strings.Join(lines, "\n    "))
		}
	}
}

// explainReason prints a chain of reasons, a line each.
func (c *compilation) explainReason(why *sizes.Reason) {
	in := ""
	for ; why != nil; why = why.Through {
		at := ir.RangeOf(why.At)
		fmt.Fprintf(c.s.stdout, "        %sline %d: %s\n", in, at.Line, why.Text)
		in = "in " + why.Callee + ", "
	}
}
