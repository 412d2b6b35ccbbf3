package driver

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"descend/backend/ptx"
	"descend/dialects/nat"
	"descend/ir/spell"
	"descend/tools/arguments"
)

// options are the flags of all commands; each command declares those that it has.
type options struct {
	files []string

	output, emit, target, march string
	optLevel                    int
	debug                       bool
	libraries                   []string
	libs                        map[string]string // the folders of libraries by their names
	defines                     []string
	nats                        map[string]*big.Int
	unchecked                   bool
	instantiate                 []string
	keepGoing                   bool
	timePasses                  bool
	diagnostics                 string
	maxErrors                   int
	stdoutTaken                 bool // standard output has what the program prints or what is built
	align, layout               string
	generic, debugInfo          bool
	explainWhere                bool
	explainEffects              bool

	fn         string
	args, outs []string
	takesArgs  bool
	sample     bool // what --arg and -D leave out is chosen
	device     string
	stats      bool
	profile    string
	json       bool
	color      string
	port       int
	dir        string
	html       string
	lists      []sizeList // of -D, for tune
	runs       int
	bounds     bool          // tune chooses them
	bound      *recordBounds // those of a record
	tuned      string
	schedule   int64
	strictInit bool
	timeout    time.Duration

	view  bool // eval takes a view
	shape string

	save, against string // records of bench

	times int  // how often watch runs
	all   bool // doc shows all items

	only            string // which tests
	jobs, schedules int
	marked          bool // tests and benchmarks are entry functions

	onlyCheck, diff bool
	lines           string
}

// kinds are the values of --emit with the extension of the output file and a word for the help. Each has an extension of
// its own, so that the levels of a program can lie side by side, and none is that of a source.
var kinds = []struct{ name, ext, help string }{
	{"ast", ".ast", "the source as it is parsed, without comments"},
	{"descend", ".descend.mlir", "IR as the front end makes it, not checked"},
	{"checked", ".checked.mlir", "the same after the checks, with what they proved"},
	{"gpu", ".gpu.mlir", "IR of MLIR's dialects: kernels and host code"},
	{"llvm", ".ll", "the kernels as LLVM IR"},
	{"ptx", ".ptx", "the kernels as PTX, which NVIDIA's driver loads"},
	{"cubin", ".cubin", "the kernels as machine code of one GPU; needs ptxas"},
	{"obj", ".o", "all functions as C functions in an object file, for CPU and GPU"},
	{"exe", "", "a program that calls main, for CPU and GPU"},
	{"shared", ".so", "all functions as C functions in a shared library, for CPU and GPU"},
	{"header", ".h", "the C header for obj and shared"},
	{"manifest", ".json", "kernels and functions with parameters, sizes and launches, for loaders of one's own"},
	{"python", ".py", "a Python module over the shared library"},
}

// diagnosticForms are the values of --diagnostics.
var diagnosticForms = []string{"human", "json", "short"}

