package driver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"descend/backend/host"
	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/frontend/diag"
	"descend/ir"
	"descend/ir/child"
	"descend/ir/console"
	"descend/ir/room"
	"descend/ir/scratch"
	"descend/ir/spell"
	"descend/tools/collect"
)

// test is the command: it runs the functions that are marked as tests, each on several devices and in several orders of blocks and
// threads. A test passes if all of its runs do.
func (s *session) test(args []string) error {
	o := &options{stdoutTaken: true, marked: true, emit: "exe"}
	if err := s.parse(o, "test", args); err != nil {
		return done(err)
	}
	t, err := s.newTestRuns(o)
	if err != nil {
		return err
	}
	files, err := sourcesIn(o.files)
	if err != nil {
		return err
	}
	collect.Bound(room.Bound())
	s.together = &together{seen: map[string]bool{}}
	if s.programs = s.cache(); s.programs != nil {
		defer s.programs.Close()
	}
	for _, file := range files {
		if err := t.file(file, len(files) > 1); err != nil {
			return err
		}
	}
	return t.finish()
}

// testRuns is what descendc test knows.
type testRuns struct {
	s       *session
	o       *options
	devices []string
	filter  *regexp.Regexp
	start   time.Time

	cases    []*testCase
	names    []string // of all tests, also those that are not asked for
	files    int      // that have tests
	left     int      // tests that are not asked for
	rejected int      // files with errors
}

// testCase is a test with what came of it.
type testCase struct {
	File    string    `json:"file"`
	Name    string    `json:"name"`
	Line    int       `json:"line"`
	Passed  bool      `json:"passed"`
	Seconds float64   `json:"seconds"`
	Runs    []testRun `json:"runs"`

	fails bool   // the runs have to fail
	with  string // and to say this
}

// testRun is a test on a device, on the simulator in one order of blocks and threads.
type testRun struct {
	Device   string  `json:"device"`
	Schedule int64   `json:"schedule"`
	Passed   bool    `json:"passed"`
	Message  string  `json:"message,omitempty"` // why it did not
	Seconds  float64 `json:"seconds"`
	shown    string  // why it did not, for people
	output   string  // what it has printed
}

func (r *testRun) String() string {
	if r.Device == "sim" {
		return fmt.Sprintf("sim in order %d", r.Schedule)
	}
	return r.Device
}

func (s *session) newTestRuns(o *options) (*testRuns, error) {
	t := &testRuns{s: s, o: o, start: time.Now()}
	var err error
	if t.filter, err = regexp.Compile(o.only); err != nil {
		return nil, usagef("--run takes a regular expression: %v", err)
	}
	if o.schedules < 1 || o.schedules > 1000 {
		return nil, usagef("--schedules takes a number from 1 to 1000, not %d", o.schedules)
	}
	if o.jobs < 0 || o.jobs > 1000 {
		return nil, usagef("-j takes a number from 1 to 1000, not %d", o.jobs)
	}
	if o.jobs == 0 {
		o.jobs = runtime.GOMAXPROCS(0)
	}
	given := o.device != ""
	if !given {
		o.device = "sim,cpu"
	}
	for d := range strings.SplitSeq(o.device, ",") {
		if d != "sim" && d != "cpu" {
			return nil, usagef("--device takes sim, cpu or both, as sim,cpu, not %q%s", d, spell.DidYouMean(d, []string{"sim", "cpu"}))
		}
		if d == "cpu" && !given {
			if _, err := host.Probe(s.ctx, host.Executable); err != nil {
				fmt.Fprintf(s.stderr, "descendc: note: tests run on sim only: %v\n", err)
				continue
			}
		}
		if !slices.Contains(t.devices, d) {
			t.devices = append(t.devices, d)
		}
	}
	o.device = ""
	return t, nil
}

// file runs the tests of a file, which may be one of several. An error ends the command; a file that is rejected counts, and one of several that
// cannot be read.
func (t *testRuns) file(name string, several bool) error {
	one := *t.o
	one.files = []string{name}
	c, err := t.s.load(&one)
	if err != nil && several {
		t.s.next(nil, err, true)
		t.rejected++
		return nil
	}
	if err != nil {
		return err
	}
	if !strings.Contains(c.files[0].Text, descend.MarkTest) {
		return nil
	}
	cases, err := t.compile(c)
	if _, no := errors.AsType[rejected](err); no {
		t.rejected++
		return nil
	}
	if err != nil || len(cases) == 0 {
		return err
	}
	native, folder, err := t.native(c, cases)
	if err != nil {
		return err
	}
	if folder != nil {
		defer folder.Remove()
	}
	var done atomic.Int64
	all := len(cases) * t.runsOfEach()
	progress := func() { t.s.stage.Store(fmt.Sprintf("tests of %s, %d of %d runs done", name, done.Load(), all)) }
	progress()
	work := make(chan func())
	var workers sync.WaitGroup
	for range t.o.jobs {
		workers.Go(func() {
			for run := range work {
				run()
				done.Add(1)
				progress()
			}
		})
	}
	over := make([]sync.WaitGroup, len(cases))
	for i := range cases {
		over[i].Add(t.runsOfEach())
	}
	go func() {
		for i, k := range cases {
			for n := range k.Runs {
				work <- func() {
					defer over[i].Done()
					t.run(c, k, &k.Runs[n], native, folder)
				}
			}
		}
		close(work)
	}()
	for i, k := range cases {
		over[i].Wait()
		t.judge(k)
	}
	workers.Wait()
	return context.Cause(t.s.ctx)
}

