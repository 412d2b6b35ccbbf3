package test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/backend/ptx"
	"descend/ir/need"
	"descend/test/kit"
	"descend/tools/driver"
)

// TestEqualPTX compiles every example with LLVM's library, with clang, and with LLVM in one program, for an old and a new GPU: the PTX is the
// same text, that with line tables too. The library runs its passes without clang's driver around them, so that an
// option which clang sets and we do not would show here.
func TestEqualPTX(t *testing.T) {
	files := append(kit.Files(t, "../examples/*.desc"), kit.Files(t, "../examples/literature/*.desc")...)
	program := llvmProgram(t)
	build := func(t *testing.T, way, file string, flags ...string) string {
		t.Setenv(ptx.WayVar, way)
		need.Found(t, ptx.Ready())
		var out, errs bytes.Buffer
		if status := driver.Main(append([]string{"build", file, "-o", "-"}, flags...), nil, &out, &errs); status != 0 {
			t.Fatalf("%s, status %d: %s", way, status, errs.String())
		}
		return out.String()
	}
	for i, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			for _, target := range []string{"sm_60", "sm_90"} {
				flags := []string{"--target=" + target}
				flags = append(flags, [][]string{nil, {"-g"}, {"-O1"}, {"-O2"}, {"-O0", "-g"}}[i%5]...)
				library, clang := build(t, "lib", file, flags...), build(t, "clang", file, flags...)
				if diff := cmp.Diff(clang, library); diff != "" {
					t.Errorf("%v: -clang +library\n%s", flags, diff)
				}
				t.Setenv(ptx.OverrideVar, program)
				if diff := cmp.Diff(library, build(t, "lib", file, flags...)); diff != "" {
					t.Errorf("%v: -library +program\n%s", flags, diff)
				}
				os.Unsetenv(ptx.OverrideVar)
			}
		})
	}
}
