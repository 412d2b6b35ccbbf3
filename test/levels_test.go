// Package test holds tests that cross the stages of the compiler.
package test

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/manifest"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
	"descend/tools/registry"
)

// programs are the sources that the tests of the levels use.
func programs(t *testing.T) []string {
	t.Helper()
	return kit.Files(t, "../examples/*.desc", "paper/*.desc")
}

func emit(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args = append(append([]string{"build"}, args...), "-o", "-")
	if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
		t.Fatalf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return out.String()
}

// TestRoundTrip prints every level of every program in both forms, reads it back, and wants the same text
// and a module that verifies.
func TestRoundTrip(t *testing.T) {
	for _, file := range programs(t) {
		for _, level := range []string{"descend", "checked", "gpu"} {
			for _, generic := range []bool{false, true} {
				name := filepath.Base(file) + "/" + level
				args := []string{file, "--emit=" + level}
				if generic {
					name += "/generic"
					args = append(args, "--mlir-print-op-generic")
				}
				t.Run(name, func(t *testing.T) {
					text := emit(t, args...)
					c := registry.Context()
					var diags ir.Diagnostics
					m := ir.ParseModule(c, "input.mlir", []byte(text), &diags)
					if m == nil || diags.HasErrors() {
						t.Fatalf("does not parse: %v\n%s", diags.Sorted(), text)
					}
					if !ir.Verify(m, &diags) {
						t.Fatalf("does not verify: %v", diags.Sorted())
					}
					again := ir.Print(m, ir.PrintOptions{Generic: generic})
					if d := cmp.Diff(text, again); d != "" {
						t.Errorf("printed again it differs:\n%s", d)
					}
				})
			}
		}
	}
}

// TestMLIROpt lets MLIR's own tool read the generic form of every level. The gpu level must verify without
// --allow-unregistered-dialect.
func TestMLIROpt(t *testing.T) {
	for _, file := range programs(t) {
		for _, level := range []string{"descend", "checked", "gpu"} {
			t.Run(filepath.Base(file)+"/"+level, func(t *testing.T) {
				text := emit(t, file, "--emit="+level, "--mlir-print-op-generic")
				args := []string{"--mlir-print-op-generic"}
				if level != "gpu" {
					args = append(args, "--allow-unregistered-dialect")
				}
				out := need.Run(t, text, "mlir-opt-19", args...)
				if d := cmp.Diff(strings.TrimSpace(out), strings.TrimSpace(text)); d != "" {
					t.Errorf("mlir-opt prints it differently:\n%s", d)
				}
			})
		}
	}
}

// TestManifest reads the JSON description of kernels back.
func TestManifest(t *testing.T) {
	var m manifest.Manifest
	text := emit(t, "../examples/reduce_shared.desc", "--emit=manifest")
	if err := json.Unmarshal([]byte(text), &m); err != nil {
		t.Fatal(err)
	}
	want := manifest.Manifest{Version: 1, Kernels: []manifest.Kernel{{
		Symbol: "reduce", Grid: [3]contract.Size{"(n + 1023)/1024", "1", "1"}, Block: [3]contract.Size{"512", "1", "1"}, SharedStatic: 4096, SharedDynamic: "0",
		Params: []manifest.Param{
			{Name: "vec", Kind: "ref", Type: "[i64; n]", Elem: "i64", Mem: "gpu.global", Shape: []contract.Size{"n"}, Align: 16},
			{Name: "sums", Kind: "ref", Type: "[i64; (n + 1023)/1024]", Elem: "i64", Mem: "gpu.global", Shape: []contract.Size{"(n + 1023)/1024"}, Uniq: true, Written: true, Align: 16},
			{Name: "n", Kind: "nat", Elem: "index"},
		},
		Requires: []contract.Clause{"(n + 1023)/1024 <= 2147483647"}, Disjoint: []string{"sums"},
	}}, Functions: []manifest.Function{{
		Name: "main",
		Params: []manifest.Param{
			{Name: "vec", Kind: "ref", Mem: "cpu.mem", Type: "[i64; n]", Elem: "i64", Shape: []contract.Size{"n"}},
			{Name: "n", Kind: "nat", Elem: "index"},
		},
		Results:  []manifest.Param{{Name: "result", Kind: "scalar", Elem: "i64"}},
		Requires: []contract.Clause{"(n + 1023)/1024 <= 2147483647"},
		Disjoint: []string{},
	}}}
	if d := cmp.Diff(want, m); d != "" {
		t.Errorf("manifest (-want +got):\n%s", d)
	}
}
