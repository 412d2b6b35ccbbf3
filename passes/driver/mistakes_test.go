package driver

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"descend/ir"
	"descend/passes"
	"descend/passes/opt"
)

// A dialect with mistakes in the code of its operation: the attribute "in" says where.

type libOp struct{ *ir.Operation }

var libDef = &ir.OpDef{Name: "lib.op", Attrs: []ir.AttrDef{{Name: "in", Attr: ir.StringA}},
	Results: []ir.OperandDef{{Name: "res", Type: ir.AnyInt, Arity: ir.Variadic}}}

func (libOp) Def() *ir.OpDef { return libDef }

func (o libOp) fault(in string) {
	if o.StringAttr("in") == in {
		panic("oh")
	}
}

func (o libOp) Verify() error {
	o.fault("Verify")
	if o.StringAttr("in") == "bad" {
		return errors.New("is bad")
	}
	return nil
}
func (o libOp) Fold([]ir.Attribute) []ir.FoldResult { o.fault("Fold"); return nil }
func (o libOp) PrintAsm(p *ir.Printer) {
	o.fault("PrintAsm")
	p.Write(" ", ir.QuoteString(o.StringAttr("in")))
}
func (libOp) ParseAsm(p *ir.Parser, st *ir.OperationState) error {
	in := p.StringLit()
	if in == "ParseAsm" {
		panic("oh")
	}
	st.SetAttr("in", p.Context().StringAttr(in))
	return nil
}
func (libOp) Rewrites() []ir.Rewrite {
	return []ir.Rewrite{{Name: "op-spoils", Apply: ir.RewriteOn(func(o libOp, rw *ir.Rewriter) bool {
		switch o.StringAttr("in") {
		case "good":
			o.SetAttr("in", o.Context().StringAttr("bad"))
			return true
		case "endless":
			rw.ReplaceOp(o.Operation, rw.Op("lib.op", nil, nil, ir.Attr("in", o.Attr("in"))))
			return true
		case "lies":
			return true
		}
		return false
	})}}
}

// spoil makes operations invalid, wrong calls the builder wrongly.
type (
	spoil struct{ crash }
	wrong struct{ crash }
)

func (spoil) Name() string { return "spoil" }
func (spoil) Run(c *passes.Context) error {
	for op := range c.Op.All("lib.op") {
		op.SetAttr("in", c.IR().StringAttr("bad"))
	}
	return nil
}

func (wrong) Name() string { return "wrong" }
func (wrong) Run(c *passes.Context) error {
	for op := range c.Op.All("lib.op") {
		ir.NewBuilder(c.IR()).AtEnd(op.Block()).Insert(op)
	}
	return nil
}

func runLib(def *ir.OpDef, stdin string, args ...string) (status int, stderr string) {
	reg := passes.NewRegistry()
	opt.Register(reg)
	reg.Add(func() passes.Pass { return spoil{} }, func() passes.Pass { return wrong{} }, func() passes.Pass { return crash{} })
	var out, err bytes.Buffer
	entry := ir.Op(func(o *ir.Operation) libOp { return libOp{o} })
	entry.Def = def
	status = Main(Config{Name: "tool", Version: "1", Passes: reg, NewContext: func() *ir.Context {
		return ir.NewContext(&ir.Dialect{Name: "lib", Ops: []ir.OpEntry{entry}})
	}}, args, strings.NewReader(stdin), &out, &err)
	return status, err.String()
}

