package harness

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"descend/backend/ptx"
	"descend/dialects/gpu"
	"descend/ir/child"
	"descend/ir/scratch"
)

//go:embed runtime/*.c runtime/*.h
var runtimeFiles embed.FS

// Program is a module that was built for the host. Several launches of it may
// run at a time. Close removes its files.
type Program struct {
	folder  *scratch.Folder
	kernels []Kernel
	ir      string
}

// Kernels describes the program's kernels in the module's order.
func (p *Program) Kernels() []Kernel { return p.kernels }

// IR returns the module's text as it was run, before it was rewritten for the
// host: what opt made of it.
func (p *Program) IR() string { return p.ir }

// CopyTo copies the executable, which runs one launch: it reads a request on
// standard input and writes a response (launch.go).
func (p *Program) CopyTo(file string) error {
	data, err := os.ReadFile(filepath.Join(p.folder.Path, "program"))
	if err != nil {
		return err
	}
	return os.WriteFile(file, data, 0o700)
}

// Close removes the program's files.
func (p *Program) Close() error {
	p.folder.Remove()
	return nil
}

// runtimeFlags are more flags for compiling the runtime; a test sets them.
var runtimeFlags []string

// buildTimeout bounds each tool's run.
const buildTimeout = 2 * time.Minute

// Build makes a program of LLVM IR text for nvptx64, in any syntax that the
// installed opt reads. opt 0 runs the module as it is; 1 to 3 let LLVM
// optimize it for NVPTX first, its code generator's vectorization of memory
// accesses included. The error is a *ptx.MissingTool if there is no clang or
// opt, else it says what LLVM or the harness refuses.
func Build(llvmIR []byte, opt int) (*Program, error) { return BuildFor(llvmIR, opt, Oldest) }

// Oldest, Turing and Newest are GPUs that LLVM may make code for here; what their code differs in, a module asks for (__nvvm_reflect). At level 0 nothing is
// decided, and the runtime answers as the newest one.
const (
	Oldest = "sm_60"
	Turing = "sm_75"
	Newest = "sm_90"
)

// features are those of PTX that code for the GPUs needs.
var features = map[string]string{Oldest: "+ptx63", Turing: "+ptx65", Newest: "+ptx78"}

// BuildFor is Build with LLVM's optimizations for one of these GPUs.
func BuildFor(llvmIR []byte, opt int, gpu string) (*Program, error) {
	if opt < 0 || opt > 3 {
		return nil, fmt.Errorf("optimization level %d is not in 0 .. 3", opt)
	}
	clang, optTool, err := findTools()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), buildTimeout)
	defer cancel()
	ir, err := optimize(ctx, optTool, llvmIR, opt, gpu)
	if err != nil {
		return nil, err
	}
	m, err := parseModule(string(ir))
	if err != nil {
		return nil, err
	}
	if len(m.kernels) == 0 {
		return nil, errors.New("the module has no kernel")
	}
	host, err := m.rewrite(runtimeFunctions())
	if err != nil {
		return nil, err
	}
	folder, err := scratch.New()
	if err != nil {
		return nil, err
	}
	p := &Program{folder: folder, kernels: m.kernels, ir: string(ir)}
	if err := p.link(ctx, clang, host, opt); err != nil {
		p.Close()
		return nil, err
	}
	return p, nil
}

// findTools finds clang and an opt that is not newer than it, since clang
// reads what opt prints.
func findTools() (clang, opt string, err error) {
	c, _ := ptx.Default().LLVM("clang")
	o, _ := ptx.Default().LLVM("opt")
	if c == nil || o == nil || o.Major > c.Major {
		return "", "", &ptx.MissingTool{
			Tool:     fmt.Sprintf("clang and opt of one version, %d or newer,", ptx.MinLLVM),
			Purpose:  "they build kernels for the host",
			HowToGet: "apt-get install clang-19 llvm-19",
		}
	}
	return c.Path, o.Path, nil
}

