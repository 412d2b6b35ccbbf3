package ptx

import (
	"slices"
	"strconv"
	"strings"

	"descend/ir/pattern"
)

// Kernel describes a function of the PTX.
type Kernel struct {
	Name  string
	Entry bool // a kernel, not a device function
	// LocalBytes counts the bytes of its arrays in local memory, per thread.
	LocalBytes int
	// SharedBytes counts the bytes of the static shared memory declared in
	// it. (Shared variables of several kernels stand outside them.)
	SharedBytes int
	// ReqNTID is the block shape that loaders insist on; zero if there is
	// no .reqntid.
	ReqNTID [3]int
	// MaxNTID likewise, for .maxntid.
	MaxNTID [3]int
}

var (
	externRE  = pattern.Of(`(?m)^\s*\.extern\s+\.(func|global|const)\b([^;]*);`)
	callArgRE = pattern.Of(`\([^()]*\)`)
	symbolRE  = pattern.Of(`[A-Za-z_$%][\w$]*`)
	headRE    = pattern.Of(`^(?:\.visible\s+|\.weak\s+)?\.(entry|func)\b(.*)`)
	varRE     = pattern.Of(`^\s*\.(local|shared)\s+(?:\.align\s+\d+\s+)?\.([bfsu])(\d+)\s+[\w$]+((?:\[\d*\])*)`)
	boundRE   = pattern.Of(`^\.(reqntid|maxntid)\s+(\d+)(?:,\s*(\d+))?(?:,\s*(\d+))?`)
	extentRE  = pattern.Of(`\[(\d+)\]`)
)

// Externs returns the names of the external functions and of the external
// variables in global and constant memory that the PTX refers to.
// (.extern .shared is dynamic shared memory.)
func Externs(ptx []byte) []string {
	var names []string
	for _, m := range externRE().FindAllStringSubmatch(string(ptx), -1) {
		rest := m[2]
		if m[1] == "func" {
			// .extern .func (.param .b32 retval) name (params)
			rest = callArgRE().ReplaceAllString(rest, " ")
		}
		rest, _, _ = strings.Cut(rest, "[")
		fields := strings.Fields(rest)
		for _, f := range slices.Backward(fields) {
			if !strings.HasPrefix(f, ".") && symbolRE().MatchString(f) {
				names = append(names, f)
				break
			}
		}
	}
	return names
}

// checkExterns refuses references that nobody declared: LLVM turns a misspelt
// intrinsic into a call of an external function and exits with 0.
func checkExterns(ptx []byte, declared []string) error {
	var bad []string
	for _, name := range Externs(ptx) {
		if !slices.Contains(declared, name) && !slices.Contains(bad, name) {
			bad = append(bad, name)
		}
	}
	if len(bad) == 0 {
		return nil
	}
	return &CompileError{Message: "the PTX refers to external symbols that the program does not declare: " + strings.Join(bad, ", ")}
}

// scanKernels reads off what LLVM's PTX says about each function. Functions
// start at the beginning of a line and end with a `}` there.
func scanKernels(ptx []byte) []Kernel {
	var ks []Kernel
	inside := false
	for line := range strings.Lines(string(ptx)) {
		line = strings.TrimRight(line, "\r\n")
		if m := headRE().FindStringSubmatch(line); m != nil {
			rest := strings.TrimSpace(m[2])
			if strings.HasPrefix(rest, "(") { // a return value
				_, rest, _ = strings.Cut(rest, ")")
			}
			ks = append(ks, Kernel{Name: symbolRE().FindString(rest), Entry: m[1] == "entry"})
			inside = true
			if strings.HasSuffix(line, ";") { // a declaration
				ks, inside = ks[:len(ks)-1], false
			}
			continue
		}
		if !inside {
			continue
		}
		k := &ks[len(ks)-1]
		switch {
		case line == "}":
			inside = false
		case line == ";": // a declaration over several lines
			ks, inside = ks[:len(ks)-1], false
		default:
			k.scanLine(line)
		}
	}
	return ks
}

func (k *Kernel) scanLine(line string) {
	if m := boundRE().FindStringSubmatch(line); m != nil {
		dims := [3]int{1, 1, 1}
		for i := range dims {
			if m[2+i] != "" {
				dims[i], _ = strconv.Atoi(m[2+i])
			}
		}
		if m[1] == "reqntid" {
			k.ReqNTID = dims
		} else {
			k.MaxNTID = dims
		}
		return
	}
	if m := varRE().FindStringSubmatch(line); m != nil {
		bits, _ := strconv.Atoi(m[3])
		bytes := bits / 8
		for _, extent := range extentRE().FindAllStringSubmatch(m[4], -1) {
			n, _ := strconv.Atoi(extent[1])
			bytes *= n
		}
		if m[1] == "local" {
			k.LocalBytes += bytes
		} else {
			k.SharedBytes += bytes
		}
	}
}
