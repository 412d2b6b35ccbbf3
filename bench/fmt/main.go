// Command fmt measures how long `descendc fmt` takes for 100,000 lines: the programs of the repository one after another, again and again.
//
//	go run ./bench/fmt [-descendc bin/descendc] -o bench/results/fmt.md
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	lines = 100_000
	runs  = 5
)

func main() {
	descendc := flag.String("descendc", "bin/descendc", "the compiler")
	out := flag.String("o", "", "file for the table; standard output without it")
	flag.Parse()
	table, err := measure(*descendc)
	if err == nil && *out != "" {
		err = os.WriteFile(*out, []byte(table), 0o644)
	} else if err == nil {
		fmt.Print(table)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "fmt:", err)
		os.Exit(1)
	}
}

func measure(descendc string) (string, error) {
	text, err := program()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "bench-fmt")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "program.desc")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		return "", err
	}
	table := fmt.Sprintf(`# Formatting time

Made by `+"`go run ./bench/fmt`"+`: the median of %d runs on the examples and `+"`std`"+`, repeated to %d lines. *Processor* is user and system
time with the collector of garbage, *clock* is longer where other programs run.

| command | processor, s | clock, s |
|---|--:|--:|
`, runs, strings.Count(text, "\n"))
	for _, way := range []struct {
		shown string
		args  []string
	}{{"descendc fmt --check FILE", []string{"fmt", "--check", file}}, {"descendc fmt -", []string{"fmt", "-"}}} {
		var clock, processor []float64
		for range runs {
			cmd := exec.Command(descendc, way.args...)
			cmd.Stdin = strings.NewReader(text) // which is read for a file named "-" only
			begin := time.Now()
			if out, err := cmd.Output(); err != nil && cmd.ProcessState.ExitCode() != 1 || len(out) == 0 { // 1: not formatted
				return "", fmt.Errorf("%s: %w", way.shown, err)
			}
			clock = append(clock, time.Since(begin).Seconds())
			processor = append(processor, (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds())
		}
		slices.Sort(clock)
		slices.Sort(processor)
		table += fmt.Sprintf("| `%s` | %.2f | %.2f |\n", way.shown, processor[runs/2], clock[runs/2])
	}
	return table, nil
}

// program is the text of programs of the repository, repeated until it has enough lines.
func program() (string, error) {
	var files []string
	for _, pattern := range []string{"examples/*.desc", "examples/literature/*.desc", "frontend/std/*.desc"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			return "", fmt.Errorf("no %s: run this in the root of the repository", pattern)
		}
		files = append(files, found...)
	}
	var text strings.Builder
	for n := 0; ; {
		for _, name := range files {
			one, err := os.ReadFile(name)
			if err != nil {
				return "", err
			}
			text.Write(one)
			text.WriteByte('\n')
			if n += bytes.Count(one, []byte("\n")) + 1; n >= lines {
				return text.String(), nil
			}
		}
	}
}
