package harness

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
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

// link compiles the host module and the runtime, at the same time, and links
// them. LLVM's passes do not run again on the module, so that it does here
// what opt made it do.
func (p *Program) link(ctx context.Context, clang, host string, opt int) error {
	files := map[string]string{"module.ll": host, "kernels.h": dispatcher(p.kernels, opt == 0)}
	entries, err := runtimeFiles.ReadDir("runtime")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := runtimeFiles.ReadFile("runtime/" + e.Name())
		if err != nil {
			return err
		}
		files[e.Name()] = string(text)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(p.folder.Path, name), []byte(text), 0o600); err != nil {
			return err
		}
	}
	at := func(name string) string { return filepath.Join(p.folder.Path, name) }
	level := "-O1"
	if opt == 0 {
		level = "-O0" // keeps every barrier at its own place in the code
	}
	limits := []string{fmt.Sprintf("-DDS_WARP=%d", gpu.WarpSize), fmt.Sprintf("-DDS_NAMED_BARRIERS=%d", gpu.NamedBarriers), fmt.Sprintf("-DDS_MAX_THREADS=%d", gpu.AnyTarget.Threads),
		fmt.Sprintf("-DDS_DYNAMIC_BYTES=%d", gpu.AnyTarget.Shared)}
	commands := [][]string{
		{"-x", "ir", level, "-Xclang", "-disable-llvm-passes", "-Wno-override-module", "-fno-crash-diagnostics", "-ffp-contract=off", "-c", "-o", at("module.o"), at("module.ll")},
		append([]string{"-O1", "-Wall", "-ffp-contract=off", "-c", "-o", at("runtime.o"), at("runtime.c")}, slices.Concat(limits, runtimeFlags)...),
		append([]string{"-O1", "-Wall", "-ffp-contract=off", "-c", "-o", at("intrinsics.o"), at("intrinsics.c")}, limits...),
	}
	errs := make([]error, len(commands))
	var wg sync.WaitGroup
	for i, args := range commands {
		wg.Go(func() { _, errs[i] = run(ctx, nil, clang, args...) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	_, err = run(ctx, nil, clang, "-o", at("program"), at("module.o"), at("runtime.o"), at("intrinsics.o"), "-lm")
	return err
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
			names[m[2]+"_i32"], names[m[2]+"_f32"] = true, true
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

// dispatcher generates kernels.h: a function per kernel that takes the
// addresses of its arguments.
func dispatcher(kernels []Kernel, checkSites bool) string {
	var b strings.Builder
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
	b.WriteString("static const ds_entry ds_kernels[] = {")
	for i := range kernels {
		fmt.Fprintf(&b, "call_%d, ", i)
	}
	fmt.Fprintf(&b, "};\n#define DS_KERNEL_COUNT %d\n", len(kernels))
	sites := 0
	if checkSites {
		sites = 1
	}
	fmt.Fprintf(&b, "#define DS_CHECK_SITES %d\n", sites)
	return b.String()
}

var _ io.Closer = (*Program)(nil)
