package link

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"slices"
)

// segment is a part of the executable that the kernel or the loader treats in one way. A place in the file is
// that in memory.
type segment struct {
	at, file, memory, align uint64
}

// tables are the sections that the loader reads. Their sizes are known before places are given; what they hold after.
type tables struct {
	headers, loader, symbols, names, hash, versions, needs, relocs, dynamic *section
	text                                                                    names
	needCount                                                               uint64
}

// names is a table of strings.
type names struct{ bytes.Buffer }

func (n *names) add(s string) uint32 {
	if n.Len() == 0 {
		n.WriteByte(0)
	}
	at := uint32(n.Len())
	n.WriteString(s)
	n.WriteByte(0)
	return at
}

var order = binary.LittleEndian

// words puts 64-bit numbers one after the other.
func words(list ...uint64) []byte {
	var out []byte
	for _, w := range list {
		out = order.AppendUint64(out, w)
	}
	return out
}

// numHeaders are the program headers: their own table, loader, three loads, dynamic table, stack, memory of threads.
const numHeaders = 8

// lay gives everything a place and writes it, but for what relocations fill in.
func (l *linker) lay(start *section) []byte {
	t := l.tables()
	loads := l.place()
	l.fill(t, loads)
	if start != nil {
		order.PutUint64(t.headers.data[24:], start.address)
	}
	image := make([]byte, loads[2].at+loads[2].file)
	image, debugSections := l.appendDebug(image)
	if l.shared || len(debugSections) > 0 {
		image = append(image, l.sectionHeaders(t, debugSections, uint64(len(image)))...)
	}
	for _, s := range l.sections {
		if s.class < zero {
			copy(image[s.address:], s.data)
		}
	}
	return image
}

// tables makes the sections for the loader, which come first in their parts.
func (l *linker) tables() *tables {
	t := &tables{}
	mine := func(c class, data []byte) *section {
		return &section{class: c, align: 8, data: data, size: uint64(len(data))}
	}
	t.headers = mine(readOnly, make([]byte, 64+56*numHeaders))
	t.loader = mine(readOnly, append([]byte(l.arch.loader), 0))
	n := len(l.imports) + len(l.exports) + 1
	t.symbols = mine(readOnly, make([]byte, 24*n))
	versions := make([]byte, 2*n)
	for _, s := range l.imports {
		at := t.symbols.data[24*s.index:]
		order.PutUint32(at, t.text.add(s.name))
		at[4] = byte(elf.ST_INFO(elf.STB_GLOBAL, elf.STT_NOTYPE))
	}
	for _, s := range l.exports {
		at := t.symbols.data[24*s.index:]
		order.PutUint32(at, t.text.add(s.name))
		bind := elf.STB_GLOBAL
		if s.weak { // a program that has the name too keeps its own
			bind = elf.STB_WEAK
		}
		at[4] = byte(elf.ST_INFO(bind, elf.SymType(s.kind)))
		order.PutUint16(at[6:], sectionOf(s.section.class))
		order.PutUint64(at[16:], s.size)
		order.PutUint16(versions[2*s.index:], 1)
	}
	t.needs = mine(readOnly, l.versionNeeds(t, versions))
	t.versions = mine(readOnly, versions)
	t.hash = mine(readOnly, l.hash(uint32(n)))
	t.relocs = mine(readOnly, make([]byte, 24*len(l.fixes)))
	t.dynamic = mine(data, make([]byte, 16*(len(l.needed)+16)))
	libraries := make([]uint32, len(l.needed))
	for i, lib := range l.needed {
		libraries[i] = t.text.add(lib.name)
		order.PutUint64(t.dynamic.data[16*i:], uint64(elf.DT_NEEDED))
		order.PutUint64(t.dynamic.data[16*i+8:], uint64(libraries[i]))
	}
	t.names = mine(readOnly, t.text.Bytes())
	l.sections = append([]*section{t.headers, t.loader, t.symbols, t.names, t.hash, t.versions, t.needs, t.relocs, t.dynamic}, l.sections...)
	return t
}

