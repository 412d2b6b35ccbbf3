// Package runtime holds the C sources that every native program brings along: device memory, launches on a pool
// of threads or through the CUDA driver, errors, printing, .npy files, and the command line of an executable.
// descend.h is for callers of programs, runtime.h says what a program tells about itself (backend/host).
//
// The same is there as object files (see csource), also since a run on the CPU would wait longer for a compiler of C than for all else.
package runtime

import (
	"bytes"
	"embed"

	"descend/backend/csource"
)

//go:generate go run ../csource/generate runtime

// Files are the sources, in the folder src; runtime.c includes the others.
//
//go:embed src
var Files embed.FS

// Source is the runtime in C.
var Source = csource.Source{Files: Files, Name: "runtime", Folder: "backend/runtime"}

// Header is descend.h: what callers of a program may use of the runtime.
//
//go:embed src/descend.h
var Header string

//go:embed *.elf
var objects embed.FS

// Part is the runtime for a processor, by Go's name for it, in a kind of file.
type Part struct {
	Arch   string
	Shared bool // for shared libraries; in executables the places of variables of threads are known when they are linked
}

// Parts are those that are there.
var Parts = []Part{{"amd64", false}, {"amd64", true}, {"arm64", false}}

// File is the name of the part's object file.
func (p Part) File() string {
	if p.Shared {
		return "runtime_" + p.Arch + "_shared.elf"
	}
	return "runtime_" + p.Arch + ".elf"
}

// Object is the object file; nil if there is none.
func (p Part) Object() []byte {
	data, err := objects.ReadFile(p.File())
	if err != nil {
		return nil
	}
	return data
}

// IR is what the part is made of, from the IR of its processor, which is for executables.
func (p Part) IR(ir []byte) []byte {
	if !p.Shared {
		return ir
	}
	return bytes.Replace(ir, []byte(`!"PIE Level", i32 2}`), []byte(`!"PIE Level", i32 0}`), 1)
}
