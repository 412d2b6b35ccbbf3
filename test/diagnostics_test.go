package test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/tools/driver"
)

var update = flag.Bool("update", false, "rewrite golden files")

// TestDiagnostics compares what descendc check tells people about the programs in diagnostics/ with the
// .golden files beside them. Each NAME.desc is rejected, and its near miss NAME.ok.desc is accepted without
// a word.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob("diagnostics/*.desc")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		name, ok := strings.CutSuffix(file, ".ok.desc")
		name = strings.TrimSuffix(name, ".desc")
		t.Run(filepath.Base(file), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := driver.Main([]string{"check", file}, strings.NewReader(""), &stdout, &stderr)
			text := stdout.String() + stderr.String()
			if ok {
				if status != 0 || text != "" {
					t.Errorf("exit status %d\n%s", status, text)
				}
				return
			}
			if _, err := os.Stat(name + ".ok.desc"); err != nil {
				t.Errorf("no near miss: %v", err)
			}
			if warned := strings.HasPrefix(text, "warning: "); status != 1 && !(warned && status == 0) {
				t.Errorf("exit status %d", status)
			}
			if *update {
				if err := os.WriteFile(name+".golden", []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(name + ".golden")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), text); d != "" {
				t.Errorf("the output differs from %s.golden (go test ./test -run TestDiagnostics -update):\n%s", name, d)
			}
		})
	}
}
