package main

import (
	"bytes"
	"testing"

	"descend/backend/libllvm"
	"descend/backend/runtime"
	"descend/ir/need"
)

// TestObjects holds that the objects are what LLVM makes of the IR.
func TestObjects(t *testing.T) {
	l := libllvm.Find(libllvm.Folders(), llvm)
	if l == nil || l.Major != llvm {
		need.Tool(t, "libLLVM 19")
	}
	for _, p := range runtime.Parts {
		data, err := object(t.Context(), l, p, "..")
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(data, p.Object()) {
			t.Errorf("%s is not of the IR: go generate ./backend/runtime makes it again", p.File())
		}
	}
}
