// Package vscode holds the extension for Visual Studio Code, and tests that it knows the words of the language.
package vscode

import (
	"encoding/json"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/frontend/sema"
	"descend/frontend/syntax"
)

// grammar is what a TextMate grammar says of a kind of words.
func grammar(t *testing.T) map[string]struct{ Match string } {
	t.Helper()
	text, err := os.ReadFile("syntaxes/descend.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Repository map[string]struct{ Match string }
	}
	if err := json.Unmarshal(text, &g); err != nil {
		t.Fatal(err)
	}
	return g.Repository
}

// TestWords holds that the grammar has the keywords, the further words and the types of the language, and no others.
func TestWords(t *testing.T) {
	g := grammar(t)
	words := strings.Split(strings.TrimSuffix(strings.TrimPrefix(g["keyword"].Match, `\b(?:`), `)\b`), "|")
	want := syntax.Keywords()
	slices.Sort(words)
	slices.Sort(want)
	if !slices.Equal(words, want) {
		t.Errorf("keywords %q, want %q", words, want)
	}
	further := regexp.MustCompile(g["word"].Match)
	for _, w := range syntax.Words() {
		if w != "cpu" && w != "gpu" && !further.MatchString(w) {
			t.Errorf("the grammar does not have %s", w)
		}
	}
	types := regexp.MustCompile(g["type"].Match)
	for _, w := range sema.Types() {
		if types.FindString(w) != w {
			t.Errorf("the grammar does not have the type %s", w)
		}
	}
}

// TestExtension reads the files of the extension, its programs where node is. The tests of the grammars need packages of npm, which take
// too long to get here: tools/vscode/test.sh runs them.
func TestExtension(t *testing.T) {
	if node, err := exec.LookPath("node"); err == nil {
		for _, file := range []string{"extension.js", "levels.js", "results.js"} {
			if out, err := exec.Command(node, "--check", file).CombinedOutput(); err != nil {
				t.Errorf("%s: %v: %s", file, err, out)
			}
		}
	}
	for _, file := range []string{"package.json", "package-lock.json", "language-configuration.json", "snippets/descend.json", "syntaxes/mlir.tmLanguage.json"} {
		text, err := os.ReadFile(file)
		if err != nil || !json.Valid(text) {
			t.Errorf("%s is no JSON: %v", file, err)
		}
		if strings.Contains(string(text), `"resolved"`) {
			t.Errorf("%s has addresses of a registry", file)
		}
	}
}
