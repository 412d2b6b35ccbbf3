// Package worker holds the program that loads LLVM's library (src/worker.c), for package libllvm, which starts it. It takes from the system the
// C library alone, of version 2.34 or newer, where dlopen is in that.
package worker

import (
	"embed"

	"descend/backend/csource"
)

//go:generate go run ../../csource/generate worker

//go:embed src
var files embed.FS

// Source is the program in C.
var Source = csource.Source{Files: files, Name: "worker", Folder: "backend/libllvm/worker"}

//go:embed *.elf
var programs embed.FS

// Arches are the processors that it is there for, by Go's names.
var Arches = []string{"amd64", "arm64"}

// File is the name of the file with the program for a processor.
func File(goarch string) string { return "worker_" + goarch + ".elf" }

// Program is the executable file for a processor; nil if there is none.
func Program(goarch string) []byte {
	data, err := programs.ReadFile(File(goarch))
	if err != nil {
		return nil
	}
	return data
}
