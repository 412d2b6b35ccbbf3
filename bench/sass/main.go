// Command sass compares the machine code of our kernels with handwritten CUDA twins (twins/*.cu) of the same
// algorithms. Ours are compiled by descendc, the twins by NVRTC; the same ptxas assembles both and nvdisasm
// lists the result. Nothing runs on a GPU and nothing needs one.
//
//	go run ./bench/sass -nvrtc /path/to/libnvrtc.so [-targets sm_60,sm_90] [-o bench/results/sass.md]
//
// ptxas, nvdisasm and cc are taken from PATH, descendc from bin/.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"descend/ir/outfile"
)

// kernel is a kernel to compare.
type kernel struct {
	name    string   // how the table calls it
	example string   // NAME of examples/NAME.desc and twins/NAME.cu, whole/NAME of whole/NAME.desc and twins/whole_NAME.cu
	defines []string // -D flags of ours
	size    string   // SIZE of the twin, "" for sizes known at run time
	threads int      // of a block
	unit    string   // the opcode that counts the work of the inner loop
	per     string   // what one unit is
	entry   string   // the kernel, of a program that has several
}

var kernels = []kernel{
	{"transposition 2048 f64", "whole/transpose", []string{"n=64"}, "64", 256, "STG", "element", ""},
	{"transposition n f64", "whole/transpose", nil, "", 256, "STG", "element", ""},
	{"matmul 1024", "whole/matmul", []string{"m=64", "k=1024", "n=64"}, "64", 256, "FFMA", "k-step", ""},
	{"matmul m k n", "whole/matmul", nil, "", 256, "FFMA", "k-step", ""},
	{"block reduction 64", "whole/reduce_shared", []string{"n=64"}, "64", 512, "BAR", "level", ""},
	{"block reduction n", "whole/reduce_shared", nil, "", 512, "BAR", "level", ""},
	{"tiled product 1024", "whole/matmul_tiled", []string{"m=64", "k=64", "n=64"}, "64", 256, "FFMA", "k-step", ""},
	{"tiled product m k n", "whole/matmul_tiled", nil, "", 256, "FFMA", "k-step", ""},
	{"sgemm 1024", "whole/sgemm", []string{"m=8", "k=128", "n=8"}, "8", 256, "FFMA", "FFMA", ""},
	{"sgemm m k n", "whole/sgemm", nil, "", 256, "FFMA", "FFMA", ""},
	{"padded transposition 2048 f64", "transpose", []string{"h=2048", "w=2048"}, "2048", 256, "STG", "element", ""},
	{"padded transposition h w f64", "transpose", nil, "", 256, "STG", "element", ""},
	{"padded matmul 1024", "matmul", []string{"m=1024", "k=1024", "n=1024"}, "1024", 256, "FFMA", "k-step", ""},
	{"padded matmul m k n", "matmul", nil, "", 256, "FFMA", "k-step", ""},
	{"padded block reduction 65536", "reduce_shared", []string{"n=65536"}, "65536", 512, "BAR", "level", ""},
	{"padded block reduction n", "reduce_shared", nil, "", 512, "BAR", "level", ""},
	{"padded tiled product 1024", "matmul_tiled", []string{"m=1024", "k=1024", "n=1024"}, "1024", 256, "FFMA", "k-step", ""},
	{"padded tiled product m k n", "matmul_tiled", nil, "", 256, "FFMA", "k-step", ""},
	{"padded sgemm 1024", "sgemm", []string{"m=1024", "k=1024", "n=1024"}, "1024", 256, "FFMA", "FFMA", ""},
	{"padded sgemm m k n", "sgemm", nil, "", 256, "FFMA", "FFMA", ""},
	{"scale n", "scale_vec", nil, "", 256, "STG", "element", ""},
	{"saxpy n", "saxpy", nil, "", 128, "STG", "element", ""},
	{"vector addition n", "vector_add", nil, "", 128, "STG", "element", ""},
	{"reverse n", "reverse", nil, "", 256, "STG", "element", ""},
	{"transposition f32 h w", "transpose_f32", nil, "", 256, "STG", "element", ""},
	{"grid of three dimensions d h w", "grid3d", nil, "", 64, "STG", "element", ""},
	{"Mandelbrot set w h", "mandelbrot", nil, "", 256, "FFMA", "FFMA", ""},
	{"histogram n", "histogram", nil, "", 256, "ATOMS", "byte", ""},
	{"reduction in place n", "reduce_inplace", nil, "", 512, "BAR", "level", ""},
	{"reduction by warps n", "reduce_warps", nil, "", 256, "SHFL", "shuffle", ""},
	{"dot product n", "dot_product", nil, "", 256, "SHFL", "shuffle", ""},
	{"scan n", "scan", nil, "", 256, "BAR", "barrier", "scan_blocks"},
	{"scan, offsets n", "scan", nil, "", 256, "STG", "element", "add_offsets"},
	{"bitonic sort n", "bitonic_sort", nil, "", 256, "BAR", "barrier", ""},
	{"smooth n", "smooth", nil, "", 64, "BAR", "round", ""},
	{"layer norm m n", "layer_norm", nil, "", 256, "LDG", "load", ""},
	{"sparse product m n k", "spmv", nil, "", 256, "FFMA", "element", ""},
	{"bodies n", "nbody", nil, "", 256, "MUFU", "MUFU", ""},
	{"Fourier transformation n", "fft", nil, "", 256, "BAR", "barrier", ""},
	{"radix sort, counting n", "literature/radix_sort", nil, "", 256, "VOTE", "vote", "count"},
	{"radix sort, moving n", "literature/radix_sort", nil, "", 256, "VOTE", "vote", "move_keys"},
	{"product of f16 m k n", "gemm_f16", nil, "", 128, "HMMA", "HMMA", ""},
	{"attention n m", "attention", nil, "", 128, "HMMA", "HMMA", ""},
}

