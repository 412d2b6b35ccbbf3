package ast_test

import (
	"fmt"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// term parses a term as the result of a function.
func term(t *testing.T, text string) ast.Expr {
	t.Helper()
	diags := &ir.Diagnostics{}
	f := syntax.Parse(source.NewFile("t.desc", "fn f() -[t: any]-> () { "+text+" }"), ir.NewContext(), diags)
	for _, d := range diags.Sorted() {
		t.Fatal(text, d)
	}
	return f.Items[0].(*ast.FnDecl).Body.Result
}

func TestNatOf(t *testing.T) {
	for _, c := range []struct{ term, want string }{
		{"1", "1"}, {"n", "n"}, {"n * (m + 2) - 3 / k % 4", "n * (m + 2) - 3 / k % 4"}, {"min(n, max(2, m))", "min(n, max(2, m))"},
		{"2u32", "!2u32"}, {"n + x[0]", "!x[0]"}, {"n & 3", "!n & 3"}, {"f(n)", "!f(n)"}, {"min(n)", "!min(n)"}, {"1.5", "!1.5"},
		{"-n", "!-n"}, {"n + (m < 3) as i32", "!(m < 3) as i32"},
	} {
		n, bad := ast.NatOf(term(t, c.term))
		got := ""
		if n != nil {
			got = ast.Format(n)
		} else {
			got = "!" + ast.Format(bad)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.term, got, c.want)
		}
	}
}

func TestViewChainOf(t *testing.T) {
	for _, c := range []struct{ term, want string }{
		{"transpose", "transpose"}, {"group::<4>.map(transpose).fst", "group::<4>.map(transpose).fst"},
		{"map(split::<2>.snd)", "map(split::<2>.snd)"}, {"f(1)", ""}, {"x[0]", ""}, {"a + b", ""}, {"m::v::<2>.map(a::b::w)", "m::v::<2>.map(a::b::w)"},
	} {
		got := ""
		if v := ast.ViewChainOf(term(t, c.term)); v != nil {
			got = ast.Format(v)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.term, got, c.want)
		}
	}
}

func TestIsPlace(t *testing.T) {
	for text, want := range map[string]bool{"x": true, "*x.y": true, "(*x)[[t]][0].v::<2>[1..2].0": true, "f(x)": false,
		"f(x).0": false, "&x": false, "group::<2>": false, "1": false} {
		if got := ast.IsPlace(term(t, text)); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// TestInspect checks the order of a visit and that false leaves children out.
func TestInspect(t *testing.T) {
	x := term(t, "f::<n>(a.v::<k>(w)[i], if b { c } else { d })")
	names := func(into func(ast.Node) bool) string {
		var s []string
		ast.Inspect(x, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				s = append(s, id.Name)
			}
			return into(n)
		})
		return fmt.Sprint(s)
	}
	if got := names(func(ast.Node) bool { return true }); got != "[f n a v k w i b c d]" {
		t.Error(got)
	}
	if got := names(func(n ast.Node) bool { _, is := n.(*ast.If); return !is }); got != "[f n a v k w i]" {
		t.Error(got)
	}
}

func TestNames(t *testing.T) {
	for k := ast.ExecAny; k <= ast.ExecGlobalThreads; k++ {
		if s := k.String(); s != "any" && !strings.Contains(s, ".") {
			t.Errorf("%d is %q", k, s)
		}
	}
	for op := ast.Add; op <= ast.Or; op++ {
		if op.String() == "" || op.Precedence() < 1 || op.Precedence() > 9 {
			t.Errorf("operator %d", op)
		}
	}
}
