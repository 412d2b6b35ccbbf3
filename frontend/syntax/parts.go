package syntax

import (
	"strings"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/ir"
)

// This file reads a text in parts, one for each item, which are files of their own. An item whose text has not changed from one version
// of the text to the next keeps its part, and so its tree and all places in it, wherever it stands.
//
// The parser itself finds the parts: one ends where an item was read, nothing is to be recovered from, and what begins an item follows.
// There a parser that knows nothing of what was before reads on in the same way. So the parts are what the parser makes of the whole text,
// also beside errors: items that these join are one part.

// Part is a piece of a text with one item, or with several beside errors.
type Part struct {
	Tree *ast.File // of a file that has the text of the part alone
	// Start is where the part begins in the whole text, in bytes.
	Start int

	found  []*ir.Diagnostic
	errors int  // that were found before it
	single bool // one item without errors, which is read in the same way wherever it stands, if a token of the kind next follows
	next   Kind
}

// minReused is how long a part is at least that is used again, in bytes; they are looked up by so many.
const minReused = 12

// ParseParts reads a text in parts, at least one. The old ones, of a version before, are used again as they are, each once. Make makes the
// file of a new part.
func ParseParts(text string, old []Part, c *ir.Context, diags *ir.Diagnostics, make func(text string) *source.File) []Part {
	r := &partsReader{text: text, c: c, file: make, copies: len(old) > 0, old: map[string][]Part{}}
	for _, p := range old {
		if text := p.Tree.Source.Text; p.single && len(text) >= minReused {
			r.old[text[:minReused]] = append(r.old[text[:minReused]], p)
		}
	}
	r.read()
	for _, p := range r.parts {
		for _, d := range p.found {
			diags.Report(d)
		}
	}
	return r.parts
}

// partsReader is the state between two parts.
type partsReader struct {
	text   string
	c      *ir.Context
	file   func(string) *source.File
	copies bool              // the text of parts is copied: they outlive this version
	old    map[string][]Part // by the beginnings of their texts
	parts  []Part
	at     int // what is before is read
	errors int
}

func (r *partsReader) read() {
	if len(r.text) >= MaxTokens { // no part alone has too many tokens
		r.parse(0, len(r.text))
		return
	}
	for {
		first, good := r.begins(r.at)
		switch {
		case !good: // at the beginning of the text only
			r.parse(r.at, 0)
		case first.Kind == EOF:
			if len(r.parts) == 0 {
				r.parse(0, 0)
			}
			return
		case first.Kind == Semi && r.goodAfter(first):
			r.at = int(first.End)
		case !r.reuse(int(first.Start)):
			r.parse(int(first.Start), 0)
		}
	}
}

// begins gives the first token at a place, if it begins an item, or is a `;` or the end; false if it does not, or errors are there.
func (r *partsReader) begins(at int) (first Token, good bool) {
	good = true
	scratch := parser{file: &source.File{Text: r.text}}
	scratch.lex = lexer{text: r.text, pos: at, report: func(int, int, string, string, string, string) { good = false }}
	scratch.tok = scratch.lex.next()
	first = scratch.tok
	item := scratch.at(EOF) || scratch.at(Semi) || scratch.atItem()
	scratch.peek(1)
	return first, good && item
}

func (r *partsReader) goodAfter(t Token) bool {
	_, good := r.begins(int(t.End))
	return good
}

// reuse takes an old part that stands at a place.
func (r *partsReader) reuse(at int) bool {
	if len(r.text)-at < minReused {
		return false
	}
	key := r.text[at : at+minReused]
	for i, p := range r.old[key] {
		text := p.Tree.Source.Text
		if !strings.HasPrefix(r.text[at:], text) {
			continue
		}
		end := at + len(text)
		next, good := r.begins(end)
		if !good || !closed(text) && (next.Kind != p.next || int(next.Start) == end && next.Kind != EOF) {
			continue
		}
		list := r.old[key]
		r.old[key] = append(list[:i:i], list[i+1:]...)
		p.Start, p.errors = at, r.errors
		r.parts, r.at = append(r.parts, p), end
		return true
	}
	return false
}

// closed says whether no token after an item belongs to it.
func closed(item string) bool { return strings.HasSuffix(item, "}") || strings.HasSuffix(item, ";") }

// parse reads a new part, up to a place at least.
func (r *partsReader) parse(at, until int) {
	file, found := r.file(r.text[at:]), &ir.Diagnostics{}
	p := newParser(file, r.c, found)
	p.errors = r.errors
	f := &ast.File{Source: file}
	for p.tok.Kind != EOF {
		if p.itemOf(f) && r.join(at+p.start()) {
			return
		}
		if at+p.start() >= until && r.ends(p, at) {
			break
		}
	}
	part := Part{Tree: f, Start: at, found: found.InOrder(), errors: r.errors, next: p.tok.Kind}
	part.single = found.Len() == 0 && len(p.lost) == 0 && !p.cut && len(f.Items) == 1
	end := len(file.Text)
	switch {
	case part.single:
		end = p.prevEnd
	case p.tok.Kind != EOF:
		end = p.start()
	}
	file.Cut(end)
	p.finish(f)
	if part.single && r.copies {
		part.Tree = r.copied(f)
	}
	r.parts, r.at, r.errors = append(r.parts, part), at+end, p.errors
}

// ends says whether a part may end before the current token of the parser: what follows does not depend on what was before. Errors are
// all before it.
func (r *partsReader) ends(p *parser, at int) bool {
	if p.recovering || p.cut || p.stray > 0 || p.depth > 0 || p.tok.Kind == EOF || p.told > p.start() || p.lastError >= p.start() {
		return false
	}
	_, good := r.begins(at + p.start())
	return good
}

// join reads the last part with items again, together with what follows it up to a place: that may be the rest of its last item. False if
// there is none.
func (r *partsReader) join(until int) bool {
	for i := len(r.parts) - 1; i >= 0; i-- {
		if last := r.parts[i]; len(last.Tree.Items) > 0 {
			r.parts, r.errors = r.parts[:i], last.errors
			r.parse(last.Start, until)
			return true
		}
	}
	return false
}

// copied is the tree of a part that keeps no more of the text than that of the part.
func (r *partsReader) copied(f *ast.File) *ast.File {
	diags := &ir.Diagnostics{}
	if again := Parse(r.file(strings.Clone(f.Source.Text)), r.c, diags); diags.Len() == 0 && len(again.Lost) == 0 && !again.Cut && len(again.Items) == len(f.Items) {
		return again
	}
	return f
}
