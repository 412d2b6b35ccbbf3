package test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"descend/docs"
	"descend/tools/driver"
)

// checkProgram runs descendc check, or run with arguments, on a program and returns the exit status and the codes of the errors.
func checkProgram(t *testing.T, text string, command string, args ...string) (status int, codes []string, out string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "program.desc")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status = driver.Main(append([]string{command, file, "--diagnostics=json"}, args...), strings.NewReader(""), &stdout, &stderr)
	findings := &stdout
	if command == "run" {
		findings = &stderr // the program prints on standard output
	}
	for _, line := range strings.Split(strings.TrimSpace(findings.String()), "\n") {
		var d struct{ Code, Severity string }
		if !strings.HasPrefix(line, "{") { // what a run did
			continue
		}
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if d.Severity == "error" {
			codes = append(codes, d.Code)
		}
	}
	return status, codes, stdout.String() + stderr.String()
}

// onlyText are the codes that no Descend program has alone: of IR that somebody has written, of devices, of files.
var onlyText = []string{"device-bounds", "device-launch", "device-memory", "device-trap", "else-value", "hidden-clause", "local-memory", "run", "sim-barrier", "sim-launch", "sim-unsupported", "skipped-elements", "unreachable-arm"}

// TestErrorPages runs the programs of the page of every code: the wrong ones give that code and no other, the right ones
// are accepted, and run where the code is one of runs.
func TestErrorPages(t *testing.T) {
	slugs := docs.Slugs()
	if len(slugs) < 30 {
		t.Fatalf("only %d pages", len(slugs))
	}
	for _, slug := range slugs {
		t.Run(slug, func(t *testing.T) {
			page, ok := docs.Page(slug)
			if !ok {
				t.Fatal("no page")
			}
			bad, right, fails := 0, 0, false
			for _, p := range docs.Examples(page) {
				want := 1
				var status int
				var codes []string
				var out string
				switch p.Kind {
				case "unsupported", "wrong":
					status, codes, out = checkProgram(t, p.Text, "check")
					if p.Kind == "unsupported" {
						want = 2
					}
				case "fails":
					fails = true
					if status, _, out := checkProgram(t, p.Text, "check"); status != 0 {
						t.Errorf("a program that is to fail when it runs is rejected\n%s\n%s", p.Text, out)
					}
					status, codes, out = checkProgram(t, p.Text, "run", p.Args...)
				case "right":
					right++
					command := "check"
					if fails {
						command = "run"
					}
					if status, _, out := checkProgram(t, p.Text, command); status != 0 {
						t.Errorf("a right program: exit status %d\n%s\n%s", status, p.Text, out)
					}
					continue
				default:
					t.Errorf("unknown kind of program %q", p.Kind)
				}
				bad++
				if status != want || len(codes) == 0 {
					t.Errorf("a %s program: exit status %d\n%s\n%s", p.Kind, status, p.Text, out)
				}
				for _, c := range codes {
					if c != slug {
						t.Errorf("a %s program gives %s\n%s\n%s", p.Kind, c, p.Text, out)
					}
				}
			}
			if text := slices.Contains(onlyText, slug); text != (bad == 0) || text != (right == 0) {
				t.Errorf("%d wrong and %d right programs", bad, right)
			}
		})
	}
}

// TestCodesHavePages looks for codes of findings of runs in the sources: each has a page.
func TestCodesHavePages(t *testing.T) {
	code := regexp.MustCompile(`"((?:sim|device)-[a-z]+)"|\.code\("([a-z]+)"\)`)
	found := 0
	for _, pattern := range []string{"../backend/sim/*.go", "../tools/driver/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no files", pattern, err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range code.FindAllStringSubmatch(string(data), -1) {
				for _, slug := range []string{m[1], "sim-" + m[2], "device-" + m[2]} {
					if strings.HasSuffix(slug, "-") || slug == "" || slug == "sim-schedule" { // a flag
						continue
					}
					found++
					if _, ok := docs.Page(slug); !ok {
						t.Errorf("%s: no page for %s", file, slug)
					}
				}
			}
		}
	}
	if found < 10 {
		t.Errorf("only %d codes found", found)
	}
}
