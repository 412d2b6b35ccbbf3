// Package dynlib loads libraries of the system when they are needed, without cgo: by dlopen, on Windows by LoadLibrary. Their
// functions are bound with purego.RegisterFunc. The package knows no library.
package dynlib

import (
	"path/filepath"

	"golang.org/x/sys/windows"
)

// Open loads a library. One without a folder is looked for in the folder of the system only: never in the current one, where anybody
// may have put a file of its name.
func Open(path string) (handle uintptr, err error) {
	flags := uintptr(windows.LOAD_LIBRARY_SEARCH_SYSTEM32)
	if filepath.Base(path) != path {
		if path, err = filepath.Abs(path); err != nil {
			return 0, err
		}
		flags = windows.LOAD_WITH_ALTERED_SEARCH_PATH // what it needs is looked for beside it
	}
	h, err := windows.LoadLibraryEx(path, 0, flags)
	return uintptr(h), err
}

// Symbol is the address of a function of a library.
func Symbol(handle uintptr, name string) (address uintptr, err error) {
	return windows.GetProcAddress(windows.Handle(handle), name)
}

// Own is the address of a function of the C library, which Windows has in a library of its own.
func Own(name string) (address uintptr, err error) {
	h, err := Open("ucrtbase.dll")
	if err != nil {
		return 0, err
	}
	return Symbol(h, name)
}
