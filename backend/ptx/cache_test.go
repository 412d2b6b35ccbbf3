package ptx

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/ir/need"

	"github.com/google/go-cmp/cmp"
)

// TestCache compiles once with tools, and then without.
func TestCache(t *testing.T) {
	need.Found(t, Ready())
	dir := filepath.Join(t.TempDir(), "cache")
	t.Setenv(CacheVar, dir)
	o := Options{Target: "sm_70", OptLevel: 3}
	want, err := Compile(t.Context(), o, source(t, "kernel.ll"))
	if err != nil {
		t.Fatal(err)
	}
	o.Finder = &Finder{}
	got, err := Compile(t.Context(), o, source(t, "kernel.ll"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	other := o
	other.Target = "sm_80"
	if _, err := Compile(t.Context(), other, source(t, "kernel.ll")); err == nil {
		t.Error("compiled for sm_80 without tools")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v (%v)", files, err)
	}
	if err := os.WriteFile(files[0], []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Compile(t.Context(), o, source(t, "kernel.ll")); err == nil {
		t.Error("a file that is cut short was taken")
	}
}

func TestTargetFor(t *testing.T) {
	for _, tt := range []struct {
		major, minor int
		want         string
	}{{6, 0, "sm_60"}, {6, 1, "sm_61"}, {7, 3, "sm_72"}, {8, 9, "sm_89"}, {9, 0, "sm_90"}, {12, 1, "sm_90"}, {5, 2, ""}} {
		if got, err := TargetFor(tt.major, tt.minor); got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("%d.%d: %s, %v", tt.major, tt.minor, got, err)
		}
	}
}

func TestTargetOf(t *testing.T) {
	for major, targets := range map[int]map[string]string{
		0:  {"sm_60": "sm_60", "sm_90a": "sm_90a", "sm_100": "sm_90"},
		19: {"sm_90a": "sm_90a", "sm_100": "sm_90", "sm_120": "sm_90", "sm_120a": "sm_90", "sm_121f": "sm_90"},
		20: {"sm_80": "sm_80", "sm_100": "sm_100", "sm_100a": "sm_100", "sm_120": "sm_120", "sm_103": "sm_90", "sm_121f": "sm_90"},
		22: {"sm_100": "sm_100", "sm_110": "sm_110", "sm_121": "sm_121"},
	} {
		dir := t.TempDir()
		t.Setenv(OverrideVar, dir)
		if major > 0 {
			script(t, dir, fmt.Sprintf("libLLVM.so.%d.1", major), "")
		}
		for name, want := range targets {
			got, err := TargetOf(name)
			if needs := NeedsLLVM(name); got != want || err != nil || (needs > 0) != (want == "sm_90") || needs > 0 && needs <= major {
				t.Errorf("%s with LLVM %d: %s, %v; needs %d", name, major, got, err, needs)
			}
		}
	}
	for name, says := range map[string]string{
		"sm_1": `unknown target "sm_1" (known: sm_60 sm_61`, "sm_95": "sm_90 sm_90a; from LLVM 20 on also sm_100 sm_101", "": "unknown target", "sm_1200": "unknown target", "a": "unknown target",
		"86": "; did you mean sm_86?", "compute_90": "; did you mean sm_90?", "sm90a": "; did you mean sm_90a?", "SM_75": "; did you mean sm_75?", "120": "; did you mean sm_120?",
	} {
		if _, err := TargetOf(name); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, expected %q", name, err, says)
		}
	}
}

// TestNewTargets compiles for the chips that not every LLVM knows, where one is here that does.
func TestNewTargets(t *testing.T) {
	for _, target := range NewTargets() {
		t.Run(target, func(t *testing.T) {
			_, err := Compile(t.Context(), Options{Target: target, Finder: &Finder{}}, source(t, "kernel.ll"))
			if m, ok := errors.AsType[*MissingTool](err); !ok || !strings.Contains(m.Tool, "or newer") || m.Tool == "LLVM 18 or newer" {
				t.Errorf("without LLVM: %v", err)
			}
			if n := NeedsLLVM(target); n > 0 {
				need.Optional(t, fmt.Errorf("%s needs LLVM %d", target, n))
			}
			res, err := Compile(t.Context(), Options{Target: target, OptLevel: 3}, source(t, "kernel.ll"))
			if err != nil || !strings.Contains(string(res.PTX), ".target "+target+"\n") || !strings.Contains(string(res.PTX), "shfl.sync.down") || res.Kernels[0].ReqNTID != [3]int{64, 1, 1} {
				t.Errorf("%v\n%s", err, res.PTX)
			}
		})
	}
}
