package driver

import (
	"bytes"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// shared is a buffer for who writes and who reads at the same time.
type shared struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (s *shared) Write(data []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.Write(data)
}

func (s *shared) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.buf.String()
}

// TestWatch changes a module that a program uses: the program is checked again, and the status is that of the last time.
func TestWatch(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "m.desc", "pub fn one() -[e: any]-> i32 { 1 }\n")
	write(t, "main.desc", "use m::{one};\nfn main() -[t: cpu.thread]-> () { print(one()) }\n")
	var out shared
	ends := make(chan int)
	go func() {
		ends <- Main([]string{"watch", "--times=3", "run", "main.desc"}, strings.NewReader(""), &out, &out)
	}()
	await := func(text string) {
		for range 400 {
			if strings.Contains(out.String(), text) {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
		t.Fatalf("no %q: %s", text, out.String())
	}
	await("ended with status 0")
	if !strings.HasPrefix(out.String(), "1\n") {
		t.Fatal(out.String())
	}
	write(t, "m.desc", "pub fn one() -[e: any]-> i32 { 11 }\n")
	await("11\n")
	await("one of 2 files")
	os.Remove("m.desc")
	select {
	case status := <-ends:
		if status != exitRejected {
			t.Errorf("status %d: %s", status, out.String())
		}
	case <-time.After(10 * time.Second):
		t.Fatalf("it goes on: %s", out.String())
	}
}

// TestWatchFolder runs again for a new file, and ends at once for what cannot be watched.
func TestWatchFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "a.desc", "fn f() -[e: any]-> i32 { 1 }\n")
	var out shared
	ends := make(chan int)
	go func() { ends <- Main([]string{"watch", "--times=2", "."}, strings.NewReader(""), &out, &out) }()
	for !strings.Contains(out.String(), "ended with status 0") {
		time.Sleep(20 * time.Millisecond)
	}
	write(t, "b.desc", "fn f() -[e: any]-> i32 { true }\n")
	if status := <-ends; status != exitRejected || !strings.Contains(out.String(), "b.desc:1:") {
		t.Errorf("status %d: %s", status, out.String())
	}
	for args, want := range map[string]string{
		"watch version": "not version", "watch --times=-1 a.desc": "--times takes", "watch watch a.desc": "not watch", "watch --nope": "unknown flag",
		"watch tset .": "did you mean test?",
	} {
		if status, out := call(strings.Fields(args)...); status != exitUsage || !strings.Contains(out, want) {
			t.Errorf("%s: status %d: %s", args, status, out)
		}
	}
}
