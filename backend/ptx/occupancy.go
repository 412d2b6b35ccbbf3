package ptx

import (
	"strings"

	"descend/dialects/gpu"
)

// Occupancy says how many blocks of a kernel a multiprocessor has at once.
type Occupancy struct {
	// Blocks are those at once, Warps theirs, MostWarps what the multiprocessor could have.
	Blocks    int `json:"blocks"`
	Warps     int `json:"warps"`
	MostWarps int `json:"most_warps"`
	// Limit is what there would have to be more of for another block: warps, blocks, registers or shared memory.
	Limit string `json:"limit"`
}

// multiprocessor is what one has (CUDA C++ programming guide, technical specifications per compute capability). Registers are
// given out to warps by 256, shared memory to blocks by a number of bytes, of which the system takes some for itself. There are number of them in a
// large device of the kind: P100, GTX 1080 Ti, TX2, V100, Xavier, T4, A100, A40, Orin, L40, H100, B200, B300, RTX PRO 6000, GB10.
type multiprocessor struct {
	warps, blocks, registers, shared, grain, taken, number int
}

// multiprocessors are those of the chips, by the start of their names; the longest one counts.
var multiprocessors = map[string]multiprocessor{
	"sm_60":  {64, 32, 65536, 64 << 10, 256, 0, 56},
	"sm_61":  {64, 32, 65536, 96 << 10, 256, 0, 28},
	"sm_62":  {64, 32, 65536, 64 << 10, 256, 0, 2},
	"sm_70":  {64, 32, 65536, 96 << 10, 256, 0, 80},
	"sm_72":  {64, 32, 65536, 96 << 10, 256, 0, 8},
	"sm_75":  {32, 16, 65536, 64 << 10, 256, 0, 40},
	"sm_80":  {64, 32, 65536, 164 << 10, 128, 1 << 10, 108},
	"sm_86":  {48, 16, 65536, 100 << 10, 128, 1 << 10, 84},
	"sm_87":  {48, 16, 65536, 164 << 10, 128, 1 << 10, 16},
	"sm_89":  {48, 24, 65536, 100 << 10, 128, 1 << 10, 142},
	"sm_90":  {64, 32, 65536, 228 << 10, 128, 1 << 10, 132},
	"sm_100": {64, 32, 65536, 228 << 10, 128, 1 << 10, 148},
	"sm_103": {64, 32, 65536, 228 << 10, 128, 1 << 10, 148},
	"sm_120": {48, 24, 65536, 100 << 10, 128, 1 << 10, 188},
	"sm_121": {48, 24, 65536, 100 << 10, 128, 1 << 10, 48},
}

// OccupancyOf is the occupancy of blocks of some threads, with registers for each thread and bytes of shared memory for each block; false if
// the chip is not known.
func OccupancyOf(target string, threads, registers, shared int) (Occupancy, bool) {
	m, ok := multiprocessors[strings.TrimRight(target, "af")]
	if !ok || threads <= 0 {
		return Occupancy{}, false
	}
	up := func(n, to int) int { return (n + to - 1) / to * to }
	warps := (threads + 31) / 32
	o := Occupancy{Blocks: m.blocks, MostWarps: m.warps, Limit: "blocks"}
	least := func(n int, limit string) {
		if n < o.Blocks {
			o.Blocks, o.Limit = n, limit
		}
	}
	least(m.warps/warps, "warps")
	if registers > 0 {
		least(m.registers/up(registers*32, 256)/warps, "registers")
	}
	if n := up(shared, m.grain) + m.taken; n > 0 {
		least(m.shared/n, "shared memory")
	}
	o.Warps = o.Blocks * warps
	return o, true
}

// mostRegisters are those of a thread.
const mostRegisters = 255

// RegistersFor are the most registers of a thread with which a multiprocessor has so many blocks of some threads at once; 0 if
// the chip is not known, or has not so many.
func RegistersFor(target string, threads, blocks int) int {
	m := multiprocessors[strings.TrimRight(target, "af")]
	if threads <= 0 || blocks <= 0 {
		return 0
	}
	warps := (threads + 31) / 32 * blocks
	return min(mostRegisters, m.registers/warps/256*256/32)
}

// Multiprocessors is how many a large device of a chip has; 0 if the chip is not known.
func Multiprocessors(target string) int {
	return multiprocessors[strings.TrimRight(target, "af")].number
}

// firstOptIn is the first compute capability on which a block may have more shared memory than others have at least.
const firstOptIn = 70

// SharedOfBlock is the most shared memory of a block, in bytes; 0 if the chip is not known.
func SharedOfBlock(target string) int64 {
	m, ok := multiprocessors[strings.TrimRight(target, "af")]
	switch {
	case !ok:
		return 0
	case Capability(target) < firstOptIn:
		return gpu.AnyTarget.Static
	}
	return int64(m.shared - m.taken)
}

// WithShared are the targets on which a block may have so much shared memory.
func WithShared(bytes int64) (names []string) {
	for _, name := range Targets() {
		if SharedOfBlock(name) >= bytes {
			names = append(names, name)
		}
	}
	return names
}
