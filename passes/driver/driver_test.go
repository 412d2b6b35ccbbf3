package driver

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"descend/ir"
	"descend/ir/need"
	"descend/passes"
	"descend/passes/opt"
)

// crash panics.
type crash struct{}

func (crash) Name() string                { return "crash" }
func (crash) Description() string         { return "panics" }
func (crash) Anchor() string              { return "" }
func (crash) Run(c *passes.Context) error { panic("boom") }

// refuse reports an error.
type refuse struct{ crash }

func (refuse) Name() string { return "refuse" }
func (refuse) Run(c *passes.Context) error {
	c.Diags.Errorf(c.Op.Body(0).Front().Loc(), "", "refused")
	return nil
}

func runTool(t *testing.T, stdin string, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	reg := passes.NewRegistry()
	opt.Register(reg)
	reg.Add(func() passes.Pass { return crash{} }, func() passes.Pass { return refuse{} })
	var out, err bytes.Buffer
	status = Main(Config{Name: "tool", Version: "1", NewContext: func() *ir.Context { return ir.NewContext() }, Passes: reg},
		args, strings.NewReader(stdin), &out, &err)
	return status, out.String(), err.String()
}

// TestStatus checks exit statuses and what is printed where.
func TestStatus(t *testing.T) {
	const op = `"x.y"() : () -> ()` + "\n"
	tests := []struct {
		name, stdin string
		args        []string
		status      int
		out, err    string // parts
	}{
		{"identity", op, []string{"--allow-unregistered-dialect"}, 0, `"x.y"() : () -> ()`, ""},
		{"one dash", op, []string{"-allow-unregistered-dialect", "-mlir-print-op-generic"}, 0, `"builtin.module"() ({`, ""},
		{"unregistered", op, nil, 1, "", "<stdin>:1:1: error: operation being parsed with an unregistered dialect"},
		{"syntax", "%", nil, 1, "", "<stdin>:1:1: error: invalid SSA name\n%\n^\n"},
		{"unknown flag", op, []string{"--csee"}, 1, "", "Unknown command line argument '--csee'. Did you mean '--cse'?"},
		{"no number", op, []string{"--mlir-elide-elementsattrs-if-larger=x"}, 1, "", "for the --mlir-elide-elementsattrs-if-larger option: 'x' value invalid for uint argument!"},
		{"no choice", op, []string{"--mlir-timing-display=x"}, 1, "", "tool: for the --mlir-timing-display option: Cannot find option named 'x'!"},
		{"no pass", op, []string{"--mlir-print-ir-after=cse,nope"}, 1, "", "for the --mlir-print-ir-after option: Cannot find option named 'nope'!"},
		{"negative", op, []string{"--mlir-elide-elementsattrs-if-larger=-1"}, 1, "", "'-1' value invalid for uint argument!"},
		{"no output", op, []string{"-o", ""}, 1, "", "cannot open output file ''"},
		{"two inputs", op, []string{"a", "b"}, 1, "", "Too many positional arguments"},
		{"no file", op, []string{"/nonexistent/x.mlir"}, 1, "", "could not open input file '/nonexistent/x.mlir'"},
		{"both kinds of pipeline", op, []string{"--cse", "--pass-pipeline=any(cse)"}, 1, "", "can't be used with individual pass options"},
		{"pass option", op, []string{"--canonicalize=max-iterations=1 nope=2"}, 1, "", "no such option nope"},
		{"dump", op, []string{"--allow-unregistered-dialect", "--cse", "--dump-pass-pipeline"}, 0, "x.y", "Pass Manager with 1 passes:\nbuiltin.module(cse)\n\n"},
		{"panic", op, []string{"--allow-unregistered-dialect", "--crash"}, 70, "", "tool: pass crash on 'builtin.module' operation: panic: boom (in descend/passes/driver.crash.Run:"},
		{"refused", op, []string{"--allow-unregistered-dialect", "--refuse"}, 1, "", "<stdin>:1:1: error: refused\n\"x.y\"() : () -> ()\n^\n"},
		{"list", "", []string{"--list-passes"}, 0, "--canonicalize", ""},
		{"help", "", []string{"--help"}, 0, "--loop-invariant-code-motion", ""},
		{"dialects", "", []string{"--show-dialects"}, 0, "Available Dialects: \n", ""},
		{"version", "", []string{"--version"}, 0, "tool 1\n", ""},
		{"single operation", op + op, []string{"--allow-unregistered-dialect", "--no-implicit-module"}, 1, "", "source must contain a single top-level operation, found: 2"},
		{"split", op + "// -----\n%\n// -----\n" + op, []string{"--allow-unregistered-dialect", "--split-input-file"}, 1, "// -----\n", "within split at <stdin>:2 offset :2:1: error"},
		{"timing", op, []string{"--allow-unregistered-dialect", "--cse", "--mlir-timing"}, 0, "x.y", ")  CSE\n"},
		{"roundtrip", op, []string{"--allow-unregistered-dialect", "--verify-roundtrip"}, 0, "x.y", ""},
		{"module scope", op, []string{"--mlir-print-ir-module-scope"}, 1, "", "without disabling multi-threading first"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			status, out, err := runTool(t, tt.stdin, tt.args...)
			if status != tt.status || !strings.Contains(out, tt.out) || !strings.Contains(err, tt.err) || tt.err == "" && err != "" {
				t.Errorf("status %d, want %d\nstdout %q, want %q\nstderr %q, want %q", status, tt.status, out, tt.out, err, tt.err)
			}
		})
	}
}

