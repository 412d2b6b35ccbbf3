package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend"
	"descend/ir"
	"descend/ir/pattern"
)

// findings analyzes and checks the program of a document, in steps between which requests are answered.
func (s *server) findings(ctx context.Context, key string) (out *findings) {
	var u *unit
	err := s.work(ctx, func() (err error) {
		if s.document(key) == nil {
			return nil
		}
		if p := s.programs[key]; p != nil && p.unit != nil && p.unit.checked && p.told == p.unit && s.current(p.unit) {
			return nil
		}
		u, err = s.unit(key)
		return err
	})
	if err != nil || u == nil || !s.current(u) { // if it is another one already, its end is waited for
		return nil
	}
	if err = s.check(ctx, u); err == nil {
		err = s.work(ctx, func() error {
			out = u.findings()
			if p := s.programs[key]; p != nil {
				p.told = u
			}
			return nil
		})
	}
	s.logError(err)
	return out
}

// findings are those of a unit, by file.
func (u *unit) findings() *findings {
	out := &findings{files: map[string][]protocol.Diagnostic{}, versions: u.versions}
	for _, f := range u.Sources() {
		if key := frontend.Resolved(f.Name); !strings.HasPrefix(f.Name, "<") {
			out.files[key] = []protocol.Diagnostic{}
		}
	}
	for _, d := range u.diags.Sorted() {
		key, shown := u.diagnostic(d)
		out.files[key] = append(out.files[key], shown)
	}
	return out
}

// diagnostic is a finding as editors show it, with the key of its file. One without a place stands at the beginning of the document.
func (u *unit) diagnostic(d *ir.Diagnostic) (key string, out protocol.Diagnostic) {
	at := u.spanOf(d.Loc)
	if !at.Known() {
		at = u.span(0, 0)
	}
	out = protocol.Diagnostic{
		Range:    u.rangeIn(at),
		Severity: protocol.DiagnosticSeverity(d.Severity + 1),
		Source:   protocol.NewOptional("descend"),
		Message:  protocol.String(clean(message(d))),
	}
	if d.Code != "" {
		out.Code = protocol.String(d.Code)
	}
	for _, r := range d.Related {
		if s := u.spanOf(r.Loc); s.Known() {
			out.RelatedInformation = append(out.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: u.location(s), Message: clean(r.Message)})
		}
	}
	return frontend.Resolved(pathOf(at.File.Name)), out
}

// versionIn is what tells the names of versions and parts of a file apart.
var versionIn = pattern.Of(frontend.VersionMark + `(?:part)?[0-9]+`)

// clean is a text in which files have the names that they have on the disk.
func clean(s string) string {
	return versionIn().ReplaceAllString(s, "")
}

// message is the headline of a finding, with what is said at its place, its notes and the proposed change.
func message(d *ir.Diagnostic) string {
	var b strings.Builder
	b.WriteString(d.Message)
	if d.Label != "" {
		b.WriteString("\n" + d.Label)
	}
	for _, n := range d.Notes {
		b.WriteString("\nnote: " + n)
	}
	for h := range d.Help.All() {
		b.WriteString("\nhelp: " + h.Message)
	}
	return b.String()
}

// CodeAction gives the changes that findings propose in a range.
func (s *server) CodeAction(ctx context.Context, p *protocol.CodeActionParams) ([]protocol.CommandOrCodeAction, error) {
	u, err := answer(s, ctx, p.TextDocument.URI, func(u *unit) (*unit, error) {
		if u.checked {
			return nil, nil
		}
		return u, nil
	})
	if err != nil {
		return nil, err
	}
	if u != nil { // those of the checks come with their findings, for which the editor asks again
		s.checkedWithin(ctx, u, patience)
	}
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.CommandOrCodeAction, error) {
		start, end := u.offset(p.Range.Start), u.offset(p.Range.End)
		var out []protocol.CommandOrCodeAction
		for _, d := range u.diags.Sorted() {
			at := u.spanOf(d.Loc)
			if at.File != u.file || at.Start > end || at.End < start {
				continue
			}
			for h := range d.Help.All() {
				if a := u.action(d, h); a != nil {
					out = append(out, a)
				}
			}
		}
		return out, nil
	})
}

// action is a change that a finding proposes; nil if it is a sentence only. It is preferred where there is no other one.
func (u *unit) action(d *ir.Diagnostic, h *ir.Help) *protocol.CodeAction {
	if len(h.Edits) == 0 {
		return nil
	}
	changes := map[uri.URI][]protocol.TextEdit{}
	for _, e := range h.Edits {
		s := u.spanOf(e.Loc)
		if !s.Known() || strings.HasPrefix(s.File.Name, "<") {
			return nil
		}
		at := u.uriOf(s.File)
		changes[at] = append(changes[at], protocol.TextEdit{Range: u.rangeIn(s), NewText: e.Text})
	}
	kind, preferred := protocol.CodeActionKindQuickFix, d.Help.Or == nil
	_, shown := u.diagnostic(d)
	return &protocol.CodeAction{Title: h.Message, Kind: &kind, IsPreferred: &preferred, Diagnostics: []protocol.Diagnostic{shown},
		Edit: &protocol.WorkspaceEdit{Changes: changes}}
}
