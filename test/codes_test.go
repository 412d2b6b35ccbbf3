package test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"descend/docs"
)

// TestCodes holds that the codes of diagnostics about programs are in one table (dialects/descend/codes.go): each has its page, and
// no other file above the gpu level spells one where it reports.
func TestCodes(t *testing.T) {
	table, err := os.ReadFile("../dialects/descend/codes.go")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]bool{}
	for _, g := range docs.Rules {
		for _, r := range g.Rules {
			pages[r.Slug] = true
		}
	}
	var codes []string
	for _, m := range regexp.MustCompile(`Code\w+ += "([a-z-]+)"`).FindAllStringSubmatch(string(table), -1) {
		codes = append(codes, m[1])
		if !pages[m[1]] {
			t.Errorf("%s has no page in docs/errors", m[1])
		}
	}
	if len(codes) < 15 {
		t.Fatalf("only %d codes", len(codes))
	}
	spelled := regexp.MustCompile(`(?:rrorf|Warnf|[fF]ail|failAt)\(.*"(?:` + strings.Join(codes, "|") + `)"|Code: "|(?:Code ==|= ) "(?:` + strings.Join(codes, "|") + `)"$`)
	for _, dir := range []string{"frontend", "passes/check", "passes/lower", "tools/driver", "backend/buildable"} {
		err := filepath.WalkDir(filepath.Join("..", dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			data, err := os.ReadFile(path)
			for i, line := range strings.Split(string(data), "\n") {
				if spelled.MatchString(line) {
					t.Errorf("%s:%d spells a code: %s", path, i+1, strings.TrimSpace(line))
				}
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
