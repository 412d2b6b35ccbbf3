// Package recheck checks a program from version to version: again only what has changed.
package recheck

import (
	"fmt"
	"slices"

	"descend/dialects/descend"
	"descend/frontend"
	"descend/ir"
	"descend/passes/check"
	"descend/passes/check/analysis"
)

// Checks are those of a program from version to version. What they read of a function is its IR and the facts of what it calls; a
// function whose IR is the same, and in the same places of the same part of its file (see [frontend.Cache]), is not checked again, but
// where this part is now is found for its errors.
//
// They work with copies of functions, so that another version may be read beside them. The copies also let the rest of an old version go,
// which the function itself would keep.
type Checks struct {
	prog    *analysis.Program
	effects map[string][]string
	hashes  map[string]uint64
	known   map[*ir.Operation]uint64 // hashes of the functions of the last version
}

// Changes are what has to be checked for a version.
type Changes struct {
	Names  []string // of all functions, in order
	hashes map[string]uint64
	module *ir.Operation // a copy, if nothing is known of the program
	gone   []string
	funcs  []*ir.Operation // copies of what is new or has changed
}

// Changes compares a version with what was checked last.
func (c *Checks) Changes(module *ir.Operation) *Changes {
	out := &Changes{hashes: map[string]uint64{}}
	h, known := &hasher{}, map[*ir.Operation]uint64{}
	var funcs []*ir.Operation
	for f := range ir.AllOf[descend.FuncOp](module) {
		name := ir.SymbolName(f.Operation)
		funcs, out.Names = append(funcs, f.Operation), append(out.Names, name)
		hash, same := c.known[f.Operation]
		if !same || f.HasAttr(descend.PoisonedArgsAttr) { // which may be put there later
			hash = h.of(f.Operation)
		}
		out.hashes[name], known[f.Operation] = hash, hash
	}
	c.known = known
	if c.prog == nil {
		out.module = module.Clone(ir.NewMapping())
		return out
	}
	for name := range c.hashes {
		if _, there := out.hashes[name]; !there {
			out.gone = append(out.gone, name)
		}
	}
	slices.Sort(out.gone)
	for i, name := range out.Names {
		if old, there := c.hashes[name]; !there || old != out.hashes[name] {
			out.funcs = append(out.funcs, funcs[i].Clone(ir.NewMapping()))
		}
	}
	return out
}

// Apply checks what has changed, function by function. It ends early where that is no more wanted: what is checked by then is noted, so that
// it is not lost; a function at least is checked each time. After an error, or a panic, nothing is known of the program.
func (c *Checks) Apply(todo *Changes, wanted func() bool) (outdated bool, err error) {
	known := false
	defer func() {
		if !known {
			c.prog = nil
		}
	}()
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
			known = true
			return true, nil
		}
		name := ir.SymbolName(f)
		delete(c.effects, name)
		if _, err := c.prog.Replace(name, f); err != nil {
			return false, err
		}
		c.hashes[name] = todo.hashes[name]
	}
	known = true
	return false, nil
}

// Forget makes that nothing is known of the program.
func (c *Checks) Forget() { c.prog = nil }

// Facts are what was found out about a function that was checked.
func (c *Checks) Facts(name string) *analysis.Facts { return c.prog.Facts(name) }

// Effects are what a function accesses through its parameters, for people.
func (c *Checks) Effects(name string) []string { return c.effects[name] }

// Found gives all errors with their places as they are in the program.
func (c *Checks) Found(p *frontend.Program, todo *Changes) (found []*ir.Diagnostic, err error) {
	for _, name := range todo.Names {
		for _, d := range c.Facts(name).Diags.InOrder() {
			here, ok := p.Moved(d)
			if !ok {
				return nil, fmt.Errorf("the place of an error is lost: %s", d)
			}
			found = append(found, here)
		}
	}
	return found, nil
}
