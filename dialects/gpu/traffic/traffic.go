// Package traffic says what one access of a warp costs memory: passes through the banks of shared memory, sectors of global memory.
//
// Shared memory has 32 banks, each 4 bytes wide; the word at byte a lies in bank a/4 mod 32. In one pass a bank gives one word, to as
// many lanes as want that word, so an access takes as many passes as there are different words in the bank that has most of them. Of 4
// bytes or fewer for each lane a warp's lanes are served together; of 8 bytes each half of the warp for itself, of 16 each quarter, since
// one pass moves 128 bytes at most (CUDA C++ programming guide, "Shared Memory"; the same from compute capability 5.0 on). An atomic update has
// each lane's word for itself: lanes that update one word come one after the other.
//
// Global memory is moved in sectors of 32 bytes, each once for an access.
package traffic

import "descend/dialects/gpu"

// The shape of memory, in bytes.
const (
	Banks      = 32
	WordBytes  = 4
	SectorSize = 32
)

// Nobody is the address of a lane that takes no part.
const Nobody = -1

// Access is what the lanes of a warp access with one instruction.
type Access struct {
	// Size is the number of bytes for each lane: 1, 2, 4, 8 or 16; addresses are multiples of it.
	Size int
	// Update says that the access is an atomic update.
	Update bool
	// At is by lane the address of the first byte, in bytes from a multiple of 128, or Nobody.
	At [gpu.WarpSize]int64
}

// Conflicts are those of an access to shared memory.
type Conflicts struct {
	// Passes are all that it takes; Least are those without any conflict: one for each half or quarter of the warp that has lanes in it.
	Passes, Least int
	// Degree is the number of passes of the part of the warp that takes most: 1 where nothing conflicts, 0 of no lanes.
	Degree int
}

// Shared are the conflicts of an access to shared memory.
func (a *Access) Shared() Conflicts {
	group := gpu.WarpSize
	if a.Size > WordBytes {
		group = gpu.WarpSize * WordBytes / a.Size
	}
	var c Conflicts
	for first := 0; first < gpu.WarpSize; first += group {
		n := a.passes(a.At[first : first+group])
		c.Passes += n
		c.Least += min(n, 1)
		c.Degree = max(c.Degree, n)
	}
	return c
}

// passes is the most words that lanes which are served together want of one bank. These lanes want 32 words at most.
func (a *Access) passes(at []int64) int {
	var first [Banks]uint64     // by bank the word that was found first
	var count, last [Banks]int8 // by bank how many there are, and the last of the others; from 1 on
	var others [Banks]uint64    // in the order in which they were found
	var next [Banks]int8        // by these the one before in its bank
	n, most, size := int8(0), int8(0), uint64(a.Size)
	for _, p := range at {
		if p < 0 {
			continue
		}
		for w, end := uint64(p)/WordBytes, (uint64(p)+size-1)/WordBytes; w <= end; w++ {
			b := w % Banks
			if count[b] == 0 {
				first[b], count[b], most = w, 1, max(most, 1)
				continue
			}
			if !a.Update {
				if first[b] == w {
					continue
				}
				i := last[b]
				for i != 0 && others[i-1] != w {
					i = next[i-1]
				}
				if i != 0 {
					continue
				}
			}
			others[n], next[n] = w, last[b]
			n++
			last[b] = n
			count[b]++
			most = max(most, count[b])
		}
	}
	return int(most)
}

// has says whether w is among some words, the last of which is the likeliest.
func has(words []int64, w int64) bool {
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] == w {
			return true
		}
	}
	return false
}

// Sectors is the number of sectors of global memory that an access touches.
func (a *Access) Sectors() int {
	var found [2 * gpu.WarpSize]int64
	n := 0
	for _, p := range a.At {
		if p < 0 {
			continue
		}
		for s := p / SectorSize; s*SectorSize < p+int64(a.Size); s++ {
			if !has(found[:n], s) {
				found[n] = s
				n++
			}
		}
	}
	return n
}

// Lanes is the number of lanes that take part.
func (a *Access) Lanes() int {
	n := 0
	for _, p := range a.At {
		if p >= 0 {
			n++
		}
	}
	return n
}
