package driver

import (
	"bytes"
	"os"
	"strings"
	"syscall"
	"testing"
)

// newProject goes to a folder that descendc new makes.
func newProject(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	if status, out := call("new", "project"); status != 0 {
		t.Fatal(out)
	}
	t.Chdir("project")
}

// TestUnknownSizes holds that a size which the program does not have is wrong usage of every command, and that the message has those which there are.
func TestUnknownSizes(t *testing.T) {
	newProject(t)
	write(t, "two.desc", `fn main<width: nat, height: nat>(x: &uniq cpu.mem [[f32; width]; height]) -[t: cpu.thread]-> () {}
`)
	for args, want := range map[string]string{
		"build two.desc -D wdith=3":                 "-D wdith: no entry function has a size of that name; there is height, width; did you mean width?\n",
		"build two.desc --emit=checked -D q=3":      "-D q: no entry function has a size of that name; there is height, width\n",
		"build two.desc --emit=descend -D q=3":      "-D q: no entry function has a size of that name; there is height, width\n",
		"check two.desc -D q=3":                     "-D q: no entry function has a size of that name; there is height, width\n",
		"run two.desc -D wdith=3 --arg x=zeros":     "-D wdith: main has no size of that name; there is height, width; did you mean width?\n",
		"run two.desc -D q=3 --sample --device=cpu": "-D q: main has no size of that name; there is height, width\n",
		"test -D q=3": "-D q: no entry function has a size\n",
		"bench two.desc --device=sim --fn=main -D q=3":         "main: -D q: main has no size of that name; there is height, width\n",
		"report scale.desc -D q=3":                             "-D q: scale_each has no size of that name; there is n\n",
		"draw scale.desc -D q=3":                               "-D q: scale_each has no size of that name; there is n\n",
		"tune main.desc -D q=3,4 --arg x=ones --arg factor=2":  "-D q: main has no size of that name; there is n\n",
		"eval 1 -D q=3":                                        "-D q=3: statements have no sizes to define: write 3 where it is used\n",
		"check scale.desc --instantiate scal::<4>":             `there is no function "scal" (there are scale, scale_each); did you mean scale?` + "\n",
		"run main.desc --arg x=ones -D n=99999999999999999999": "-D n=99999999999999999999: sizes are below 2^63 = 9223372036854775808\n",
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || !strings.HasSuffix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
}

// TestMeant holds that what is nearly right is told with what was meant.
func TestMeant(t *testing.T) {
	newProject(t)
	write(t, "broken.json", "x{")
	write(t, "other.json", `{"device": "sim", "results": 3}`)
	write(t, "more.json", `{"device": "sim", "results": []} x`)
	const run, bench = "run main.desc --arg factor=2 ", "bench scale.desc --device=sim --fn scale --arg x=ones --arg factor=2 -D n=9 --against="
	for args, want := range map[string]string{
		run + "--arg x=iotta -D n=3":         "--arg x=iotta: no such file; did you mean iota?\n",
		run + "--arg x=none.npy":             "--arg x=none.npy: no such file; an array is FILE.npy or zeros, ones, iota, random[:SEED] or 1,2,3\n",
		run + "n=1":                          "n=1 is no file: a size is given by -D n=1, an argument by --arg n=1\n",
		run + "x=iota":                       "x=iota is no file: an argument is given by --arg x=iota\n",
		"check main.desc n=1":                "n=1 is no file: a size is given by -D n=1\n",
		"main.desc --arg x=1 --arg factor=1": "--arg is of run: descendc run main.desc ..; without a command files are compiled\n",
		"main.desc --device=cpu":             "--device is of run: descendc run main.desc ..; without a command files are compiled\n",
		"check main.desc -o x":               "it is one of descendc build, doc, draw, tune (see: descendc help check)\n",
		"run scale":                          "scale: no such file; did you mean scale.desc?\n",
		"check mian.desc":                    "mian.desc: no such file; did you mean main.desc?\n",
		"fmt mian":                           "mian: no such file; did you mean main.desc?\n",
		"eval -1":                            "; a term that begins with - comes behind --: descendc eval -- '-1'\n",
		"check wholly.desc":                  "wholly.desc: no such file\n",
		"scale":                              "nor a file; did you mean scale.desc?\n",
		"chek":                               "nor a file; did you mean check?\n",
		"compile main.desc":                  "nor a file; did you mean build?\n",
		run + "--arg x=1 --fn=scale":         "the program has main, scale::scale_each, scale::scale; did you mean scale::scale?\n",
		"help repl":                          "did you mean eval?\n",
		"run main.desc --arg x=1 --arg factor=1e39": "--arg factor=1e39: too large for f32; infinity is inf\n",
		run + "--arg x=1e39":                        `"1e39": too large for f32; infinity is inf` + "\n",
		run + "--arg x=-1e999,2":                    `"-1e999": too large for f32; infinity is inf` + "\n",
		run + "--arg x=0x10":                        `"0x10": a number of type f32 is decimal: 16` + "\n",
		"build main.desc --tuned=none.json":         "descendc: cannot read none.json: no such file\n",
		"build main.desc --tuned=.":                 "descendc: cannot read .: it is a folder\n",
		bench + "none.json":                         "descendc: cannot read none.json: no such file\n",
		bench + "broken.json":                       "broken.json:1:1: 'x' cannot stand here in JSON: it is no record that --save has written\n",
		bench + "other.json":                        "results takes a list, not this number: it is no record that --save has written\n",
		bench + "more.json":                         "more.json:1:34: 'x' cannot stand here in JSON: it is no record that --save has written\n",
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || !strings.HasSuffix(out, want) || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
}

// TestNumbers holds that numbers on the command line are written as in programs.
func TestNumbers(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", `fn main<n: nat>(x: &uniq cpu.mem [i32; n], y: f32) -[t: cpu.thread]-> f32 { y }
`)
	for args, want := range map[string]string{
		"--arg x=0x10,-0b11,0o17,1_000,010 --arg y=1_0.5": "10.5\nx = [  16   -3   15 1000   10]\n",
		"--arg x=ones -D n=0x2 --arg y=inf":               "+Inf\nx = [1 1]\n",
		"--arg x=ones -D n=0_3 --arg y=3.4e38":            "3.4e+38\nx = [1 1 1]\n",
	} {
		if status, out := call(append(strings.Fields("run a.desc --out x=-"), strings.Fields(args)...)...); status != 0 || out != want {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
	for args, want := range map[string]string{
		"--arg x=0x, --arg y=1": `"0x": expected an integer of type i32`, "--arg x=_1, --arg y=1": `"_1": expected an integer of type i32`,
		"--arg x=1,--2 --arg y=1": `"--2": expected an integer of type i32`, "--arg x=1 --arg y=0x1p4": "expected a number of type f32",
		"--arg x=ones -D n=x3 --arg y=1": `-D takes NAME=NUMBER, not "n=x3"`,
		"-D n=-1":                        "-D n=-1: a size is a natural number", "-D n=1.5": "-D n=1.5: a size is a natural number",
		"-D": "-D takes NAME=NUMBER, and nothing follows it", "--arg": "--arg takes P=VALUE, and nothing follows it",
		"--arg =3": `--arg takes PARAMETER=VALUE, not "=3"`,
	} {
		if status, out := call(append(strings.Fields("run a.desc"), strings.Fields(args)...)...); status != exitUsage || !strings.Contains(out, want) {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
}

// TestStatuses holds that the documentation has the statuses which there are, and what each means.
func TestStatuses(t *testing.T) {
	text, err := os.ReadFile("../../docs/using.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n### Exit statuses\n")
	section, _, _ = strings.Cut(section, "\n#")
	var rows [][]string
	for line := range strings.Lines(section) {
		if cells := strings.Split(line, " | "); strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| status") {
			rows = append(rows, cells)
		}
	}
	if len(rows) != len(statuses) {
		t.Fatalf("%d statuses in the documentation, %d in the help", len(rows), len(statuses))
	}
	_, help := call("help")
	help = strings.Join(strings.Fields(help), " ")
	for i, s := range statuses {
		means := strings.ReplaceAll(rows[i][1], "`", "")
		if rows[i][0] != "| "+s.status || !strings.HasPrefix(means, s.means) {
			t.Errorf("%s %s: the documentation has %q", s.status, s.means, rows[i])
		}
		if !strings.Contains(help, s.status+" "+s.means) {
			t.Errorf("the help does not have %s %s", s.status, s.means)
		}
	}
}

// TestOutputs holds that what cannot be written is told before the work is done, and that a full disk behind standard output is no success.
func TestOutputs(t *testing.T) {
	newProject(t)
	const some = " --arg factor=2 --arg x=ones -D n=9"
	for args, want := range map[string]string{
		"build scale.desc -o none/x.ptx":                              "-o none/x.ptx: there is no folder none",
		"build scale.desc -o .":                                       "-o .: it is a folder",
		"build scale.desc -o main.desc/x":                             "-o main.desc/x: main.desc is no folder",
		"run main.desc --out x=none/x.npy" + some:                     "--out x=none/x.npy: there is no folder none",
		"run main.desc --profile=none/x" + some:                       "--profile=none/x: there is no folder none",
		"draw scale.desc -o none/x.svg":                               "-o none/x.svg: there is no folder none",
		"report scale.desc --html=none/x":                             "--html=none/x: there is no folder none",
		"tune main.desc -o none/x -D n=5,6 --arg x=ones":              "the record none/x: there is no folder none",
		"bench main.desc --device=sim --fn=main --save=none/x" + some: "--save=none/x: there is no folder none",
		"run main.desc --sim-schedule=x" + some:                       `--sim-schedule takes a number, not "x" (see: descendc help run)`,
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || out != "descendc: "+want+"\n" {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
	for _, args := range []string{"help", "run main.desc --out x=-" + some, "build scale.desc --emit=gpu -o -", "eval 1", "report scale.desc", "test --device=sim"} {
		var errs bytes.Buffer
		status := Main(strings.Fields(args), strings.NewReader(""), fullDisk{}, &errs)
		if want := "descendc: cannot write standard output: no space left on device\n"; status != exitUsage || errs.String() != want {
			t.Errorf("%s: status %d: %s", args, status, errs.String())
		}
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

// TestSeveralFiles holds that commands go on behind a file that cannot be read.
func TestSeveralFiles(t *testing.T) {
	newProject(t)
	write(t, "a.desc", "a\x00b")
	write(t, "b.desc", "")
	write(t, "style.desc", "fn  main() -[t: cpu.thread]-> ( ) {}\n")
	const unread = "descendc: a.desc:1: this is a binary file: it has NUL bytes\ndescendc: b.desc: the file is empty\n"
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"check .", unread, exitUsage}, {"fmt --check .", unread + "style.desc\n", exitUsage}, {"fmt .", unread, exitUsage}, {"fmt --check style.desc", "", 0},
		{"test --device=sim", "1 passed, 0 failed; 2 files rejected", exitRejected},
	} {
		status, out := call(strings.Fields(c.args)...)
		if c.status != exitRejected && out != c.want || !strings.Contains(out, c.want) || status != c.status {
			t.Errorf("%s: status %d: %s", c.args, status, out)
		}
	}
}
