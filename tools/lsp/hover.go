package lsp

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"descend/dialects/descend"
	"descend/dialects/view"
	"descend/docs"
	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
	"descend/passes/place"
)

// Hover tells what stands at a position: what it is, its type, who executes it, in which memory it is; of a place the shapes after each
// view and the element; of what is called the conditions and what it accesses.
func (s *server) Hover(ctx context.Context, p *protocol.HoverParams) (*protocol.Hover, error) {
	var of *unit // if it is not checked, and somebody wants to know what checks find
	hover := func() (*protocol.Hover, error) {
		return answer(s, ctx, p.TextDocument.URI, func(u *unit) (*protocol.Hover, error) {
			h := u.hover(u.offset(p.Position))
			if of = nil; u.asked && u.known == nil {
				of = u
			}
			return h, nil
		})
	}
	h, err := hover()
	if err == nil && of != nil && s.checkedWithin(ctx, of, patience) {
		return hover()
	}
	return h, err
}

// patience is how long an answer waits for the checks: a hover, of which they say what a function accesses, and the actions that they propose.
const patience = 50 * time.Millisecond

// checkedWithin says whether a unit has been checked within a time.
func (s *server) checkedWithin(ctx context.Context, u *unit, limit time.Duration) bool {
	done := make(chan error, 1)
	go func() { done <- s.check(context.WithoutCancel(ctx), u) }()
	select {
	case err := <-done:
		return err == nil
	case <-time.After(limit):
	case <-ctx.Done():
	}
	return false
}

// sections is a text of paragraphs.
type sections []string

func (s *sections) add(format string, args ...any) { *s = append(*s, fmt.Sprintf(format, args...)) }

func (s *sections) code(text string) { s.add("```descend\n%s\n```", strings.TrimRight(text, "\n")) }

func (u *unit) hover(offset int) *protocol.Hover {
	at, ok := u.word(offset)
	if !ok {
		return nil
	}
	var out sections
	sym := u.SymbolAt(u.file, at.Start)
	if sym != nil {
		u.describe(&out, sym)
	} else if u.Info.Builtin(u.Inside(at)) {
		if out.code(at.Text()); u.isType(at.Text()) {
			out.add("A type of the language.")
		} else if doc := u.builtinDoc(at.Text()); doc != "" {
			out.add("%s", doc)
		}
	}
	typ, x := u.TypeAt(u.file, at.Start)
	if x != nil && (sym == nil || sym.Type == nil || u.Whole(x.Span()) != at) {
		if sym == nil || sym.Kind != frontend.Function {
			out.code(shorten(x.Span().Text()) + ": " + descend.UserFormat(typ))
		}
	}
	if m := memoryOf(u, sym, x); m != "" {
		out.add("In `%s`.", m)
	}
	u.chainAt(&out, at.Start)
	if r := u.ResourceAt(u.file, at.Start); r != nil && r.Exec != nil && r != sym && (x != nil || sym != nil && sym.Type != nil) {
		out.add("Executed by `%s`: `%s`.", r.Name, r.Exec.User())
	}
	if len(out) == 0 {
		return nil
	}
	rng := u.rangeIn(at)
	return &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(out, "\n\n")}, Range: &rng}
}

// shorten is a term in one line that is not long.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 60 {
		s = string(r[:57]) + "…"
	}
	return s
}

// word is the token at an offset, or before it.
func (u *unit) word(offset int) (source.Span, bool) {
	l := u.tokens()
	i := l.At(offset)
	if i == len(l.Tokens)-1 || int(l.Tokens[i].Start) > offset {
		if i == 0 || int(l.Tokens[i-1].End) < offset {
			return source.Span{}, false
		}
		i--
	} else if i > 0 && int(l.Tokens[i-1].End) == offset && l.Tokens[i-1].Kind == syntax.Ident && l.Tokens[i].Kind != syntax.Ident {
		i--
	}
	t := l.Tokens[i]
	return u.span(int(t.Start), int(t.End)), t.Kind != syntax.EOF
}

// tokens are those of the document.
func (u *unit) tokens() *syntax.Layout {
	if u.layout == nil {
		u.layout = syntax.LayoutOf(u.file)
	}
	return u.layout
}

// describe says what a symbol is.
func (u *unit) describe(out *sections, s *frontend.Symbol) {
	switch n := s.Node.(type) {
	case *ast.FnDecl:
		out.code(head(n))
		u.needs(out, s)
	case *ast.ViewDecl, *ast.ConstDecl, *ast.TypeDecl, *ast.EnumDecl:
		out.code(n.Span().Text())
	case *ast.StructDecl:
		out.code(n.Span().Text())
	case *ast.Field:
		out.code(n.Span().Text())
	case *ast.Generic:
		out.code(n.Span().Text())
	default:
		switch {
		case s.Exec != nil:
			out.code(s.Name + ": " + s.Exec.User())
			out.add("An execution resource.")
		case s.Type != nil:
			mut := ""
			if isMut(s) {
				mut = "mut "
			}
			out.code(mut + s.Name + ": " + descend.UserFormat(s.Type))
		case s.Kind == frontend.NatVariable:
			out.code(s.Name + ": nat")
		default:
			out.code(s.Kind.String() + " " + s.Name)
		}
	}
	if doc := u.docOf(s); doc != "" {
		out.add("%s", doc)
	}
}

