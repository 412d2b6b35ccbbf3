// Command check measures how the time of `descendc check` grows with the length of a program: generated programs of
// 1,000, 10,000 and 100,000 lines in functions of ten lines (program.go), every function checked, on one core; and with the depth
// of nests of loops (nests.go).
//
//	go run ./bench/check [-descendc bin/descendc] [-runs 5] [-lines 1000,10000] [-o bench/results/check.md]
//	go run ./bench/check -print 10000 > program.desc           # the program with that many lines
//	go run ./bench/check -cpuprofile cpu.pprof -lines 100000   # profile of one run, in this process
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"time"

	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/outfile"
	"descend/passes/check"
	"descend/tools/driver"
	"descend/tools/registry"
)

func main() {
	descendc := flag.String("descendc", "bin/descendc", "the compiler")
	runs := flag.Int("runs", 5, "runs of each program; the table has medians")
	out := flag.String("o", "-", "file for the table")
	list := flag.String("lines", "1000,10000,100000", "lengths of the programs; the last is that of -cpuprofile")
	print := flag.Int("print", 0, "print the program with so many lines and end")
	profile := flag.String("cpuprofile", "", "profile one run in this process, to this file")
	mem := flag.String("memprofile", "", "with -cpuprofile: where the memory was allocated, to this file")
	flag.Parse()
	lines, err := numbers(*list)
	switch {
	case err != nil:
	case *print > 0:
		_, err = os.Stdout.WriteString(program(*print / linesOfItem))
	case *profile != "":
		err = profileRun(*profile, *mem, lines[len(lines)-1])
	default:
		err = table(*descendc, lines, *runs, *out)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

func numbers(list string) (out []int, err error) {
	for text := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < linesOfItem {
			return nil, fmt.Errorf("%q is no length of a program", text)
		}
		out = append(out, n)
	}
	return out, nil
}

// inFile calls f with the name of a file that holds the program.
func inFile(program string, f func(name string) error) error {
	dir, err := os.MkdirTemp("", "descend-check-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "program.desc")
	if err := os.WriteFile(name, []byte(program), 0o644); err != nil {
		return err
	}
	return f(name)
}

func profileRun(to, mem string, lines int) error {
	return inFile(program(lines/linesOfItem), func(name string) error {
		w, err := os.Create(to)
		if err != nil {
			return err
		}
		defer w.Close()
		if err := pprof.StartCPUProfile(w); err != nil {
			return err
		}
		defer pprof.StopCPUProfile()
		if status := driver.Main([]string{"check", name}, os.Stdin, os.Stdout, os.Stderr); status != 0 {
			return fmt.Errorf("exit status %d", status)
		}
		if mem == "" {
			return nil
		}
		m, err := os.Create(mem)
		if err != nil {
			return err
		}
		defer m.Close()
		runtime.GC() // the profile is that of the last collection
		return pprof.Lookup("allocs").WriteTo(m, 0)
	})
}

// sample is one run: the stages' times and the process' time of the processor, in milliseconds, and its memory in MiB.
type sample struct{ frontend, checks, cpu, memory float64 }

func table(descendc string, lengths []int, runs int, out string) error {
	var b strings.Builder
	fmt.Fprintf(&b, `# Checking time by length of the program

Made by %s: medians of %d runs of %s on a generated program
(bench/check/program.go: ten kinds of functions of ten lines), with GOMAXPROCS=1. *processor*: user and system time of
the whole process; *frontend* and *checks* are by the clock, and longer where other programs run. Times in
milliseconds; memory is the largest resident set. %s

| lines | functions | frontend | checks | processor | microseconds per line | memory, MiB |
|--:|--:|--:|--:|--:|--:|--:|
`, "`go run ./bench/check`", runs, "`descendc check`", load())
	for _, lines := range lengths {
		s, err := measure(descendc, program(lines/linesOfItem), runs)
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "| %d | %d | %.1f | %.1f | %.1f | %.1f | %.0f |\n", lines, lines/linesOfItem, s.frontend, s.checks, s.cpu, s.cpu*1000/float64(lines), s.memory)
	}
	if err := nestsTable(&b, descendc, runs); err != nil {
		return err
	}
	if err := again(&b, lengths[len(lengths)-1]/linesOfItem); err != nil {
		return err
	}
	return outfile.WriteText(out, b.String())
}

// nestsTable writes what the checks take for a nest of loops, by what stands at every level and by the depth.
func nestsTable(b *strings.Builder, descendc string, runs int) error {
	fmt.Fprintf(b, `
Loops in loops: milliseconds of the checks for a nest (bench/check/nests.go). No level doubles the time of what is in it. Where every
level accesses the same memory all accesses of the nest are compared with each other, which grows with the square of the depth.

| at every level |`)
	for _, depth := range depths {
		fmt.Fprintf(b, " depth %d |", depth)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(depths)) + "\n")
	for _, n := range nests {
		fmt.Fprintf(b, "| %s |", n.name)
		for _, depth := range depths {
			s, err := measure(descendc, nested(n, depth), runs)
			if err != nil {
				return err
			}
			fmt.Fprintf(b, " %.1f |", s.checks*float64(depth)/loops)
		}
		b.WriteString("\n")
	}
	return nil
}

