package room

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestGroups reads the limits of control groups of both versions, also of groups above that of the process; without a limit there is none.
func TestGroups(t *testing.T) {
	const none = "9223372036854771712"
	for name, c := range map[string]struct {
		files map[string]string
		left  int64
		found bool
	}{
		"none":    {map[string]string{"proc/self/cgroup": "0::/\n"}, 0, false},
		"no file": {nil, 0, false},
		"second version": {map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "max\n", "sys/fs/cgroup/a/b/memory.current": "10\n",
			"sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "900\n", "sys/fs/cgroup/a/memory.stat": "anon 850\ninactive_file 50\n",
		}, 150, true},
		"the least": {map[string]string{
			"proc/self/cgroup": "0::/a/b\n", "sys/fs/cgroup/a/b/memory.max": "100\n", "sys/fs/cgroup/a/b/memory.current": "70\n",
			"sys/fs/cgroup/a/memory.max": "1000\n", "sys/fs/cgroup/a/memory.current": "100\n",
		}, 30, true},
		"first version, in a container": {map[string]string{
			"proc/self/cgroup": "5:cpu,cpuacct:/x\n4:memory:/docker/1\n0::/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": "500\n",
			"sys/fs/cgroup/memory/memory.usage_in_bytes": "600\n", "sys/fs/cgroup/memory/memory.stat": "inactive_file 9\ntotal_inactive_file 20\n",
		}, -80, true},
		"first version without": {map[string]string{
			"proc/self/cgroup": "4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes": none, "sys/fs/cgroup/memory/memory.usage_in_bytes": "600\n",
		}, 0, false},
	} {
		root := t.TempDir()
		for file, text := range c.files {
			path := filepath.Join(root, file)
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if left, found := groupLeft(root); left != c.left || found != c.found {
			t.Errorf("%s: %d, %t, want %d, %t", name, left, found, c.left, c.found)
		}
	}
}

// TestMain is also a process with little memory.
func TestMain(m *testing.M) {
	if os.Getenv("ROOM_SHORT") == "" {
		os.Exit(m.Run())
	}
	var all [][]uint64
	for {
		s, err := Make[uint64](24 << 20)
		if short, ok := errors.AsType[*Short](err); ok {
			os.Stdout.WriteString(short.Error())
			break
		} else if err != nil || len(all) > 1000 {
			os.Exit(1)
		}
		s[len(s)/2] = 1
		all = append(all, s)
	}
	for _, s := range all {
		if s[len(s)/2] != 1 {
			os.Exit(1)
		}
	}
	if len(all) == 0 {
		os.Exit(1)
	}
}

// TestShort fills the addresses of a process: it is told that there is no more, and goes on.
func TestShort(t *testing.T) {
	cmd := exec.Command("sh", "-c", `ulimit -v 4000000 && exec "$0"`, os.Args[0])
	cmd.Env = append(os.Environ(), "ROOM_SHORT=1", "GOMAXPROCS=2")
	out, err := cmd.CombinedOutput()
	text := string(out)
	if err != nil || !strings.HasPrefix(text, "out of memory: 192 MiB are needed, ") || !strings.HasSuffix(text, " are left of the addresses of the process (ulimit -v)") {
		t.Errorf("%v: %.500s", err, text)
	}
}

// TestEnough holds that the machine tells what it has left, and gives it.
func TestEnough(t *testing.T) {
	if left := Left(); left <= 0 || left > 1<<50 {
		t.Errorf("%d bytes are left", left)
	}
	if s, err := Make[uint32](1 << 20); err != nil || len(s) != 1<<20 {
		t.Errorf("%d elements: %v", len(s), err)
	}
	for _, bytes := range []int64{1 << 50, 1 << 61} {
		if _, err := Make[uint64](bytes / 8); !errors.As(err, new(*Short)) {
			t.Errorf("%d bytes: %v", bytes, err)
		}
		if err := AskOther(bytes); !errors.As(err, new(*Short)) {
			t.Errorf("%d bytes of another process: %v", bytes, err)
		}
	}
	if err := AskOther(1 << 20); err != nil {
		t.Error(err)
	}
	if b := Bound(); b <= 0 || b > Left()+1<<40 {
		t.Errorf("the heap is bound to %d", b)
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 bytes", 1023: "1023 bytes", 1024: "1 KiB", 1000 << 10: "1000 KiB", 1<<20 - 1: "1024 KiB", 240_000_000: "229 MiB", 1 << 30: "1 GiB", 3 << 40: "3 TiB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
