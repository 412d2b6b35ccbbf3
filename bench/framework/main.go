// Command framework compares the IR framework with mlir-opt 19 on large modules: time and peak memory of
// reading, verifying and printing, in generic and in custom form, of cse and of canonicalize.
//
//	go run ./bench/framework -gen 100000 > m.mlir      a module of about that many operations
//	go run ./bench/framework [-runs 9] [-time 110s] [-form custom] [-o bench/results/framework.md]
//
// The tools run in turns on the same file. Single-threaded runs have --mlir-disable-threading on both sides and
// one processor for our garbage collector too (GOMAXPROCS=1).
package main

import (
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

	"descend/ir/outfile"
)

func main() {
	gen := flag.Int("gen", 0, "write a module of that many operations and stop")
	ours := flag.String("descend-opt", "bin/descend-opt", "our tool")
	theirs := flag.String("mlir-opt", "mlir-opt-19", "MLIR's tool")
	runs := flag.Int("runs", 9, "runs of each, at most; the table has the least")
	budget := flag.Duration("time", 110*time.Second, "no run is repeated that would take longer than that in all")
	sizes := flag.String("sizes", "10000,100000,1000000", "numbers of operations")
	form := flag.String("form", "", "only the rows with that form, generic or custom")
	out := flag.String("o", "-", "file for the table")
	flag.Parse()
	if *gen > 0 {
		os.Stdout.Write(module(*gen))
		return
	}
	text, err := measure([2]string{*ours, *theirs}, *sizes, *form, *runs, *budget)
	if err == nil {
		err = outfile.WriteText(*out, text)
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

func measure(tools [2]string, sizes, form string, runs int, budget time.Duration) (string, error) {
	start := time.Now()
	dir, err := os.MkdirTemp("", "framework")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	var b strings.Builder
	fmt.Fprintf(&b, "# The IR framework against mlir-opt 19\n\nMade by `go run ./bench/framework`: the least of the runs, the tools in turns on the same file. "+
		"Seconds of wall\ntime and of processor time (of all threads, also the system's), and MiB of peak memory (maximum resident set) of the whole\n"+
		"process, output to a file. *one*: one thread; *all*: threads as the tools choose. %d processors. On a busy machine\n"+
		"wall times say little, and processor times less than on an idle one: the least is the one that other work disturbed least.\n"+
		"Custom form is what mlir-opt makes of the generic one.\n\n", cpus())
	b.WriteString("| operations | what | form | threads | runs | wall: ours | mlir-opt | ratio | processor: ours | mlir-opt | ratio | MiB: ours | mlir-opt | ratio |\n" +
		"|--:|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n")
	list := strings.Split(sizes, ",")
	for i, size := range list {
		n, err := strconv.Atoi(size)
		if err != nil {
			return "", err
		}
		share := (budget - time.Since(start)) / time.Duration(len(list)-i)
		if err := sizeRows(&b, dir, tools, n, form, runs, share); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

// sizeRows writes the rows of one size, of one form if that is not empty: as many runs of everything as fit the time, at least one.
func sizeRows(b *strings.Builder, dir string, tools [2]string, n int, form string, runs int, share time.Duration) error {
	input := filepath.Join(dir, "m.mlir")
	if err := os.WriteFile(input, module(n), 0o644); err != nil {
		return err
	}
	custom := filepath.Join(dir, "custom.mlir")
	if _, err := run(tools[1], []string{input, "-o", custom}, os.Environ()); err != nil {
		return err
	}
	type row struct {
		what, form, threads string
		args, env           []string
		all                 [2][]measurement
	}
	var rows []*row
	generic := []string{input, "--mlir-print-op-generic"}
	for _, what := range []struct {
		name, pipeline, form string
		args                 []string
	}{
		{"parse, verify, print", "builtin.module()", "generic", generic},
		{"parse, verify, print", "builtin.module()", "custom", []string{custom}},
		{"cse", "builtin.module(func.func(cse))", "generic", generic},
		{"canonicalize", "builtin.module(func.func(canonicalize))", "generic", generic},
	} {
		if form != "" && form != what.form {
			continue
		}
		args := append(slices.Clone(what.args), "--pass-pipeline="+what.pipeline, "-o", filepath.Join(dir, "out.mlir"))
		rows = append(rows, &row{what: what.name, form: what.form, threads: "one", args: append(slices.Clone(args), "--mlir-disable-threading"), env: append(os.Environ(), "GOMAXPROCS=1")},
			&row{what: what.name, form: what.form, threads: "all", args: args, env: os.Environ()})
	}
	done := 0
	for start := time.Now(); done < runs; done++ {
		if done > 0 && time.Since(start)*time.Duration(done+1)/time.Duration(done) > share {
			break
		}
		for _, r := range rows {
			for i, tool := range tools {
				m, err := run(tool, r.args, r.env)
				if err != nil {
					return err
				}
				r.all[i] = append(r.all[i], m)
			}
		}
	}
	for _, r := range rows {
		ms, mm := least(r.all[0]), least(r.all[1])
		fmt.Fprintf(b, "| %d | %s | %s | %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.0f | %.0f | %.2f |\n", n, r.what, r.form, r.threads, done,
			ms.wall, mm.wall, ms.wall/mm.wall, ms.cpu, mm.cpu, ms.cpu/mm.cpu, ms.mib, mm.mib, ms.mib/mm.mib)
	}
	return nil
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

// least takes the least of each number.
func least(ms []measurement) measurement {
	by := func(f func(measurement) float64) float64 {
		xs := make([]float64, len(ms))
		for i, m := range ms {
			xs[i] = f(m)
		}
		return slices.Min(xs)
	}
	return measurement{by(func(m measurement) float64 { return m.wall }), by(func(m measurement) float64 { return m.cpu }),
		by(func(m measurement) float64 { return m.mib })}
}
