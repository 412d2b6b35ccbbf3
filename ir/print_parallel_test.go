package ir

import (
	"sync"
	"testing"
)

// TestPrintParallel prints one module from several goroutines, whole and by function: all see the same names.
func TestPrintParallel(t *testing.T) {
	m := readModule(t, toyContext(), "f", []byte(`toy.func @f(%a: i32) -> i32 {
  %x = toy.add %a, %a : i32
  %y = toy.add %x, %a : i32
  toy.return %y : i32
}
toy.func @g(%a: i32) -> i32 {
  %x = toy.add %a, %a : i32
  %y = toy.add %x, %x : i32
  toy.return %y : i32
}`))
	ops := []*Operation{m, m.Body(0).Front(), m.Body(0).Back()}
	opts := []PrintOptions{{}, {Generic: true}}
	print := func() (out []string) {
		for _, op := range ops {
			for _, o := range opts {
				out = append(out, Print(op, o))
			}
		}
		return out
	}
	want := print()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				for i, got := range print() {
					if got != want[i] {
						t.Errorf("%s\nbut\n%s", got, want[i])
						return
					}
				}
			}
		})
	}
	wg.Wait()
}
