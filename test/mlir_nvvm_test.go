package test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/manifest"
	"descend/ir/need"
	opt "descend/passes/driver"
	"descend/test/kit"
	"descend/tools/driver"
	"descend/tools/registry"
)

// accesses are the memory operations, barriers and exchanges of a kernel in PTX: for loads and stores the
// number of bytes, for others the number of instructions.
type accesses map[string]int

var ptxInstruction = regexp.MustCompile(`^\s*(?:@!?%p\d+ )?(ld|st|atom|red|bar|shfl|vote)((?:\.[a-z0-9_]+)+)`)

// kernelsOf reads the kernels of a PTX text. With exact, loads and stores of other memory than shared are
// counted together as "memory": before LLVM optimizes, upstream's pointers to global memory are generic.
func kernelsOf(ptx string, exact bool) map[string]accesses {
	out := map[string]accesses{}
	entry := regexp.MustCompile(`\.entry (\w+)`)
	var a accesses
	for _, line := range strings.Split(ptx, "\n") {
		if m := entry.FindStringSubmatch(line); m != nil {
			a = accesses{}
			out[m[1]] = a
		}
		m := ptxInstruction.FindStringSubmatch(line)
		if m == nil || a == nil || strings.HasPrefix(m[2], ".param") {
			continue
		}
		space, lanes, bits, mode := "memory", 1, 0, ""
		for _, f := range strings.Split(m[2][1:], ".") {
			switch {
			case f == "shared" || !exact && (f == "global" || f == "local"):
				space = f
			case f == "v2" || f == "v4":
				lanes = int(f[1] - '0')
			case len(f) > 1 && strings.Contains("busf", f[:1]) && bits == 0:
				bits, _ = strconv.Atoi(f[1:])
			}
			switch f {
			case "add", "cas", "exch", "min", "max", "and", "or", "xor", "inc", "dec", "up", "down", "bfly", "idx", "ballot":
				mode = "." + f
			}
		}
		switch m[1] {
		case "ld", "st":
			a[m[1]+"."+space] += lanes * bits / 8
		case "bar", "shfl", "vote":
			a[m[1]+mode]++
		default:
			a["atom."+space+mode]++
		}
	}
	return out
}

// kinds keeps what a kernel does, without numbers.
func kinds(ks map[string]accesses) map[string]accesses {
	for _, a := range ks {
		for k := range a {
			a[k] = 1
		}
	}
	return ks
}

// atomicLoads is the number of atomic loads in the kernels of an example. The gpu level spells one as a
// memref.generic_atomic_rmw that writes back what it read: our backend makes one load of it, MLIR's a load and
// a loop around a compare-and-swap.
var atomicLoads = map[string]string{"histogram": "atom.shared.cas", "histogram_strided": "atom.shared.cas"}

// withoutChecks leaves out what differs where a kernel asks if an index is in bounds: before the trap ours tells the host which check
// it was, by a compare-and-swap and stores.
func withoutChecks(ks map[string]accesses) {
	for _, a := range ks {
		for _, k := range []string{"atom.global.cas", "atom.memory.cas", "ld.memory", "st.memory"} {
			delete(a, k)
		}
	}
}

// withoutProducts leaves out how matrices are multiplied: ours has the instruction for it, in place of the function that the gpu level calls, in
// which lanes read each other's numbers.
func withoutProducts(ks map[string]accesses) {
	for _, a := range ks {
		for _, k := range []string{"shfl.idx", "ld.local", "st.local"} {
			delete(a, k)
		}
	}
}

// ptxVersion are the versions of PTX for compute capabilities.
var ptxVersion = map[string]string{"sm_60": "60", "sm_80": "70"}

// chipOf is the oldest compute capability that has the instructions of a module.
func chipOf(module string) string {
	if strings.Contains(module, "nvgpu.device_async_copy") {
		return "sm_80"
	}
	return "sm_60"
}

// upstreamPTX compiles a module of the gpu level with MLIR's own pipeline, and returns the PTX in it.
func upstreamPTX(t *testing.T, module string, bare bool, level int) string {
	t.Helper()
	b2i := map[bool]int{true: 1}
	out := need.Run(t, module, "mlir-opt-19", "--gpu-async-region", fmt.Sprintf("--gpu-lower-to-nvvm-pipeline=cubin-chip=%s "+
		"cubin-features=+ptx%s cubin-format=isa kernel-bare-ptr-calling-convention=%d opt-level=%d", chipOf(module), ptxVersion[chipOf(module)], b2i[bare], level))
	var ptx strings.Builder
	for _, m := range regexp.MustCompile(`assembly = "((?:[^"\\]|\\.)*)"`).FindAllStringSubmatch(out, -1) {
		ptx.WriteString(regexp.MustCompile(`\\[0-9A-F]{2}|\\.`).ReplaceAllStringFunc(m[1], func(s string) string {
			if v, err := strconv.ParseUint(s[1:], 16, 8); err == nil {
				return string(rune(v))
			}
			return s[1:]
		}))
	}
	return ptx.String()
}

