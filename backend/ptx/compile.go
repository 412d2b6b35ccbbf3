package ptx

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"descend/backend/libllvm"
	"descend/ir/child"
	"descend/ir/pattern"
)

const triple = libllvm.NVPTX

// Options says how to compile.
type Options struct {
	// Target is the chip, one of Targets: "sm_60".
	Target string
	// OptLevel is 0 to 3.
	OptLevel int
	// Declared names the external functions and variables that the program
	// may refer to, such as vprintf.
	Declared []string
	// Finder finds the tools; nil means Default.
	Finder *Finder
}

// Result is a compiled module.
type Result struct {
	PTX []byte
	// Kernels describes the entries of the PTX, in its order.
	Kernels  []Kernel
	Warnings []Warning
	// Tools names the programs that were run, for reports.
	Tools []string
}

// WarningKind says what a Warning is about.
type WarningKind string

const (
	// LocalMemory: a function keeps an array in local memory (which is
	// off-chip) because its indices did not become constants.
	LocalMemory WarningKind = "local-memory"
	// LLVMWarning: a warning of the LLVM tools.
	LLVMWarning WarningKind = "llvm"
)

// Warning is something the user should know about an accepted module.
type Warning struct {
	Kind    WarningKind
	Kernel  string // the symbol it concerns, if one
	Bytes   int    // LocalMemory: the bytes of local memory per thread
	Message string
}

// CompileError says that a tool refused its input or that its output is not
// acceptable. The input is the compiler's own, so this is an internal error.
type CompileError struct {
	Tool    string // the program's path, "" if it is our own check
	Message string // one line
	Stderr  string // all that the tool said
}

func (e *CompileError) Error() string {
	if e.Tool == "" {
		return e.Message
	}
	return e.Tool + ": " + e.Message
}

// Compile turns LLVM IR text into PTX. Errors are *MissingTool, *CompileError,
// the context's, or plain for options that make no sense.
func Compile(ctx context.Context, o Options, llvmIR []byte) (Result, error) {
	feature, err := ptxFeature(o.Target)
	if err != nil {
		return Result{}, err
	}
	if o.OptLevel < 0 || o.OptLevel > 3 {
		return Result{}, fmt.Errorf("optimization level %d is not in 0 .. 3", o.OptLevel)
	}
	cached := cacheFile(o, llvmIR)
	if r, ok := readCache(cached); ok {
		return r, nil
	}
	finder := o.Finder
	if finder == nil {
		finder = Default()
	}
	res, err := finder.compile(ctx, o, feature, llvmIR)
	if err != nil {
		return Result{}, explainNoTarget(err)
	}
	if !bytes.Contains(res.PTX, []byte("\n.target "+o.Target)) { // LLVM takes another chip for one that it does not know
		return Result{}, &MissingTool{Tool: "an LLVM that knows " + o.Target, Purpose: "it turns LLVM IR into PTX", HowToGet: HowToGet("libllvm22"), Refused: res.Tools}
	}
	if err := checkExterns(res.PTX, o.Declared); err != nil {
		return Result{}, err
	}
	res.Kernels = scanKernels(res.PTX)
	for _, k := range res.Kernels {
		if k.LocalBytes > 0 {
			res.Warnings = append(res.Warnings, Warning{
				Kind: LocalMemory, Kernel: k.Name, Bytes: k.LocalBytes,
				Message: fmt.Sprintf("`%s` keeps %d bytes per thread in local memory, which is slow", k.Name, k.LocalBytes),
			})
		}
	}
	return res, writeCache(cached, res)
}

// compile compiles with the toolchain that is there. If that is LLVM's library and ends its process, LLVM's programs are
// tried, and a warning says so.
func (f *Finder) compile(ctx context.Context, o Options, feature string, llvmIR []byte) (Result, error) {
	target, _ := targetNamed(o.Target)
	tools, err := f.toolchainFrom(target.llvm)
	if err != nil {
		return Result{}, err
	}
	res, err := tools.compile(ctx, o, feature, llvmIR)
	ended, ok := errors.AsType[*libllvm.Ended](err)
	if !ok {
		return res, err
	}
	programs, _ := f.programs(target.llvm)
	if f.Way != "" || programs == (toolchain{}) {
		return res, &CompileError{Tool: ended.Library, Message: headline(ended.Stderr, ended.How), Stderr: ended.Stderr}
	}
	res, err = programs.compile(ctx, o, feature, llvmIR)
	message := fmt.Sprintf("the PTX was made with %s, since %v", programs, ended)
	res.Warnings = append([]Warning{{Kind: LLVMWarning, Message: message}}, res.Warnings...)
	return res, err
}

// compile makes PTX of LLVM IR.
func (t toolchain) compile(ctx context.Context, o Options, feature string, llvmIR []byte) (res Result, err error) {
	if t.library != nil {
		return t.inProcess(ctx, o, feature, llvmIR)
	}
	res.PTX = llvmIR
	for _, step := range t.steps(o, feature, addresses(llvmIR)) {
		res.Tools = append(res.Tools, step[0])
		var stderr string
		res.PTX, stderr, err = pipe(ctx, step, res.PTX)
		if err != nil {
			return Result{}, err
		}
		res.Warnings = append(res.Warnings, toolWarnings(stderr)...)
	}
	return res, nil
}