func isMut(s *frontend.Symbol) bool {
	switch n := s.Node.(type) {
	case *ast.Param:
		return n.Mut
	case *ast.NamePattern:
		return n.Mut
	}
	return false
}

// head is a function without its body, and without the comments in it.
func head(f *ast.FnDecl) string {
	s := f.Span()
	if f.Body != nil {
		s.End = f.Body.Span().Start
	}
	return strings.TrimRight(strings.TrimSpace(s.Text()), ";")
}

// docOf is the comment before a declaration.
func (u *unit) docOf(s *frontend.Symbol) string {
	switch s.Node.(type) {
	case *ast.FnDecl, *ast.ViewDecl, *ast.StructDecl, *ast.EnumDecl, *ast.ConstDecl, *ast.TypeDecl, *ast.Field:
	default:
		return ""
	}
	at := u.Whole(s.Node.Span())
	text := at.File.Text[:at.Start]
	text = strings.TrimSuffix(strings.TrimRight(text, " \t"), "pub")
	lines := strings.Split(strings.TrimRight(text, " \t"), "\n")
	var out []string
	for i := len(lines) - 2; i >= 0; i-- {
		line := strings.TrimSpace(lines[i])
		if !strings.HasPrefix(line, "//") {
			break
		}
		out = append(out, strings.TrimPrefix(strings.TrimLeft(line, "/"), " "))
	}
	slices.Reverse(out)
	return strings.Join(out, "\n")
}

// needs says what the checks found out about a function for its callers: conditions on sizes, and what it accesses.
func (u *unit) needs(out *sections, s *frontend.Symbol) {
	u.asked = true
	k := u.known[u.functionName(s)]
	if len(k.needs) > 0 {
		out.add("Needs also:\n- `%s`", strings.Join(k.needs, "`\n- `"))
	}
	if len(k.effects) > 0 {
		out.add("Accesses:\n- %s", strings.Join(k.effects, "\n- "))
	}
}

// functionName is the name that a function has in the IR; "" if it is not there.
func (u *unit) functionName(s *frontend.Symbol) string {
	for f := range ir.AllOf[descend.FuncOp](u.Module) {
		if n := ir.SymbolName(f.Operation); n == s.Name || strings.HasSuffix(n, "."+s.Name) || strings.HasSuffix(n, "::"+s.Name) {
			if at, decl := u.spanOf(f.Loc()), u.Whole(s.Decl); at.File == decl.File && at.Start <= decl.Start && decl.End <= at.End {
				return n
			}
		}
	}
	return ""
}

// memoryOf is where a variable or a term is.
func memoryOf(u *unit, s *frontend.Symbol, x ast.Expr) string {
	if s != nil && s.Type != nil {
		if r, ok := s.Type.(*descend.RefType); ok {
			return string(r.Mem)
		}
	}
	if x == nil || ast.IsPlace(x) {
		if _, _, paths := u.pathsOf(x); len(paths) > 0 {
			if r := paths[0].Ref(); r != nil {
				return string(r.Mem)
			}
		}
	}
	return ""
}

// chainAt describes the place around an offset: the shape after each of its steps, and which element it is.
func (u *unit) chainAt(out *sections, offset int) {
	x := u.chain(offset)
	if x == nil {
		return
	}
	steps := stepsOf(x)
	var b strings.Builder
	for _, s := range steps {
		t := u.Info.Term(s.Span())
		if t == nil {
			continue
		}
		fmt.Fprintf(&b, "\n%-28s %s", stepText(s), descend.UserFormat(t))
	}
	if b.Len() > 0 && len(steps) > 1 {
		out.add("Shape after each step:\n```descend%s\n```", b.String())
	}
	if text := u.element(x); text != "" {
		out.add("Element:\n```descend\n%s\n```", text)
	}
}

// chain is the largest place with steps around an offset that the offset is not in an index of.
func (u *unit) chain(offset int) (out ast.Expr) {
	u.inspect(func(n ast.Node, s source.Span) bool {
		if s.Start > offset || offset > s.End {
			return false
		}
		if x, ok := n.(ast.Expr); ok {
			if below(x) == nil {
				out = nil
			} else if out == nil || !isBelow(out, x) {
				out = x
			}
		} else if _, step := n.(*ast.ViewStep); !step {
			if _, id := n.(*ast.Ident); !id {
				if _, isPath := n.(*ast.Path); !isPath {
					out = nil
				}
			}
		}
		if name, ok := n.(*ast.Name); ok && out != nil && isBelow(out, name) {
			return false
		}
		return true
	})
	return out
}