// hash is the table by which the loader finds the exports among n symbols: lists, each by the index of its first symbol, then by symbol the next.
func (l *linker) hash(n uint32) []byte {
	lists := uint32(len(l.exports)) + 1
	out := make([]byte, 4*(2+lists+n))
	order.PutUint32(out, lists)
	order.PutUint32(out[4:], n)
	for _, s := range l.exports {
		first, next := out[4*(2+hashOf(s.name)%lists):], out[4*(2+lists+uint32(s.index)):]
		copy(next[:4], first)
		order.PutUint32(first, uint32(s.index))
	}
	return out
}

// versionNeeds is the table of the versions of symbols that the libraries must have; it numbers those of the imports.
func (l *linker) versionNeeds(t *tables, versions []byte) []byte {
	var out []byte
	next := uint16(2) // 0 and 1 have a meaning of their own
	for _, lib := range l.needed {
		var list []string
		number := map[string]uint16{}
		for i, s := range l.imports {
			if s.library != lib {
				continue
			}
			if s.version == "" {
				order.PutUint16(versions[2*(i+1):], 1)
				continue
			}
			if number[s.version] == 0 {
				number[s.version] = next
				list = append(list, s.version)
				next++
			}
			order.PutUint16(versions[2*(i+1):], number[s.version])
		}
		if len(list) == 0 {
			continue
		}
		if t.needCount > 0 { // the one before leads here
			order.PutUint32(out[l.lastNeed:], uint32(len(out)-l.lastNeed+12))
		}
		l.lastNeed = len(out) + 12
		t.needCount++
		out = order.AppendUint16(out, 1)
		out = order.AppendUint16(out, uint16(len(list)))
		out = order.AppendUint32(out, t.text.add(lib.name))
		out = order.AppendUint32(out, 16)
		out = order.AppendUint32(out, 0)
		for i, v := range list {
			follows := uint32(16)
			if i == len(list)-1 {
				follows = 0
			}
			out = order.AppendUint32(out, hashOf(v))
			out = order.AppendUint16(out, 0)
			out = order.AppendUint16(out, number[v])
			out = order.AppendUint32(out, t.text.add(v))
			out = order.AppendUint32(out, follows)
		}
	}
	return out
}

// hashOf is the hash of the gABI.
func hashOf(name string) uint32 {
	h := uint32(0)
	for i := range len(name) {
		h = h<<4 + uint32(name[i])
		g := h & 0xf0000000
		h = (h ^ g>>24) &^ g
	}
	return h
}

// threadAlign is the alignment of the memory of threads.
const threadAlign = 64

// place gives sections their addresses and returns the three parts that are loaded: read-only, code, data.
func (l *linker) place() [3]segment {
	var loads [3]segment
	of := map[class]int{readOnly: 0, code: 1, threadData: 2, data: 2, zero: 2}
	at := uint64(0)
	l.got.data = make([]byte, l.got.size)
	for c := range numClasses {
		if c == threadZero {
			l.placeThreads()
			break
		}
		part := &loads[of[c]]
		if part.at == 0 && c != readOnly { // a part of its own pages
			at = up(at, l.arch.page)
			part.at = at
		}
		if c == threadData {
			at = up(at, threadAlign)
			l.tls.at, l.tls.align = at, threadAlign
		}
		for _, s := range l.sections {
			if s.class != c {
				continue
			}
			at = up(at, s.align)
			s.address = at
			at += s.size
		}
		if c == threadData {
			l.tls.file = at - l.tls.at
		}
		part.memory = at - part.at
		if c != zero {
			part.file = part.memory
		}
	}
	return loads
}

// placeThreads gives the variables of threads that start as zeros their places, behind those that do not.
func (l *linker) placeThreads() {
	l.tls.memory = l.tls.file
	for _, s := range l.sections {
		if s.class == threadZero {
			l.tls.memory = up(l.tls.memory, s.align)
			s.address = l.tls.at + l.tls.memory
			l.tls.memory += s.size
		}
	}
}

