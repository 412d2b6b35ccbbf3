package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"descend/backend/libllvm"
	"descend/backend/link"
	"descend/ir/need"
)

// TestIR holds that the IR was made of the C that is there.
func TestIR(t *testing.T) {
	for _, p := range parts() {
		sum, err := p.Sum()
		if err != nil {
			t.Fatal(err)
		}
		for arch := range triples {
			text, err := os.ReadFile(filepath.Join("../../..", p.Folder, p.IRFile(arch)))
			if err != nil || !strings.HasPrefix(string(text), p.IRHead(sum)) {
				t.Errorf("%s is not of the sources in src: go generate ./%s makes it again (%v)", p.IRFile(arch), p.Folder, err)
			}
		}
	}
}

// TestFiles holds that the files are what LLVM and our linker make of the IR. Programs for another processor need its C library.
func TestFiles(t *testing.T) {
	l := libllvm.Find(libllvm.Folders(), llvm)
	if l == nil || l.Major != llvm {
		need.Tool(t, "libLLVM 19")
	}
	for _, p := range parts() {
		for _, f := range p.files {
			dir := filepath.Join("../../..", p.Folder)
			data, err := p.make(t.Context(), l, f, dir)
			if _, missing := errors.AsType[*link.UndefinedError](err); missing && f.arch != runtime.GOARCH {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if is, err := os.ReadFile(filepath.Join(dir, f.name)); err != nil || !bytes.Equal(is, data) {
				t.Errorf("%s is not of the IR: go generate ./%s makes it again (%v)", f.name, p.Folder, err)
			}
		}
	}
}
