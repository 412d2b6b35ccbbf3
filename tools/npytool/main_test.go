package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/npy"
)

func TestRun(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	save := func(name string, shape []int, data ...byte) {
		if err := npy.Write(at(name), npy.Array{DType: "u8", Shape: shape, Data: data}); err != nil {
			t.Fatal(err)
		}
	}
	save("a", []int{2, 3}, 1, 2, 3, 4, 5, 6)
	save("at", []int{3, 2}, 1, 4, 2, 5, 3, 6)
	save("wrong", []int{3, 2}, 1, 4, 2, 5, 6, 3)
	save("flat", []int{6}, 1, 4, 2, 5, 3, 6)
	if err := os.WriteFile(at("text"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		args   string
		status int
		want   string
	}{
		{"transposed a at", 0, "yes"},
		{"transposed at a", 0, "yes"},
		{"transposed a a", 1, "against"},
		{"transposed a wrong", 1, "element (2, 0) of the result differs from (0, 2)"},
		{"transposed a flat", 1, "not those of matrices"},
		{"same a a", 0, "yes"},
		{"same at wrong", 1, "element 4"},
		{"same a at", 1, "u8 (2, 3) and u8 (3, 2)"},
		{"info a", 0, "u8 (2, 3)"},
		{"info text", 2, "wrong magic"},
		{"info none", 2, "no such file"},
		{"generate iota f32 2,2 new", 0, ""},
		{"info new", 0, "f32 (2, 2)"},
		{"generate iota f32 2,x new", 2, "no number"},
		{"generate iota q32 2 new", 2, "q32"},
		{"generate", 2, "usage"},
		{"dance a", 2, "usage"},
		{"", 2, "usage"},
	}
	for _, tt := range tests {
		args := strings.Fields(tt.args)
		for i := range args {
			if _, err := os.Stat(at(args[i])); err == nil || i > 0 && (args[i] == "new" || args[i] == "none") {
				args[i] = at(args[i])
			}
		}
		var out, errs strings.Builder
		status := run(args, &out, &errs)
		if status != tt.status || !strings.Contains(out.String()+errs.String(), tt.want) {
			t.Errorf("%s: status %d, want %d\n%s%s", tt.args, status, tt.status, &out, &errs)
		}
	}
}
