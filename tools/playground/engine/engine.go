// Package engine is what the playground's page asks: a program at every level with places that belong together, and runs on the
// simulator with pictures. It reads no files and starts nothing, so that it runs in a browser as WebAssembly.
package engine

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"time"

	"descend/backend/llvmgen"
	"descend/backend/nvvm"
	"descend/dialects"
	"descend/dialects/descend"
	"descend/dialects/exec"
	"descend/frontend"
	"descend/frontend/diag"
	"descend/frontend/fix"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/bail"
	"descend/passes"
	"descend/passes/banks"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/tools/arguments"
	"descend/tools/picture"
)

// FileName is the name of the program in messages.
const FileName = "program.desc"

// Request is what the page asks.
type Request struct {
	// Source is the program. Layout is how shared arrays lie: chosen or plain.
	Source string `json:"source"`
	Layout string `json:"layout"`
	// Levels asks for the texts of the levels, too. While somebody types the checks alone are asked for, which take a third of the time.
	Levels bool `json:"levels"`
	// Edited says that this is a program on its way from one that was asked about before to one that is run: it is only checked, and of it
	// only what has changed.
	Edited bool `json:"edited"`
	// Run asks for a run of Function with Args, PARAMETER=VALUE, and Nats; Files are .npy files by the names that arguments have.
	Run      bool              `json:"run"`
	Function string            `json:"function"`
	Args     []string          `json:"args"`
	Nats     map[string]string `json:"nats"`
	Files    map[string][]byte `json:"files"`
	Schedule int64             `json:"schedule"`
}

// Answer is what it gets.
type Answer struct {
	// Diagnostics are as `descendc check --diagnostics=json` writes them, Text as people read them.
	Diagnostics []json.RawMessage `json:"diagnostics"`
	Text        string            `json:"text"`
	Levels      []Level           `json:"levels"`
	Functions   []Function        `json:"functions"`
	Result      *Result           `json:"result,omitempty"`
	// Error is one of the request, or of the compiler.
	Error   string  `json:"error,omitempty"`
	Seconds float64 `json:"seconds"`
}

// Level is the program as a text. Lines has for each line of it the first and the last line of the source that it comes from, 0 if none.
type Level struct {
	Name  string   `json:"name"`
	Text  string   `json:"text"`
	Lines [][2]int `json:"lines"`
}

// Function is one that can be run.
type Function struct {
	Name   string  `json:"name"`
	Kernel bool    `json:"kernel"`
	Params []Param `json:"params"`
	Nats   []Nat   `json:"nats"`
}

// Param is a parameter, with an argument to begin with.
type Param struct {
	Name  string `json:"name"`
	Type  string `json:"type"`
	Array bool   `json:"array"`
	Uniq  bool   `json:"uniq"`
	Usual string `json:"usual"`
}

// Nat is a size, with one for which the clauses hold.
type Nat struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// program is one on its way through the levels.
type program struct {
	r       *Request
	ctx     *ir.Context
	file    *source.File
	sources diag.Sources
	diags   *ir.Diagnostics
	module  *ir.Operation    // nil if it is an edited one, or there is none
	funcs   []descend.FuncOp // all functions
	// accepted and err are what the checks came to.
	accepted bool
	err      error
}

// Engine answers one request after another. It keeps what the next one is likely to need: the context, whose types most programs share,
// the checked program, which is then run or lowered, and what has not changed from one edit to the next.
type Engine struct {
	ctx  *ir.Context
	uses int
	last *program
	*edits
	newest string // the program that was asked about last
	heap   uint64 // what was held after the last collection of Rest
}

const (
	// maxUses bounds how often a context is used: it keeps all types that were ever made in it.
	maxUses = 200
	// restAfter is how much has to be allocated for a collection at rest.
	restAfter = 16 << 20
)

// Do answers a request by an engine of its own.
func Do(r *Request) *Answer { return new(Engine).Do(r) }

