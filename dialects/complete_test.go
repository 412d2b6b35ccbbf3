package dialects_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
)

// upstreamDialects are the dialects of MLIR 19 that are here whole.
var upstreamDialects = []string{"arith", "cf", "func", "gpu", "math", "memref", "nvgpu", "scf"}

// missing are the operations of them that are not here, and why.
var missing = map[string]string{}

// TestComplete asks mlir-opt-19 for the operations of the dialects: all names in its program that it takes for operations are here, or
// among those that are missing with a reason.
func TestComplete(t *testing.T) {
	program := need.Program(t, "mlir-opt-19")
	known := map[string]bool{}
	for _, d := range dialects.Standard() {
		for _, e := range d.Ops {
			known[e.Def.Name] = true
		}
	}
	var total, absent int
	for _, name := range upstreamOps(t, program) {
		total++
		if missing[name] != "" {
			absent++
		}
		if known[name] == (missing[name] != "") {
			t.Errorf("%s: registered %v, missing because of %q", name, known[name], missing[name])
		}
	}
	if t.Logf("%d operations, %d of them missing", total, absent); total < 200 {
		t.Errorf("only %d operations found in %s", total, program)
	}
}

// upstreamOps are the names of operations of upstreamDialects that mlir-opt knows, among the strings in its program.
func upstreamOps(t *testing.T, program string) (ops []string) {
	t.Helper()
	file, err := filepath.EvalSymlinks(program)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range upstreamDialects {
		prefix := []byte(d + ".")
		for at := bytes.Index(text, prefix); at >= 0; {
			end := at + len(prefix)
			for end < len(text) && strings.IndexByte("abcdefghijklmnopqrstuvwxyz0123456789_.", text[end]) >= 0 {
				end++
			}
			if end < len(text) && text[end] == 0 && end > at+len(prefix) {
				names = append(names, string(text[at:end]))
			}
			next := bytes.Index(text[end:], prefix)
			if next < 0 {
				break
			}
			at = end + next
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	var src strings.Builder
	for _, n := range names {
		fmt.Fprintf(&src, "\"%s\"() : () -> ()\n// -----\n", n)
	}
	cmd := exec.Command(program, "--split-input-file")
	cmd.Stdin = strings.NewReader(src.String())
	out, _ := cmd.CombinedOutput() // it fails, as most are wrong without operands
	unknown := map[string]bool{}
	for _, m := range regexp.MustCompile(`unregistered operation '([^']*)'`).FindAllStringSubmatch(string(out), -1) {
		unknown[m[1]] = true
	}
	return slices.DeleteFunc(names, func(n string) bool { return unknown[n] })
}

// byHand are the operations whose pretty form is code: what their regions get as arguments is written in front of the region, among
// operands (scf, gpu.launch, functions), operands divide by the types of others (dma_start), or a type is written only if it is another
// than most (select).
var byHand = []string{"arith.select", "descend.func", "func.func", "gpu.func", "gpu.launch", "memref.dma_start", "scf.for", "scf.forall",
	"scf.parallel", "scf.while"}

// TestFormsByHand wants all other pretty forms to be formats.
func TestFormsByHand(t *testing.T) {
	var got []string
	for _, d := range dialects.All() {
		for _, e := range d.Ops {
			if _, ok := e.Wrap(nil).(ir.CustomAsm); ok {
				got = append(got, e.Def.Name)
			}
		}
	}
	slices.Sort(got)
	if !slices.Equal(got, byHand) {
		t.Errorf("read and printed by hand are\n%q, want\n%q", got, byHand)
	}
}
