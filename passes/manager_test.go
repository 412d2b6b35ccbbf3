package passes

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/ir"
	"descend/ir/bail"
)

// testPass marks operations, or misbehaves, as its options say.
type testPass struct {
	name, anchor string
	Mark         string
	Count        int
	Flag         bool
	List         []string
	do           func(c *Context) error
}

func (p *testPass) Name() string        { return p.name }
func (p *testPass) Description() string { return "does " + p.name }
func (p *testPass) Anchor() string      { return p.anchor }
func (p *testPass) Options(o *Options) {
	o.String(&p.Mark, "mark", "seen", "attribute to set")
	o.Int(&p.Count, "count", 1, "a number")
	o.Bool(&p.Flag, "flag", false, "a flag")
	o.Strings(&p.List, "list", nil, "a list")
}
func (p *testPass) Run(c *Context) error {
	if p.do != nil {
		return p.do(c)
	}
	c.Op.SetAttr(p.Mark, c.IR().I64Attr(int64(p.Count)))
	c.Stat("marked", 1)
	return nil
}

func testRegistry() *Registry {
	r := NewRegistry()
	add := func(name, anchor string, do func(*Context) error) {
		r.Add(func() Pass { return &testPass{name: name, anchor: anchor, do: do} })
	}
	add("mark", "", nil)
	add("mark-func", "t.func", nil)
	add("mark-module", "builtin.module", nil)
	add("fail", "", func(c *Context) error { return errors.New("cannot do it") })
	add("report", "", func(c *Context) error {
		c.Diags.Errorf(c.Op.Loc(), "", "found in %s", ir.SymbolName(c.Op))
		return nil
	})
	add("panic", "", func(c *Context) error { panic("oh") })
	add("fault", "", func(c *Context) (err error) {
		defer bail.Catch(&err)
		return fault(nil)
	})
	add("break", "", func(c *Context) error {
		b := ir.NewBuilder(c.IR()).AtEnd(c.Op.Body(0))
		b.Op("t.func", nil, []ir.Type{c.IR().I32()})
		return nil
	})
	return r
}

// fault panics as a mistake of the compiler does.
func fault(list []error) error { return list[len(list)] }

type funcOp struct{ *ir.Operation }

var funcDef = &ir.OpDef{Name: "t.func", Traits: ir.IsolatedFromAbove | ir.Symbol | ir.SingleBlock | ir.NoTerminator,
	Attrs:   []ir.AttrDef{{Name: "sym_name", Attr: ir.StringA}},
	Regions: []ir.RegionDef{{Name: "body"}}}

func (funcOp) Def() *ir.OpDef { return funcDef }

func testModule(t *testing.T, funcs int) *ir.Operation {
	t.Helper()
	c := ir.NewContext(&ir.Dialect{Name: "t", Ops: []ir.OpEntry{ir.Op(func(o *ir.Operation) funcOp { return funcOp{o} })}})
	c.AllowUnregistered = true
	var b strings.Builder
	for i := range funcs {
		fmt.Fprintf(&b, "\"t.func\"() ({\n  \"t.func\"() ({\n  ^bb0:\n  }) {sym_name = \"inner\"} : () -> ()\n}) {sym_name = \"f%d\"} : () -> ()\n", i)
	}
	var diags ir.Diagnostics
	m := ir.ParseModule(c, "m", []byte(b.String()), &diags)
	if m == nil {
		t.Fatal(diags.Sorted())
	}
	return m
}

// TestPipelineText parses pipelines and prints them with all options.
func TestPipelineText(t *testing.T) {
	tests := []struct{ in, want string }{
		{"builtin.module()", "builtin.module()"},
		{" builtin.module( mark , t.func(mark-func{mark=x count=3 flag list=a,b}) ) ",
			"builtin.module(mark{count=1 flag=false  mark=seen},t.func(mark-func{count=3 flag=true list=a,b mark=x}))"},
		{"any(mark{})", "any(mark{count=1 flag=false  mark=seen})"},
		{"builtin.module(any(mark),no.such.op(mark))", "builtin.module(any(mark{count=1 flag=false  mark=seen}),no.such.op(mark{count=1 flag=false  mark=seen}))"},
		{"builtin.module(mark{mark={a b} list={x,y}})", "builtin.module(mark{count=1 flag=false list=x,y mark={a b}})"},
		{"builtin.module(mark{list=a count=0x10 list=b,c})", "builtin.module(mark{count=16 flag=false list=a,b,c mark=seen})"},
		{"builtin.module(mark{mark='q r'})", "builtin.module(mark{count=1 flag=false  mark={q r}})"},
	}
	for _, tt := range tests {
		m, err := testRegistry().ParsePipeline(tt.in)
		if err != nil {
			t.Errorf("%s: %v", tt.in, err)
			continue
		}
		if got := m.String(); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
		again, err := testRegistry().ParsePipeline(m.String())
		if err != nil || again.String() != m.String() {
			t.Errorf("%s does not parse to itself: %v", m, err)
		}
	}
}

