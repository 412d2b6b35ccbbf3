package test

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"descend/backend/ptx"
	"descend/ir/need"
)

var (
	ptxFile = regexp.MustCompile(`(?m)^\s*\.file\s+(\d+) "([^"]*)"`)
	ptxLoc  = regexp.MustCompile(`(?m)^\s*\.loc\s+(\d+) (\d+) (\d+)`)
	// ptxNoCode are the lines of PTX that are no code: what line tables add, and comments.
	ptxNoCode = regexp.MustCompile(`^(\.loc|\.file|\.section|\$L__(tmp|func_begin|func_end)\d+:).*`)
)

// ptxCode is PTX without comments and line tables.
func ptxCode(text string) []string {
	var code []string
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, "//")
		if line = strings.TrimSpace(line); line != "" && !ptxNoCode.MatchString(line) {
			code = append(code, line)
		}
	}
	return code
}

// TestLineTables compiles with -g: the places are those of the source, in inlined functions too, and the code is
// the same.
func TestLineTables(t *testing.T) {
	need.Found(t, ptx.Ready())
	for _, tt := range []struct {
		file  string
		lines []int // that must have code
	}{
		{"cuda/lines.desc", []int{2, 5, 13, 14}}, // twice, four, the assert, the write
		{"../examples/sgemm.desc", nil},
		{"../examples/scan.desc", nil},
	} {
		t.Run(filepath.Base(tt.file), func(t *testing.T) {
			build := func(flags ...string) string {
				status, out, errs := descendc(append([]string{"build", tt.file, "--target=sm_70", "-o", "-"}, flags...)...)
				if status != 0 {
					t.Fatal(errs)
				}
				return out
			}
			with, without := build("-g"), build()
			if got, want := ptxCode(with), ptxCode(without); !slices.Equal(got, want) {
				t.Errorf("the code differs: %d lines with -g, %d without", len(got), len(want))
			}
			files := ptxFile.FindAllStringSubmatch(with, -1)
			if len(files) != 1 || files[0][2] != tt.file {
				t.Errorf("files %v", files)
			}
			source, err := os.ReadFile(tt.file)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(string(source), "\n")
			found := map[int]bool{}
			for _, m := range ptxLoc.FindAllStringSubmatch(with, -1) {
				line, _ := strconv.Atoi(m[2])
				col, _ := strconv.Atoi(m[3])
				found[line] = true
				if line > len(lines) || line > 0 && col > len(lines[line-1]) || line > 0 && strings.TrimSpace(lines[line-1]) == "" {
					t.Errorf("no place of the source: %s", m[0])
				}
			}
			for _, l := range tt.lines {
				if !found[l] {
					t.Errorf("no code of line %d: %s", l, lines[l-1])
				}
			}
			if len(found) < 4 {
				t.Errorf("only %d lines have code", len(found))
			}
			if _, _, err := ptx.Assemble(t.Context(), nil, "sm_70", []byte(with), "-lineinfo"); err != nil {
				if _, missing := err.(*ptx.MissingTool); !missing {
					t.Error(err)
				}
			}
		})
	}
}

// TestNativeLines compiles libraries with -g: DWARF has the lines of the source, and the code is the same.
func TestNativeLines(t *testing.T) {
	b := newToolbox(t)
	for _, tt := range []struct {
		file, way string
		lines     []int // that must have code
	}{
		{"cuda/lines.desc", "lib", []int{2, 5, 13, 14}},
		{"cuda/lines.desc", "clang", []int{2, 5, 13, 14}},
		{"../examples/scan.desc", "lib", nil},
		{"../examples/scan.desc", "clang", nil},
		{"native/kinds.desc", "lib", nil},
	} {
		dir := t.TempDir()
		with, without := filepath.Join(dir, "with"), filepath.Join(dir, "without")
		for _, args := range [][]string{{"-g", "-o", with}, {"-o", without}} {
			args = append([]string{"build", tt.file, "--emit=shared", "--target=cpu"}, args...)
			if r := b.run(t, ".", []string{"DESCEND_LLVM=" + tt.way}, "descendc", args...); r.status != 0 {
				t.Fatalf("%s: status %d\n%s", tt.way, r.status, r.stderr)
			}
		}
		var texts [2][]byte
		var lines map[int]bool
		for i, file := range []string{with, without} {
			f, err := elf.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if texts[i], err = f.Section(".text").Data(); err != nil {
				t.Fatal(err)
			}
			if d, err := f.DWARF(); i == 0 && err == nil {
				lines = sourceLines(t, d, filepath.Base(tt.file))
			}
		}
		if !bytes.Equal(texts[0], texts[1]) {
			t.Errorf("%s: the code differs with -g", tt.file)
		}
		for _, l := range tt.lines {
			if !lines[l] {
				t.Errorf("%s: line %d has no code, of %v", tt.file, l, lines)
			}
		}
		if len(lines) == 0 {
			t.Errorf("%s: no line has code", tt.file)
		}
	}
}

// sourceLines are the lines of a file that DWARF's line tables have.
func sourceLines(t *testing.T, d *dwarf.Data, file string) map[int]bool {
	t.Helper()
	lines := map[int]bool{}
	units := d.Reader()
	for {
		unit, err := units.Next()
		if err != nil {
			t.Fatal(err)
		}
		if unit == nil {
			return lines
		}
		table, err := d.LineReader(unit)
		if err != nil {
			t.Fatal(err)
		}
		var e dwarf.LineEntry
		for table != nil && table.Next(&e) == nil {
			if filepath.Base(e.File.Name) == file {
				lines[e.Line] = true
			}
		}
		units.SkipChildren()
	}
}
