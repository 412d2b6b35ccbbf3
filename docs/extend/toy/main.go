package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"descend/backend/host"
	"descend/backend/sim"
	"descend/dialects"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/bail"
	"descend/ir/child"
	"descend/ir/scratch"
	"descend/passes"
	"descend/passes/driver"
	"descend/passes/opt"
)

func newContext() *ir.Context { return dialects.MLIR(Dialect()) }

// tool is an optimizer in mlir-opt's manner that reads programs of the language, or IR.
func tool(parse func(*ir.Context, string, string, *ir.Diagnostics) *ir.Operation) driver.Config {
	registry := passes.NewRegistry()
	opt.Register(registry)
	registry.Add(func() passes.Pass { return InferShapes{} }, func() passes.Pass { return Lower{} })
	return driver.Config{Name: "toyc opt", Version: "1", NewContext: newContext, Passes: registry, Parse: parse}
}

// The stages of the compiler, by what --emit calls their results: each goes on with what the one before has made.
var stages = []struct{ emit, pipeline string }{
	{"toy", "builtin.module()"},
	{"toy-opt", "builtin.module(inline{default-pipeline=},toy.func(toy-infer-shapes,canonicalize,cse))"},
	{"lowered", "builtin.module(toy-lower,canonicalize,cse)"},
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "opt" {
		cfg := tool(Parse)
		if slices.ContainsFunc(os.Args, func(a string) bool { return strings.HasSuffix(a, ".mlir") }) {
			cfg = tool(nil)
		}
		os.Exit(driver.Main(cfg, os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(compile(os.Args[1:], os.Stdout, os.Stderr))
}

// compile compiles a program, and shows what --emit asks for or runs it. It gives the exit status.
func compile(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("toyc", flag.ContinueOnError)
	flags.SetOutput(stderr)
	emit := flags.String("emit", "", "print `what` and do not run: ast, toy, toy-opt, lowered or llvm")
	simulate := flags.Bool("sim", false, "run on the simulator, which checks every access")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: toyc [flags] FILE.toy, or toyc opt FILE [--PASS ..]")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		return 2
	}
	if flags.NArg() != 1 || !slices.Contains([]string{"", "ast", "toy", "toy-opt", "lowered", "llvm"}, *emit) {
		flags.Usage()
		return 2
	}
	name := flags.Arg(0)
	src, err := os.ReadFile(name)
	if err == nil {
		var diags ir.Diagnostics
		err = program{name, string(src), &diags}.compile(*emit, *simulate, stdout, stderr)
		driver.Report(stderr, name, string(src), &diags)
	}
	if err != nil && err != errReported {
		fmt.Fprintln(stderr, "toyc:", err)
	}
	if err != nil {
		return 1
	}
	return 0
}

// errReported says that what is wrong is in the findings.
var errReported = errors.New("wrong program")

type program struct {
	name, src string
	diags     *ir.Diagnostics
}

func (p program) compile(emit string, simulate bool, stdout, stderr io.Writer) error {
	if emit == "ast" {
		return p.ast(stdout)
	}
	m := Parse(newContext(), p.name, p.src, p.diags)
	if m == nil || !ir.Verify(m, p.diags) {
		return errReported
	}
	for _, s := range stages {
		manager, err := tool(Parse).Passes.ParsePipeline(s.pipeline)
		if err != nil {
			return err
		}
		if err := manager.Run(m, p.diags, passes.RunOptions{}); err != nil {
			return errReported
		}
		if emit == s.emit {
			return ir.Fprint(stdout, m, ir.PrintOptions{})
		}
	}
	if simulate && emit == "" {
		if _, err := sim.New(m, sim.Options{Stdout: stdout, Diags: p.diags}).Call("main", nil); err != nil {
			return errReported
		}
		return nil
	}
	contract.Function{}.Set(ir.LookupSymbol(m, "main")) // it takes nothing and gives nothing
	native := host.New(m, "toy", host.Device{})
	if emit == "" {
		return run(native, stdout, stderr)
	}
	text, err := native.LLVM(false)
	if err == nil {
		_, err = stdout.Write(text)
	}
	return err
}

// ast prints the syntax tree.
func (p program) ast(stdout io.Writer) (err error) {
	var wrong *mistake
	func() {
		defer bail.Catch(&wrong)
		_, err = io.WriteString(stdout, dump(read(newContext(), p.name, p.src)))
	}()
	if wrong != nil {
		p.diags.Errorf(wrong.at, "", "%s", wrong.text)
		return errReported
	}
	return err
}

// run makes an executable and runs it.
func run(p *host.Program, stdout, stderr io.Writer) error {
	ctx := context.Background()
	data, err := p.Build(ctx, host.Options{Kind: host.Executable, Entry: "main", OptLevel: 2})
	if err != nil {
		return err
	}
	folder, err := scratch.New()
	if err != nil {
		return err
	}
	defer folder.Remove()
	file := filepath.Join(folder.Path, "program")
	if err := os.WriteFile(file, data, 0o700); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, file)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	return child.Program(cmd, nil)
}