// measure checks a program so many times; all of the sample are medians.
func measure(descendc, program string, runs int) (sample, error) {
	var all []sample
	err := inFile(program, func(name string) error {
		for range runs {
			s, err := once(descendc, name)
			if err != nil {
				return err
			}
			all = append(all, s)
		}
		return nil
	})
	if err != nil {
		return sample{}, err
	}
	median := func(value func(sample) float64) float64 {
		var vs []float64
		for _, s := range all {
			vs = append(vs, value(s))
		}
		slices.Sort(vs)
		return vs[len(vs)/2]
	}
	return sample{
		median(func(s sample) float64 { return s.frontend }), median(func(s sample) float64 { return s.checks }),
		median(func(s sample) float64 { return s.cpu }), median(func(s sample) float64 { return s.memory }),
	}, nil
}

// again writes how long it takes to check one of n functions again, as an editor does after each key.
func again(b *strings.Builder, n int) error {
	c, diags := ir.NewContext(registry.Dialects()...), &ir.Diagnostics{}
	m := frontend.Compile(c, []*source.File{source.NewFile("program.desc", program(n))}, diags)
	if m == nil || diags.HasErrors() {
		return fmt.Errorf("the program is not accepted: %v", diags.Sorted())
	}
	p := check.NewProgram(m, nil)
	if err := p.Check(diags); err != nil {
		return err
	}
	var times []time.Duration
	i := 0
	for op := range m.Body(0).Ops() {
		if i++; i%max(n/500, 1) != 0 {
			continue
		}
		start := time.Now()
		if _, err := p.Replace(ir.SymbolName(op), op); err != nil {
			return err
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
	fmt.Fprintf(b, "\nOne function of %d checked again, with those of its callers that its change matters to (%d functions, one after the other): median %.2f ms, 99 of 100 below %.2f ms, longest %.2f ms.\n",
		n, len(times), ms(times[len(times)/2]), ms(times[len(times)*99/100]), ms(times[len(times)-1]))
	return nil
}

// load says how busy the machine is: times on a shared one are longer, the processor's too.
func load() string {
	text, err := os.ReadFile("/proc/loadavg")
	one, _, ok := strings.Cut(string(text), " ")
	if err != nil || !ok {
		return ""
	}
	return fmt.Sprintf("At the start %s processes ran on %d processors.", one, runtime.NumCPU())
}

// once runs descendc check in a process of its own.
func once(descendc, name string) (sample, error) {
	var s sample
	cmd := exec.Command(descendc, "check", "--time-passes", name)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Run(); err != nil {
		return s, fmt.Errorf("%v\n%s", err, errs.String())
	}
	for line := range strings.Lines(errs.String()) {
		if ms, stage, ok := strings.Cut(strings.TrimSpace(line), " ms "); ok {
			v, _ := strconv.ParseFloat(ms, 64)
			switch strings.TrimSpace(stage) {
			case "frontend":
				s.frontend = v
			case "checks":
				s.checks = v
			}
		}
	}
	if s.frontend == 0 || s.checks == 0 {
		return s, fmt.Errorf("--time-passes says nothing:\n%s", errs.String())
	}
	s.cpu = float64((cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())/time.Microsecond) / 1000
	s.memory = maxResident(cmd.ProcessState)
	return s, nil
}