// TestPipelineErrors has the wrong pipelines.
func TestPipelineErrors(t *testing.T) {
	tests := []struct{ in, want string }{
		{"mark", "1:1: error: expected pass pipeline to be wrapped with the anchor operation type"},
		{"", "expected pass pipeline to be wrapped"},
		{"builtin.module(nope)", "1:16: error: 'nope' does not refer to a registered pass or pass pipeline"},
		{"builtin.module(marc)", "pass pipeline; did you mean mark?"},
		{"builtin.module(mark,,mark)", "1:21: error: '' does not refer to a registered pass or pass pipeline"},
		{"builtin.module(mark())", "1:20: error: 'mark' is a pass; it has options in braces"},
		{"builtin.module(mark{zz=1})", "no such option zz"},
		{"builtin.module(mark{count})", "for the --count option: requires a value!"},
		{"builtin.module(mark{count=x})", "'x' value invalid for integer argument"},
		{"builtin.module(mark{flag=x})", "'x' is invalid value for boolean argument"},
		{"builtin.module(mark-func)", "Can't add pass 'testPass' restricted to 't.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?"},
		{"builtin.module(mark", "expected ')'"},
		{"builtin.module(mark{a", "missing closing '}'"},
		{"builtin.module(mark) x", "expected end of pipeline"},
	}
	for _, tt := range tests {
		_, err := testRegistry().ParsePipeline(tt.in)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.in, err, tt.want)
		}
	}
}

// TestRun nests passes by their anchors and runs them on all functions, in parallel and not.
func TestRun(t *testing.T) {
	for _, single := range []bool{false, true} {
		reg := testRegistry()
		m := NewManager("builtin.module")
		for _, name := range []string{"mark-func", "mark-func", "mark-module", "mark"} {
			p, err := reg.New(name, "")
			if err != nil {
				t.Fatal(err)
			}
			m.Add(p)
		}
		if got := strings.ReplaceAll(m.String(), "{count=1 flag=false  mark=seen}", ""); got != "builtin.module(t.func(mark-func,mark-func),mark-module,mark)" {
			t.Errorf("nested as %s", got)
		}
		module := testModule(t, 20)
		stats := &Statistics{}
		var diags ir.Diagnostics
		if err := m.Run(module, &diags, RunOptions{SingleThread: single, Stats: stats}); err != nil {
			t.Fatal(err, diags.Sorted())
		}
		for f := range module.Body(0).Ops() {
			if !f.HasAttr("seen") || f.Body(0).Front().HasAttr("seen") {
				t.Fatal("the pass must run on functions of the module, and no others")
			}
		}
		var b bytes.Buffer
		stats.Report(&b, m, true)
		if !strings.Contains(b.String(), "40 marked") {
			t.Errorf("statistics:\n%s", b.String())
		}
	}
}

// TestFailures checks what a run says about passes that fail, report, panic, or leave invalid IR.
func TestFailures(t *testing.T) {
	run := func(pipeline string, opts RunOptions) (error, []string) {
		m, err := testRegistry().ParsePipeline(pipeline)
		if err != nil {
			t.Fatal(err)
		}
		var diags ir.Diagnostics
		err = m.Run(testModule(t, 3), &diags, opts)
		var out []string
		for _, d := range diags.InOrder() {
			out = append(out, d.Message)
		}
		return err, out
	}
	if err, msgs := run("builtin.module(fail,mark)", RunOptions{}); err == nil || len(msgs) != 1 || msgs[0] != "cannot do it" {
		t.Errorf("fail: %v %q", err, msgs)
	}
	if err, msgs := run("builtin.module(t.func(report,mark))", RunOptions{}); !errors.Is(err, ErrFailed) || cmp.Diff(msgs, []string{"found in f0", "found in f1", "found in f2"}) != "" {
		t.Errorf("report: %v %q", err, msgs)
	}
	var internal *InternalError
	if err, _ := run("builtin.module(t.func(panic))", RunOptions{}); !errors.As(err, &internal) || internal.Pass.Name() != "panic" || internal.Op != "'t.func' operation: @f0" {
		t.Errorf("panic: %v", err)
	}
	if err, _ := run("builtin.module(t.func(fault))", RunOptions{}); !errors.As(err, &internal) || !strings.Contains(internal.Site, "passes.fault:") {
		t.Errorf("fault: %v", err)
	}
	if err, msgs := run("builtin.module(t.func(break))", RunOptions{}); !errors.Is(err, ErrFailed) || len(msgs) != 3 {
		t.Errorf("break: %v %q", err, msgs)
	}
	if err, _ := run("builtin.module(t.func(break))", RunOptions{NoVerify: true}); err != nil {
		t.Errorf("break without verifier: %v", err)
	}
	if err, _ := run("t.func(mark)", RunOptions{}); !errors.Is(err, ErrFailed) {
		t.Errorf("wrong anchor: %v", err)
	}
}

