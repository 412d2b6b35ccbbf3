package ptx

import (
	"fmt"
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
