// Package driver is the command line of an optimizer in mlir-opt's manner: it reads a module, verifies it,
// runs passes and prints it. The dialects and passes are given by the caller.
package driver

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"descend/ir"
	"descend/ir/outfile"
	"descend/passes"
)

// Config is what the tool knows.
type Config struct {
	// Name is the program's name, for messages.
	Name string
	// NewContext makes a context with all dialects.
	NewContext func() *ir.Context
	// Passes are the passes known by name.
	Passes *passes.Registry
	// Parse, unless nil, reads the input in place of the parser of IR: a program of a language of its own, which it makes a module of. After
	// an error, which is in diags then, it returns nil.
	Parse func(c *ir.Context, name, src string, diags *ir.Diagnostics) *ir.Operation
	// Version is printed by --version, and About, unless nil, what else there is to say about the tool, in lines.
	Version string
	About   func() string
	// Help are lines of the help on what the program does besides.
	Help string
}

// Exit statuses.
const (
	exitOK       = 0
	exitFailed   = 1
	exitInternal = 70
)

// Main runs the tool and returns its exit status: 0 or 1 as mlir-opt, 70 after an internal error.
func Main(cfg Config, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	t := &tool{cfg: cfg, stdin: stdin, stdout: stdout, stderr: stderr}
	done, err := t.parseFlags(args)
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s  Try: '%s --help'\n", cfg.Name, err, cfg.Name)
		return exitFailed
	}
	if done {
		return exitOK
	}
	if err := t.buildPipeline(); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	if err := t.checkOutputs(); err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", cfg.Name, err)
		return exitFailed
	}
	name, src, err := t.readInput()
	if err != nil {
		fmt.Fprintf(stderr, "%s: %s\n", cfg.Name, err)
		return exitFailed
	}
	return t.all(name, src)
}

// tool is one run of the command.
type tool struct {
	cfg            Config
	flags          flags
	stdin          io.Reader
	stdout, stderr io.Writer
	pipeline       *passes.Manager
	groups         []flagGroup
	timing         *passes.Timing
	stats          *passes.Statistics
}

func (t *tool) readInput() (name, src string, err error) {
	var b strings.Builder
	if t.flags.input == "" || t.flags.input == "-" {
		_, err = io.Copy(&b, t.stdin)
		return "<stdin>", b.String(), err
	}
	f, err := os.Open(t.flags.input)
	if err == nil {
		defer f.Close()
		if st, serr := f.Stat(); serr == nil && st.Mode().IsRegular() {
			b.Grow(int(st.Size()))
		}
		_, err = io.Copy(&b, f)
	}
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = fmt.Errorf("could not open input file '%s': %v", t.flags.input, pe.Err)
		}
	}
	return t.flags.input, b.String(), err
}

// buildPipeline makes the pass manager from --pass-pipeline or the flags of passes.
func (t *tool) buildPipeline() error {
	f := &t.flags
	if f.pipeline != "" && len(f.passes) > 0 {
		return errors.New("'-pass-pipeline' option can't be used with individual pass options")
	}
	if f.pipeline != "" {
		m, err := t.cfg.Passes.ParsePipeline(f.pipeline)
		t.pipeline = m
		return err
	}
	t.pipeline = passes.NewManager("builtin.module")
	if f.noImplicit {
		t.pipeline.Anchor = ""
	}
	for _, p := range f.passes {
		pass, err := t.cfg.Passes.New(p.name, p.options)
		if err != nil {
			return err
		}
		t.pipeline.Add(pass)
	}
	return nil
}

// checkOutputs refuses files that are written and are the input, or one another. The output may be the input, as for
// mlir-opt: it is the same module, replaces the file when all went well, and scripts transform modules in place so.
func (t *tool) checkOutputs() error {
	f := &t.flags
	var inputs []string
	if f.input != "" && f.input != "-" {
		inputs = append(inputs, f.input)
	}
	var side []outfile.Output
	add := func(asked, path string) {
		if path != "" && path != "-" {
			side = append(side, outfile.Output{Asked: asked + path, Path: path})
		}
	}
	add("--mlir-generate-reproducer=", f.generateReproducer)
	add("--mlir-pass-pipeline-crash-reproducer=", f.reproducer)
	for _, p := range t.pipeline.Passes() {
		if w, ok := p.(passes.FileWriter); ok {
			add("--"+p.Name()+"=output=", w.OutputFile())
		}
	}
	if err := outfile.Check(inputs, side...); err != nil {
		return err
	}
	add("-o ", f.output)
	return outfile.Check(nil, side...)
}

