package ir

import (
	"strings"
	"testing"
	"time"
)

// TestHugeInput parses, and prints where it can, inputs made to exhaust a careless reader. Each must end
// soon, with an error where one is named.
func TestHugeInput(t *testing.T) {
	rep := strings.Repeat
	attr := func(a string) string { return `"x"() {a = ` + a + `} : () -> ()` }
	const deep, ok = 1_000_000, 9_000
	tooDeep := "nesting is deeper than 10000 levels"
	tests := []struct{ name, src, err string }{
		{"types", attr(rep("tuple<", deep)), tooDeep},
		{"types in the limit", attr(rep("tuple<", ok) + rep(">", ok)), ""},
		{"function types", attr(rep("(", deep)), tooDeep},
		{"function types in the limit", attr(rep("() -> (", ok) + rep(")", ok)), ""},
		{"arrays", attr(rep("[", deep)), tooDeep},
		{"arrays in the limit", attr(rep("[", ok) + rep("]", ok)), ""},
		{"dictionaries in the limit", attr(rep("{k = ", ok) + "1" + rep("}", ok)), ""},
		{"regions", rep(`"x"() ({`, deep), tooDeep},
		{"affine parentheses", attr("affine_map<(d0) -> (" + rep("(", deep)), tooDeep},
		{"affine signs", attr("affine_map<(d0) -> (" + rep("-", deep)), tooDeep},
		{"affine sum", attr("affine_map<(d0) -> (" + rep("d0 + 1 + d0 mod 3 + ", 20000) + "d0)>"), tooDeep},
		{"digits", attr(rep("9", deep)), "integer constant out of range for attribute"},
		{"hex digits of a wide type", attr("0x" + rep("f", 100000) + " : i16777215"), ""},
		{"float digits", attr(rep("9", deep) + ".0"), ""},
		{"float exponent", attr("1.0e" + rep("9", deep) + " : f128"), ""},
		{"integer width", attr("i99999999999999999999"), "invalid integer width"},
		{"integer width beyond the limit", attr("i16777216"), "integer bitwidth is limited to 16777215 bits"},
		{"dialect body", attr("!d.t<" + rep("<", deep)), tooDeep},
		{"locations", `"x"() : () -> () loc(` + rep(`"a"(`, deep), tooDeep},
		{"locations in the limit", `"x"() : () -> () loc(` + rep(`"a"(`, ok) + `"b"` + rep(")", ok) + ")", ""},
		{"call sites in the limit", `"x"() : () -> () loc(` + rep("callsite(", ok) + "unknown" + rep(" at unknown)", ok) + ")", ""},
		{"result number", `"x"(%a#99999999) : (i32) -> ()`, "result number is too large"},
		{"dense shape", attr("dense<1> : tensor<9999999999x9999999999xi32>"), "static shape"},
		{"dense brackets", attr("dense<" + rep("[", deep)), tooDeep},
		{"dimensions", attr("vector<" + rep("1x", 100000) + "i32>"), ""},
		{"nested symbols", attr("@a" + rep("::@a", 100000)), ""},
		{"nested dialect types", attr(rep("!d.t<", ok) + rep(">", ok)), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			start := time.Now()
			var diags Diagnostics
			m := ParseModule(unregistered(), "huge", []byte(tt.src), &diags)
			if m != nil {
				Print(m, PrintOptions{Generic: true})
			}
			got := ""
			if diags.Len() > 0 {
				got = diags.Sorted()[0].Message
			}
			if (m == nil) != (tt.err != "") || !strings.Contains(got, tt.err) {
				t.Errorf("got error %q, want %q", got, tt.err)
			}
			if d := time.Since(start); d > 20*time.Second {
				t.Errorf("took %v", d)
			}
		})
	}
}

