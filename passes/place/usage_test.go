package place_test

import (
	"strings"
	"testing"

	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
	"descend/passes/place"
)

// peekOp gets a place as its second operand and does not say what for.
type peekOp struct{ *ir.Operation }

var peekDef = &ir.OpDef{Name: "test.peek", Traits: ir.Pure, Operands: []ir.OperandDef{{Name: "value"}, {Name: "place"}},
	Results: []ir.OperandDef{{Name: "result"}}, Format: "$value `,` $place attr-dict `:` type($value) `,` type($place) `->` type($result)"}

func (peekOp) Def() *ir.OpDef { return peekDef }

// usageOf is the usage of the variable of a function with this body.
func usageOf(t *testing.T, body string) *place.Usage {
	t.Helper()
	test := &ir.Dialect{Name: "test", Ops: []ir.OpEntry{ir.Op(func(o *ir.Operation) peekOp { return peekOp{o} })}, Rule: descend.Declared}
	diags := &ir.Diagnostics{}
	m := ir.ParseModule(ir.NewContext(descend.Dialect(), exec.Dialect(), view.Dialect(), test), "usage", []byte("descend.func @k(%t: !exec.cpu_thread) {\n"+body+"}\n"), diags)
	if m == nil || !ir.Verify(m, diags) {
		t.Fatal(diags.Sorted())
	}
	for l := range m.All("descend.local") {
		return place.New(l.ParentOfName("descend.func")).Usage(l.Result(0))
	}
	t.Fatal("no variable")
	return nil
}

const (
	intVar  = "%x = descend.local {name = \"x\"} -> !descend.place<i32>\n%c = descend.const {value = 1 : i32} : i32\n"
	initial = "descend.write %c, %x {init} : i32, !descend.place<i32>\n"
	again   = "descend.write %c, %x : i32, !descend.place<i32>\n"
	read    = "%r = descend.read %x : !descend.place<i32> -> i32\n"
	lend    = "%l = descend.borrow %x : !descend.place<i32> -> !descend.ref<shrd, cpu.mem, i32>\n"
	uniq    = "%u = descend.borrow %x {uniq} : !descend.place<i32> -> !descend.ref<uniq, cpu.mem, i32>\n"
	peek    = "%p = test.peek %c, %x : i32, !descend.place<i32> -> i32\n"

	pairVar  = "%x = descend.local {name = \"x\"} -> !descend.place<(i32, i32)>\n%c = descend.const {value = 1 : i32} : i32\n"
	partWise = "%p = descend.proj %x {index = 0 : i32} : !descend.place<(i32, i32)> -> !descend.place<i32>\ndescend.write %c, %p : i32, !descend.place<i32>\n"

	refVar = "%x = descend.local {name = \"x\"} -> !descend.place<&uniq cpu.mem i32>\n%c = descend.const {value = 1 : i32} : i32\n"
	// the first element of each row of an array behind the reference
	rows   = "%m = descend.local {name = \"x\"} -> !descend.place<&uniq cpu.mem [[i32; 2]; 3]>\n%c = descend.const {value = 1 : i32} : i32\n"
	mapped = `%d = descend.deref %m : !descend.place<&uniq cpu.mem [[i32; 2]; 3]> -> !descend.place<[[i32; 2]; 3]>
%v = view.map %d : !descend.place<[[i32; 2]; 3]> -> !descend.place<[[[[i32; 2]]; 3]]> {
^bb0(%row: !descend.place<[i32; 2]>):
  %w = view.reverse %row : !descend.place<[i32; 2]> -> !descend.place<[[i32; 2]]>
  view.yield %w : !descend.place<[[i32; 2]]>
}
`
	behind = "%p = descend.deref %x : !descend.place<&uniq cpu.mem i32> -> !descend.place<i32>\ndescend.write %c, %p : i32, !descend.place<i32>\n"
)

// TestUsage holds what is said of variables for what scanners of them ask.
func TestUsage(t *testing.T) {
	cond := "%b = descend.const {value = 1 : i1} : i1\ndescend.if %b {\n" + again + "}\n"
	for _, x := range []struct {
		name, text             string
		once, scalar, onlyRead bool
		assigned               place.Assignments
		lends, parts, behind   bool
	}{
		{name: "nothing", text: intVar, scalar: true, onlyRead: true},
		{name: "once", text: intVar + initial + read, once: true, scalar: true, onlyRead: true, assigned: place.Single},
		{name: "twice", text: intVar + initial + again + read, scalar: true, assigned: place.Several},
		{name: "elsewhere", text: intVar + cond, scalar: true, assigned: place.Single},
		{name: "lent", text: intVar + initial + lend, once: true, onlyRead: true, assigned: place.Single, lends: true},
		{name: "lent uniquely", text: intVar + initial + uniq, once: true, assigned: place.Single, lends: true},
		{name: "part", text: pairVar + partWise, assigned: place.Single, parts: true},
		{name: "behind", text: refVar + behind, assigned: place.Single, behind: true},
		{name: "the element of a map goes to its result", text: rows + mapped, scalar: true, onlyRead: true},
		// nobody knows what an operation does that gets the variable and does not say it
		{name: "unknown", text: intVar + initial + peek, assigned: place.Several, lends: true, parts: true, behind: true},
	} {
		t.Run(strings.ReplaceAll(x.name, " ", "-"), func(t *testing.T) {
			u := usageOf(t, x.text)
			_, once := u.Once()
			if once != x.once || u.IsScalar() != x.scalar || u.OnlyRead(nil) != x.onlyRead || u.Assigned() != x.assigned {
				t.Errorf("once %t, scalar %t, only read %t, assigned %d", once, u.IsScalar(), u.OnlyRead(nil), u.Assigned())
			}
			for _, q := range []struct {
				what      string
				got, want bool
			}{
				{"lent", u.Whole.Any(descend.Use.Lends), x.lends},
				{"written in part", u.Parts.Any(descend.Use.Gives), x.parts},
				{"written behind", u.Behind.Any(descend.Use.Gives), x.behind},
			} {
				if q.got != q.want {
					t.Errorf("%s: %t, want %t", q.what, q.got, q.want)
				}
			}
		})
	}
}
