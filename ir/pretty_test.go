package ir

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const toySource = `toy.module {
  toy.func @decl(i32) -> i32
  toy.func @main(%arg0: i32, %arg1: i1) -> (i32, i32) attributes {k = 1 : i64} {
    %c5 = const 5
    %c5_0 = const 5 {note = "again"}
    %0 = add %arg0, %c5 : i32
    %1 = add nsw %0, %c5_0 {x} : i32
    for %0 : i32 {
      %3 = toy.add %1, %1 : i32
      toy.store %3 : i32
      "x.unknown"(%3) ({
      ^bb0(%arg2: i32):
        %4:2 = "x.two"(%arg2) : (i32) -> (i32, i32)
        toy.store %4#1 : i32
      }) : (i32) -> ()
    } {tail}
    %2 = call @decl(%1) : (i32) -> i32
    br %arg1, ^bb1, ^bb2 with %2, %1 : i32, i32
  ^bb1:  // pred: ^bb0
    return %1, %2 : i32, i32
  ^bb2:  // 2 preds: ^bb0, ^bb2
    br ^bb2, ^bb3
  ^bb3:  // pred: ^bb2
    return
  }
}
`

// TestPrettyForm reads and prints the pretty forms by format and by hand, and changes between the forms.
func TestPrettyForm(t *testing.T) {
	const src = toySource
	m := readModule(t, toyContext(), "toy", []byte(src))
	var diags Diagnostics
	if !Verify(m, &diags) {
		t.Fatal(diags.Sorted())
	}
	inner := m.Body(0).Front()
	pretty := func(m *Operation) string { return Print(m.Body(0).Front(), PrintOptions{LocalScope: true}) + "\n" }
	if inner == nil || inner.Name() != "toy.module" {
		t.Fatal("no toy.module")
	}
	// printed inside builtin.module, whose default dialect is unknown here
	if d := cmp.Diff(src, pretty(m)); d != "" {
		t.Errorf("pretty form changes (-source +printed):\n%s", d)
	}
	generic := Print(m, PrintOptions{Generic: true})
	back := readModule(t, toyContext(), "generic", []byte(generic))
	if d := cmp.Diff(src, pretty(back)); d != "" {
		t.Errorf("pretty form changes by way of the generic form (-source +printed):\n%s", d)
	}
	if !strings.Contains(generic, "operandSegmentSizes = array<i32: 1, 2>") {
		t.Errorf("sizes of operand groups are missing in\n%s", generic)
	}
}

// TestFormatErrors checks that wrong formats are found, and what the parser says about wrong text.
func TestFormatErrors(t *testing.T) {
	for format, want := range map[string]string{
		"$nothing": "unknown $nothing", "`a": "unterminated literal", "( $lhs )?": "no anchor", "($lhs^)": "needs ?",
		"type($x)": "unknown $x", "what": "unknown element", "functional-type($lhs": "needs", "($lhs^": "not closed",
	} {
		def := &OpDef{Name: "t.t", Operands: []OperandDef{{Name: "lhs"}}, Format: format}
		if err := formatOf(def).err; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", format, err, want)
		}
	}
	for src, want := range map[string]string{
		"toy.func @f() {\n  %a = toy.add %b : i32\n}": "2:18: error: expected ','",
		"toy.func @f() {\n  toy.store %b i32\n}":      "2:15: error: expected ':'",
		"toy.nope":                                    "1:1: error: custom op 'toy.nope' is unknown",
		"nope.x":                                      "1:1: error: Dialect `nope' not found for custom op 'nope.x'",
		"toy.const 5 : i32":                           "1:12: error: expected operation name in quotes",
		"%a = toy.const 5.0":                          "1:19: error: floating point value not valid for specified type",
	} {
		var diags Diagnostics
		if ParseModule(toyContext(), "f", []byte(src), &diags) != nil {
			t.Errorf("%q is accepted", src)
		} else if got := diags.Sorted()[0].String(); !strings.Contains(got, want) {
			t.Errorf("%q: %s, want %s", src, got, want)
		}
	}
}

// TestMeantOp wants the nearest operation to be named, as a note, in every form.
func TestMeantOp(t *testing.T) {
	for src, want := range map[string]string{
		"%a = toy.cosnt 5":                        "did you mean 'toy.const'?",
		`%a = "toy.cosnt"() : () -> i32`:          "did you mean 'toy.const'?",
		`%a = "tox.const"() : () -> i32`:          "did you mean 'toy.const'?",
		"tox.func @f() {}":                        "did you mean 'toy.func'?",
		"toy.func @f() {\n  retrun\n}":            "did you mean 'toy.return'?",
		`%a = "entirely.different"() : () -> i32`: "",
	} {
		var diags Diagnostics
		c := toyContext()
		c.AllowUnregistered = false
		if m := ParseModule(c, "f", []byte(src), &diags); m != nil && Verify(m, &diags) {
			t.Errorf("%q is accepted", src)
			continue
		}
		if got := strings.Join(diags.Sorted()[0].Notes, "; "); got != want {
			t.Errorf("%q: %q, want %q", src, got, want)
		}
	}
}
