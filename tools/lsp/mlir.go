package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"

	"go.lsp.dev/protocol"

	"descend/ir"
	"descend/ir/pattern"
	"descend/tools/registry"
)

// ServeIR serves IR in MLIR's text, as [Serve] serves programs: findings, what operations mean, and where names are defined and used.
func ServeIR(ctx context.Context, c Config, rw io.ReadWriteCloser) int {
	s := &irServer{base: newBase(c)}
	s.base.check = s.findings
	return serve(ctx, s, &s.base, rw)
}

// irServer serves IR. Its documents are texts on their own.
type irServer struct {
	base
	told map[string]int // the stamps of the documents whose findings were given on
}

// Initialize tells what the server can do.
func (s *irServer) Initialize(context.Context, *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	return &protocol.InitializeResult{
		ServerInfo: protocol.ServerInfo{Name: "descend-opt", Version: protocol.NewOptional(s.config.Version)},
		Capabilities: protocol.ServerCapabilities{
			PositionEncoding:          protocol.PositionEncodingKindUTF16,
			TextDocumentSync:          syncOptions(),
			HoverProvider:             protocol.Boolean(true),
			DefinitionProvider:        protocol.Boolean(true),
			ReferencesProvider:        protocol.Boolean(true),
			DocumentHighlightProvider: protocol.Boolean(true),
		},
	}, nil
}

// chunkMarker is the line between the modules of a text.
const chunkMarker = "// -----"

// findings reads and verifies the modules of a document.
func (s *irServer) findings(ctx context.Context, key string) (out *findings) {
	d := s.document(key)
	if d == nil || s.told[key] == d.stamp {
		return nil
	}
	err := s.work(ctx, func() error {
		out = &findings{files: map[string][]protocol.Diagnostic{key: {}}, versions: map[string]int32{key: d.version}}
		line := 1
		for chunk := range strings.SplitSeq(d.s, chunkMarker) {
			out.files[key] = append(out.files[key], irFindings(d, chunk, line)...)
			line += strings.Count(chunk, "\n")
		}
		return nil
	})
	s.logError(err)
	if s.told == nil {
		s.told = map[string]int{}
	}
	s.told[key] = d.stamp
	return out
}

// irFindings are those of a module that begins in a line.
func irFindings(d *document, chunk string, line int) (out []protocol.Diagnostic) {
	diags := &ir.Diagnostics{}
	if op := ir.ParseText(registry.Context(), d.key, chunk, ir.ParseOptions{FirstLine: line}, diags); op != nil {
		ir.Verify(op, diags)
	}
	at := func(l ir.Location) protocol.Range {
		r := ir.RangeOf(l)
		start := d.bytes(r.Line, r.Col)
		end := d.bytes(r.EndLine, r.EndCol)
		if r.EndLine == 0 {
			end = start + len(irWord().FindString(d.s[start:]))
		}
		return d.rangeOf(start, end)
	}
	for _, f := range diags.Sorted() {
		one := protocol.Diagnostic{Range: at(f.Loc), Severity: protocol.DiagnosticSeverity(f.Severity + 1), Source: protocol.NewOptional("descend-opt"),
			Message: protocol.String(message(f))}
		for _, r := range f.Related {
			one.RelatedInformation = append(one.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: d.uri, Range: at(r.Loc)}, Message: r.Message})
		}
		out = append(out, one)
	}
	return out
}

// bytes is the offset of a line and a column of bytes, both from 1.
func (t *text) bytes(line, col int) int {
	if line < 1 {
		return 0
	}
	if line > len(t.lines) {
		return len(t.s)
	}
	return min(len(t.s), t.lines[line-1]+max(0, col-1))
}

// irWord is a token of MLIR's text that is a name, a string, a comment, or changes scopes. A comment marker or a string that does not end
// takes the rest of its line.
var irWord = pattern.Of(`^(?:[%^#!@][\w$.-]+|@"(?:[^"\\\n]|\\.)*"?|[A-Za-z_][\w$.]*|"(?:[^"\\\n]|\\.)*"?|//[^\n]*|->|[^\s\w])`)

// irToken is a token in a text.
type irToken struct {
	start, end int
	text       string
	// def is the number of the token that defines the name, -1 if none does, or it is no name.
	def int
}

