package test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"descend/backend/sim/simtest"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/tools/driver"
	"descend/tools/registry"
)

// rotateOp is a view that nothing in the compiler knows of: element i is element (i + 1) % n of the operand.
type rotateOp struct{ *ir.Operation }

var rotateDef = &ir.OpDef{Name: "test.rotate", Summary: "the first element last",
	Operands: []ir.OperandDef{{Name: "place"}}, Results: []ir.OperandDef{{Name: "result"}}, Traits: ir.Pure,
	Format: "$place attr-dict `:` type($place) `->` type($result)"}

func (rotateOp) Def() *ir.OpDef             { return rotateDef }
func (rotateOp) Params() []nat.Expr         { return nil }
func (rotateOp) Needs(nat.Expr) []view.Need { return nil }
func (rotateOp) Injective() bool            { return true }
func (o rotateOp) size() nat.Expr           { return descend.ElemOf(o.Operand(0)).(*descend.ArrayType).Size }
func (o rotateOp) result() *descend.ArrayType {
	return descend.ElemOf(o.Result(0)).(*descend.ArrayType)
}
func (o rotateOp) ResultType(*descend.ArrayType) (ir.Type, error) {
	return o.result(), nil
}
func (o rotateOp) Back(idx []view.Elem, _ view.Env) ([]view.Elem, bool) {
	if len(idx) == 0 || idx[0].IsField {
		return nil, false
	}
	return append([]view.Elem{view.At(idx[0].Expr.Add(nat.Int(1)).Mod(o.size()))}, idx[1:]...), true
}

// doubleOp is another: element i is element i / 2 of the operand, so that half of them are there twice.
type doubleOp struct{ rotateOp }

var doubleDef = &ir.OpDef{Name: "test.double", Summary: "the first half twice", Operands: rotateDef.Operands, Results: rotateDef.Results,
	Traits: ir.Pure, Format: rotateDef.Format}

func (doubleOp) Def() *ir.OpDef  { return doubleDef }
func (doubleOp) Injective() bool { return false }
func (o doubleOp) Back(idx []view.Elem, _ view.Env) ([]view.Elem, bool) {
	if len(idx) == 0 || idx[0].IsField {
		return nil, false
	}
	return append([]view.Elem{view.At(idx[0].Expr.Div(nat.Int(2)))}, idx[1:]...), true
}

// replaced compiles a program with an operation in place of view.reverse, checks it and lowers what is accepted.
func replaced(t *testing.T, text, with string) (*ir.Operation, []string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := driver.Main([]string{"build", "-", "--emit=descend"}, strings.NewReader(text), &out, &errs); status != 0 {
		t.Fatalf("exit status %d\n%s", status, errs.String())
	}
	dialect := &ir.Dialect{Name: "test", Ops: []ir.OpEntry{ir.Op(func(o *ir.Operation) rotateOp { return rotateOp{o} }),
		ir.Op(func(o *ir.Operation) doubleOp { return doubleOp{rotateOp{o}} })}}
	c := ir.NewContext(append(registry.Dialects(), dialect)...)
	diags := &ir.Diagnostics{}
	m := ir.ParseModule(c, "replaced", bytes.ReplaceAll(out.Bytes(), []byte("view.reverse"), []byte(with)), diags)
	if m == nil || !ir.Verify(m, diags) {
		t.Fatal(diags.Sorted())
	}
	for _, p := range append(check.Pipeline(), lower.Pipeline(lower.Options{})...) {
		if err := p.Run(&passes.Context{Op: m, Diags: diags}); err != nil {
			t.Fatal(err)
		}
		if diags.HasErrors() {
			var codes []string
			for _, d := range diags.Sorted() {
				codes = append(codes, d.Code)
			}
			return m, codes
		}
	}
	return m, nil
}

// TestNewView holds that a view is told in one place: checks, place resolution and lowering take its meaning from its methods.
func TestNewView(t *testing.T) {
	const program = `
fn k(out: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched block in grid {
    let a = alloc::<gpu.shared, [i32; 64]>();
    sched thread in block { a[[thread]] = out[[thread]] }
    %s
    sched thread in block { out[[thread]] = a.%s[[thread]] }
  }
}`
	if _, codes := replaced(t, fmt.Sprintf(program, "", "reverse"), "test.rotate"); len(codes) != 1 || codes[0] != "conflicting-access" {
		t.Errorf("without a barrier: %v", codes)
	}
	for views, want := range map[string]func(int) int{
		"reverse":                           func(i int) int { return (i + 1) % 64 },
		"reverse.reverse":                   func(i int) int { return (i + 2) % 64 },
		"group::<4>.map(reverse).join":      func(i int) int { return i/4*4 + (i%4+1)%4 },
		"group::<4>.transpose.reverse.join": func(i int) int { return i%16*4 + (i/16+1)%4 },
	} {
		m, codes := replaced(t, fmt.Sprintf(program, "sync;", views), "test.rotate")
		if len(codes) > 0 {
			t.Errorf("%s: %v", views, codes)
			continue
		}
		cases, err := simtest.Parse("rotated", "// LAUNCH k grid=1 block=64 i32[64]:iota\n")
		if err != nil {
			t.Fatal(err)
		}
		data, _, _ := cases[0].Runs[0].OnSim(t, m)
		for i := range 64 {
			if got := simtest.Decode("i32", data[0][4*i:4*i+4]); got != fmt.Sprint(want(i)) {
				t.Errorf("%s: element %d is %s, want %d", views, i, got, want(i))
				break
			}
		}
	}
}

// TestNewViewRepeats holds the same of a view that has elements twice: it says that it is not injective.
func TestNewViewRepeats(t *testing.T) {
	const program = `
fn k(out: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<1>, X<64>>]-> () {
  sched block in grid { sched thread in block { %s } }
}`
	for body, want := range map[string]string{
		"let x = out.reverse[[thread]]; sync; out[[thread]] = x":     "",
		"let x = out.reverse[[thread]]; out[[thread]] = x":           "conflicting-access",
		"out.reverse[[thread]] = 1":                                  "narrowing",
		"let r = &uniq out.reverse[[thread]]; *r = 1":                "narrowing",
		"out.group::<1>.map(reverse)[[thread]][0] = 1":               "narrowing",
		"unsafe { out.reverse[[thread]] = 1 }":                       "narrowing",
		"let r = &out.group::<64>.map(reverse)[0]; let x = r[0] + 1": "",
	} {
		_, codes := replaced(t, fmt.Sprintf(program, body), "test.double")
		if got := strings.Join(codes, " "); got != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}
