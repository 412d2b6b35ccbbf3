// Command fmt measures how long `descendc fmt` takes for 100,000 lines: the programs of the repository one after another, again and again.
//
//	go run ./bench/fmt -o bench/results/fmt.md
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"descend/tools/driver"
)

const (
	lines = 100_000
	runs  = 5
)

func main() {
	out := flag.String("o", "", "file for the table; standard output without it")
	flag.Parse()
	table, err := measure()
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

func measure() (string, error) {
	text, err := program()
	if err != nil {
		return "", err
	}
	var clock, processor []time.Duration
	for range runs {
		var out, errs bytes.Buffer
		begin, before := time.Now(), used()
		if status := driver.Main([]string{"fmt", "-"}, strings.NewReader(text), &out, &errs); status != 0 {
			return "", fmt.Errorf("descendc fmt: status %d: %s", status, errs.String())
		}
		clock, processor = append(clock, time.Since(begin)), append(processor, used()-before)
	}
	slices.Sort(clock)
	slices.Sort(processor)
	return fmt.Sprintf(`# Formatting time

Made by `+"`go run ./bench/fmt`"+`: the median of %d runs of `+"`descendc fmt -`"+` on the examples and `+"`std`"+`, repeated. *Processor* is user and system
time with the collector of garbage, *clock* is longer where other programs run.

| lines | processor, s | clock, s |
|--:|--:|--:|
| %d | %.2f | %.2f |
`, runs, strings.Count(text, "\n"), processor[runs/2].Seconds(), clock[runs/2].Seconds()), nil
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

// used is the time of processors that this process has had.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