func (o *options) flagSet(command string) *pflag.FlagSet {
	f := pflag.NewFlagSet("descendc "+command, pflag.ContinueOnError)
	f.SortFlags = false
	f.Usage = func() {}
	compiles := slices.Contains([]string{"build", "run", "check", "report", "tune", "draw", "test", "eval", "bench"}, command)
	if compiles || command == "fmt" {
		f.StringVar(&o.diagnostics, "diagnostics", "human", "`form` of messages: human, short, or json (on standard output where nothing else goes there)")
		f.IntVar(&o.maxErrors, "max-errors", 20, "show so many errors at most; 0 for all; json has all unless this is given")
	}
	if compiles || command == "lsp" {
		f.StringArrayVar(&o.libraries, "lib", nil, "where the modules of a library are: `NAME=FOLDER`")
	}
	if command == "lsp" {
		f.Bool("stdio", true, "there is no other connection; for editors that say so")
	}
	if compiles {
		f.BoolVar(&o.timePasses, "time-passes", false, "report the time of every stage")
		f.StringArrayVarP(&o.defines, "define", "D", nil, "`NAME=NUMBER` gives a nat generic of the entry functions a constant: n=1024; to tune also several: bs=64,128")
		f.StringArrayVar(&o.instantiate, "instantiate", nil, "also compile this `instance`: 'f::<64, 1024>'")
	}
	if compiles && command != "check" {
		f.BoolVar(&o.unchecked, "unchecked", false, "leave out run-time index checks and asserts")
		f.StringVar(&o.layout, "layout", "chosen", "how shared arrays lie on GPUs: `chosen`, which pads or swizzles where warps would meet in banks, or plain")
	}
	if command == "build" || command == "report" || command == "run" {
		f.StringVar(&o.tuned, "tuned", "", "take the best sizes and bounds of a record of descendc tune: `FILE.json`, or FILE.json:DEVICE where it has several")
	}
	switch command {
	case "build":
		f.StringVarP(&o.output, "output", "o", "", "output `file`; - is standard output")
		f.StringVar(&o.emit, "emit", "ptx", "what `kind` of output to make")
		f.StringVar(&o.target, "target", "sm_60", "GPU `architecture`, for obj, exe and shared several, as sm_60,sm_90, or cpu for none: "+targetNames())
		f.StringVar(&o.march, "march", "", "`processor` for native code as clang's -march has it: native, x86-64-v3 ..; by default any of the kind")
		f.IntVarP(&o.optLevel, "optimize", "O", 3, "optimization level 0 to 3 of LLVM")
		f.BoolVarP(&o.debug, "debug", "g", false, "line tables in PTX and native code")
		f.BoolVar(&o.keepGoing, "keep-going", false, "compile the functions without errors although others have some")
		f.StringVar(&o.align, "align", "", "alignment of global memory: element, or the default of 16 bytes")
		f.BoolVar(&o.generic, "mlir-print-op-generic", false, "print IR in generic form")
		f.BoolVar(&o.debugInfo, "mlir-print-debuginfo", false, "print locations in IR")
	case "check":
		f.BoolVar(&o.explainWhere, "explain-where", false, "show the where clauses that were inferred")
		f.BoolVar(&o.explainEffects, "explain-effects", false, "show what functions access through their parameters")
	case "fmt":
		f.BoolVar(&o.onlyCheck, "check", false, "change nothing: name the files that are not in the style, and exit with 1 if there are some")
		f.BoolVar(&o.diff, "diff", false, "change nothing: show what would change")
		f.StringVar(&o.lines, "lines", "", "only what has a line between two, both from 1 and included: `10:20`")
	case "run":
		f.StringVar(&o.fn, "fn", "main", "the `function` to run")
		f.StringArrayVar(&o.args, "arg", nil, "argument by parameter name: P=FILE.npy, P=zeros|ones|iota|random[:SEED], P=1,2,3, P=[[1,2],[3,4]], `P=VALUE`")
		f.StringArrayVar(&o.outs, "out", nil, "write what the parameter P refers to after the run: `P=FILE.npy`, or P=- to print it")
		f.BoolVar(&o.sample, "sample", false, "arrays without --arg count from 0, numbers are 2, sizes small; without --out print all that may be written")
		f.StringVar(&o.device, "device", "sim", "where kernels run: sim, cpu, cuda or cuda:INDEX")
		f.DurationVar(&o.timeout, "timeout", 0, "end the run, with status 124, if it takes longer: 500ms, 10s, 5m")
		f.BoolVar(&o.stats, "stats", false, "report what was executed")
		f.StringVar(&o.profile, "profile", "", "on sim: what each line of the kernels cost, as a table, or with =`FILE.json` as JSON")
		f.Lookup("profile").NoOptDefVal = profileTable
		f.Int64Var(&o.schedule, "sim-schedule", 0, "seed of the order in which sim runs blocks and threads")
		f.BoolVar(&o.strictInit, "strict-init", false, "reading memory that nobody wrote is an error")
	case "bench":
		f.StringVar(&o.fn, "fn", "", "measure this `function`, also a kernel, in place of those that are marked")
		f.StringArrayVar(&o.args, "arg", nil, "argument by parameter name, `P=VALUE`, as those of run")
		f.StringVar(&o.device, "device", "cpu", "where kernels run: cpu, cuda or cuda:INDEX; sim counts cycles by a model")
		f.IntVar(&o.runs, "runs", 10, "how many runs are measured")
		f.StringVar(&o.save, "save", "", "write what was measured to this `file`, as JSON")
		f.StringVar(&o.against, "against", "", "compare with a `file` that --save has written")
		f.BoolVar(&o.json, "json", false, "print JSON")
		f.DurationVar(&o.timeout, "timeout", 0, "end the run, with status 124, if it takes longer: 500ms, 10s, 5m")
	case "watch":
		f.IntVar(&o.times, "times", 0, "end after so many runs, with the status of the last; 0 never ends")
		f.SetInterspersed(false)
	case "doc":
		f.StringVar(&o.emit, "format", "text", "text, markdown or html")
		f.StringVarP(&o.output, "output", "o", "", "output `file`; by default standard output")
		f.BoolVar(&o.all, "all", false, "also items that are not public")
	case "eval":
		f.BoolVar(&o.view, "view", false, "EXPR is a view: show which elements of an array of numbers from 0 on it has, and their shape")
		f.StringVar(&o.shape, "shape", "", "the `shape` of the array for --view: 16, or 4x8 for 4 rows")
		f.StringVar(&o.device, "device", "sim", "where kernels run: sim, cpu, cuda or cuda:INDEX")
		f.DurationVar(&o.timeout, "timeout", 0, "end the run, with status 124, if it takes longer: 500ms, 10s, 5m")
	case "test":
		f.StringVar(&o.only, "run", "", "only tests whose name has a match of this regular `expression`")
		f.StringVar(&o.device, "device", "", "where tests run: sim, cpu or both; by default both, as sim,cpu")
		f.IntVar(&o.schedules, "schedules", 3, "in how many orders sim runs blocks and threads of each test")
		f.IntVarP(&o.jobs, "jobs", "j", 0, "how many runs go on at the same time; by default as many as there are processors")
		f.DurationVar(&o.timeout, "timeout", 0, "a run that takes longer has failed; by default 1m")
		f.BoolVar(&o.json, "json", false, "print JSON: tests, their runs, what failed")
	case "tune":
		f.StringVarP(&o.output, "output", "o", "", "`file` of the record; by default PROGRAM.tuned.json, - is standard output")
		f.StringVar(&o.fn, "fn", "main", "the `function` to run")
		f.StringArrayVar(&o.args, "arg", nil, "argument by parameter name, `P=VALUE`, as for run")
		f.StringVar(&o.device, "device", "sim", "where kernels run and what is measured: sim (cycles by its counters), cpu, cuda or cuda:INDEX (time)")
		f.IntVar(&o.runs, "runs", 5, "on cpu and cuda take the median of so many runs")
		f.BoolVar(&o.bounds, "bounds", false, "choose for each kernel how many blocks a multiprocessor is to have at once, which bounds registers: on cuda by time, else by what ptxas says")
		f.StringVar(&o.target, "target", "sm_60", "GPU `architecture` for --bounds without a GPU: "+targetNames())
		f.DurationVar(&o.timeout, "timeout", 0, "end a run, and the command, if it takes longer: 500ms, 10s, 5m")
	case "draw":
		f.StringVarP(&o.output, "output", "o", "", "`FILE.html`, a page to step through, or FILE.svg; by default PROGRAM.html, - is SVG on standard output")
		f.StringVar(&o.fn, "fn", "", "the `function` to run, or the kernel; by default main, or the first kernel")
		f.StringArrayVar(&o.args, "arg", nil, "argument by parameter name, `P=VALUE`, as for run; by default arrays count from 0 and numbers are 2")
		f.StringVar(&o.color, "color", "auto", "whose colours elements have: block, warp or thread")
		f.DurationVar(&o.timeout, "timeout", 0, "end the run, with status 124, if it takes longer: 500ms, 10s, 5m")
	case "playground":
		f.IntVar(&o.port, "port", 8421, "the port on 127.0.0.1; 0 for any")
		f.StringVar(&o.dir, "dir", "", "the `folder` with the page, which tools/playground/build.sh builds")
	case "report":
		f.StringVar(&o.fn, "fn", "", "the `function` that launches the kernels, or the kernel; by default main, or all kernels")
		f.StringArrayVar(&o.args, "arg", nil, "value of a scalar parameter on which launches or loops depend: `P=VALUE`")
		f.StringVar(&o.target, "target", "sm_60", "GPU `architecture` for registers and occupancy: "+targetNames())
		f.BoolVar(&o.json, "json", false, "write JSON to standard output (docs/report.schema.json)")
		f.StringVar(&o.html, "html", "", "write a page with the source and what its lines cost: `FILE.html`")
	}
	noteValues(f)
	return f
}

