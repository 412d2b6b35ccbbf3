// Package kit is what tests of several packages share: files of the repository, the programs in them, what these say is wrong with
// them, and mlir-opt on many modules at once. Package ir/need says what else than Go a test needs.
package kit

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/ir"
	"descend/ir/need"
)

// Section is a program: what is from a line "//# title" to the next in a file that has such lines, else the whole file.
type Section struct {
	File, Title string
	// Line is that of the file which Text begins with; the title is in the text.
	Line int
	Text string
}

// Name is that of the file, and the title behind it.
func (s Section) Name() string {
	if s.Title == "" {
		return filepath.Base(s.File)
	}
	return filepath.Base(s.File) + ": " + s.Title
}

// InFile is the text with lines that count as in the file.
func (s Section) InFile() string { return strings.Repeat("\n", s.Line-1) + s.Text }

// Split gives the sections of a file. What stands before the first title is for people.
func Split(file, text string) []Section {
	var out []Section
	line := 0
	for l := range strings.Lines(text) {
		line++
		if title, ok := strings.CutPrefix(l, "//# "); ok {
			out = append(out, Section{File: file, Title: strings.TrimSpace(title), Line: line})
		}
		if n := len(out); n > 0 {
			out[n-1].Text += l
		}
	}
	if len(out) == 0 {
		return []Section{{File: file, Line: 1, Text: text}}
	}
	return out
}

// Load gives the sections of the files that match the patterns, of which each has to match some.
func Load(patterns ...string) ([]Section, error) {
	var out []Section
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			return nil, fmt.Errorf("no files %s", pattern)
		}
		for _, f := range files {
			text, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			out = append(out, Split(f, string(text))...)
		}
	}
	return out, nil
}

// Sections is Load for tests.
func Sections(t testing.TB, patterns ...string) []Section {
	t.Helper()
	out, err := Load(patterns...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Files are the files that match the patterns, of which each has to match some.
func Files(t testing.TB, patterns ...string) []string {
	t.Helper()
	var out []string
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("no files %s (%v)", pattern, err)
		}
		out = append(out, files...)
	}
	return out
}

// Sources are all .desc files in a folder and in those in it.
func Sources(t testing.TB, root string) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".desc") {
			out = append(out, path)
		}
		return err
	})
	if err != nil || len(out) == 0 {
		t.Fatalf("no programs in %s (%v)", root, err)
	}
	return out
}

// Read is the text of a file.
func Read(t testing.TB, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Expected are the findings that a program announces by comments "//~ code code" at the ends of lines: "line: code", in order.
func Expected(text string) []string {
	var out []string
	for i, line := range strings.Split(text, "\n") {
		if _, codes, ok := strings.Cut(line, "//~ "); ok {
			for _, code := range strings.Fields(strings.ReplaceAll(codes, "//~", "")) {
				out = append(out, fmt.Sprintf("%d: %s", i+1, code))
			}
		}
	}
	slices.Sort(out)
	return out
}

// Found are diagnostics as Expected gives them.
func Found(list []*ir.Diagnostic) []string {
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%d: %s", ir.RangeOf(d.Loc).Line, d.Code))
	}
	slices.Sort(out)
	return out
}

// ChunkMarker is between the modules of one text, for mlir-opt and for descend-opt.
const ChunkMarker = "// -----\n"

// MLIROpt is what mlir-opt-19 prints of each of some modules.
func MLIROpt(t testing.TB, chunks []string, flags ...string) []string {
	t.Helper()
	out := need.Run(t, strings.Join(chunks, ChunkMarker), "mlir-opt-19", append(flags, "--split-input-file", "--mlir-disable-threading")...)
	parts := strings.Split(out, ChunkMarker)
	if len(parts) != len(chunks) {
		t.Fatalf("mlir-opt-19 prints %d modules of %d", len(parts), len(chunks))
	}
	return parts
}

// Seeds are those of a test of programs that are made at random: from 0 up to a number, or what ATTACK_SEEDS=from:to says.
func Seeds(t testing.TB, count uint64) (from, to uint64, given bool) {
	t.Helper()
	s := os.Getenv("ATTACK_SEEDS")
	if s == "" {
		return 0, count, false
	}
	if _, err := fmt.Sscanf(s, "%d:%d", &from, &to); err != nil {
		t.Fatalf("ATTACK_SEEDS=%q: %v", s, err)
	}
	return from, to, true
}
