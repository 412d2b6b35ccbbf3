// Package treesitter holds the grammar of the language for editors with tree-sitter, and tests that it takes every program that the
// compiler parses.
package treesitter

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/ir/need"
)

// TestKeywords holds that the grammar has the reserved words of the language, and that what it highlights has them.
func TestKeywords(t *testing.T) {
	for _, name := range []string{"grammar.js", "queries/highlights.scm"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range syntax.Keywords() {
			if node := "(" + w + ")"; !strings.Contains(string(text), `"`+w+`"`) && !strings.Contains(string(text), node) && w != "true" && w != "false" {
				t.Errorf("%s does not have %s", name, w)
			}
		}
	}
}

// TestGrammar makes the parser, and parses with it every program of the repository that the compiler parses, and one that is none. The
// tool is built from source (README.md), which takes too long for what tools/setup.sh installs.
func TestGrammar(t *testing.T) {
	tool, err := exec.LookPath("tree-sitter")
	if err != nil {
		need.Optional(t, err)
	}
	if _, err := exec.LookPath("cc"); err != nil {
		need.Optional(t, err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(".")); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	run := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, tool, args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := run("generate", "--abi", "14"); err != nil || strings.Contains(out, "unnecessary") {
		t.Fatalf("generate: %v\n%s", err, out)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	programs := parsed(t, root)
	list := filepath.Join(dir, "programs")
	if err := os.WriteFile(list, []byte(strings.Join(programs, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run("parse", "--quiet", "--paths", list); err != nil {
		t.Errorf("of %d programs some are refused: %v\n%s", len(programs), err, strings.ReplaceAll(out, root, ""))
	}
	wrong := filepath.Join(dir, "wrong.desc")
	if err := os.WriteFile(wrong, []byte("fn f( -[t: cpu.thread]-> { let }"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := run("parse", "--quiet", wrong); err == nil || !strings.Contains(out, "wrong.desc") {
		t.Errorf("what is no program is taken: %v\n%s", err, out)
	}
	queries, err := filepath.Glob("queries/*.scm")
	if err != nil || len(queries) != 3 {
		t.Fatalf("the queries are %v (%v)", queries, err)
	}
	for _, q := range queries {
		out, err := run("query", q, filepath.Join(root, "examples", "scan.desc"))
		if err != nil || !strings.Contains(out, "capture") {
			t.Errorf("%s: %v\n%s", q, err, out)
		}
	}
}

// parsed are the programs below a folder that the compiler parses.
func parsed(t *testing.T, root string) (out []string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".desc" {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		diags := &ir.Diagnostics{}
		syntax.Parse(source.NewFile(path, string(text)), ir.NewContext(), diags)
		if !diags.HasErrors() {
			out = append(out, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 250 {
		t.Fatalf("the compiler parses only %d programs: this test looks at the wrong place", len(out))
	}
	return out
}
