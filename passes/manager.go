package passes

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"

	"descend/ir"
	"descend/ir/bail"
)

// Manager runs passes, in order, on an operation, and nested managers on the operations directly inside.
type Manager struct {
	// Anchor is the name of the operations that the manager runs on; "" for any.
	Anchor string
	items  []item
}

// item is a pass or a nested manager.
type item struct {
	pass   Pass
	nested *Manager
}

// NewManager returns a manager for operations of that name; "any" or "" for any.
func NewManager(anchor string) *Manager {
	if anchor == "any" {
		anchor = ""
	}
	return &Manager{Anchor: anchor}
}

func (m *Manager) anchorName() string {
	if m.Anchor == "" {
		return "any"
	}
	return m.Anchor
}

// Nest returns the manager for the operations of that name directly inside. Passes that are added to it
// one after the other run on one operation before they run on the next.
func (m *Manager) Nest(anchor string) *Manager {
	n := NewManager(anchor)
	m.items = append(m.items, item{nested: n})
	return n
}

// Add appends passes. One for operations of another name than the manager's goes to a nested manager, the
// last one if that fits.
func (m *Manager) Add(list ...Pass) {
	for _, p := range list {
		a := p.Anchor()
		if a == "" || m.Anchor == "" || a == m.Anchor {
			m.items = append(m.items, item{pass: p})
			continue
		}
		if n := len(m.items); n > 0 && m.items[n-1].nested != nil && m.items[n-1].nested.Anchor == a {
			m.items[n-1].nested.items = append(m.items[n-1].nested.items, item{pass: p})
			continue
		}
		n := m.Nest(a)
		n.items = append(n.items, item{pass: p})
	}
}

// check refuses a pass that is restricted to other operations.
func (m *Manager) check(p Pass) error {
	if a := p.Anchor(); a != "" && m.Anchor != "" && a != m.Anchor {
		return fmt.Errorf("Can't add pass '%s' restricted to '%s' on a PassManager intended to run on '%s', did you intend to nest?",
			Title(p), a, m.Anchor)
	}
	return nil
}

// Len is the number of elements: passes and nested managers.
func (m *Manager) Len() int { return len(m.items) }

// Passes lists the passes, nested ones included, in order.
func (m *Manager) Passes() []Pass {
	var out []Pass
	for _, it := range m.items {
		if it.nested != nil {
			out = append(out, it.nested.Passes()...)
		} else {
			out = append(out, it.pass)
		}
	}
	return out
}

// RunOptions steer Manager.Run. The zero value verifies after every pass and uses all processors.
type RunOptions struct {
	// NoVerify leaves out the verifier after each pass.
	NoVerify bool
	// SingleThread runs one operation at a time.
	SingleThread bool
	// Output is where passes print to whose purpose that is; nil: nowhere.
	Output io.Writer
	// Print says what to print around passes; nil: nothing.
	Print *PrintHooks
	// BeforePass, if set, is called before each pass with the operation that it runs on and the pipeline, from the
	// outermost operation, that runs it alone. It needs SingleThread.
	BeforePass func(op *ir.Operation, pipeline string)
	// Timing and Stats collect what is asked for; they may be nil.
	Timing *Timing
	Stats  *Statistics
}

// ErrFailed is the error of a run whose diagnostics say what is wrong.
var ErrFailed = errors.New("a pass failed")

// InternalError is a panic: a mistake in a pass, in the code of an operation, or in a definition.
type InternalError struct {
	// Pass is nil if it was not a pass that ran.
	Pass Pass
	// Op names the operation that the pass ran on, as "'func.func' operation: @f", and Loc is its place.
	Op    string
	Loc   ir.Location
	Panic any
	// Site is the function, and its line, that panicked.
	Site string
}

func (e *InternalError) Error() string {
	var what string
	switch p := e.Panic.(type) {
	case *ir.PanicError, *ir.DefinitionError, *ir.MisuseError: // they say where
		what = p.(error).Error()
	default:
		what = fmt.Sprintf("panic: %v (in %s)", p, e.Site)
	}
	if e.Pass == nil {
		return what
	}
	at := ""
	if r := ir.RangeOf(e.Loc); r.Known() {
		at = fmt.Sprintf(" at %s:%d:%d", r.File, r.Line, r.Col)
	}
	return fmt.Sprintf("pass %s on %s%s: %s", e.Pass.Name(), e.Op, at, what)
}

