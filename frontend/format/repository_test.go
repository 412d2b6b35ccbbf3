package format_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/passes/irtest"
	"descend/test/kit"
)

// asTheyAre are the programs of the repository that are not in the style, files and folders, each with the reason.
var asTheyAre = map[string]string{
	"backend/buildable/testdata": "findings name lines",
	"frontend/sema/testdata":     "findings name lines",
	"frontend/syntax/testdata":   "the parser reads what is written in any way, also old spellings",
	"passes/lower/testdata":      "findings and checks in the IR name lines and columns",
	"test/check":                 "a line says what is wrong in it, and a case has few lines",
	"test/cuda":                  "messages and line tables name lines",
	"test/diagnostics":           "messages show the lines of the program",
	"test/language/stops":        "messages name lines",
	"test/native":                "messages name lines",
	"test/tools":                 "commands take the last lines of the files, and messages name their lines",
	"tools/vscode/test":          "comments point at columns of the lines above",
}

// isAsItIs says whether a file of the repository is not in the style.
func isAsItIs(file string) bool {
	for dir := file; dir != "."; dir = filepath.Dir(dir) {
		if asTheyAre[dir] != "" {
			return true
		}
	}
	return false
}

// TestRepository holds that the programs of the repository are in the style, and those in its documents.
func TestRepository(t *testing.T) {
	for _, path := range kit.Sources(t, "../..") {
		file, _ := filepath.Rel("../..", path)
		text := kit.Read(t, path)
		if isAsItIs(file) || parse(text) == nil {
			continue
		}
		irtest.Golden(t, path, formatted(t, text))
	}
	for _, path := range documents(t) {
		irtest.Golden(t, path, document(t, kit.Read(t, path)))
	}
	for name := range asTheyAre {
		if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
			t.Errorf("asTheyAre: %v", err)
		}
	}
}

// documents are the pages that have programs.
func documents(t *testing.T) []string {
	files := kit.Files(t, "../../*.md", "../../docs/*.md", "../../docs/*/*.md")
	return slices.DeleteFunc(files, func(f string) bool { return !strings.Contains(kit.Read(t, f), "\n```descend") })
}

// document is a page with its programs in the style, but for those that are no whole items, or wrong ones.
func document(t *testing.T, text string) string {
	parts := strings.Split(text, "\n```descend")
	for i, part := range parts[1:] {
		head, rest, _ := strings.Cut(part, "\n")
		program, after, ok := strings.Cut(rest, "```")
		if !ok || parse(program) == nil {
			continue
		}
		parts[i+1] = head + "\n" + formatted(t, program) + "```" + after
	}
	return strings.Join(parts, "\n```descend")
}
