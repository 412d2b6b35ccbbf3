// Package link makes executables and shared libraries of object files, so that a native program needs no linker and no development
// files of the C library: position-independent ones for Linux that take from the C library what the objects
// lack. It links what LLVM makes of C and of our IR; an object with anything else, as constructors but one of a library, is an error.
//
// A file is made in four steps: the objects are read (object.go), what no object defines is looked for in
// the system's libraries (library.go), everything gets a place (layout.go), and relocations are filled in
// (relocate.go). Source: System V ABI and its supplements for x86-64 and AArch64; gABI on dynamic linking.
//
// The package must not know what a program is for.
package link

import (
	"bytes"
	"fmt"
)

// UndefinedError names symbols that neither the objects nor the system's libraries have.
type UndefinedError struct{ Names []string }

func (e *UndefinedError) Error() string { return fmt.Sprintf("undefined: %q", e.Names) }

// linker is an executable in the making.
type linker struct {
	arch     *arch
	sections []*section         // of all objects, and our own
	globals  map[string]*symbol // the definition of each name, or what looks for one
	order    []*symbol          // the globals in the order in which they were met
	imports  []*symbol          // those that libraries define
	needed   []*library

	got      *section
	gotPlace map[*symbol]uint64 // the offset of a symbol's entry
	stubs    *section
	stub     map[*symbol]*symbol // of imported functions
	fixes    []fix
	pairs    map[*symbol]uint64 // the offset of two entries for a variable of threads: whose it is, and where there; nil for the library's own
	exports  []*symbol          // what a shared library has for others; nil in an executable
	shared   bool
	// constructor, unless nil, has the address of what the loader calls when it has loaded a shared library.
	constructor *section
	tls         segment
	lastNeed    int // where the last entry of the table of versions says where the next one is
}

// fix is a place that the loader fills in: with the address of an imported symbol, or else with an address of ours; without a symbol, with the
// number of the library, for variables of threads.
type fix struct {
	section *section
	offset  uint64
	symbol  *symbol
	addend  int64
}

// Executable links objects for a processor by Go's name for it. The program begins with main of C; of weak definitions
// the first one counts.
func Executable(goarch string, objects ...[]byte) ([]byte, error) {
	return link(goarch, false, objects)
}

// Shared links objects to a library that is never unloaded, and has for others what is not hidden in the objects. Calls within the library reach its
// own functions, whatever others have by the same names.
func Shared(goarch string, objects ...[]byte) ([]byte, error) {
	if goarch != "amd64" {
		return nil, fmt.Errorf("no shared libraries are made for %s", goarch)
	}
	return link(goarch, true, objects)
}

func link(goarch string, shared bool, objects [][]byte) ([]byte, error) {
	a := arches[goarch]
	if a == nil {
		return nil, fmt.Errorf("no executables are made for %s", goarch)
	}
	l := &linker{arch: a, shared: shared, globals: map[string]*symbol{}, gotPlace: map[*symbol]uint64{}, pairs: map[*symbol]uint64{}, stub: map[*symbol]*symbol{}}
	for i, o := range objects {
		if err := l.read(o); err != nil {
			return nil, fmt.Errorf("object %d: %w", i, err)
		}
	}
	var start *section
	if !shared {
		start = l.start()
	}
	if err := l.resolve(); err != nil {
		return nil, err
	}
	if shared {
		l.export()
	}
	if err := l.scan(); err != nil {
		return nil, err
	}
	image := l.lay(start)
	if err := l.relocate(image); err != nil {
		return nil, err
	}
	return image, nil
}

// start is where an executable begins.
func (l *linker) start() *section {
	start := l.add(&section{class: code, align: 16, data: bytes.Clone(l.arch.start)})
	for _, r := range l.arch.startRelocs {
		s := l.global(r.name)
		s.wanted = true
		start.relocs = append(start.relocs, reloc{r.offset, r.kind, s, r.addend})
	}
	return start
}

// export finds what others may use.
func (l *linker) export() {
	for _, s := range l.order {
		if s.defined() && !s.hidden {
			s.index = len(l.imports) + len(l.exports) + 1
			l.exports = append(l.exports, s)
		}
	}
}

func (l *linker) add(s *section) *section {
	if s.size == 0 {
		s.size = uint64(len(s.data))
	}
	l.sections = append(l.sections, s)
	return s
}

// global is the symbol of a name.
func (l *linker) global(name string) *symbol {
	s := l.globals[name]
	if s == nil {
		s = &symbol{name: name, weak: true}
		l.globals[name] = s
		l.order = append(l.order, s)
	}
	return s
}

// scan finds out what the relocations need: entries of the table of addresses, stubs, and places for the loader.
func (l *linker) scan() error {
	l.got = l.add(&section{class: data, align: 8})
	l.stubs = l.add(&section{class: code, align: 16})
	for _, s := range l.sections[:len(l.sections)-2] {
		for i := range s.relocs {
			if err := l.need(s, &s.relocs[i]); err != nil {
				return err
			}
		}
	}
	for i := range l.stubs.relocs {
		if err := l.need(l.stubs, &l.stubs.relocs[i]); err != nil {
			return err
		}
	}
	return nil
}

// need prepares what a relocation refers to.
func (l *linker) need(s *section, r *reloc) error {
	use, ok := l.arch.uses[r.kind]
	target := r.symbol
	switch {
	case s.class == debug:
		if l.arch.debugBytes[r.kind] == 0 {
			return fmt.Errorf("a relocation of kind %d in %s is not known", r.kind, s.name)
		}
	case !ok:
		return fmt.Errorf("a relocation of kind %d, of %q, is not known", r.kind, target.name)
	case use == entry:
		if _, there := l.gotPlace[target]; !there {
			l.gotPlace[target] = l.got.size
			if target.defined() || target.library != nil {
				l.fixes = append(l.fixes, fix{l.got, l.got.size, target, 0})
			}
			l.got.size += 8
		}
	case use == thread && l.shared:
		return fmt.Errorf("the place of %q is known in executables only", target.name)
	case use == threadPair || use == modulePair:
		if use == modulePair {
			target = nil
		} else if !target.defined() {
			return fmt.Errorf("%q is a variable of threads elsewhere", target.name)
		}
		if _, there := l.pairs[target]; !there {
			l.pairs[target] = l.got.size
			l.fixes = append(l.fixes, fix{l.got, l.got.size, nil, 0})
			l.got.size += 16
		}
	case use == address && (s.class == readOnly || s.class == code):
		return fmt.Errorf("the address of %q stands in memory that the loader does not write", target.name)
	case use == address && (target.defined() || target.library != nil):
		l.fixes = append(l.fixes, fix{s, r.offset, target, r.addend})
	case use == call && target.library != nil:
		if l.stub[target] == nil {
			at := uint64(len(l.stubs.data))
			for _, sr := range l.arch.stubRelocs {
				l.stubs.relocs = append(l.stubs.relocs, reloc{at + sr.offset, sr.kind, target, sr.addend})
			}
			l.stubs.data = append(l.stubs.data, l.arch.stub...)
			l.stubs.size = uint64(len(l.stubs.data))
			l.stub[target] = &symbol{name: target.name, section: l.stubs, value: at}
		}
		r.symbol = l.stub[target]
	case use != address && !target.defined():
		return fmt.Errorf("%q has no place in the program", target.name)
	}
	return nil
}
