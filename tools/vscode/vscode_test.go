// Package vscode holds the extension for Visual Studio Code, and tests that it knows the words of the language.
package vscode

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/frontend/sema"
	"descend/frontend/syntax"
	"descend/ir/need"
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

// TestGrammars runs the tests of the grammars by Visual Studio Code's own engine. A test that is wrong fails.
func TestGrammars(t *testing.T) {
	dir, run := engine(t)
	out, err := run("test", "--silent")
	for _, file := range []string{"test/grammar.desc", "test/grammar.mlir"} {
		if err != nil || !strings.Contains(out, file+" run") {
			t.Errorf("%s: %v\n%s", file, err, out)
		}
	}
	const wrong = "// SYNTAX TEST \"source.descend\"\n\nfn f() {}\n// <-- string.quoted\n"
	if err := os.WriteFile(filepath.Join(dir, "test", "grammar.desc"), []byte(wrong), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run("test", "--silent"); err == nil {
		t.Errorf("fn is no string, and nobody says so:\n%s", out)
	}
}

// engine is a folder with the grammars, their tests and what runs them, which npm gets in the version of package-lock.json. What packages
// the extension is 100 MB and not among it: tools/vscode/test.sh gets that, too.
func engine(t *testing.T) (dir string, run func(args ...string) (string, error)) {
	t.Helper()
	npm := need.Program(t, "npm")
	dir = t.TempDir()
	for _, folder := range []string{"syntaxes", "test"} {
		if err := os.CopyFS(filepath.Join(dir, folder), os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	var extension struct{ Scripts, DevDependencies map[string]string }
	if err := json.Unmarshal(text, &extension); err != nil {
		t.Fatal(err)
	}
	delete(extension.DevDependencies, "@vscode/vsce")
	text, err = json.Marshal(map[string]any{"private": true, "scripts": extension.Scripts, "devDependencies": extension.DevDependencies})
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile("package-lock.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{"package.json": text, "package-lock.json": lock} {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run = func(args ...string) (string, error) {
		cmd := exec.Command(npm, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"); err != nil {
		need.Tool(t, "the engine of package-lock.json: %v: %s", err, out)
	}
	return dir, run
}

// TestExtension reads the files of the extension, its programs where node is.
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
