package collect

import (
	"runtime"
	"testing"
)

// The heap has the memory of the stack that made it larger: more than that stack had is there, and free.
func TestGrow(t *testing.T) {
	grow()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapIdle < 2*uint64(len(part{})) {
		t.Errorf("%d bytes of the heap are free, of %d", m.HeapIdle, m.HeapSys)
	}
	if m.StackInuse > 8<<20 {
		t.Errorf("stacks have %d bytes", m.StackInuse)
	}
}
