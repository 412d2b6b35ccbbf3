// Package room says how much memory a process may still take, and makes large slices after it has asked. A process of Go that gets no memory, or
// that the system ends since it took too much, says nothing of use, and nothing can be done about it then.
package room

import (
	"fmt"
	"math"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"sync"
	"unsafe"
)

// Short says that there is not enough memory: in bytes what is needed, and what is left, by whatever limits it most.
type Short struct {
	Need, Left int64
	Limit      string
}

func (s *Short) Error() string {
	return fmt.Sprintf("out of memory: %s are needed, %s are left of %s", Bytes(s.Need), Bytes(s.Left), s.Limit)
}

// Bytes is a number of bytes for people.
func Bytes(n int64) string {
	for _, u := range []struct {
		size int64
		name string
	}{{1 << 40, "TiB"}, {1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= u.size {
			x := float64(n) / float64(u.size)
			if x >= 999.5 { // four digits, up to 1023
				return strconv.FormatFloat(x, 'f', 0, 64) + " " + u.name
			}
			return strconv.FormatFloat(x, 'g', 3, 64) + " " + u.name
		}
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

// small is what is given without asking, in bytes, and unasked how much of that in all before the next question.
const (
	small   = 1 << 20
	unasked = 32 << 20
)

// spare is what is to be left for all else: for the runtime, which takes memory in large pieces, and the collector.
const spare = 128 << 20

var (
	mu    sync.Mutex // who asks takes what it was told is there before the next one asks
	given int64      // bytes since the last question
)

// Make makes a slice of n zeros; the error is a *Short.
func Make[T any](n int64) ([]T, error) {
	var zero T
	size := int64(unsafe.Sizeof(zero))
	if n > 0 && size > math.MaxInt64/2/n {
		return nil, &Short{Need: math.MaxInt64, Left: math.MaxInt64, Limit: "the addresses of this machine"}
	}
	mu.Lock()
	defer mu.Unlock()
	if err := ask(n * size); err != nil {
		return nil, err
	}
	return make([]T, n), nil
}

// Ask says whether so many bytes may be taken in many small pieces; the error is a *Short.
func Ask(bytes int64) error {
	mu.Lock()
	defer mu.Unlock()
	return ask(bytes)
}

// AskOther is Ask for a process that this one starts: it has addresses of its own.
func AskOther(bytes int64) error {
	if bytes < small {
		return nil
	}
	debug.FreeOSMemory()
	for _, l := range limits() {
		if left := max(l.Left-spare, 0); left < bytes && !l.addresses {
			return &Short{Need: bytes, Left: left, Limit: l.Limit}
		}
	}
	return nil
}

func ask(bytes int64) error {
	if given += bytes; bytes < small && given < unasked {
		return nil
	}
	given = 0
	s := short(bytes)
	if s == nil {
		return nil
	}
	debug.FreeOSMemory() // collects garbage first
	if s = short(bytes); s == nil {
		return nil
	}
	return s
}

// short is the limit that does not leave so many bytes; nil if all do.
func short(bytes int64) *Short {
	for _, l := range limits() {
		// What the runtime has free of its addresses may lie in several pieces: it counts where half of it is enough.
		if left := max(l.Left-spare, 0); left < bytes && !(l.addresses && free() > 2*bytes) {
			return &Short{Need: bytes, Left: left, Limit: l.Limit}
		}
	}
	return nil
}

// Left is how much the process may still take, in bytes; a very large number where the system does not tell.
func Left() int64 {
	least := int64(math.MaxInt64)
	for _, l := range limits() {
		least = min(least, max(l.Left, 0))
	}
	return least
}

// limit is one of the system's; of addresses it counts what is mapped, used or not.
type limit struct {
	Left      int64
	Limit     string
	addresses bool
}

// Bound has the collector run before the heap takes all that is left now; it gives the bound, in bytes.
func Bound() int64 {
	mapped, _ := heap()
	left := Left()
	if left > math.MaxInt64/2 {
		return math.MaxInt64
	}
	return mapped + max(left-spare, 0)/10*9
}

// heap is what the runtime has mapped and not given back, and what of its addresses is free, in bytes.
func heap() (mapped, free int64) {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}, {Name: "/memory/classes/heap/free:bytes"}}
	metrics.Read(s)
	v := func(i int) int64 { return int64(s[i].Value.Uint64()) }
	return v(0) - v(1), v(1) + v(2)
}

func free() int64 {
	_, n := heap()
	return n
}
