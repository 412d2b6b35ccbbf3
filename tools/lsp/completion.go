package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"descend/dialects/descend"
	"descend/frontend"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

// Completion gives what can stand at a position: behind a dot the fields and the views that fit the shape, in `[[` the resources in
// scope, behind `::` what is in the module, else what has a name there.
func (s *server) Completion(ctx context.Context, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) (protocol.CompletionResult, error) {
		return &protocol.CompletionList{Items: u.complete(u.offset(p.Position))}, nil
	})
}

// proposals gathers items, each name once.
type proposals struct {
	list []protocol.CompletionItem
	seen map[string]bool
}

func (p *proposals) add(name string, kind protocol.CompletionItemKind, detail, doc string) {
	if name == "" || p.seen[name] {
		return
	}
	p.seen[name] = true
	item := protocol.CompletionItem{Label: name, Kind: kind}
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	if doc != "" {
		item.Documentation = &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: doc}
	}
	p.list = append(p.list, item)
}

// complete is what can stand at an offset, where a part of a name may stand already.
func (u *unit) complete(offset int) []protocol.CompletionItem {
	out := &proposals{list: []protocol.CompletionItem{}, seen: map[string]bool{}}
	l := u.tokens()
	i := l.At(offset)
	if i > 0 && int(l.Tokens[i-1].End) >= offset && isWord(l, i-1) { // at the end or inside of a word
		i--
	}
	if u.inComment(offset) {
		return out.list
	}
	before := func(n int) syntax.Kind {
		if i-n < 0 {
			return syntax.EOF
		}
		return l.Tokens[i-n].Kind
	}
	switch {
	case before(1) == syntax.Dot && i >= 2 && (l.Text(i-2) == "gpu" || l.Text(i-2) == "cpu"):
		u.completeHardware(out, l.Text(i-2))
	case before(1) == syntax.Dot:
		u.completeMember(out, int(l.Tokens[i-1].Start))
	case before(1) == syntax.PathSep && before(2) == syntax.Ident:
		u.completePath(out, l, i)
	case before(1) == syntax.LBracket && before(2) == syntax.LBracket && l.Tokens[i-1].Start == l.Tokens[i-2].End:
		u.completeResources(out, offset)
	case before(1) == syntax.Ident && l.Text(i-1) == "use":
		out.add("std", protocol.CompletionItemKindModule, "", "")
		completeModules(out)
	case before(1) == syntax.KwIn && u.isSched(l, i):
		u.completeResources(out, offset)
	default:
		u.completeNames(out, offset)
	}
	return out.list
}

func isWord(l *syntax.Layout, i int) bool {
	c := l.Text(i)
	return c != "" && (c[0]|0x20 >= 'a' && c[0]|0x20 <= 'z' || c[0] == '_')
}

// inComment says whether an offset is in a comment, or in a literal.
func (u *unit) inComment(offset int) bool {
	l := u.tokens()
	i := l.At(offset)
	if i > 0 {
		if t := l.Tokens[i-1]; int(t.End) > offset && t.Kind == syntax.String || int(t.End) >= offset && (t.Kind == syntax.Int || t.Kind == syntax.Float) {
			return true
		}
	}
	at := 0
	if i > 0 {
		at = int(l.Tokens[i-1].End)
	}
	for _, t := range l.Before(i) {
		end := at + len(t.Text)
		if t.Kind == syntax.LineComment && at < offset && offset <= end || t.Kind == syntax.BlockComment && at < offset && offset < end {
			return true
		}
		at = end
	}
	return false
}

// isSched says whether an `in` before a token is that of a sched.
func (u *unit) isSched(l *syntax.Layout, i int) bool {
	for n := 2; n < 10 && i-n >= 0; n++ {
		if l.Tokens[i-n].Kind == syntax.KwSched {
			return true
		}
	}
	return false
}

func (u *unit) completeHardware(out *proposals, first string) {
	words := []string{"mem", "thread"}
	if first == "gpu" {
		words = []string{"global", "shared"}
		for k := ast.ExecGrid; k <= ast.ExecGlobalThreads; k++ {
			words = append(words, strings.TrimPrefix(k.String(), "gpu."))
		}
	}
	for _, w := range words {
		out.add(w, protocol.CompletionItemKindKeyword, first+"."+w, "")
	}
}