// all runs the tool on the input, or on each part of a split one, and writes the output.
func (t *tool) all(name, src string) int {
	f := &t.flags
	if f.timing {
		t.timing = passes.NewTiming()
	}
	if f.statistics {
		t.stats = &passes.Statistics{}
	}
	if f.dumpPipeline {
		fmt.Fprintf(t.stderr, "Pass Manager with %d passes:\n%s\n\n", t.pipeline.Len(), t.pipeline)
	}
	status := exitOK
	var output func(w io.Writer) error
	if f.split == "" {
		var op *ir.Operation
		status, op = t.chunk(name, src)
		output = func(w io.Writer) error { return t.print(w, op) }
	} else {
		var out bytes.Buffer
		t.nearMisses(name, src)
		line := 1
		for i, part := range strings.Split(src, f.split) {
			if i > 0 {
				out.WriteString(f.outputMarker + "\n")
			}
			chunkName := name
			if i > 0 || strings.Contains(src, f.split) {
				chunkName = fmt.Sprintf("within split at %s:%d offset ", name, line)
			}
			s, op := t.chunk(chunkName, part)
			status = max(status, s)
			if err := t.print(&out, op); err != nil { // a Buffer returns none
				return t.failed(err)
			}
			line += strings.Count(part, "\n")
		}
		output = func(w io.Writer) error {
			_, err := out.WriteTo(w)
			return err
		}
	}
	err := t.write(output, status)
	if t.timing != nil {
		t.timing.Report(t.stderr, passes.TimingFormat{List: f.timingDisplay == "list", JSON: f.timingFormat == "json"})
	}
	if t.stats != nil {
		t.stats.Report(t.stderr, t.pipeline, f.statsDisplay == "list")
	}
	if err != nil {
		return t.failed(err)
	}
	return status
}

// failed reports that the output could not be written, and gives the exit status.
func (t *tool) failed(err error) int {
	var internal *passes.InternalError
	if errors.As(err, &internal) {
		return t.internal(internal)
	}
	fmt.Fprintf(t.stderr, "%s: %v\n", t.cfg.Name, err)
	return exitFailed
}

// nearMisses warns of text that looks like the marker at which the input is split.
func (t *tool) nearMisses(name, src string) {
	near := t.flags.split[:max(len(t.flags.split)-2, 0)]
	if near == "" {
		return
	}
	for i, line := range strings.Split(src, "\n") {
		if at := strings.Index(line, near); at >= 0 && !strings.Contains(line, t.flags.split) {
			fmt.Fprintf(t.stderr, "%s:%d:%d: warning: near miss with file split marker\n%s\n%s^\n", name, i+1, at+len(near)+1,
				line, strings.Repeat(" ", at+len(near)))
		}
	}
}