// TestOutputFile checks that -o is written on success only, and removed on failure.
func TestOutputFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "out.mlir")
	if status, out, err := runTool(t, `"x.y"() : () -> ()`, "--allow-unregistered-dialect", "-o", file); status != 0 || out != "" {
		t.Fatal(status, out, err)
	}
	text, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(text), "x.y") {
		t.Fatalf("%s %v", text, err)
	}
	if status, _, _ := runTool(t, "%", "-o", file); status != 1 {
		t.Fatal("accepted")
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Error("the output of an earlier run is still there")
	}
	if status, _, msg := runTool(t, "", "-o", "/nonexistent/out.mlir"); status != 1 || !strings.Contains(msg, "nonexistent") {
		t.Error(status, msg)
	}
}

// TestReproducer runs the reproducer that a failed run writes.
func TestReproducer(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.mlir")
	status, _, msg := runTool(t, `"x.y"() : () -> ()`, "--allow-unregistered-dialect", "--cse", "--refuse", "--mlir-pass-pipeline-crash-reproducer="+file)
	if status != 1 || !strings.Contains(msg, "reproducer generated at") {
		t.Fatal(status, msg)
	}
	status, _, msg = runTool(t, "", "--allow-unregistered-dialect", "--run-reproducer", file)
	if status != 1 || !strings.Contains(msg, "error: refused") {
		text, _ := os.ReadFile(file)
		t.Errorf("%d %s\n%s", status, msg, text)
	}
}

// TestReproducerText reads a pipeline from a string with escapes.
func TestReproducerText(t *testing.T) {
	status, _, msg := runTool(t, `{-# external_resources: { mlir_reproducer: { pipeline: "builtin.module(canonicalize{max-iterations=\223\22},refuse)" } } #-}
"x.y"() : () -> ()`, "--allow-unregistered-dialect", "--run-reproducer")
	if status != 1 || !strings.Contains(msg, "error: refused") {
		t.Error(status, msg)
	}
}

// TestLongLine wants what is around the place of an error in a long line, and the mark below it.
func TestLongLine(t *testing.T) {
	_, _, msg := runTool(t, strings.Repeat(" ", 1<<20)+"%"+strings.Repeat(" ", 1<<20))
	lines := strings.Split(msg, "\n")
	if len(lines) != 4 || len(lines[1]) > 2000 || strings.IndexByte(lines[1], '%') != strings.IndexByte(lines[2], '^') {
		t.Errorf("%d bytes: %.3000s", len(msg), msg)
	}
}

