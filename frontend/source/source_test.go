package source

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/ir"
)

func TestPositions(t *testing.T) {
	f := NewFile("a.desc", "ab\r\n\nüx\nlast")
	for _, c := range []struct{ offset, line, col int }{
		{-5, 1, 1}, {0, 1, 1}, {2, 1, 3}, {3, 1, 4}, {4, 2, 1}, {5, 3, 1}, {7, 3, 3}, {9, 4, 1}, {13, 4, 5}, {99, 4, 5},
	} {
		if line, col := f.Position(c.offset); line != c.line || col != c.col {
			t.Errorf("offset %d: %d:%d, want %d:%d", c.offset, line, col, c.line, c.col)
		}
	}
	for offset := range len(f.Text) + 1 {
		if line, col := f.Position(offset); f.Offset(line, col) != offset {
			t.Errorf("offset %d becomes %d", offset, f.Offset(line, col))
		}
	}
	for i, want := range []string{"", "ab", "", "üx", "last", ""} {
		if got := f.Line(i); got != want {
			t.Errorf("line %d: %q, want %q", i, got, want)
		}
	}
	if n := f.NumLines(); n != 4 {
		t.Errorf("%d lines", n)
	}
	if f.Offset(0, 1) != 0 || f.Offset(9, 1) != len(f.Text) || f.Offset(1, 999) != len(f.Text) {
		t.Error("places outside of the text are not moved into it")
	}
}

func TestSpans(t *testing.T) {
	f, g := NewFile("a.desc", "one\ntwo"), NewFile("b.desc", "x")
	a, b := Span{f, 0, 3}, Span{f, 4, 7}
	if s := b.To(a); s != (Span{f, 0, 7}) || s.Text() != "one\ntwo" {
		t.Errorf("%v", s)
	}
	if a.To(Span{g, 0, 1}) != a || a.To(Span{}) != a || (Span{}).To(b) != b {
		t.Error("joined with a place elsewhere")
	}
	if a.Tail() != (Span{f, 3, 3}) || b.Head() != (Span{f, 4, 4}) || (Span{}).Known() || (Span{f, 5, 99}).Text() != "" {
		t.Error("ends of spans")
	}
	c := ir.NewContext()
	if got := b.Loc(c).String(); got != `loc(fused<"2:4">["a.desc":2:1])` {
		t.Error(got)
	}
	if (Span{}).Loc(c) != c.UnknownLoc() {
		t.Error("no place has a location")
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "none.desc"), "no such file"},
		{dir, "is a folder, not a file"},
		{write("empty.desc", ""), "the file is empty"},
		{write("blank.desc", " \n\t\n"), "the file is empty"},
		{write("bin.desc", "a\nb\x00c"), ":2: this is a binary file: it has NUL bytes"},
		{write("latin.desc", "a\n\nb\xfcc"), ":3: the text is not UTF-8: invalid byte 0xfc"},
		{write("big.desc", strings.Repeat("a", MaxSize+1)), "the file is larger than 64 MiB"},
	} {
		_, err := Load(c.path)
		var le *LoadError
		if !errors.As(err, &le) || !strings.HasPrefix(err.Error(), c.path) || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", filepath.Base(c.path), err, c.want)
		}
	}
	f, err := Load(write("good.desc", "fn f"))
	if err != nil || f.Text != "fn f" {
		t.Errorf("%v, %v", f, err)
	}
}
