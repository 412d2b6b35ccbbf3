package exec

import (
	"strings"
	"testing"

	"descend/dialects/nat"
	"descend/ir"
)

func TestPathsRoundTrip(t *testing.T) {
	c := ir.NewContext(Dialect())
	for _, text := range []string{"", "forall(X)", "forall(Y).forall(X)", "to_warps.forall(X).forall(X)", "to_threads.split(n*2 + 1, X).snd.forall(X)",
		"split((n + m)*2, Z).fst.forall(Z)"} {
		p, err := ParsePath(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		again, err := ParsePath(p.String())
		if err != nil || NewPathAttr(c, again) != NewPathAttr(c, p) {
			t.Errorf("%q prints as %q, which is read as %q, %v", text, p, again, err)
		}
		a, err := ir.ParseAttribute(c, "#exec.path<"+text+">")
		if err != nil || a != ir.Attribute(NewPathAttr(c, p)) {
			t.Errorf("#exec.path<%s> is read as %v, %v", text, a, err)
		}
	}
}

func TestBadPaths(t *testing.T) {
	for _, text := range []string{".", "forall", "forall()", "forall(W)", "forall(X, Y)", "forall(X", "split(4, X)", "split(4, X).third", "split(X).fst",
		"split(4 +, X).fst", "fst", "to_warps(X)", "forall(X).", "forall(X)forall(X)", "to_lanes"} {
		if p, err := ParsePath(text); err == nil {
			t.Errorf("%q is read as %v", text, p)
		}
	}
}

func TestPathTo(t *testing.T) {
	c := ir.NewContext(Dialect())
	for _, tt := range []struct{ from, path, to string }{
		{"grid<XY<4, n>, X<64>>", "forall(Y)", "!exec.block_grp<X<4>, X<64>>"},
		{"grid<XY<4, n>, X<64>>", "forall(Y).forall(X).split(8, X).snd", "!exec.thread_grp<X<56>>"},
		{"grid<X<n>, X<64>>", "to_threads.split(n, X).fst.forall(X)", "!exec.thread"},
		{"block<XY<16, 8>>", "to_warps.forall(X)", "!exec.warp"},
		{"block<XY<16, 8>>", "to_warps.forall(X).split(8, X).snd", "!exec.thread_grp<X<24>>"},
		{"block<X<64>>", "forall(Y)", ""},
		{"block<X<64>>", "split(8, Y).snd", ""},
		{"block<X<64>>", "to_threads", ""},
		{"warp", "to_warps", ""},
		{"thread", "forall(X)", ""},
	} {
		mnemonic, body, has := strings.Cut(tt.from, "<")
		from, err := parseType(c, mnemonic, strings.TrimSuffix(body, ">"), has)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ParsePath(tt.path)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if to, ok := p.To(c, from.(*Type)); ok {
			got = to.String()
		}
		if got != tt.to {
			t.Errorf("%s of %s is %q, want %q", tt.path, tt.from, got, tt.to)
		}
	}
	p, _ := ParsePath("split(n, X).fst.forall(X)")
	if got := p.Subst(map[string]nat.Expr{"n": nat.Int(4)}).String(); got != "split(4, X).fst.forall(X)" {
		t.Errorf("with n = 4: %s", got)
	}
}