// TestPrintHooks compares the dumps of a parallel run with those of a run in one thread.
func TestPrintHooks(t *testing.T) {
	dump := func(single bool, h *PrintHooks) string {
		m, err := testRegistry().ParsePipeline("builtin.module(t.func(mark,mark{mark=second},mark{mark=second}))")
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := m.Run(testModule(t, 8), &ir.Diagnostics{}, RunOptions{SingleThread: single, Print: h, Output: &b}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	one, many := dump(true, &PrintHooks{BeforeAll: true, AfterAll: true}), dump(false, &PrintHooks{BeforeAll: true, AfterAll: true})
	if d := cmp.Diff(one, many); d != "" {
		t.Errorf("the dumps of a parallel run differ:\n%s", d)
	}
	if n := strings.Count(one, "// -----// IR Dump "); n != 48 {
		t.Errorf("%d dumps, want 48", n)
	}
	if n := strings.Count(dump(true, &PrintHooks{AfterAll: true, AfterChange: true}), "IR Dump After"); n != 16 {
		t.Errorf("%d dumps after changes, want 16", n)
	}
	if s := dump(true, &PrintHooks{AfterAll: true, AfterFailure: true}); s != "" {
		t.Errorf("dumps without failure:\n%s", s)
	}
	if s := dump(true, &PrintHooks{AfterAll: true, Dir: "/dev/null/x"}); !strings.HasPrefix(s, "Error while printing IR to /dev/null/x: ") {
		t.Errorf("a folder that cannot be made: %q", s)
	}
	dir := t.TempDir()
	dump(true, &PrintHooks{AfterAll: true, Dir: dir})
	files, err := filepath.Glob(filepath.Join(dir, "builtin_module_no-symbol-name", "t_func_f?", "0_[012]_mark.mlir"))
	if err != nil || len(files) != 24 {
		t.Errorf("%d files, want 24: %v %v", len(files), files, err)
	}
}

// pure has no fields, so that all its objects have one address.
type pure struct{}

func (*pure) Name() string        { return "pure" }
func (*pure) Description() string { return "" }
func (*pure) Anchor() string      { return "" }
func (*pure) Run(c *Context) error {
	if !c.Op.HasAttr("done") {
		c.Op.SetAttr("done", c.IR().UnitAttr())
		c.Stat("done", 1)
	}
	return nil
}

// TestEachPassCounts wants what a pass counts at its own place, also if the same pass is there twice.
func TestEachPassCounts(t *testing.T) {
	m := NewManager("builtin.module")
	m.Add(&pure{}, &pure{})
	stats, times := &Statistics{}, NewTiming()
	if err := m.Run(testModule(t, 1), &ir.Diagnostics{}, RunOptions{Stats: stats, Timing: times}); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	stats.Report(&b, m, false)
	if want := "pure\n  (S)        1 done\npure\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("%s\nwant %s", &b, want)
	}
	b.Reset()
	times.Report(&b, TimingFormat{})
	if n := strings.Count(b.String(), ")  pure\n"); n != 2 {
		t.Errorf("%d rows, want 2:\n%s", n, &b)
	}
}

// TestTiming checks the rows of the report: phases, and passes and pipelines inside of their pipeline.
func TestTiming(t *testing.T) {
	m, err := testRegistry().ParsePipeline("builtin.module(mark,t.func(mark-func,t.func(mark)),any(mark))")
	if err != nil {
		t.Fatal(err)
	}
	for _, single := range []bool{true, false} {
		tm := NewTiming()
		tm.Phase("Parser")()
		if err := m.Run(testModule(t, 20), &ir.Diagnostics{}, RunOptions{Timing: tm, SingleThread: single}); err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		tm.Report(&b, TimingFormat{})
		names := ""
		for _, line := range strings.SplitAfter(b.String(), "\n") {
			if _, name, ok := strings.Cut(line, ")  "); ok {
				names += name
			}
		}
		want := "Parser\ntestPass\n't.func' Pipeline\n  testPass\n  't.func' Pipeline\n    testPass\n'any' Pipeline\n  testPass\nRest\nTotal\n"
		if d := cmp.Diff(want, names); d != "" {
			t.Error(d)
		}
	}
}