// TestMistakes holds what the tool says of mistakes in the passes and operations that it was given: it names them, with the
// place in the program, and not itself; what is reproducible is status 70, and wrong code is an error as any other.
func TestMistakes(t *testing.T) {
	for _, tt := range []struct {
		name, stdin string
		args        []string
		status      int
		want        string
	}{
		{"verify", `lib.op "Verify"`, nil, 70, "tool: panic in Verify of 'lib.op' (dialect lib) at <stdin>:1:1: oh (in descend/passes/driver.libOp.fault:"},
		{"parse", `lib.op "ParseAsm"`, nil, 70, "tool: panic in ParseAsm of 'lib.op' (dialect lib) at <stdin>:1:1: oh (in descend/passes/driver.libOp.ParseAsm:"},
		{"print", `lib.op "PrintAsm"`, nil, 70, "tool: panic in PrintAsm of 'lib.op' (dialect lib) at <stdin>:1:1: oh (in descend/passes/driver.libOp.fault:"},
		{"print chunks", `lib.op "PrintAsm"`, []string{"--split-input-file"}, 70, "tool: panic in PrintAsm of 'lib.op' (dialect lib) at <stdin>:1:1: oh"},
		{"fold", `lib.op "Fold"`, []string{"--canonicalize"}, 70,
			"tool: pass canonicalize on 'builtin.module' operation: panic in Fold of 'lib.op' (dialect lib) at <stdin>:1:1: oh (in descend/passes/driver.libOp.fault:"},
		{"fold in sccp", `%a = "lib.op"() {in = "Fold"} : () -> i32`, []string{"--sccp"}, 70,
			"tool: pass sccp on 'builtin.module' operation: panic in Fold of 'lib.op' (dialect lib) at <stdin>:1:6: oh (in descend/passes/driver.libOp.fault:"},
		{"pass", `lib.op ""`, []string{"--crash"}, 70, "tool: pass crash on 'builtin.module' operation: panic: boom (in descend/passes/driver.crash.Run:"},
		{"call", `lib.op ""`, []string{"--wrong"}, 70,
			"tool: pass wrong on 'builtin.module' operation: ir: Builder.Insert: 'lib.op' at <stdin>:1:1 is in a block already; Remove it first, or Clone it (called in descend/passes/driver.wrong.Run"},
		{"invalid", `lib.op ""`, []string{"--spoil"}, 1, "<stdin>:1:1: error: 'lib.op' op is bad\n"},
		{"invalid after a pass", `lib.op ""`, []string{"--spoil"}, 1, "<stdin>:1:1: note: invalid after pass spoil\n"},
		{"invalid after a rewrite", `lib.op "good"`, []string{"--canonicalize"}, 1,
			"<stdin>:1:1: note: invalid after pass canonicalize; its last change was rewrite 'op-spoils' of 'lib.op'\n"},
		{"found by checks", `lib.op "good"`, []string{"--canonicalize", "--check-rewrites"}, 1,
			"<stdin>:1:1: error: pass canonicalize: rewrite 'op-spoils' of 'lib.op' left invalid code: 'lib.op' op is bad\n"},
		{"claim", `lib.op "lies"`, []string{"--canonicalize", "--check-rewrites"}, 1,
			"<stdin>:1:1: error: pass canonicalize: rewrite 'op-spoils' of 'lib.op' says that it changed something, and did not\n"},
		{"endless", `lib.op "endless"`, []string{"--canonicalize"}, 1,
			"<stdin>:1:1: error: pass canonicalize: the rewrites in 'builtin.module' do not end: of 200200 changes, the last 10000 were rewrite 'op-spoils' of 'lib.op' (10000 times)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			status, err := runLib(libDef, tt.stdin, tt.args...)
			if status != tt.status || !strings.Contains(err, tt.want) {
				t.Errorf("status %d, want %d\nstderr %s\nwant   %s", status, tt.status, err, tt.want)
			}
			if reproduce := strings.Contains(err, "to reproduce it: tool ["); reproduce != (status == 70) || strings.Contains(err, "compiler") {
				t.Errorf("stderr %s", err)
			}
		})
	}
	status, err := runLib(&ir.OpDef{Name: "bil.op"}, "")
	if want := "tool: definition of 'bil.op' (driver.libOp, mistakes_test.go:"; status != 70 || !strings.HasPrefix(err, want) {
		t.Errorf("status %d, stderr %s, want %s", status, err, want)
	}
}
