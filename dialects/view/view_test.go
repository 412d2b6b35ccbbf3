package view_test

import (
	"fmt"
	"math/big"
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

// A permutation of six elements, which parsed calls %p.
const permuted = descend.PermutationName + " {indices: & gpu.global [u32; 6]}"
const permutation = "!descend.struct<" + permuted + ">"

// env assumes nothing, and takes permutations to be [2, 3, 4, 5, 0, 1].
var env = view.Env{Assume: func(nat.Constraint) {}, Permuted: func(v view.PermuteOp, index nat.Expr) (nat.Expr, bool) {
	return index.Add(nat.Int(2)).Mod(v.Size()), true
}}

// parsed is a view of %x, which is a place of a type.
func parsed(t *testing.T, of, op, result, region string) (*ir.Operation, view.View) {
	t.Helper()
	diags := &ir.Diagnostics{}
	types := of
	if strings.Contains(op, "%p") {
		types += ", " + permutation
	}
	m := ir.ParseModule(ir.NewContext(dialects.All()...), "view", []byte("descend.func @f(%t: !exec.thread, %x: "+of+", %q: !descend.place<"+permuted+">) attributes {generics = [\"w: nat\"]} {\n"+
		"%p = descend.read %q : !descend.place<"+permuted+"> -> "+permutation+"\n%r = "+op+" : "+types+" -> !descend.place<"+result+">"+region+"\n}"), diags)
	if m == nil || !ir.Verify(m, diags) {
		t.Fatalf("%s: %v", op, diags.Sorted())
	}
	o := m.Body(0).Front().Body(0).Back()
	return o, o.Typed().(view.View)
}

// mapping is the region that maps rows of four elements.
func mapping(op, result string) string {
	return " {\n^bb0(%e: !descend.place<[i32; 4]>):\n %0 = " + op + " : !descend.place<[i32; 4]> -> !descend.place<" + result + ">\n" +
		" view.yield %0 : !descend.place<" + result + ">\n}"
}

// TestBack holds by enumeration what a view promises: each of its elements is an element of the array that it is of, each another
// one exactly if it is injective, and none is left out but by view.range; what it assumes holds. The results are worked out by
// hand for some.
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
		{"view.swizzle %x {width = #descend.nat<4>}", "[[[[i32; 4]]; 6]]", "[3][1]", "[3][2]"},
		{"view.swizzle %x {width = #descend.nat<2>}", "[[[[i32; 4]]; 6]]", "[5][2]", "[5][3]"},
		{"view.swizzle %x {width = #descend.nat<1>}", "[[[[i32; 4]]; 6]]", "[5][2]", "[5][2]"},
		{"view.repeat %x {times = #descend.nat<3>}", "[[[[i32; 4]; 6]; 3]]", "[2][5][1]", "[5][1]"},
		{"view.repeat %x {times = #descend.nat<1>}", "[[[[i32; 4]; 6]; 1]]", "[0][5][1]", "[5][1]"},
		{"view.window %x {size = #descend.nat<3>}", "[[[[[i32; 4]; 3]]; 4]]", "[3][2][1]", "[5][1]"},
		{"view.window %x {size = #descend.nat<6>}", "[[[[[i32; 4]; 6]]; 1]]", "[0][2][1]", "[2][1]"},
		{"view.permute %x, %p", "[[[i32; 4]; 6]]", "[5][1]", "[1][1]"},
		{"view.pad %x {size = #descend.nat<9>}", "[[[[?i32; 4]]; 9]]", "[5][1]", "[5][1]"},
		{"view.pad %x {size = #descend.nat<6>}", "[[[[?i32; 4]]; 6]]", "[5][1]", "[5][1]"},
		{"view.shift %x {before = #descend.nat<2>, after = #descend.nat<1>}", "[[[[?i32; 4]]; 9]]", "[2][1]", "[0][1]"},
		{"view.shift %x {before = #descend.nat<0>, after = #descend.nat<0>}", "[[[[?i32; 4]]; 6]]", "[5][1]", "[5][1]"},
	} {
		region := ""
		if tt.op == "view.map %x" {
			region = mapping("view.reverse %e", "[[i32; 4]]")
		}
		op, v := parsed(t, of, tt.op, tt.result, region)
		seen[op.Name()] = true
		reached := map[string]bool{}
		for _, idx := range indices(descend.ElemOf(op.Result(0))) {
			from := key(idx)
			if !exists(t, v, idx) {
				continue
			}
			back, ok := v.Back(idx, view.Env{Permuted: env.Permuted, Assume: func(k nat.Constraint) {
				if yes, err := k.Eval(nil); !yes || err != nil {
					t.Errorf("%s: assumes %s", tt.op, k.Clause())
				}
			}})
			if !ok {
				t.Fatalf("%s: %s is not mapped", tt.op, from)
			}
			if from == tt.from && key(back) != tt.to {
				t.Errorf("%s: %s is element %s, want %s", tt.op, from, key(back), tt.to)
			}
			if reached[key(back)] && v.Injective() {
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
	if _, v := parsed(t, of, "view.map %x", "[[[[[[i32; 2]]; 3]]; 6]]", mapping("view.window %e {size = #descend.nat<2>}", "[[[[i32; 2]]; 3]]")); v.Injective() {
		t.Error("a map of windows is injective")
	}
	for name := range view.Basic() {
		if !seen["view."+name] {
			t.Errorf("view.%s was not tried", name)
		}
	}
}

// exists says whether an element of a view is there.
func exists(t *testing.T, v view.View, idx []view.Elem) bool {
	p, ok := v.(view.Partial)
	if !ok {
		return true
	}
	for _, k := range p.Exists(idx, env) {
		yes, err := k.Eval(nil)
		if err != nil {
			t.Fatal(err)
		}
		if !yes {
			return false // what comes after it means nothing
		}
	}
	return true
}

// TestExistsInMaps holds the order of conditions in a map: those of the last view come first, and each is of the index there.
func TestExistsInMaps(t *testing.T) {
	const of = "!descend.place<[[i32; 4]; 6]>"
	region := " {\n^bb0(%e: !descend.place<[i32; 4]>):\n %0 = view.pad %e {size = #descend.nat<5>} : !descend.place<[i32; 4]> -> !descend.place<[[?i32; 5]]>\n" +
		" %1 = view.shift %0 {before = #descend.nat<1>, after = #descend.nat<0>} : !descend.place<[[?i32; 5]]> -> !descend.place<[[?i32; 6]]>\n" +
		" view.yield %1 : !descend.place<[[?i32; 6]]>\n}"
	_, v := parsed(t, of, "view.map %x", "[[[[?i32; 6]]; 6]]", region)
	var got []string
	for _, k := range v.(view.Partial).Exists([]view.Elem{view.At(nat.Var("i")), view.At(nat.Var("j"))}, env) {
		got = append(got, k.Clause())
	}
	if want := "1 <= j, j < 6, j - 1 < 4"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	for _, tt := range []struct {
		j  int64
		is bool
	}{{0, false}, {1, true}, {4, true}, {5, false}} {
		if got := exists(t, v, []view.Elem{view.At(nat.Int(2)), view.At(nat.Int(tt.j))}); got != tt.is {
			t.Errorf("element %d exists: %t", tt.j, got)
		}
	}
}

// TestSwizzle compares the index function with the xor of numbers, for widths that are known and for one that is not.
func TestSwizzle(t *testing.T) {
	const of = "!descend.place<[[i32; 96]; 70]>"
	_, generic := parsed(t, of, "view.swizzle %x {width = #descend.nat<w>}", "[[[[i32; 96]]; 70]]", "")
	column := func(v view.View) nat.Expr {
		back, ok := v.Back([]view.Elem{view.At(nat.Var("i")), view.At(nat.Var("j"))}, env)
		if !ok || len(back) != 2 || !back[0].Expr.Equal(nat.Var("i")) {
			t.Fatalf("(i, j) is element %s", key(back))
		}
		return back[1].Expr
	}
	for w := int64(1); w <= 32; w *= 2 {
		_, known := parsed(t, of, fmt.Sprintf("view.swizzle %%x {width = #descend.nat<%d>}", w), "[[[[i32; 96]]; 70]]", "")
		columns := []nat.Expr{column(known), column(generic)}
		for i := range int64(70) {
			for j := range int64(96) {
				env := map[string]*big.Int{"w": big.NewInt(w), "i": big.NewInt(i), "j": big.NewInt(j)}
				for n := range columns {
					if got, err := columns[n].EvalInt(env); err != nil || got.Int64() != j^i%w {
						t.Fatalf("%d: element (%d, %d) is in column %v, want %d", w, i, j, got, j^i%w)
					}
				}
			}
		}
	}
	for _, w := range []int64{0, 3, 6, 33, 64, 96} {
		_, v := parsed(t, of, fmt.Sprintf("view.swizzle %%x {width = #descend.nat<%d>}", w), "[[[[i32; 96]]; 70]]", "")
		holds := true
		for _, n := range v.Needs(nat.Int(70)) {
			yes, err := n.Goal.Eval(nil)
			holds = holds && yes && err == nil
		}
		if holds {
			t.Errorf("a swizzle by %d is allowed", w)
		}
	}
}