// TestSyntaxErrors checks the words and places of errors; mlir-opt's are the same unless noted.
func TestSyntaxErrors(t *testing.T) {
	tests := []struct{ src, want string }{
		{`"x"() {a = "abc`, "1:12: error: expected"},
		{`"x"() {a = "a\q"} : () -> ()`, "1:12: error: unknown escape in string literal"},
		{`"x"() {a = 1, a = 2} : () -> ()`, "1:15: error: duplicate key 'a' in dictionary attribute"},
		{`"x"() {a = } : () -> ()`, "1:11: error: expected attribute value"},
		{`"x"() {a = 300 : i8} : () -> ()`, "1:12: error: integer constant out of range for attribute"},
		{`"x"() {a = 5 : f32} : () -> ()`, "1:12: error: unexpected decimal integer literal for a floating point value"},
		{`"x"() {a = -1 : ui8} : () -> ()`, "1:13: error: negative integer literal not valid for unsigned integer type"},
		{`"x"() {a = #b} : () -> ()`, "1:12: error: undefined symbol alias id 'b'"},
		{`"x"(%0) : (i32) -> ()`, "1:5: error: use of undeclared SSA value name"},
		{`"x"() : (i32) -> ()`, "1:9: error: expected 0 operand types but had 1"},
		{`%0 = "x"() : () -> ()`, "1:1: error: cannot name an operation with no results"},
		{`%0, %1 = "x"() : () -> i32`, "1:1: error: operation defines 1 results but was provided 2 to bind"},
		{`%0:0 = "x"() : () -> i32`, "1:4: error: expected named operation to have at least 1 result"},
		{"%0 = \"x\"() : () -> i32\n%0 = \"x\"() : () -> i32", "2:1: error: redefinition of SSA value '%0'"},
		{`"x"() ({ "y"()[^b] : () -> () }) : () -> ()`, "1:16: error: reference to an undefined block"},
		{"\"x\"() ({\n^a:\n  \"y\"() : () -> ()\n^a:\n}) : () -> ()", "4:1: error: redefinition of block '^a'"},
		{`""() : () -> ()`, "1:1: error: empty operation name is invalid"},
		{`"x"() : () -> () loc(#a)`, "1:22: error: operation location alias was never defined"},
		{"#a.b = 1", "1:1: error: attribute names with a '.' are reserved for dialect-defined names"},
		{"!a = i32\n!a = i64", "2:1: error: redefinition of type alias id 'a'"},
		{"\x01", "1:1: error: unexpected character"},
		{`"x"() {a = dense_resource<k> : i32} : () -> ()`, "1:30: error: `dense_resource` expected a shaped type"},
		{`{-# dialect_resources: { builtin: { k: "0x0" } } #-}`, "1:40: error: expected hex string blob for key 'k'"},
		{`{-# dialect_resources: { builtin: { k: true } } #-}`, "1:40: error: expected hex string blob for key 'k'"},
		{`{-# dialect_resources: { builtin: { k: "0x0400" } } #-}`, "1:40: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes"},
		{`{-# external_resources: { a: { k: "0x03000000" } } #-}`, "1:35: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3"},
		{`{-# external_resources: { a: { k: 1 } } #-}`, "1:35: error: expected string value for key 'k'"},
		{`"x"() {a = memref<4xf32, 1, 2>} : () -> ()`, "1:29: error: multiple memory spaces specified in memref type"},
		{`"x"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()`, "1:18: error: inferred shape of elements literal ([2]) does not match type ([3])"},
		{`"x"() {a = affine_map<(d0, d1) -> (d0 * d1)>} : () -> ()`, "1:39: error: non-affine expression: at least one of the multiply operands"},
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

// TestUnregistered checks that unknown dialects are refused unless they are allowed.
func TestUnregistered(t *testing.T) {
	for _, src := range []string{`"x.y"() : () -> ()`, `"builtin.module"() ({}) {a = !x.y} : () -> ()`, `"builtin.module"() ({}) {a = #x.y} : () -> ()`} {
		var diags Diagnostics
		if ParseModule(NewContext(), "f", []byte(src), &diags) != nil {
			t.Errorf("%s: accepted", src)
		} else if m := diags.Sorted()[0].Message; !strings.Contains(m, "unregistered dialect") {
			t.Errorf("%s: %s", src, m)
		}
	}
}