// profileTable is the value of --profile without one.
const profileTable = "table"

func kindNames() []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.name
	}
	return names
}

// flagMessage says what is wrong with a flag; of values what they should be.
func flagMessage(err error) string {
	if missing, ok := errors.AsType[*pflag.ValueRequiredError](err); ok {
		f, name := missing.GetFlag(), "--"+missing.GetSpecifiedName()
		if missing.GetSpecifiedShortnames() != "" {
			name = name[1:]
		}
		what, _ := pflag.UnquoteUsage(f)
		return fmt.Sprintf("%s takes %s, and nothing follows it", name, what)
	}
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err.Error()
	}
	kinds := map[string]string{"int": "a number", "int64": "a number", "bool": "true or false", "duration": "a time, as 500ms, 10s, 5m"}
	f := wrong.GetFlag()
	kind := kinds[f.Value.Type()]
	if kind == "" {
		return err.Error()
	}
	return fmt.Sprintf("--%s takes %s, not %q", f.Name, kind, wrong.GetValue())
}

// wrongDefine says what is wrong with a -D, which takes what form says.
func wrongDefine(given, form string) error {
	name, value, _ := strings.Cut(given, "=")
	if _, err := strconv.ParseFloat(strings.ReplaceAll(value, "_", ""), 64); err == nil && nat.IsName(name) {
		return usagef("-D %s: a size is a natural number, 0, 1, 2 and so on, not %s", given, value)
	}
	return usagef("-D takes %s, not %q", form, given)
}

