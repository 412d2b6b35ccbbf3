package driver

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"unicode/utf8"

	"descend/backend/ptx"
	"descend/ir/console"
	"descend/ir/need"
)

// call runs descendc, and returns the status and all that it prints.
func call(args ...string) (int, string) {
	var out bytes.Buffer
	status := Main(args, strings.NewReader(""), &out, &out)
	return status, out.String()
}

// TestHelpExamples runs the example that the help of each command has, in a new project.
func TestHelpExamples(t *testing.T) {
	t.Chdir(t.TempDir())
	if status, out := call("new", "project"); status != 0 {
		t.Fatal(out)
	}
	t.Chdir("project")
	for _, c := range commands() {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "build" || c.name == "test" {
				need.Found(t, ptx.Ready())
			}
			for _, asked := range [][]string{{"help", c.name}, {c.name, "--help"}} {
				status, out := call(asked...)
				if words := strings.Join(strings.Fields(out), " "); status != 0 || !strings.Contains(out, c.example) || !strings.Contains(words, c.short) {
					t.Errorf("%q: status %d: %s", asked, status, out)
				}
				inColumns(t, out)
			}
			status, out := call(strings.Fields(c.example)[1:]...)
			if c.name == "playground" { // beside a test there is no page: it says how one is made
				if status != 2 || !strings.Contains(out, "tools/playground/build.sh of the project builds it") {
					t.Errorf("%s: status %d: %s", c.example, status, out)
				}
				return
			}
			if ready := c.name != "doctor" || status != exitTool; status != 0 && ready || !strings.HasPrefix(c.example, "descendc "+c.name) {
				t.Errorf("%s: status %d: %s", c.example, status, out)
			}
		})
	}
}

// inColumns holds that lines fit into a window, but those of one long word.
func inColumns(t *testing.T, help string) {
	t.Helper()
	for line := range strings.Lines(help) {
		if n := utf8.RuneCountInString(line) - 1; n > console.Columns && !strings.HasPrefix(line, "For example: ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestHelp holds that the help of all commands has each of them, in lines that fit.
func TestHelp(t *testing.T) {
	status, out := call("help")
	for _, c := range commands() {
		if !strings.Contains(out, "    "+c.line()) {
			t.Errorf("no %s", c.line())
		}
	}
	if inColumns(t, out); status != 0 {
		t.Errorf("status %d", status)
	}
}

// TestOtherFiles holds that a file which is no program by its name has one error, and one that has no such name is read.
func TestOtherFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	const program = "fn main() -[t: cpu.thread]-> () {}\n"
	write(t, "README.md", "# Title\n\nIt's text.\n")
	write(t, "a.mlir", "module {}\n")
	write(t, "plain", program)
	for args, want := range map[string]string{
		"fmt README.md":         "descendc: README.md is no Descend program: their names end in .desc\n",
		"fmt --check README.md": "descendc: README.md is no Descend program: their names end in .desc\n",
		"check README.md":       "descendc: README.md is no Descend program: their names end in .desc\n",
		"check a.mlir":          "descendc: a.mlir is no Descend program, whose names end in .desc: descend-opt reads IR, and descendc run runs it\n",
		"fmt none.md":           "descendc: none.md: no such file\n",
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || out != want {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
	if status, out := call("check", "plain"); status != 0 {
		t.Errorf("status %d: %s", status, out)
	}
}

// TestManPage holds that the manual has all commands and flags, and that groff has nothing against it where it is.
func TestManPage(t *testing.T) {
	status, page := call("man")
	if status != 0 {
		t.Fatal(page)
	}
	plain := strings.ReplaceAll(page, `\-`, "-")
	for _, c := range commands() {
		if !strings.Contains(plain, "\n.SS "+c.name+"\n") {
			t.Errorf("no command %s", c.name)
		}
		for _, f := range flagsOf(c) {
			if !strings.Contains(plain, "\n--"+f.Name) {
				t.Errorf("%s: no flag %s", c.name, f.Name)
			}
		}
	}
	if groff, err := exec.LookPath("groff"); err == nil {
		cmd := exec.Command(groff, "-man", "-ww", "-z", "-Tutf8")
		cmd.Stdin = strings.NewReader(page)
		if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%v: %s", err, out)
		}
	}
	if status, _ := call("man", "x"); status != exitUsage {
		t.Errorf("status %d", status)
	}
}

// TestNoMain runs a program without main: the message has the functions that there are, and how to name one.
func TestNoMain(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", "fn f() -[t: cpu.thread]-> () {}\n")
	for args, want := range map[string]string{"run a.desc": "the program has f; --fn names the one to run\n", "run a.desc --fn=g": "the program has f\n"} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || !strings.Contains(out, want) {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
}
