package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// coldRun is how long `descendc run --device=cpu` takes with what is kept from before, in milliseconds.
type coldRun struct{ first, again float64 }

// appendRuns writes the third table: saxpy on the CPU, in all ways in turns. It gives the time of the library with nothing kept.
func appendRuns(b *strings.Builder, descendc string, ways []way, runs int, examples string) (cold float64, err error) {
	fmt.Fprintf(b, `
## Runs on the CPU

`+"`descendc run --device=cpu`"+` of saxpy with 10 elements, from start to end: with nothing kept from earlier runs, and once more.

| made with | nothing kept | again |
|---|--:|--:|
`)
	all := make([][]coldRun, len(ways))
	for range runs {
		for i, w := range ways {
			r, err := runCold(descendc, w, examples)
			if err != nil {
				return 0, err
			}
			all[i] = append(all[i], r)
		}
	}
	first := func(i int) float64 { return least(all[i], func(r coldRun) float64 { return r.first }) }
	for i, w := range ways {
		fmt.Fprintf(b, "| %s | %.0f | %.0f |\n", w.name, first(i), least(all[i], func(r coldRun) float64 { return r.again }))
	}
	return first(1), nil
}

// runCold runs saxpy twice, with a folder for what is kept.
func runCold(descendc string, w way, examples string) (r coldRun, err error) {
	dir, err := os.MkdirTemp("", "descend-cold-")
	if err != nil {
		return r, err
	}
	defer os.RemoveAll(dir)
	run := func() float64 {
		if err != nil {
			return 0
		}
		cmd := exec.Command(descendc, "run", filepath.Join(examples, "saxpy.desc"), "--device=cpu", "-D", "n=10", "--arg", "a=2", "--arg", "x=iota", "--arg", "y=ones")
		cmd.Env = append(append(os.Environ(), "DESCEND_CPU_CACHE="+dir), strings.Fields(w.variables)...)
		start := time.Now()
		if out, e := cmd.CombinedOutput(); e != nil {
			err = fmt.Errorf("saxpy: %w\n%s", e, out)
		}
		return float64(time.Since(start).Microseconds()) / 1000
	}
	r.first, r.again = run(), run()
	return r, err
}
