package lsp

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/tools/recheck"
	"descend/tools/registry"
)

// program is what is kept of the program of a document from one version to the next.
type program struct {
	key string
	generation
	unit *unit
	told *unit // the last one whose findings were given on
}

// generation is what versions of a program share.
type generation struct {
	ctx    *ir.Context
	cache  *frontend.Cache
	checks *recheck.Checks
	runs   int // with this context
}

// maxRuns bounds how often a context is used: it keeps all types and places that were ever made in it. After half of that another one is
// made while nobody waits for it.
const maxRuns = 200

func (s *server) generation() generation {
	return generation{ctx: registry.Context(), cache: frontend.NewCache(), checks: &recheck.Checks{}}
}

func (s *server) maxRuns() int { return cmp.Or(s.config.maxRuns, maxRuns) }

// renew begins the program of a document anew, from nothing, if what versions share has been used often. Requests are answered as before
// until all of it is analyzed and checked: they do not wait for that.
func (s *server) renew(ctx context.Context, key string) error {
	due := false
	if err := s.work(ctx, func() error {
		p := s.programs[key]
		due = p != nil && p.ctx != nil && p.runs >= s.maxRuns()/2
		return nil
	}); err != nil || !due {
		return err
	}
	g := s.generation()
	u, err := s.analyze(g.ctx, g.cache, key, nil)
	if err != nil {
		return err
	}
	g.runs, u.checks = 1, g.checks
	if err := s.check(ctx, u); err != nil && !errors.Is(err, protocol.ErrRequestCancelled) { // of an outdated text as far as it came
		return err
	}
	return s.work(ctx, func() error {
		if p := s.programs[key]; p != nil {
			p.generation, p.unit, p.told = g, u, nil
		}
		return nil
	})
}

// unit is a document with the modules that it uses, analyzed.
type unit struct {
	*frontend.Program
	s     *server
	ctx   *ir.Context
	cache *frontend.Cache
	file  *source.File // the document
	// gone: a newer version has taken the functions of the module
	gone bool
	// diags are the findings of the front end, then also those of the checks; checked says which.
	diags   *ir.Diagnostics
	checked bool
	checks  *recheck.Checks
	known   map[string]known // of its functions, once it is checked
	asked   bool             // somebody wants that
	// epoch and stamps are what it was made of: versions of open documents by their keys, 0 of those that are not open.
	docs     map[string]*document
	epoch    int
	stamps   map[string]int
	versions map[string]int32
	files    map[string]*source.File // by their names; locations are in these or in parts of them
	texts    map[*source.File]*text
	ops      map[string][]*madeOf      // of the functions of parts by the names of these, see opsAt
	indexes  map[*ir.Operation]*madeOf // by functions, also of the version before: some are the same
	layout   *syntax.Layout
}

// Versions of one file have different names in locations: that of the file, and behind a NUL the number of the version, or of the part of
// it (see frontend.Cache). Findings have their places in whole files, as editors do; what the front end knows and the IR have them in parts.

// named is the file of a document or on the disk.
func (s *server) named(key, text string) *source.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	v := s.files[key]
	if v == nil {
		v = &versions{}
		s.files[key] = v
	}
	if v.text != text || v.number == 0 {
		v.text = text
		v.number++
	}
	return source.NewFile(key+frontend.VersionMark+strconv.Itoa(v.number), text)
}

// versions counts those of a file.
type versions struct {
	number int
	text   string
}

// pathOf is the name of a file without its version.
func pathOf(name string) string {
	name, _, _ = strings.Cut(name, frontend.VersionMark)
	return name
}

// unit is the program of a document as it is now. Only who is busy asks.
func (s *server) unit(key string) (*unit, error) {
	p := s.programs[key]
	if p == nil {
		p = &program{key: key}
		s.programs[key] = p
		s.forgetPrograms(key)
	}
	if p.unit != nil && s.current(p.unit) {
		return p.unit, nil
	}
	if p.ctx == nil || p.runs >= s.maxRuns() {
		p.generation = s.generation()
	}
	p.runs++
	old := p.unit
	if old != nil {
		old.gone = true
	}
	p.unit = nil
	u, err := s.analyze(p.ctx, p.cache, key, nil)
	if err != nil {
		p.ctx = nil
		return nil, err
	}
	if u.checks, p.unit = p.checks, u; old != nil && old.ctx == u.ctx {
		u.indexes = old.indexes
	}
	return u, nil
}

// maxPrograms bounds those of documents that are not open.
const maxPrograms = 64

// forgetPrograms drops programs of documents that are not open, if there are many.
func (s *server) forgetPrograms(but string) {
	if len(s.programs) <= maxPrograms {
		return
	}
	for key := range s.programs {
		if key != but && s.document(key) == nil {
			delete(s.programs, key)
		}
	}
}

// current says whether a unit is of the documents as they are now.
func (s *server) current(u *unit) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if u.epoch != s.epoch {
		return false
	}
	for key, stamp := range u.stamps {
		now := 0
		if d := s.docs[key]; d != nil {
			now = d.stamp
		}
		if now != stamp {
			return false
		}
	}
	return true
}