// irNames are the tokens of a text, with what they stand for. The text need not be right: a name stands for the last definition before it
// in a block that is still open, or else for the next one behind it.
func irNames(s string) []irToken {
	var list []irToken
	for i := 0; i < len(s); {
		if w := irWord().FindString(s[i:]); w != "" {
			if !strings.HasPrefix(w, "//") || w == chunkMarker {
				list = append(list, irToken{i, i + len(w), w, -1})
			}
			i += len(w)
			continue
		}
		i++
		for i < len(s) && (s[i-1] >= '0' && s[i-1] <= '9') && (s[i] >= '0' && s[i] <= '9' || isAlnum(s[i])) {
			i++
		}
	}
	known := registry.Context()
	scopes := []map[string]int{{}}
	visible := func(name string) int {
		for i := len(scopes) - 1; i >= 0; i-- {
			if def, ok := scopes[i][name]; ok {
				return def
			}
		}
		return -1
	}
	symbols := map[string]int{}
	open := map[string][]int{} // uses before any definition
	define := func(i int, at map[string]int) {
		name := list[i].text
		at[name], list[i].def = i, i
		for _, use := range open[name] {
			list[use].def = i
		}
		delete(open, name)
	}
	for i := range list {
		switch t := list[i].text; {
		case t == chunkMarker:
			scopes, symbols, open = []map[string]int{{}}, map[string]int{}, map[string][]int{}
		case t == "{":
			scopes = append(scopes, map[string]int{})
		case t == "}" && len(scopes) > 1:
			scopes = scopes[:len(scopes)-1]
		case t[0] == '@':
			if definesSymbol(known, list, i) {
				define(i, symbols)
			} else if def, ok := symbols[t]; ok {
				list[i].def = def
			} else {
				open[t] = append(open[t], i)
			}
		case t[0] == '%' || t[0] == '^' || (t[0] == '#' || t[0] == '!') && len(t) > 1:
			if at := scopes[len(scopes)-1]; definesName(list, i) {
				define(i, at)
			} else if def := visible(t); def >= 0 {
				list[i].def = def
			} else if t[0] == '%' && inHead(list, i) { // arguments without types, as of gpu.launch
				define(i, at)
			} else {
				open[t] = append(open[t], i)
			}
		}
	}
	return list
}

// definesSymbol says whether a symbol stands behind an operation that defines one.
func definesSymbol(c *ir.Context, list []irToken, i int) bool {
	i--
	if i >= 0 && (list[i].text == "private" || list[i].text == "public" || list[i].text == "nested") {
		i--
	}
	if i >= 1 && (list[i-1].text == "global" || list[i-1].text == "module") { // `llvm.mlir.global external @x`
		i--
	}
	if i < 0 {
		return false
	}
	if def := c.OpName(list[i].text).Def; def != nil {
		return def.Has(ir.Symbol)
	}
	if i >= 1 && list[i-1].text == "=" {
		return false
	}
	return strings.HasSuffix(list[i].text, ".func") || list[i].text == "module"
}

// definesName says whether a name is followed by `=`, perhaps behind the number of results or further names, or is an argument with its
// type, or the label of a block.
func definesName(list []irToken, i int) bool {
	next := func(n int) string {
		if i+n < len(list) {
			return list[i+n].text
		}
		return ""
	}
	before := func(n int) string {
		if i-n >= 0 {
			return list[i-n].text
		}
		return ""
	}
	switch list[i].text[0] {
	case '#', '!':
		return next(1) == "=" && (before(1) != "," && before(1) != "{" && before(1) != "<")
	case '^':
		if next(1) == ":" {
			return true
		}
		if next(1) != "(" || before(1) == "," || before(1) == "br" || strings.HasPrefix(before(1), "cf.") || before(1) == "[" || before(1) == ":" && before(2) == "default" {
			return false
		}
		for n, depth := 1, 0; i+n < len(list); n++ {
			switch next(n) {
			case "(":
				depth++
			case ")":
				if depth--; depth == 0 {
					return next(n+1) == ":"
				}
			}
		}
		return false
	}
	n := 1
	for next(n) == ":" && next(n+1) == "" { // nothing
		n++
	}
	if next(n) == "=" {
		return true
	}
	if next(1) == "," && next(2) != "" && next(2)[0] == '%' && startsLine(list, i) {
		return true
	}
	if before(1) == "," && before(2) != "" && before(2)[0] == '%' && next(1) == "=" {
		return true
	}
	return next(1) == ":" && inHead(list, i)
}

// startsLine says whether the names up to this one begin an operation: `%a, %b = ..`.
func startsLine(list []irToken, i int) bool {
	for ; i+1 < len(list); i++ {
		switch t := list[i].text; {
		case t[0] == '%' || t == "," || t == ":":
		case t == "=":
			return true
		default:
			return false
		}
	}
	return false
}

// inHead says whether a name is in the parentheses of arguments: behind the name of a function, a block, or a word of an operation as
// `blocks`, and not in those of a call or a list of operands.
func inHead(list []irToken, i int) bool {
	depth := 0
	for n := i - 1; n >= 0 && i-n < 4096; n-- {
		switch list[n].text {
		case ")":
			depth++
		case "{", "}":
			return false
		case "(":
			if depth > 0 {
				depth--
				continue
			}
			if n == 0 {
				return false
			}
			switch b := list[n-1].text; {
			case b[0] == '^' || b == "blocks" || b == "threads" || b == "iter_args" || b == "workgroup" || b == "private":
				return true
			case b[0] == '@':
				return list[n-1].def == n-1
			default:
				return false
			}
		}
	}
	return false
}