// parse reads flags and files.
func (o *options) parse(command string, args []string) error {
	f := o.flagSet(command)
	set := func(flag *pflag.Flag, value string) error {
		if flag.Name == "emit" && flag.Changed {
			return fmt.Errorf("--emit is given twice, %s and %s: a build makes one of them", flag.Value, value)
		}
		return f.Set(flag.Name, value)
	}
	if err := f.ParseAll(doubleDashes(f, args), set); err != nil {
		if err == pflag.ErrHelp {
			return err
		}
		behind := ""
		if command == "eval" && len(args) == 1 {
			behind = "; a term that begins with - comes behind --: descendc eval -- '" + args[0] + "'"
		}
		return usagef("%s%s (see: descendc help %s)%s", flagMessage(err), similarFlag(err, f), command, behind)
	}
	o.files, o.takesArgs = f.Args(), f.Lookup("arg") != nil
	if command == "playground" {
		if len(o.files) > 0 || o.port < 0 || o.port > 65535 {
			return usagef("playground takes a --port from 0 to 65535 and a --dir, no files (see: descendc help playground)")
		}
		return nil
	}
	if len(o.files) == 0 {
		o.files = map[string][]string{"test": {"."}, "watch": {"."}, "doc": {"std"}}[command]
	}
	switch {
	case command == "lsp" && len(o.files) > 0:
		return usagef("lsp takes no files: the editor opens them")
	case command == "lsp":
		return o.parseDefines()
	case len(o.files) == 0 && command == "eval":
		return usagef("eval needs statements, as descendc eval '1 + 2', or - to read them from standard input")
	case len(o.files) == 0:
		return usagef("%s needs an input file", command)
	}
	switch o.diagnostics {
	case "human", "json", "short", "":
	default:
		return usagef("--diagnostics must be human, json or short, not %q%s", o.diagnostics, spell.DidYouMean(o.diagnostics, diagnosticForms))
	}
	switch o.layout {
	case "", "chosen", "plain":
	default:
		return usagef("--layout must be chosen or plain, not %q%s", o.layout, spell.DidYouMean(o.layout, []string{"chosen", "plain"}))
	}
	switch {
	case o.maxErrors < 0:
		return usagef("--max-errors takes a number, or 0 for all errors, not %d", o.maxErrors)
	case o.maxErrors == 0, o.diagnostics == "json" && !f.Changed("max-errors"):
		o.maxErrors = math.MaxInt
	}
	if f.Changed("timeout") && o.timeout <= 0 {
		return usagef("--timeout takes a time above zero, as 500ms, 10s or 5m, not %s", o.timeout)
	}
	if command == "report" || command == "tune" {
		o.optLevel = 3
		if _, err := ptx.TargetOf(o.target); err != nil {
			return usagef("%v", err)
		}
	}
	if command == "build" {
		if err := o.checkBuild(); err != nil {
			return err
		}
	}
	if command == "tune" {
		if err := o.takeLists(); err != nil {
			return err
		}
	}
	if err := o.takeTuned(); err != nil {
		return err
	}
	if f.Lookup("define") != nil && command != "eval" {
		if err := o.isAssignment(); err != nil {
			return err
		}
	}
	return o.parseDefines()
}

func (o *options) checkBuild() error {
	if kindExt(o.emit) == "?" {
		return usagef("--emit must be one of %s, not %q%s", strings.Join(kindNames(), " "), o.emit, spell.DidYouMean(o.emit, kindNames()))
	}
	native := o.emit == "obj" || o.emit == "exe" || o.emit == "shared"
	ofGPU := o.emit == "ptx" || o.emit == "cubin"
	for _, t := range o.chips() {
		if o.target == cpuTarget && !ofGPU {
			break
		}
		if _, err := ptx.TargetOf(t); err != nil {
			return usagef("%v", err)
		}
	}
	if len(o.chips()) > 1 && !native {
		return usagef("--emit=%s takes one target; obj, exe and shared take several", o.emit)
	}
	if o.optLevel < 0 || o.optLevel > 3 {
		return usagef("-O takes a level from 0 to 3")
	}
	if o.align != "" && o.align != "element" {
		return usagef("--align must be element, not %q", o.align)
	}
	return nil
}