// Do answers a request.
func (e *Engine) Do(r *Request) (a *Answer) {
	start := time.Now()
	a = &Answer{Diagnostics: []json.RawMessage{}, Levels: []Level{}, Functions: []Function{}}
	defer func() {
		if x := recover(); x != nil {
			a.Error = fmt.Sprintf("internal error: %v (in %s); please report it with the program", x, bail.Site())
			*e = Engine{} // what it holds may be half done
		}
		a.Seconds = time.Since(start).Seconds()
	}()
	if r.Layout == "" {
		r.Layout = "chosen"
	}
	e.newest = r.Source
	p := e.checked(r)
	a.Functions = p.functions()
	switch {
	case p.err != nil:
		a.Error = p.err.Error()
	case r.Run:
		e.last = nil // a run lowers it
		a.Result, a.Error = p.run()
	case r.Levels:
		e.last = nil
		p.levels(a)
	}
	a.Diagnostics, a.Text = p.findings()
	return a
}

// checked is the program of a request after the checks. A program that an earlier request has checked, and that nobody has lowered since,
// is not checked again.
func (e *Engine) checked(r *Request) *program {
	if p := e.last; p != nil && p.r.Source == r.Source {
		p.r = r
		return p
	}
	if r.Edited && !r.Run && !r.Levels {
		if p := e.edited(r); p != nil {
			return p
		}
	}
	if e.ctx == nil || e.uses == maxUses {
		e.ctx, e.uses = newContext(), 0
	}
	e.uses++
	e.last = nil
	p := e.load(r)
	if p.module != nil {
		p.accepted, p.err = p.do(check.Pipeline(), true)
		p.funcs = slices.Collect(ir.AllOf[descend.FuncOp](p.module))
	}
	e.last = p
	return p
}

// Rest is for when nobody waits: it reads the newest program so that the next edit finds all of it, and collects garbage if there is much.
func (e *Engine) Rest() {
	defer func() {
		if recover() != nil { // the next request tells, if it is of the same program
			*e = Engine{}
		}
	}()
	if k := e.edits; e.newest != "" && (k == nil || k.of != e.newest || k.uses > maxUses/2) {
		if k != nil && k.uses > maxUses/2 {
			e.edits = nil
		}
		e.edited(&Request{Source: e.newest})
	}
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc > e.heap+restAfter {
		runtime.GC()
		runtime.ReadMemStats(&m)
		e.heap = m.HeapAlloc
	}
}

// JSON answers a request as text with an answer as text.
func (e *Engine) JSON(request []byte) []byte {
	var r Request
	a := &Answer{}
	if err := json.Unmarshal(request, &r); err != nil {
		a.Error = err.Error()
	} else {
		a = e.Do(&r)
	}
	out, err := json.Marshal(a)
	if err != nil {
		out, _ = json.Marshal(&Answer{Error: err.Error()})
	}
	return out
}

func newContext() *ir.Context { return ir.NewContext(dialects.All()...) }

func newProgram(r *Request, c *ir.Context) *program {
	p := &program{r: r, ctx: c, file: source.NewFile(FileName, r.Source), diags: &ir.Diagnostics{}}
	p.sources = diag.Sources{}.Add(p.file).Add(frontend.Prelude()...)
	return p
}

// load takes the program to IR; the module is nil if there is none.
func (e *Engine) load(r *Request) *program {
	p := newProgram(r, e.ctx)
	p.module = frontend.CompileWith(p.ctx, []*source.File{p.file}, frontend.Options{Read: func(f *source.File) { p.sources.Add(f) }}, p.diags)
	return p
}

// findings are the diagnostics in both forms.
func (p *program) findings() (list []json.RawMessage, text string) {
	fix.Edit(p.ctx, []*source.File{p.file}, p.diags)
	all := p.diags.Sorted()
	var forPeople, lines bytes.Buffer
	_ = diag.Write(&forPeople, all, p.sources, diag.Options{Format: diag.Human})
	_ = diag.Write(&lines, all, p.sources, diag.Options{Format: diag.JSON})
	list = []json.RawMessage{}
	for line := range bytes.Lines(lines.Bytes()) {
		list = append(list, json.RawMessage(bytes.TrimSpace(line)))
	}
	return list, forPeople.String()
}

// do runs passes; checks go on after one that finds errors.
func (p *program) do(list []passes.Pass, checks bool) (ok bool, err error) {
	for _, pass := range list {
		m := passes.NewManager("builtin.module")
		m.Add(pass)
		err := m.Run(p.module, p.diags, passes.RunOptions{NoVerify: true})
		switch {
		case p.diags.HasErrors():
			if !checks {
				return false, nil
			}
		case err != nil:
			return false, err
		}
	}
	return !p.diags.HasErrors(), nil
}

