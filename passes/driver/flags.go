package driver

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"descend/ir/console"
	"descend/ir/spell"
	"descend/passes"
)

// flags are the parsed command line.
type flags struct {
	args  []string
	input string

	output, pipeline, split, outputMarker, treeDir           string
	reproducer, generateReproducer                           string
	timingDisplay, timingFormat, statsDisplay                string
	localReproducer, prettyDebug, valueUsers                 bool
	assumeVerified                                           bool
	passes                                                   []passFlag
	allowUnregistered, verifyDiags, noImplicit               bool
	verifyEach, singleThread, verifyRoundtrip, runReproducer bool
	checkRewrites                                            bool
	generic, debugInfo, localScope, uniqueIDs, skipRegions   bool
	elideElements, elideResources                            uint
	hexElements                                              int
	opOnDiag, timing, statistics, dumpPipeline               bool
	printBefore, printAfter                                  []string
	printBeforeAll, printAfterAll, printAfterChange          bool
	printAfterFailure, moduleScope                           bool
}

// passFlag is a pass given as a flag.
type passFlag struct{ name, options string }

// passValue is the pflag.Value of a pass: setting it appends the pass.
type passValue struct {
	name string
	list *[]passFlag
}

func (v *passValue) String() string { return "" }
func (v *passValue) Type() string   { return "options" }
func (v *passValue) Set(s string) error {
	*v.list = append(*v.list, passFlag{v.name, s})
	return nil
}

// choice is the pflag.Value of a flag with few values; the first is the default.
type choice struct {
	value  *string
	values []string
}

func (c *choice) String() string {
	if len(c.values) == 0 {
		return ""
	}
	return c.values[0]
}
func (c *choice) Type() string { return "value" }
func (c *choice) Set(s string) error {
	if !slices.Contains(c.values, s) {
		return fmt.Errorf("Cannot find option named '%s'!", s)
	}
	*c.value = s
	return nil
}

func (c *choice) choices() []string { return c.values }

// passNames is the pflag.Value of a list of passes.
type passNames struct {
	list *[]string
	reg  *passes.Registry
}

func (v *passNames) String() string    { return "" }
func (v *passNames) Type() string      { return "passes" }
func (v *passNames) choices() []string { return v.reg.Names() }
func (v *passNames) Set(s string) error {
	for _, name := range strings.Split(s, ",") {
		if !v.reg.Has(name) {
			return fmt.Errorf("Cannot find option named '%s'!", name)
		}
		*v.list = append(*v.list, name)
	}
	return nil
}

// noOptions marks a pass flag without "=".
const noOptions = " "