// targetNames are the targets, for the help.
func targetNames() string {
	return strings.Join(ptx.Targets(), ", ") + "; with LLVM 20 or newer also " + strings.Join(ptx.NewTargets(), ", ")
}

// cpuTarget is the target of native programs that hold no PTX.
const cpuTarget = "cpu"

// chips are the GPU architectures that --target names.
func (o *options) chips() []string { return strings.Split(o.target, ",") }

// targets are the GPU architectures to compile for, each once: those that --target names, or whose PTX runs there.
func (o *options) targets() []string {
	var out []string
	for _, chip := range o.chips() {
		if t, _ := ptx.TargetOf(chip); !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}

// makesPTX says whether what is built has PTX in it.
func (o *options) makesPTX() bool {
	return o.target != cpuTarget && slices.Contains([]string{"ptx", "cubin", "obj", "exe", "shared"}, o.emit)
}

// noteTargets says for which GPUs the PTX of another target is made.
func (s *session) noteTargets(o *options) {
	if !o.makesPTX() {
		return
	}
	for _, chip := range o.chips() {
		if n := ptx.NeedsLLVM(chip); n > 0 {
			fmt.Fprintf(s.stderr, "descendc: note: the target %s needs LLVM %d or newer, which is not here; PTX for sm_90 is made, which runs there\n", chip, n)
		} else if t, _ := ptx.TargetOf(chip); t != chip {
			fmt.Fprintf(s.stderr, "descendc: note: there is no target %s; PTX for %s is made, which runs there\n", chip, t)
		}
	}
}

func kindExt(kind string) string {
	for _, k := range kinds {
		if k.name == kind {
			return k.ext
		}
	}
	return "?"
}

// parseDefines reads -D n=1024.
func (o *options) parseDefines() error {
	o.libs = map[string]string{}
	for _, l := range o.libraries {
		name, dir, ok := strings.Cut(l, "=")
		if i, err := os.Stat(dir); !ok || !nat.IsName(name) || err != nil || !i.IsDir() {
			return usagef("--lib takes NAME=FOLDER, not %q", l)
		}
		if _, twice := o.libs[name]; twice || name == "std" {
			return usagef("--lib gives %s twice", name)
		}
		o.libs[name] = dir
	}
	o.nats = map[string]*big.Int{}
	for i, d := range o.defines {
		name, value, ok := strings.Cut(d, "=")
		v, isNat := arguments.ParseInteger(value)
		if !ok || !nat.IsName(name) || !isNat || v.Sign() < 0 {
			return wrongDefine(d, "NAME=NUMBER")
		}
		o.defines[i] = name + "=" + v.String()
		if old := o.nats[name]; old != nil && old.Cmp(v) != 0 {
			return usagef("-D gives %s twice: %s and %s", name, old, v)
		}
		if v.BitLen() > 63 {
			return usagef("-D %s=%s: sizes are below 2^63 = %d", name, v, uint64(1)<<63)
		}
		o.nats[name] = v
	}
	return nil
}

// doubleDashes lets long flags have one dash, as -emit=ptx; -O2, -D n=4, -o and -g stay what they are.
func doubleDashes(f *pflag.FlagSet, args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "--" {
			copy(out[i:], args[i:])
			break
		}
		if len(a) > 2 && a[0] == '-' && a[1] != '-' {
			name, _, _ := strings.Cut(a[1:], "=")
			if len(name) > 1 && f.Lookup(name) != nil {
				out[i] = "-" + a
			}
		}
	}
	return out
}

// similarFlag names the flag that an unknown one was meant to be.
func similarFlag(err error, f *pflag.FlagSet) string {
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return ""
	}
	var names []string
	f.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	name := unknown.GetSpecifiedName()
	if near := spell.Nearest(name, names); near != "" {
		return "; did you mean --" + near + "?"
	}
	var others []string
	for _, c := range commands() {
		if g := new(options).flagSet(c.name); g.Lookup(name) != nil || len(name) == 1 && g.ShorthandLookup(name) != nil {
			others = append(others, c.name)
		}
	}
	if len(others) == 0 {
		return ""
	}
	return "; it is one of descendc " + strings.Join(others, ", ")
}

// similarDevice names the device that an unknown one was meant to be.
func similarDevice(name string) string {
	kind, _, _ := strings.Cut(name, ":")
	if strings.EqualFold(kind, "gpu") {
		return "; a GPU is cuda"
	}
	return spell.DidYouMean(kind, []string{"sim", "cpu", "cuda"})
}
