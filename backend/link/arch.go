package link

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"math"
)

// use is what a relocation wants to know of its symbol.
type use int

const (
	address     use = iota // where it is, for the loader to fill in
	near                   // how far it is from here
	call                   // the same, of a function that may be a library's
	entry                  // how far its entry in the table of addresses is from here
	thread                 // how far it is from the thread pointer
	threadPair             // how far the two entries are from here that say where it is in each thread
	modulePair             // the same of the start of the library's variables of threads
	threadPlace            // how far it is from that start
)

// arch is what differs between processors.
type arch struct {
	goarch   string
	machine  elf.Machine
	loader   string
	page     uint64
	relative uint32 // relocations for the loader: an address of ours,
	symbolic uint32 // the address of a symbol,
	module   uint32 // and the number of the library
	// start is where the executable begins: it calls __libc_start_main with main. stub jumps to an imported function.
	start, stub             []byte
	startRelocs, stubRelocs []namedReloc
	uses                    map[uint32]use
	debugBytes              map[uint32]int // the size of addresses in sections for debuggers
	// apply writes into the bytes at a place where the target is: the symbol or its entry, with the addend. For variables of
	// threads that is the distance from the thread pointer.
	apply func(kind uint32, at []byte, target, place int64) error
	// threadOffset is the place of a variable against the thread pointer, from its place in the memory of a thread.
	threadOffset func(at, size, align uint64) int64
}

// namedReloc is a relocation of our own code; the stub's are all for the function that it jumps to.
type namedReloc struct {
	offset uint64
	kind   uint32
	name   string
	addend int64
}

var arches = map[string]*arch{"amd64": x86, "arm64": arm}

// x86 is x86-64. Its instructions are relative to the end of four bytes, so that addends are -4.
var x86 = &arch{
	goarch: "amd64", machine: elf.EM_X86_64, loader: "/lib64/ld-linux-x86-64.so.2", page: 4096,
	relative: uint32(elf.R_X86_64_RELATIVE), symbolic: uint32(elf.R_X86_64_64), module: uint32(elf.R_X86_64_DTPMOD64),
	start: []byte{
		0x31, 0xed, // xor ebp, ebp: the outermost frame
		0x49, 0x89, 0xd1, // mov r9, rdx: what the loader wants called at the end
		0x5e,             // pop rsi: argc
		0x48, 0x89, 0xe2, // mov rdx, rsp: argv
		0x48, 0x83, 0xe4, 0xf0, // and rsp, -16
		0x50,             // push rax
		0x54,             // push rsp: the end of the stack
		0x45, 0x31, 0xc0, // xor r8d, r8d
		0x31, 0xc9, // xor ecx, ecx
		0x48, 0x8d, 0x3d, 0, 0, 0, 0, // lea rdi, [rip + main]
		0xff, 0x15, 0, 0, 0, 0, // call [rip + __libc_start_main]
		0xf4, // hlt
	},
	startRelocs: []namedReloc{{23, uint32(elf.R_X86_64_PC32), "main", -4}, {29, uint32(elf.R_X86_64_GOTPCREL), "__libc_start_main", -4}},
	stub:        []byte{0xff, 0x25, 0, 0, 0, 0, 0x66, 0x90}, // jmp [rip + entry]
	stubRelocs:  []namedReloc{{2, uint32(elf.R_X86_64_GOTPCREL), "", -4}},
	uses: map[uint32]use{
		uint32(elf.R_X86_64_64): address, uint32(elf.R_X86_64_PC32): near, uint32(elf.R_X86_64_PC64): near, uint32(elf.R_X86_64_PLT32): call,
		uint32(elf.R_X86_64_GOTPCREL): entry, uint32(elf.R_X86_64_GOTPCRELX): entry, uint32(elf.R_X86_64_REX_GOTPCRELX): entry,
		uint32(elf.R_X86_64_TPOFF32): thread, uint32(elf.R_X86_64_TLSGD): threadPair, uint32(elf.R_X86_64_TLSLD): modulePair,
		uint32(elf.R_X86_64_DTPOFF32): threadPlace,
	},
	debugBytes: map[uint32]int{uint32(elf.R_X86_64_64): 8, uint32(elf.R_X86_64_32): 4},
	apply: func(kind uint32, at []byte, target, place int64) error {
		switch elf.R_X86_64(kind) {
		case elf.R_X86_64_PC64:
			return put(at, 8, target-place)
		case elf.R_X86_64_TPOFF32, elf.R_X86_64_DTPOFF32:
			return put(at, 4, target)
		}
		return put(at, 4, target-place)
	},
	threadOffset: func(at, size, align uint64) int64 { return int64(at) - int64(up(size, align)) },
}

// put writes a number of 4 or 8 bytes, if it fits.
func put(at []byte, bytes int, value int64) error {
	switch {
	case len(at) < bytes:
		return fmt.Errorf("a relocation lies behind the end of its section")
	case bytes == 8:
		binary.LittleEndian.PutUint64(at, uint64(value))
	case value < math.MinInt32 || value > math.MaxInt32:
		return fmt.Errorf("the program is too large: a distance of %d", value)
	default:
		binary.LittleEndian.PutUint32(at, uint32(value))
	}
	return nil
}

// up is the next multiple of a power of two.
func up(n, align uint64) uint64 { return (n + align - 1) &^ (align - 1) }
