package driver

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"sync"
)

// monitorSize is that of descend_monitor in backend/runtime/src/monitor.c: six numbers and two texts.
const monitorSize = 6*8 + 1000 + 3000

// monitor is the file in which a native program notes what it is at.
type monitor struct {
	file      *os.File
	fn, place string // the function that runs and where it stands
	mu        sync.Mutex
	last      activity
}

// read gives what the program is at. While the program is noting a launch it gives what was read before.
func (m *monitor) read() activity {
	m.mu.Lock()
	defer m.mu.Unlock()
	var text [monitorSize]byte
	number := func(i int) int64 { return int64(binary.LittleEndian.Uint64(text[8*i:])) }
	if _, err := m.file.ReadAt(text[:], 0); err != nil || number(0)%2 != 0 {
		return m.last
	}
	version := number(0)
	a := activity{fn: m.fn, done: number(1), launches: number(2), total: number(3)}
	line, column := number(4), number(5)
	a.kernel = cString(text[48:1048])
	if file := cString(text[1048:]); file != "" {
		a.place = fmt.Sprintf("%s:%d:%d", file, line, column)
	} else {
		a.place, a.outside = m.place, true
	}
	if _, err := m.file.ReadAt(text[:8], 0); err != nil || number(0) != version {
		return m.last
	}
	m.last = a
	return a
}

func cString(b []byte) string {
	text, _, _ := bytes.Cut(b, []byte{0})
	return string(text)
}
