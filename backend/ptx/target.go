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
var targets = []target{
	{"sm_60", 63, MinLLVM}, {"sm_61", 63, MinLLVM}, {"sm_62", 63, MinLLVM},
	{"sm_70", 63, MinLLVM}, {"sm_72", 63, MinLLVM}, {"sm_75", 65, MinLLVM},
	{"sm_80", 70, MinLLVM}, {"sm_86", 71, MinLLVM}, {"sm_87", 74, MinLLVM}, {"sm_89", 78, MinLLVM},
	{"sm_90", 78, MinLLVM}, {"sm_90a", 80, MinLLVM},
	{"sm_100", 86, 20}, {"sm_101", 86, 20}, {"sm_103", 88, 21}, {"sm_110", 90, 22}, {"sm_120", 87, 20}, {"sm_121", 88, 21},
}

type target struct {
	name string
	ptx  int // version times 10
	llvm int // the first version that knows the chip
}

// Targets returns the names of the chips that Compile takes with every LLVM.
func Targets() []string { return targetNames(func(t target) bool { return t.llvm == MinLLVM }) }

// NewTargets returns those that it takes where there is an LLVM that is new enough.
func NewTargets() []string { return targetNames(func(t target) bool { return t.llvm > MinLLVM }) }

func targetNames(which func(target) bool) (names []string) {
	for _, t := range targets {
		if which(t) {
			names = append(names, t.name)
		}
	}
	return names
}

// targetNamed finds a target.
func targetNamed(name string) (target, bool) {
	i := slices.IndexFunc(targets, func(t target) bool { return t.name == name })
	if i < 0 {
		return target{}, false
	}
	return targets[i], true
}

// Capability is the compute capability of a target, 80 for sm_80; 0 for what is none.
func Capability(target string) int {
	n, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(target, "sm_"), "a"))
	if err != nil {
		return 0
	}
	return n
}

// lastForAll is the newest target whose PTX drivers compile for every newer chip, and that every LLVM has. (That of sm_90a runs on 9.0 only.)
const lastForAll = "sm_90"

// TargetFor returns the best target whose code runs on a GPU of a compute capability: its own, or the newest
// older one that every LLVM has, whose PTX the driver compiles for it. Which LLVM is here does not matter: the PTX may come from another machine (CacheVar).
func TargetFor(major, minor int) (string, error) {
	best, newest := "", 0
	for _, name := range Targets() {
		number, err := strconv.Atoi(strings.TrimPrefix(name, "sm_"))
		if err == nil && number <= major*10+minor && number > newest { // sm_90a runs on 9.0 only
			best, newest = name, number
		}
	}
	if best == "" {
		return "", fmt.Errorf("compute capability %d.%d is too old, the oldest target is %s", major, minor, targets[0].name)
	}
	return best, nil
}

// TargetOf returns the target whose PTX runs on the chip of a name: the chip itself, or, where no LLVM here knows that, lastForAll. Code for one chip
// alone (sm_100a) or its family (sm_100f) has nothing of its own here. Errors list the known targets.
func TargetOf(name string) (string, error) {
	base, ok := targetNamed(strings.TrimRight(name, "af"))
	if !ok || base.llvm == MinLLVM {
		return name, CheckTarget(name)
	}
	if _, err := Default().toolchainFrom(base.llvm); err != nil {
		return lastForAll, nil
	}
	return base.name, nil
}

// NeedsLLVM is the version of LLVM that a chip needs which no LLVM here knows; 0 if there is one.
func NeedsLLVM(name string) int {
	base, ok := targetNamed(strings.TrimRight(name, "af"))
	if t, err := TargetOf(name); !ok || err != nil || t == base.name || base.llvm == MinLLVM {
		return 0
	}
	return base.llvm
}

// CheckTarget returns an error that lists the known targets if name is none.
func CheckTarget(name string) error {
	_, err := ptxFeature(name)
	return err
}

// ptxFeature returns the LLVM feature that selects the PTX version.
func ptxFeature(name string) (string, error) {
	if t, ok := targetNamed(name); ok {
		return fmt.Sprintf("+ptx%d", t.ptx), nil
	}
	return "", fmt.Errorf("unknown target %q (known: %s; from LLVM 20 on also %s)%s", name, strings.Join(Targets(), " "), strings.Join(NewTargets(), " "), meant(name))
}

// meant is a clause about the target that a wrong name was meant to be, as sm86 or compute_86; "" if there is none.
func meant(name string) string {
	near := "sm_" + strings.TrimLeftFunc(name, func(r rune) bool { return r < '0' || r > '9' })
	if _, ok := targetNamed(near); ok {
		return "; did you mean " + near + "?"
	}
	return ""
}
