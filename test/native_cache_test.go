package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/host"
	"descend/backend/ptx"
	"descend/ir/need"
)

// TestRunCache runs a program on the CPU twice: the second time clang is not called, unless what was kept is not to
// be trusted.
func TestRunCache(t *testing.T) {
	b := newToolbox(t)
	dir := t.TempDir()
	calls, tools, cache := filepath.Join(dir, "calls"), filepath.Join(dir, "tools"), filepath.Join(dir, "cache")
	clang, _ := ptx.Default().LLVM("clang")
	if err := os.Mkdir(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\necho \"$@\" >> " + calls + "\nexec " + clang.Path + " \"$@\"\n"
	if err := os.WriteFile(filepath.Join(tools, "clang-19"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "p.desc"), []byte("fn main(x: i32) -[t: cpu.thread]-> i32 { x * 2 }"), 0o644); err != nil {
		t.Fatal(err)
	}
	// run gives how often clang was called.
	run := func(env []string) int {
		t.Helper()
		os.Remove(calls)
		r := b.run(t, dir, append(env, "DESCEND_LLVM_DIR="+tools), "descendc", "run", "p.desc", "--device=cpu", "--arg", "x=21")
		if r.status != 0 || r.stdout != "42\n" {
			t.Fatalf("status %d\n%s%s", r.status, r.stdout, r.stderr)
		}
		text, _ := os.ReadFile(calls)
		return strings.Count(string(text), "\n")
	}
	var entry string
	on, users := []string{host.CacheVar + "=" + cache}, []string{host.CacheVar + "=", "XDG_CACHE_HOME=" + filepath.Join(dir, "home")}
	for _, c := range []struct {
		name   string
		before func() error
		env    []string
		calls  bool
	}{
		{name: "first", env: on, calls: true},
		{name: "second", env: on},
		{name: "cut short", env: on, calls: true, before: func() error { return os.Truncate(entry, 1000) }},
		{name: "written again", env: on},
		{name: "off", env: []string{host.CacheVar + "=off"}, calls: true},
		{name: "others may write", env: on, calls: true, before: func() error { return os.Chmod(cache, 0o777) }},
		{name: "no folder", env: []string{host.CacheVar + "=" + filepath.Join(dir, "p.desc")}, calls: true},
		{name: "the user's folder", env: users, calls: true},
		{name: "the user's folder again", env: users},
	} {
		if c.before != nil {
			if err := c.before(); err != nil {
				t.Fatal(err)
			}
		}
		if n := run(c.env); (n > 0) != c.calls {
			t.Errorf("%s: clang was called %d times", c.name, n)
		}
		if entries, _ := filepath.Glob(filepath.Join(cache, "*")); len(entries) == 1 {
			entry = entries[0]
		} else {
			t.Errorf("%s: the cache holds %d files", c.name, len(entries))
		}
	}
}

// TestRunCacheOfLibrary keeps what LLVM's library makes of each program. No program but descendc is
// needed.
func TestRunCacheOfLibrary(t *testing.T) {
	b := newToolbox(t)
	dir := t.TempDir()
	tools, cache := filepath.Join(dir, "tools"), filepath.Join(dir, "cache")
	if err := os.Mkdir(tools, 0o755); err != nil {
		t.Fatal(err)
	}
	l := ptx.Default().Library()
	if l == nil || l.Major < 19 {
		need.Tool(t, "libLLVM 19 or newer")
	}
	library := filepath.Join(tools, filepath.Base(l.Path))
	if err := os.Symlink(l.Path, library); err != nil {
		t.Fatal(err)
	}
	for i, p := range []struct{ program, kept string }{{"x * 2", "1"}, {"x * 2", "1"}, {"x * 3", "2"}, {"x * 2", "2"}} {
		if err := os.WriteFile(filepath.Join(dir, "p.desc"), []byte("fn main(x: i32) -[t: cpu.thread]-> i32 { "+p.program+" }"), 0o644); err != nil {
			t.Fatal(err)
		}
		r := b.run(t, dir, []string{host.CacheVar + "=" + cache, "DESCEND_LLVM_DIR=" + tools}, "descendc", "run", "p.desc", "--device=cpu", "--arg", "x=14")
		if want := map[string]string{"x * 2": "28\n", "x * 3": "42\n"}[p.program]; r.status != 0 || r.stdout != want {
			t.Fatalf("run %d: status %d\n%s%s", i, r.status, r.stdout, r.stderr)
		}
		if entries, _ := filepath.Glob(filepath.Join(cache, "*")); fmt.Sprint(len(entries)) != p.kept {
			t.Errorf("run %d: the cache holds %d files", i, len(entries))
		}
	}
	r := b.run(t, dir, []string{host.CacheVar + "=off", "DESCEND_LLVM_DIR=" + tools, "PATH=/nonexistent"}, "descendc", "run", "p.desc", "--device=cpu", "--arg", "x=21")
	if r.status != 0 || r.stdout != "42\n" {
		t.Errorf("without programs: status %d\n%s%s", r.status, r.stdout, r.stderr)
	}
}
