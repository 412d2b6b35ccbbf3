package convert

import (
	"errors"
	"fmt"
	"strings"

	"descend/dialects/builtin"
	"descend/ir"
)

// Full rewrites what is inside root until every operation is legal. If that cannot be, it reports the first operation that is not, with what
// each pattern says, leaves the code as it was and returns false.
func Full(root *ir.Operation, t *Target, patterns []Pattern, diags *ir.Diagnostics) bool {
	return newConversion(root, t, patterns, diags).run(true)
}

// Partial does the same, but operations may stay of which the target says nothing, if no pattern succeeds on them.
func Partial(root *ir.Operation, t *Target, patterns []Pattern, diags *ir.Diagnostics) bool {
	return newConversion(root, t, patterns, diags).run(false)
}

// conversion is a run.
type conversion struct {
	root     *ir.Operation
	target   *Target
	patterns *patternSet
	diags    *ir.Diagnostics

	stands  map[*ir.Value]standIn  // what stands for a value
	gone    map[*ir.Operation]bool // to be erased at the end, with what is inside
	casts   map[*ir.Operation]bool // made where a type converter says nothing of a materialization
	changed []*ir.Operation        // what is new, or was updated, in order
	log     []func()               // what undoes everything, from its end
	active  map[*Pattern]bool      // at work on what a rewrite of theirs made
	depth   int
}

// standIn is what stands for a value, nil if that has to be unused, and the type converter of the pattern that says so.
type standIn struct {
	value *ir.Value
	types *TypeConverter
}

func newConversion(root *ir.Operation, t *Target, patterns []Pattern, diags *ir.Diagnostics) *conversion {
	return &conversion{
		root: root, target: t, patterns: newPatternSet(patterns), diags: diags,
		stands: map[*ir.Value]standIn{}, gone: map[*ir.Operation]bool{}, casts: map[*ir.Operation]bool{}, active: map[*Pattern]bool{},
	}
}

// maxDepth bounds how often what a pattern makes is rewritten in turn.
const maxDepth = 256

// run rewrites all operations, the outer ones first, in the order of the text, which is that of most definitions and uses.
func (c *conversion) run(full bool) bool {
	var list []*ir.Operation
	c.root.Walk(func(o *ir.Operation) ir.WalkResult {
		if o != c.root {
			list = append(list, o)
		}
		if c.target.of(o) == legalInside {
			return ir.Skip
		}
		return ir.Advance
	})
	for _, op := range list {
		err := c.legalize(op)
		if err == nil || !full && c.target.of(op) != illegal {
			continue
		}
		explicitly := ""
		if c.target.of(op) == illegal {
			explicitly = " that was explicitly marked illegal"
		}
		d := c.diags.Errorf(op.Loc(), "", "failed to legalize operation '%s'%s", op.Name(), explicitly)
		for _, line := range strings.Split(err.Error(), "\n") {
			d.Note("%s", line)
		}
		c.undo(0)
		return false
	}
	if !c.settle() {
		c.undo(0)
		return false
	}
	c.commit()
	return true
}

// isGone says whether an operation is erased at the end.
func (c *conversion) isGone(op *ir.Operation) bool {
	for ; op != nil && op != c.root; op = op.Parent() {
		if c.gone[op] {
			return true
		}
	}
	return false
}

// legalize makes an operation legal, or says why not.
func (c *conversion) legalize(op *ir.Operation) error {
	if l := c.target.of(op); l == legal || l == legalInside || isCast(op) || c.isGone(op) {
		return nil
	}
	var reasons []error
	for _, p := range c.patterns.of(op) {
		err := c.try(p, op)
		if err == nil {
			return nil
		}
		if err != errOther {
			reasons = append(reasons, fmt.Errorf("%v: %w", p, err))
		}
	}
	if len(reasons) == 0 {
		return errors.New("no pattern is for it")
	}
	return errors.Join(reasons...)
}

// errOther is for patterns of any operation that are not for this one.
var errOther = errors.New("for other operations")

// try applies a pattern, and legalizes what it made. If that fails, it undoes all of it.
func (c *conversion) try(p *Pattern, op *ir.Operation) error {
	switch {
	case c.active[p] && !p.Recursive:
		return errors.New("it may not rewrite what it made itself")
	case c.depth == maxDepth:
		return fmt.Errorf("%d rewrites lie within each other", maxDepth)
	}
	was := c.active[p]
	c.active[p] = true
	c.depth++
	done, seen := len(c.log), len(c.changed)
	err := c.apply(p, op)
	if err == nil && len(c.log) == done {
		err = errors.New("it changes nothing")
	}
	for i := seen; err == nil && i < len(c.changed); i++ {
		if why := c.legalize(c.changed[i]); why != nil {
			err = fmt.Errorf("it makes '%s', which is not legal (%v)", c.changed[i].Name(), strings.ReplaceAll(why.Error(), "\n", "; "))
		}
	}
	c.active[p] = was
	c.depth--
	if err != nil {
		c.undo(done)
		c.changed = c.changed[:seen]
	}
	return err
}

// apply gives a pattern the operands as they are now.
func (c *conversion) apply(p *Pattern, op *ir.Operation) error {
	rw := c.newRewriter(p, op)
	operands, err := rw.NowAll(op.Operands())
	if err != nil {
		return err
	}
	return p.Rewrite(op, operands, rw)
}

// undo undoes what was done since the log had so many entries.
func (c *conversion) undo(to int) {
	for len(c.log) > to {
		last := c.log[len(c.log)-1]
		c.log = c.log[:len(c.log)-1]
		last()
	}
}

// now is what stands for v, in the type that tc makes of its type, or without tc as it is; nil if that is nothing.
func (c *conversion) now(tc *TypeConverter, b *ir.Builder, v *ir.Value) (*ir.Value, error) {
	last := c.last(v)
	if tc == nil || last == nil {
		return last, nil
	}
	want, ok := tc.Convert(v.Type())
	if !ok {
		return nil, fmt.Errorf("its type '%s' cannot be converted to one type", v.Type())
	}
	if last.Type() == want {
		return last, nil
	}
	return c.materialize(tc.target, b, want, []*ir.Value{last}), nil
}

// last is what stands for v in the end; nil if that is nothing.
func (c *conversion) last(v *ir.Value) *ir.Value {
	for v != nil {
		w, ok := c.stands[v]
		if !ok {
			return v
		}
		v = w.value
	}
	return nil
}

// materialize makes a value of a type out of others: as the type converter says, or else by a cast that has to go.
func (c *conversion) materialize(m Materialization, b *ir.Builder, to ir.Type, from []*ir.Value) *ir.Value {
	if m != nil {
		if v := m(b, to, from); v != nil && v.Type() == to {
			return v
		}
	}
	v := cast(b, to, from)
	op := v.DefiningOp()
	c.casts[op] = true
	c.log = append(c.log, func() { delete(c.casts, op) })
	return v
}

// cast makes a cast.
func cast(b *ir.Builder, to ir.Type, from []*ir.Value) *ir.Value {
	return b.Op(builtin.CastOp{}.Def().Name, from, []ir.Type{to}).Result(0)
}

func isCast(op *ir.Operation) bool { return ir.Is[builtin.CastOp](op) }

// typeList is a list of types for messages.
func typeList(ts []ir.Type) string {
	var out []string
	for _, t := range ts {
		out = append(out, "'"+t.String()+"'")
	}
	return strings.Join(out, ", ")
}
