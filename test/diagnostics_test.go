package test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/tools/driver"

	"descend/passes/irtest"
)

// TestDiagnostics compares what descendc check tells people about the programs in diagnostics/ with the
// .golden files beside them. Each NAME.desc is rejected, and its near miss NAME.ok.desc is accepted without
// a word. So are programs of modules, modules/NAME/main.desc, which may use the library extra beside them.
func TestDiagnostics(t *testing.T) {
	files, err := filepath.Glob("diagnostics/*.desc")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	modules, err := filepath.Glob("diagnostics/modules/*/main*.desc")
	if err != nil || len(modules) == 0 {
		t.Fatalf("no programs of modules: %v", err)
	}
	files = append(files, modules...)
	for _, file := range files {
		name, ok := strings.CutSuffix(file, ".ok.desc")
		name = strings.TrimSuffix(name, ".desc")
		args := []string{"check", file}
		if lib := filepath.Join(filepath.Dir(file), "extra"); exists(lib) {
			args = append(args, "--lib", "extra="+lib)
		}
		t.Run(strings.TrimPrefix(file, "diagnostics/"), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			status := driver.Main(args, strings.NewReader(""), &stdout, &stderr)
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
			irtest.Golden(t, name+".golden", text)
		})
	}
}

// TestRunDiagnostics compares what descendc run tells people about the programs in diagnostics/run, which are accepted and fail when they
// run, with the .golden files beside them.
func TestRunDiagnostics(t *testing.T) {
	files, err := filepath.Glob("diagnostics/run/*.desc")
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if status := driver.Main([]string{"run", file}, strings.NewReader(""), &stdout, &stderr); status != 1 {
				t.Errorf("exit status %d", status)
			}
			irtest.Golden(t, strings.TrimSuffix(file, ".desc")+".golden", stdout.String()+stderr.String())
		})
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
