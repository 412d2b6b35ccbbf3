package test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/ir/need"
	"descend/passes/driver"
	"descend/test/kit"
	"descend/tools/registry"
)

// mlirText are the chunks of mlir-text/*.mlir: input in the custom forms of MLIR's dialects.
func mlirText(t *testing.T) (chunks, names []string) {
	t.Helper()
	for _, file := range kit.Files(t, "mlir-text/*.mlir") {
		for i, chunk := range strings.Split(kit.Read(t, file), kit.ChunkMarker) {
			chunks = append(chunks, chunk)
			names = append(names, fmt.Sprintf("%s#%d", filepath.Base(file), i+1))
		}
	}
	if len(chunks) < 300 {
		t.Fatalf("only %d chunks", len(chunks))
	}
	return chunks, names
}

// descendOpt runs descend-opt with the flags on the input, and returns what it prints.
func descendOpt(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	cfg := driver.Config{Name: "descend-opt", NewContext: registry.Context, Passes: registry.Passes()}
	if status := driver.Main(cfg, args, strings.NewReader(stdin), &out, &errs); status != 0 {
		t.Fatalf("descend-opt %v: exit status %d\n%s", args, status, errs.String())
	}
	return out.String()
}

// TestMLIRText lets mlir-opt convert programs over all of its dialects to generic form; descend-opt must read
// the text, most of it without knowing the dialect, and print the same bytes, and again what it prints itself
// in its pretty form.
func TestMLIRText(t *testing.T) {
	chunks, names := mlirText(t)
	input := strings.Join(chunks, kit.ChunkMarker)
	common := []string{"--allow-unregistered-dialect", "--split-input-file"}
	for _, mode := range [][]string{nil, {"--mlir-print-debuginfo"}, {"--mlir-print-local-scope"}} {
		t.Run(strings.Join(append([]string{"generic"}, mode...), " "), func(t *testing.T) {
			flags := append(append([]string{"--mlir-print-op-generic"}, common...), mode...)
			text := need.Run(t, input, "mlir-opt-19", flags...)
			same(t, names, text, descendOpt(t, text, flags...))
			if mode == nil {
				pretty := descendOpt(t, text, common...)
				same(t, names, text, descendOpt(t, pretty, flags...))
			}
		})
	}
}

// same compares two texts chunk by chunk.
func same(t *testing.T, names []string, want, got string) {
	t.Helper()
	w, g := strings.Split(want, kit.ChunkMarker), strings.Split(got, kit.ChunkMarker)
	if len(w) != len(names) || len(g) != len(names) {
		t.Fatalf("%d chunks became %d and %d", len(names), len(w), len(g))
	}
	for i, name := range names {
		if d := cmp.Diff(w[i], g[i]); d != "" {
			t.Errorf("%s (-mlir-opt +descend-opt):\n%s", name, d)
		}
	}
}
