package dialects_test

import (
	"bytes"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

// crashed is what mlir-opt says of modules that it does not survive.
const crashed = "mlir-opt dies"

// upstreamSays runs mlir-opt on the modules: what it prints, or its first error.
func upstreamSays(t *testing.T, program string, srcs []string) []string {
	out := make([]string, 0, len(srcs))
	for len(out) < len(srcs) {
		rest := srcs[len(out):]
		said, firstUnknown := upstreamRun(t, program, rest)
		if out = append(out, said...); len(said) == len(rest) {
			break
		}
		// What was printed last is lost when it dies; of modules without an error it is not known which was the last.
		rest = rest[len(said):]
		if n := firstUnknown - len(said); n > 0 {
			said, _ = upstreamRun(t, program, rest[:n])
			out = append(out, said...)
			for i := len(said); i < n; i++ { // it has said something of one of these before it died
				out = append(out, upstreamSingle(t, program, rest[i]))
			}
			continue
		}
		out = append(out, upstreamSingle(t, program, rest[0]))
	}
	return out
}

func upstreamSingle(t *testing.T, program, src string) string {
	if said, _ := upstreamRun(t, program, []string{src}); len(said) > 0 {
		return said[0]
	}
	return crashed
}

// upstreamRun gives what mlir-opt says of the modules up to where it dies, and the first one of which it cannot be told.
func upstreamRun(t *testing.T, program string, srcs []string) (said []string, firstUnknown int) {
	var src strings.Builder
	lines := map[int]int{}
	line := 1
	for i, s := range srcs {
		if i > 0 {
			src.WriteString("// -----\n")
			line++
		}
		lines[max(line-1, 1)] = i // a chunk is said to begin at the end of the marker before it
		src.WriteString(s)
		line += strings.Count(s, "\n")
	}
	cmd := exec.Command(program, "--split-input-file", "--mlir-disable-threading", "--mlir-print-op-on-diagnostic=0")
	cmd.Stdin = strings.NewReader(src.String())
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	said = strings.Split(stdout.String(), "// -----\n")
	if status, ok := err.(*exec.ExitError); ok && status.ExitCode() != 1 {
		said = said[:len(said)-1]
	}
	for i := range said {
		said[i] = strings.TrimSpace(said[i])
	}
	firstUnknown = len(said)
	seen := map[int]bool{}
	for _, m := range upstreamError.FindAllStringSubmatch(stderr.String(), -1) {
		at, _ := strconv.Atoi(m[1])
		i, ok := lines[at]
		if !ok {
			t.Errorf("no module begins at line %d", at)
			continue
		}
		firstUnknown = max(firstUnknown, i+1)
		if !seen[i] && i < len(said) {
			seen[i] = true
			said[i] = strings.ReplaceAll(m[2], "\x00", "") // "operand type" of one operand ends with one
		}
	}
	return said, firstUnknown
}
