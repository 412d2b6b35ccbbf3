package link

import (
	"debug/elf"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
)

// library is a shared library of the system.
type library struct {
	name string // as the loader knows it: "libc.so.6"
	// versions are the symbols that it defines, each with its default version, "" for none.
	versions map[string]string
}

// systemLibraries are where symbols are looked for, in this order: those before glibc 2.34 that are now part of libc last.
var systemLibraries = []string{"libc.so.6", "libm.so.6", "libgcc_s.so.1", "libpthread.so.0", "libdl.so.2"}

// folders are where systems keep them.
var folders = map[string][]string{
	"amd64": {"/lib/x86_64-linux-gnu", "/lib64", "/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib"},
	"arm64": {"/lib/aarch64-linux-gnu", "/lib64", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/aarch64-linux-gnu/lib"},
}

// opened are the libraries that were read, by their paths.
var opened sync.Map

// openLibrary reads what a library defines; nil if it is not there.
func openLibrary(a *arch, name string) (*library, error) {
	for _, dir := range folders[a.goarch] {
		path := filepath.Join(dir, name)
		if l, ok := opened.Load(path); ok {
			return l.(*library), nil
		}
		f, err := elf.Open(path)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		defer f.Close()
		if f.Machine != a.machine {
			continue
		}
		list, err := f.DynamicSymbols()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		l := &library{name, map[string]string{}}
		for _, s := range list {
			if s.Section == elf.SHN_UNDEF || s.HasVersion && s.VersionIndex.IsHidden() || elf.ST_TYPE(s.Info) == elf.STT_TLS {
				continue
			}
			l.versions[s.Name] = s.Version
		}
		opened.Store(path, l)
		return l, nil
	}
	return nil, nil
}

// resolve looks for what no object defines in the system's libraries.
func (l *linker) resolve() error {
	var open []*symbol
	for _, s := range l.order {
		if !s.defined() {
			open = append(open, s)
		}
	}
	names := systemLibraries
	if l.shared { // the loader knows where variables of threads are
		names = append(slices.Clip(names), filepath.Base(l.arch.loader))
	}
	for _, name := range names {
		if len(open) == 0 {
			break
		}
		lib, err := openLibrary(l.arch, name)
		if err != nil {
			return err
		}
		if lib == nil {
			continue
		}
		before := len(l.imports)
		open = slices.DeleteFunc(open, func(s *symbol) bool {
			version, ok := lib.versions[s.name]
			if ok {
				l.imports = append(l.imports, s)
				s.library, s.version, s.index = lib, version, len(l.imports)
			}
			return ok
		})
		if len(l.imports) > before {
			l.needed = append(l.needed, lib)
		}
	}
	var missing []string
	for _, s := range open {
		if s.wanted {
			missing = append(missing, s.name)
		}
	}
	if len(missing) > 0 {
		return &UndefinedError{missing}
	}
	return nil
}