// optimize runs opt for NVPTX; at level 0 it only brings the text into the
// form that the rest of this package reads.
func optimize(ctx context.Context, tool string, ir []byte, level int, gpu string) ([]byte, error) {
	passes := "verify"
	if level > 0 {
		passes = fmt.Sprintf("default<O%d>,function(load-store-vectorizer)", level)
	}
	out, err := run(ctx, ir, tool, "-passes="+passes, "-strip-debug", "-S", "-o", "-", "-",
		"-mtriple=nvptx64-nvidia-cuda", "-mcpu="+gpu, "-mattr="+features[gpu])
	return out, err
}

// link compiles the host module and what calls its kernels, at the same time,
// and links them with the runtime. LLVM's passes do not run again on the
// module, so that it does here what opt made it do.
func (p *Program) link(ctx context.Context, clang, host string, opt int) error {
	files, err := runtimeObjects(ctx, clang)
	if err != nil {
		return err
	}
	files["module.ll"], files["kernels.c"] = []byte(host), []byte(dispatcher(p.kernels, opt == 0))
	if files["runtime.h"], err = runtimeFiles.ReadFile("runtime/runtime.h"); err != nil {
		return err
	}
	at, err := written(p.folder, files)
	if err != nil {
		return err
	}
	level := "-O1"
	if opt == 0 {
		level = "-O0" // keeps every barrier at its own place in the code
	}
	err = compile(ctx, clang,
		[]string{"-x", "ir", level, "-Xclang", "-disable-llvm-passes", "-Wno-override-module", "-fno-crash-diagnostics", "-ffp-contract=off", "-c", "-o", at("module.o"), at("module.ll")},
		[]string{"-O1", "-Wall", "-c", "-o", at("kernels.o"), at("kernels.c")})
	if err != nil {
		return err
	}
	_, err = run(ctx, nil, clang, "-o", at("program"), at("module.o"), at("kernels.o"), at("runtime.o"), at("intrinsics.o"), "-lm")
	return err
}

// compiled are the runtime's object files, by the flags that they were compiled with: a process that builds many programs compiles them once.
var compiled struct {
	sync.Mutex
	files map[string]map[string][]byte
}

// runtimeObjects are the runtime's object files, by name. The map is the caller's.
func runtimeObjects(ctx context.Context, clang string) (map[string][]byte, error) {
	compiled.Lock()
	defer compiled.Unlock()
	key := strings.Join(append([]string{clang}, runtimeFlags...), " ")
	if files := compiled.files[key]; files != nil {
		return maps.Clone(files), nil
	}
	folder, err := scratch.New()
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	sources := map[string][]byte{}
	for _, name := range []string{"runtime.h", "runtime.c", "intrinsics.c"} {
		if sources[name], err = runtimeFiles.ReadFile("runtime/" + name); err != nil {
			return nil, err
		}
	}
	at, err := written(folder, sources)
	if err != nil {
		return nil, err
	}
	flags := append([]string{"-O1", "-Wall", "-ffp-contract=off", fmt.Sprintf("-DDS_WARP=%d", gpu.WarpSize), fmt.Sprintf("-DDS_NAMED_BARRIERS=%d", gpu.NamedBarriers),
		fmt.Sprintf("-DDS_MAX_THREADS=%d", gpu.AnyTarget.Threads), fmt.Sprintf("-DDS_DYNAMIC_BYTES=%d", gpu.AnyTarget.Shared)}, runtimeFlags...)
	object := func(name string) []string {
		return append(slices.Clone(flags), "-c", "-o", at(name+".o"), at(name+".c"))
	}
	if err := compile(ctx, clang, object("runtime"), object("intrinsics")); err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for _, name := range []string{"runtime.o", "intrinsics.o"} {
		if files[name], err = os.ReadFile(at(name)); err != nil {
			return nil, err
		}
	}
	if compiled.files == nil {
		compiled.files = map[string]map[string][]byte{}
	}
	compiled.files[key] = files
	return maps.Clone(files), nil
}

