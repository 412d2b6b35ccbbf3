package outfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func TestReplacesAndKeeps(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out")
	if err := Write(name, text("one")); err != nil {
		t.Fatal(err)
	}
	failed := errors.New("half way")
	err := Write(name, func(w io.Writer) error {
		io.WriteString(w, "two")
		return failed
	})
	if err != failed {
		t.Errorf("error %v, expected %v", err, failed)
	}
	if b, _ := os.ReadFile(name); string(b) != "one" {
		t.Errorf("a failed write left %q", b)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(name, link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, text("three")); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(name); string(b) != "three" {
		t.Errorf("through the link the file is %q", b)
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 2 {
		t.Errorf("%d files are left, expected 2", len(entries))
	}
}

// A device must stay one: writing to /dev/null as root must not replace it.
func TestDevicesAreWrittenTo(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "null")
	if err := os.Symlink(os.DevNull, pipe); err != nil {
		t.Fatal(err)
	}
	if err := Write(pipe, text("x")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Fatalf("%s is a regular file now (%v)", os.DevNull, err)
	}
	if err := Write(t.TempDir(), text("x")); err == nil {
		t.Error("a folder is written to")
	}
}

func TestSame(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	if err := os.MkdirAll("a/b", 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"x", "y"} {
		if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, err := range []error{os.Symlink("x", "soft"), os.Link("x", "hard"), os.Symlink("a", "folder"), os.Symlink("nothing", "dangling")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"x", "x", true}, {"x", "./a/../x", true}, {"x", filepath.Join(dir, "x"), true}, {"x", "soft", true}, {"hard", "x", true}, {"hard", "soft", true},
		{"x", "y", false}, {"soft", "y", false}, {"x", "new", false}, {"new", "y", false},
		{"new", "./new", true}, {"a/new", "folder/new", true}, {"folder/b/../new", "a/new", true}, {"a/new", "new", false}, {"none/new", "none/new", true},
		{"dangling", "dangling", true}, {"dangling", "x", false}, // a dangling link is replaced by the file
		{os.DevNull, os.DevNull, false}, {"a", "a", false},
	} {
		if got := Same(tt.a, tt.b); got != tt.same {
			t.Errorf("Same(%s, %s) is %v", tt.a, tt.b, got)
		}
	}
}
