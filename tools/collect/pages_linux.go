package collect

import (
	"syscall"
	"unsafe"
)

// Pages asks for large pages wherever the heap has grown to. A compiler makes its heap once and fills it from one end to the other, so that the first
// touch of each page of 4 KiB takes a tenth of its time where the system gives large pages on demand only. The heap grows by some megabytes at a
// time, which are small pages again: who calls this between its stages loses little.
//
// The heap's are the bytes behind the first object: Go lays its arenas one behind the other. If something else is
// among them, its pages become large as well, which changes no value.
func Pages() {
	_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, heap, span, hugePage) // where there are none the heap stays as it is
}

const (
	arena    = 64 << 20 // the alignment of Go's arenas
	span     = 256 << 20
	hugePage = 14 // MADV_HUGEPAGE of madvise(2)
)

var (
	first = new([64]byte)
	heap  = uintptr(unsafe.Pointer(first)) &^ (arena - 1)
)

func init() {
	grow()
	Pages()
}

// grow makes the heap 32 MiB larger before they are used, so that all of them can become large pages at once: most programs take no more. Nothing of them is
// touched. Go takes memory for a goroutine's stack where it takes it for the heap, and when the goroutine has ended the heap has it; if that
// changes, the heap grows as it does without.
func grow() {
	done := make(chan byte)
	go func() { done <- deep(nil) }()
	<-done
}

// deep has two parts of 9 MiB in its frame, for which Go makes a stack of the next power of two, and touches neither.
//
//go:noinline
func deep(from *part) byte {
	if from == nil {
		return 0
	}
	return second(*from)
}

type part [9 << 20]byte

//go:noinline
func second(p part) byte { return p[1] }
