package host

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"descend/backend/ptx"
	"descend/backend/runtime"
	"descend/ir/child"
	"descend/ir/scratch"
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
	// Cache, unless nil, has what was built before.
	Cache *Cache
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
	clang, err := findClang(o.Finder)
	if err != nil {
		return nil, err
	}
	files, err := sources(text, c)
	if err != nil {
		return nil, err
	}
	key := ""
	if o.Cache != nil {
		if key = cacheKey(clang.Path, o.commands(), files); key != "" {
			if data := o.Cache.get(key); data != nil {
				return data, nil
			}
		}
	}
	data, err := compile(ctx, clang.Path, o, files)
	if err == nil && key != "" {
		o.Cache.put(key, data)
	}
	return data, err
}

// findClang finds the compiler; the error is a *ptx.MissingTool.
func findClang(finder *ptx.Finder) (*ptx.Tool, error) {
	if finder == nil {
		finder = ptx.Default()
	}
	clang, old := finder.LLVM("clang")
	if clang != nil {
		return clang, nil
	}
	m := &ptx.MissingTool{Tool: fmt.Sprintf("clang %d or newer", ptx.MinLLVM), Purpose: "it makes native programs", HowToGet: "apt-get install clang-19"}
	for _, t := range old {
		m.Refused = append(m.Refused, t.String())
	}
	return nil, m
}

// Probe makes a small native program, and says with what; the error is that of Build.
func Probe(ctx context.Context) (*ptx.Tool, error) {
	clang, err := findClang(nil)
	if err != nil {
		return nil, err
	}
	text := "#include <stdio.h>\nint %s(void) { return puts(\"\") < 0; }\n"
	files := map[string][]byte{"program.ll": nil, "program.c": fmt.Appendf(nil, text, "main"), "runtime.c": fmt.Appendf(nil, text, "runtime")}
	_, err = compile(ctx, clang.Path, Options{Kind: Executable}, files)
	return clang, err
}

// compile makes the result of the sources with clang.
func compile(ctx context.Context, clang string, o Options, files map[string][]byte) ([]byte, error) {
	folder, err := scratch.New()
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	dir := folder.Path
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return nil, err
		}
	}
	cmd := o.commands()
	results := make(chan error, 2)
	go func() { results <- compileRuntime(ctx, clang, dir, cmd.runtime) }()
	go func() { results <- runTool(ctx, clang, dir, cmd.outside...) }()
	err = runTool(ctx, clang, dir, cmd.inside...)
	if err = errors.Join(err, <-results, <-results); err == nil {
		err = runTool(ctx, clang, dir, cmd.link...)
	}
	if err != nil {
		return nil, explainLink(err)
	}
	return os.ReadFile(filepath.Join(dir, "result"))
}

// commands are the arguments of clang for the parts of a program and for joining them.
type commands struct{ inside, outside, runtime, link []string }

func (o Options) commands() commands {
	object := []string{"-std=gnu11", "-fPIC", "-fvisibility=hidden", "-c"}
	c := commands{
		outside: append(slices.Clone(object), "-O0", "program.c", "-o", "outside.o"),
		runtime: append(slices.Clone(object), "-O1", "runtime.c", "-o", "runtime.o"),
	}
	if o.March != "" {
		c.inside = append(c.inside, "-march="+o.March)
	}
	// LLVM 19 takes a[(7*i) % 32] for accesses with a stride, although the index wraps around, and joins them.
	c.inside = append(c.inside, "-mllvm", "-enable-interleaved-mem-accesses=0", "-x", "ir", fmt.Sprintf("-O%d", o.OptLevel),
		"-fPIC", "-Wno-override-module", "-fno-math-errno", "-fno-crash-diagnostics", "-c", "program.ll", "-o", "inside.o")
	// a library whose threads wait for work cannot be unloaded
	c.link = map[Kind][]string{Object: {"-r", "-nostdlib"}, Shared: {"-shared", "-Wl,-z,nodelete"}, Executable: {"-pie"}}[o.Kind]
	c.link = append(c.link, "inside.o", "outside.o", "runtime.o", "-o", "result")
	if o.Kind != Object {
		c.link = append(c.link, "-lm", "-lpthread", "-ldl")
	}
	return c
}

// sources are the two parts of the program and the runtime, by the names of their files.
func sources(llvm []byte, c string) (map[string][]byte, error) {
	files := map[string][]byte{"program.ll": llvm, "program.c": []byte(c)}
	entries, err := runtime.Files.ReadDir("src")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = runtime.Files.ReadFile("src/" + e.Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// runtimes are the runtimes that this process has compiled, by the path of clang.
var runtimes sync.Map

// compileRuntime makes runtime.o in dir.
func compileRuntime(ctx context.Context, clang, dir string, args []string) error {
	file := filepath.Join(dir, "runtime.o")
	if data, ok := runtimes.Load(clang); ok {
		return os.WriteFile(file, data.([]byte), 0o600)
	}
	if err := runTool(ctx, clang, dir, args...); err != nil {
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
	cmd.Env = append(os.Environ(), "TMPDIR="+dir) // what clang leaves when it is killed goes with the folder
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := child.Tool(cmd); err != nil {
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