// sizes are -D flags for all nats of the kernels of a program.
func sizes(t *testing.T, file string) []string {
	t.Helper()
	var m manifest.Manifest
	if err := json.Unmarshal([]byte(emit(t, file, "--emit=manifest")), &m); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var out []string
	for _, k := range m.Kernels {
		for _, p := range k.Params {
			if p.Kind == "nat" && !seen[p.Name] {
				seen[p.Name] = true
				out = append(out, "-D", p.Name+"=64")
			}
		}
	}
	return out
}

// TestTwoBackends compiles the gpu level of every example with our backend and with MLIR's NVVM pipeline, with
// descriptors while sizes are run-time values, and with bare pointers when all shapes are static. Unoptimized
// both must have the same kernels with the same numbers of barriers, exchanges and atomics, and read and write as
// many bytes of shared and of other memory. Optimized they must do the same kinds of things, in numbers that may
// differ: what we promise of pointers lets LLVM unroll and vectorize more.
func TestTwoBackends(t *testing.T) {
	for _, file := range kit.Files(t, "../examples/*.desc") {
		name := strings.TrimSuffix(filepath.Base(file), ".desc")
		for _, mode := range []struct {
			name  string
			bare  bool
			level int
		}{{"descriptors", false, 0}, {"bare", true, 0}, {"bare-optimized", true, 3}} {
			t.Run(name+"/"+mode.name, func(t *testing.T) {
				t.Parallel()
				args := []string{file}
				if mode.bare {
					args = append(args, sizes(t, file)...)
				}
				module := emit(t, append(args, "--emit=gpu", "--mlir-print-op-generic")...)
				ours := kernelsOf(emit(t, append(args, "--emit=ptx", "--target="+chipOf(module), "-O"+strconv.Itoa(mode.level))...), mode.level == 0)
				theirs := kernelsOf(upstreamPTX(t, module, mode.bare, mode.level), mode.level == 0)
				if strings.Contains(module, `"llvm.intr.trap"`) {
					withoutChecks(ours)
					withoutChecks(theirs)
				}
				if loop := atomicLoads[name]; loop != "" {
					for _, a := range theirs {
						delete(a, loop)
					}
				}
				if strings.Contains(module, "@descend_mma_") {
					withoutProducts(ours)
					withoutProducts(theirs)
				}
				if mode.level > 0 {
					ours, theirs = kinds(ours), kinds(theirs)
				}
				if len(ours) == 0 {
					t.Fatal("no kernels")
				}
				for k, a := range ours {
					if len(a) == 0 {
						t.Errorf("no access is seen in kernel %s", k)
					}
				}
				if d := cmp.Diff(theirs, ours); d != "" {
					t.Errorf("kernels differ (-MLIR's backend +ours):\n%s", d)
				}
			})
		}
	}
}

// TestMLIRDocument runs the commands of docs/mlir.md in order, with the files that it shows (first line "// file: name"); what a comment
// "prints: x" behind a command says must be in its output, and one with "refused, prints: x" ends with status 1.
func TestMLIRDocument(t *testing.T) {
	need.Program(t, "mlir-opt-19")
	text, err := os.ReadFile("../docs/mlir.md")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../examples")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	ran := 0
	for _, block := range regexp.MustCompile("(?s)```(sh|mlir)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		if name, _, _ := strings.Cut(strings.TrimPrefix(block[2], "// file: "), "\n"); block[1] == "mlir" {
			if err := os.WriteFile(name, []byte(block[2]), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		commands := strings.ReplaceAll(block[2], "\\\n", " ")
		for _, line := range strings.Split(strings.TrimSpace(commands), "\n") {
			command, want, _ := strings.Cut(line, "prints: ")
			command, comment, _ := strings.Cut(command, "# ")
			wanted := 0
			if strings.HasPrefix(comment, "refused") {
				wanted = 1
			}
			command = strings.ReplaceAll(command, "examples/", examples+"/")
			var out bytes.Buffer
			ran++
			if rest, ok := strings.CutPrefix(command, "bin/descendc "); ok {
				if status := driver.Main(strings.Fields(rest), strings.NewReader(""), &out, &out); status != wanted {
					t.Fatalf("%s: exit status %d\n%s", line, status, out.String())
				}
			} else if rest, ok := strings.CutPrefix(command, "bin/descend-opt "); ok {
				config := opt.Config{Name: "descend-opt", NewContext: registry.Context, Passes: registry.Passes()}
				if status := opt.Main(config, strings.Fields(rest), strings.NewReader(""), &out, &out); status != wanted {
					t.Fatalf("%s: exit status %d\n%s", line, status, out.String())
				}
			} else {
				cmd := exec.Command("sh", "-c", command)
				cmd.Stdout, cmd.Stderr = &out, &out
				if err := cmd.Run(); err != nil {
					t.Fatalf("%s: %v\n%s", line, err, out.String())
				}
			}
			if !strings.Contains(out.String(), strings.TrimSpace(want)) {
				t.Errorf("%s: printed\n%s", line, out.String())
			}
		}
	}
	if ran < 5 {
		t.Errorf("only %d commands", ran)
	}
}
