//go:build unix

// Package dynlib loads libraries of the system when they are needed, without cgo: by dlopen, on Windows by LoadLibrary. Their
// functions are bound with purego.RegisterFunc. The package knows no library.
package dynlib

import "github.com/ebitengine/purego"

// Open loads a library. A name without a folder is looked for as the system's loader does.
func Open(path string) (handle uintptr, err error) {
	return purego.Dlopen(path, purego.RTLD_LAZY|purego.RTLD_LOCAL)
}

// Symbol is the address of a function of a library.
func Symbol(handle uintptr, name string) (address uintptr, err error) {
	return purego.Dlsym(handle, name)
}

// Own is the address of a function that the process has already, as those of the C library.
func Own(name string) (address uintptr, err error) { return purego.Dlsym(purego.RTLD_DEFAULT, name) }