func (t *tool) flagSet() *pflag.FlagSet {
	f := &t.flags
	fs := pflag.NewFlagSet(t.cfg.Name, pflag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.SortFlags = false
	group := func(name string) { t.groups = append(t.groups, flagGroup{name, flagNames(fs)}) }
	fs.StringVarP(&f.output, "o", "o", "-", "Output filename")
	fs.StringVar(&f.pipeline, "pass-pipeline", "", "Textual description of the pass pipeline to run")
	fs.BoolVar(&f.dumpPipeline, "dump-pass-pipeline", false, "Print the pipeline that will be run")
	fs.BoolVar(&f.allowUnregistered, "allow-unregistered-dialect", false, "Allow operations of unregistered dialects")
	fs.StringVar(&f.split, "split-input-file", "", "Split the input into chunks at a marker and process each on its own")
	fs.Lookup("split-input-file").NoOptDefVal = "// -----"
	fs.StringVar(&f.outputMarker, "output-split-marker", "// -----", "Split marker to use for merging the output")
	fs.BoolVar(&f.verifyDiags, "verify-diagnostics", false, "Check that diagnostics match expected-* comments")
	fs.BoolVar(&f.noImplicit, "no-implicit-module", false, "Do not add a top-level module; the source must be one operation")
	group("Input and output")
	fs.BoolVar(&f.verifyEach, "verify-each", true, "Run the verifier after each pass")
	fs.BoolVar(&f.verifyRoundtrip, "verify-roundtrip", false, "Read back what is printed and compare")
	fs.BoolVar(&f.checkRewrites, "check-rewrites", false, "Check that each rewrite and folder does what it says, and leaves valid code (slow)")
	fs.BoolVar(&f.singleThread, "mlir-disable-threading", false, "Run passes in a single thread")
	group("Running passes")
	fs.BoolVar(&f.generic, "mlir-print-op-generic", false, "Print operations in generic form")
	fs.BoolVar(&f.debugInfo, "mlir-print-debuginfo", false, "Print locations")
	fs.BoolVar(&f.prettyDebug, "mlir-pretty-debuginfo", false, "Print locations as people read them; the output cannot be read back")
	fs.BoolVar(&f.valueUsers, "mlir-print-value-users", false, "Print users of operation results and block arguments as a comment")
	fs.BoolVar(&f.assumeVerified, "mlir-print-assume-verified", false, "Skip the verification before pretty forms are printed")
	fs.BoolVar(&f.localScope, "mlir-print-local-scope", false, "Print without aliases")
	fs.BoolVar(&f.uniqueIDs, "mlir-print-unique-ssa-ids", false, "Number values uniquely in the whole output")
	fs.BoolVar(&f.skipRegions, "mlir-print-skip-regions", false, "Print regions as {...}")
	fs.UintVar(&f.elideElements, "mlir-elide-elementsattrs-if-larger", 0, "Elide elements attributes of more elements")
	fs.UintVar(&f.elideResources, "mlir-elide-resource-strings-if-larger", 0, "Elide resource strings of more characters")
	fs.IntVar(&f.hexElements, "mlir-print-elementsattrs-with-hex-if-larger", 100, "Print larger dense attributes as hex; -1 for never")
	fs.BoolVar(&f.opOnDiag, "mlir-print-op-on-diagnostic", true, "Print the operation with a diagnostic about it")
	group("Printing IR")
	fs.Var(&passNames{&f.printBefore, t.cfg.Passes}, "mlir-print-ir-before", "Print IR before the passes")
	fs.Var(&passNames{&f.printAfter, t.cfg.Passes}, "mlir-print-ir-after", "Print IR after the passes")
	fs.BoolVar(&f.printBeforeAll, "mlir-print-ir-before-all", false, "Print IR before each pass")
	fs.BoolVar(&f.printAfterAll, "mlir-print-ir-after-all", false, "Print IR after each pass")
	fs.BoolVar(&f.printAfterChange, "mlir-print-ir-after-change", false, "With after: print only if the pass changed the IR")
	fs.BoolVar(&f.printAfterFailure, "mlir-print-ir-after-failure", false, "Print IR after a pass that failed, only")
	fs.BoolVar(&f.moduleScope, "mlir-print-ir-module-scope", false, "Print the whole module each time")
	fs.StringVar(&f.treeDir, "mlir-print-ir-tree-dir", "", "Print IR to files in a directory")
	fs.BoolVar(&f.timing, "mlir-timing", false, "Print how long the phases and passes took")
	fs.Var(&choice{&f.timingDisplay, []string{"tree", "list"}}, "mlir-timing-display", "Display method for timing data: tree, or list sorted by time")
	fs.Var(&choice{&f.timingFormat, []string{"text", "json"}}, "mlir-output-format", "Output format for timing data: text or json")
	fs.BoolVar(&f.statistics, "mlir-pass-statistics", false, "Print the statistics of the passes")
	fs.Var(&choice{&f.statsDisplay, []string{"pipeline", "list"}}, "mlir-pass-statistics-display", "Display method for pass statistics: pipeline, or list merged and sorted by pass name")
	group("Looking at passes")
	fs.StringVar(&f.reproducer, "mlir-pass-pipeline-crash-reproducer", "", "Write a reproducer to this file when a pass fails")
	fs.BoolVar(&f.localReproducer, "mlir-pass-pipeline-local-reproducer", false, "Make the crash reproducer of the failed pass alone")
	fs.StringVar(&f.generateReproducer, "mlir-generate-reproducer", "", "Write a reproducer to this file in any case")
	fs.BoolVar(&f.runReproducer, "run-reproducer", false, "Run the pipeline that a reproducer holds")
	group("Reproducers")
	return fs
}

// flagGroup is a group of the help, with the flags defined up to its end.
type flagGroup struct {
	name string
	upTo int
}

func flagNames(fs *pflag.FlagSet) (n int) {
	fs.VisitAll(func(*pflag.Flag) { n++ })
	return n
}

// usages describes the flags by group.
func (t *tool) usages(fs *pflag.FlagSet) string {
	var list []*pflag.Flag
	fs.VisitAll(func(f *pflag.Flag) { list = append(list, f) })
	var b strings.Builder
	start := 0
	for _, g := range append(t.groups, flagGroup{"Information", len(list)}) {
		part := pflag.NewFlagSet(g.name, pflag.ContinueOnError)
		part.SortFlags = false
		for _, f := range list[start:g.upTo] {
			part.AddFlag(f)
		}
		start = g.upTo
		fmt.Fprintf(&b, "%s:\n\n%s\n", g.name, part.FlagUsagesWrapped(console.Columns))
	}
	return b.String()
}

func (t *tool) passSet() *pflag.FlagSet {
	fs := pflag.NewFlagSet("passes", pflag.ContinueOnError)
	for _, name := range t.cfg.Passes.Names() {
		p, _ := t.cfg.Passes.New(name, "")
		fs.Var(&passValue{name, &t.flags.passes}, name, p.Description())
		fs.Lookup(name).NoOptDefVal = noOptions
	}
	return fs
}

// parseFlags reads the command line. done is true if it only asked for information, which was printed.
func (t *tool) parseFlags(args []string) (done bool, err error) {
	t.flags.args = args
	fs, ps := t.flagSet(), t.passSet()
	var help, dialects, list, version bool
	var shell string
	fs.BoolVar(&dialects, "show-dialects", false, "Print the available dialects")
	fs.BoolVar(&list, "list-passes", false, "Print the available passes with their options")
	fs.BoolVar(&version, "version", false, "Print the version")
	fs.Var(&choice{&shell, []string{"", "bash", "zsh", "fish"}}, "completion", "Print a script that completes flags and passes in bash, zsh or fish")
	fs.BoolVar(&help, "help", false, "Print this help")
	all := pflag.NewFlagSet(t.cfg.Name, pflag.ContinueOnError)
	all.SetOutput(io.Discard)
	all.Usage = func() {}
	all.AddFlagSet(fs)
	all.AddFlagSet(ps)
	if err := all.Parse(twoDashes(args)); err != nil {
		return false, flagError(err, all)
	}
	if all.NArg() > 1 {
		return false, errors.New("Too many positional arguments specified!")
	}
	if t.flags.pipeline == "" && all.Changed("pass-pipeline") {
		return false, errors.New("expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'")
	}
	t.flags.input = all.Arg(0)
	if t.flags.output == "" {
		return false, errors.New("cannot open output file ''")
	}
	if t.flags.moduleScope && !t.flags.singleThread {
		return false, errors.New("IR print for module scope can't be setup on a pass-manager without disabling multi-threading first.")
	}
	switch {
	case help:
		fmt.Fprintf(t.stdout, "USAGE: %s [options] <input file>\n%s\nOPTIONS:\n\n%sPASSES:\n\n%s", t.cfg.Name, t.cfg.Help, t.usages(fs), t.passList())
	case shell != "":
		fmt.Fprint(t.stdout, completion(shell, t.cfg.Name, all))
	case dialects:
		var names []string
		for _, d := range t.cfg.NewContext().Dialects() {
			names = append(names, d.Name)
		}
		fmt.Fprintf(t.stdout, "Available Dialects: %s\n", strings.Join(names, ","))
	case list:
		fmt.Fprint(t.stdout, t.passList())
	case version:
		fmt.Fprintf(t.stdout, "%s %s\n", t.cfg.Name, t.cfg.Version)
		if t.cfg.About != nil {
			fmt.Fprint(t.stdout, t.cfg.About())
		}
	default:
		return false, nil
	}
	return true, nil
}

// passList describes the passes and their options.
func (t *tool) passList() string {
	var b strings.Builder
	for _, name := range t.cfg.Passes.Names() {
		p, err := t.cfg.Passes.New(name, "")
		if err != nil {
			continue
		}
		console.Entry(&b, "  --"+name, 37, p.Description())
		for _, o := range passes.OptionsOf(p) {
			console.Entry(&b, "      "+o.Name, 39, fmt.Sprintf("%s (default %q)", o.Help, o.Default))
		}
	}
	return b.String()
}

// twoDashes turns -flag into --flag; -o stays.
func twoDashes(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = a
		if a == "--" {
			copy(out[i:], args[i:])
			break
		}
		if len(a) > 2 && a[0] == '-' && a[1] != '-' && a[1] >= 'a' && a[1] <= 'z' && !strings.HasPrefix(a, "-o=") {
			out[i] = "-" + a
		}
	}
	return out
}

// flagError words an error as mlir-opt does; an unknown flag comes with the nearest one.
func flagError(err error, fs *pflag.FlagSet) error {
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if errors.As(err, &invalid) {
		f := invalid.GetFlag()
		if errors.As(err, &number) {
			return fmt.Errorf("for the --%s option: '%s' value invalid for %s argument!", f.Name, invalid.GetValue(), f.Value.Type())
		}
		return fmt.Errorf("for the --%s option: %w", f.Name, errors.Unwrap(invalid))
	}
	text := err.Error()
	const prefix = "unknown flag: "
	if !strings.HasPrefix(text, prefix) {
		return err
	}
	flag := strings.TrimPrefix(text, prefix)
	best, near := 4, ""
	fs.VisitAll(func(f *pflag.Flag) {
		if d := spell.Distance(f.Name, strings.TrimLeft(flag, "-"), best); d < best {
			best, near = d, f.Name
		}
	})
	if near != "" {
		return fmt.Errorf("Unknown command line argument '%s'. Did you mean '--%s'?", flag, near)
	}
	return fmt.Errorf("Unknown command line argument '%s'.", flag)
}
