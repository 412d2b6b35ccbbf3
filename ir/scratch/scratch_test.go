//go:build unix

package scratch

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

// TestMain makes the test program a process that leaves a folder behind: it makes one and is killed.
func TestMain(m *testing.M) {
	if os.Getenv("SCRATCH_LEAVE") != "" {
		f, err := New()
		if err == nil {
			err = os.WriteFile(filepath.Join(f.Path, "data"), []byte("data"), 0o600)
		}
		if err != nil {
			panic(err)
		}
		os.Stdout.WriteString(f.Path)
		os.Stdout.Close()
		io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	os.Exit(m.Run())
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// leave starts a process that makes a folder, and gives the folder.
func leave(t *testing.T) (path string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "SCRATCH_LEAVE=1")
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(out)
	if err != nil {
		t.Fatal(err)
	}
	return string(data), sync.OnceFunc(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
}

// TestSweep holds that the folder of a killed process is removed, and nothing else: not that of a living one, and no
// folder or link that merely has such a name.
func TestSweep(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	mine, err := New()
	if err != nil {
		t.Fatal(err)
	}
	dead, kill := leave(t)
	living, killLater := leave(t)
	defer killLater()
	kill()
	foreign := filepath.Join(os.TempDir(), "descend-scratch-foreign")
	elsewhere := t.TempDir()
	link := filepath.Join(os.TempDir(), "descend-scratch-link")
	empty := filepath.Join(os.TempDir(), "descend-scratch-empty")
	for _, err := range []error{
		os.Mkdir(foreign, 0o700), os.WriteFile(filepath.Join(foreign, "thesis"), nil, 0o600),
		os.WriteFile(filepath.Join(elsewhere, lockName), nil, 0o600), os.Symlink(elsewhere, link), os.Mkdir(empty, 0o700),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	if !exists(filepath.Join(dead, "data")) {
		t.Fatal("the killed process left nothing")
	}
	sweep()
	for path, want := range map[string]bool{dead: false, empty: false, filepath.Join(living, "data"): true, mine.Path: true,
		filepath.Join(foreign, "thesis"): true, link: true, filepath.Join(elsewhere, lockName): true} {
		if exists(path) != want {
			t.Errorf("%s exists: %v", path, !want)
		}
	}
	mine.Remove()
	if exists(mine.Path) {
		t.Error("a removed folder exists")
	}
}

// TestRace makes folders while others sweep: each is its maker's until it is removed.
func TestRace(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 200 {
				f, err := New()
				if err != nil {
					t.Error(err)
					return
				}
				if err := os.WriteFile(filepath.Join(f.Path, "x"), nil, 0o600); err != nil {
					t.Error(err)
				}
				sweep()
				if !exists(filepath.Join(f.Path, "x")) {
					t.Error("the folder of a living process was removed")
				}
				f.Remove()
			}
		})
	}
	all.Wait()
	if left, _ := filepath.Glob(filepath.Join(os.TempDir(), "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestFile holds that an open file needs no name, and that another process can open it through its descriptor.
func TestFile(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	f, err := New()
	if err != nil {
		t.Fatal(err)
	}
	file, err := f.File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	f.Remove()
	cmd := exec.Command("/bin/sh", "-c", "echo hello >/dev/fd/3")
	cmd.ExtraFiles = []*os.File{file}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	var data [10]byte
	if n, err := file.ReadAt(data[:], 0); string(data[:n]) != "hello\n" {
		t.Errorf("%q, %v", data[:n], err)
	}
	var st syscall.Stat_t
	if err := syscall.Fstat(int(file.Fd()), &st); err != nil || st.Nlink != 0 {
		t.Errorf("%d names, %v", st.Nlink, err)
	}
}
