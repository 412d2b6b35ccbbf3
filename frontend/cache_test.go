package frontend

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"descend/dialects"
	"descend/dialects/descend"
	"descend/frontend/ast"
	"descend/frontend/sema"
	"descend/frontend/source"
	"descend/ir"
)

var (
	cacheRounds = flag.Int("cache-rounds", 6, "how many programs are edited")
	cacheSeed   = flag.Uint64("cache-seed", 1, "with which numbers")
)

// state is all that is known of a program, with the places in its files as they are read as a whole.
func state(p *Program, diags *ir.Diagnostics) (found, names []string, module string) {
	files := map[string]*source.File{}
	for _, t := range append(slices.Clone(p.Files), p.Prelude...) {
		files[t.Source.Name] = t.Source
	}
	span := func(s source.Span) string {
		if !s.Known() {
			return "nowhere"
		}
		s = p.Whole(s)
		name, _, _ := strings.Cut(filepath.Base(s.File.Name), VersionMark)
		return fmt.Sprintf("%s:%d-%d", name, s.Start, s.End)
	}
	place := func(l ir.Location) string {
		r := ir.RangeOf(l)
		f := files[r.File]
		if f == nil {
			if strings.Contains(r.File, VersionMark) {
				return "in an older version: " + r.File
			}
			return fmt.Sprint(r)
		}
		s := source.Span{File: f, Start: f.Offset(r.Line, r.Col)}
		if s.End = s.Start; r.EndLine > 0 {
			s.End = f.Offset(r.EndLine, r.EndCol)
		}
		return span(s)
	}
	for _, d := range diags.InOrder() {
		text := fmt.Sprintf("%s: %s %q %q %q", place(d.Loc), d.Code, d.Message, d.Label, d.Notes)
		for _, o := range d.Related {
			text += fmt.Sprintf("\n  related %s %q", place(o.Loc), o.Message)
		}
		for h := range d.Help.All() {
			text += fmt.Sprintf("\n  help %q", h.Message)
			for _, e := range h.Edits {
				text += fmt.Sprintf("\n  edit %s %q", place(e.Loc), e.Text)
			}
		}
		found = append(found, text)
	}
	slices.Sort(found)
	typ := func(t ir.Type) string {
		if t == nil {
			return ""
		}
		return descend.UserFormat(t)
	}
	symbol := func(s *Symbol) string {
		if s == nil {
			return "nothing"
		}
		text := fmt.Sprintf("%s %s at %s of %T %s", s.Kind, s.Name, span(s.Decl), s.Node, typ(s.Type))
		if s.Exec != nil {
			text += s.Exec.User()
		}
		if s.visible.Known() {
			text += " in " + span(s.visible)
		}
		return text
	}
	for _, t := range p.Files {
		for _, it := range t.Items {
			ast.Inspect(it, func(n ast.Node) bool {
				text := fmt.Sprintf("%T %s %v", n, span(n.Span()), p.Info.Builtin(n.Span()))
				if !n.Span().Known() {
					return true
				}
				if x, ok := n.(ast.Expr); ok {
					text += " " + typ(p.Info.Term(x.Span()))
				}
				if id, ok := n.(*ast.Ident); ok {
					w := p.Whole(id.Span())
					s := p.SymbolAt(w.File, w.Start)
					text += " " + symbol(s) + " " + typ(p.Info.Variable(sema.PlaceOf(id)))
					if s != nil && s.Decl == id.Span() {
						for _, u := range p.Uses(s) {
							text += " " + span(u)
						}
						for _, e := range p.Rename(s, "new") {
							text += " " + place(e.Loc) + e.Text
						}
					}
				}
				names = append(names, text)
				return true
			})
		}
	}
	for _, s := range p.Items() {
		names = append(names, symbol(s))
	}
	var b strings.Builder
	b.WriteString(p.Module.String())
	p.Module.Walk(func(op *ir.Operation) ir.WalkResult {
		if !op.Is("builtin.module") {
			fmt.Fprintf(&b, "\n%s %s", op.Name(), place(op.Loc()))
		}
		return ir.Advance
	})
	return found, names, b.String()
}

