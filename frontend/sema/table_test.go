package sema

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/ir"
	"descend/test/kit"
)

// TestAccepted holds that the programs of testdata/accept.desc have no errors and give valid operations.
func TestAccepted(t *testing.T) {
	for _, p := range kit.Sections(t, "testdata/accept.desc") {
		t.Run(p.Title, func(t *testing.T) {
			m, diags := analyze(newContext(), p.Text)
			for _, d := range diags.Sorted() {
				t.Errorf("%s: %s", d, d.Label)
			}
			verify(t, m)
			expectOps(t, p.Text, dump(m))
		})
	}
}

// expectOps checks the lines `//! pattern` of a program: each matches a line of the dump, later ones below
// it. In patterns {{..}} holds a regular expression.
func expectOps(t *testing.T, text, ops string) {
	t.Helper()
	rest := strings.Split(ops, "\n")
	for _, line := range strings.Split(text, "\n") {
		_, pattern, ok := strings.Cut(line, "//! ")
		if !ok {
			continue
		}
		var re strings.Builder
		for i, part := range strings.Split(pattern, "{{") {
			if i == 0 {
				re.WriteString(regexp.QuoteMeta(part))
				continue
			}
			expr, lit, _ := strings.Cut(part, "}}")
			re.WriteString(expr + regexp.QuoteMeta(lit))
		}
		compiled := regexp.MustCompile(re.String())
		found := false
		for i, l := range rest {
			if compiled.MatchString(l) {
				rest, found = rest[i+1:], true
				break
			}
		}
		if !found {
			t.Errorf("not found: %s\nin:\n%s", pattern, ops)
			return
		}
	}
}

// verify runs the verifiers of all operations and checks that no unknown is left.
func verify(t *testing.T, m *ir.Operation) {
	t.Helper()
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if v, ok := op.Typed().(ir.Verifier); ok {
			if err := v.Verify(); err != nil {
				t.Errorf("%s: %v", op.Name(), err)
			}
		}
		for _, r := range op.Results() {
			if strings.Contains(r.Type().String(), "?") {
				t.Errorf("%s has an unknown in its type %s", op.Name(), r.Type())
			}
		}
		for _, a := range op.Attrs() {
			if a.Name != "text" && strings.Contains(a.Value.String(), "?") {
				t.Errorf("%s has an unknown in attribute %s = %s", op.Name(), a.Name, a.Value)
			}
		}
		if op.Is("descend.yield") && op.Parent() != nil && op.Parent().NumResults() == op.NumOperands() {
			for i, r := range op.Parent().Results() {
				if op.Operand(i).Type() != r.Type() {
					t.Errorf("yield of %s for a result %s", op.Operand(i).Type(), r.Type())
				}
			}
		}
		if op.Is("descend.write") {
			if want, got := descend.ElemOf(op.Operand(1)), op.Operand(0).Type(); noLifetimes(want.String()) != noLifetimes(got.String()) {
				t.Errorf("write of %s to a place of %s", got, want)
			}
		}
		if op.Is("descend.call") || op.Is("descend.launch") {
			verifyCall(t, m, op)
		}
		for i, v := range op.Operands() {
			if v == nil {
				t.Errorf("%s: operand %d is nil", op.Name(), i)
			}
		}
		if def := op.Def(); def != nil {
			for _, a := range def.Attrs {
				got := op.Attr(a.Name)
				if got == nil && !a.Optional || got != nil && a.Attr.Is != nil && !a.Attr.Is(got) {
					t.Errorf("%s: attribute %s is %v", op.Name(), a.Name, got)
				}
			}
		}
		return ir.Advance
	})
}

// TestRejected holds that the programs of testdata/reject.desc have exactly the errors that they announce,
// each at its line.
func TestRejected(t *testing.T) { rejected(t, "testdata/reject.desc") }

// TestLimits is TestRejected for what is not supported yet; docs/limits.md names each program.
func TestLimits(t *testing.T) {
	rejected(t, "testdata/limits.desc")
	doc, err := os.ReadFile("../../docs/limits.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range kit.Sections(t, "testdata/limits.desc") {
		if !strings.Contains(string(doc), p.Title) {
			t.Errorf("docs/limits.md does not tell of: %s", p.Title)
		}
	}
}

func rejected(t *testing.T, file string) {
	for _, p := range kit.Sections(t, file) {
		t.Run(p.Title, func(t *testing.T) {
			_, diags := analyze(newContext(), p.Text)
			for _, d := range diags.Sorted() {
				if d.Code == "" || d.Message == "" {
					t.Errorf("diagnostic without slug or message: %s", d)
				}
			}
			if want, got := kit.Expected(p.Text), kit.Found(diags.Sorted()); !slices.Equal(want, got) {
				for _, d := range diags.Sorted() {
					t.Logf("%s: %s", d, d.Label)
				}
				t.Errorf("%s\nwant: %q\ngot: %q", p.Text, want, got)
			}
		})
	}
}

// verifyCall checks that the arguments of a call have the types of the callee's parameters, as far as they are
// not nats that are equal under where clauses.
func verifyCall(t *testing.T, m, op *ir.Operation) {
	t.Helper()
	sym := op.Attr("callee").(*ir.SymbolRefAttr).Root
	var callee *ir.Operation
	for f := range m.All("descend.func") {
		if f.StringAttr("sym_name") == sym {
			callee = f
		}
	}
	if callee == nil {
		t.Errorf("%s of unknown function %s", op.Name(), sym)
		return
	}
	f := descend.FuncOp{Operation: callee}
	sub := descend.Instantiation(op, f)
	args := op.Operands()
	if op.Is("descend.call") {
		args = args[1:]
	}
	i := 0
	for j, in := range f.Type().Inputs {
		if op.Is("descend.launch") && len(f.ParamOwner(j)) > 0 {
			continue
		}
		want, got := descend.SubstType(op.Context(), in, sub), args[i].Type()
		if noLifetimes(want.String()) != noLifetimes(got.String()) {
			t.Errorf("%s of %s: argument %d has type %s, the parameter %s", op.Name(), sym, i, got, want)
		}
		i++
	}
	if i != len(args) {
		t.Errorf("%s of %s: %d arguments, %d parameters", op.Name(), sym, len(args), i)
	}
}

var lifetimePattern = regexp.MustCompile(`'\w+,? `)

func noLifetimes(s string) string {
	return strings.ReplaceAll(lifetimePattern.ReplaceAllString(s, ""), "&shrd ", "&")
}