// runsOfEach is how often each test runs.
func (t *testRuns) runsOfEach() int {
	n := 0
	for _, d := range t.devices {
		if n++; d == "sim" {
			n += t.o.schedules - 1
		}
	}
	return n
}

// compile checks a file and lowers it, with its tests. It gives those that are asked for.
func (t *testRuns) compile(c *compilation) (cases []*testCase, err error) {
	if err := c.frontend(); err != nil {
		return nil, err
	}
	if err := c.check(); err != nil {
		return nil, err
	}
	some := false
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		if mark := f.Mark(); mark != descend.MarkTest && mark != descend.MarkFails || f.HasAttr("library") {
			continue
		}
		name := ir.SymbolName(f.Operation)
		some = true
		t.names = append(t.names, name)
		if !t.filter.MatchString(name) {
			t.left++
			continue
		}
		k := &testCase{File: c.files[0].Name, Name: name, Line: ir.RangeOf(f.Loc()).Line, fails: f.Mark() == descend.MarkFails, with: f.StringAttr("fails_with")}
		for _, d := range t.devices {
			k.Runs = append(k.Runs, testRun{Device: d})
			for n := 1; d == "sim" && n < t.o.schedules; n++ {
				k.Runs = append(k.Runs, testRun{Device: d, Schedule: int64(n)})
			}
		}
		cases = append(cases, k)
	}
	if some {
		t.files++
	}
	if len(cases) == 0 {
		return nil, nil
	}
	if err := c.checkDefines(""); err != nil {
		return nil, err
	}
	t.cases = append(t.cases, cases...)
	return cases, c.lower("")
}

// native builds a program with all tests for the CPU, in a folder that holds what it is to leave behind; "" if that is no device.
func (t *testRuns) native(c *compilation, cases []*testCase) (program string, folder *scratch.Folder, err error) {
	if !slices.Contains(t.devices, "cpu") {
		return "", nil, nil
	}
	if folder, err = scratch.New(); err != nil {
		return "", nil, err
	}
	on := *c.o
	on.device, on.fn = "cpu", cases[0].Name
	copied := *c
	copied.o, copied.module = &on, c.module.Clone(ir.NewMapping())
	if program, err = copied.nativeProgram(folder); err != nil {
		folder.Remove()
		return "", nil, err
	}
	return program, folder, nil
}

