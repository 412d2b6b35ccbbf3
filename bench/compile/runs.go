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

// appendRuns writes the third table: saxpy on the CPU, with LLVM's library and with clang in turns. It gives the time of the library with
// nothing kept.
func appendRuns(b *strings.Builder, descendc string, runs int, examples string) (cold float64, err error) {
	fmt.Fprintf(b, `
## Runs on the CPU

`+"`descendc run --device=cpu`"+` of saxpy with 10 elements, from start to end: with nothing kept from earlier runs, and once more.

| made with | nothing kept | again |
|---|--:|--:|
`)
	all := map[string][]coldRun{}
	for range runs {
		for _, way := range []string{"clang", "lib"} {
			r, err := runCold(descendc, way, examples)
			if err != nil {
				return 0, err
			}
			all[way] = append(all[way], r)
		}
	}
	columns := []func(coldRun) float64{func(r coldRun) float64 { return r.first }, func(r coldRun) float64 { return r.again }}
	rows := map[string][]float64{}
	for way, list := range all {
		for _, c := range columns {
			rows[way] = append(rows[way], least(list, c))
		}
	}
	for _, way := range []string{"clang", "lib"} {
		r := rows[way]
		fmt.Fprintf(b, "| %s | %.0f | %.0f |\n", map[string]string{"clang": "clang", "lib": "LLVM's library"}[way], r[0], r[1])
	}
	l, c := rows["lib"], rows["clang"]
	fmt.Fprintf(b, "| library / clang | %.2f | %.2f |\n", l[0]/c[0], l[1]/c[1])
	return l[0], nil
}

// runCold runs saxpy twice, with a folder for what is kept.
func runCold(descendc, way, examples string) (r coldRun, err error) {
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
		cmd.Env = append(os.Environ(), "DESCEND_LLVM="+way, "DESCEND_CPU_CACHE="+dir)
		start := time.Now()
		if out, e := cmd.CombinedOutput(); e != nil {
			err = fmt.Errorf("saxpy: %w\n%s", e, out)
		}
		return float64(time.Since(start).Microseconds()) / 1000
	}
	r.first, r.again = run(), run()
	return r, err
}
