package syntax

import "testing"

// TestShapes reads what other languages write, and near misses, of which nothing is read.
func TestShapes(t *testing.T) {
	head := func(text string) (string, bool) { return counted(text) }
	array := func(text string) (string, bool) {
		name, typ, ok := sharedArray(text)
		return name + ": " + typ, ok
	}
	call := func(text string) (string, bool) {
		format, values, ok := formatted(text)
		return format + " of " + values, ok
	}
	for _, c := range []struct {
		read       func(string) (string, bool)
		text, want string // empty: it is something else
	}{
		{head, "(i = 0; i < 4; i++)", "i in 0..4"},
		{head, "(int i=0;i<n*2;++i)", "i in 0..n*2"},
		{head, "( let\n k = a[0] ; k <= m(x, y) ; k += 1 )", "k in a[0]..m(x, y) + 1"},
		{head, "(i = 0; j < 4; i++)", ""},
		{head, "(i = 0; i < 4; j++)", ""},
		{head, "(i = 0; i < 4; i += 10)", ""},
		{head, "(i = 0; i < 4; i += 2)", ""},
		{head, "(i = 0; i > 4; i--)", ""},
		{head, "(i = ; i < 4; i++)", ""},
		{head, "(i == 0; i < 4; i++)", ""},
		{head, "(i = 0; i < ; i++)", ""},
		{head, "(i = 0; ii < 4; i++)", ""},
		{head, "(i = 0; i < 4; i++", ""},
		{head, "()", ""},
		{head, "(int i", ""},
		{array, "__shared__ float tmp[256]; y", "tmp: [f32; 256]"},
		{array, "__shared__\n int t [32] [ W + 1 ] ;", "t: [[i32; W + 1]; 32]"},
		{array, "__shared__ float tmp;", ""},
		{array, "__shared__ float tmp[];", ""},
		{array, "__shared__ float tmp[256", ""},
		{array, "__shared__ float tmp[256] = x;", ""},
		{array, "__shared__ thing tmp[256];", ""},
		{array, "__shared__float tmp[256];", ""},
		{array, "__shared__", ""},
		{call, `("x")`, "x of "},
		{call, `( "a \"b\" {}" , x, f(y), )`, `a \"b\" {} of x, f(y)`},
		{call, `("%d\n", i)`, `%d\n of i`},
		{call, `(x)`, ""},
		{call, `("x`, ""},
		{call, `("x\")`, ""},
		{call, `("x", y`, ""},
		{call, ``, ""},
	} {
		if got, ok := c.read(c.text); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("%s: read %v as %q, want %q", c.text, ok, got, c.want)
		}
	}
}
