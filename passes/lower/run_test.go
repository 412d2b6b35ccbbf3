package lower_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/tools/driver"
)

// TestRun runs the programs of testdata/run on the simulator, which checks every access, and compares what
// they print with files computed by hand.
func TestRun(t *testing.T) {
	files, _ := filepath.Glob("testdata/run/*.desc")
	if len(files) == 0 {
		t.Fatal("no programs found")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var out, errs bytes.Buffer
			if status := driver.Main([]string{"run", file}, strings.NewReader(""), &out, &errs); status != 0 {
				t.Fatalf("exit status %d\n%s", status, errs.String())
			}
			want, err := os.ReadFile(strings.TrimSuffix(file, ".desc") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			if out.String() != string(want) {
				t.Errorf("prints\n%swant\n%s", out.String(), want)
			}
		})
	}
}
