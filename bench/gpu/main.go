// Command gpu measures our kernels on a GPU, each against a CUDA twin of the same algorithm (twins/*.cu,
// ../sass/twins/*.cu) against CUB and cuBLAS where they have
// the same, against a kernel that copies, and against what the GPU could do at best. It makes one folder with all that this takes, since a
// machine with a GPU may have no Go and no LLVM:
//
//	go run ./bench/gpu make -o DIR     here: compiles all kernels for all targets, and this program
//	DIR/run.sh                         there: needs NVIDIA's driver, and nvcc or NVRTC for the twins, CUB's headers and cuBLAS for theirs
//
// Every kernel runs on random whole numbers, and all results are checked before anything is measured. Then a
// pair of events stands around the launch alone; after a warm-up all versions of a kernel and the copy take turns,
// and the median of up to 100 turns counts. Both compilers' PTX goes through the driver's assembler.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"descend/backend/ptx"
)

const usage = `usage:
  gpu make -o DIR [-targets sm_60,..] [-small] [-only NAME,..]    make the folder
  gpu run [-dir DIR] [-device N] [-nvrtc LIBRARY] [-headers CUB,CUDA] [-cublas LIBRARY] [-only NAME,..] [-turns N] [-o FILE]    measure
`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "gpu:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("%s", usage)
	}
	f := flag.NewFlagSet("gpu", flag.ContinueOnError)
	f.Usage = func() { fmt.Fprint(os.Stderr, usage) }
	out := f.String("o", "", "")
	only := f.String("only", "", "")
	switch args[0] {
	case "make":
		targets := f.String("targets", strings.Join(ptx.Targets(), ","), "")
		small := f.Bool("small", false, "")
		if err := f.Parse(args[1:]); err != nil {
			return err
		}
		if *out == "" {
			return fmt.Errorf("make needs -o DIR")
		}
		chosen, err := choose(*only)
		if err != nil {
			return err
		}
		return makeFolder(*out, chosen, strings.Split(*targets, ","), *small)
	case "run":
		m := measurement{}
		f.StringVar(&m.dir, "dir", ".", "")
		f.IntVar(&m.device, "device", 0, "")
		f.StringVar(&m.nvrtc, "nvrtc", "", "")
		f.StringVar(&m.headers, "headers", "", "")
		f.StringVar(&m.blas, "cublas", "", "")
		f.IntVar(&m.turns, "turns", 100, "")
		if err := f.Parse(args[1:]); err != nil {
			return err
		}
		var err error
		if m.benchmarks, err = choose(*only); err != nil {
			return err
		}
		return m.run(*out)
	}
	return fmt.Errorf("%s", usage)
}

// choose gives the benchmarks with one of the names; all for "".
func choose(names string) ([]benchmark, error) {
	if names == "" {
		return programs[1:], nil // the first one is the copy, which always runs
	}
	var out []benchmark
	for _, name := range strings.Split(names, ",") {
		n := len(out)
		for _, b := range programs[1:] {
			if b.name == name || b.file == name {
				out = append(out, b)
			}
		}
		if len(out) == n {
			return nil, fmt.Errorf("there is no benchmark %s", name)
		}
	}
	return out, nil
}
