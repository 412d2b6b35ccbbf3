package dynlib_test

import (
	"runtime"
	"testing"

	"github.com/ebitengine/purego"

	"descend/backend/dynlib"
	"descend/ir/need"
)

// TestOpen loads the C library, calls a function of it, and asks for what is not there.
func TestOpen(t *testing.T) {
	name := map[string]string{"windows": "ucrtbase.dll", "darwin": "/usr/lib/libSystem.B.dylib"}[runtime.GOOS]
	if name == "" {
		name = "libc.so.6"
	}
	handle, err := dynlib.Open(name)
	need.Found(t, err) // there is none on a static system
	address, err := dynlib.Symbol(handle, "abs")
	if err != nil {
		t.Fatal(err)
	}
	var abs func(int32) int32
	purego.RegisterFunc(&abs, address)
	if got := abs(-42); got != 42 {
		t.Errorf("abs(-42) is %d", got)
	}
	if _, err := dynlib.Symbol(handle, "descend_has_no_such_function"); err == nil {
		t.Error("a function that is not there is found")
	}
	if _, err := dynlib.Open("descend-has-no-such-library"); err == nil {
		t.Error("a library that is not there is loaded")
	}
}
