// Command compile measures our share of `descendc build` (source to NVVM text, with all checks) against LLVM's
// (text to PTX, by clang and by LLVM's library) on every example, whether compile time depends on the sizes and
// loop counts in a program, and how long runs on the CPU take that have to be compiled.
//
//	go run ./bench/compile [-descendc bin/descendc] [-runs 11] [-o bench/results/compile.md]
//
// Times are those of --time-passes; ours are of processes that end with the NVVM text, beside which no tool of LLVM is looked for or starts.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"descend/backend/libllvm"
	"descend/ir/outfile"
)

func main() {
	descendc := flag.String("descendc", "bin/descendc", "the compiler")
	runs := flag.Int("runs", 11, "runs of each program; the table has the least")
	examples := flag.String("examples", "examples", "folder of programs")
	sizes := flag.String("sizes", "bench/compile/sizes", "folder of programs with COUNT and BLOCKS")
	program := flag.String("program", "bin", "folder of descend-llvm, as tools/llvm.sh makes it")
	out := flag.String("o", "-", "file for the table")
	flag.Parse()
	text, err := measure(*descendc, *program, *runs, *examples, *sizes)
	if err == nil {
		err = outfile.WriteText(*out, text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "compile:", err)
		os.Exit(1)
	}
}

// way is how LLVM is there, as the environment says it.
type way struct{ name, variables string }

// waysOf are clang, LLVM's library as the system has it, and descend-llvm.
func waysOf(program string) ([]way, error) {
	l := libllvm.Find(libllvm.Folders(), 19)
	if l == nil {
		return nil, errors.New("LLVM's library is not there")
	}
	if p := libllvm.Find([]string{program}, 19); p == nil {
		return nil, fmt.Errorf("there is no descend-llvm in %s: tools/llvm.sh makes it", program)
	}
	return []way{
		{"clang", "DESCEND_LLVM=clang"},
		{"LLVM's library", "DESCEND_LLVM=lib DESCEND_LLVM_DIR=" + filepath.Dir(l.Path)},
		{libllvm.ProgramName, "DESCEND_LLVM=lib DESCEND_LLVM_DIR=" + program},
	}, nil
}

// share is the time of our stages, in milliseconds, in a process that ends with the NVVM text: nothing else runs beside them. llvm is the stage LLVM by
// all ways. The others are whole processes: up to the NVVM text, and to PTX by all ways.
type share struct {
	stages  map[string]float64
	llvm    [3]float64
	process float64
	toPTX   [3]float64
}

func (s share) ours() float64 {
	sum := 0.0
	for name, ms := range s.stages {
		if name != "total" {
			sum += ms
		}
	}
	return sum
}

