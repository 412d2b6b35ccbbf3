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
