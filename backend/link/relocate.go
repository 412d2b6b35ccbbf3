package link

// relocate writes into the image what depends on where symbols are; the loader does the rest (l.fixes).
func (l *linker) relocate(image []byte) error {
	for _, s := range l.sections {
		if s.class == debug {
			if err := l.relocateDebug(s, image); err != nil {
				return err
			}
			continue
		}
		for _, r := range s.relocs {
			use, at := l.arch.uses[r.kind], s.address+r.offset
			target := r.addend
			switch {
			case use == address:
				continue
			case use == entry:
				target += int64(l.got.address + l.gotPlace[r.symbol])
			case use == threadPair:
				target += int64(l.got.address + l.pairs[r.symbol])
			case use == modulePair:
				target += int64(l.got.address + l.pairs[nil])
			case use == threadPlace:
				target += l.inThread(r.symbol)
			case use == thread:
				target += l.arch.threadOffset(uint64(l.inThread(r.symbol)), l.tls.memory, l.tls.align)
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

// inThread is how far a variable is from the start of the memory of a thread.
func (l *linker) inThread(s *symbol) int64 { return int64(s.section.address + s.value - l.tls.at) }

// relocateDebug fills in where code and other sections for debuggers are; 0 for what is not there.
func (l *linker) relocateDebug(s *section, image []byte) error {
	for _, r := range s.relocs {
		target := int64(0)
		if r.symbol.defined() {
			target = int64(r.symbol.section.address+r.symbol.value) + r.addend
		}
		at := min(r.offset, s.size)
		if err := put(image[s.file+at:s.file+s.size], l.arch.debugBytes[r.kind], target); err != nil {
			return err
		}
	}
	return nil
}