// fill writes the tables for the loader.
func (l *linker) fill(t *tables, loads [3]segment) {
	h := t.headers.data
	copy(h, "\x7fELF\x02\x01\x01")
	order.PutUint16(h[16:], uint16(elf.ET_DYN))
	order.PutUint16(h[18:], uint16(l.arch.machine))
	order.PutUint32(h[20:], 1)
	order.PutUint64(h[32:], 64) // the program headers follow
	order.PutUint16(h[52:], 64)
	order.PutUint16(h[54:], 56)
	order.PutUint16(h[56:], numHeaders)
	p := h[64:]
	header := func(kind elf.ProgType, flags elf.ProgFlag, s segment) {
		order.PutUint32(p, uint32(kind))
		order.PutUint32(p[4:], uint32(flags))
		copy(p[8:], words(s.at, s.at, s.at, s.file, s.memory, s.align))
		p = p[56:]
	}
	whole := func(s *section) segment { return segment{s.address, s.size, s.size, s.align} }
	flags := elf.DF_1_NOW | elf.DF_1_PIE
	if l.shared {
		flags = elf.DF_1_NOW | elf.DF_1_NODELETE
	} else {
		header(elf.PT_PHDR, elf.PF_R, segment{64, 56 * numHeaders, 56 * numHeaders, 8})
		header(elf.PT_INTERP, elf.PF_R, whole(t.loader))
	}
	for i, flags := range []elf.ProgFlag{elf.PF_R, elf.PF_R | elf.PF_X, elf.PF_R | elf.PF_W} {
		loads[i].align = l.arch.page
		header(elf.PT_LOAD, flags, loads[i])
	}
	header(elf.PT_DYNAMIC, elf.PF_R|elf.PF_W, whole(t.dynamic))
	header(elf.PT_GNU_STACK, elf.PF_R|elf.PF_W, segment{})
	if l.tls.memory > 0 {
		header(elf.PT_TLS, elf.PF_R, l.tls)
	}
	d := t.dynamic.data[16*len(l.needed):]
	for _, entry := range []struct {
		tag   elf.DynTag
		value uint64
	}{
		{elf.DT_HASH, t.hash.address}, {elf.DT_STRTAB, t.names.address}, {elf.DT_STRSZ, t.names.size},
		{elf.DT_SYMTAB, t.symbols.address}, {elf.DT_SYMENT, 24}, {elf.DT_RELA, t.relocs.address}, {elf.DT_RELASZ, t.relocs.size},
		{elf.DT_RELAENT, 24}, {elf.DT_VERSYM, t.versions.address}, {elf.DT_VERNEED, t.needs.address}, {elf.DT_VERNEEDNUM, t.needCount},
		{elf.DT_FLAGS_1, uint64(flags)}, {elf.DT_DEBUG, 0},
	} {
		if t.needCount == 0 && slices.Contains([]elf.DynTag{elf.DT_VERSYM, elf.DT_VERNEED, elf.DT_VERNEEDNUM}, entry.tag) {
			continue // the loader takes it that there is one
		}
		copy(d, words(uint64(entry.tag), entry.value))
		d = d[16:]
	}
	if l.constructor != nil {
		copy(d, words(uint64(elf.DT_INIT_ARRAY), l.constructor.address, uint64(elf.DT_INIT_ARRAYSZ), l.constructor.size))
	}
	for i, f := range l.fixes {
		info, addend := uint64(l.arch.relative), f.addend
		switch {
		case f.symbol == nil:
			info = uint64(l.arch.module)
		case f.symbol.library != nil:
			info = uint64(f.symbol.index)<<32 | uint64(l.arch.symbolic)
		default:
			addend += int64(f.symbol.section.address + f.symbol.value)
		}
		copy(t.relocs.data[24*i:], words(f.section.address+f.offset, info, uint64(addend)))
	}
	for _, s := range l.exports {
		order.PutUint64(t.symbols.data[24*s.index+8:], s.section.address+s.value)
	}
	for s, at := range l.pairs {
		if s != nil {
			order.PutUint64(l.got.data[at+8:], uint64(l.inThread(s)))
		}
	}
}
