// Command sass compares the machine code of our kernels with handwritten CUDA twins (twins/*.cu) of the same
// algorithms. Ours are compiled by descendc, the twins by NVRTC; the same ptxas assembles both and nvdisasm
// lists the result. Nothing runs on a GPU and nothing needs one.
//
//	go run ./bench/sass -nvrtc /path/to/libnvrtc.so [-headers CUB,CUDA] [-targets sm_60,sm_90] [-o bench/results/sass.md]
//
// ptxas, nvdisasm and cc are taken from PATH, descendc from bin/. With the headers of CUB and of CUDA (PyPI: nvidia-cuda-cccl-cu12,
// nvidia-cuda-runtime-cu12; the folders "include") there are rows of twins made of CUB's parts.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"descend/ir/outfile"
)

// variant is a way to make PTX of a kernel.
type variant struct {
	name string
	idx  string // the twin's type of sizes and indices; "" is ours
	cub  bool   // the twin is made of CUB's parts
}

// variants are the ways to make a kernel, ours first. Without headers there is no CUB.
func (t *tools) variants(k kernel) []variant {
	list := []variant{{name: "ours"}}
	if k.twin != "-" {
		list = append(list, variant{name: "CUDA, 64-bit", idx: "long long"})
		if k.example != "whole/reduce_shared" || k.size == "" { // else there is no run-time index that could differ
			list = append(list, variant{name: "CUDA, 32-bit", idx: "int"})
		}
	}
	if k.cub != "" && t.headers != "" {
		list = append(list, variant{name: "CUB, 64-bit", idx: "long long", cub: true})
	}
	return list
}

type tools struct {
	descendc, ptxas, nvdisasm, nvrtc, library, headers, twins, examples, dir string
}

func main() {
	var t tools
	flag.StringVar(&t.descendc, "descendc", "bin/descendc", "our compiler")
	flag.StringVar(&t.ptxas, "ptxas", "ptxas", "NVIDIA's assembler")
	flag.StringVar(&t.nvdisasm, "nvdisasm", "nvdisasm", "NVIDIA's disassembler")
	flag.StringVar(&t.library, "nvrtc", "libnvrtc.so", "NVRTC's shared library")
	flag.StringVar(&t.headers, "headers", "", "folders of CUB's headers and of CUDA's, divided by commas; without them there are no rows of CUB")
	flag.StringVar(&t.twins, "twins", "bench/sass/twins", "folder of the CUDA twins")
	flag.StringVar(&t.examples, "examples", "examples", "folder of our programs")
	flag.StringVar(&t.dir, "keep", "", "keep PTX, cubins and listings in this folder")
	targets := flag.String("targets", "sm_60,sm_90", "chips")
	only := flag.String("only", "", "only kernels whose name contains this")
	out := flag.String("o", "-", "file for the table")
	flag.Parse()
	if err := run(&t, strings.Split(*targets, ","), *only, *out); err != nil {
		fmt.Fprintln(os.Stderr, "sass:", err)
		os.Exit(1)
	}
}

func run(t *tools, targets []string, only, out string) error {
	if t.dir == "" {
		dir, err := os.MkdirTemp("", "descend-sass-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		t.dir = dir
	} else if err := os.MkdirAll(t.dir, 0o755); err != nil {
		return err
	}
	t.nvrtc = filepath.Join(t.dir, "nvrtc")
	if _, err := command("cc", "-O1", "-o", t.nvrtc, filepath.Join(t.twins, "nvrtc.c"), "-ldl"); err != nil {
		return err
	}
	rows, err := t.all(targets, only)
	if err != nil {
		return err
	}
	text, err := t.report(rows)
	if err != nil {
		return err
	}
	return outfile.WriteText(out, text)
}

// all measures the chosen kernels, several at once: what takes time are other programs.
func (t *tools) all(targets []string, only string) ([]row, error) {
	var rows []row
	for _, k := range kernels {
		if !strings.Contains(k.name, only) {
			continue
		}
		for _, target := range targets {
			for _, v := range t.variants(k) {
				rows = append(rows, row{kernel: k, target: k.on(target), variant: v})
			}
		}
	}
	errs := make([]error, len(rows))
	slots := make(chan struct{}, 2*runtime.NumCPU())
	var wg sync.WaitGroup
	for i := range rows {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			r := &rows[i]
			if err := t.measure(r); err != nil {
				errs[i] = fmt.Errorf("%s, %s, %s: %w", r.kernel.name, r.target, r.variant.name, err)
			}
		})
	}
	wg.Wait()
	return rows, errors.Join(errs...)
}

