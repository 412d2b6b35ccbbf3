package link

import (
	"debug/elf"
	"slices"
)

// This file makes what the loader does not need: the headers of sections, by which linkers find the symbols of a shared library, and what
// is for debuggers.

// tableHeaders is the number of headers of tables, with the empty first one. Those of the parts follow, by class.
const tableHeaders = 8

var partNames = [numClasses]string{".rodata", ".text", ".tdata", ".data", ".bss", ".tbss"}

// sectionOf is the number of the section that symbols of a class are in.
func sectionOf(c class) uint16 { return uint16(tableHeaders + int(c)) }

// debugSection is what all objects have for debuggers by one name.
type debugSection struct {
	name     string
	at, size uint64
}

// appendDebug puts the sections for debuggers behind an image, those of one name one behind the other.
func (l *linker) appendDebug(image []byte) ([]byte, []debugSection) {
	var all []debugSection
	for _, first := range l.sections {
		if first.class != debug || slices.ContainsFunc(all, func(d debugSection) bool { return d.name == first.name }) {
			continue
		}
		d := debugSection{name: first.name, at: uint64(len(image))}
		for _, s := range l.sections {
			if s.class == debug && s.name == d.name {
				s.file, s.address = uint64(len(image)), d.size
				d.size += s.size
				image = append(image, s.data...)
			}
		}
		all = append(all, d)
	}
	return image, all
}

// sectionHeaders are the headers and the table of their names, for the end of the file.
func (l *linker) sectionHeaders(t *tables, debugSections []debugSection, end uint64) []byte {
	var text names
	var headers []byte
	add := func(name string, kind elf.SectionType, flags elf.SectionFlag, at segment, link, info uint32, entry uint64) {
		headers = order.AppendUint32(headers, text.add(name))
		headers = order.AppendUint32(headers, uint32(kind))
		headers = append(headers, words(uint64(flags), at.at, at.file, at.memory)...)
		headers = order.AppendUint32(headers, link)
		headers = order.AppendUint32(headers, info)
		headers = append(headers, words(at.align, entry)...)
	}
	mine := map[*section]bool{t.headers: true, t.loader: true}
	table := func(name string, kind elf.SectionType, flags elf.SectionFlag, s *section, link, info uint32, entry uint64) {
		mine[s] = true
		add(name, kind, flags|elf.SHF_ALLOC, segment{s.address, s.address, s.size, s.align}, link, info, entry)
	}
	add("", elf.SHT_NULL, 0, segment{}, 0, 0, 0)
	table(".dynsym", elf.SHT_DYNSYM, 0, t.symbols, 2, 1, 24)
	table(".dynstr", elf.SHT_STRTAB, 0, t.names, 0, 0, 0)
	table(".hash", elf.SHT_HASH, 0, t.hash, 1, 0, 4)
	table(".gnu.version", elf.SHT_GNU_VERSYM, 0, t.versions, 1, 0, 2)
	table(".gnu.version_r", elf.SHT_GNU_VERNEED, 0, t.needs, 2, uint32(t.needCount), 0)
	table(".rela.dyn", elf.SHT_RELA, 0, t.relocs, 1, 0, 24)
	table(".dynamic", elf.SHT_DYNAMIC, elf.SHF_WRITE, t.dynamic, 2, 0, 16)
	flags := [numClasses]elf.SectionFlag{code: elf.SHF_EXECINSTR, threadData: elf.SHF_WRITE | elf.SHF_TLS, data: elf.SHF_WRITE, zero: elf.SHF_WRITE, threadZero: elf.SHF_WRITE | elf.SHF_TLS}
	for c := range numClasses {
		kind := elf.SHT_PROGBITS
		if c >= zero {
			kind = elf.SHT_NOBITS
		}
		part := segment{align: 1}
		for _, s := range l.sections {
			if s.class != c || mine[s] {
				continue
			}
			if part.memory == 0 {
				part.at, part.file = s.address, s.address
			}
			part.memory, part.align = s.address+s.size-part.at, max(part.align, s.align)
		}
		add(partNames[c], kind, flags[c]|elf.SHF_ALLOC, part, 0, 0, 0)
	}
	for _, d := range debugSections {
		add(d.name, elf.SHT_PROGBITS, 0, segment{0, d.at, d.size, 1}, 0, 0, 0)
	}
	nameAt := text.add(".shstrtab")
	start := up(end, 8)
	size := uint64(text.Len())
	headers = order.AppendUint32(headers, nameAt)
	headers = order.AppendUint32(headers, uint32(elf.SHT_STRTAB))
	headers = append(headers, words(0, 0, start, size, 0, 1, 0)...)
	h := t.headers.data
	at := up(start+size, 8)
	order.PutUint64(h[40:], at)
	order.PutUint16(h[58:], 64)
	order.PutUint16(h[60:], uint16(len(headers)/64))
	order.PutUint16(h[62:], uint16(len(headers)/64-1))
	out := make([]byte, at-end)
	copy(out[start-end:], text.Bytes())
	return append(out, headers...)
}