// TestBashCompletion asks bash for the completions of command lines, given as the words that bash splits them into.
func TestBashCompletion(t *testing.T) {
	bash := need.Program(t, "bash")
	_, script, _ := runTool(t, "", "--completion=bash")
	for _, tt := range []struct{ words, want string }{
		{"--mlir-timing-", "--mlir-timing-display="},
		{"--cano", "--canonicalize"},
		{"-cano", "-canonicalize"},
		{"--mlir-timing-display =", "list tree"},
		{"--mlir-timing-display = tr", "tree"},
		{"-mlir-timing-display li", "list"},
		{"--mlir-print-ir-after = cs", "cse"},
		{"--pass-pipeline =", ""},
		{"some", ""},
	} {
		cmd := exec.Command(bash, "-c", script+"\nCOMP_WORDS=(tool "+tt.words+"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _tool 2>/dev/null; printf '%s\\n' \"${COMPREPLY[@]}\" | sort | tr '\\n' ' '")
		out, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != tt.want {
			t.Errorf("%s: %q, want %q (%v)", tt.words, got, tt.want, err)
		}
	}
}

// TestExpected has the forms of expectations.
func TestExpected(t *testing.T) {
	for _, tt := range []struct {
		src, err string
	}{
		{"\"x.y\"() : () -> () // expected-error {{refused}}", ""},
		{"// expected-error @below {{ref}}\n\"x.y\"() : () -> ()", ""},
		{"// expected-error@+1 {{refused}}\n\"x.y\"() : () -> ()", ""},
		{"\"x.y\"() : () -> ()\n// expected-error @above {{refused}}", ""},
		{"\"x.y\"() : () -> ()\n\n// expected-error @-2 {{refused}}", ""},
		{"// expected-error-re @below {{r{{e.*}}d}}\n\"x.y\"() : () -> ()", ""},
		{"// expected-error-re @below {{r{{x.*}}d}}\n\"x.y\"() : () -> ()", "unexpected error: refused"},
		{"\"x.y\"() : () -> () // expected-error {{accepted}}", `expected error "accepted" was not produced`},
		{"\"x.y\"() : () -> () // expected-warning {{refused}}", "'error' diagnostic emitted when expecting a 'warning'"},
		{"\"x.y\"() : () -> () // expected-error 1 {{refused}}", ""},
		{"\"x.y\"() : () -> () // expected-error 2 {{refused}}", `expected error "refused" was not produced`},
		{"\"x.y\"() : () -> ()", "unexpected error: refused"},
		{"\"x.y\"() : () -> () // expected-error {{refused}} trailing", "unexpected error: refused"},
		{"// expected-error-re @below {{r{{}}\n\"x.y\"() : () -> ()", "start of regex with no end"},
	} {
		status, _, msg := runTool(t, tt.src, "--allow-unregistered-dialect", "--verify-diagnostics", "--refuse")
		if (status == 0) != (tt.err == "") || !strings.Contains(msg, tt.err) {
			t.Errorf("%s\nstatus %d: %s, want %q", tt.src, status, msg, tt.err)
		}
	}
}

// TestInternalError holds that a mistake in a pass is reported without a trace of the runtime, and how to
// reproduce it.
func TestInternalError(t *testing.T) {
	status, _, err := runTool(t, `"x.y"() : () -> ()`, "--allow-unregistered-dialect", "--crash")
	if want := `to reproduce it: tool ["--allow-unregistered-dialect" "--crash"]`; status != 70 || !strings.Contains(err, want) {
		t.Errorf("status %d, stderr %q, want %q", status, err, want)
	}
	if strings.Contains(err, "goroutine") || strings.Contains(err, ".go:") {
		t.Errorf("a trace is shown: %q", err)
	}
}

