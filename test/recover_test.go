package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// recovers are the files that end panics: of the package that leaves computations with errors, and those that report any
// panic as an internal error or hand it on.
var recovers = map[string]bool{
	"../ir/bail/bail.go": true, "../ir/verify.go": true, "../ir/misuse.go": true, "../passes/manager.go": true, "../tools/driver/driver.go": true, "../tools/lsp/base.go": true,
	"../test/attack/run.go": true, "../test/attack/sizes_run.go": true, "../tools/playground/engine/engine.go": true, "../backend/sim/grid.go": true, "../backend/sim/parts.go": true,
}

// TestRecover holds that no other code recovers, and might swallow a mistake of the compiler.
func TestRecover(t *testing.T) {
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			if f, ok := call.Fun.(*ast.Ident); ok && f.Name == "recover" {
				if found[filepath.ToSlash(path)] = true; !recovers[filepath.ToSlash(path)] {
					t.Errorf("%s: leave computations with ir/bail", files.Position(n.Pos()))
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for path := range recovers {
		if !found[path] {
			t.Errorf("%s recovers no more", path)
		}
	}
}
