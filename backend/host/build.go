package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"descend/backend/ptx"
	"descend/backend/runtime"
)

// Kind is what Build makes.
type Kind int

// The kinds of native results.
const (
	Object Kind = iota
	Shared
	Executable
)

// Options say how to build.
type Options struct {
	Kind Kind
	// Entry is the function that an executable calls by default.
	Entry string
	// OptLevel is LLVM's, 0 to 3.
	OptLevel int
	// March is the processor to compile for as clang's -march has it, "native" for this machine's; empty for any
	// of the kind.
	March string
	// LineTables makes debuggers and profilers show the source.
	LineTables bool
	// Finder finds clang; nil means ptx.Default.
	Finder *ptx.Finder
}

// BuildError says that clang refused what it was given. The input is the compiler's own.
type BuildError struct {
	Command string
	Stderr  string
}

func (e *BuildError) Error() string { return e.Command + " failed: " + strings.TrimSpace(e.Stderr) }

// LLVM is the LLVM IR of the program's functions. Errors are *llvmgen.UnsupportedError.
func (p *Program) LLVM(lineTables bool) ([]byte, error) {
	p.findCPU()
	return emitLLVM(p.module, p, lineTables)
}

// Build compiles the program with its runtime and gives the file. Errors are *llvmgen.UnsupportedError,
// *ptx.MissingTool, *BuildError, the context's, or of the file system.
func (p *Program) Build(ctx context.Context, o Options) ([]byte, error) {
	text, err := p.LLVM(o.LineTables)
	if err != nil {
		return nil, err
	}
	entry := ""
	if o.Kind == Executable {
		entry = o.Entry
	}
	c, err := p.C(entry)
	if err != nil {
		return nil, err
	}
	finder := o.Finder
	if finder == nil {
		finder = ptx.Default()
	}
	clang, old := finder.LLVM("clang")
	if clang == nil {
		m := &ptx.MissingTool{Tool: fmt.Sprintf("clang %d or newer", ptx.MinLLVM), Purpose: "it makes native programs", HowToGet: "apt-get install clang-19"}
		for _, t := range old {
			m.Refused = append(m.Refused, t.String())
		}
		return nil, m
	}
	dir, err := os.MkdirTemp("", "descend-build")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := writeSources(dir, text, c); err != nil {
		return nil, err
	}
	run := func(args ...string) error { return runTool(ctx, clang.Path, dir, args...) }
	results := make(chan error, 2)
	go func() { results <- compileRuntime(ctx, clang.Path, dir) }()
	go func() {
		results <- run("-std=gnu11", "-O0", "-fPIC", "-fvisibility=hidden", "-c", "program.c", "-o", "outside.o")
	}()
	// LLVM 19 takes a[(7*i) % 32] for accesses with a stride, although the index wraps around, and joins them.
	noJoin := []string{"-mllvm", "-enable-interleaved-mem-accesses=0"}
	level := fmt.Sprintf("-O%d", o.OptLevel)
	march := []string{}
	if o.March != "" {
		march = append(march, "-march="+o.March)
	}
	err = run(append(append(march, noJoin...), "-x", "ir", level, "-fPIC", "-Wno-override-module", "-fno-math-errno", "-fno-crash-diagnostics", "-c", "program.ll", "-o", "inside.o")...)
	err = errors.Join(err, <-results, <-results)
	if err == nil {
		// a library whose threads wait for work cannot be unloaded
		link := map[Kind][]string{Object: {"-r", "-nostdlib"}, Shared: {"-shared", "-Wl,-z,nodelete"}, Executable: {"-pie"}}[o.Kind]
		args := append(link, "inside.o", "outside.o", "runtime.o", "-o", "result")
		if o.Kind != Object {
			args = append(args, "-lm", "-lpthread", "-ldl")
		}
		err = run(args...)
	}
	if err != nil {
		return nil, explainLink(err)
	}
	return os.ReadFile(filepath.Join(dir, "result"))
}

// writeSources puts the two parts of the program and the runtime into a folder.
func writeSources(dir string, llvm []byte, c string) error {
	files := map[string][]byte{"program.ll": llvm, "program.c": []byte(c)}
	entries, err := runtime.Files.ReadDir("src")
	if err != nil {
		return err
	}
	for _, e := range entries {
		if files[e.Name()], err = runtime.Files.ReadFile("src/" + e.Name()); err != nil {
			return err
		}
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// runtimes are the runtimes that this process has compiled, by the path of clang.
var runtimes sync.Map

// compileRuntime makes runtime.o in dir.
func compileRuntime(ctx context.Context, clang, dir string) error {
	file := filepath.Join(dir, "runtime.o")
	if data, ok := runtimes.Load(clang); ok {
		return os.WriteFile(file, data.([]byte), 0o600)
	}
	if err := runTool(ctx, clang, dir, "-std=gnu11", "-O1", "-fPIC", "-fvisibility=hidden", "-c", "runtime.c", "-o", "runtime.o"); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err == nil {
		runtimes.Store(clang, data)
	}
	return err
}

func runTool(ctx context.Context, tool, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 3 * time.Second
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return fmt.Errorf("%s was stopped: %w", tool, ctx.Err())
		}
		return &BuildError{Command: tool + " " + strings.Join(args, " "), Stderr: errs.String() + err.Error()}
	}
	return nil
}

// explainLink turns the complaint of a clang without C library or linker into a MissingTool.
func explainLink(err error) error {
	var b *BuildError
	if !errors.As(err, &b) {
		return err
	}
	for _, sign := range []string{"file not found", "unable to execute command", "unable to find library", "cannot find -l", "cannot find crt", "cannot find Scrt", "linker command failed"} {
		if strings.Contains(b.Stderr, sign) && !strings.Contains(b.Stderr, "undefined reference") {
			return &ptx.MissingTool{Tool: "the C library's development files and a linker", Purpose: "native programs are linked with it", HowToGet: "apt-get install gcc libc6-dev"}
		}
	}
	return err
}
