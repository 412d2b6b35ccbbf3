package ptx

import (
	"fmt"
	"slices"
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
	{"sm_70", 63}, {"sm_72", 63}, {"sm_75", 65},
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

// Capability is the compute capability of a target, 80 for sm_80; 0 for what is none.
func Capability(target string) int {
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(target, "sm_"), "a"))
	if err != nil {
		return 0
	}
	return n
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

// newer lists chips that LLVM 19 has no target for; lastForAll is the newest target whose PTX drivers compile for
// every newer chip. (That of sm_90a runs on 9.0 only.)
var newer = []string{"sm_100", "sm_101", "sm_103", "sm_110", "sm_120", "sm_121"}

const lastForAll = "sm_90"

// TargetOf returns the target whose PTX runs on the chip of a name: the chip itself, or for one that is newer than
// all targets lastForAll. Errors list the known targets.
func TargetOf(name string) (string, error) {
	if slices.Contains(newer, strings.TrimRight(name, "af")) {
		return lastForAll, nil
	}
	return name, CheckTarget(name)
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
	return "", fmt.Errorf("unknown target %q (known: %s)%s", target, strings.Join(Targets(), " "), meant(target))
}

// meant is a clause about the target that a wrong name was meant to be, as sm86 or compute_86; "" if there is none.
func meant(name string) string {
	target := "sm_" + strings.TrimLeftFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	if slices.Contains(Targets(), target) {
		return "; did you mean " + target + "?"
	}
	return ""
}
