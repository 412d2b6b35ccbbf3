package place_test

import (
	"fmt"
	"testing"

	"descend/dialects/descend"
	"descend/ir"
	"descend/passes/place"
)

// TestWritten compares the paths of stores as the program writes them.
func TestWritten(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"parameter", "sched t in block { (*a)[3] = 1 }", "a.*[3]"},
		{"component", "sched t in block { p.0[[t]] = 1 }", "p.0.*[[thread.x]]"},
		{"variable that refers", "let r = &uniq *tmp; sched t in block { r[[t]] = 1 }", "r.*[[thread.x]]"},
		{"element of a loop", "sched t in block { for x in &uniq tmp.group::<1>[[t]] { *x = 1 } }", "x.*"},
		{"views", "sched t in block { tmp.group::<4>.map(reverse)[0][1] = 1 }", "tmp.*.group::<4>.map(.reverse)[0][1]"},
	}
	for _, c := range tests {
		_, ws := stores(compile(t, kernel(c.body)))
		for _, v := range ws {
			if got := place.Written(v).String(); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
}

// TestRelate compares the first steps in which two stores differ.
func TestRelate(t *testing.T) {
	tests := []struct {
		name, body string
		want       place.Relation
	}{
		{"equal elements", "tmp[3] = 1; tmp[1 + 2] = 1", place.SamePart},
		{"elements", "tmp[3] = 1; tmp[4] = 1", place.DisjointParts},
		{"elements of unknown distance", "for i in 0..4 { tmp[3] = 1; tmp[i] = 1 }", place.UnclearParts},
		{"ranges", "tmp[0..8][1] = 1; tmp[8..16][1] = 1", place.DisjointParts},
		{"ranges that overlap", "tmp[0..9][1] = 1; tmp[8..16][1] = 1", place.UnclearParts},
		{"halves", "tmp.split::<32>.fst[1] = 1; tmp.split::<32>.snd[1] = 1", place.DisjointParts},
		{"groups", "tmp.group::<4>[1][0] = 1; tmp.group::<4>[1][0] = 1", place.SamePart},
		{"other groups", "tmp.group::<4>[1][0] = 1; tmp.group::<8>[1][0] = 1", place.UnclearParts},
		{"other views", "tmp.reverse[1] = 1; tmp[0..64][1] = 1", place.UnclearParts},
		{"halves of each", "tmp.group::<4>.map(take_left::<2>)[1][0] = 1; tmp.group::<4>.map(take_right::<2>)[1][0] = 1", place.DisjointParts},
		{"maps of other lengths", "tmp.group::<4>.map(reverse)[1][0] = 1; tmp.group::<4>.map(reverse.reverse)[1][0] = 1", place.UnclearParts},
	}
	for _, c := range tests {
		_, ws := stores(compile(t, kernel("sched t in block { "+c.body+" }")))
		if len(ws) != 2 {
			t.Fatalf("%s: %d stores", c.name, len(ws))
		}
		a, b := place.Written(ws[0]), place.Written(ws[1])
		got := place.SamePart
		for i := 0; i < len(a.Steps) && got == place.SamePart; i++ {
			got = a.Steps[i].Relate(b.Steps[i])
		}
		if got != c.want {
			t.Errorf("%s: %s and %s have the relation %d, want %d", c.name, a, b, got, c.want)
		}
	}
}

// TestVaries says of the last step of a store whether the loop around moves it.
func TestVaries(t *testing.T) {
	tests := []struct {
		body string
		want bool
	}{
		{"tmp[3]", false}, {"tmp[i]", true}, {"tmp.group::<4>[i]", true}, {"tmp[i..i+1]", true}, {"tmp[2..3]", false},
		{"tmp.group::<4>.map(take_left::<i>)", true}, {"tmp.group::<4>.map(take_left::<2>)", false},
	}
	for _, c := range tests {
		fn := compile(t, kernel(fmt.Sprintf("for i in 0..4 { let r = &uniq %s; }", c.body)))
		n := 0
		for o := range fn.All("descend.borrow") {
			if o.Block().Parent().Is("descend.for_nat") {
				steps := place.Written(o.Operand(0)).Steps
				if got := steps[len(steps)-1].Varies(); got != c.want {
					t.Errorf("%s: %v", c.body, got)
				}
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s: %d borrows", c.body, n)
		}
	}
}

// TestBase follows the operand of every store to a variable or parameter.
func TestBase(t *testing.T) {
	fn := compile(t, kernel("sched t in block { for x in &uniq tmp.group::<1>[[t]] { *x = 1 }; p.0.group::<2>.map(reverse)[[t]]; (*a)[3] = 1 }"))
	n := 0
	fn.Walk(func(op *ir.Operation) ir.WalkResult {
		for _, v := range op.Operands() {
			if _, isPlace := v.Type().(*descend.PlaceType); !isPlace {
				continue
			}
			n++
			if root := descend.Root(v); place.KindOf(root) == place.Unknown {
				t.Errorf("%s: the root of operand %s is %s", op.Name(), v.Type(), root.Type())
			}
		}
		return ir.Advance
	})
	if n < 10 {
		t.Errorf("only %d places", n)
	}
}