// run runs a test once.
func (t *testRuns) run(c *compilation, k *testCase, r *testRun, program string, folder *scratch.Folder) {
	begin := time.Now()
	limit := cmp.Or(t.o.timeout, time.Minute)
	ctx, cancel := context.WithTimeoutCause(t.s.ctx, limit, fmt.Errorf("it took longer than %s (--timeout)", limit))
	defer cancel()
	one := &compilation{s: t.s, o: c.o, ctx: c.ctx, files: c.files, sources: c.sources, diags: &ir.Diagnostics{}, module: c.module}
	out := child.Output{Limit: maxOutput}
	var err error
	if r.Device == "sim" {
		var devices int
		if devices, err = numDevices(); err == nil {
			_, err = sim.New(c.module, sim.Options{Devices: devices, Schedule: r.Schedule, Stdout: &out, Diags: one.diags, Context: ctx}).Call(k.Name, nil)
		}
	} else {
		err = one.runTest(ctx, program, k.Name, folder, &out)
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	r.Seconds, r.output = time.Since(begin).Seconds(), out.String()
	var text bytes.Buffer
	found := one.diags.Sorted()
	o := diag.Options{Format: diag.Human}
	if f := fileOf(t.s.stdout); f != nil {
		o.Color = diag.WantsColor(f)
	}
	diag.Write(&text, found, c.sources, o)
	failed := one.diags.HasErrors() || err != nil && err != sim.ErrFailed
	switch {
	case k.fails && !failed:
		r.Message = "it has to fail, and did not"
	case k.fails && !said(found, err, k.with):
		r.Message = fmt.Sprintf("it does not fail with %q", k.with)
	case !k.fails && failed && len(found) > 0:
		r.Message = found[0].Message
	case !k.fails && failed:
		r.Message = err.Error()
	default:
		r.Passed = true
	}
	if r.shown = text.String(); r.shown == "" || k.fails {
		r.shown += "error: " + r.Message + "\n"
	}
}

// maxOutput bounds what is kept of what a test prints, in bytes.
const maxOutput = 64 << 10

// said says whether an error has a text in it.
func said(found []*ir.Diagnostic, err error, text string) bool {
	for _, d := range found {
		if strings.Contains(d.Message, text) || strings.Contains(d.Label, text) {
			return true
		}
	}
	return text == "" || err != nil && strings.Contains(err.Error(), text)
}

// runTest runs a function of a native program of tests.
func (c *compilation) runTest(ctx context.Context, program, name string, folder *scratch.Folder, out io.Writer) error {
	report, err := os.CreateTemp(folder.Path, "report")
	if err != nil {
		return err
	}
	defer report.Close()
	cmd := exec.CommandContext(ctx, program, "--fn", name)
	cmd.Stdout, cmd.Stderr = out, out
	cmd.Env = append(os.Environ(), "DESCEND_DEVICE=cpu", "DESCEND_REPORT="+report.Name())
	err = c.s.heed(func() error { return child.Program(cmd, nil) })
	if text, readErr := io.ReadAll(report); readErr == nil && len(text) > 0 {
		c.readReport(string(text))
		return nil
	}
	return err
}

// judge says what came of a test.
func (t *testRuns) judge(k *testCase) {
	k.Passed = true
	for i := range k.Runs {
		k.Passed = k.Passed && k.Runs[i].Passed
		k.Seconds += k.Runs[i].Seconds
	}
	if t.o.json || t.s.ctx.Err() != nil {
		return
	}
	word := t.colored("32", "ok    ")
	if !k.Passed {
		word = t.colored("1;31", "FAILED")
	}
	fmt.Fprintf(t.s.stdout, "%s %s (%s:%d)\n", word, k.Name, k.File, k.Line)
	if !k.Passed {
		t.show(k)
	}
}

// show says why a test has failed: each reason once, with the runs that have it.
func (t *testRuns) show(k *testCase) {
	told := map[string]bool{}
	for i := range k.Runs {
		r := &k.Runs[i]
		if r.Passed || told[r.shown] {
			continue
		}
		told[r.shown] = true
		var on []string
		for j := range k.Runs {
			if !k.Runs[j].Passed && k.Runs[j].shown == r.shown {
				on = append(on, k.Runs[j].String())
			}
		}
		if len(on) == len(k.Runs) {
			on = []string{"each run"}
		}
		fmt.Fprintf(t.s.stdout, "in %s:\n", strings.Join(on, ", "))
		for line := range strings.Lines(r.shown) {
			if line != "\n" {
				line = "    " + line
			}
			io.WriteString(t.s.stdout, line)
		}
		if r.output != "" {
			fmt.Fprintf(t.s.stdout, "  it printed:\n    %s\n", strings.ReplaceAll(strings.TrimSuffix(r.output, "\n"), "\n", "\n    "))
		}
	}
}

// colored is a text in a colour where somebody sees it.
func (t *testRuns) colored(code, text string) string {
	if f := fileOf(t.s.stdout); f != nil && console.Terminal(f) && diag.WantsColor(f) {
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	return text
}

// finish sums up.
func (t *testRuns) finish() error {
	passed := 0
	for _, k := range t.cases {
		if k.Passed {
			passed++
		}
	}
	failed, took := len(t.cases)-passed, time.Since(t.start).Seconds()
	if t.o.json {
		text, err := json.MarshalIndent(map[string]any{"tests": slices.Concat([]*testCase{}, t.cases), "passed": passed, "failed": failed, "left_out": t.left,
			"rejected_files": t.rejected, "seconds": took}, "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(t.s.stdout, "%s\n", text)
	}
	switch {
	case t.left > 0 && len(t.cases) == 0 && t.rejected == 0:
		return usagef("no test matches --run %s; the tests are %s", t.o.only, strings.Join(slices.Compact(slices.Sorted(slices.Values(t.names))), ", "))
	case !t.o.json && len(t.names) == 0 && t.rejected == 0:
		fmt.Fprintln(t.s.stdout, "no tests: a test is a function `test fn name() -[t: cpu.thread]-> () { .. }`")
	case !t.o.json:
		text := fmt.Sprintf("%d passed, %d failed", passed, failed)
		if t.left > 0 {
			text += fmt.Sprintf(", %d left out", t.left)
		}
		if t.rejected > 0 {
			text += fmt.Sprintf("; %s rejected", count(int64(t.rejected), "file"))
		}
		fmt.Fprintf(t.s.stdout, "%s in %s, each %s; %s; %.2f s\n", count(int64(len(t.cases)), "test"), count(int64(t.files), "file"), t.how(), text, took)
	}
	if failed > 0 || t.rejected > 0 {
		return rejected{}
	}
	return nil
}

// how says how each test runs.
func (t *testRuns) how() string {
	var parts []string
	for _, d := range t.devices {
		if d == "sim" {
			d = "on sim in " + count(int64(t.o.schedules), "order")
		} else {
			d = "on " + d
		}
		parts = append(parts, d)
	}
	return strings.Join(parts, " and ")
}
