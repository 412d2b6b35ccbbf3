package link

// relocate writes into the image what depends on where symbols are; the loader does the rest (l.fixes).
func (l *linker) relocate(image []byte) error {
	for _, s := range l.sections {
		for _, r := range s.relocs {
			use, at := l.arch.uses[r.kind], s.address+r.offset
			target := r.addend
			switch {
			case use == address:
				continue
			case use == entry:
				target += int64(l.got.address + l.gotPlace[r.symbol])
			case use == thread:
				target += l.arch.threadOffset(r.symbol.section.address+r.symbol.value-l.tls.at, l.tls.memory, l.tls.align)
			default:
				target += int64(r.symbol.section.address + r.symbol.value)
			}
			end := min(s.address+s.size, uint64(len(image)))
			if err := l.arch.apply(r.kind, image[min(at, end):end], target, int64(at)); err != nil {
				return err
			}
		}
	}
	return nil
}