func measure(descendc, program string, runs int, examples, sizes string) (string, error) {
	ways, err := waysOf(program)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Compile time

Made by %s: the least of %d runs, milliseconds. *ours*: frontend, checks, lowering,
optimization, layout of shared memory, NVVM text, in a process that ends there; *clang*: that text to PTX for sm_60 by clang -O3; *library*: the same by LLVM's library, what is
waited for, as it is loaded meanwhile; *program*: by descend-llvm, which has the library within (tools/llvm.sh). *process*: wall time of a process that goes
from the source to the NVVM text, with its start; then of one that goes on to PTX, in these ways, in turns.

| example | frontend | checks | lowering | optimization | layout | NVVM | ours | clang | ours / clang | library | program | process | to PTX, clang | to PTX, library | to PTX, program |
|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|
`, "`go run ./bench/compile`", runs)
	files, err := filepath.Glob(filepath.Join(examples, "*.desc"))
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return "", fmt.Errorf("no programs in %s", examples)
	}
	var goals []string
	sumOurs, sumLLVM, logs := 0.0, 0.0, 0.0
	for _, f := range files {
		all, err := repeat(descendc, ways, runs, f)
		if err != nil {
			return "", err
		}
		name := strings.TrimSuffix(filepath.Base(f), ".desc")
		waited := func(i int) float64 { return least(all, func(s share) float64 { return s.llvm[i] }) }
		ours, llvm := least(all, share.ours), waited(0)
		toPTX := func(i int) float64 { return least(all, func(s share) float64 { return s.toPTX[i] }) }
		fmt.Fprintf(&b, "| %s | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f | %.1f | %.2f | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f |\n", name, stage(all, "frontend"),
			stage(all, "checks"), stage(all, "lowering"), stage(all, "optimization"), stage(all, "layout"), stage(all, "NVVM IR"), ours, llvm, ours/llvm,
			waited(1), waited(2), least(all, func(s share) float64 { return s.process }), toPTX(0), toPTX(1), toPTX(2))
		sumOurs, sumLLVM, logs = sumOurs+ours, sumLLVM+llvm, logs+math.Log(ours/llvm)
		if ours >= 0.15*llvm {
			goals = append(goals, fmt.Sprintf("%s: our share is %.2f of clang's time", name, ours/llvm))
		}
		if name == "transpose" && ours >= 10 {
			goals = append(goals, fmt.Sprintf("transpose: our share is %.1f ms", ours))
		}
		if name == "saxpy" && toPTX(2) >= 15 {
			goals = append(goals, fmt.Sprintf("saxpy: %.1f ms from the source to PTX", toPTX(2)))
		}
	}
	fmt.Fprintf(&b, "\nOurs is %.3f of clang's time for all of them together, %.3f in the geometric mean.\n", sumOurs/sumLLVM, math.Exp(logs/float64(len(files))))
	if err := appendSizes(&b, descendc, ways, runs, sizes); err != nil {
		return "", err
	}
	cold, err := appendRuns(&b, descendc, ways, runs, examples)
	if err != nil {
		return "", err
	}
	load, err := loading(runs)
	if err != nil {
		return "", err
	}
	fmt.Fprintf(&b, "\nThe system takes %.1f ms of these to load LLVM's library, in a process of its own, while ours works; in descend-llvm it is there at once.\n", load)
	if cold >= 60 {
		goals = append(goals, fmt.Sprintf("saxpy: %.0f ms for a run on the CPU with nothing kept", cold))
	}
	b.WriteString("\n## Goals\n\nOur share below 0.15 of clang's time, and below 10 ms for the transposition; source to PTX of saxpy below 15 ms; its run on the CPU with nothing kept below 60 ms: ")
	if len(goals) == 0 {
		b.WriteString("met.\n")
	} else {
		b.WriteString("**missed.**\n\n- " + strings.Join(goals, "\n- ") + "\n")
	}
	return b.String(), nil
}

// scale is a pair of numbers for the programs of the second table.
type scale struct{ count, blocks string }

var scales = []scale{{"10", "4"}, {"1000", "4096"}, {"1000000000", "1073741824"}}

// appendSizes writes the second table.
func appendSizes(b *strings.Builder, descendc string, ways []way, runs int, sizes string) error {
	files, err := filepath.Glob(filepath.Join(sizes, "*.desc"))
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "\n## Sizes and loop counts\n\nThe same programs with small and large numbers (arrays of up to 2^40 elements).\n\n"+
		"| program | rounds of each loop | blocks | ours | LLVM | ours / ours of the smallest |\n|---|--:|--:|--:|--:|--:|\n")
	dir, err := os.MkdirTemp("", "descend-compile-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		name := filepath.Base(f)
		first := 0.0
		for _, s := range scales {
			text := strings.NewReplacer("COUNT", s.count, "BLOCKS", s.blocks).Replace(string(src))
			file := filepath.Join(dir, name)
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				return err
			}
			all, err := repeat(descendc, ways, runs, file)
			if err != nil {
				return err
			}
			ours := least(all, share.ours)
			if first == 0 {
				first = ours
			}
			fmt.Fprintf(b, "| %s | %s | %s | %.2f | %.1f | %.2f |\n", strings.TrimSuffix(name, ".desc"), s.count, s.blocks, ours,
				least(all, func(s share) float64 { return s.llvm[0] }), ours/first)
		}
	}
	return nil
}

// repeat compiles a program several times, after one time that does not count.
func repeat(descendc string, ways []way, runs int, file string) ([]share, error) {
	var all []share
	for i := range runs + 1 {
		s, err := once(descendc, ways, file)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			all = append(all, s)
		}
	}
	return all, nil
}

func once(descendc string, ways []way, file string) (s share, err error) {
	for i, w := range ways {
		stages, ms, err := timed(descendc, file, w, "ptx")
		if err != nil {
			return s, err
		}
		s.llvm[i], s.toPTX[i] = stages["LLVM"], ms
		if s.llvm[i] == 0 {
			return s, fmt.Errorf("%s: --time-passes says nothing of LLVM", file)
		}
	}
	if s.stages, s.process, err = timed(descendc, file, way{}, "llvm"); err != nil {
		return s, err
	}
	for _, name := range []string{"frontend", "checks"} {
		if s.stages[name] == 0 {
			return s, fmt.Errorf("%s: --time-passes says nothing of %s", file, name)
		}
	}
	return s, nil
}

// timed builds a program with one way to PTX, and gives the times of the stages and of the process.
func timed(descendc, file string, w way, kind string) (stages map[string]float64, process float64, err error) {
	var errs strings.Builder
	cmd := exec.Command(descendc, "build", file, "--emit="+kind, "-o", os.DevNull, "--time-passes")
	cmd.Stderr = &errs
	cmd.Env = append(os.Environ(), strings.Fields(w.variables)...)
	start := time.Now()
	if err := cmd.Run(); err != nil {
		return nil, 0, fmt.Errorf("%s: %v\n%s", file, err, errs.String())
	}
	process = float64(time.Since(start).Microseconds()) / 1000
	stages = map[string]float64{}
	for line := range strings.Lines(errs.String()) {
		// "     1.085 ms  frontend"
		if ms, name, ok := strings.Cut(strings.TrimSpace(line), " ms "); ok {
			if v, err := strconv.ParseFloat(ms, 64); err == nil {
				stages[strings.TrimSpace(name)] += v
			}
		}
	}
	return stages, process, nil
}

func stage(all []share, name string) float64 {
	return least(all, func(s share) float64 { return s.stages[name] })
}

// least is that of all runs: whatever else a machine does only adds to a time.
func least[T any](all []T, value func(T) float64) float64 {
	best := math.Inf(1)
	for _, s := range all {
		best = min(best, value(s))
	}
	return best
}
