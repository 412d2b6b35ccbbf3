package harness

import (
	"os"
	"testing"

	"descend/ir/need"
)

// BenchmarkReverse runs a million threads with one barrier each.
func BenchmarkReverse(b *testing.B) {
	text, err := os.ReadFile("testdata/basics.ll")
	if err != nil {
		b.Fatal(err)
	}
	p, err := Build(text, 3)
	if err != nil {
		need.Tool(b, "%v", err)
	}
	defer p.Close()
	data := make([]byte, 4<<20)
	for b.Loop() {
		if err := p.Launch("reverse", one(1<<14), one(64), 0, []Arg{Buffer(data)}); err != nil {
			b.Fatal(err)
		}
	}
}
