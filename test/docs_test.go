package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDocumentPaths wants every path that the living documents name to exist.
func TestDocumentPaths(t *testing.T) {
	path := regexp.MustCompile("`([a-z][a-zA-Z0-9_./-]*/[a-zA-Z0-9_./-]*)`|\\]\\(([a-zA-Z0-9_./-]+)\\)")
	for _, doc := range []string{"../README.md", "../ARCHITECTURE.md", "../RATIONALE.md"} {
		text, err := os.ReadFile(doc)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, m := range path.FindAllStringSubmatch(string(text), -1) {
			name := m[1] + m[2]
			if strings.HasPrefix(name, "bin/") {
				continue
			}
			found++
			if _, err := os.Stat(filepath.Join("..", name)); err == nil {
				continue
			}
			// a name inside one of the folders that the sentence is about
			hits, _ := filepath.Glob(filepath.Join("../*", name))
			if len(hits) == 0 {
				t.Errorf("%s names %s, which does not exist", filepath.Base(doc), name)
			}
		}
		if found < 2 {
			t.Errorf("%s: only %d paths found", doc, found)
		}
	}
}

// TestDependencies wants imports to point downwards only.
func TestDependencies(t *testing.T) {
	rank := map[string]int{"ir": 0, "dialects": 1, "passes": 2, "frontend": 3, "backend": 3, "docs": 0, "tools": 4, "examples": 5, "test": 5, "bench": 5}
	importLine := regexp.MustCompile(`(?m)^\s*(?:[a-z]+ )?"descend/([a-z]+)(/[^"]*)?"`)
	files := 0
	filepath.WalkDir("..", func(p string, d os.DirEntry, err error) error {
		if err == nil && d.IsDir() && p != ".." {
			if _, err := os.Stat(filepath.Join(p, "go.mod")); err == nil {
				return filepath.SkipDir // a module of its own uses all of this one
			}
		}
		if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") || strings.HasSuffix(p, "_test.go") {
			return nil
		}
		rel, _ := filepath.Rel("..", p)
		top, _, _ := strings.Cut(rel, "/")
		from, ok := rank[top]
		if !ok {
			return nil
		}
		text, err := os.ReadFile(p)
		if err != nil {
			t.Error(err)
			return nil
		}
		files++
		for _, m := range importLine.FindAllStringSubmatch(string(text), -1) {
			to, known := rank[m[1]]
			if !known || to > from || top == "ir" && m[1] != "ir" || to == from && m[1] != top && from == 3 {
				t.Errorf("%s imports descend/%s%s", rel, m[1], m[2])
			}
		}
		return nil
	})
	if files < 50 {
		t.Errorf("only %d files looked at", files)
	}
}
