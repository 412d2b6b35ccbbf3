package bail_test

import (
	"errors"
	"runtime"
	"testing"

	"descend/ir/bail"
)

type syntax struct{ at int }

// deep calls itself n times before f.
func deep(n int, f func()) {
	if n > 0 {
		deep(n-1, f)
		return
	}
	f()
}

func caught(f func()) (err error) {
	defer bail.Catch(&err)
	deep(3, f)
	return nil
}

func parsed(f func()) (err *syntax) {
	defer bail.Catch(&err)
	deep(3, f)
	return nil
}

func TestOut(t *testing.T) {
	failed := errors.New("failed")
	if err := caught(func() { bail.Out(failed) }); err != failed {
		t.Errorf("caught %v", err)
	}
	if err := caught(func() {}); err != nil {
		t.Errorf("caught %v of nothing", err)
	}
	if err := parsed(func() { bail.Out(&syntax{7}) }); err == nil || err.at != 7 {
		t.Errorf("caught %v", err)
	}
}

// TestTypes: an error goes to the innermost Catch of its type.
func TestTypes(t *testing.T) {
	failed, behind := errors.New("failed"), false
	err := caught(func() {
		if err := parsed(func() { bail.Out(failed) }); err != nil {
			t.Errorf("a syntax error %v", err)
		}
		behind = true
	})
	if err != failed || behind {
		t.Errorf("caught %v, went on behind: %v", err, behind)
	}
}

// TestFaults: what is no Out goes through, with its value.
func TestFaults(t *testing.T) {
	var list []int
	var at *syntax
	for name, f := range map[string]func(){
		"index out of range": func() { list[len(list)]++ },
		"nil dereference":    func() { at.at++ },
		"panic":              func() { panic(errors.New("a panic with an error")) },
		"nil":                func() { panic(nil) },
	} {
		var value any
		finished := func() (finished bool) {
			defer func() { value = recover() }()
			if err := caught(f); err != nil {
				t.Errorf("%s: caught %v", name, err)
			}
			return true
		}()
		if finished || value == nil {
			t.Errorf("%s: was swallowed", name)
		}
		if _, isError := value.(runtime.Error); isError == (name == "panic") {
			t.Errorf("%s: goes on as %v", name, value)
		}
	}
}
