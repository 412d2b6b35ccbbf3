package test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/docs"
	"descend/tools/driver"
)

// checkProgram runs descendc check on a program and returns the exit status and the codes of the errors.
func checkProgram(t *testing.T, text string) (status int, codes []string, out string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.desc")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status = driver.Main([]string{"check", file, "--diagnostics=json"}, strings.NewReader(""), &stdout, &stderr)
	for _, line := range strings.Split(strings.TrimSpace(stdout.String()), "\n") {
		if line == "" {
			continue
		}
		var d struct{ Code, Severity string }
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if d.Severity == "error" {
			codes = append(codes, d.Code)
		}
	}
	return status, codes, stdout.String() + stderr.String()
}

// TestErrorPages runs the programs of the page of every code: the wrong ones give that code and no other,
// the right ones are accepted.
func TestErrorPages(t *testing.T) {
	slugs := docs.Slugs()
	if len(slugs) < 15 {
		t.Fatalf("only %d pages", len(slugs))
	}
	for _, slug := range slugs {
		t.Run(slug, func(t *testing.T) {
			page, ok := docs.Page(slug)
			if !ok {
				t.Fatal("no page")
			}
			wrong, right := docs.Programs(page)
			if len(wrong) == 0 || len(right) == 0 {
				t.Fatalf("%d wrong and %d right programs", len(wrong), len(right))
			}
			for i, p := range wrong {
				status, codes, out := checkProgram(t, p)
				if status != 1 || len(codes) == 0 {
					t.Errorf("wrong program %d: exit status %d\n%s\n%s", i, status, p, out)
				}
				for _, c := range codes {
					if c != slug {
						t.Errorf("wrong program %d gives %s\n%s\n%s", i, c, p, out)
					}
				}
			}
			for i, p := range right {
				if status, _, out := checkProgram(t, p); status != 0 {
					t.Errorf("right program %d: exit status %d\n%s\n%s", i, status, p, out)
				}
			}
		})
	}
}