// TestCache edits programs and compares, from version to version, what is known of them with what is found out of each alone, read as a
// whole. For more: go test ./frontend -run TestCache -args -cache-rounds=1000 -cache-seed=2
func TestCache(t *testing.T) {
	random := rand.New(rand.NewPCG(*cacheSeed, 5))
	var texts []string
	for i, s := range corpus(t) {
		if i%4 == 0 || strings.Contains(s.Text, "//=") { // those that run, and some that are rejected
			texts = append(texts, s.Text)
		}
	}
	some := func() string { return texts[random.IntN(len(texts))] }
	folder := t.TempDir()
	kept, all := 0, 0
	for round := range *cacheRounds {
		text := some()
		for random.IntN(4) > 0 && len(text) < 6000 {
			text += "\n" + some()
		}
		module := "pub fn f(a: i32) -[t: cpu.thread]-> i32 { a }\npub struct S { x: i32, y: f32 }\nfn g() -[t: cpu.thread]-> () {}\n"
		c, cache := ir.NewContext(dialects.All()...), NewCache()
		for step := range 25 {
			if err := os.WriteFile(filepath.Join(folder, "m.desc"), []byte(module), 0o600); err != nil {
				t.Fatal(err)
			}
			file := source.NewFile(filepath.Join(folder, "t.desc"+VersionMark+fmt.Sprint(step)), text)
			if random.IntN(5) == 0 { // of a variant
				variant := source.NewFile(file.Name+"v", edited(text, random, some))
				AnalyzeWith(c, []*source.File{variant}, Options{Cache: cache.Borrow()}, &ir.Diagnostics{})
			}
			diags, alone := &ir.Diagnostics{}, &ir.Diagnostics{}
			p := AnalyzeWith(c, []*source.File{file}, Options{Cache: cache}, diags)
			q := AnalyzeWith(ir.NewContext(dialects.All()...), []*source.File{source.NewFile(file.Name, text)}, Options{}, alone)
			for _, f := range p.Files {
				if all++; p.Info.Kept(f.Source) {
					kept++
				}
			}
			found, names, code := state(p, diags)
			wantFound, wantNames, wantCode := state(q, alone)
			for _, x := range [][2][]string{{found, wantFound}, {names, wantNames}, {strings.Split(code, "\n"), strings.Split(wantCode, "\n")}} {
				if slices.Equal(x[0], x[1]) {
					continue
				}
				i := 0
				for i < min(len(x[0]), len(x[1])) && x[0][i] == x[1][i] {
					i++
				}
				os.WriteFile(filepath.Join(os.TempDir(), "cache-fail.desc"), []byte(text), 0o600)
				t.Fatalf("round %d, step %d: from version to version\n%s\nalone\n%s", round, step, strings.Join(x[0][i:min(i+4, len(x[0]))], "\n"), strings.Join(x[1][i:min(i+4, len(x[1]))], "\n"))
			}
			if random.IntN(12) == 0 {
				module = edited(module, random, some)
			} else {
				text = edited(text, random, some)
			}
		}
	}
	if kept < all/10 {
		t.Errorf("%d of %d parts were kept", kept, all)
	}
}

// edits are what is inserted beside words of programs.
var insertions = []string{"", " ", "\n", "{", "}", "(", ")", ";", ",", "1", "32", "x", ".", "/*", "*/", "\"", "// a\n", "\r\n", "fn f() -[t: cpu.thread]-> () {}\n", "let a = 1;", "sync;",
	"use m::{f};\n", "use m;\n", "use std::warp;\n", "const n: nat = 4;\n", "struct S { a: i32 }\n", "type A = i32;\n", "view v = group::<4>\n", "::<3>", "return", "&uniq ", ".reverse"}

// edited is a text after an edit.
func edited(text string, random *rand.Rand, some func() string) string {
	if len(text) > 12_000 {
		return some()
	}
	line := func(i int) int { return strings.LastIndexByte(text[:i], '\n') + 1 }
	start := random.IntN(len(text) + 1)
	end := min(len(text), start+random.IntN(6))
	with := insertions[random.IntN(len(insertions))]
	switch random.IntN(12) {
	case 0: // lines twice
		start = line(start)
		end = line(min(len(text), start+random.IntN(300)))
		with, end = text[start:max(start, end)], start
	case 1: // lines go
		start = line(start)
		end, with = max(start, line(min(len(text), start+random.IntN(300)))), ""
	case 2, 3, 4, 7, 8: // a number
		if i := strings.IndexAny(text[start:], "0123456789"); i >= 0 {
			start += i
			end, with = start+1, string('0'+rune(random.IntN(10)))
		}
	case 5: // a word becomes another one
		words := strings.Fields(text)
		if i := strings.IndexAny(text[start:], " \n("); i >= 0 && len(words) > 0 {
			start += i + 1
			end, with = start, words[random.IntN(len(words))]+" "
			if j := strings.IndexAny(text[start:], " \n("); j >= 0 {
				end = start + j
			}
		}
	case 6: // between items
		if i := strings.Index(text[start:], "\n}\n"); i >= 0 {
			start += i + 3
			end = start
		}
	}
	return strings.ToValidUTF8(text[:start]+with+text[end:], "")
}
