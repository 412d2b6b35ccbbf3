package main

import (
	"regexp"
	"strconv"
	"strings"
)

// instruction is a line of a listing.
type instruction struct {
	opcode string // with its suffixes: LDG.E.128.CONSTANT
	target string // the label that it branches to
	may    bool   // it does that, or leaves, under a condition
	labels []string
}

var (
	lineRE   = regexp.MustCompile(`^\s*/\*[0-9a-f]+\*/\s+(?:\{\s*)?(@!?U?P\w+\s+)?([A-Z][\w.]*)(.*)$`)
	branchRE = regexp.MustCompile("\\(([.$\\w]+)\\)")
	targetRE = regexp.MustCompile(`BRANCH_TARGETS (\.\w+)`)
	labelRE  = regexp.MustCompile(`^(\.L_\w+):`)
)

// parse reads what `nvdisasm -c` prints for a cubin with one kernel. No-operations, which only pad, are left out.
func parse(listing string) []instruction {
	var out []instruction
	var labels []string
	for line := range strings.Lines(listing) {
		line = strings.TrimRight(line, "\n")
		if m := labelRE.FindStringSubmatch(line); m != nil {
			labels = append(labels, m[1])
			continue
		}
		m := lineRE.FindStringSubmatch(line)
		if m == nil || m[2] == "NOP" {
			continue
		}
		i := instruction{opcode: m[2], may: m[1] != "", labels: labels}
		labels = nil
		if b := branchRE.FindStringSubmatch(m[3]); b != nil && strings.HasPrefix(m[2], "BRA") {
			i.target = b[1]
			i.may = i.may || !strings.HasPrefix(strings.TrimSpace(m[3]), "`") // BRA P1, `(.L_x_0)
		} else if b := targetRE.FindStringSubmatch(m[3]); b != nil && m[2] == "SYNC" {
			i.target = b[1]
		}
		out = append(out, i)
	}
	// the branch to itself behind the last EXIT is padding
	for n := len(out) - 1; n >= 0 && out[n].target != "" && contains(out[n].labels, out[n].target); n-- {
		out = out[:n]
	}
	return out
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// code is what the table says about a kernel's instructions.
type code struct {
	total int
	// The inner loop: its instructions and its units of work. If the units lie in no loop, everything was
	// unrolled: then loop is false, body is the distance from the first unit to the last (or, for a unit that
	// each element has once, the way through the kernel of a block that lacks no element), and units what lies between.
	loop        bool
	body, units int
	// accesses counts memory instructions by opcode (memoryOps) and bits.
	accesses map[string]map[int]int
}

func (c code) perUnit() float64 { return float64(c.body) / float64(c.units) }

// analyse counts. unit is the opcode that is one unit of work.
func analyse(ins []instruction, unit string) code {
	c := code{total: len(ins), accesses: map[string]map[int]int{}}
	where := map[string]int{}
	for n, i := range ins {
		for _, l := range i.labels {
			where[l] = n
		}
		if op, bits, ok := access(i.opcode); ok {
			if c.accesses[op] == nil {
				c.accesses[op] = map[int]int{}
			}
			c.accesses[op][bits]++
		}
	}
	isUnit := func(i instruction) bool { op, _, _ := strings.Cut(i.opcode, "."); return op == unit }
	count := func(from, to int) int { // both inclusive
		n := 0
		for _, i := range ins[from : to+1] {
			if isUnit(i) {
				n++
			}
		}
		return n
	}
	// loops are the ranges of back edges; the innermost hold no other one
	type loop struct{ from, to int }
	var loops []loop
	for n, i := range ins {
		if at, ok := where[i.target]; ok && i.target != "" && at < n && reaches(ins, where, at, n) {
			loops = append(loops, loop{at, n})
		}
	}
	for _, l := range loops {
		innermost := true
		for _, o := range loops {
			innermost = innermost && (o == l || o.from < l.from || o.to > l.to)
		}
		// of the unrolled loop and the loop of the remainder the one with more units runs the most
		if u := count(l.from, l.to); innermost && u > c.units {
			c.loop, c.body, c.units = true, l.to-l.from+1, u
		}
	}
	if c.loop {
		return c
	}
	if unit == "STG" || unit == "ATOMS" { // each element has one
		element := 0 // bits: of the narrowest store
		for bits := range c.accesses[unit] {
			if element == 0 || bits < element {
				element = bits
			}
		}
		c.body, c.units = way(ins, where, func(i instruction) int {
			if _, bits, ok := access(i.opcode); ok && isUnit(i) {
				return bits / element
			} else if isUnit(i) {
				return 1
			}
			return 0
		})
		return c
	}
	first, last := -1, -1
	for n, i := range ins {
		if isUnit(i) {
			if first < 0 {
				first = n
			}
			last = n
		}
	}
	if first >= 0 && last > first {
		c.body, c.units = last-first, count(first, last)-1
	}
	return c
}

// reaches says whether a way leads from an instruction to another one: what jumps back is no loop if nothing comes again to where it jumps from.
func reaches(ins []instruction, where map[string]int, from, to int) bool {
	seen, left := make([]bool, len(ins)), []int{from}
	for len(left) > 0 {
		n := left[len(left)-1]
		left = left[:len(left)-1]
		if n >= len(ins) || seen[n] {
			continue
		}
		if n == to {
			return true
		}
		seen[n] = true
		i := ins[n]
		at, jumps := where[i.target]
		if jumps = jumps && i.target != ""; jumps {
			left = append(left, at)
		}
		if i.may || !jumps && i.opcode != "EXIT" {
			left = append(left, n+1)
		}
	}
	return false
}

// way counts the instructions, and units among them, on the shortest of the ways through a kernel without loops that access the
// most memory: that of a block of which all elements are there. What is skipped by a predicate counts. An access to several elements has as many units.
func way(ins []instruction, where map[string]int, unitsOf func(instruction) int) (body, units int) {
	type best struct{ bits, body, units int }
	from := make([]*best, len(ins)+1) // from[n] is the way that begins with instruction n
	var find func(n int) best
	find = func(n int) best {
		if n >= len(ins) {
			return best{}
		}
		if from[n] != nil {
			return *from[n]
		}
		from[n] = &best{bits: -128 * len(ins)} // of ways that come here again
		i := ins[n]
		next := []best{}
		if at, ok := where[i.target]; ok && i.target != "" {
			next = append(next, find(at))
		}
		switch {
		case i.opcode == "EXIT":
			next = append(next, best{})
			if i.may {
				next = append(next, find(n+1))
			}
		case i.target == "" || i.may:
			next = append(next, find(n+1))
		}
		b := next[0]
		for _, x := range next[1:] {
			if x.bits > b.bits || x.bits == b.bits && x.body < b.body {
				b = x
			}
		}
		b.body++
		b.units += unitsOf(i)
		if _, bits, ok := access(i.opcode); ok {
			b.bits += bits
		}
		from[n] = &b
		return b
	}
	whole := find(0)
	return whole.body, whole.units
}

// memoryOps are the instructions of memory that the table has: of global and of shared memory, the loads of parts of matrices (ldmatrix), and the copies
// from one to the other (cp.async).
var memoryOps = []string{"LDG", "STG", "LDS", "STS", "LDSM", "LDGSTS"}

// access says how wide a load, store or copy is, for each thread.
func access(opcode string) (op string, bits int, ok bool) {
	parts := strings.Split(opcode, ".")
	switch parts[0] {
	case "LDG", "STG", "LDS", "STS", "LDL", "STL", "LDSM", "LDGSTS":
	default:
		return "", 0, false
	}
	bits = 32
	for _, p := range parts[1:] {
		switch p {
		case "64", "128":
			bits, _ = strconv.Atoi(p)
		case "U8", "S8", "8":
			bits = 8
		case "U16", "S16", "16":
			bits = 16
		case "2", "4": // parts of 8 x 8, of which each thread has 32 bits
			n, _ := strconv.Atoi(p)
			bits = 32 * n
		}
	}
	return parts[0], bits, true
}

// usage is what `ptxas -v` reports.
type usage struct{ registers, spills, stack, shared int }

var (
	registersRE = regexp.MustCompile(`Used (\d+) registers`)
	spillsRE    = regexp.MustCompile(`(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads`)
	sharedRE    = regexp.MustCompile(`(\d+) bytes smem`)
)

func parseUsage(log string) usage {
	num := func(re *regexp.Regexp, group int) int {
		m := re.FindStringSubmatch(log)
		if m == nil {
			return 0
		}
		n, _ := strconv.Atoi(m[group])
		return n
	}
	return usage{num(registersRE, 1), num(spillsRE, 2) + num(spillsRE, 3), num(spillsRE, 1), num(sharedRE, 1)}
}

// chip has the limits of a multiprocessor (CUDA C programming guide, "Compute Capabilities").
type chip struct {
	warps, blocks, registers int
	shared, unit, reserved   int // bytes: all, granularity, taken by the system for each block
}

var chips = map[string]chip{
	"sm_60": {64, 32, 65536, 64 << 10, 256, 0},
	"sm_70": {64, 32, 65536, 96 << 10, 256, 0},
	"sm_80": {64, 32, 65536, 164 << 10, 128, 1024},
	"sm_90": {64, 32, 65536, 228 << 10, 128, 1024},
}

// occupancy estimates which part of the warps that a multiprocessor can hold will be there, in percent.
func occupancy(target string, threads, registers, shared int) int {
	c, ok := chips[target]
	if !ok || registers == 0 {
		return 0
	}
	warps := (threads + 31) / 32
	perWarp := (registers*32 + 255) / 256 * 256
	// registers are given out by four schedulers
	blocks := min(c.blocks, c.warps/warps, c.registers/4/perWarp*4/warps)
	if bytes := (shared + c.reserved + c.unit - 1) / c.unit * c.unit; bytes > 0 {
		blocks = min(blocks, c.shared/bytes)
	}
	return 100 * blocks * warps / c.warps
}
