package report

import (
	"strings"
	"testing"
)

// TestWaves has launches that fill a device well, badly, and hardly run.
func TestWaves(t *testing.T) {
	for _, c := range []struct {
		name    string
		kernel  Kernel
		waves   int64
		problem string // part of it
	}{
		{"one wave that fills", Kernel{Grid: [3]int64{1056, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact"}, 1, ""},
		{"one block more", Kernel{Grid: [3]int64{1057, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact"}, 2, "the last wave has blocks for 0 % of the device"},
		{"many waves", Kernel{Grid: [3]int64{105601, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact"}, 101, ""},
		{"registers", Kernel{Grid: [3]int64{1056, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact", Assembly: &Assembly{Registers: 128}}, 4, ""},
		{"shared memory", Kernel{Grid: [3]int64{133, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact", Shared: 200 << 10}, 2, "the last wave"},
		{"few blocks", Kernel{Grid: [3]int64{2, 3, 4}, Block: [3]int64{32, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact"}, 1, "108 of 132 multiprocessors have nothing to do"},
		{"short launches", Kernel{Grid: [3]int64{1056, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 100, Cycles: 100 * 132 * 5000, Certain: "exact"}, 1, "each of these runs for about 5000"},
		{"long launches", Kernel{Grid: [3]int64{1056, 1, 1}, Block: [3]int64{256, 1, 1}, Launches: 100, Cycles: 100 * 132 * 50000, Certain: "exact"}, 1, ""},
	} {
		k := c.kernel
		k.SetWaves("sm_90")
		if k.Waves == nil {
			t.Errorf("%s: nothing is said", c.name)
			continue
		}
		if w := k.Waves; w.Waves != c.waves || (w.Problem == "") != (c.problem == "") || !strings.Contains(w.Problem, c.problem) || (w.Remedy == "") != (w.Problem == "") || w.Last <= 0 || w.Last > 1 {
			t.Errorf("%s: %+v", c.name, *w)
		}
	}
	small := Kernel{Grid: [3]int64{2, 3, 4}, Block: [3]int64{32, 1, 1}, Launches: 1, Cycles: 1 << 30, Certain: "exact", Example: true}
	if small.SetWaves("sm_90"); !strings.Contains(small.Waves.Remedy, "the sizes are examples") {
		t.Errorf("%+v of an example", *small.Waves)
	}
	none := Kernel{Grid: [3]int64{0, 1, 1}, Block: [3]int64{32, 1, 1}}
	if none.SetWaves("sm_90"); none.Waves != nil {
		t.Errorf("%+v of no blocks", *none.Waves)
	}
	other := Kernel{Grid: [3]int64{9, 1, 1}, Block: [3]int64{32, 1, 1}}
	if other.SetWaves("sm_42"); other.Waves != nil {
		t.Errorf("%+v of a chip that is not known", *other.Waves)
	}
}
