package ptx

import (
	"fmt"
	"strconv"
	"strings"
)

// targets lists the chips that can be compiled for, with the PTX version that
// is asked for: the oldest that has what we emit (6.3 for shfl.sync, vote.sync
// and bar.warp.sync) and that knows the chip, so that old drivers load it.
var targets = []struct {
	name string
	ptx  int // version times 10
}{
	{"sm_60", 63}, {"sm_61", 63}, {"sm_62", 63},
	{"sm_70", 63}, {"sm_72", 63}, {"sm_75", 63},
	{"sm_80", 70}, {"sm_86", 71}, {"sm_87", 74}, {"sm_89", 78},
	{"sm_90", 78}, {"sm_90a", 80},
}

// Targets returns the names of the chips that Compile takes.
func Targets() []string {
	var names []string
	for _, t := range targets {
		names = append(names, t.name)
	}
	return names
}

// TargetFor returns the best target whose code runs on a GPU of a compute capability: its own, or the newest
// older one, whose PTX the driver compiles for it.
func TargetFor(major, minor int) (string, error) {
	best, newest := "", 0
	for _, t := range targets {
		number, err := strconv.Atoi(strings.TrimPrefix(t.name, "sm_"))
		if err == nil && number <= major*10+minor && number > newest { // sm_90a runs on 9.0 only
			best, newest = t.name, number
		}
	}
	if best == "" {
		return "", fmt.Errorf("compute capability %d.%d is too old, the oldest target is %s", major, minor, targets[0].name)
	}
	return best, nil
}

// CheckTarget returns an error that lists the known targets if name is none.
func CheckTarget(name string) error {
	_, err := ptxFeature(name)
	return err
}

// ptxFeature returns the LLVM feature that selects the PTX version.
func ptxFeature(target string) (string, error) {
	for _, t := range targets {
		if t.name == target {
			return fmt.Sprintf("+ptx%d", t.ptx), nil
		}
	}
	return "", fmt.Errorf("unknown target %q (known: %s)", target, strings.Join(Targets(), " "))
}
