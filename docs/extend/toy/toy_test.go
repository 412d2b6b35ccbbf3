package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/ir/need"
	"descend/passes/irtest"
)

func TestExamples(t *testing.T) { irtest.Examples(t, newContext, Dialect()) }

func TestRewrites(t *testing.T) {
	if n := irtest.Rewrites(t, newContext, Dialect()); n != 2 {
		t.Errorf("%d rewrites", n)
	}
}

// TestWrong compiles what is refused, with the messages beside it.
func TestWrong(t *testing.T) {
	pipeline := "--pass-pipeline=builtin.module(inline{default-pipeline=},toy.func(toy-infer-shapes),toy-lower)"
	irtest.Findings(t, tool(Parse), "testdata/wrong.toy", pipeline)
	irtest.Findings(t, tool(nil), "testdata/wrong.mlir", "--allow-unregistered-dialect")
}

func TestLit(t *testing.T) {
	irtest.Lit(t, "testdata", map[string]string{"toyc": "."}, ".toy", ".mlir")
}

// emitted is what toyc prints for the arguments.
func emitted(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := compile(args, &out, &errs); status != 0 || errs.Len() > 0 {
		t.Fatalf("toyc %s: status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	return out.String()
}

// TestStages compares what the stages make of a program with files, and reads IR of the dialect back.
func TestStages(t *testing.T) {
	for _, stage := range []string{"ast", "toy", "toy-opt", "lowered"} {
		text := emitted(t, "--emit="+stage, "testdata/generic.toy")
		irtest.Golden(t, "testdata/generic."+stage+".golden", text)
		if stage != "ast" {
			irtest.RoundTrip(t, newContext, irtest.Parse(t, newContext(), stage, text))
		}
	}
	if text := emitted(t, "--emit=llvm", "testdata/generic.toy"); !strings.Contains(text, "fmul double") || !strings.Contains(text, "@descend_print_f64") {
		t.Errorf("no product, or nothing printed:\n%s", text)
	}
}

// TestRun runs programs natively and on the simulator: they print what their comments "#> .." say.
func TestRun(t *testing.T) {
	files, err := filepath.Glob("testdata/*.toy")
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := ""
		for line := range strings.Lines(string(src)) {
			if text, ok := strings.CutPrefix(line, "#> "); ok {
				want += text
			}
		}
		if want == "" {
			continue
		}
		ran++
		for _, mode := range []string{"--sim", "--emit="} {
			t.Run(filepath.Base(file)+mode, func(t *testing.T) {
				if mode != "--sim" {
					_, err := host.Probe(t.Context(), host.Executable)
					need.Found(t, err)
				}
				if got := emitted(t, mode, file); got != want {
					t.Errorf("prints\n%swant\n%s", got, want)
				}
			})
		}
	}
	if ran < 3 {
		t.Errorf("only %d programs", ran)
	}
}

// TestReport shows a mistake in a function with its line and the calls that lead to it.
func TestReport(t *testing.T) {
	file := filepath.Join(t.TempDir(), "calls.toy")
	text := "def f(a) { return a + [1, 2]; }\ndef g(a) {\n  return f(a);\n}\ndef main() {\n  print(g([1, 2, 3]));\n}\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if status := compile([]string{file}, &out, &errs); status != 1 {
		t.Errorf("status %d", status)
	}
	got := strings.ReplaceAll(errs.String(), file, "calls.toy")
	want := `calls.toy:1:21: error: the operands have the shapes <3> and <2>, and should have one
def f(a) { return a + [1, 2]; }
                    ^
calls.toy:3:10: note: called from
  return f(a);
         ^
calls.toy:6:9: note: called from
  print(g([1, 2, 3]));
        ^
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
