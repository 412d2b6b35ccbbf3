package lsp

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"reflect"
	"slices"

	"go.lsp.dev/protocol"

	"descend/dialects/descend"
	"descend/frontend/fix"
	"descend/ir"
	"descend/passes/check"
	"descend/passes/check/analysis"
)

// checks are those of a program from version to version. What they read of a function is its IR and the facts of what it calls; a
// function whose IR is the same, and in the same places of the same part of its file, is not checked again, but where this part is now is
// found for its errors.
//
// Some functions take seconds, so nobody but who asks for findings waits for checks: they work with copies of functions, while units
// are made and requests answered. The copies also let the rest of an old version go, which the function itself would keep.
type checks struct {
	s       *server
	prog    *analysis.Program
	effects map[string][]string
	hashes  map[string]uint64
	known   map[*ir.Operation]uint64 // hashes of the functions of the last unit
}

// changes are what has to be checked for a unit.
type changes struct {
	names  []string // of all functions, in order
	hashes map[string]uint64
	module *ir.Operation // a copy, if nothing is known of the program
	gone   []string
	funcs  []*ir.Operation // copies of what is new or has changed
}

// known is what the checks found out about a function for its callers.
type known struct{ needs, effects []string }

// check checks a unit: its findings are complete then. What goes wrong begins anew once, from nothing.
func (s *server) check(ctx context.Context, u *unit) error {
	select {
	case s.checking <- struct{}{}:
	case <-ctx.Done():
		return protocol.ErrRequestCancelled
	}
	defer func() { <-s.checking }()
	for again := false; ; again = true {
		var todo *changes
		err := s.work(ctx, func() error {
			if u.gone && !u.checked {
				return protocol.ErrRequestCancelled
			}
			if !u.checked && u.Module != nil {
				todo = u.checks.changes(u)
			}
			return nil
		})
		if err == nil && todo != nil {
			var outdated bool
			if outdated, err = u.checks.apply(todo, func() bool { return s.current(u) }); outdated {
				return protocol.ErrRequestCancelled
			}
		}
		if ctx.Err() != nil || errors.Is(err, protocol.ErrRequestCancelled) {
			return protocol.ErrRequestCancelled
		}
		if err := s.work(ctx, func() error {
			if u.gone && !u.checked {
				return protocol.ErrRequestCancelled
			}
			var found []*ir.Diagnostic
			if err == nil && todo != nil {
				found, err = u.checks.found(u, todo)
			}
			if err != nil {
				u.checks.prog = nil
				if s.restarts++; !again {
					return nil
				}
			}
			u.finish(found, err)
			return nil
		}); err != nil || u.checked {
			return err
		}
	}
}

// finish gives a unit the findings of the checks, or the error that they ended with, which is in the log.
func (u *unit) finish(found []*ir.Diagnostic, err error) {
	if u.checked {
		return
	}
	u.checked = true
	if err != nil {
		u.diags.Errorf(u.span(0, 0).Loc(u.ctx), "", "%v", err)
	}
	for _, d := range found {
		u.diags.Report(d)
	}
	if u.Module == nil {
		return
	}
	fix.Edit(u.ctx, u.Sources(), u.diags)
}

// changes compares a unit with what was checked last. Who is busy asks.
func (c *checks) changes(u *unit) *changes {
	out := &changes{hashes: map[string]uint64{}}
	h, known := &hasher{}, map[*ir.Operation]uint64{}
	var funcs []*ir.Operation
	for f := range ir.AllOf[descend.FuncOp](u.Module) {
		name := ir.SymbolName(f.Operation)
		funcs, out.names = append(funcs, f.Operation), append(out.names, name)
		hash, same := c.known[f.Operation]
		if !same || f.HasAttr(descend.PoisonedArgsAttr) { // which may be put there later
			hash = h.of(f.Operation)
		}
		out.hashes[name], known[f.Operation] = hash, hash
	}
	c.known = known
	if c.prog == nil {
		out.module = u.Module.Clone(ir.NewMapping())
		return out
	}
	for name := range c.hashes {
		if _, there := out.hashes[name]; !there {
			out.gone = append(out.gone, name)
		}
	}
	slices.Sort(out.gone)
	for i, name := range out.names {
		if old, there := c.hashes[name]; !there || old != out.hashes[name] {
			out.funcs = append(out.funcs, funcs[i].Clone(ir.NewMapping()))
		}
	}
	return out
}

// apply checks what has changed, function by function. It ends early where that is no more wanted: what is checked by then is noted, so that
// it is not lost; a function at least is checked each time. After an error nothing is known of the program.
func (c *checks) apply(todo *changes, wanted func() bool) (outdated bool, err error) {
	defer func() {
		if err != nil {
			c.prog = nil
		}
	}()
	defer c.s.protect(&err)
	if todo.module != nil {
		c.effects = map[string][]string{}
		c.prog = check.NewProgram(todo.module, c.effects)
		if err := c.prog.Check(&ir.Diagnostics{}); err != nil {
			return false, err
		}
		c.hashes = todo.hashes
	}
	for _, name := range todo.gone {
		if _, err := c.prog.Replace(name, nil); err != nil {
			return false, err
		}
		delete(c.effects, name)
		delete(c.hashes, name)
	}
	for i, f := range todo.funcs {
		if i > 0 && !wanted() {
			return true, nil
		}
		name := ir.SymbolName(f)
		delete(c.effects, name)
		if _, err := c.prog.Replace(name, f); err != nil {
			return false, err
		}
		c.hashes[name] = todo.hashes[name]
	}
	return false, nil
}

