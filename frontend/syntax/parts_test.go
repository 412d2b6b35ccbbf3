package syntax_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"descend/frontend/ast"
	"descend/frontend/source"
	"descend/frontend/syntax"
	"descend/ir"
)

var (
	partsRounds = flag.Int("parts-rounds", 12, "how many texts are edited")
	partsSeed   = flag.Uint64("parts-seed", 1, "with which numbers")
)

// reading is what the parser found out about a text: nodes, what is lost, and findings, all with their places in the text.
type reading struct {
	lines []string
	start map[string]int // where the files begin, by their names
}

func (r *reading) add(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *reading) span(s source.Span) string {
	if !s.Known() {
		return "nowhere"
	}
	at := r.start[s.File.Name]
	return fmt.Sprintf("%d-%d", at+s.Start, at+s.End)
}

func (r *reading) tree(f *ast.File) {
	for _, it := range f.Items {
		r.add("public %v %s", f.Public[it], ast.Dump(it))
		ast.Inspect(it, func(n ast.Node) bool {
			r.add("%T %s", n, r.span(n.Span()))
			return true
		})
	}
}

func (r *reading) lost(f *ast.File) {
	for _, l := range f.Lost {
		r.add("lost %s %q", r.span(l.Range), l.Names)
	}
	if f.Cut {
		r.add("cut")
	}
}

func (r *reading) findings(diags *ir.Diagnostics, texts map[string]*source.File) {
	place := func(l ir.Location) string {
		at := ir.RangeOf(l)
		f := texts[at.File]
		return r.span(source.Span{File: f, Start: f.Offset(at.Line, at.Col), End: f.Offset(at.EndLine, at.EndCol)})
	}
	for _, d := range diags.InOrder() {
		r.add("%s: %s %q %q %q", place(d.Loc), d.Code, d.Message, d.Label, d.Notes)
		for _, o := range d.Related {
			r.add("related %s %q", place(o.Loc), o.Message)
		}
		if d.Help != nil {
			r.add("help %q", d.Help.Message)
			for _, e := range d.Help.Edits {
				r.add("edit %s %q", place(e.Loc), e.Text)
			}
		}
	}
}

// TestParts edits texts, reads them in parts from version to version, and compares that with what is read of the whole text. For more:
// go test -run TestParts -args -parts-rounds=10000 -parts-seed=2
func TestParts(t *testing.T) {
	var texts []string
	for _, pattern := range []string{"testdata/good/*.desc", "testdata/bad/*.desc", "../testdata/broken/*.desc", "../../test/language/*.desc"} {
		names, err := filepath.Glob(pattern)
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, n := range names {
			b, err := os.ReadFile(n)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, strings.ToValidUTF8(string(b), "?"))
		}
	}
	random := rand.New(rand.NewPCG(*partsSeed, 3))
	some := func() string { return texts[random.IntN(len(texts))] }
	again, read := 0, 0
	for range *partsRounds {
		text := some()
		for random.IntN(3) > 0 && len(text) < 8000 {
			text += "\n" + some()
		}
		var old []syntax.Part
		c, made := ir.NewContext(), 0
		for range 25 {
			wholeDiags, partDiags := &ir.Diagnostics{}, &ir.Diagnostics{}
			f := source.NewFile("whole", text)
			whole := syntax.Parse(f, c, wholeDiags)
			parts := syntax.ParseParts(text, old, c, partDiags, func(s string) *source.File {
				made++
				return source.NewFile(strconv.Itoa(made), s)
			})
			want, got := reading{start: map[string]int{"whole": 0}}, reading{start: map[string]int{}}
			want.tree(whole)
			want.lost(whole)
			want.findings(wholeDiags, map[string]*source.File{"whole": f})
			files := map[string]*source.File{}
			for _, p := range parts {
				files[p.Tree.Source.Name], got.start[p.Tree.Source.Name] = p.Tree.Source, p.Start
				if !strings.HasPrefix(text[p.Start:], p.Tree.Source.Text) {
					t.Fatalf("a part has not the text at its place: %q", p.Tree.Source.Text)
				}
				if slices.ContainsFunc(old, func(o syntax.Part) bool { return o.Tree == p.Tree }) {
					again++
				}
				read++
			}
			for _, p := range parts {
				got.tree(p.Tree)
			}
			for _, p := range parts {
				got.lost(p.Tree)
			}
			got.findings(partDiags, files)
			if !slices.Equal(got.lines, want.lines) {
				for i := range want.lines {
					if i >= len(got.lines) || got.lines[i] != want.lines[i] {
						t.Fatalf("in parts:\n%s\nas a whole:\n%s\n%d parts of\n%s", strings.Join(got.lines[min(i, len(got.lines)):min(i+5, len(got.lines))], "\n"), strings.Join(want.lines[i:min(i+5, len(want.lines))], "\n"), len(parts), text)
					}
				}
				t.Fatalf("in parts there is more: %s\nof %s", strings.Join(got.lines[len(want.lines):], "\n"), text)
			}
			old = parts
			text = editedParts(text, random, some)
		}
	}
	if again < read/2 {
		t.Errorf("%d of %d parts were used again", again, read)
	}
}

// betweenItems is what edits insert beside words of texts.
var betweenItems = []string{"", " ", "\n", "{", "}", "(", ")", ";", "\"", "/*", "*/", "//", "$", "\ufeff", "\r\n", "fn", "pub ", "test ", "view v = group::<4>.x\n",
	"struct S { a: i32 }", "const c: nat = 4;", "type A = [i32; 4];", "use std::warp;", "enum", "int f(void) {", "fn f() -[t: cpu.thread]-> () {}", "\"ä𝔸", "#include <x>\n", "}}", "pub fn", "bench", "extern fn", "template<class T>\n"}

// editedParts is a text after an edit: of characters, words, or whole items.
func editedParts(text string, random *rand.Rand, some func() string) string {
	at := func(i int) int { // the beginning of a character
		for i > 0 && i < len(text) && text[i]&0xC0 == 0x80 {
			i--
		}
		return i
	}
	line := func(i int) int { return strings.LastIndexByte(text[:i], '\n') + 1 }
	start := at(random.IntN(len(text) + 1))
	end := at(min(len(text), start+random.IntN(6)))
	end = max(start, end)
	with := betweenItems[random.IntN(len(betweenItems))]
	switch random.IntN(8) {
	case 0: // a line, or lines, twice
		start = line(start)
		end = at(min(len(text), start+random.IntN(300)))
		with, end = text[start:end], start
	case 1: // lines go
		start = line(start)
		end = max(start, line(at(min(len(text), start+random.IntN(300)))))
		with = ""
	case 2: // between items
		if i := strings.Index(text[start:], "\n}\n"); i >= 0 {
			start += i + 2
			end = start
		}
	case 3: // the brace that ends an item
		if i := strings.Index(text[start:], "\n}\n"); i >= 0 {
			start += i + 1
			end = start + 1
		}
	case 4: // another text
		s := some()
		from := random.IntN(len(s) + 1)
		with, end = strings.ToValidUTF8(s[from:min(len(s), from+random.IntN(300))], ""), start
	}
	if len(text) > 30_000 {
		return some()
	}
	return text[:start] + with + text[end:]
}
