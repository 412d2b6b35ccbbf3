package sema

import (
	"testing"

	"descend/frontend/ast"
)

// TestConstants holds that what is proposed for a constant of another language compiles, and that the constant does not.
func TestConstants(t *testing.T) {
	for name, text := range constants {
		program := func(value string) string { return "fn f() -[t: cpu.thread]-> () { let x = " + value + "; print(x) }" }
		if _, diags := analyze(newContext(), program(text)); diags.Len() > 0 {
			t.Errorf("%s: %s: %v", name, text, diags.Sorted()[0])
		}
		if _, diags := analyze(newContext(), program(name)); diags.Len() != 1 || diags.Sorted()[0].Help == nil {
			t.Errorf("%s: %d errors", name, diags.Len())
		}
	}
}

// TestMethods holds that every builtin on numbers is known as a method, and is proposed as the function that it is.
func TestMethods(t *testing.T) {
	for _, m := range []struct{ call, text string }{
		{"x.sqrt()", "sqrt(x)"}, {"x.rsqrt()", "rsqrt(x)"}, {"x.abs()", "abs(x)"}, {"x.exp()", "exp(x)"}, {"x.log()", "log(x)"}, {"x.ln()", "log(x)"},
		{"x.sin()", "sin(x)"}, {"x.cos()", "cos(x)"}, {"x.floor()", "floor(x)"}, {"x.ceil()", "ceil(x)"}, {"x.max(y)", "max(x, y)"}, {"x.min(0.0)", "min(x, 0.0)"},
		{"x.pow(y)", "pow(x, y)"}, {"x.powf(0.5)", "pow(x, 0.5)"}, {"x.powi(2)", "pow(x, 2.0)"}, {"x.hypot(y)", "hypot(x, y)"}, {"x.mul_add(y, 1.0)", "fma(x, y, 1.0)"},
	} {
		program := "fn f(x: f32, y: f32) -[t: cpu.thread]-> f32 { " + m.call + " }"
		_, diags := analyze(newContext(), program)
		if diags.Len() != 1 || diags.Sorted()[0].Help == nil || len(diags.Sorted()[0].Help.Edits) != 1 {
			t.Errorf("%s: %v", m.call, diags.Sorted())
			continue
		}
		if e := diags.Sorted()[0].Help.Edits[0]; e.Text != m.text {
			t.Errorf("%s: %s is proposed, not %s", m.call, e.Text, m.text)
		}
		if _, diags := analyze(newContext(), applyEdits(program, diags.Sorted()[0].Help.Edits)); diags.Len() > 0 {
			t.Errorf("%s: %v", m.text, diags.Sorted()[0])
		}
	}
	if ast.FunctionFor("frobnicate") != "" {
		t.Error("frobnicate is no function")
	}
}
