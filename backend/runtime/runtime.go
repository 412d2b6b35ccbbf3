// Package runtime holds the C sources that every native program brings along: device memory, launches on a pool
// of threads or through the CUDA driver, errors, printing, .npy files, and the command line of an executable.
// descend.h is for callers of programs, runtime.h says what a program tells about itself (backend/host).
//
// The same is there as object files, for machines without a compiler of C and since a run on the CPU would wait longer for it than for all else.
// generate makes LLVM IR of the C, and the objects of that: tests hold that each is of what it should be.
package runtime

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
)

//go:generate go run ./generate

// Files are the sources, in the folder src; runtime.c includes the others.
//
//go:embed src
var Files embed.FS

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

// IRFile is the name of the file with the IR for a processor.
func IRFile(goarch string) string { return "runtime_" + goarch + ".ll" }

// IRHead is the first line of the IR that was made of sources with a sum.
func IRHead(sum string) string {
	return "; Made by `go generate ./backend/runtime` of sources with the sum " + sum + ".\n"
}

// Sum is that of the sources.
func Sum() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(Files, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := Files.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n", path, len(data))
		h.Write(data)
		return err
	})
	return fmt.Sprintf("%x", h.Sum(nil))[:16], err
}