// Run runs the passes on op. It returns nil, ErrFailed, an *InternalError, or the error that a pass returned
// (which is also reported as a diagnostic).
func (m *Manager) Run(op *ir.Operation, diags *ir.Diagnostics, opts RunOptions) error {
	if m.Anchor != "" && !op.Is(m.Anchor) {
		diags.Errorf(op.Loc(), "", "can't run '%s' pass manager on '%s' op", m.Anchor, op.Name())
		return ErrFailed
	}
	if err := Ordered(m.Passes()); err != nil {
		diags.Errorf(op.Loc(), "", "%s", err)
		return ErrFailed
	}
	defer op.Context().RecordRewrites()()
	r := &run{opts: opts, diags: diags, preserved: preserved{all: true}}
	if opts.Timing != nil {
		r.row = &opts.Timing.root
	}
	if r.out = opts.Output; r.out == nil {
		r.out = io.Discard
	}
	return r.manager(m, &Analyses{Op: op})
}

// run is the state of running on one operation; runs on sibling operations go on at the same time, each
// with its own diagnostics and output, which are joined in order.
type run struct {
	opts  RunOptions
	diags *ir.Diagnostics
	out   io.Writer
	row   *timeRow // of the pipeline that runs, nil without timing
	// preserved are the analyses that all passes so far have preserved.
	preserved preserved
}

