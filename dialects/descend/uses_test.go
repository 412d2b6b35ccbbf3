package descend_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/dialects/view"
	"descend/ir"
)

// kinds name the kinds of uses.
var kinds = []string{"read", "move", "write", "init", "drop", "atomic read", "atomic write", "borrow", "uniq", "two-phase", "loop", "uniq loop", "call"}

// TestUses walks the operations that may stand in functions. Each says what it does with memory; those that are not pure
// say what this table has for one in their example.
func TestUses(t *testing.T) {
	want := map[string]string{
		"descend.func": "", "descend.return": "", "descend.condition": "", "descend.let_nat": "", "descend.zeros": "", "descend.local": "", "descend.alloc": "", "descend.box_new": "",
		"descend.device": "", "descend.print": "", "descend.assert": "", "descend.copy_token": "", "descend.finish": "", "descend.check_permutation": "", "descend.to_atomic": "", "descend.shuffle": "", "descend.ballot": "", "descend.lane_vote": "", "descend.lane_mma": "", "descend.lane_factors": "", "descend.binary": "", "descend.apply": "",
		"descend.if": "inside", "descend.if_exists": "inside", "descend.while": "inside", "descend.for_nat": "inside", "descend.scope": "inside", "descend.unsafe": "inside",
		"exec.sched": "inside", "exec.split": "inside", "exec.sync": "barrier", "descend.vote": "barrier",
		"exec.new_barrier": "orders", "exec.arrive": "orders", "exec.wait": "barrier",
		"descend.for_each":   "inside; loop operand 0",
		"descend.read":       "read operand 0, result 0",
		"descend.move":       "move operand 0, result 0",
		"descend.write":      "init operand 1, operand 0",
		"descend.drop":       "drop operand 0",
		"descend.borrow":     "uniq operand 0, result 0",
		"descend.atomic":     "atomic write operand 0",
		"descend.copy_async": "read operand 1; write operand 0",
		"descend.lane_place": "read operand 0",
		"descend.call":       "call operand 1",
		"descend.launch":     "call operand 0",
		"descend.alloc_copy": "read what operand 0 leads to, result 0",
		"descend.fill":       "write what operand 0 leads to",
		"descend.copy":       "read what operand 1 leads to; write what operand 0 leads to, operand 1",
	}
	for _, d := range []*ir.Dialect{descend.Dialect(), exec.Dialect(), view.Dialect()} {
		for _, e := range d.Ops {
			if e.Def.Has(ir.Pure) {
				continue
			}
			uses, ok := want[e.Def.Name]
			if got := usesOf(t, e.Def); !ok || got != uses {
				t.Errorf("%s: %q, want %q", e.Def.Name, got, uses)
			}
			delete(want, e.Def.Name)
		}
	}
	if len(want) > 0 {
		t.Errorf("not registered, or pure: %v", want)
	}
}

