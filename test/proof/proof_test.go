package proof_test

import (
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
	"descend/test/proof"
	"descend/test/proof/corpus"
	"descend/tools/registry"
)

// TestKernels proves and refutes kernels that are written as IR: "//# title: verdict and words of the reason".
func TestKernels(t *testing.T) {
	need.Program(t, "z3")
	for _, p := range kit.Sections(t, "testdata/kernels.mlir") {
		title, want, _ := strings.Cut(p.Title, ": ")
		verdict, reason, _ := strings.Cut(want, " ")
		t.Run(title, func(t *testing.T) {
			t.Parallel()
			var diags ir.Diagnostics
			m := ir.ParseModule(registry.Context(), "kernels.mlir", []byte(p.Text), &diags)
			if m == nil || diags.HasErrors() {
				t.Fatal(diags.Sorted())
			}
			if !ir.Verify(m, &diags) {
				t.Fatal(diags.Sorted())
			}
			results, err := proof.Kernels(m, time.Minute)
			if err != nil || len(results) != 1 {
				t.Fatal(len(results), err)
			}
			if r := results[0]; r.Verdict.String() != verdict || !strings.HasPrefix(r.Reason, reason) {
				t.Errorf("expected %s, found %s %s", want, r.Verdict, r.Reason)
			}
		})
	}
}

// TestMissingBarrier takes the barriers out of kernels one by one: without any of them there is a race.
func TestMissingBarrier(t *testing.T) {
	need.Program(t, "z3")
	for _, name := range []string{"scan", "reduce_shared", "reduce_inplace", "transpose", "matmul_tiled"} {
		total := len(barriers(compile(t, name)))
		if total == 0 {
			t.Fatalf("%s has no barriers", name)
		}
		for i := range total {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				t.Parallel()
				b := barriers(compile(t, name))[i]
				kernel := b.ParentOfName("gpu.func")
				b.Erase()
				r, err := proof.Kernel(kernel, time.Minute)
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != proof.Refuted || !strings.Contains(r.Reason, "conflict") {
					t.Errorf("%s %s", r.Verdict, r.Reason)
				}
			})
		}
	}
}

// compile takes an example to the gpu level.
func compile(t *testing.T, name string) *ir.Operation {
	t.Helper()
	m, d := corpus.Compile(name, kit.Read(t, "../../examples/"+name+".desc"), true)
	if m == nil {
		t.Fatal(d)
	}
	return m
}

func barriers(m *ir.Operation) []*ir.Operation { return slices.Collect(m.All("gpu.barrier")) }

// TestSample proves or refutes a sample of the programs of the repository: what is accepted is proved, what is rejected for
// a conflict is refuted, unless TABLE.md lists it. The whole is `go run ./test/proof/cmd -o test/proof/TABLE.md`.
func TestSample(t *testing.T) {
	need.Program(t, "z3")
	table, err := os.ReadFile("TABLE.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, _, _ := strings.Cut(string(table), "\n## All kernels")
	programs, err := corpus.Programs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range programs {
		h := fnv.New32a()
		h.Write([]byte(p.Name))
		if !strings.HasPrefix(p.Name, "examples/") && h.Sum32()%10 != 0 || strings.Contains(p.Name, "bitonic") {
			continue // the bitonic network takes ten seconds
		}
		t.Run(p.Name, func(t *testing.T) {
			t.Parallel()
			rows, err := corpus.Judge(p, func(l corpus.Lowered) ([]proof.Result, error) { return proof.Kernels(l.Module, 3*time.Minute) }) // z3's steps bound it
			if err != nil {
				t.Fatal(err)
			}
			fault := false
			for _, r := range rows {
				fault = fault || r.Kernel != "" && r.Verdict == proof.Refuted
			}
			if strings.Contains(listed, "| "+p.Name+" |") {
				return
			}
			for _, r := range rows {
				switch {
				case r.Kernel == "":
				case len(r.Codes) > 0 && !fault:
					t.Errorf("rejected (%s), but not refuted: %s", strings.Join(r.Codes, " "), r.Line())
				case len(r.Codes) == 0 && r.Verdict != proof.Proved:
					t.Errorf("accepted, but not proved: %s", r.Line())
				}
			}
		})
	}
}

// TestIndependence looks at what the package is built of: nothing that the checks decide with.
func TestIndependence(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "descend/test/proof").Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, dep := range strings.Fields(string(out)) {
		if rest, ok := strings.CutPrefix(dep, "descend/"); ok && rest != "ir" && !strings.HasPrefix(rest, "ir/") && rest != "test/proof" {
			t.Errorf("it depends on %s", dep)
		}
	}
}