// completeMember proposes what can stand behind a dot.
func (u *unit) completeMember(out *proposals, dot int) {
	t := u.typeBefore(dot)
	if t == nil {
		// The rest of the statement may be nonsense because of the dot: look at the program without it.
		end := dot + 1
		for end < len(u.file.Text) && (u.file.Text[end] == '_' || isAlnum(u.file.Text[end])) {
			end++
		}
		without := u.file.Text[:dot] + strings.Repeat(" ", end-dot) + u.file.Text[end:]
		v, err := u.s.analyze(u.ctx, u.cache.Borrow(), frontend.Resolved(u.file.Name), &without)
		if err != nil {
			return
		}
		t = v.typeBefore(dot)
	}
	if r, ok := t.(*descend.RefType); ok {
		t = r.Elem
	}
	switch t := t.(type) {
	case *descend.StructType:
		for _, f := range t.Fields {
			out.add(f.Name, protocol.CompletionItemKindField, descend.UserFormat(f.Type), "")
		}
	case *ir.TupleType:
		for i, e := range t.Types {
			out.add([]string{"fst", "snd"}[min(i, 1)], protocol.CompletionItemKindField, descend.UserFormat(e), "")
			if i == 1 {
				break
			}
		}
	case *descend.ArrayType:
		u.completeViews(out, ranks(t))
	}
}

func isAlnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// typeBefore is the type of the term that ends at an offset, or before spaces before it.
func (u *unit) typeBefore(offset int) ir.Type {
	for offset > 0 && strings.ContainsRune(" \t\r\n", rune(u.file.Text[offset-1])) {
		offset--
	}
	var of ir.Type
	u.around(offset, func(n ast.Node, s source.Span) {
		if x, ok := n.(ast.Expr); ok && s.End == offset && of == nil {
			of = u.Info.Term(x.Span())
		}
	})
	return of
}

// ranks is how many dimensions an array has.
func ranks(t ir.Type) (n int) {
	for {
		a, ok := t.(*descend.ArrayType)
		if !ok {
			return n
		}
		t = a.Elem
		n++
	}
}

// viewRanks are for the views of the language how many dimensions they need, and how many the result has more.
var viewRanks = map[string][2]int{"group": {1, 1}, "join": {2, -1}, "transpose": {2, 0}, "split": {1, 0}, "window": {1, 1}, "repeat": {1, 1}, "map": {1, 0}, "index": {1, -1}}

// fits gives the dimensions after a chain of views, -1 if it cannot be applied to an array with so many dimensions. Views that are given
// as arguments, and recursion that is too deep, count as those that fit and change nothing.
func (u *unit) fits(ch *ast.ViewChain, rank, depth int) int {
	if ch == nil || depth == 0 {
		return rank
	}
	for _, s := range ch.Steps {
		need, more := 1, 0
		if r, ok := viewRanks[s.Name.Name]; ok {
			need, more = r[0], r[1]
		}
		if s.Name.Name == "fst" || s.Name.Name == "snd" {
			need = 0
		}
		if rank < need {
			return -1
		}
		if s.Name.Name == "map" && len(s.Views) == 1 {
			inner := u.fits(s.Views[0], rank-1, depth-1)
			if inner < 0 {
				return -1
			}
			rank = inner + 1
			continue
		}
		if d := u.viewNamed(s.Name.Name); d != nil {
			if rank = u.fits(d.Chain, rank, depth-1); rank < 0 {
				return -1
			}
			continue
		}
		rank += more
	}
	return rank
}

func (u *unit) viewNamed(name string) *ast.ViewDecl {
	for _, s := range u.Items() {
		if d, ok := s.Node.(*ast.ViewDecl); ok && s.Name == name {
			return d
		}
	}
	return nil
}

// completeViews proposes the views that fit an array of so many dimensions.
func (u *unit) completeViews(out *proposals, rank int) {
	for _, s := range u.Items() {
		if d, ok := s.Node.(*ast.ViewDecl); ok && u.fits(d.Chain, rank, 16) >= 0 {
			out.add(s.Name, protocol.CompletionItemKindMethod, d.Span().Text(), u.docOf(s))
		}
	}
	for _, name := range sema.Views() {
		if r, ok := viewRanks[name]; ok && rank < r[0] || rank == 0 {
			continue
		}
		out.add(name, protocol.CompletionItemKindMethod, "view", u.builtinDoc(name))
	}
}

