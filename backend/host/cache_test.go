package host

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

func key(n int) string { return fmt.Sprintf("%064x", n) }

func open(t *testing.T, dir string, limit int64) *Cache {
	t.Helper()
	c, err := openCache(dir, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestCacheKeepsWhatWasWritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "cache")
	c := open(t, dir, 1000)
	if c.get(key(1)) != nil {
		t.Error("an empty cache gives something")
	}
	c.put(key(1), []byte("program"))
	if got := open(t, dir, 1000).get(key(1)); string(got) != "program" {
		t.Errorf("%q", got)
	}
	if c.get(key(2)) != nil {
		t.Error("another key gives something")
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	if files, size, limit := c.Usage(); files != 1 || size != 32+7 || limit != 1000 {
		t.Errorf("%d files of %d bytes of %d", files, size, limit)
	}
}

func TestCacheRefusesDamagedFiles(t *testing.T) {
	c := open(t, t.TempDir(), 1000)
	file := filepath.Join(c.Dir, key(1))
	c.put(key(1), []byte("program"))
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	other := append(checksum(key(2), []byte("program")), "program"...)
	flipped := bytes.Clone(good)
	flipped[len(flipped)-1] ^= 1
	for name, bad := range map[string][]byte{"empty": nil, "short": good[:20], "cut": good[:len(good)-1], "longer": append(bytes.Clone(good), 0), "flipped": flipped, "of another key": other} {
		if err := os.WriteFile(file, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if got := c.get(key(1)); got != nil {
			t.Errorf("%s: %q", name, got)
		}
	}
	c.put(key(1), []byte("program"))
	if got := c.get(key(1)); string(got) != "program" {
		t.Errorf("after repair: %q", got)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(t.TempDir(), "elsewhere"), file); err != nil {
		t.Fatal(err)
	}
	if c.get(key(1)) != nil {
		t.Error("a link out of the folder is followed")
	}
}

// TestCacheTrustsThisUserOnly holds that nothing counts that another user could have written.
func TestCacheTrustsThisUserOnly(t *testing.T) {
	c := open(t, t.TempDir(), 1000)
	file := filepath.Join(c.Dir, key(1))
	c.put(key(1), []byte("program"))
	for _, mode := range []os.FileMode{0o620, 0o602, 0o666} {
		if err := os.Chmod(file, mode); err != nil {
			t.Fatal(err)
		}
		if got := c.get(key(1)); got != nil {
			t.Errorf("a file with mode %v gives %q", mode, got)
		}
	}
	for _, mode := range []os.FileMode{0o770, 0o702, 0o777} {
		if err := os.Chmod(c.Dir, mode); err != nil {
			t.Fatal(err)
		}
		if _, err := openCache(c.Dir, 1000); err == nil || !strings.Contains(err.Error(), "others may write to it") {
			t.Errorf("a folder with mode %v: %v", mode, err)
		}
	}
	if os.Geteuid() != 0 {
		return // only root can give files away
	}
	for path, mode := range map[string]os.FileMode{file: 0o600, c.Dir: 0o700} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chown(file, 12345, -1); err != nil {
		t.Fatal(err)
	}
	if got := c.get(key(1)); got != nil {
		t.Errorf("a file of another user gives %q", got)
	}
	if err := os.Chown(c.Dir, 12345, -1); err != nil {
		t.Fatal(err)
	}
	if _, err := openCache(c.Dir, 1000); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Errorf("a folder of another user: %v", err)
	}
}

// TestCacheIsBounded holds that what was used last stays, and that files of others are left alone.
func TestCacheIsBounded(t *testing.T) {
	c := open(t, t.TempDir(), 10*(32+100))
	keep := filepath.Join(c.Dir, "notes.txt")
	if err := os.WriteFile(keep, make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	begun := key(99) + ".ABC.new"
	for name, age := range map[string]time.Duration{begun: 2 * time.Hour, key(98) + ".ABC.new": time.Minute} {
		path := filepath.Join(c.Dir, name)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Now(), time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-time.Hour)
	for i := range 25 {
		c.put(key(i), make([]byte, 100))
		at := old.Add(time.Duration(i) * time.Second)
		if err := os.Chtimes(filepath.Join(c.Dir, key(i)), at, at); err != nil {
			t.Fatal(err)
		}
		if i >= 1 && c.get(key(1)) == nil {
			t.Fatalf("what is used all the time is gone after %d", i)
		}
	}
	if _, size, limit := c.Usage(); size > limit || size < limit/2 {
		t.Errorf("%d bytes of %d", size, limit)
	}
	if c.get(key(24)) == nil || c.get(key(0)) != nil {
		t.Error("not the oldest are gone")
	}
	c.put(key(50), make([]byte, 5000))
	if c.get(key(50)) != nil {
		t.Error("a file above the limit is kept")
	}
	for name, there := range map[string]bool{"notes.txt": true, begun: false, key(98) + ".ABC.new": true} {
		if _, err := os.Stat(filepath.Join(c.Dir, name)); (err == nil) != there {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCacheConcurrently has several writers of the same keys: whoever reads gets a whole file or none.
func TestCacheConcurrently(t *testing.T) {
	dir := t.TempDir()
	var done sync.WaitGroup
	for range 8 {
		c := open(t, dir, 20*(32+1000))
		done.Go(func() {
			for i := range 200 {
				n := i % 30
				want := bytes.Repeat([]byte{byte(n)}, 1000)
				if got := c.get(key(n)); got != nil && !bytes.Equal(got, want) {
					t.Errorf("key %d gives another file", n)
				}
				c.put(key(n), want)
			}
		})
	}
	done.Wait()
	list, err := os.ReadDir(dir)
	if err != nil || len(list) == 0 || len(list) > 20 {
		t.Errorf("%d files are left (%v)", len(list), err)
	}
}

func TestCacheKey(t *testing.T) {
	clang := filepath.Join(t.TempDir(), "clang-19")
	write := func(text string) {
		if err := os.WriteFile(clang, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("one")
	input := func(text string) map[string][]byte { return map[string][]byte{"program.ll": []byte(text)} }
	seen := map[string]string{}
	is := func(what, k string) {
		t.Helper()
		if k == "" || seen[k] != "" {
			t.Errorf("%s has the key %q of %q", what, k, seen[k])
		}
		seen[k] = what
	}
	key := func(compiler string, o Options, files map[string][]byte) string {
		return cacheKey(compiler, fmt.Sprintf("%q", o.commands()), o.March == "native", files)
	}
	o := Options{Kind: Executable, OptLevel: 3}
	is("a program", key(clang, o, input("x")))
	if k := key(clang, o, input("x")); seen[k] != "a program" {
		t.Error("the same has another key")
	}
	is("another program", key(clang, o, input("y")))
	is("another level", key(clang, Options{Kind: Executable, OptLevel: 2}, input("x")))
	is("a library", key(clang, Options{Kind: Shared, OptLevel: 3}, input("x")))
	is("for a processor", key(clang, Options{Kind: Executable, OptLevel: 3, March: "x86-64-v3"}, input("x")))
	if len(processor()) > 0 {
		is("for this processor", key(clang, Options{Kind: Executable, OptLevel: 3, March: "native"}, input("x")))
	}
	write("two!")
	is("another clang", key(clang, o, input("x")))
	if k := key(clang+"x", o, input("x")); k != "" {
		t.Error("no clang has a key")
	}
}
