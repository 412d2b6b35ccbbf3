package dialects_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLayers checks which packages of the project may be imported: none by ir, ir and dialects by dialects,
// those and passes by passes.
func TestLayers(t *testing.T) {
	allowed := map[string][]string{
		"ir":       {"descend/ir"},
		"dialects": {"descend/ir", "descend/dialects"},
		"passes":   {"descend/ir", "descend/dialects", "descend/passes"},
	}
	for layer, may := range allowed {
		files := 0
		err := filepath.WalkDir("../"+layer, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files++
			f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, imp := range f.Imports {
				name, err := strconv.Unquote(imp.Path.Value)
				if err != nil {
					return err
				}
				if strings.HasPrefix(name, "descend/") && !underAny(name, may) {
					t.Errorf("%s imports %s", strings.TrimPrefix(path, "../"), name)
				}
			}
			return nil
		})
		if err != nil || files == 0 {
			t.Errorf("%s: %d files, %v", layer, files, err)
		}
	}
}

func underAny(name string, roots []string) bool {
	for _, r := range roots {
		if name == r || strings.HasPrefix(name, r+"/") {
			return true
		}
	}
	return false
}
