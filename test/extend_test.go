package test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestExtendPages follows the pages of docs/extend in order, in modules of their own outside of the repository: a page
// that shows a go.mod begins a module, others go on with the one before. It writes the files that they show (first line
// "// file: name"; a later one replaces an earlier one), runs the commands, and wants what a comment "# prints: x" behind
// one says to be in its output.
func TestExtendPages(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir := ""
	// the page says "go mod tidy"; without a network, the compiler's own list does
	own, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sums, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	requires := strings.Join(regexp.MustCompile(`(?s)require \(.*?\n\)`).FindAllString(string(own), -1), "\n")
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files, commands := 0, 0
	for _, page := range []string{"dialect", "op", "lower", "test", "pass"} {
		text, err := os.ReadFile(filepath.Join(root, "docs/extend", page+".md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("(?s)\n```(go|mlir|sh|)\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
			kind, body := m[1], m[2]
			if strings.HasPrefix(body, "module ") {
				dir = t.TempDir()
				write("go.sum", string(sums))
				write("go.mod", strings.ReplaceAll(body, "DESCEND", root)+"\n\n"+requires+"\n")
				continue
			}
			if name, rest, ok := strings.Cut(strings.TrimPrefix(body, "// file: "), "\n"); ok && strings.HasPrefix(body, "// file: ") {
				files++
				if kind == "mlir" {
					rest = "\n" + rest // lines as in the file with its first line
				}
				write(name, rest+"\n")
				continue
			}
			if kind != "sh" {
				continue
			}
			for _, line := range strings.Split(body, "\n") {
				command, want, _ := strings.Cut(line, "# prints: ")
				commands++
				cmd := exec.Command("sh", "-c", command)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
				var out bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &out
				if err := cmd.Run(); err != nil || !strings.Contains(out.String(), want) {
					t.Fatalf("%s: %s\n%v\nprinted:\n%s", page, line, err, out.String())
				}
			}
		}
	}
	if files < 8 || commands < 10 {
		t.Errorf("only %d files and %d commands found", files, commands)
	}
}
