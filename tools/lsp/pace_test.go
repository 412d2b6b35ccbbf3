package lsp

import "testing"

// TestPace holds that a heap grows by the same while it is of middle size, and doubles when it is large.
func TestPace(t *testing.T) {
	for live, want := range map[uint64]int{0: 400, 1 << 20: 400, 64 << 20: 200, 128 << 20: 100, 1 << 30: 100} {
		if got := percent(live); got != want {
			t.Errorf("a heap of %d bytes grows by %d %%, want %d", live, got, want)
		}
	}
}