// twin is the CUDA file of a kernel: one of ours, or of those that bench/gpu measures.
func (t *tools) twin(k kernel, v variant) string {
	name := strings.ReplaceAll(k.example, "/", "_")
	if v.cub {
		name = "cub"
	} else if k.twin != "" {
		name = k.twin
	}
	if own := filepath.Join(t.twins, name+".cu"); exists(own) {
		return own
	}
	return filepath.Join(t.twins, "..", "..", "gpu", "twins", name+".cu")
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// measure compiles a variant for a chip, and counts.
func (t *tools) measure(r *row) error {
	k, target, v := r.kernel, r.target, r.variant
	base := filepath.Join(t.dir, strings.NewReplacer(" ", "-", ",", "").Replace(k.name+"."+v.name+"."+target))
	ptx, cubin := base+".ptx", base+".cubin"
	entry := k.entry
	if v.idx == "" {
		args := []string{"build", k.source(t.examples, filepath.Join(t.twins, "..", "..")), "--target=" + target, "-o", ptx}
		for _, d := range k.defines {
			args = append(args, "-D", d)
		}
		if _, err := command(t.descendc, args...); err != nil {
			return err
		}
		if k.symbol != "" {
			entry = k.symbol
		}
	} else {
		text, err := command(t.nvrtc, t.options(k, target, v)...)
		if err != nil {
			return err
		}
		if err := os.WriteFile(ptx, []byte(text), 0o644); err != nil {
			return err
		}
		if v.cub {
			entry = k.cub
		}
	}
	log, err := command(t.ptxas, "-v", "-arch="+target, "-o", cubin, ptx)
	if err != nil {
		return err
	}
	listing, err := command(t.nvdisasm, "-c", cubin)
	if err != nil {
		return err
	}
	if err := os.WriteFile(base+".sass", []byte(listing), 0o644); err != nil {
		return err
	}
	if entry != "" && !strings.Contains(log, "'"+entry+"'") {
		return fmt.Errorf("there is no kernel %s:\n%s", entry, log)
	}
	r.usage = parseUsage(part(log, "Compiling entry function '"+entry+"'", "Compiling entry function"))
	r.code = analyse(parse(part(listing, ".section\t.text."+entry, ".section\t.text.")), k.unit)
	if r.units == 0 {
		return fmt.Errorf("the listing has no %s: %d instructions were read", k.unit, r.total)
	}
	r.occupancy = occupancy(target, k.threads, r.registers, r.shared)
	return nil
}

// options are NVRTC's for a twin.
func (t *tools) options(k kernel, target string, v variant) []string {
	args := []string{t.library, t.twin(k, v), "-DIDX=" + v.idx, "--gpu-architecture=compute_" + strings.TrimPrefix(target, "sm_")}
	if k.size != "" {
		args = append(args, "-DSIZE="+k.size)
	}
	if k.factor != "" {
		args = append(args, "-DFACTOR="+k.factor)
	}
	if v.cub {
		args = append(args, "--std=c++17", "--disable-warnings")
		for _, folder := range strings.Split(t.headers, ",") {
			args = append(args, "-I"+folder)
		}
	}
	return args
}

// part is a piece of text: from the line with a text on, to the next one with another text, which every piece has. If none begins so, it is all.
func part(text, from, each string) string {
	_, rest, ok := strings.Cut(text, from)
	if !ok {
		return text
	}
	rest, _, _ = strings.Cut(rest, each)
	return rest
}

// command runs a program and gives both of its outputs; NVIDIA's tools write their reports to stderr.
func command(name string, args ...string) (string, error) {
	var out, errs strings.Builder
	cmd := exec.Command(name, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %v\n%s", name, err, errs.String())
	}
	if out.Len() == 0 {
		return errs.String(), nil
	}
	return out.String(), nil
}
