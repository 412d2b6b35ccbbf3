package link

// relocate writes into the image what depends on where symbols are; the loader does the rest (l.fixes).
func (l *linker) relocate(image []byte) error {
	for _, s := range l.sections {
		for _, r := range s.relocs {
			use, at := l.arch.uses[r.kind], s.address+r.offset
			value := r.addend
			switch {
			case use == address:
				continue
			case use == entry:
				value += int64(l.got.address + l.gotPlace[r.symbol] - at)
			case use == thread:
				value += l.arch.threadOffset(r.symbol.section.address+r.symbol.value-l.tls.at, l.tls.memory, l.tls.align)
			default:
				value += int64(r.symbol.section.address + r.symbol.value - at)
			}
			end := min(s.address+s.size, uint64(len(image)))
			if err := l.arch.apply(r.kind, image[min(at, end):end], value); err != nil {
				return err
			}
		}
	}
	return nil
}