// below is what a step of a place is a part of; nil if it is none.
func below(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.Member:
		return x.X
	case *ast.Select:
		return x.X
	case *ast.Index:
		return x.X
	case *ast.Slice:
		return x.X
	case *ast.TupleField:
		return x.X
	}
	return nil
}

func isBelow(x, part ast.Expr) bool {
	for y := below(x); y != nil; y = below(y) {
		if y == part {
			return true
		}
	}
	return false
}

// stepsOf are a place and what it is a part of, from the root.
func stepsOf(x ast.Expr) (out []ast.Expr) {
	for ; x != nil; x = below(x) {
		out = append(out, x)
	}
	slices.Reverse(out)
	return out
}

// stepText is what a step adds to what it is a part of.
func stepText(x ast.Expr) string {
	s := x.Span()
	if b := below(x); b != nil {
		s.Start = min(s.End, b.Span().End)
		return strings.TrimLeft(shorten(s.Text()), ") ")
	}
	return shorten(s.Text())
}

// opsAt are the operations that were made of a range of the source. The range of a part is in the functions of this part.
func (u *unit) opsAt(s source.Span) (out []*ir.Operation) {
	if u.ops == nil {
		u.ops = map[string][]*madeOf{}
		if u.Module != nil {
			indexes := map[*ir.Operation]*madeOf{}
			for f := range ir.AllOf[descend.FuncOp](u.Module) {
				index := u.indexes[f.Operation]
				if index == nil {
					index = &madeOf{f: f.Operation}
				}
				file := ir.RangeOf(f.Loc()).File
				u.ops[file], indexes[f.Operation] = append(u.ops[file], index), index
			}
			u.indexes = indexes
		}
	}
	for _, index := range u.ops[s.File.Name] {
		out = append(out, index.at(ir.RangeOf(s.Loc(u.ctx)))...)
	}
	return out
}

// madeOf is a function with what its operations were made of.
type madeOf struct {
	f   *ir.Operation
	ops map[ir.SourceRange][]*ir.Operation
}

func (m *madeOf) at(r ir.SourceRange) []*ir.Operation {
	if m.ops == nil {
		m.ops = map[ir.SourceRange][]*ir.Operation{}
		m.f.Walk(func(op *ir.Operation) ir.WalkResult {
			at := ir.RangeOf(op.Loc())
			m.ops[at] = append(m.ops[at], op)
			return ir.Advance
		})
	}
	return m.ops[r]
}

// pathsOf are what a place denotes, with an operation on it and what resolves places of its function.
func (u *unit) pathsOf(x ast.Expr) (*place.Resolver, *ir.Operation, []place.Path) {
	if x == nil {
		return nil, nil, nil
	}
	for _, op := range u.opsAt(x.Span()) {
		fn := op.ParentOfName("descend.func")
		if fn == nil {
			continue
		}
		var v *ir.Value
		for _, r := range op.Results() {
			if _, ok := r.Type().(*descend.PlaceType); ok {
				v = r
			}
		}
		if v == nil {
			for _, o := range op.Operands() {
				if _, ok := o.Type().(*descend.PlaceType); ok {
					v = o
				}
			}
		}
		if v != nil {
			r := place.New(fn)
			return r, op, r.Resolve(v)
		}
	}
	return nil, nil, nil
}

// element says which element of which memory a place is, as a function of the coordinates of who executes.
func (u *unit) element(x ast.Expr) string {
	r, op, paths := u.pathsOf(x)
	var lines []string
	for _, p := range paths {
		fs, ok := r.Indexes(p)
		if !ok {
			continue
		}
		for i := range fs {
			f := &fs[i]
			if len(f.Elems) == 0 {
				continue
			}
			f.Simplify(f.Facts(r.FactsAt(op)))
			lines = append(lines, p.RootName()+indices(f))
		}
	}
	return strings.Join(slices.Compact(lines), "\n")
}

// indices are those of an element, `..` where the place has all of them.
func indices(f *place.IndexFunc) string {
	rest := map[string]bool{}
	for _, v := range f.Vars {
		rest[v.Name] = v.Kind == place.RestVar
	}
	var b strings.Builder
	for _, e := range f.Elems {
		switch {
		case e.IsField && e.Field == view.Boxed:
		case e.IsField:
			fmt.Fprintf(&b, ".%d", e.Field)
		case e.Xor != nil:
			fmt.Fprintf(&b, "[(%s) xor (%s)]", e.Xor[0], e.Xor[1])
		case rest[e.Expr.String()]:
			b.WriteString("[..]")
		default:
			fmt.Fprintf(&b, "[%s]", e.Expr)
		}
	}
	return b.String()
}

// builtinDoc is what the documentation says of a function or view of the language.
func (u *unit) builtinDoc(name string) string {
	if def := u.ctx.OpName("view." + name).Def; def != nil {
		return def.Summary + "\n\n" + def.Description
	}
	return docs.Builtin(name)
}