// usesOf is the text of what the first operation of a definition in its example does with memory.
func usesOf(t *testing.T, def *ir.OpDef) string {
	t.Helper()
	diags := &ir.Diagnostics{}
	m := ir.ParseModule(ir.NewContext(dialects.All()...), def.Name, []byte(def.Example), diags)
	if m == nil {
		t.Fatal(diags.Sorted())
	}
	var op *ir.Operation
	for o := range m.All(def.Name) {
		op = o
		break
	}
	var out []string
	if def.Has(ir.RecursiveMemoryEffects) {
		out = append(out, "inside")
	}
	if exec.BarrierOf(op) != nil {
		out = append(out, "barrier")
	} else if exec.Orders(op.Typed()) {
		out = append(out, "orders")
	}
	name := func(v *ir.Value) string {
		if i := slices.Index(op.Operands(), v); i >= 0 {
			return fmt.Sprintf("operand %d", i)
		}
		return fmt.Sprintf("result %d", slices.Index(op.Results(), v))
	}
	for _, u := range descend.UsesOf(op) {
		text := kinds[u.Kind] + " "
		if !u.IsPlace() && u.Kind != descend.CallUse {
			text += "what " + name(u.Of) + " leads to"
		} else {
			text += name(u.Of)
		}
		if u.Value != nil {
			text += ", " + name(u.Value)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// TestAtomicUses holds the rule for atomic operations: those on a scalar that is lent as an atomic change it as its owner does.
func TestAtomicUses(t *testing.T) {
	const text = `descend.func @f(%%t: !exec.thread, %%x: !descend.place<%[2]s>) {
  %%0 = descend.const {value = 1 : ui32} : ui32
  %%1 = descend.atomic %[1]s : !descend.place<%[2]s>%[3]s -> ui32
}
`
	for _, tt := range []struct {
		op, elem, more string
		changes        bool
	}{
		{`"load" %x`, "AtomicU32", "", false}, {`"load" %x`, "u32", "", false},
		{`"add" %x, %0`, "AtomicU32", ", ui32", false}, {`"add" %x, %0`, "u32", ", ui32", true},
	} {
		diags := &ir.Diagnostics{}
		m := ir.ParseModule(ir.NewContext(dialects.All()...), "atomic", fmt.Appendf(nil, text, tt.op, tt.elem, tt.more), diags)
		if m == nil || !ir.Verify(m, diags) {
			t.Fatal(diags.Sorted())
		}
		for op := range m.All("descend.atomic") {
			if us := descend.UsesOf(op); len(us) != 1 || !us[0].IsAtomic() || us[0].ChangesOwn() != tt.changes {
				t.Errorf("%s of %s: %v", tt.op, tt.elem, us)
			}
		}
	}
}

// silentOp says nothing about memory.
type silentOp struct{ *ir.Operation }

var silentDef = &ir.OpDef{Name: "test.silent", Operands: []ir.OperandDef{{Name: "place"}}, Format: "$place attr-dict `:` type($place)"}

func (silentOp) Def() *ir.OpDef { return silentDef }

// vagueOp stores something, but does not say what.
type vagueOp struct{ *ir.Operation }

var vagueDef = &ir.OpDef{Name: "test.vague", Operands: []ir.OperandDef{{Name: "place"}}, Format: "$place attr-dict `:` type($place)"}

func (vagueOp) Def() *ir.OpDef { return vagueDef }
func (o vagueOp) Uses() []descend.Use {
	return []descend.Use{{Kind: descend.WriteUse, Of: o.Operand(0)}}
}

// mixedOp says both that it does nothing with memory and that it stores something.
type mixedOp struct{ vagueOp }

var mixedDef = &ir.OpDef{Name: "test.mixed", Operands: []ir.OperandDef{{Name: "place"}}, Traits: ir.Pure, Format: "$place attr-dict `:` type($place)"}

func (mixedOp) Def() *ir.OpDef { return mixedDef }

// TestSilence holds that an operation which does not say what it does with memory is refused: where its dialect is
// registered, if that has the rule, and in functions in any case.
func TestSilence(t *testing.T) {
	ops := []ir.OpEntry{ir.Op(func(o *ir.Operation) silentOp { return silentOp{o} }),
		ir.Op(func(o *ir.Operation) mixedOp { return mixedOp{vagueOp{o}} }), ir.Op(func(o *ir.Operation) vagueOp { return vagueOp{o} })}
	func() {
		defer func() {
			if msg := fmt.Sprint(recover()); !strings.Contains(msg, "definition of 'test.silent' (descend_test.silentOp, uses_test.go:157): does not say what it does with memory") {
				t.Errorf("registered: %s", msg)
			}
		}()
		ir.NewContext(&ir.Dialect{Name: "test", Ops: ops, Rule: descend.Declared})
	}()
	c := ir.NewContext(append(dialects.All(), &ir.Dialect{Name: "test", Ops: ops})...)
	c.AllowUnregistered = true
	for text, want := range map[string]string{
		"test.silent %x : !descend.place<f32>":          "'test.silent' op does not say what it does with memory",
		"test.mixed %x : !descend.place<f32>":           "'test.mixed' op does not say what it does with memory",
		"test.vague %x : !descend.place<f32>":           "",
		"test.vague %x : !descend.place<& cpu.mem f32>": "'test.vague' op moves references, but does not say from where to where",
		`"other.op"(%x) : (!descend.place<f32>) -> ()`:  "'other.op' op does not say what it does with memory",
		`"other.op"() : () -> ()`:                       "'other.op' op does not say what it does with memory",
		"%0 = arith.constant 1 : i32":                   "",
		"%m = memref.alloc() : memref<4xf32>":           "'memref.alloc' op does not say what it does with memory",
	} {
		typ := "!descend.place<f32>"
		if _, t, ok := strings.Cut(text, "%x : "); ok {
			typ = t
		}
		diags := &ir.Diagnostics{}
		m := ir.ParseModule(c, "silent", []byte("descend.func @f(%t: !exec.cpu_thread, %x: "+typ+") {\n"+text+"\n}\n"), diags)
		if m == nil {
			t.Fatal(diags.Sorted())
		}
		ir.Verify(m, diags)
		got := ""
		if ds := diags.Sorted(); len(ds) > 0 {
			got = ds[0].Message
		}
		if want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
