package lsp

import (
	"runtime/debug"
	"runtime/metrics"
)

// growth is what the heap may grow by, in bytes, before garbage is collected. An analysis of 2,000 lines makes 10 MB of it: collected
// whenever the heap has doubled, that is every third edit, at a quarter of all processor time.
const growth = 128 << 20

// pace keeps garbage from being collected often while the heap is small. A large heap may double, as ever: to collect it costs more.
func pace() {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetGCPercent(percent(live[0].Value.Uint64()))
}

// percent is the part of the live heap that it may grow by, not more than four times, as the heap may be another one soon.
func percent(live uint64) int {
	const least, most = 100, 400
	return int(min(most, max(least, growth*100/max(live, 1))))
}
