package ir

import (
	"strings"
	"testing"
)

// TestVerify has one wrong module for each rule of the verifier.
func TestVerify(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"operand count", `%0 = "toy.const"() <{value = 1 : i32}> : () -> i32
			%1 = "toy.add"(%0) : (i32) -> i32`, "'toy.add' op expected 2 operands, but found 1"},
		{"operand type", `%0 = "x"() : () -> f32
			%1 = "toy.add"(%0, %0) : (f32, f32) -> f32`, "'toy.add' op operand #0 must be signless integer, but got 'f32'"},
		{"result count", `"toy.const"() <{value = 1 : i32}> : () -> ()`, "'toy.const' op requires one result"},
		{"same types", `%0:2 = "x"() : () -> (i32, i64)
			%1 = "toy.add"(%0#0, %0#1) : (i32, i64) -> i32`, "'toy.add' op requires the same type for all operands and results"},
		{"attribute", `%0 = "toy.const"() : () -> i32`, "'toy.const' op requires attribute 'value'"},
		{"attribute kind", `%0 = "toy.const"() <{value = 1 : i64}> : () -> i32`, "attribute 'value' failed to satisfy constraint: 32-bit signless integer attribute"},
		{"regions", `%0 = "x"() : () -> i32
			"toy.for"(%0) : (i32) -> ()`, "'toy.for' op requires one region"},
		{"empty region", `%0 = "x"() : () -> i32
			"toy.for"(%0) ({}) : (i32) -> ()`, "region #0 ('body') failed to verify constraint"},
		{"visibility", `"toy.func"() <{sym_name = "f", function_type = () -> ()}> ({ "toy.return"() : () -> () }) {sym_visibility = "odd"} : () -> ()`,
			"visibility expected to be one of"},
		{"terminator", `"toy.func"() <{sym_name = "f", function_type = () -> ()}> ({
			%0 = "toy.const"() <{value = 1 : i32}> : () -> i32 }) : () -> ()`, "block with no terminator, has "},
		{"implicit terminator", `%0 = "x"() : () -> i32
			"toy.for"(%0) ({ "toy.return"() : () -> () }) : (i32) -> ()`, "expects regions to end with 'toy.yield', found 'toy.return'"},
		{"terminator in the middle", `toy.func @f() { toy.return
			toy.return }`, "'toy.return' op must be the last operation in the parent block"},
		{"successor count", `"toy.func"() <{sym_name = "f", function_type = () -> ()}> ({ "toy.br"()[^a] <{operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
			^a: "toy.return"() : () -> () }) : () -> ()`, "'toy.br' op requires 2 successors but found 1"},
		{"operand groups", `"toy.func"() <{sym_name = "f", function_type = () -> ()}> ({ "toy.br"()[^a, ^a] <{operandSegmentSizes = array<i32: 1, 0>}> : () -> ()
			^a: "toy.return"() : () -> () }) : () -> ()`, "operand count (0) does not match with the total size (1) specified in attribute 'operandSegmentSizes'"},
		{"branch to entry", "\"x\"() ({\n^a:\n \"y\"()[^a] : () -> () }) : () -> ()", "entry block of region may not have predecessors"},
		{"branch in the middle", "\"x\"() ({\n \"y\"()[^a] : () -> ()\n \"z\"() : () -> ()\n^a:\n \"z\"() : () -> () }) : () -> ()", "operation with block successors must terminate its parent block"},
		{"empty block", "\"x\"() ({\n \"y\"()[^a] : () -> ()\n^a:\n}) : () -> ()", "empty block: expect at least a terminator"},
		{"isolation", `%0 = "x"() : () -> i32
			"x.r"() ({ "x.s"(%0) : (i32) -> () }) : () -> ()
			"toy.func"() <{sym_name = "f", function_type = () -> ()}> ({ "toy.return"() : () -> () }) : () -> ()
			toy.func @g() { toy.store %0 : i32 }`, "use of undeclared SSA value name"},
		{"order", `toy.func @f() { %0 = toy.add %1, %1 : i32
			%1 = toy.const 1
			toy.return }`, "operand #0 does not dominate this use"},
		{"own region", `"x"() ({ "y"() ({ "z"(%0) : (i32) -> () }) : () -> ()
			^a: %0 = "y"() : () -> i32 }) : () -> ()`, "operand #0 does not dominate this use"},
		{"dominance between blocks", "toy.func @f(%c: i1) { toy.br %c, ^a, ^b\n^a: %0 = toy.const 1\n toy.return\n^b: toy.store %0 : i32\n toy.return }", "operand #0 does not dominate this use"},
		{"symbols", "toy.module { toy.func @f()\n toy.func @f() }", "redefinition of symbol named 'f'"},
		{"own verifier", `%0 = "x"() : () -> i64
			toy.for %0 : i64 { }`, "'toy.for' op does not count in i64"},
		{"unknown operation of a dialect", `"toy.what"() : () -> ()`, "unregistered operation 'toy.what' found in dialect ('toy') that does not allow unknown operations"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var diags Diagnostics
			c := toyContext()
			m := ParseModule(c, "f", []byte(tt.src), &diags)
			c.AllowUnregistered = tt.name != "unknown operation of a dialect"
			if m != nil && Verify(m, &diags) {
				t.Fatal("accepted")
			}
			if got := diags.Sorted()[0].Message; !strings.Contains(got, tt.want) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestVerifyOrder checks that errors of functions, which are verified in parallel, come in order.
func TestVerifyOrder(t *testing.T) {
	var b strings.Builder
	for i := range 50 {
		b.WriteString("toy.func @f" + itoa(i) + "() { %0 = \"toy.const\"() : () -> i32 \n toy.return }\n")
	}
	var diags Diagnostics
	m := readModule(t, toyContext(), "f", []byte(b.String()))
	if Verify(m, &diags) || diags.Len() != 50 {
		t.Fatalf("%d errors, want 50", diags.Len())
	}
	for i, d := range diags.InOrder() {
		if line := RangeOf(d.Loc).Line; line != 2*i+1 {
			t.Fatalf("error %d is at line %d", i, line)
		}
	}
}

// TestDominance asks about a diamond with a loop.
func TestDominance(t *testing.T) {
	m := readModule(t, toyContext(), "f", []byte(`toy.func @f(%c: i1) {
		toy.br %c, ^a, ^b
	^a:
		toy.br ^c, ^c
	^b:
		toy.br ^c, ^b
	^c:
		toy.br ^a2, ^d
	^a2:
		toy.br ^c, ^c
	^d:
		toy.return
	^dead:
		toy.return
	}`))
	var bs []*Block
	for b := range m.Body(0).Front().Region(0).Blocks() {
		bs = append(bs, b)
	}
	entry, a, b, c, a2, d, dead := bs[0], bs[1], bs[2], bs[3], bs[4], bs[5], bs[6]
	dom := NewDominance()
	for _, tt := range []struct {
		x, y *Block
		want bool
	}{{entry, d, true}, {a, c, false}, {b, c, false}, {c, d, true}, {c, a2, true}, {a2, c, false}, {a2, d, false}, {d, d, true}, {d, dead, true}, {dead, d, false}} {
		if got := dom.DominatesBlock(tt.x, tt.y); got != tt.want {
			t.Errorf("dominates: %v, want %v", got, tt.want)
		}
	}
	if dom.Reachable(dead) || !dom.Reachable(a2) {
		t.Error("reachable blocks are wrong")
	}
	if dom.ImmediateDominator(c) != entry || dom.ImmediateDominator(d) != c || dom.ImmediateDominator(entry) != nil {
		t.Error("immediate dominators are wrong")
	}
}
