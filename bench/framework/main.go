// Command framework compares the IR framework with mlir-opt 19 on large modules: time and peak memory of
// reading, verifying and printing, of cse and of canonicalize.
//
//	go run ./bench/framework -gen 100000 > m.mlir      a module of about that many operations
//	go run ./bench/framework [-runs 5] [-o bench/results/framework.md]
//
// The tools run in turns on the same file. Single-threaded runs have --mlir-disable-threading on both sides and
// one processor for our garbage collector too (GOMAXPROCS=1).
package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func main() {
	gen := flag.Int("gen", 0, "write a module of that many operations and stop")
	ours := flag.String("descend-opt", "bin/descend-opt", "our tool")
	theirs := flag.String("mlir-opt", "mlir-opt-19", "MLIR's tool")
	runs := flag.Int("runs", 5, "runs of each; the table has medians")
	sizes := flag.String("sizes", "10000,100000,1000000", "numbers of operations")
	out := flag.String("o", "-", "file for the table")
	flag.Parse()
	if *gen > 0 {
		os.Stdout.Write(module(*gen))
		return
	}
	text, err := measure(*ours, *theirs, *sizes, *runs)
	if err == nil {
		if *out == "-" {
			_, err = os.Stdout.WriteString(text)
		} else {
			err = os.WriteFile(*out, []byte(text), 0o644)
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "framework:", err)
		os.Exit(1)
	}
}

// measurement is one run: wall time, processor time of all threads, and peak memory of the process.
type measurement struct {
	wall, cpu, mib float64 // seconds, MiB
}

func measure(ours, theirs, sizes string, runs int) (string, error) {
	dir, err := os.MkdirTemp("", "framework")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	var b strings.Builder
	fmt.Fprintf(&b, "# The IR framework against mlir-opt 19\n\nMade by `go run ./bench/framework`: medians of %d runs, the tools in turns on the same file. "+
		"Seconds of wall\ntime and of processor time (of all threads, also the system's), and MiB of peak memory (maximum resident set) of the whole\n"+
		"process, output to a file. *one*: one thread; *all*: threads as the tools choose. %d processors. On a busy machine\n"+
		"wall times say little; processor times do not depend on what else runs.\n\n", runs, cpus())
	b.WriteString("| operations | what | threads | wall: ours | mlir-opt | ratio | processor: ours | mlir-opt | ratio | MiB: ours | mlir-opt | ratio |\n" +
		"|--:|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, size := range strings.Split(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil {
			return "", err
		}
		input := filepath.Join(dir, "m.mlir")
		if err := os.WriteFile(input, module(n), 0o644); err != nil {
			return "", err
		}
		for _, what := range []struct{ name, pipeline string }{
			{"parse, verify, print", "builtin.module()"},
			{"cse", "builtin.module(func.func(cse))"},
			{"canonicalize", "builtin.module(func.func(canonicalize))"},
		} {
			for _, threads := range []string{"one", "all"} {
				args := []string{input, "--mlir-print-op-generic", "--pass-pipeline=" + what.pipeline, "-o", filepath.Join(dir, "out.mlir")}
				env := os.Environ()
				if threads == "one" {
					args = append(args, "--mlir-disable-threading")
					env = append(env, "GOMAXPROCS=1")
				}
				var all [2][]measurement
				for range runs {
					for i, tool := range []string{ours, theirs} {
						m, err := run(tool, args, env)
						if err != nil {
							return "", err
						}
						all[i] = append(all[i], m)
					}
				}
				ms, mm := median(all[0]), median(all[1])
				fmt.Fprintf(&b, "| %d | %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.2f |\n", n, what.name, threads,
					ms.wall, mm.wall, ms.wall/mm.wall, ms.cpu, mm.cpu, ms.cpu/mm.cpu, ms.mib, mm.mib, ms.mib/mm.mib)
			}
		}
	}
	return b.String(), nil
}

// cpus is the number of processors of the machine.
func cpus() int {
	out, err := exec.Command("nproc").Output()
	n, err2 := strconv.Atoi(strings.TrimSpace(string(out)))
	if err != nil || err2 != nil {
		return 0
	}
	return n
}

func run(tool string, args, env []string) (measurement, error) {
	cmd := exec.Command(tool, args...)
	cmd.Env = env
	start := time.Now()
	out, err := cmd.CombinedOutput()
	wall := time.Since(start)
	if err != nil {
		return measurement{}, fmt.Errorf("%s %s: %w\n%s", tool, strings.Join(args, " "), err, out)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return measurement{wall.Seconds(), cpu.Seconds(), float64(usage.Maxrss) / 1024}, nil
}

// median takes the median of each number.
func median(ms []measurement) measurement {
	by := func(f func(measurement) float64) float64 {
		xs := make([]float64, len(ms))
		for i, m := range ms {
			xs[i] = f(m)
		}
		slices.SortFunc(xs, cmp.Compare)
		return xs[len(xs)/2]
	}
	return measurement{by(func(m measurement) float64 { return m.wall }), by(func(m measurement) float64 { return m.cpu }),
		by(func(m measurement) float64 { return m.mib })}
}
