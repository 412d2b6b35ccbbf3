package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestFromMLIR wants every Go name in docs/extend/from-mlir.md to be declared, and every trait to be on the page.
func TestFromMLIR(t *testing.T) {
	text, err := os.ReadFile("../docs/extend/from-mlir.md")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string]bool{}
	for pkg, dir := range map[string]string{
		"ir": "../ir", "ods": "../dialects/ods", "arith": "../dialects/arith", "passes": "../passes", "driver": "../passes/driver",
		"convert": "../passes/convert", "irtest": "../passes/irtest", "dataflow": "../passes/dataflow",
	} {
		declarations(t, pkg, dir, declared)
	}
	names := 0
	for _, m := range regexp.MustCompile("`((?:ir|ods|arith|passes|driver|convert|irtest|dataflow)\\.[A-Z][A-Za-z.]*)`").FindAllStringSubmatch(string(text), -1) {
		names++
		if !declared[m[1]] {
			t.Errorf("%s is not declared", m[1])
		}
	}
	traits, err := os.ReadFile("../ir/opdef.go")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(traits), "// The traits.")
	list, _, _ = strings.Cut(list, "\n)")
	count := 0
	for _, m := range regexp.MustCompile(`(?m)^\t([A-Z]\w*)\b`).FindAllStringSubmatch(list, -1) {
		count++
		if !strings.Contains(string(text), "`ir."+m[1]+"`") {
			t.Errorf("the trait %s is not on the page", m[1])
		}
	}
	if names < 60 || count < 18 {
		t.Errorf("only %d names and %d traits found", names, count)
	}
}

// declarations adds what a package exports: pkg.Name, and pkg.Type.Member for methods and fields.
func declarations(t *testing.T, pkg, dir string, out map[string]bool) {
	t.Helper()
	files, err := parser.ParseDir(token.NewFileSet(), dir, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range files {
		for _, f := range p.Files {
			for _, d := range f.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					name := d.Name.Name
					if d.Recv != nil {
						name = receiver(d.Recv.List[0].Type) + "." + name
					}
					out[pkg+"."+name] = true
				case *ast.GenDecl:
					for _, s := range d.Specs {
						specNames(pkg, s, out)
					}
				}
			}
		}
	}
}

// receiver is the name of the type of a receiver.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// specNames adds the names of a declaration, and the fields of structs.
func specNames(pkg string, s ast.Spec, out map[string]bool) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, n := range s.Names {
			out[pkg+"."+n.Name] = true
		}
	case *ast.TypeSpec:
		out[pkg+"."+s.Name.Name] = true
		if st, ok := s.Type.(*ast.StructType); ok {
			for _, f := range st.Fields.List {
				for _, n := range f.Names {
					out[pkg+"."+s.Name.Name+"."+n.Name] = true
				}
			}
		}
	}
}
