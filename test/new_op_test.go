package test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"descend/backend/sim/simtest"
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/tools/driver"
	"descend/tools/registry"
)

// accumulateOp is an operation with a memory effect that nothing in the compiler knows of: it adds a number to what is in a
// place and gives what was there.
type accumulateOp struct{ *ir.Operation }

var accumulateDef = &ir.OpDef{Name: "test.accumulate", Summary: "add to a place",
	Operands: []ir.OperandDef{{Name: "value"}, {Name: "place"}}, Results: []ir.OperandDef{{Name: "old"}},
	Format: "$value `,` $place attr-dict `:` type($value) `,` type($place) `->` type($old)"}

func (accumulateOp) Def() *ir.OpDef { return accumulateDef }

func (o accumulateOp) Uses() []descend.Use {
	return []descend.Use{{Kind: descend.ReadUse, Of: o.Operand(1), Value: o.Result(0)}, {Kind: descend.WriteUse, Of: o.Operand(1)}}
}

func (o accumulateOp) Lower(l descend.Lowering) {
	old := l.Load(o.Operand(1))
	sum := l.Builder().Op("arith.addi", []*ir.Value{old, l.Scalar(o.Operand(0))}, []ir.Type{old.Type()}).Result(0)
	l.Store(o.Operand(1), sum)
	l.Bind(o.Result(0), old)
}

// assignment is a write other than that of a let, in text.
var assignment = regexp.MustCompile(`(?m)^( *)descend\.write (%\w+), (%\w+) : i32, !descend\.place<i32>$`)

// accumulated compiles a program with test.accumulate in place of assignments, checks it and lowers what is accepted.
func accumulated(t *testing.T, text string) (*ir.Operation, []string) {
	t.Helper()
	var out, errs bytes.Buffer
	if status := driver.Main([]string{"build", "-", "--emit=descend"}, strings.NewReader(text), &out, &errs); status != 0 {
		t.Fatalf("exit status %d\n%s", status, errs.String())
	}
	n := 0
	src := assignment.ReplaceAllStringFunc(out.String(), func(s string) string {
		n++
		return assignment.ReplaceAllString(s, fmt.Sprintf("$1%%old%d = test.accumulate $2, $3 : i32, !descend.place<i32> -> i32", n))
	})
	if n == 0 {
		t.Fatalf("no assignment in\n%s", src)
	}
	dialect := &ir.Dialect{Name: "test", Rule: descend.Declared, Ops: []ir.OpEntry{ir.Op(func(o *ir.Operation) accumulateOp { return accumulateOp{o} })}}
	c := ir.NewContext(append(registry.Dialects(), dialect)...)
	diags := &ir.Diagnostics{}
	m := ir.ParseModule(c, "accumulated", []byte(src), diags)
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

// TestNewOperation holds that what an operation does with memory is told in one place: every check takes it from its Uses.
func TestNewOperation(t *testing.T) {
	const (
		grid   = `-[grid: gpu.grid<X<2>, X<32>>]-> () `
		global = `fn k(v: &uniq gpu.global [i32; 64]) ` + grid
	)
	for _, tt := range []struct{ name, text, want string }{
		{"each its own", global + `{ sched block in grid { sched t in block { v.group::<32>[[block]][[t]] = 1 } } }`, ""},
		{"all threads one", global + `{ sched block in grid { sched t in block { v.group::<32>[[block]][0] = 1 } } }`, "narrowing"},
		{"all blocks one", global + `{ sched block in grid { sched t in block { v.group::<32>[0][[t]] = 1 } } }`, "narrowing"},
		{"a shared reference", `fn k(v: & gpu.global [i32; 64], o: &uniq gpu.global [i32; 64]) ` + grid +
			`{ sched block in grid { sched t in block { v.group::<32>[[block]][[t]] = 1 } } }`, "immutable"},
		{"a block", global + `{ sched block in grid { v.group::<32>[[block]][0] = 1 } }`, "wrong-exec"},
		{"a loan", global + `{ sched block in grid { sched t in block {
			let r = &v.group::<32>[[block]][[t]]; v.group::<32>[[block]][[t]] = 1; let x = *r } } }`, "borrow-conflict"},
		{"a loan that is over", global + `{ sched block in grid { sched t in block {
			let r = &v.group::<32>[[block]][[t]]; let x = *r; v.group::<32>[[block]][[t]] = 1 } } }`, ""},
		{"memory of the CPU", `fn k(v: &uniq cpu.mem [i32; 64]) ` + grid +
			`{ sched block in grid { sched t in block { v.group::<32>[[block]][[t]] = 1 } } }`, "wrong-memory"},
		{"a variable", global + `{ sched block in grid { sched t in block { let mut x = 2; x = 1; } } }`, ""},
		{"a constant", global + `{ sched block in grid { sched t in block { let x = 2; x = 1; } } }`, "immutable"},
		{"the thread of a variable of the block", global + `{ sched block in grid { let mut x = 2; sched t in block { x = 1; } } }`, "narrowing"},
		{"shared memory without a barrier", global + `{ sched block in grid { let a = alloc::<gpu.shared, [i32; 32]>();
			sched t in block { a[[t]] = 1 } sched t in block { let x = a.reverse[[t]]; } } }`, "conflicting-access"},
		{"shared memory with a barrier", global + `{ sched block in grid { let a = alloc::<gpu.shared, [i32; 32]>();
			sched t in block { a[[t]] = 1 } sync; sched t in block { let x = a.reverse[[t]]; } } }`, ""},
	} {
		_, codes := accumulated(t, tt.text)
		if got := strings.Join(codes, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestNewOperationRuns holds that it is lowered by itself alone, to memory that the simulator watches and in variables.
func TestNewOperationRuns(t *testing.T) {
	m, codes := accumulated(t, `
fn k(v: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<2>, X<32>>]-> () {
  sched block in grid { sched t in block {
    let mut x = 3; x = 4;
    for i in 0..2 { v.group::<32>[[block]][[t]] = x }
  } }
}`)
	if len(codes) > 0 {
		t.Fatal(codes)
	}
	cases, err := simtest.Parse("accumulated", "// LAUNCH k grid=2 block=32 i32[64]:iota\n")
	if err != nil {
		t.Fatal(err)
	}
	data, _, _ := cases[0].Runs[0].OnSim(t, m)
	for i := range 64 {
		if got, want := simtest.Decode("i32", data[0][4*i:4*i+4]), fmt.Sprint(i+14); got != want {
			t.Fatalf("element %d is %s, want %s", i, got, want)
		}
	}
}