// lower goes to the gpu level.
func (p *program) lower(o lower.Options) (bool, error) {
	list := append(lower.Pipeline(o), &opt.DeadMemory{}, opt.NewCanonicalizer(), &opt.CSE{}, &banks.SharedLayout{Layout: p.r.Layout})
	return p.do(list, false)
}

// levels writes the program at all levels that it reaches. Only the first is there if the checks refuse it.
func (p *program) levels(a *Answer) {
	if p.module == nil {
		return
	}
	a.Levels = append(a.Levels, p.level("checked"))
	if !p.accepted {
		return
	}
	ok, err := p.lower(lower.Options{})
	if ok && err == nil {
		a.Levels = append(a.Levels, p.level("gpu"))
		var m *nvvm.Module
		if m, err = nvvm.Emit(p.module, nvvm.Options{LineTables: true}); err == nil {
			a.Levels = append(a.Levels, llvmLevel(string(m.Text)))
		}
	}
	if err != nil {
		a.Error = err.Error()
	}
}

// level is the module as text.
func (p *program) level(name string) Level {
	l := Level{Name: name}
	l.Text, l.Lines = ir.PrintLines(p.module, FileName)
	return l
}

// llvmLevel is LLVM IR without what line tables add to it, which gives the lines.
func llvmLevel(text string) Level {
	const mark = "!dbg !"
	lineOf := llvmgen.LinesIn(text, FileName)
	l := Level{Name: "llvm"}
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "!llvm.dbg.cu") || len(line) > 1 && line[0] == '!' && '0' <= line[1] && line[1] <= '9' {
			break // what is behind this is numbered and says no more
		}
		lines := [2]int{}
		if i := strings.LastIndex(line, mark); i > 0 {
			rest := strings.TrimLeft(line[i+len(mark):], "0123456789")
			n := lineOf[line[i+len(mark):len(line)-len(rest)]]
			lines = [2]int{n, n}
			line = strings.TrimSuffix(line[:i-1], ",") + rest // ` !dbg !1 {` or `, !dbg !1`
		}
		b.WriteString(line)
		l.Lines = append(l.Lines, lines)
	}
	l.Text = strings.TrimRight(b.String(), "\n") + "\n"
	l.Lines = l.Lines[:min(len(l.Lines), strings.Count(l.Text, "\n"))]
	return l
}

// functions are those that can be run.
func (p *program) functions() []Function {
	out := []Function{}
	for _, f := range p.funcs {
		t, _ := f.Exec().(*exec.Type)
		generic := slices.ContainsFunc(f.Generics(), func(g descend.Generic) bool { return g.Kind == "mem" || g.Kind == "dty" })
		if !isOwn(f) || f.IsExtern() || generic || t == nil || t.Kind != exec.CPUThread && t.Kind != exec.Grid {
			continue
		}
		params, err := arguments.Describe(f)
		if err != nil {
			continue
		}
		n := Function{Name: ir.SymbolName(f.Operation), Kernel: t.Kind == exec.Grid, Params: []Param{}, Nats: []Nat{}}
		for _, a := range params {
			n.Params = append(n.Params, Param{Name: a.Name, Type: descend.UserFormat(a.Type), Array: a.Ref, Uniq: a.Uniq, Usual: a.Usual()})
		}
		sizes, _, err := arguments.Sizes([]descend.FuncOp{f}, nil, arguments.Small)
		for _, name := range arguments.NatsOf([]descend.FuncOp{f}) {
			v := Nat{Name: name}
			if err == nil {
				v.Value = sizes[name].String()
			}
			n.Nats = append(n.Nats, v)
		}
		out = append(out, n)
	}
	return out
}

// nats reads the sizes of a request.
func (r *Request) nats() (map[string]*big.Int, error) {
	out := map[string]*big.Int{}
	for n, text := range r.Nats {
		v, ok := new(big.Int).SetString(strings.TrimSpace(text), 10)
		if !ok || v.Sign() < 0 || v.BitLen() > 63 {
			return nil, fmt.Errorf("the size %s is a number from 0 on, not %q", n, text)
		}
		out[n] = v
	}
	return out, nil
}

// Styles are the style sheets of pictures on a light and on a dark page.
func Styles() (light, dark string) {
	return picture.Style(":root[data-theme=light] .pic", false), picture.Style(":root[data-theme=dark] .pic", true)
}