// addresses are options of LLVM that decide which addresses loops count up. Of many accesses in a loop LLVM leaves out most of the ways that there are before it
// compares any, and by itself keeps an offset for each, to which it adds the same base in each round. With narrow it leaves out those that take
// more registers, and no kernel of ours has more instructions in its loop. A loop that multiplies by tensor cores copies many pieces of rows, of which each would
// have an address that is counted up: there it is best to compute them from the number of the round (the product of matrices has 148 instructions, not 162).
func addresses(llvmIR []byte) []string {
	if bytes.Contains(llvmIR, []byte("@llvm.nvvm.mma.")) {
		return []string{"-disable-lsr"}
	}
	return []string{"-lsr-exp-narrow"}
}

// inProcess compiles with LLVM's library.
func (t toolchain) inProcess(ctx context.Context, o Options, feature string, llvmIR []byte) (Result, error) {
	job := libllvm.Job{Triple: triple, CPU: o.Target, Features: feature, Level: o.OptLevel}
	l := &libllvm.Library{Path: t.library.Path, Major: t.library.Major, Options: addresses(llvmIR)}
	out, err := l.Compile(ctx, job, llvmIR)
	if refused, ok := errors.AsType[*libllvm.Refused](err); ok {
		return Result{}, &CompileError{Tool: refused.Library, Message: headline(refused.Message, err), Stderr: refused.Message}
	}
	if ctx.Err() != nil {
		return Result{}, fmt.Errorf("%s was stopped: %w", t.library.Path, ctx.Err())
	}
	if err != nil {
		return Result{}, err
	}
	return Result{PTX: renumberCalls(out.Data), Warnings: toolWarnings(out.Notes), Tools: []string{t.library.Path}}, nil
}

var callSequence = pattern.Of(`// callseq \d+`)

// renumberCalls lets the numbers of calls, which LLVM writes into comments, start at 0: it counts on from one module
// to the next, and the PTX of a module has to be the same whatever was compiled before.
func renumberCalls(ptx []byte) []byte {
	number := func(match []byte) int {
		n, _ := strconv.Atoi(string(match[len("// callseq "):]))
		return n
	}
	first := math.MaxInt
	for _, m := range callSequence().FindAll(ptx, -1) {
		first = min(first, number(m))
	}
	return callSequence().ReplaceAllFunc(ptx, func(m []byte) []byte { return fmt.Appendf(nil, "// callseq %d", number(m)-first) })
}

// steps returns the command lines to pipe the text through.
func (t toolchain) steps(o Options, feature string, addresses []string) [][]string {
	level := fmt.Sprintf("O%d", o.OptLevel)
	if t.clang != nil {
		command := []string{
			t.clang.Path, "-x", "ir", "-" + level, "--target=" + triple, "-march=" + o.Target,
			"-Xclang", "-target-feature", "-Xclang", feature,
			"-Wno-override-module", "-fno-crash-diagnostics", "-S", "-o", "-", "-",
		}
		for _, option := range addresses {
			command = append(command, "-mllvm", option)
		}
		return [][]string{command}
	}
	chip := []string{"-mtriple=" + triple, "-mcpu=" + o.Target, "-mattr=" + feature}
	return [][]string{
		append([]string{t.opt.Path, "-passes=default<" + level + ">", "-S", "-o", "-", "-"}, chip...),
		append([]string{t.llc.Path, "-" + level, "-o", "-", "-"}, slices.Concat(chip, addresses)...),
	}
}

// pipe runs a command on the input and returns its two outputs.
func pipe(ctx context.Context, command []string, input []byte) (stdout []byte, stderr string, err error) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin = bytes.NewReader(input)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := child.Tool(cmd); err != nil {
		if ctx.Err() != nil {
			return nil, "", fmt.Errorf("%s was stopped: %w", command[0], ctx.Err())
		}
		return nil, "", &CompileError{Tool: command[0], Message: headline(errs.String(), err), Stderr: errs.String()}
	}
	return out.Bytes(), errs.String(), nil
}

// headline picks the line of a tool's complaint that says most.
func headline(stderr string, err error) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	for _, word := range []string{"LLVM ERROR", "error:", "Assertion", "fatal"} {
		if i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, word) }); i >= 0 {
			return strings.TrimSpace(lines[i])
		}
	}
	if lines[0] != "" {
		return fmt.Sprintf("%v: %s", err, strings.TrimSpace(lines[0]))
	}
	return err.Error()
}

// explainNoTarget turns the complaint of an LLVM built without the NVPTX
// target, or too old for the chip, into a MissingTool.
func explainNoTarget(err error) error {
	ce, ok := errors.AsType[*CompileError](err)
	if !ok {
		return err
	}
	for _, sign := range []string{"No available targets are compatible", "unable to create target", "unknown target CPU", "unknown target triple"} {
		if strings.Contains(ce.Stderr, sign) {
			return &MissingTool{
				Tool:     "an LLVM with the NVPTX target and this chip",
				Purpose:  "it turns LLVM IR into PTX",
				HowToGet: HowToGet("libllvm19"),
				Refused:  []string{ce.Tool + " (" + ce.Message + ")"},
			}
		}
	}
	return err
}

// toolWarnings picks the warnings out of what a successful tool printed.
func toolWarnings(stderr string) []Warning {
	var ws []Warning
	for line := range strings.Lines(stderr) {
		if _, text, ok := strings.Cut(line, "warning: "); ok {
			ws = append(ws, Warning{Kind: LLVMWarning, Message: strings.TrimSpace(text)})
		}
	}
	return ws
}
