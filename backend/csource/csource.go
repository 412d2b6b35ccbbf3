// Package csource tells of parts of ours that are in C and come along compiled, for machines without a compiler of C: the sources lie in the
// folder src of their package, LLVM IR of them for each processor beside it, and what was made of that is embedded. What is compiled nobody can
// read, so tests hold that the IR says of which sources it is, and that all else is of the IR.
//
// The command generate makes the files again.
package csource

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
)

// Source is a part in C.
type Source struct {
	Files  fs.FS  // with the folder src
	Name   string // Name.c in src includes all others
	Folder string // of the package, in the repository
}

// IRFile is the name of the file with the IR for a processor, by Go's name for that.
func (s Source) IRFile(goarch string) string { return s.Name + "_" + goarch + ".ll" }

// IRHead is the first line of the IR that was made of sources with a sum.
func (s Source) IRHead(sum string) string {
	return fmt.Sprintf("; Made by `go generate ./%s` of sources with the sum %s.\n", s.Folder, sum)
}

// Sum is that of the sources.
func (s Source) Sum() (string, error) {
	h := sha256.New()
	err := fs.WalkDir(s.Files, "src", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(s.Files, path)
		fmt.Fprintf(h, "%s %d\n", path, len(data))
		h.Write(data)
		return err
	})
	return fmt.Sprintf("%x", h.Sum(nil))[:16], err
}