// found gives all errors as they are in the unit, which gets what was found out about its functions.
func (c *checks) found(u *unit, todo *changes) (found []*ir.Diagnostic, err error) {
	u.known = map[string]known{}
	for _, name := range todo.names {
		facts := c.prog.Facts(name)
		k := known{effects: c.effects[name]}
		for _, n := range facts.Inferred {
			k.needs = append(k.needs, n.String())
		}
		u.known[name] = k
		for _, d := range facts.Diags.InOrder() {
			here, ok := u.moved(d)
			if !ok {
				return nil, fmt.Errorf("the place of an error is lost: %s", d)
			}
			found = append(found, here)
		}
	}
	return found, nil
}

// hasher tells functions apart by their IR and by where it comes from.
type hasher struct {
	maphash.Hash
	values map[*ir.Value]int
	blocks map[*ir.Block]int
}

var textSeed = maphash.MakeSeed()

func (h *hasher) of(f *ir.Operation) uint64 {
	h.SetSeed(textSeed)
	h.Reset()
	h.values, h.blocks = map[*ir.Value]int{}, map[*ir.Block]int{}
	h.op(f)
	return h.Sum64()
}

func (h *hasher) op(op *ir.Operation) {
	maphash.WriteComparable(&h.Hash, op.OpName())
	h.place(op)
	for _, v := range op.Operands() {
		h.number(h.values[v])
	}
	for _, v := range op.Results() {
		h.id(v.Type())
		h.values[v] = len(h.values) + 1
	}
	for _, a := range op.Attrs() {
		h.WriteString(a.Name)
		h.id(a.Value)
	}
	for _, b := range op.Successors() {
		h.number(h.blocks[b])
	}
	for _, r := range op.Regions() {
		h.number(-1)
		for b := range r.Blocks() {
			h.blocks[b] = len(h.blocks) + 1
		}
		for b := range r.Blocks() {
			for _, v := range b.Args() {
				h.id(v.Type())
				h.values[v] = len(h.values) + 1
				h.location(v.Location())
			}
			for o := range b.Ops() {
				h.op(o)
			}
		}
	}
	h.number(-2)
}

func (h *hasher) number(n int) { maphash.WriteComparable(&h.Hash, n) }

// id writes what a type or attribute is. Those of a context are one for each meaning; others differ, and their functions are checked.
func (h *hasher) id(x any) {
	if x == nil {
		h.number(0)
		return
	}
	v := reflect.ValueOf(x)
	h.WriteString(v.Type().String())
	if v.Kind() == reflect.Pointer {
		maphash.WriteComparable(&h.Hash, v.Pointer())
	} else {
		h.WriteString(fmt.Sprint(x))
	}
}

// place writes where an operation comes from: from which part of a file, and where in it.
func (h *hasher) place(op *ir.Operation) {
	f, start, end := op.Bytes()
	if f == nil {
		h.location(op.Loc())
		return
	}
	h.WriteString(f.Name())
	h.number(start)
	h.number(end)
}

func (h *hasher) location(l ir.Location) {
	if l == nil {
		h.number(0)
		return
	}
	maphash.WriteComparable(&h.Hash, ir.RangeOf(l))
}

// moved is a finding with all its places as they are now; false if one is not known.
func (u *unit) moved(d *ir.Diagnostic) (*ir.Diagnostic, bool) {
	m := mover{u: u, ok: true}
	out := d.Moved(m.location)
	if out.Help != nil && out.Help.Fix != nil {
		out.Help.Fix, _ = m.value(reflect.ValueOf(out.Help.Fix)).Interface().(ir.Fix)
	}
	return out, m.ok
}

type mover struct {
	u  *unit
	ok bool
}

func (m *mover) location(l ir.Location) ir.Location {
	if l == nil {
		return nil
	}
	here, ok := m.u.now(l)
	m.ok = m.ok && ok
	return here
}

// value is a fix, or a part of one, with all locations in it as they are now.
func (m *mover) value(v reflect.Value) reflect.Value {
	if v.Type() == reflect.TypeFor[ir.Location]() {
		if !v.IsNil() {
			return reflect.ValueOf(m.location(v.Interface().(ir.Location)))
		}
		return v
	}
	switch v.Kind() {
	case reflect.Struct:
		out := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			out.Field(i).Set(m.value(v.Field(i)))
		}
		return out
	case reflect.Slice:
		out := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			out.Index(i).Set(m.value(v.Index(i)))
		}
		return out
	}
	return v
}
