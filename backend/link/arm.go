package link

import (
	"debug/elf"
	"fmt"
)

// Relocations of AArch64 that debug/elf has no names for.
const (
	threadHigh = 549 // R_AARCH64_TLSLE_ADD_TPREL_HI12
	threadLow  = 551 // R_AARCH64_TLSLE_ADD_TPREL_LO12_NC
)

// arm is AArch64. An address takes two instructions: one for its page of 4096 bytes, seen from here, and one for the
// place in that page. Segments are multiples of the largest page that a kernel may use.
var arm = &arch{
	goarch: "arm64", machine: elf.EM_AARCH64, loader: "/lib/ld-linux-aarch64.so.1", page: 65536,
	relative: uint32(elf.R_AARCH64_RELATIVE), symbolic: uint32(elf.R_AARCH64_ABS64),
	start: instructions(
		0xd280001d, // mov x29, 0: the outermost frame
		0xd280001e, // mov x30, 0
		0xaa0003e5, // mov x5, x0: what the loader wants called at the end
		0xf94003e1, // ldr x1, [sp]: argc
		0x910023e2, // add x2, sp, 8: argv
		0x910003e6, // mov x6, sp: the end of the stack
		0x90000000, // adrp x0, main
		0x91000000, // add x0, x0, main
		0xd2800003, // mov x3, 0
		0xd2800004, // mov x4, 0
		0x90000010, // adrp x16, the entry of __libc_start_main
		0xf9400210, // ldr x16, [x16, the entry]
		0xd63f0200, // blr x16
		0xd4200000, // brk 0
	),
	startRelocs: []namedReloc{
		{24, uint32(elf.R_AARCH64_ADR_PREL_PG_HI21), "main", 0}, {28, uint32(elf.R_AARCH64_ADD_ABS_LO12_NC), "main", 0},
		{40, uint32(elf.R_AARCH64_ADR_GOT_PAGE), "__libc_start_main", 0}, {44, uint32(elf.R_AARCH64_LD64_GOT_LO12_NC), "__libc_start_main", 0},
	},
	stub: instructions(
		0x90000010, // adrp x16, the entry
		0xf9400211, // ldr x17, [x16, the entry]
		0xd61f0220, // br x17
		0xd503201f, // nop
	),
	stubRelocs: []namedReloc{{0, uint32(elf.R_AARCH64_ADR_GOT_PAGE), "", 0}, {4, uint32(elf.R_AARCH64_LD64_GOT_LO12_NC), "", 0}},
	uses: map[uint32]use{
		uint32(elf.R_AARCH64_ABS64): address, uint32(elf.R_AARCH64_PREL32): near, uint32(elf.R_AARCH64_PREL64): near,
		uint32(elf.R_AARCH64_ADR_PREL_PG_HI21): near, uint32(elf.R_AARCH64_ADD_ABS_LO12_NC): near,
		uint32(elf.R_AARCH64_LDST8_ABS_LO12_NC): near, uint32(elf.R_AARCH64_LDST16_ABS_LO12_NC): near, uint32(elf.R_AARCH64_LDST32_ABS_LO12_NC): near,
		uint32(elf.R_AARCH64_LDST64_ABS_LO12_NC): near, uint32(elf.R_AARCH64_LDST128_ABS_LO12_NC): near,
		uint32(elf.R_AARCH64_CALL26): call, uint32(elf.R_AARCH64_JUMP26): call,
		uint32(elf.R_AARCH64_ADR_GOT_PAGE): entry, uint32(elf.R_AARCH64_LD64_GOT_LO12_NC): entry,
		threadHigh: thread, threadLow: thread,
	},
	debugBytes: map[uint32]int{uint32(elf.R_AARCH64_ABS64): 8, uint32(elf.R_AARCH64_ABS32): 4},
	apply:      applyARM,
	// Two words of the system come before the variables of a thread.
	threadOffset: func(at, _, align uint64) int64 { return int64(up(16, align) + at) },
}

func instructions(list ...uint32) []byte {
	var out []byte
	for _, i := range list {
		out = order.AppendUint32(out, i)
	}
	return out
}

// scales are the loads and stores by the binary logarithm of their bytes, in which their offsets count.
var scales = map[elf.R_AARCH64]int{
	elf.R_AARCH64_ADD_ABS_LO12_NC: 0, elf.R_AARCH64_LDST8_ABS_LO12_NC: 0, elf.R_AARCH64_LDST16_ABS_LO12_NC: 1, elf.R_AARCH64_LDST32_ABS_LO12_NC: 2,
	elf.R_AARCH64_LDST64_ABS_LO12_NC: 3, elf.R_AARCH64_LD64_GOT_LO12_NC: 3, elf.R_AARCH64_LDST128_ABS_LO12_NC: 4, threadLow: 0,
}

// applyARM fills in a field of an instruction, which is zero before, or a number.
func applyARM(kind uint32, at []byte, target, place int64) error {
	k := elf.R_AARCH64(kind)
	scale, low := scales[k]
	switch {
	case k == elf.R_AARCH64_PREL64:
		return put(at, 8, target-place)
	case k == elf.R_AARCH64_PREL32:
		return put(at, 4, target-place)
	case low:
		if target&(1<<scale-1) != 0 {
			return fmt.Errorf("a load or store of %d bytes is at %#x", 1<<scale, target)
		}
		return field(at, uint32(target&0xfff>>scale)<<10)
	case k == threadHigh:
		return field(at, uint32(target>>12&0xfff)<<10)
	case k == elf.R_AARCH64_CALL26 || k == elf.R_AARCH64_JUMP26:
		d := (target - place) >> 2
		if d != d<<38>>38 {
			return fmt.Errorf("the program is too large: a call over %d bytes", target-place)
		}
		return field(at, uint32(d)&0x3ffffff)
	}
	d := target>>12 - place>>12 // pages
	if d != d<<43>>43 {
		return fmt.Errorf("the program is too large: a distance of %d", target-place)
	}
	return field(at, uint32(d)&3<<29|uint32(d)>>2&0x7ffff<<5)
}

// field adds bits to an instruction.
func field(at []byte, bits uint32) error {
	if len(at) < 4 {
		return put(at, 4, 0)
	}
	order.PutUint32(at, order.Uint32(at)|bits)
	return nil
}
