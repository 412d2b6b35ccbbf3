package view_test

import (
	"fmt"
	"strings"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/dialects/view"
	"descend/ir"
)

// indices are all constant indices into a type, down to what is no array or pair.
func indices(t ir.Type) [][]view.Elem {
	var out [][]view.Elem
	add := func(first view.Elem, t ir.Type) {
		for _, rest := range indices(t) {
			out = append(out, append([]view.Elem{first}, rest...))
		}
	}
	switch t := t.(type) {
	case *descend.ArrayType:
		n, _ := t.Size.Int64()
		for i := range n {
			add(view.At(nat.Int(i)), t.Elem)
		}
	case *ir.TupleType:
		for i, part := range t.Types {
			add(view.Field(i), part)
		}
	default:
		return [][]view.Elem{nil}
	}
	return out
}

func key(idx []view.Elem) string {
	s := ""
	for _, e := range idx {
		if e.IsField {
			s += fmt.Sprintf(".%d", e.Field)
		} else {
			s += "[" + e.Expr.String() + "]"
		}
	}
	return s
}

// TestBack holds by enumeration what a view promises: each of its elements is an element of the array that it is of, each another
// one, and none is left out but by view.range; what it assumes holds. The results are worked out by hand for some.
func TestBack(t *testing.T) {
	const of = "!descend.place<[[i32; 4]; 6]>"
	seen := map[string]bool{}
	for _, tt := range []struct{ op, result, from, to string }{
		{"view.split %x {at = #descend.nat<2>}", "([[[i32; 4]; 2]], [[[i32; 4]; 4]])", ".1[3][2]", "[5][2]"},
		{"view.split %x {at = #descend.nat<0>}", "([[[i32; 4]; 0]], [[[i32; 4]; 6]])", ".1[3][2]", "[3][2]"},
		{"view.split %x {at = #descend.nat<6>}", "([[[i32; 4]; 6]], [[[i32; 4]; 0]])", ".0[3][2]", "[3][2]"},
		{"view.group %x {size = #descend.nat<3>}", "[[[[[i32; 4]; 3]]; 2]]", "[1][2][0]", "[5][0]"},
		{"view.join %x", "[[i32; 24]]", "[9]", "[2][1]"},
		{"view.transpose %x", "[[[[i32; 6]]; 4]]", "[3][5]", "[5][3]"},
		{"view.reverse %x", "[[[i32; 4]; 6]]", "[1][2]", "[4][2]"},
		{"view.range %x {lo = #descend.nat<1>, hi = #descend.nat<5>}", "[[[i32; 4]; 4]]", "[0][3]", "[1][3]"},
		{"view.map %x", "[[[[i32; 4]]; 6]]", "[2][0]", "[2][3]"},
	} {
		region := ""
		if strings.HasPrefix(tt.op, "view.map") {
			region = " {\n^bb0(%e: !descend.place<[i32; 4]>):\n %0 = view.reverse %e : !descend.place<[i32; 4]> -> !descend.place<[[i32; 4]]>\n" +
				" view.yield %0 : !descend.place<[[i32; 4]]>\n}"
		}
		diags := &ir.Diagnostics{}
		m := ir.ParseModule(ir.NewContext(dialects.All()...), "view", []byte("descend.func @f(%t: !exec.thread, %x: "+of+") {\n%r = "+
			tt.op+" : "+of+" -> !descend.place<"+tt.result+">"+region+"\n}"), diags)
		if m == nil || !ir.Verify(m, diags) {
			t.Fatalf("%s: %v", tt.op, diags.Sorted())
		}
		op := m.Body(0).Front().Body(0).Front()
		v := op.Typed().(view.View)
		seen[op.Name()] = true
		reached := map[string]bool{}
		for _, idx := range indices(descend.ElemOf(op.Result(0))) {
			from := key(idx)
			back, ok := v.Back(idx, func(k nat.Constraint) {
				if yes, err := k.Eval(nil); !yes || err != nil {
					t.Errorf("%s: assumes %s", tt.op, k.Clause())
				}
			})
			if !ok {
				t.Fatalf("%s: %s is not mapped", tt.op, from)
			}
			if from == tt.from && key(back) != tt.to {
				t.Errorf("%s: %s is element %s, want %s", tt.op, from, key(back), tt.to)
			}
			if reached[key(back)] {
				t.Errorf("%s: %s is reached twice", tt.op, key(back))
			}
			reached[key(back)] = true
		}
		all := 0
		for _, idx := range indices(descend.ElemOf(op.Operand(0))) {
			if reached[key(idx)] {
				all++
			}
		}
		if all != len(reached) || all != 24 && !op.Is("view.range") {
			t.Errorf("%s reaches %d elements, %d of the array", tt.op, len(reached), all)
		}
	}
	for name := range view.Basic() {
		if !seen["view."+name] {
			t.Errorf("view.%s was not tried", name)
		}
	}
}