// written writes files into a folder, and gives their paths.
func written(folder *scratch.Folder, files map[string][]byte) (at func(name string) string, err error) {
	at = func(name string) string { return filepath.Join(folder.Path, name) }
	for name, text := range files {
		if err := os.WriteFile(at(name), text, 0o600); err != nil {
			return nil, err
		}
	}
	return at, nil
}

// compile runs clang several times at once.
func compile(ctx context.Context, clang string, commands ...[]string) error {
	errs := make([]error, len(commands))
	var wg sync.WaitGroup
	for i, args := range commands {
		wg.Go(func() { _, errs[i] = run(ctx, nil, clang, args...) })
	}
	wg.Wait()
	return errors.Join(errs...)
}

// run runs a tool; its error holds what the tool said.
func run(ctx context.Context, stdin []byte, tool string, args ...string) ([]byte, error) {
	var out, errs bytes.Buffer
	cmd := exec.CommandContext(ctx, tool, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := child.Tool(cmd); err != nil {
		said := errs.String()
		if len(said) > 4000 {
			said = said[:4000] + " …"
		}
		return nil, fmt.Errorf("%s: %w: %s", filepath.Base(tool), err, said)
	}
	return out.Bytes(), nil
}

// runtimeFunctions lists the functions that runtime/intrinsics.c defines, by
// preprocessing nothing: SREG3 and SHFL make several of one name.
var runtimeFunctions = sync.OnceValue(func() map[string]bool {
	text, err := runtimeFiles.ReadFile("runtime/intrinsics.c")
	if err != nil {
		return nil
	}
	names := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?:\b(\w+)\()?(\bds_\w+)\b`).FindAllStringSubmatch(string(text), -1) {
		switch m[1] {
		case "SREG3":
			names[m[2]+"_x"], names[m[2]+"_y"], names[m[2]+"_z"] = true, true, true
		case "SHFL":
			names[m[2]+"_i32"], names[m[2]+"_f32"], names[m[2]+"_i32p"] = true, true, true
		default:
			names[m[2]] = true
		}
	}
	return names
})

// cTypes gives the C types of scalar parameters.
var cTypes = map[string]string{
	"i1": "_Bool", "i8": "uint8_t", "i16": "uint16_t", "i32": "uint32_t", "i64": "uint64_t",
	"half": "_Float16", "float": "float", "double": "double", "ptr": "void *",
}

// dispatcher generates kernels.c: a function per kernel that takes the
// addresses of its arguments.
func dispatcher(kernels []Kernel, checkSites bool) string {
	var b strings.Builder
	b.WriteString("#include \"runtime.h\"\n")
	for i, k := range kernels {
		var types, args []string
		for j, p := range k.Params {
			types = append(types, cTypes[p.Type])
			args = append(args, fmt.Sprintf("*(%s *)a[%d]", cTypes[p.Type], j))
		}
		if len(types) == 0 {
			types = []string{"void"}
		}
		fmt.Fprintf(&b, "extern void kernel_%d(%s) __asm__(\"%s%s\");\n", i, strings.Join(types, ", "), prefix, k.Name)
		fmt.Fprintf(&b, "static void call_%d(void **a) { (void)a; kernel_%d(%s); }\n", i, i, strings.Join(args, ", "))
	}
	b.WriteString("const ds_entry ds_kernels[] = {")
	for i := range kernels {
		fmt.Fprintf(&b, "call_%d, ", i)
	}
	sites := 0
	if checkSites {
		sites = 1
	}
	fmt.Fprintf(&b, "};\nconst uint32_t ds_kernel_count = %d;\nconst int ds_check_sites = %d;\n", len(kernels), sites)
	return b.String()
}

var _ io.Closer = (*Program)(nil)
