package room

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// limits are those of the process, of its control groups, and of the machine.
func limits() []limit {
	var list []limit
	pages := numbers("/proc/self/statm")
	if len(pages) < 6 {
		return nil
	}
	page := int64(os.Getpagesize())
	resident := pages[1] * page
	for _, r := range []struct {
		resource int
		used     int64
		name     string
	}{{syscall.RLIMIT_AS, pages[0] * page, "the addresses of the process (ulimit -v)"}, {syscall.RLIMIT_DATA, pages[5] * page, "the data of the process (ulimit -d)"}} {
		var l syscall.Rlimit
		if syscall.Getrlimit(r.resource, &l) == nil && l.Cur < 1<<62 {
			list = append(list, limit{int64(l.Cur) - r.used, r.name, true})
		}
	}
	// What the runtime has mapped and never touched is no memory yet, but will be.
	mapped, _ := heap()
	promised := max(0, mapped-resident)
	if left, ok := groupLeft("/"); ok {
		list = append(list, limit{left - promised, "the memory of the control group", false})
	}
	if left, ok := machineLeft(); ok {
		list = append(list, limit{left - promised, "the memory of the machine", false})
	}
	return list
}

// machineLeft is what the machine has left, with what it can write to its swap space.
func machineLeft() (int64, bool) {
	m := fields("/proc/meminfo")
	left, ok := m["MemAvailable:"]
	return (left + m["SwapFree:"]) << 10, ok
}

// groupLeft is what the control groups of the process leave, those above it too; false if none limits it. Files are below root.
func groupLeft(root string) (least int64, found bool) {
	text, err := os.ReadFile(filepath.Join(root, "proc/self/cgroup"))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		folder, most, used, files := "sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"
		switch {
		case part[0] == "0" && part[1] == "": // the second version
		case contains(part[1], "memory"):
			folder, most, used, files = "sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
		default:
			continue
		}
		for name := filepath.Clean("/" + part[2]); ; name = filepath.Dir(name) {
			dir := filepath.Join(root, folder, name)
			m, u := numbers(filepath.Join(dir, most)), numbers(filepath.Join(dir, used))
			if len(m) == 1 && len(u) == 1 && m[0] < 1<<60 {
				left := m[0] - u[0] + fields(filepath.Join(dir, "memory.stat"))[files] // a cache of files can go
				if !found || left < least {
					least, found = left, true
				}
			}
			if name == "/" {
				break
			}
		}
	}
	return least, found
}

func contains(list, word string) bool {
	for w := range strings.SplitSeq(list, ",") {
		if w == word {
			return true
		}
	}
	return false
}

// numbers are those of a file that has nothing else; none if it is not so.
func numbers(file string) (list []int64) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	for word := range strings.FieldsSeq(string(text)) {
		n, err := strconv.ParseInt(word, 10, 64)
		if err != nil {
			return nil
		}
		list = append(list, n)
	}
	return list
}

// fields are the numbers of a file by the words before them, one a line.
func fields(file string) map[string]int64 {
	out := map[string]int64{}
	text, err := os.ReadFile(file)
	if err != nil {
		return out
	}
	for line := range strings.Lines(string(text)) {
		words := strings.Fields(line)
		if len(words) < 2 {
			continue
		}
		if n, err := strconv.ParseInt(words[1], 10, 64); err == nil {
			out[words[0]] = n
		}
	}
	return out
}