func (r *run) manager(m *Manager, kept *Analyses) error {
	for i := range m.items {
		var err error
		if it := &m.items[i]; it.nested != nil {
			err = r.nested(it.nested, kept)
		} else {
			err = r.pass(it, kept)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// targets lists what is kept of the operations directly inside that a nested manager runs on.
func (m *Manager) targets(around *Analyses) (list []*Analyses, isolated bool) {
	isolated = true
	for _, g := range around.Op.Regions() {
		for b := range g.Blocks() {
			for o := range b.Ops() {
				iso := o.Has(ir.IsolatedFromAbove)
				if m.Anchor == "" && iso || m.Anchor != "" && o.Is(m.Anchor) {
					list = append(list, around.child(o))
					isolated = isolated && iso
				}
			}
		}
	}
	return list, isolated
}

// nested runs a nested manager. What is kept of the operation around stays where all its passes have preserved it.
func (r *run) nested(m *Manager, kept *Analyses) error {
	inner := *r
	inner.preserved = preserved{all: true}
	if r.opts.Timing != nil {
		var stop func()
		inner.row, stop = r.opts.Timing.measure(r.row, m, "'"+m.anchorName()+"' Pipeline")
		defer stop()
	}
	err := inner.targets(m, kept)
	kept.drop(inner.preserved)
	r.preserved = r.preserved.and(inner.preserved)
	return err
}

// targets runs a nested manager on its operations.
func (r *run) targets(m *Manager, around *Analyses) error {
	list, isolated := m.targets(around)
	workers := min(runtime.GOMAXPROCS(0), len(list))
	if r.opts.SingleThread || !isolated || workers < 2 {
		var first error
		for _, o := range list {
			if err := r.manager(m, o); err != nil && first == nil {
				first = err
			}
		}
		return first
	}
	subs := make([]run, len(list))
	outs := make([]bytes.Buffer, len(list))
	errs := make([]error, len(list))
	ir.ParallelFor(workers, len(list), func(i int) {
		subs[i] = run{opts: r.opts, diags: &ir.Diagnostics{}, out: &outs[i], row: r.row, preserved: preserved{all: true}}
		errs[i] = subs[i].manager(m, list[i])
	})
	var first error
	for i := range subs {
		r.preserved = r.preserved.and(subs[i].preserved)
		for _, d := range subs[i].diags.InOrder() {
			r.diags.Report(d)
		}
		if _, err := r.out.Write(outs[i].Bytes()); err != nil && first == nil {
			first = err
		}
		if errs[i] != nil && first == nil {
			first = errs[i]
		}
	}
	return first
}

func (r *run) pass(it *item, kept *Analyses) error {
	p, op := it.pass, kept.Op
	var before [32]byte
	if h := r.opts.Print; h != nil {
		h.before(r.out, p, op)
	}
	if h := r.opts.Print; h != nil && h.AfterChange || op.Context().CheckRewrites {
		before = fingerprint(op)
	}
	if r.opts.BeforePass != nil {
		r.opts.BeforePass(op, alone(p, op))
	}
	known, runs := r.diags.Len(), op.Context().RewriteRuns()
	stop := func() {}
	if r.opts.Timing != nil {
		_, stop = r.opts.Timing.measure(r.row, it, Title(p))
	}
	c := &Context{Op: op, Diags: r.diags, Out: r.out, item: it, stats: r.opts.Stats, kept: kept}
	err := Protected(p, op, func() error { return p.Run(c) })
	stop()
	kept.invalidate(c.preserved)
	r.preserved = r.preserved.and(c.preserved)
	if err != nil && !errors.Is(err, ErrFailed) {
		switch e := err.(type) {
		case *InternalError:
		case *ir.RewriteError:
			r.diags.Errorf(e.Loc, "", "pass %s: %s", p.Name(), e)
		default:
			r.diags.Errorf(op.Loc(), "", "%s", err)
		}
	}
	if err == nil && r.errorsSince(known) {
		err = ErrFailed
	}
	if err == nil && op.Context().CheckRewrites {
		err = r.checkPreserved(p, c, before)
	}
	if err == nil && !r.opts.NoVerify {
		err = Protected(p, op, func() error {
			known, dom := r.diags.Len(), ir.NewDominance()
			if !ir.VerifyDominance(op, r.diags, dom) {
				r.blame(p, known, runs)
				return ErrFailed
			}
			kept.keep(Dominance, &finding{value: dom})
			return nil
		})
	}
	if h := r.opts.Print; h != nil {
		h.after(r.out, p, op, err != nil, before)
	}
	return err
}

// checkPreserved reports a pass that says that it left alone what it changed.
func (r *run) checkPreserved(p Pass, c *Context, before [32]byte) error {
	wrong := ""
	if c.preserved.all && fingerprint(c.Op) != before {
		wrong = "says that it changed nothing, and did"
	} else if names := c.kept.invalid(); len(names) > 0 {
		wrong = fmt.Sprintf("says that it preserves analysis '%s', and did not", names[0])
	}
	if wrong == "" {
		return nil
	}
	r.diags.Errorf(c.Op.Loc(), "", "pass %s %s", p.Name(), wrong)
	return ErrFailed
}

// blame adds to the errors of the verifier after which pass they are, and what that rewrote last.
func (r *run) blame(p Pass, known int, runs int64) {
	for _, d := range r.diags.InOrder()[known:] {
		last := ""
		if d.Op != nil {
			last = d.Op.Context().LastRewrite(d.Op, runs)
		}
		if last != "" {
			last = "; its last change was " + last
		}
		d.Note("invalid after pass %s%s", p.Name(), last)
	}
}

// alone is the pipeline that runs the pass on op, from the outermost operation.
func alone(p Pass, op *ir.Operation) string {
	text := passText(p)
	for ; op != nil; op = op.Parent() {
		text = op.Name() + "(" + text + ")"
	}
	return text
}

func (r *run) errorsSince(known int) bool {
	for _, d := range r.diags.InOrder()[known:] {
		if d.Severity == ir.Error {
			return true
		}
	}
	return false
}

// Protected does what a pass, or the verifier after it, does with op, and turns a panic into an error: an *InternalError, or an
// *ir.RewriteError. Pass and operation may be nil.
func Protected(p Pass, op *ir.Operation, do func() error) (err error) {
	defer func() {
		switch v := recover().(type) {
		case nil:
		case *ir.RewriteError:
			err = v
		default:
			e := &InternalError{Pass: p, Panic: v, Site: bail.Site()}
			if op != nil {
				e.Op, e.Loc = describe(op), op.Loc()
			}
			err = e
		}
	}()
	return do()
}

// describe names an operation for messages.
func describe(op *ir.Operation) string {
	s := "'" + op.Name() + "' operation"
	if n := ir.SymbolName(op); n != "" {
		s += ": " + ir.SymbolText(n)
	}
	return s
}
