package irtest

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
)

// Lit runs the lit tests in a folder and those in it: every file with lines "// RUN: command", or "# RUN: command". The commands of a file,
// joined by && , run in bash in a folder of their own under "set -o pipefail". Tools are programs to build: the name in commands, and the Go package,
// as a path from the folder that the test runs in.
//
//	%s            the file              %S   its folder
//	%t            a scratch path        %T   the scratch folder
//	the tools, FileCheck, not, count, split-file, mlir-opt, mlir-translate, opt, llc, also with a leading %
//
// A line that ends in a backslash goes on in the next RUN line. "// REQUIRES: tool" needs a program of that
// name; "// XFAIL: *" expects the commands to fail. Files are found by their place and their extension; none is listed.
func Lit(t *testing.T, dir string, tools map[string]string, extensions ...string) {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && slices.Contains(extensions, filepath.Ext(path)) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var env *litTools
	ran := 0
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		script := parseLit(string(src))
		if len(script.run) == 0 {
			continue
		}
		if env == nil {
			env = newLitTools(t, tools)
		}
		ran++
		t.Run(f, func(t *testing.T) {
			t.Parallel()
			env.run(t, f, script)
		})
	}
	if ran == 0 {
		t.Errorf("no lit tests in %s", dir)
	}
}

// litScript is what a test file asks for.
type litScript struct {
	run      []string
	requires []string
	xfail    bool
}

var litLine = regexp.MustCompile(`(?://|#)\s*(RUN|REQUIRES|XFAIL):\s*(.*?)\s*$`)

func parseLit(src string) litScript {
	var s litScript
	continued := false
	for _, line := range strings.Split(src, "\n") {
		m := litLine.FindStringSubmatch(strings.TrimRight(line, "\r"))
		if m == nil {
			continue
		}
		switch m[1] {
		case "RUN":
			text, more := strings.CutSuffix(m[2], `\`)
			if continued {
				s.run[len(s.run)-1] += " " + text
			} else {
				s.run = append(s.run, text)
			}
			continued = more
		case "REQUIRES":
			for _, r := range strings.Split(m[2], ",") {
				s.requires = append(s.requires, strings.TrimSpace(r))
			}
		case "XFAIL":
			s.xfail = true
		}
	}
	return s
}

// litTools are the programs that commands may name.
type litTools struct {
	dir   string            // holds the programs built here
	paths map[string]string // name to path; missing: not found
	word  *regexp.Regexp    // what is substituted
}

// llvmTools are the programs of LLVM that commands may name.
var llvmTools = []string{"FileCheck", "not", "split-file", "mlir-opt", "mlir-translate", "opt", "llc", "count"}

// newLitTools builds the tools and looks for those of LLVM, of which FileCheck is needed.
func newLitTools(t *testing.T, tools map[string]string) *litTools {
	t.Helper()
	e := &litTools{dir: t.TempDir(), paths: map[string]string{}}
	names := slices.Sorted(maps.Keys(tools))
	for _, name := range names {
		path := filepath.Join(e.dir, name)
		pkg := tools[name]
		if !filepath.IsAbs(pkg) {
			pkg = "." + string(filepath.Separator) + pkg
		}
		if out, err := exec.Command("go", "build", "-o", path, pkg).CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, out)
		}
		e.paths[name] = path
	}
	own := ""
	for _, name := range names {
		own += regexp.QuoteMeta(name) + "|"
	}
	e.word = regexp.MustCompile(`%(?:` + own + `s|S|t|T)\b|%?(?:` + own + `FileCheck|split-file|mlir-opt|mlir-translate)\b|\bnot\b`)
	for _, name := range llvmTools {
		if p := findLLVMTool(name); p != "" {
			e.paths[name] = p
		}
	}
	if e.paths["FileCheck"] == "" {
		need.Tool(t, "FileCheck (package llvm-19-tools)")
	}
	if e.paths["not"] == "" {
		e.paths["not"] = e.script(t, "not", "if [ \"$1\" = --crash ]; then shift; fi\nif \"$@\"; then exit 1; fi\nexit 0\n")
	}
	return e
}

// script writes a shell program.
func (e *litTools) script(t *testing.T, name, body string) string {
	t.Helper()
	path := filepath.Join(e.dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/bash\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func findLLVMTool(name string) string {
	candidates := []string{}
	for v := 21; v >= 18; v-- {
		candidates = append(candidates, fmt.Sprintf("%s-%d", name, v), fmt.Sprintf("/usr/lib/llvm-%d/bin/%s", v, name))
	}
	if name == "mlir-opt" || name == "mlir-translate" {
		candidates = []string{name + "-19", "/usr/lib/llvm-19/bin/" + name}
	}
	for _, c := range append(candidates, name) {
		if p, err := exec.LookPath(c); err == nil {
			return p
		}
	}
	return ""
}

// expand substitutes the names in a command. Program names count at the start of a word only.
func (e *litTools) expand(t *testing.T, cmd, file, scratch string) string {
	t.Helper()
	abs, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	vars := map[string]string{"%s": abs, "%S": filepath.Dir(abs), "%t": filepath.Join(scratch, "t"), "%T": scratch}
	var b strings.Builder
	last := 0
	for _, m := range e.word.FindAllStringIndex(cmd, -1) {
		word := cmd[m[0]:m[1]]
		b.WriteString(cmd[last:m[0]])
		last = m[1]
		if v, ok := vars[word]; ok {
			b.WriteString(v)
			continue
		}
		startsWord := m[0] == 0 || strings.IndexByte(" \t|;&(", cmd[m[0]-1]) >= 0
		endsWord := m[1] == len(cmd) || strings.IndexByte(" \t|;&)", cmd[m[1]]) >= 0
		name := strings.TrimPrefix(word, "%")
		path, known := e.paths[name]
		if !startsWord || !endsWord {
			b.WriteString(word)
			continue
		}
		if !known {
			need.Tool(t, "%s", name)
		}
		b.WriteString(path)
	}
	b.WriteString(cmd[last:])
	return b.String()
}

func (e *litTools) run(t *testing.T, file string, s litScript) {
	for _, r := range s.requires {
		if e.paths[r] == "" {
			need.Program(t, r)
		}
	}
	scratch := t.TempDir()
	var lines []string
	for _, c := range s.run {
		lines = append(lines, e.expand(t, c, file, scratch))
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", "set -o pipefail; cd "+scratch+" && "+strings.Join(lines, " && "))
	cmd.WaitDelay = 3 * time.Second
	out, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if (err != nil) == s.xfail {
		return
	}
	if s.xfail {
		t.Fatal("the commands succeed, but are expected to fail (XFAIL)")
	}
	t.Fatalf("%v\n$ %s\n%s", err, strings.Join(lines, "\n$ "), out)
}
