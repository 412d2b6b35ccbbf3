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

	"descend/backend/llvmgen"
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
	// Warmed says that Warm was called: what it has started ends where the program is in the cache.
	Warmed bool
	// Note, unless nil, is told why the library did not do and clang was taken.
	Note func(text string)
	// Finder finds LLVM; nil means ptx.Default.
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
	e, err := translate(p.module, p, lineTables)
	if err != nil {
		return nil, err
	}
	return llvmgen.Text(e.Mod), nil
}

// Accepts is nil where LLVM gives a text, and else its error. The text, which takes much of the time, is not made.
func (p *Program) Accepts() error {
	p.findCPU()
	_, err := translate(p.module, p, false)
	return err
}

// Build compiles the program with its runtime and gives the file: an executable or a shared library with LLVM's library where it is there,
// everything else with clang. Errors are *llvmgen.UnsupportedError, *ptx.MissingTool, *BuildError, the context's, or
// of the file system.
func (p *Program) Build(ctx context.Context, o Options) ([]byte, error) {
	inside, err := p.LLVM(o.LineTables)
	if err != nil {
		return nil, err
	}
	entry := ""
	if o.Kind == Executable {
		entry = o.Entry
	}
	outside, err := p.Outside(entry)
	if err != nil {
		return nil, err
	}
	if l := o.findLibrary(); l != nil {
		insideJob, outsideJob := o.jobs()
		key := func() string {
			files := map[string][]byte{"program.ll": inside, "outside.ll": outside, "runtime.elf": o.runtime()}
			return cacheKey(l.Path, fmt.Sprint(insideJob, outsideJob, l.Options), o.March == "native", files)
		}
		compiled := false
		data, err := o.Cache.or(key, func() ([]byte, error) {
			compiled = true
			return o.withLibrary(ctx, l, inside, outside)
		})
		if !compiled && o.Warmed {
			l.Rest()
		}
		if !gaveUp(ctx, err) {
			return data, err
		}
		clang, _ := o.findClang()
		if clang == nil || !o.finder().Allows("clang") {
			return nil, &BuildError{Command: l.Path, Stderr: err.Error()}
		}
		if o.Note != nil {
			o.Note(fmt.Sprintf("the program was made with %s, since %v", clang, err))
		}
	}
	return o.withClang(ctx, inside, outside)
}

// withClang makes the result with clang.
func (o Options) withClang(ctx context.Context, inside, outside []byte) ([]byte, error) {
	clang, err := o.findClang()
	if err != nil {
		return nil, err
	}
	files, err := sources(inside, outside)
	if err != nil {
		return nil, err
	}
	key := func() string {
		return cacheKey(clang.Path, fmt.Sprintf("%q", o.commands()), o.March == "native", files)
	}
	return o.Cache.or(key, func() ([]byte, error) { return compile(ctx, clang.Path, o, files) })
}

// finder is what finds LLVM.
func (o Options) finder() *ptx.Finder {
	if o.Finder == nil {
		return ptx.Default()
	}
	return o.Finder
}

// unknownCPU is what clang says of a processor that it does not know.
const unknownCPU = "unknown target CPU"

// UnknownCPU says whether a build failed since LLVM does not know the processor that was asked for.
func UnknownCPU(err error) bool {
	b, ok := errors.AsType[*BuildError](err)
	return ok && strings.Contains(b.Stderr, unknownCPU)
}

// findClang finds the compiler; the error is a *ptx.MissingTool.
func (o Options) findClang() (*ptx.Tool, error) {
	clang, old := o.finder().LLVM("clang")
	if clang != nil {
		return clang, nil
	}
	m := &ptx.MissingTool{Tool: fmt.Sprintf("clang %d or newer", ptx.MinLLVM), Purpose: "it makes native programs", HowToGet: ptx.HowToGet("clang-19")}
	if o.libraryMakes() && o.finder().Allows("lib") {
		m.Tool = fmt.Sprintf("libLLVM %d or newer, or clang %d,", oldestLibrary, ptx.MinLLVM)
		m.Purpose, m.HowToGet = "it makes native programs", ptx.HowToGet("libllvm19")
	}
	for _, t := range old {
		m.Refused = append(m.Refused, t.String())
	}
	return nil, m
}

// Probe makes a small program, executable or library, and says with what; the error is that of Build.
func Probe(ctx context.Context, kind Kind) (with string, err error) {
	const program = "define i32 @main() {\n  ret i32 0\n}\n"
	o := Options{Kind: kind}
	if l := o.findLibrary(); l != nil {
		job, _ := o.jobs()
		data, err := object(ctx, l, job, []byte(program))
		if err == nil {
			_, err = o.link(data)
		}
		if err == nil {
			return fmt.Sprintf("%s (version %d)", l.Path, l.Major), nil
		}
	}
	clang, err := o.findClang()
	if err != nil {
		return "", err
	}
	files := map[string][]byte{"program.ll": nil, "outside.ll": []byte(program), "runtime.c": []byte("#include <stdio.h>\nint runtime(void) { return puts(\"\") < 0; }\n")}
	_, err = compile(ctx, clang.Path, o, files)
	return clang.String(), err
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
	c := commands{
		outside: []string{"-x", "ir", "-O0", "-fPIC", "-Wno-override-module", "-fno-crash-diagnostics", "-c", "outside.ll", "-o", "outside.o"},
		runtime: []string{"-std=gnu11", "-fPIC", "-fvisibility=hidden", "-c", "-O1", "runtime.c", "-o", "runtime.o"},
	}
	if o.March != "" {
		c.inside = append(c.inside, "-march="+o.March)
	}
	for _, option := range vectorizer {
		c.inside = append(c.inside, "-mllvm", option)
	}
	c.inside = append(c.inside, "-x", "ir", fmt.Sprintf("-O%d", o.OptLevel),
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
func sources(inside, outside []byte) (map[string][]byte, error) {
	files := map[string][]byte{"program.ll": inside, "outside.ll": outside}
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

// runtimes are the runtimes that this process has compiled, by what has compiled them.
var runtimes sync.Map

type runtimeSlot struct {
	mu     sync.Mutex
	object []byte
}

// compileRuntime makes runtime.o in dir.
func compileRuntime(ctx context.Context, clang, dir string, args []string) error {
	slot, _ := runtimes.LoadOrStore(clang, &runtimeSlot{})
	s := slot.(*runtimeSlot)
	s.mu.Lock()
	defer s.mu.Unlock()
	file := filepath.Join(dir, "runtime.o")
	if s.object != nil {
		return os.WriteFile(file, s.object, 0o600)
	}
	if err := runTool(ctx, clang, dir, args...); err != nil {
		return err
	}
	data, err := os.ReadFile(file)
	if err == nil {
		s.object = data
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
			return &ptx.MissingTool{Tool: "a linker with the C library's development files", Purpose: "clang makes native programs and objects with it", HowToGet: "apt-get install gcc libc6-dev"}
		}
	}
	return err
}
