// Package runtime holds the C sources that every native program brings along: device memory, launches on a pool
// of threads or through the CUDA driver, errors, printing, .npy files, and the command line of an executable.
// descend.h is for callers of programs, runtime.h says what a program tells about itself (backend/host).
//
// The same is there as LLVM IR, made of the C by generate, for machines without a compiler of C.
package runtime

import (
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

//go:embed *.ll
var ir embed.FS

// IR is the runtime as LLVM IR for a processor by Go's name for it; nil if there is none.
func IR(goarch string) []byte {
	text, err := ir.ReadFile(IRFile(goarch))
	if err != nil {
		return nil
	}
	return text
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