// completePath proposes what is in the module before `::`.
func (u *unit) completePath(out *proposals, l *syntax.Layout, i int) {
	name := l.Text(i - 2)
	if name == "std" {
		completeModules(out)
		return
	}
	for _, t := range u.moduleTrees(name) {
		for _, it := range t.Items {
			if id := it.ItemName(); id != nil && t.Public[it] {
				if s := u.SymbolAt(t.Source, id.Span().Start); s != nil {
					u.addSymbol(out, s)
				}
			}
		}
	}
	for _, s := range u.Items() {
		if d, ok := s.Node.(*ast.EnumDecl); ok && s.Name == name && s.Kind == frontend.Enum {
			for _, v := range d.Variants {
				out.add(v.Name, protocol.CompletionItemKindEnumMember, name+"::"+v.Name, "")
			}
		}
	}
	for _, f := range sema.Functions() {
		if of, rest, ok := strings.Cut(f, "::"); ok && of == name {
			out.add(rest, protocol.CompletionItemKindFunction, f, u.builtinDoc(f))
		}
	}
}

// moduleTrees are the files of a module of the program, or, if nothing uses it yet, of the language.
func (u *unit) moduleTrees(name string) (out []*ast.File) {
	for _, t := range u.Files {
		if strings.TrimSuffix(pathOf(t.Source.Name), ".desc") == name || strings.HasSuffix(pathOf(t.Source.Name), "/"+name+".desc") {
			out = append(out, t)
		}
	}
	return out
}

// completeModules proposes the modules of the language.
func completeModules(out *proposals) {
	for _, m := range sema.Standard() {
		out.add(strings.TrimPrefix(m, "std::"), protocol.CompletionItemKindModule, m, "")
	}
}

func (u *unit) completeResources(out *proposals, offset int) {
	for _, s := range u.Visible(u.file, offset) {
		if s.Kind == frontend.Resource {
			u.addSymbol(out, s)
		}
	}
}

// completeNames proposes all that has a name at an offset, and the words of the language.
func (u *unit) completeNames(out *proposals, offset int) {
	for _, s := range u.Visible(u.file, offset) {
		u.addSymbol(out, s)
	}
	for _, s := range u.Items() {
		if u.Whole(s.Decl).File == u.file || strings.HasPrefix(s.Decl.File.Name, "<prelude") && s.Kind != frontend.View {
			u.addSymbol(out, s)
		}
	}
	for _, f := range sema.Functions() {
		out.add(f, protocol.CompletionItemKindFunction, "", u.builtinDoc(f))
	}
	for _, t := range sema.Types() {
		out.add(t, protocol.CompletionItemKindTypeParameter, "", "")
	}
	for _, k := range append(syntax.Keywords(), syntax.Words()...) {
		out.add(k, protocol.CompletionItemKindKeyword, "", "")
	}
}

// addSymbol proposes something that is declared.
func (u *unit) addSymbol(out *proposals, s *frontend.Symbol) {
	detail := ""
	switch {
	case s.Exec != nil:
		detail = s.Exec.User()
	case s.Type != nil:
		detail = descend.UserFormat(s.Type)
	default:
		if f, ok := s.Node.(*ast.FnDecl); ok {
			detail = shorten(head(f))
		}
	}
	out.add(s.Name, completionKinds[s.Kind], detail, u.docOf(s))
}

var completionKinds = map[frontend.SymbolKind]protocol.CompletionItemKind{
	frontend.Function: protocol.CompletionItemKindFunction, frontend.View: protocol.CompletionItemKindMethod, frontend.Struct: protocol.CompletionItemKindStruct,
	frontend.Field: protocol.CompletionItemKindField, frontend.Variable: protocol.CompletionItemKindVariable, frontend.Resource: protocol.CompletionItemKindUnit,
	frontend.NatVariable: protocol.CompletionItemKindVariable, frontend.NatGeneric: protocol.CompletionItemKindTypeParameter,
	frontend.MemGeneric: protocol.CompletionItemKindTypeParameter, frontend.TypeGeneric: protocol.CompletionItemKindTypeParameter,
	frontend.LifetimeGeneric: protocol.CompletionItemKindTypeParameter, frontend.ViewParameter: protocol.CompletionItemKindMethod,
	frontend.Constant: protocol.CompletionItemKindConstant, frontend.TypeName: protocol.CompletionItemKindClass,
	frontend.Enum: protocol.CompletionItemKindEnum, frontend.Variant: protocol.CompletionItemKindEnumMember,
}
