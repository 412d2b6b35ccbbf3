package dialects_test

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"descend/dialects"
	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
)

// TestVerdicts compares what we say of each chunk of testdata/verdicts/*.mlir with what mlir-opt-19 says: the text that is printed if
// it is valid, the first error if not.
func TestVerdicts(t *testing.T) {
	for _, f := range kit.Files(t, "testdata/verdicts/*.mlir") {
		t.Run(strings.TrimSuffix(filepath.Base(f), ".mlir"), func(t *testing.T) {
			src := kit.Read(t, f)
			chunks := strings.SplitAfter(src, "// -----\n")
			printed, errors := upstreamVerdicts(t, src, len(chunks))
			for i, chunk := range chunks {
				if got, want := verdict(chunk), errors[i]+printed[i]; got != want {
					t.Errorf("%s\nis here\n%s\nmlir-opt-19 says\n%s", chunk, got, want)
				}
			}
		})
	}
}

// verdict is the first error, or the module as it is printed.
func verdict(src string) string { return verdictIn(dialects.MLIR(), src) }

func verdictIn(c *ir.Context, src string) string {
	var diags ir.Diagnostics
	m := ir.ParseModule(c, "chunk", []byte(src), &diags)
	if m != nil {
		ir.Verify(m, &diags)
	}
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error {
			return "error: " + d.Message
		}
	}
	return strings.TrimSpace(ir.Print(m, ir.PrintOptions{}))
}

var upstreamError = regexp.MustCompile(`(?m)^within split at <stdin>:(\d+) offset :\d+:\d+: (error: .*)$`)

// upstreamVerdicts runs mlir-opt-19 on all chunks of a file: what it prints and the first error of each, one of them "".
func upstreamVerdicts(t *testing.T, src string, n int) (printed, errors []string) {
	t.Helper()
	cmd := exec.Command(need.Program(t, "mlir-opt-19"), "--split-input-file")
	cmd.Stdin = strings.NewReader(src)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && stderr.Len() == 0 {
		t.Fatal(err)
	}
	printed, errors = make([]string, n), make([]string, n)
	for i, s := range strings.Split(stdout.String(), "// -----\n") {
		printed[i] = strings.TrimSpace(s)
	}
	lines := map[int]int{1: 0}
	line := 1
	for i, chunk := range strings.SplitAfter(src, "// -----\n") {
		if i > 0 {
			lines[line-1] = i // a chunk is said to begin at the end of the marker before it
		}
		line += strings.Count(chunk, "\n")
	}
	for _, m := range upstreamError.FindAllStringSubmatch(stderr.String(), -1) {
		at, _ := strconv.Atoi(m[1])
		i, ok := lines[at]
		if !ok {
			t.Fatal(fmt.Sprintf("no chunk begins at line %d", at))
		}
		if errors[i] == "" {
			errors[i] = m[2]
		}
	}
	return printed, errors
}
