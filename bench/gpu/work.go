package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"descend/tools/driver"
)

// work is what `descendc report` counts of a kernel at the size that is measured, without running it: the bytes of global memory that threads ask for, those of
// the sectors that are moved for them (caches may have some), and the operations on floats. Certain says whether that is all and no more.
type work struct {
	Asked   int64  `json:"asked_bytes"`
	Moved   int64  `json:"moved_bytes"`
	Floats  int64  `json:"float_operations"`
	Certain string `json:"certain"`
}

// exact says whether the counts are those of any run.
func (w work) exact() bool { return w.Certain == "exact" }

// worksFile has the work of each benchmark, by its name.
func worksFile(dir string) string { return filepath.Join(dir, "work.json") }

// countWorks writes the work of all benchmarks of a list.
func countWorks(dir string, list []benchmark, small bool) error {
	works := map[string]work{}
	for _, b := range list {
		w, ok, err := b.work(dir, small)
		if err != nil {
			return err
		}
		if ok {
			works[b.name] = w
		}
	}
	text, err := json.MarshalIndent(works, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(worksFile(dir), append(text, '\n'), 0o666)
}

// work asks `descendc report`; false for kernels that are not functions of the program itself.
func (b benchmark) work(dir string, small bool) (work, bool, error) {
	name, _, _ := strings.Cut(b.kernel, "__part_")
	if strings.HasPrefix(name, "std__") {
		return work{}, false, nil
	}
	args := []string{"report", b.source(dir), "--json", "--fn", name}
	for _, n := range b.nats(b.sizeFor(small)) {
		args = append(args, "-D", fmt.Sprintf("%s=%d", n.name, n.value))
	}
	var out, errs bytes.Buffer
	if status := driver.Main(args, strings.NewReader(""), &out, &errs); status != 0 {
		return work{}, false, fmt.Errorf("descendc %s: exit status %d\n%s", strings.Join(args, " "), status, errs.String())
	}
	var r struct{ Kernels []work }
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return work{}, false, err
	}
	if len(r.Kernels) != 1 {
		return work{}, false, fmt.Errorf("descendc %s: %d kernels", strings.Join(args, " "), len(r.Kernels))
	}
	return r.Kernels[0], true, nil
}

// readWorks reads the file, if there is one.
func readWorks(dir string) (works map[string]work, err error) {
	text, err := os.ReadFile(worksFile(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &works)
	}
	return works, err
}

// operations are the operations on numbers that a kernel has to compute: those that report counts, or, where it cannot, what the algorithm has; 0 if neither is known.
func (m *measurement) operations(b benchmark) float64 {
	if w := m.works[b.name]; w.exact() {
		return float64(w.Floats)
	}
	if b.flops != nil {
		return b.flops(b.sizeFor(m.small))
	}
	return 0
}
