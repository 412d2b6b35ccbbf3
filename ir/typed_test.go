package ir

import (
	"slices"
	"testing"
)

// TestTyped asks for the operations of a module by their Go types, and for what is around and behind them.
func TestTyped(t *testing.T) {
	m := readModule(t, toyContext(), "f", []byte(`toy.module {
  toy.func @f() {
    %0 = toy.const 1
    %1 = toy.const 2
    toy.for %0 : i32 {
      %2 = toy.add %0, %1 : i32
      "other.op"(%2) : (i32) -> ()
    }
    toy.return
  }
}
`))
	var values []int64
	for o := range AllOf[toyConst](m) {
		n, _ := o.IntAttr("value")
		values = append(values, n)
	}
	if !slices.Equal(values, []int64{1, 2}) {
		t.Errorf("constants %v", values)
	}
	for o := range AllOf[toyAdd](m) {
		if !Is[toyAdd](o.Operation) || Is[toyConst](o.Operation) {
			t.Error("an addition is a toy.add and no toy.const")
		}
		if _, ok := DefinedBy[toyConst](o.Operand(0)); !ok {
			t.Error("the operand is defined by a constant")
		}
		if f, ok := Enclosing[toyFunc](o.Operation); !ok || SymbolName(f.Operation) != "f" {
			t.Error("the function around is @f")
		}
		if _, ok := Enclosing[toyCall](o.Operation); ok {
			t.Error("no call is around")
		}
	}
	for o := range m.All("other.op") {
		if Is[toyAdd](o) || Is[any](o) {
			t.Error("what is not registered has no Go type")
		}
	}
	if Is[toyAdd](nil) {
		t.Error("no operation is no toy.add")
	}
	if _, ok := DefinedBy[toyConst](nil); ok {
		t.Error("no value is not defined")
	}
}
