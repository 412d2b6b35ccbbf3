package engine

import (
	"strings"

	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/tools/recheck"
)

// edits are what is kept of a program from one edit to the next.
type edits struct {
	ctx    *ir.Context
	uses   int
	of     string // the newest
	cache  *frontend.Cache
	checks recheck.Checks
}

// edited is the program of a request after the checks, where of functions only those are checked that are not what they were. It can be
// told of, not run or lowered. Nil if the places of its findings are not known.
func (e *Engine) edited(r *Request) *program {
	if e.edits == nil || e.edits.uses == maxUses {
		e.edits = &edits{ctx: newContext(), cache: frontend.NewCache()}
	}
	k := e.edits
	e.edits = nil // what it holds is half done until the end
	k.uses++
	k.of = r.Source
	p := newProgram(r, k.ctx)
	found := &ir.Diagnostics{}
	of := frontend.AnalyzeWith(p.ctx, []*source.File{p.file}, frontend.Options{Read: func(f *source.File) { p.sources.Add(f) }, Cache: k.cache}, found)
	list := found.InOrder()
	if of.Module != nil {
		todo := k.checks.Changes(of.Module)
		if _, p.err = k.checks.Apply(todo, func() bool { return true }); p.err != nil {
			return nil
		}
		for _, name := range todo.Names {
			f := k.checks.Facts(name)
			p.funcs = append(p.funcs, f.Func)
			list = append(list, f.Diags.InOrder()...)
		}
	}
	for _, d := range list {
		here, ok := of.Moved(d)
		if !ok || namesPart(here) {
			return nil
		}
		p.diags.Report(here)
	}
	p.accepted, e.edits = !p.diags.HasErrors(), k
	return p
}

// namesPart says whether a text of a finding names a part of a file, in which lines have other numbers than in the file.
func namesPart(d *ir.Diagnostic) bool {
	texts := append([]string{d.Message, d.Label}, d.Notes...)
	for _, r := range d.Related {
		texts = append(texts, r.Message)
	}
	for h := range d.Help.All() {
		texts = append(texts, h.Message)
	}
	return strings.Contains(strings.Join(texts, "\n"), frontend.VersionMark)
}

// isOwn says whether a function is of the program, in the file or in a part of it.
func isOwn(f descend.FuncOp) bool {
	name, _, _ := strings.Cut(ir.RangeOf(f.Loc()).File, frontend.VersionMark)
	return name == FileName
}
