package ir

import (
	"strings"
	"testing"
)

// TestUnterminated ends a text that has every construct after each of its bytes. What remains is either complete
// or an error with a line and column inside of it (or at its end).
func TestUnterminated(t *testing.T) {
	const text = `#a = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, -(d1 floordiv 4))>
!t = tuple<i32, vector<2x[4]xf32>, memref<4x?xf32, strided<[?, 1], offset: 3>, 1>, tensor<*xi8>, complex<f64>>
%0:2 = "x.y"() <{p = [1, -2.5e+3 : f32, 0x7F : i8]}> ({
^bb0(%x: i32 loc("f":1:2)):
  "t.br"(%x)[^bb1] : (i32) -> () loc(callsite("a" at fused<"m">["b", unknown]))
^bb1:  // comment
  "t.end"() : () -> ()
}) {a = #a, "b c" = dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>, c = "s\22\n", d = @f::@"g h", e = array<i32: 1, 2>,
 f = sparse<[[0, 1]], [1.0]> : tensor<4x4xf32>, g = #d.e<{x -> [y]}, "<">, h = affine_set<(i) : (i >= 0)>, k = distinct[1]<unit>,
 l = dense_resource<r> : tensor<1xi8>, m = !d.t<(a)>, n = dense<"0x01"> : tensor<1xi8>} : () -> ((i32) -> f32, !t)
{-# dialect_resources: { builtin: { r: "0x0400000001" } }, external_resources: { a: { b: true } } #-}
`
	lines := strings.Split(text, "\n")
	complete := 0
	for n := range len(text) + 1 {
		var diags Diagnostics
		m := ParseModule(unregistered(), "cut", []byte(text[:n]), &diags)
		if m != nil {
			complete++
			continue
		}
		if diags.Len() != 1 {
			t.Fatalf("after %d bytes: %d errors", n, diags.Len())
		}
		d := diags.Sorted()[0]
		r := RangeOf(d.Loc)
		if last := strings.Count(text[:n], "\n") + 1; r.Line < 1 || r.Line > last || r.Col < 1 || r.Col > len(lines[r.Line-1])+1 || d.Message == "" {
			t.Errorf("after %d bytes: error %q at %d:%d", n, d.Message, r.Line, r.Col)
		}
	}
	if complete < 5 || complete > len(text)/4 {
		t.Errorf("%d prefixes are complete", complete)
	}
}

// TestStrayBytes puts bytes that are no text, and brackets, at every place of a small module: an error with a place,
// or a module that prints and is read again.
func TestStrayBytes(t *testing.T) {
	const text = "#a = [1]\n%0 = \"x.y\"() ({\n^b(%x: i32):\n}) {k = #d.e<x>, s = \"t\"} : () -> (i32) loc(\"f\":1:2)\n"
	for _, stray := range []string{"\xff", "\xc3\x28", "\xe2\x82", "\xf0\x9f\x92", "\x00", "\x80", "é", "(", "]", "<", "\"", "\\", "{-#", "loc("} {
		for i := range len(text) + 1 {
			src := text[:i] + stray + text[i:]
			var diags Diagnostics
			m := ParseModule(unregistered(), "f", []byte(src), &diags)
			if m == nil {
				if r := RangeOf(diags.Sorted()[0].Loc); r.Line < 1 || r.Col < 1 {
					t.Errorf("%q: error without a place", src)
				}
				continue
			}
			printed := Print(m, PrintOptions{Generic: true})
			if ParseModule(unregistered(), "again", []byte(printed), &diags) == nil {
				t.Errorf("%q prints as %q, which is rejected: %v", src, printed, diags.Sorted())
			}
		}
	}
}

// TestAliasCycles wants an error at the place for aliases that mention themselves or what comes later.
func TestAliasCycles(t *testing.T) {
	tests := []struct{ src, want string }{
		{"#a = [#a]", "1:7: error: undefined symbol alias id 'a'"},
		{"!a = tuple<!a>", "1:12: error: undefined symbol alias id 'a'"},
		{"#a = [#b]\n#b = [#a]", "1:7: error: undefined symbol alias id 'b'"},
		{"!a = tuple<!b>\n!b = tuple<!a>", "1:12: error: undefined symbol alias id 'b'"},
		{"#a = loc(fused[#a])", "1:16: error: undefined symbol alias id 'a'"},
		{"#a = {t = !b}\n!b = tensor<4xi8, #a>", "1:11: error: undefined symbol alias id 'b'"},
		{"\"x\"() : () -> () loc(#a)\n#a = loc(callsite(#b at #a))\n#b = loc(#a)", "2:19: error: undefined symbol alias id 'b'"},
		{"#a = 1\n#a = [#a]", "2:1: error: redefinition of attribute alias id 'a'"},
	}
	for _, tt := range tests {
		var diags Diagnostics
		if ParseModule(unregistered(), "f", []byte(tt.src), &diags) != nil || diags.Len() != 1 {
			t.Errorf("%q: accepted, or %d errors", tt.src, diags.Len())
			continue
		}
		if got := diags.Sorted()[0].String(); !strings.HasPrefix(got, "f:"+tt.want) {
			t.Errorf("%q:\n got %s\nwant f:%s", tt.src, got, tt.want)
		}
	}
}
