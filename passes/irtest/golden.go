package irtest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"descend/passes/driver"

	"github.com/google/go-cmp/cmp"
)

// update is the flag of every test that has golden files.
var update = flag.Bool("update", false, "rewrite the golden files")

// Updating says whether golden files are rewritten (go test -update).
func Updating() bool { return *update }

// Golden compares a text with that of a file, which go test -update rewrites.
func Golden(t testing.TB, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v (go test -update writes it)", err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s differs (-want +got; go test -update rewrites it)\n%s", file, d)
	}
}

// Findings runs an optimizer on the files that match a pattern, which have several modules each ("// -----" between them), and compares what it reports with their
// comments:
//
//	// expected-error @below {{'fix.add' op requires the same type}}
//
// expected-warning, -remark and -note likewise; @above, @+2, @-1 name other lines; -re behind them makes {{..}} in the text regular expressions.
func Findings(t *testing.T, tool driver.Config, pattern string, args ...string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files %s (%v)", pattern, err)
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			var out, errs bytes.Buffer
			all := append([]string{f, "--verify-diagnostics", "--split-input-file"}, args...)
			if status := driver.Main(tool, all, nil, &out, &errs); status != 0 {
				t.Errorf("status %d\n%s", status, errs.String())
			}
		})
	}
}