// token is the name at an offset of a document, -1 if there is none.
func tokenAt(list []irToken, offset int) int {
	for i, t := range list {
		if t.start <= offset && (offset < t.end || offset == t.end && (i+1 == len(list) || list[i+1].start > offset || !isAlnum(list[i+1].text[0]))) {
			if isAlnum(t.text[0]) || len(t.text) > 1 {
				return i
			}
		}
	}
	return -1
}

// look finds the name at a position.
func (s *irServer) look(ctx context.Context, p protocol.TextDocumentPositionParams, f func(d *document, list []irToken, i int)) error {
	return s.work(ctx, func() error {
		d := s.document(keyOf(p.TextDocument.URI))
		if d == nil {
			return fmt.Errorf("%s is not open", p.TextDocument.URI)
		}
		list := irNames(d.s)
		if i := tokenAt(list, d.offset(p.Position)); i >= 0 {
			f(d, list, i)
		}
		return nil
	})
}

// Definition gives where a value, a block, a symbol or an alias is defined.
func (s *irServer) Definition(ctx context.Context, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	out := protocol.LocationSlice{}
	err := s.look(ctx, p.TextDocumentPositionParams, func(d *document, list []irToken, i int) {
		if def := list[i].def; def >= 0 {
			out = append(out, protocol.Location{URI: d.uri, Range: d.rangeOf(list[def].start, list[def].end)})
		}
	})
	return out, err
}

// usesOf are the tokens that stand for the same as one.
func usesOf(list []irToken, i int, definition bool) (out []irToken) {
	for n, t := range list {
		if list[i].def >= 0 && t.def == list[i].def && (definition || n != t.def) {
			out = append(out, t)
		}
	}
	return out
}

// References gives where a value, a block, a symbol or an alias is used.
func (s *irServer) References(ctx context.Context, p *protocol.ReferenceParams) ([]protocol.Location, error) {
	out := []protocol.Location{}
	err := s.look(ctx, p.TextDocumentPositionParams, func(d *document, list []irToken, i int) {
		for _, t := range usesOf(list, i, p.Context.IncludeDeclaration) {
			out = append(out, protocol.Location{URI: d.uri, Range: d.rangeOf(t.start, t.end)})
		}
	})
	return out, err
}

// DocumentHighlight gives the same in the document.
func (s *irServer) DocumentHighlight(ctx context.Context, p *protocol.DocumentHighlightParams) ([]protocol.DocumentHighlight, error) {
	out := []protocol.DocumentHighlight{}
	err := s.look(ctx, p.TextDocumentPositionParams, func(d *document, list []irToken, i int) {
		for _, t := range usesOf(list, i, true) {
			out = append(out, protocol.DocumentHighlight{Range: d.rangeOf(t.start, t.end)})
		}
	})
	return out, err
}

// Hover gives the documentation of an operation, and the line in which a name is defined.
func (s *irServer) Hover(ctx context.Context, p *protocol.HoverParams) (out *protocol.Hover, err error) {
	err = s.look(ctx, p.TextDocumentPositionParams, func(d *document, list []irToken, i int) {
		t := list[i]
		var text sections
		if def := registry.Context().OpName(strings.Trim(t.text, `"`)).Def; def != nil {
			describeOp(&text, def)
		} else if t.def >= 0 {
			line := d.lines[d.position(list[t.def].start).Line]
			text.add("```mlir\n%s\n```", strings.TrimSpace(strings.SplitN(d.s[line:], "\n", 2)[0]))
		}
		if len(text) > 0 {
			r := d.rangeOf(t.start, t.end)
			out = &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(text, "\n\n")}, Range: &r}
		}
	})
	return out, err
}

// describeOp writes what the definition of an operation says.
func describeOp(out *sections, def *ir.OpDef) {
	out.add("**%s**: %s", def.Name, def.Summary)
	if def.Description != "" {
		out.add("%s", def.Description)
	}
	if def.Example != "" {
		out.add("```mlir\n%s\n```", strings.TrimRight(def.Example, "\n"))
	}
	var parts []string
	for _, o := range def.Operands {
		parts = append(parts, fmt.Sprintf("- operand `%s`: %s", o.Name, o.Type.Name))
	}
	for _, a := range def.Attrs {
		parts = append(parts, fmt.Sprintf("- attribute `%s`: %s", a.Name, a.Attr.Name))
	}
	for _, r := range def.Results {
		parts = append(parts, fmt.Sprintf("- result `%s`: %s", r.Name, r.Type.Name))
	}
	if len(parts) > 0 {
		out.add("%s", strings.Join(parts, "\n"))
	}
}
