package collect

import (
	"syscall"
	"unsafe"
)

// A compiler makes its heap once and fills it from one end to the other, so that the first touch of each page of 4 KiB costs a twentieth of its time
// where the system gives large pages on demand only. The heap begins with one chunk of some megabytes, which is all that most programs need: the
// rest of it becomes large pages here, before it is touched.
func init() {
	first := new([64]byte)
	chunk := uintptr(unsafe.Pointer(first)) &^ (heapChunk - 1)
	_, _, _ = syscall.RawSyscall(syscall.SYS_MADVISE, chunk, heapChunk, hugePage) // where there are none the heap stays as it is
}

const (
	heapChunk = 4 << 20 // by which Go's heap grows, and to which it is aligned
	hugePage  = 14      // MADV_HUGEPAGE of madvise(2)
)
