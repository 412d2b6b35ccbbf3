// Command cpu measures kernels on the CPU device against plain C of the same algorithm (twins/twins.c): both compiled by
// the same clang at -O3 -march=native, two threads each, in turns, results compared.
//
//	go run ./bench/cpu [-descendc bin/descendc] [-rounds 11] [-only NAME] [-o bench/results/cpu.md]
//
// It also measures how long an executable with a small kernel takes from start to end.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"descend/backend/ptx"
	"descend/ir/outfile"
)

func main() {
	descendc := flag.String("descendc", "bin/descendc", "the compiler")
	rounds := flag.Int("rounds", 11, "rounds of each benchmark; the table has medians")
	only := flag.String("only", "", "one benchmark")
	out := flag.String("o", "-", "file for the table")
	flag.Parse()
	text, err := measure(*descendc, *rounds, *only)
	if err == nil {
		err = outfile.WriteText(*out, text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cpu:", err)
		os.Exit(1)
	}
}

// libraries are the examples that the twins are compared with, and kernels for whole tiles.
var libraries = []string{"examples/saxpy", "examples/transpose_f32", "examples/reduce_shared", "examples/scan", "examples/matmul", "examples/matmul_tiled",
	"examples/histogram", "bench/sass/whole/matmul", "bench/sass/whole/matmul_tiled"}

func measure(descendc string, rounds int, only string) (string, error) {
	dir, err := os.MkdirTemp("", "descend-bench")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	for _, l := range libraries {
		library := filepath.Join(dir, strings.ReplaceAll(strings.TrimPrefix(l, "examples/"), "bench/sass/whole/", "whole_")+".so")
		if _, err := run(descendc, "build", l+".desc", "--emit=shared", "--march=native", "-o", library); err != nil {
			return "", err
		}
	}
	clang, _ := ptx.Default().LLVM("clang")
	if clang == nil {
		return "", fmt.Errorf("clang is needed")
	}
	twins := filepath.Join(dir, "twins")
	if _, err := run(clang.Path, "-O3", "-march=native", "bench/cpu/twins/twins.c", "-o", twins, "-ldl", "-lpthread"); err != nil {
		return "", err
	}
	args := []string{dir, strconv.Itoa(rounds)}
	if only != "" {
		args = append(args, only)
	}
	lines, err := run(twins, args...)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("# The CPU device\n\n")
	fmt.Fprintf(&b, "Made by `go run ./bench/cpu`: medians of %d rounds, C and Descend in turns, milliseconds. *wall* is the\n", rounds)
	b.WriteString("time that passes, *processor* that of both threads; the results are equal. ")
	fmt.Fprintf(&b, "Both sides: %s, -O3 -march=native,\ntwo threads, %s.\n\n", version(clang.Path), processor())
	b.WriteString("| kernel | size | C wall | Descend wall | ratio | C processor | Descend processor | ratio |\n|---|---|--:|--:|--:|--:|--:|--:|\n")
	for l := range strings.Lines(lines) {
		f := strings.Split(strings.TrimSpace(l), "\t")
		if len(f) != 7 || f[6] != "equal" {
			return "", fmt.Errorf("results differ: %s", l)
		}
		var ms [4]float64
		for i := range ms {
			s, err := strconv.ParseFloat(f[2+i], 64)
			if err != nil {
				return "", err
			}
			ms[i] = 1e3 * s
		}
		fmt.Fprintf(&b, "| %s | %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", f[0], f[1], ms[0], ms[1], ms[1]/ms[0], ms[2], ms[3], ms[3]/ms[2])
	}
	b.WriteString("\nThe twins run a GPU's algorithm step by step; *serial C* is what C would do instead: one addition after the other.\nOn a machine that does other work too, the processor times compare.\n")
	start, err := startup(descendc, dir, rounds)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "\nAn executable that launches one small kernel, from its start to its end: %.1f ms.\n", start)
	return b.String(), nil
}

// small is a program with a small kernel.
const small = `fn fill(v: &uniq gpu.global [i32; 64]) -[grid: gpu.grid<X<2>, X<32>>]-> () {
  sched(X) block in grid { sched(X) thread in block { v.group::<32>[[block]][[thread]] = 7 } }
}
fn main() -[t: cpu.thread]-> () {
  let mut v = CpuHeap::new([0; 64]);
  let mut d = GpuGlobal::alloc_copy(&v);
  fill::<<<X<2>, X<32>>>>(&uniq d);
  copy_mem_to_host(&uniq v, &d)
}
`

// startup is the median time of a run of a small program, in milliseconds.
func startup(descendc, dir string, rounds int) (float64, error) {
	source, program := filepath.Join(dir, "small.desc"), filepath.Join(dir, "small")
	if err := os.WriteFile(source, []byte(small), 0o644); err != nil {
		return 0, err
	}
	if _, err := run(descendc, "build", source, "--emit=exe", "-o", program); err != nil {
		return 0, err
	}
	var times []float64
	for range rounds {
		begin := time.Now()
		cmd := exec.Command(program)
		cmd.Env = append(os.Environ(), "DESCEND_DEVICE=cpu")
		if err := cmd.Run(); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds()*1e3)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

func run(program string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "DESCEND_DEVICE=cpu", "DESCEND_THREADS=2")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s%s", program, strings.Join(args, " "), err, out, stderr.String())
	}
	return string(out), nil
}

// version is the first line of clang's --version, without the vendor's remarks.
func version(clang string) string {
	out, err := run(clang, "--version")
	f := strings.Fields(out)
	if i := slices.Index(f, "version"); err == nil && i >= 0 && i+1 < len(f) {
		return "clang " + f[i+1]
	}
	return "clang"
}

// processor is the name of the machine's processor.
func processor() string {
	data, _ := os.ReadFile("/proc/cpuinfo")
	for l := range strings.Lines(string(data)) {
		if name, ok := strings.CutPrefix(l, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, " \t:"))
		}
	}
	return "an unknown processor"
}
