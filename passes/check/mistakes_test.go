package check_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"descend/frontend/diag"
	"descend/frontend/source"
	"descend/ir"
	"descend/test/kit"
)

// slips are mistakes that people make: what is at a place of a program and what they write there.
var slips = []struct {
	name  string
	right *regexp.Regexp
	wrong string
}{
	{"no mut", regexp.MustCompile(`\bmut `), ""},
	{"shared for unique", regexp.MustCompile(`&uniq `), "&"},
	{"no select", regexp.MustCompile(`\[\[\w+\]\]`), ""},
	{"an index for a select", regexp.MustCompile(`\[\[\w+\]\]`), "[0]"},
	{"another select", regexp.MustCompile(`\[\[(thread|t)\]\]`), "[[block]]"},
	{"no sync", regexp.MustCompile(`\bsync;?`), ""},
	{"no semicolon", regexp.MustCompile(`;`), ""},
	{"no closing bracket", regexp.MustCompile(`[\])}]`), ""},
	{"no opening bracket", regexp.MustCompile(`[\[({]`), ""},
	{"another scalar", regexp.MustCompile(`\bi32\b`), "f32"},
	{"another memory", regexp.MustCompile(`gpu\.global`), "cpu.mem"},
	{"the other memory", regexp.MustCompile(`cpu\.mem`), "gpu.global"},
	{"no dereference", regexp.MustCompile(`\*(\w)`), "$1"},
	{"no borrow", regexp.MustCompile(`&(?:uniq )?(\w)`), "$1"},
	{"a misspelled name", regexp.MustCompile(`\b([a-z]{2})([a-z]{2,})\b`), "${1}x$2"},
	{"a wrong size", regexp.MustCompile(`\b32\b`), "33"},
	{"a bound too large", regexp.MustCompile(`\.\.(\w+)`), "..$1+1"},
	{"no colons", regexp.MustCompile(`::<`), "<"},
	{"another dimension", regexp.MustCompile(`\(X\)`), "(Y)"},
	{"no generic", regexp.MustCompile(`<\w+: \w+>`), ""},
	{"an assignment for a comparison", regexp.MustCompile(`==`), "="},
	{"no let", regexp.MustCompile(`\blet `), ""},
}

// TestMistakes makes one mistake in programs that are accepted. Nearly all give one error, and nearly all proposed fixes remove
// the error without adding others.
func TestMistakes(t *testing.T) {
	programs := acceptedPrograms(t)
	r := rand.New(rand.NewPCG(11, 12))
	rejected, several, fixes, useless := 0, 0, 0, 0
	for range 2500 {
		text, slip := programs[r.IntN(len(programs))], slips[r.IntN(len(slips))]
		places := slip.right.FindAllStringSubmatchIndex(text, -1)
		if len(places) == 0 {
			continue
		}
		at := places[r.IntN(len(places))]
		text = text[:at[0]] + string(slip.right.ExpandString(nil, slip.wrong, text, at)) + text[at[1]:]
		_, diags := compileAndCheck("mistake.desc", text)
		if !diags.HasErrors() {
			continue
		}
		rejected++
		if len(found(diags)) > 1 {
			several++
		}
		for _, d := range diags.Sorted() {
			if d.Help == nil || len(d.Help.Edits) == 0 || d.Severity != ir.Error {
				continue
			}
			fixes++
			_, after := compileAndCheck("mistake.desc", diag.Apply(d.Help, source.NewFile("mistake.desc", text)))
			if stays := slices.ContainsFunc(after.Sorted(), func(a *ir.Diagnostic) bool { return a.String() == d.String() }); stays || after.Len() > diags.Len() {
				useless++
				t.Logf("%s: %s: the fix %q leaves %v", slip.name, d, d.Help.Message, after.Sorted()[0])
			}
		}
	}
	t.Logf("%d mistakes found, %d with several errors; %d fixes, %d of which do not help", rejected, several, fixes, useless)
	if rejected < 800 || fixes < 300 {
		t.Errorf("only %d mistakes found and %d fixes proposed", rejected, fixes)
	}
	if several*100 > rejected*3 {
		t.Errorf("%d of %d mistakes give several errors", several, rejected)
	}
	if useless*100 > fixes*5 {
		t.Errorf("%d of %d fixes do not help", useless, fixes)
	}
}

// acceptedPrograms are the examples, the programs of test/language and the accepted ones of test/check.
func acceptedPrograms(t *testing.T) []string {
	var out []string
	for _, p := range kit.Sections(t, "../../examples/*.desc", "../../test/language/*.desc", "../../test/check/*.desc") {
		if len(kit.Expected(p.Text)) == 0 {
			out = append(out, p.Text)
		}
	}
	return out
}
