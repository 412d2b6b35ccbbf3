package console

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTerminal holds that neither a file nor a pipe is a terminal, nor what takes all and shows nothing.
func TestTerminal(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, f := range []*os.File{file, w, null} {
		if Terminal(f) {
			t.Errorf("%s is a terminal", f.Name())
		}
	}
}