// whole says whether our program is one for whole tiles only, which is no example.
func (k kernel) whole() bool { return strings.HasPrefix(k.example, "whole/") }

// on is the chip that a kernel is compared on where others are on target: what uses tensor cores needs sm_80.
func (k kernel) on(target string) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(target, "sm_")); err == nil && n < 80 && k.unit == "HMMA" {
		return "sm_80"
	}
	return target
}

// variant is a way to make PTX of a kernel.
type variant struct {
	name string
	idx  string // the twin's type of sizes and indices; "" is ours
}

var variants = []variant{{"ours", ""}, {"CUDA, 64-bit", "long long"}, {"CUDA, 32-bit", "int"}}

type tools struct {
	descendc, ptxas, nvdisasm, nvrtc, library, twins, examples, dir string
	keep                                                            bool
}

func main() {
	var t tools
	flag.StringVar(&t.descendc, "descendc", "bin/descendc", "our compiler")
	flag.StringVar(&t.ptxas, "ptxas", "ptxas", "NVIDIA's assembler")
	flag.StringVar(&t.nvdisasm, "nvdisasm", "nvdisasm", "NVIDIA's disassembler")
	flag.StringVar(&t.library, "nvrtc", "libnvrtc.so", "NVRTC's shared library")
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
	var rows []row
	for _, k := range kernels {
		if !strings.Contains(k.name, only) {
			continue
		}
		for _, target := range targets {
			target = k.on(target)
			for _, v := range variants {
				if v.idx == "int" && k.example == "whole/reduce_shared" && k.size != "" {
					continue // no run-time index that could differ
				}
				r, err := t.measure(k, target, v)
				if err != nil {
					return fmt.Errorf("%s, %s, %s: %w", k.name, target, v.name, err)
				}
				rows = append(rows, r)
			}
		}
	}
	text, err := t.report(rows)
	if err != nil {
		return err
	}
	return outfile.WriteText(out, text)
}

// twin is the CUDA file of a kernel: one of ours, or of those that bench/gpu measures.
func (t *tools) twin(k kernel) string {
	name := strings.ReplaceAll(k.example, "/", "_") + ".cu"
	if own := filepath.Join(t.twins, name); exists(own) {
		return own
	}
	return filepath.Join(t.twins, "..", "..", "gpu", "twins", name)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// measure compiles one variant for one chip.
func (t *tools) measure(k kernel, target string, v variant) (row, error) {
	base := filepath.Join(t.dir, strings.NewReplacer(" ", "-", ",", "").Replace(k.name+"."+v.name+"."+target))
	ptx, cubin := base+".ptx", base+".cubin"
	if v.idx == "" {
		folder := t.examples
		if k.whole() {
			folder = filepath.Dir(t.twins)
		}
		args := []string{"build", filepath.Join(folder, k.example+".desc"), "--target=" + target, "-o", ptx}
		for _, d := range k.defines {
			args = append(args, "-D", d)
		}
		if _, err := command(t.descendc, args...); err != nil {
			return row{}, err
		}
	} else {
		args := []string{t.library, t.twin(k), "-DIDX=" + v.idx,
			"--gpu-architecture=compute_" + strings.TrimPrefix(target, "sm_")}
		if k.size != "" {
			args = append(args, "-DSIZE="+k.size)
		}
		text, err := command(t.nvrtc, args...)
		if err != nil {
			return row{}, err
		}
		if err := os.WriteFile(ptx, []byte(text), 0o644); err != nil {
			return row{}, err
		}
	}
	log, err := command(t.ptxas, "-v", "-arch="+target, "-o", cubin, ptx)
	if err != nil {
		return row{}, err
	}
	listing, err := command(t.nvdisasm, "-c", cubin)
	if err != nil {
		return row{}, err
	}
	if err := os.WriteFile(base+".sass", []byte(listing), 0o644); err != nil {
		return row{}, err
	}
	r := row{kernel: k, target: target, variant: v}
	r.usage = parseUsage(part(log, "Compiling entry function '"+k.entry+"'", "Compiling entry function"))
	r.code = analyse(parse(part(listing, ".section\t.text."+k.entry, ".section\t.text.")), k.unit)
	if r.units == 0 {
		return row{}, fmt.Errorf("the listing has no %s: %d instructions were read", k.unit, r.total)
	}
	r.occupancy = occupancy(target, k.threads, r.registers, r.shared)
	return r, nil
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
