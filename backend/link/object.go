package link

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"fmt"
	"strings"
)

// class is in which part of the executable a section lies. Parts follow in this order.
type class int

const (
	readOnly class = iota
	code
	threadData // of each thread, as it starts
	data
	zero // takes no room in the file
	threadZero
	numClasses // of what is loaded
	debug      // for debuggers
)

// section is a piece of the executable: of an object, or our own.
type section struct {
	class       class
	data        []byte // nil for zeros
	size, align uint64
	address     uint64 // from the start of the executable; of threadZero from that of the memory of a thread, of debug from that of its name's
	name        string // of debug
	file        uint64 // of debug, where it lies in the file
	relocs      []reloc
}

// maxSize is the most bytes of a section; distances within a program have 32 bits.
const maxSize = 1 << 31

// symbol is a name in the objects. Without a section it is what a library has, or nothing.
type symbol struct {
	name    string
	section *section
	value   uint64 // from the start of the section
	weak    bool
	hidden  bool // from others than a shared library
	wanted  bool // referred to other than weakly
	kind    byte // function or variable, and its size, for linkers
	size    uint64
	library *library // that defines it
	version string
	index   int // in the table of symbols for the loader
}

func (s *symbol) defined() bool { return s.section != nil }

// reloc is a place in a section that depends on where a symbol is.
type reloc struct {
	offset uint64
	kind   uint32
	symbol *symbol
	addend int64
}

// read takes over what an object has.
func (l *linker) read(object []byte) error {
	f, err := elf.NewFile(bytes.NewReader(object))
	if err != nil {
		return err
	}
	if f.Type != elf.ET_REL || f.Machine != l.arch.machine || f.Class != elf.ELFCLASS64 || f.ByteOrder != binary.LittleEndian {
		return fmt.Errorf("it is %v for %v, not an object file for %v", f.Type, f.Machine, l.arch.machine)
	}
	sections := make([]*section, len(f.Sections))
	for i, s := range f.Sections {
		if sections[i], err = l.readSection(s); err != nil {
			return err
		}
	}
	symbols, err := l.readSymbols(f, sections)
	if err != nil {
		return err
	}
	for _, s := range f.Sections {
		if s.Type != elf.SHT_RELA || int(s.Info) >= len(sections) || sections[s.Info] == nil {
			continue
		}
		if err := readRelocs(s, sections[s.Info], symbols); err != nil {
			return err
		}
	}
	return nil
}

// readSection takes over a section of the running program or for debuggers; nil for others, and for what unwinds stacks, which
// nothing of a program in C does.
func (l *linker) readSection(s *elf.Section) (*section, error) {
	if strings.HasPrefix(s.Name, ".debug_") && s.Type == elf.SHT_PROGBITS {
		data, err := s.Data() // also of one that is compressed
		if err != nil || len(data) > maxSize {
			return nil, fmt.Errorf("section %s of %d bytes: %v", s.Name, len(data), err)
		}
		return l.add(&section{class: debug, name: s.Name, data: data, align: 1}), nil
	}
	if s.Flags&elf.SHF_ALLOC == 0 || s.Type == elf.SHT_NOTE || s.Name == ".eh_frame" {
		return nil, nil
	}
	out := &section{size: s.Size, align: max(s.Addralign, 1)}
	zeros := s.Type == elf.SHT_NOBITS
	constructor := strings.HasPrefix(s.Name, ".ctors")
	if constructor && l.shared && l.constructor == nil && s.Name == ".ctors" && s.Size == 8 {
		l.constructor, constructor = out, false
	}
	switch {
	case !zeros && s.Type != elf.SHT_PROGBITS, s.Flags&elf.SHF_COMPRESSED != 0, constructor:
		return nil, fmt.Errorf("section %s is of type %v", s.Name, s.Type)
	case s.Size > maxSize, out.align > l.arch.page, out.align&(out.align-1) != 0, s.Flags&elf.SHF_TLS != 0 && out.align > threadAlign:
		return nil, fmt.Errorf("section %s has %d bytes at multiples of %d", s.Name, s.Size, s.Addralign)
	case s.Flags&elf.SHF_TLS != 0 && zeros:
		out.class = threadZero
	case s.Flags&elf.SHF_TLS != 0:
		out.class = threadData
	case zeros:
		out.class = zero
	case s.Flags&elf.SHF_WRITE != 0:
		out.class = data
	case s.Flags&elf.SHF_EXECINSTR != 0:
		out.class = code
	}
	if !zeros {
		var err error
		if out.data, err = s.Data(); err != nil {
			return nil, err
		}
	}
	return l.add(out), nil
}

// readSymbols gives the symbols of an object by their numbers, the names that objects share as they are known.
func (l *linker) readSymbols(f *elf.File, sections []*section) ([]*symbol, error) {
	list, err := f.Symbols()
	if err != nil {
		return nil, err
	}
	out := []*symbol{{}} // number 0 is none
	for _, s := range list {
		here := &symbol{name: s.Name, value: s.Value, kind: byte(elf.ST_TYPE(s.Info)), size: s.Size, hidden: elf.ST_VISIBILITY(s.Other) != elf.STV_DEFAULT}
		switch {
		case s.Section == elf.SHN_UNDEF:
		case int(s.Section) < len(sections):
			here.section = sections[s.Section] // nil where it was left out
		case s.Section != elf.SHN_ABS: // those are names of files
			return nil, fmt.Errorf("symbol %q is of section %v", s.Name, s.Section)
		}
		if bind := elf.ST_BIND(s.Info); bind != elf.STB_LOCAL {
			here.weak = bind == elf.STB_WEAK
			if here, err = l.merge(here); err != nil {
				return nil, err
			}
		}
		out = append(out, here)
	}
	return out, nil
}

// merge makes a name of an object that of all objects.
func (l *linker) merge(s *symbol) (*symbol, error) {
	g := l.global(s.name)
	g.hidden = g.hidden || s.hidden
	switch {
	case !s.defined():
		g.wanted = g.wanted || !s.weak
	case !g.defined() || g.weak && !s.weak:
		g.section, g.value, g.weak, g.kind, g.size = s.section, s.value, s.weak, s.kind, s.size
	case !g.weak && !s.weak:
		return nil, fmt.Errorf("%q is defined twice", s.name)
	}
	return g, nil
}

// readRelocs takes over the relocations of a section.
func readRelocs(from *elf.Section, of *section, symbols []*symbol) error {
	raw, err := from.Data()
	if err != nil {
		return err
	}
	for ; len(raw) >= 24; raw = raw[24:] {
		info := binary.LittleEndian.Uint64(raw[8:])
		if info>>32 >= uint64(len(symbols)) {
			return fmt.Errorf("a relocation of %s refers to symbol %d of %d", from.Name, info>>32, len(symbols))
		}
		of.relocs = append(of.relocs, reloc{binary.LittleEndian.Uint64(raw), uint32(info), symbols[info>>32], int64(binary.LittleEndian.Uint64(raw[16:]))})
	}
	return nil
}
