package test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestExtendPages follows the pages of docs/extend in order, in modules of their own outside of the repository: a page
// that shows a go.mod begins a module, others go on with the one before. It writes the files that they show (first line
// "// file: name"; a later one replaces an earlier one), runs the commands, and wants what a comment "# prints: x" behind
// one says to be in its output. A page with a folder of its name goes on in a copy of that module, of whose files it shows parts
// (first line "// in: name").
func TestExtendPages(t *testing.T) {
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	dir, mode := "", "mod"
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
	files, parts, commands := 0, 0, 0
	for _, page := range []string{"dialect", "op", "lower", "test", "pass", "toy"} {
		text, err := os.ReadFile(filepath.Join(root, "docs/extend", page+".md"))
		if err != nil {
			t.Fatal(err)
		}
		if module := filepath.Join(root, "docs/extend", page); isFolder(module) {
			dir = t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(module)); err != nil {
				t.Fatal(err)
			}
			mod, err := os.ReadFile(filepath.Join(module, "go.mod"))
			if err != nil {
				t.Fatal(err)
			}
			write("go.mod", strings.ReplaceAll(string(mod), "../../..", root))
			mode = "readonly" // it is complete
		}
		for _, m := range regexp.MustCompile("(?s)\n```(go|mlir|toy|sh|)\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
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
			if m := regexp.MustCompile(`^(?://|#) in: (.*)\n((?s).*)$`).FindStringSubmatch(body); m != nil {
				parts++
				whole, err := os.ReadFile(filepath.Join(dir, m[1]))
				if err != nil {
					t.Fatal(err)
				}
				if !strings.Contains(string(whole), strings.TrimSpace(m[2])+"\n") {
					t.Errorf("%s: this is not in %s:\n%s", page, m[1], m[2])
				}
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
				cmd.Env = append(os.Environ(), "GOFLAGS=-mod="+mode, "GOPROXY=off", "GOWORK=off")
				var out bytes.Buffer
				cmd.Stdout, cmd.Stderr = &out, &out
				if err := cmd.Run(); err != nil || !strings.Contains(out.String(), want) {
					t.Fatalf("%s: %s\n%v\nprinted:\n%s", page, line, err, out.String())
				}
			}
		}
	}
	if files < 8 || parts < 8 || commands < 20 {
		t.Errorf("only %d files, %d parts of files and %d commands found", files, parts, commands)
	}
}

func isFolder(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.IsDir()
}

// TestToyLines holds the numbers of lines in docs/extend/toy.md, and that they are at most half of MLIR's.
func TestToyLines(t *testing.T) {
	text, err := os.ReadFile("../docs/extend/toy.md")
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../docs/extend/toy/*.go")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}
	for _, f := range files {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		lines[filepath.Base(f)] = bytes.Count(src, []byte("\n"))
	}
	all, allMLIR := 0, 0
	rows := regexp.MustCompile(`(?m)^\|([^|]*)\|([^|]*)\| (\d+) \| (\d+) \|$`).FindAllStringSubmatch(string(text), -1)
	for _, row := range rows {
		says, _ := strconv.Atoi(row[3])
		mlir, _ := strconv.Atoi(row[4])
		if strings.TrimSpace(row[2]) == "all" {
			if says != all || mlir != allMLIR || 2*all > mlir {
				t.Errorf("all: %d and %d lines, the page says %d and %d", all, allMLIR, says, mlir)
			}
			continue
		}
		n := 0
		for _, f := range regexp.MustCompile("`([a-z]*\\.go)`").FindAllStringSubmatch(row[2], -1) {
			n += lines[f[1]]
			delete(lines, f[1])
		}
		if n == 0 || n != says {
			t.Errorf("%s: %d lines, the page says %d", row[2], n, says)
		}
		all, allMLIR = all+n, allMLIR+mlir
	}
	if len(rows) != 7 || len(lines) > 0 {
		t.Errorf("%d rows; in no row: %v", len(rows), lines)
	}
}
