package ir

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// What is known of rewrites that are wrong: those that do not end, and, with Context.CheckRewrites, those that claim what is not so.

// RewriteError is a mistake in a rewrite or in the folder of an operation; ApplyGreedily panics with it.
type RewriteError struct {
	// Loc is the place of an operation concerned.
	Loc     Location
	Message string
}

func (e *RewriteError) Error() string { return e.Message }

// watched is how many changes before the end of the budget it is watched what they are.
const watched = 10000

// watch counts the change that was made.
func (d *driver) watch() {
	if d.late == nil {
		d.late = map[string]int{}
	}
	d.late[d.what+" of '"+d.name.Name+"'"]++
}

// endless names the rewrites that do not end.
func (d *driver) endless() {
	all := 0
	for _, n := range d.late {
		all += n
	}
	names := slices.SortedFunc(maps.Keys(d.late), func(a, b string) int {
		return cmp.Or(cmp.Compare(d.late[b], d.late[a]), cmp.Compare(a, b))
	})
	for i, n := range names {
		names[i] = fmt.Sprintf("%s (%d times)", n, d.late[n])
	}
	more := ""
	if len(names) > 4 {
		names, more = names[:4], ", .."
	}
	panic(&RewriteError{d.op.Loc(), fmt.Sprintf("the rewrites in '%s' do not end: of %d changes, the last %d were %s%s",
		d.root.Name(), d.changes, all, strings.Join(names, ", "), more)})
}

// text is all that rewrites can change, "" if they are not checked.
func (d *driver) text() string {
	if !d.root.ctx.CheckRewrites {
		return ""
	}
	return Print(d.root, PrintOptions{Generic: true, LocalScope: true, AssumeVerified: true, DebugInfo: true})
}

// checkClaim compares what a rewrite or folder says that it did with what it did, and verifies the result.
func (d *driver) checkClaim(before string, changed bool) {
	if before == "" {
		return
	}
	wrong := func(format string, args ...any) {
		panic(&RewriteError{d.op.Loc(), fmt.Sprintf("%s of '%s' ", d.what, d.name.Name) + fmt.Sprintf(format, args...)})
	}
	switch same := before == d.text(); {
	case changed && same:
		wrong("says that it changed something, and did not")
	case !changed && !same:
		wrong("says that it changed nothing, and did")
	case !changed:
		return
	}
	var diags Diagnostics
	if d.valid && !Verify(d.root, &diags) {
		wrong("left invalid code: %s", diags.InOrder()[0].Message)
	}
}

// checkFold wants results of the types that the operation has.
func checkFold(op *Operation, res []FoldResult) {
	if !op.ctx.CheckRewrites || len(res) == 0 {
		return
	}
	wrong := func(format string, args ...any) {
		panic(&RewriteError{op.Loc(), fmt.Sprintf("Fold of '%s' ", op.Name()) + fmt.Sprintf(format, args...)})
	}
	if len(res) != len(op.results) {
		wrong("gives %d results, and the operation has %d", len(res), len(op.results))
	}
	for i, r := range res {
		want := op.results[i].typ
		got := want
		switch a := r.Attr.(type) {
		case *IntegerAttr:
			got = a.Type
		case *FloatAttr:
			got = a.Type
		}
		if r.Value != nil {
			got = r.Value.typ
		}
		if got != want {
			wrong("gives a result #%d of type '%s', and the operation has '%s'", i, got, want)
		}
	}
}

// lastRewrite is what is kept of a run of ApplyGreedily.
type lastRewrite struct {
	run  int64 // number among all runs
	name string
}

// noteLast keeps what the last rewrite of the run was.
func (d *driver) noteLast() {
	c := d.root.ctx
	if d.last.what != "" && c.recording.Load() > 0 {
		c.lastRewrites.Store(d.root, lastRewrite{c.rewriteRuns.Add(1), fmt.Sprintf("%s of '%s'", d.last.what, d.last.name.Name)})
	}
}

// RecordRewrites lets runs of ApplyGreedily keep what LastRewrite tells, up to the call of what it returns.
func (c *Context) RecordRewrites() (stop func()) {
	c.recording.Add(1)
	return func() {
		if c.recording.Add(-1) == 0 {
			c.lastRewrites.Clear()
		}
	}
}

// RewriteRuns is the number of runs of ApplyGreedily that were recorded.
func (c *Context) RewriteRuns() int64 { return c.rewriteRuns.Load() }

// LastRewrite names the last change, as "rewrite 'mul-by-two' of 'fix.mul'", that a run of ApplyGreedily recorded after the given
// number of runs made inside op, or inside an operation around it; "" if there was none.
func (c *Context) LastRewrite(op *Operation, since int64) string {
	for ; op != nil; op = op.Parent() {
		if r, ok := c.lastRewrites.Load(op); ok && r.(lastRewrite).run > since {
			return r.(lastRewrite).name
		}
	}
	return ""
}

// Fold asks the folder of op what its results are if the operands are these constants (nil where they are not); nil if it cannot
// be folded. It may have changed op in place, see Folder.
func Fold(op *Operation, operands []Attribute) []FoldResult {
	f, ok := op.Typed().(Folder)
	if !ok {
		return nil
	}
	var c calling
	defer c.blame()
	c.call("Fold", op)
	res := f.Fold(operands)
	checkFold(op, res)
	return res
}
