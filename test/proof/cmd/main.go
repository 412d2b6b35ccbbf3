// Command cmd proves or refutes the kernels of all programs of the repository, of the ones whose names contain the
// argument, or of a file (-file), and writes a table.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"descend/test/proof"
	"descend/test/proof/corpus"
)

func main() {
	root := flag.String("root", ".", "the root of the repository")
	out := flag.String("o", "", "the table; without it the lines only")
	file := flag.String("file", "", "a program of its own")
	budget := flag.Duration("budget", 3*time.Minute, "time for a kernel")
	generate := flag.Uint64("generate", 0, "that many programs of the generators of attacks instead")
	seed := flag.Uint64("seed", 1, "the first of them")
	jobs := flag.Int("j", 2, "programs at a time")
	flag.Parse()
	var programs []corpus.Program
	var err error
	switch {
	case *file != "":
		var text []byte
		text, err = os.ReadFile(*file)
		programs = append(programs, corpus.Program{Name: *file, Text: string(text)})
	case *generate > 0:
		programs = corpus.Generated(*seed, *generate)
	default:
		programs, err = corpus.Programs(*root)
	}
	if err == nil {
		err = run(programs, *out, strings.Join(flag.Args(), " "), *budget, *jobs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(programs []corpus.Program, out, only string, budget time.Duration, jobs int) error {
	programs = slices.DeleteFunc(programs, func(p corpus.Program) bool { return !strings.Contains(p.Name, only) })
	rows := make([][]corpus.Row, len(programs))
	errs := make([]error, len(programs))
	var wait sync.WaitGroup
	next := make(chan int)
	for range jobs {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for i := range next {
				rows[i], errs[i] = corpus.Judge(programs[i], func(l corpus.Lowered) ([]proof.Result, error) {
					return proof.Kernels(l.Module, budget)
				})
				for _, r := range rows[i] {
					fmt.Println(r.Line())
				}
			}
		}()
	}
	for i := range programs {
		next <- i
	}
	close(next)
	wait.Wait()
	table := corpus.Table{}
	for i := range rows {
		if errs[i] != nil {
			return fmt.Errorf("%s: %w", programs[i].Name, errs[i])
		}
		table = append(table, rows[i]...)
	}
	fmt.Println(table.Summary())
	if out != "" {
		return os.WriteFile(out, []byte(table.Text()), 0o644)
	}
	return nil
}