// write puts the output in its place; a failed run leaves no output file, but the input where it was to be replaced.
func (t *tool) write(output func(w io.Writer) error, status int) error {
	path := t.flags.output
	if path == "-" {
		if status == exitOK || t.flags.split != "" || t.flags.verifyDiags {
			return output(t.stdout)
		}
		return nil
	}
	if status != exitOK {
		if st, err := os.Stat(path); err == nil && st.Mode().IsRegular() && !outfile.Same(path, t.flags.input) {
			return os.Remove(path)
		}
		return nil
	}
	if err := outfile.Write(path, output); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// phase measures a part of the run if --mlir-timing is given.
func (t *tool) phase(name string) func() {
	if t.timing == nil {
		return func() {}
	}
	return t.timing.Phase(name)
}

// print writes an operation, nothing if it is nil.
func (t *tool) print(w io.Writer, op *ir.Operation) error {
	if op == nil {
		return nil
	}
	defer t.phase("Output")()
	if err := passes.Protected(nil, nil, func() error { return ir.Fprint(w, op, t.printOptions()) }); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// chunk runs the tool on one source and returns the status and what is to be printed, nil for nothing.
func (t *tool) chunk(name, src string) (int, *ir.Operation) {
	diags := &ir.Diagnostics{}
	var op *ir.Operation
	err := passes.Protected(nil, nil, func() (err error) {
		c := t.cfg.NewContext()
		c.AllowUnregistered, c.CheckRewrites = t.flags.allowUnregistered, t.flags.checkRewrites
		op, err = t.process(c, name, src, diags)
		return err
	})
	status := exitOK
	if err != nil {
		status = exitFailed
	}
	r := &renderer{name: name, src: src, showOp: t.flags.opOnDiag, out: t.stderr}
	if t.flags.verifyDiags {
		var internal *passes.InternalError
		if errors.As(err, &internal) {
			return t.internal(internal), nil
		}
		return checkExpected(r, name, src, diags), op
	}
	r.all(diags)
	var internal *passes.InternalError
	if errors.As(err, &internal) {
		return t.internal(internal), nil
	}
	return status, op
}

func (t *tool) internal(e *passes.InternalError) int {
	fmt.Fprintf(t.stderr, "%s: %s\nto reproduce it: %s %q\n", t.cfg.Name, e, t.cfg.Name, t.flags.args)
	return exitInternal
}

// process parses, verifies and transforms.
func (t *tool) process(c *ir.Context, name, src string, diags *ir.Diagnostics) (*ir.Operation, error) {
	f := &t.flags
	stop := t.phase("Parser")
	op := t.parse(c, name, src, diags)
	if op == nil || !ir.Verify(op, diags) {
		stop()
		return nil, passes.ErrFailed
	}
	stop()
	if f.verifyRoundtrip && !t.roundTrip(op, diags) {
		return nil, passes.ErrFailed
	}
	m, verifyEach, singleThread := t.pipeline, f.verifyEach, f.singleThread
	if f.runReproducer {
		if text, ok := c.Resources().ExternalString("mlir_reproducer", "pipeline"); ok {
			var err error
			if m, err = t.cfg.Passes.ParsePipeline(text); err != nil {
				return nil, fail(diags, op, fmt.Errorf("reproducer: %w", err))
			}
			if v, ok := c.Resources().External("mlir_reproducer", "disable_threading"); ok {
				singleThread = v == "true"
			}
			if v, ok := c.Resources().External("mlir_reproducer", "verify_each"); ok {
				verifyEach = v == "true"
			}
		}
		c.Resources().DropExternal("mlir_reproducer")
	}
	opts := passes.RunOptions{NoVerify: !verifyEach, SingleThread: singleThread, Output: t.stderr,
		Print: t.hooks(), Timing: t.timing, Stats: t.stats}
	if f.generateReproducer != "" {
		if err := outfile.WriteText(f.generateReproducer, t.reproducerText(op, m.String())); err != nil {
			return nil, fail(diags, op, err)
		}
	}
	reproducer := ""
	switch {
	case f.reproducer != "" && f.localReproducer:
		opts.SingleThread = true
		opts.BeforePass = func(op *ir.Operation, pipeline string) { reproducer = t.reproducerText(op, pipeline) }
	case f.reproducer != "":
		reproducer = t.reproducerText(op, m.String())
	}
	if err := m.Run(op, diags, opts); err != nil {
		if reproducer != "" {
			if werr := outfile.WriteText(f.reproducer, reproducer); werr != nil {
				return nil, fail(diags, op, werr)
			}
			diags.Errorf(op.Loc(), "", "Failures have been detected while processing an MLIR pass pipeline").
				Note("reproducer generated at `%s`", f.reproducer)
		}
		return nil, err
	}
	return op, nil
}

// parse reads the input, IR or what the tool's own parser takes.
func (t *tool) parse(c *ir.Context, name, src string, diags *ir.Diagnostics) *ir.Operation {
	if t.cfg.Parse != nil {
		return t.cfg.Parse(c, name, src, diags)
	}
	return ir.ParseText(c, name, src, ir.ParseOptions{NoImplicitModule: t.flags.noImplicit}, diags)
}

func (t *tool) printOptions() ir.PrintOptions {
	f := &t.flags
	hex := f.hexElements
	if hex == 0 {
		hex = -1
	}
	return ir.PrintOptions{Generic: f.generic, DebugInfo: f.debugInfo, LocalScope: f.localScope, UniqueIDs: f.uniqueIDs,
		SkipRegions: f.skipRegions, PrettyDebugInfo: f.prettyDebug, ValueUsers: f.valueUsers, AssumeVerified: f.assumeVerified, ElideElements: int(f.elideElements), ElideResources: int(f.elideResources), HexElements: hex}
}

// hooks are the printing hooks of the flags, nil if nothing is to be printed.
func (t *tool) hooks() *passes.PrintHooks {
	f := &t.flags
	if !f.printBeforeAll && !f.printAfterAll && !f.printAfterFailure && len(f.printBefore)+len(f.printAfter) == 0 {
		return nil
	}
	return &passes.PrintHooks{BeforeAll: f.printBeforeAll, AfterAll: f.printAfterAll, Before: f.printBefore,
		After: f.printAfter, AfterChange: f.printAfterChange, AfterFailure: f.printAfterFailure, ModuleScope: f.moduleScope,
		Dir: f.treeDir, Input: f.input, Options: t.printOptions()}
}

// fail reports an error that concerns the tool rather than the program.
func fail(diags *ir.Diagnostics, op *ir.Operation, err error) error {
	diags.Errorf(op.Loc(), "", "%s", err)
	return passes.ErrFailed
}

// reproducerText is the outermost operation around op as it is, with the pipeline in its metadata.
func (t *tool) reproducerText(op *ir.Operation, pipeline string) string {
	for op.Parent() != nil {
		op = op.Parent()
	}
	r := op.Context().Resources()
	r.SetExternal("mlir_reproducer", "pipeline", ir.QuoteString(pipeline))
	r.SetExternal("mlir_reproducer", "disable_threading", fmt.Sprint(t.flags.singleThread))
	r.SetExternal("mlir_reproducer", "verify_each", fmt.Sprint(t.flags.verifyEach))
	defer r.DropExternal("mlir_reproducer")
	return ir.Print(op, ir.PrintOptions{})
}

// roundTrip checks that the printed module parses to one that prints the same.
func (t *tool) roundTrip(op *ir.Operation, diags *ir.Diagnostics) bool {
	for _, generic := range []bool{false, true} {
		opts := t.printOptions()
		opts.Generic, opts.DebugInfo = generic, true
		text := ir.Print(op, opts)
		c := t.cfg.NewContext()
		c.AllowUnregistered = t.flags.allowUnregistered
		again := ir.ParseModule(c, "roundtrip", []byte(text), diags)
		if again == nil {
			return false
		}
		if second := ir.Print(again, opts); second != text {
			diags.Errorf(op.Loc(), "", "failed to round-trip the text: it changes when it is read again")
			return false
		}
	}
	return true
}