// TestOutputs holds that what the tool writes beside its output is never its input, and that a failed run in place leaves
// the input.
func TestOutputs(t *testing.T) {
	const op = `"x.y"() : () -> ()` + "\n"
	t.Chdir(t.TempDir())
	allow := "--allow-unregistered-dialect"
	for _, tt := range []struct {
		args   []string
		status int
		want   string // in the message
		after  string // a.mlir after the run
	}{
		{[]string{allow, "a.mlir", "-o", "a.mlir"}, 0, "", "\"builtin.module\"() ({\n  " + op + "}) : () -> ()\n\n"},
		{[]string{"a.mlir", "-o", "a.mlir"}, 1, "unregistered", op},
		{[]string{"a.mlir", "-o", "link.mlir"}, 1, "unregistered", op},
		{[]string{allow, "--refuse", "a.mlir", "-o", "link.mlir"}, 1, "refused", op},
		{[]string{allow, "a.mlir", "--mlir-generate-reproducer=link.mlir"}, 1, "--mlir-generate-reproducer=link.mlir would replace the input a.mlir", op},
		{[]string{allow, "--refuse", "a.mlir", "--mlir-pass-pipeline-crash-reproducer=a.mlir"}, 1, "would replace the input", op},
		{[]string{allow, "a.mlir", "--view-op-graph=output=a.mlir"}, 1, "--view-op-graph=output=a.mlir would replace the input", op},
		{[]string{allow, "a.mlir", "--view-op-graph=output=b", "-o", "./b"}, 1, "--view-op-graph=output=b and -o ./b are one file", op},
	} {
		if err := os.WriteFile("a.mlir", []byte(op), 0o666); err != nil {
			t.Fatal(err)
		}
		os.Remove("link.mlir")
		if err := os.Link("a.mlir", "link.mlir"); err != nil {
			t.Fatal(err)
		}
		status, _, msg := runTool(t, "", tt.args...)
		got, err := os.ReadFile("a.mlir")
		if status != tt.status || !strings.Contains(msg, tt.want) || err != nil || string(got) != tt.after {
			t.Errorf("%q: status %d, a.mlir is %q (%v), message %q", tt.args, status, got, err, msg)
		}
	}
	if _, err := os.Stat("b"); err == nil {
		t.Error("b was written")
	}
	// a dump of an earlier run is read, and dumps go to the same folder
	args := []string{allow, "--cse", "--mlir-print-ir-after-all", "--mlir-print-ir-tree-dir=dumps"}
	runTool(t, op, args...)
	dump := "dumps/builtin_module_no-symbol-name/0_cse.mlir"
	before, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, msg := runTool(t, "", append(args, dump)...); !strings.Contains(msg, "would replace the input") {
		t.Errorf("message %q", msg)
	}
	if after, err := os.ReadFile(dump); err != nil || string(after) != string(before) {
		t.Errorf("the dump that was read is %q (%v)", after, err)
	}
}

// TestParse runs a pass on the program of another language, a list of names, and shows what is wrong with it in its lines.
func TestParse(t *testing.T) {
	parse := func(c *ir.Context, name, src string, diags *ir.Diagnostics) *ir.Operation {
		m := ir.ParseText(c, name, "", ir.ParseOptions{}, diags)
		b := ir.NewBuilder(c).AtEnd(m.Body(0))
		for i, line := range strings.Split(strings.TrimSuffix(src, "\n"), "\n") {
			if strings.HasPrefix(line, "#") {
				continue
			}
			if loc := c.FileLoc(name, i+1, 1); line == "bad" {
				diags.Errorf(loc, "", "not a good name")
				return nil
			} else {
				b.At(loc).Op("t."+line, nil, nil)
			}
		}
		return m
	}
	reg := passes.NewRegistry()
	reg.Add(func() passes.Pass { return refuse{} })
	cfg := Config{Name: "tool", NewContext: func() *ir.Context { return ir.NewContext() }, Passes: reg, Parse: parse}
	for _, test := range []struct {
		src, args string
		status    int
		out, err  string
	}{
		{"a\nb\n", "", 0, "\"t.a\"() : () -> ()\n", ""},
		{"a\nbad\n", "", 1, "", "<stdin>:2:1: error: not a good name\nbad\n^\n"},
		{"a\n", "--refuse", 1, "", "<stdin>:1:1: error: refused\na\n^\n"},
		{"a\n# expected-error @below {{not a good name}}\nbad\n", "--verify-diagnostics", 0, "", ""},
		{"a\n# expected-error @below {{another}}\nbad\n", "--verify-diagnostics", 1, "", "unexpected error: not a good name"},
	} {
		var out, err bytes.Buffer
		args := append([]string{"--allow-unregistered-dialect"}, strings.Fields(test.args)...)
		status := Main(cfg, args, strings.NewReader(test.src), &out, &err)
		if status != test.status || !strings.Contains(out.String(), test.out) || !strings.Contains(err.String(), test.err) {
			t.Errorf("%q %s: status %d\n%s%s", test.src, test.args, status, out.String(), err.String())
		}
	}
}
