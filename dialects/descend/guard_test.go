package descend_test

import (
	"slices"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/ir"
)

const guarded = `descend.func @f(%t: !exec.cpu_thread, %x: !descend.place<i1>, %y: !descend.place<i1>) {
  %no = descend.const {value = false} : i1
  %yes = descend.const {value = true} : i1
  %a = descend.read %x : !descend.place<i1> -> i1
  %b = descend.read %y : !descend.place<i1> -> i1
  %not = descend.unary "not" %a : i1
  %and = descend.if %a : i1 {
    descend.yield %b : i1
  } else {
    descend.yield %no : i1
  }
  %or = descend.if %a : i1 {
    descend.yield %yes : i1
  } else {
    descend.yield %b : i1
  }
  descend.while {
    descend.condition %or
  } do {
    descend.if %and {
      descend.print %a : i1
    } else {
      descend.if %not {
        descend.print %b : i1
      }
    }
  }
}`

// TestGuards holds that a guard has the parts that it has in every state: it holds exactly where all of them do. And that the
// guards of an operation are those of the branches and loop bodies that it is in.
func TestGuards(t *testing.T) {
	diags := &ir.Diagnostics{}
	m := ir.ParseModule(ir.NewContext(dialects.All()...), "guards", []byte(guarded), diags)
	if m == nil {
		t.Fatal(diags.Sorted())
	}
	ops := slices.Collect(m.Body(0).Front().Body(0).Ops())
	a, b, not, and, or := ops[2].Result(0), ops[3].Result(0), ops[4].Result(0), ops[5].Result(0), ops[6].Result(0)
	for _, x := range []bool{false, true} {
		for _, y := range []bool{false, true} {
			is := map[*ir.Value]bool{ops[0].Result(0): false, ops[1].Result(0): true, a: x, b: y, not: !x, and: x && y, or: x || y}
			constant := func(v *ir.Value) (bool, bool) { return is[v], ir.Is[descend.ConstOp](v.DefiningOp()) }
			parts := 0
			for _, v := range []*ir.Value{a, b, not, and, or} {
				for _, then := range []bool{false, true} {
					list := descend.Guard{Cond: v, Is: then}.Parts(constant)
					parts += len(list)
					others := slices.ContainsFunc(list, func(g descend.Guard) bool { return is[g.Cond] != g.Is })
					if len(list) > 0 && others == (is[v] == then) {
						t.Errorf("%v %v, %v = %v has the parts %v", x, y, v, then, list)
					}
				}
			}
			if parts != 2*1+2+2 {
				t.Errorf("%d parts", parts)
			}
		}
	}
	var got []descend.Guard
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if ir.Is[descend.PrintOp](op) {
			got = slices.AppendSeq(got, descend.Guards(op))
		}
		return ir.Advance
	})
	want := []descend.Guard{{Cond: and, Is: true}, {Cond: or, Is: true}, {Cond: not, Is: true}, {Cond: and, Is: false}, {Cond: or, Is: true}}
	if !slices.Equal(got, want) {
		t.Errorf("guards %v, want %v", got, want)
	}
}
