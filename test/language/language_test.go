// Package language_test runs programs that use every construct of the language (docs/language.md). Their
// comments `//= text` are the lines that main prints, in order.
package language_test

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/harness"
	"descend/backend/harness/hostdevice"
	"descend/backend/host"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/backend/sim/simtest"
	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
)

// expected are the lines that a program says it prints, with where it says so.
func expected(t *testing.T, file string) (lines []string, at []int) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if want, ok := strings.CutPrefix(strings.TrimSpace(line), "//= "); ok {
			lines, at = append(lines, want), append(at, i+1)
		}
	}
	if len(lines) == 0 {
		t.Fatalf("%s does not say what it prints", file)
	}
	return lines, at
}

func programs(t *testing.T) []string { return kit.Files(t, "*.desc") }

// withKernels are the programs that launch something.
func withKernels(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, file := range programs(t) {
		if text, _ := os.ReadFile(file); bytes.Contains(text, []byte("<<<")) {
			out = append(out, file)
		}
	}
	return out
}

// run runs main of a program and compares what it prints.
func run(t *testing.T, file string, device driver.NewDevice, flags ...string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := driver.MainWith(device, append([]string{"run", file}, flags...), strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("exit status %d\n%s", status, errs.String())
	}
	if text := errs.String(); !strings.HasPrefix(text, "descendc: ran main on ") || strings.Count(text, "\n") != 1 {
		t.Errorf("more is said than that it ran:\n%s", text)
	}
	want, at := expected(t, file)
	got := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("line %d: printed %q, expected %q", at[i], strings.Join(got[min(i, len(got)):min(i+1, len(got))], ""), want[i])
		}
	}
	if len(got) > len(want) {
		t.Errorf("printed also %q", got[len(want)])
	}
}

// TestSim runs the programs on the simulator, which checks every access.
func TestSim(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(file, func(t *testing.T) { run(t, file, nil) })
	}
}

// TestCPUFunctions runs them with their kernels as the functions that the pass gpu-to-cpu makes, interpreted.
func TestCPUFunctions(t *testing.T) {
	for _, file := range programs(t) {
		t.Run(file, func(t *testing.T) { run(t, file, simtest.NewCPU) })
	}
}

// TestNative runs them as native programs, all as LLVM's library makes them and some as clang does, which takes longer.
func TestNative(t *testing.T) {
	need.Found(t, ptx.Ready())
	t.Setenv(host.CacheVar, "off")
	for i, file := range programs(t) {
		t.Run(file, func(t *testing.T) { run(t, file, nil, "--device=cpu") })
		if i%6 == 0 {
			t.Run("clang/"+file, func(t *testing.T) {
				t.Setenv(ptx.WayVar, "clang")
				run(t, file, nil, "--device=cpu")
			})
		}
	}
}

// TestHarness runs them with the NVVM text of their kernels executed on the host, optimized for NVPTX.
func TestHarness(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, file := range withKernels(t) {
		t.Run(file, func(t *testing.T) { inHarness(t, file, 3, harness.Oldest) })
	}
}

// TestTensorCores runs those with products of matrices, or with copies that go on, also as they are for GPUs that have instructions for them.
func TestTensorCores(t *testing.T) {
	need.Found(t, ptx.Ready())
	n := 0
	for _, file := range withKernels(t) {
		text, _ := os.ReadFile(file)
		if !bytes.Contains(text, []byte("mma(")) && !bytes.Contains(text, []byte("copy_async(")) {
			continue
		}
		n++
		for _, level := range []int{0, 3} {
			t.Run(fmt.Sprintf("%s/O%d", file, level), func(t *testing.T) { inHarness(t, file, level, harness.Newest) })
		}
		if bytes.Contains(text, []byte("mma(")) {
			t.Run(file+"/"+harness.Turing, func(t *testing.T) { inHarness(t, file, 3, harness.Turing) })
		}
	}
	if n == 0 {
		t.Error("no program multiplies matrices or copies")
	}
}

// TestProducts holds which instructions products of matrices are on which GPUs.
func TestProducts(t *testing.T) {
	need.Found(t, ptx.Ready())
	for target, want := range map[string][]string{
		"sm_70": nil,
		"sm_75": {"m16n8k8.row.col.f16.f16.f16.f16", "m16n8k8.row.col.f32.f16.f16.f32", "m8n8k16.row.col.s32.s8.s8.s32", "m8n8k16.row.col.s32.u8.u8.s32"},
		"sm_80": {"m16n8k16.row.col.f16.f16.f16.f16", "m16n8k16.row.col.f32.bf16.bf16.f32", "m16n8k16.row.col.f32.f16.f16.f32", "m16n8k32.row.col.s32.s8.s8.s32",
			"m16n8k32.row.col.s32.u8.u8.s32", "m16n8k8.row.col.f32.tf32.tf32.f32", "m8n8k4.row.col.f64.f64.f64.f64"},
	} {
		var got []string
		for _, file := range []string{"matrices.desc", "matrix_types.desc"} {
			var out, errs bytes.Buffer
			if status := driver.Main([]string{"build", file, "--target=" + target, "-o", "-"}, strings.NewReader(""), &out, &errs); status != 0 {
				t.Fatalf("exit status %d\n%s", status, errs.String())
			}
			for _, m := range regexp.MustCompile(`mma\.sync\.aligned\.(\S+)`).FindAllStringSubmatch(out.String(), -1) {
				got = append(got, m[1])
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, slices.Compact(got)); diff != "" {
			t.Errorf("%s: %s", target, diff)
		}
	}
}

// inHarness runs a program with the NVVM text of its kernels on the host.
func inHarness(t *testing.T, file string, level int, gpu string) {
	var d *hostdevice.Device
	defer func() {
		if d != nil {
			d.Close()
		}
	}()
	run(t, file, func(module *ir.Operation) (sim.Device, error) {
		var err error
		d, err = hostdevice.NewFor(module, level, gpu)
		return d, err
	})
}

// TestPTX compiles them for the oldest and the newest target, without warnings but of products that registers cannot hold.
func TestPTX(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, file := range withKernels(t) {
		for _, target := range []string{"sm_60", "sm_90"} {
			t.Run(file+"/"+target, func(t *testing.T) {
				var out, errs bytes.Buffer
				args := []string{"build", file, "--target=" + target, "-o", "-"}
				if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
					t.Fatalf("exit status %d\n%s", status, errs.String())
				}
				if large := file == "matrix_sizes.desc"; large && !strings.Contains(errs.String(), "[local-memory]") || !large && errs.Len() > 0 {
					t.Errorf("warnings:\n%s", errs.String())
				}
				if !strings.Contains(out.String(), ".entry") {
					t.Errorf("no entry in the PTX")
				}
			})
		}
	}
}

// TestStops runs functions that stop: with status 1 and a report that has the text of the comment `//! text`
// above them.
func TestStops(t *testing.T) {
	const file = "stops/stops.desc"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for i, line := range lines {
		want, ok := strings.CutPrefix(line, "//! ")
		if !ok {
			continue
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(lines[i+1], "fn "), "(")
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			status := driver.Main([]string{"run", file, "--fn", name}, strings.NewReader(""), &out, &errs)
			if status != 1 || !strings.Contains(errs.String(), want) || out.Len() > 0 {
				t.Errorf("exit status %d, printed %q, want a report of %q:\n%s", status, out.String(), want, errs.String())
			}
		})
	}
}