// analyze analyzes a document, or, if it is given, another text as its file.
func (s *server) analyze(c *ir.Context, cache *frontend.Cache, key string, other *string) (u *unit, err error) {
	defer s.protect(&err)
	u = &unit{s: s, ctx: c, cache: cache, diags: &ir.Diagnostics{}, stamps: map[string]int{}, versions: map[string]int32{}, files: map[string]*source.File{}, texts: map[*source.File]*text{}}
	s.mu.Lock()
	u.epoch, u.docs = s.epoch, maps.Clone(s.docs) // they may change meanwhile
	s.mu.Unlock()
	content := ""
	switch d := u.reads(key); {
	case other != nil:
		content = *other
	case d != nil:
		content = d.s
	default:
		f, err := source.Load(key)
		if err != nil {
			return nil, err
		}
		content = f.Text
	}
	u.file = s.named(key, content)
	u.files[u.file.Name] = u.file
	if e := source.Check(key, []byte(content)); e != nil && strings.TrimSpace(content) != "" {
		u.diags.Errorf(u.span(0, 0).Loc(c), "", "%s", strings.TrimPrefix(e.Error(), key+": "))
		u.file = source.NewFile(u.file.Name, "")
	}
	found := &ir.Diagnostics{}
	u.Program = frontend.AnalyzeWith(c, []*source.File{u.file}, frontend.Options{
		Libs:  s.libs,
		Cache: cache,
		Read:  func(f *source.File) { u.files[f.Name] = f },
		Open: func(name string) (*source.File, error) {
			key := frontend.Resolved(name)
			if d := u.reads(key); d != nil {
				return s.named(key, d.s), source.Check(name, []byte(d.s))
			}
			f, err := source.Load(name)
			if err != nil {
				return nil, err
			}
			return s.named(key, f.Text), nil
		},
	}, found)
	for _, f := range u.prelude() {
		u.files[f.Name] = f
	}
	for _, d := range found.InOrder() {
		here, _ := u.Moved(d)
		u.diags.Report(here)
	}
	return u, nil
}

// prelude are the files of the prelude.
func (u *unit) prelude() (out []*source.File) {
	for _, t := range u.Prelude {
		if f := u.Whole(t.Span()).File; !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out
}

// items are those of the document.
func (u *unit) items() (out []ast.Item) {
	for _, t := range u.Trees(u.file) {
		out = append(out, t.Items...)
	}
	return out
}

// inspect calls visit for the nodes of the document and their ranges there, until it says that those below are not wanted.
func (u *unit) inspect(visit func(n ast.Node, s source.Span) bool) {
	for _, t := range u.Trees(u.file) {
		by := u.Whole(t.Span()).Start - t.Span().Start
		ast.Inspect(t, func(n ast.Node) bool {
			s := n.Span()
			return visit(n, source.Span{File: u.file, Start: s.Start + by, End: s.End + by})
		})
	}
}

// around calls visit for the nodes of the document that hold an offset, the outermost first.
func (u *unit) around(offset int, visit func(n ast.Node, s source.Span)) {
	u.inspect(func(n ast.Node, s source.Span) bool {
		if s.Start > offset || s.End < offset {
			return false
		}
		visit(n, s)
		return true
	})
}

// reads notes that a file is part of the program, and gives the document if it is open.
func (u *unit) reads(key string) *document {
	d := u.docs[key]
	if u.stamps[key] = 0; d != nil {
		u.stamps[key], u.versions[key] = d.stamp, d.version
	}
	return d
}

func (u *unit) span(start, end int) source.Span {
	return source.Span{File: u.file, Start: start, End: end}
}

// text is that of a file, for positions.
func (u *unit) text(f *source.File) *text {
	t := u.texts[f]
	if t == nil {
		t = newText(f.Text)
		u.texts[f] = t
	}
	return t
}

// offset is that of a position in the document.
func (u *unit) offset(p protocol.Position) int { return u.text(u.file).offset(p) }

// rangeIn is the range of a span in its file.
func (u *unit) rangeIn(s source.Span) protocol.Range {
	s = u.Whole(s)
	return u.text(s.File).rangeOf(s.Start, s.End)
}

// location is a span as an editor opens it.
func (u *unit) location(s source.Span) protocol.Location {
	return protocol.Location{URI: u.uriOf(u.Whole(s).File), Range: u.rangeIn(s)}
}

// uriOf is the address of a file; those of the language have files of their own for that.
func (u *unit) uriOf(f *source.File) uri.URI {
	name := pathOf(f.Name)
	if strings.HasPrefix(name, "<") {
		return u.s.libraryFile(f)
	}
	return u.s.base.uriOf(frontend.Resolved(name))
}

// spanOf is the range of a location in a file of the program, or in a part of one.
func (u *unit) spanOf(l ir.Location) source.Span {
	r := ir.RangeOf(l)
	f := u.files[r.File]
	if f == nil {
		f = u.cache.Part(r.File)
	}
	if f == nil || !r.Known() {
		return source.Span{}
	}
	start := f.Offset(r.Line, r.Col)
	end := start
	if r.EndLine > 0 {
		end = f.Offset(r.EndLine, r.EndCol)
	}
	return u.Whole(source.Span{File: f, Start: start, End: end})
}
