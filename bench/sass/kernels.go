package main

import (
	"path/filepath"
	"strconv"
	"strings"
)

// kernel is a kernel to compare.
type kernel struct {
	name    string   // how the table calls it
	example string   // NAME of examples/NAME.desc and twins/NAME.cu; whole/NAME and kernels/NAME are of bench/sass/whole and bench/kernels
	defines []string // -D flags of ours
	size    string   // SIZE of the twin, "" for sizes known at run time
	threads int      // of a block
	unit    string   // the opcode that counts the work of the inner loop
	per     string   // what one unit is
	entry   string   // the kernel, of a program that has several
	symbol  string   // how ours is called, if otherwise
	twin    string   // NAME of twins/NAME.cu where it is another one, "-" for none
	factor  string   // FACTOR of a twin that is one for several types
	cub     string   // the kernel of twins/cub.cu that computes the same by CUB
}

var kernels = []kernel{
	{name: "transposition 2048 f64", example: "whole/transpose", defines: []string{"n=64"}, size: "64", threads: 256, unit: "STG", per: "element"},
	{name: "transposition n f64", example: "whole/transpose", threads: 256, unit: "STG", per: "element"},
	{name: "matmul 1024", example: "whole/matmul", defines: []string{"m=64", "k=1024", "n=64"}, size: "64", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "matmul m k n", example: "whole/matmul", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "block reduction 64", example: "whole/reduce_shared", defines: []string{"n=64"}, size: "64", threads: 512, unit: "BAR", per: "level"},
	{name: "block reduction n", example: "whole/reduce_shared", threads: 512, unit: "BAR", per: "level"},
	{name: "tiled product 1024", example: "whole/matmul_tiled", defines: []string{"m=64", "k=64", "n=64"}, size: "64", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "tiled product m k n", example: "whole/matmul_tiled", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "sgemm 1024", example: "whole/sgemm", defines: []string{"m=8", "k=128", "n=8"}, size: "8", threads: 256, unit: "FFMA", per: "FFMA"},
	{name: "sgemm m k n", example: "whole/sgemm", threads: 256, unit: "FFMA", per: "FFMA"},
	{name: "padded transposition 2048 f64", example: "transpose", defines: []string{"h=2048", "w=2048"}, size: "2048", threads: 256, unit: "STG", per: "element"},
	{name: "padded transposition h w f64", example: "transpose", threads: 256, unit: "STG", per: "element"},
	{name: "padded matmul 1024", example: "matmul", defines: []string{"m=1024", "k=1024", "n=1024"}, size: "1024", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "padded matmul m k n", example: "matmul", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "padded block reduction 65536", example: "reduce_shared", defines: []string{"n=65536"}, size: "65536", threads: 512, unit: "BAR", per: "level"},
	{name: "padded block reduction n", example: "reduce_shared", threads: 512, unit: "BAR", per: "level"},
	{name: "padded tiled product 1024", example: "matmul_tiled", defines: []string{"m=1024", "k=1024", "n=1024"}, size: "1024", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "padded tiled product m k n", example: "matmul_tiled", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "padded sgemm 1024", example: "sgemm", defines: []string{"m=1024", "k=1024", "n=1024"}, size: "1024", threads: 256, unit: "FFMA", per: "FFMA"},
	{name: "padded sgemm m k n", example: "sgemm", threads: 256, unit: "FFMA", per: "FFMA"},
	{name: "scale n", example: "scale_vec", threads: 256, unit: "STG", per: "element"},
	{name: "saxpy n", example: "saxpy", threads: 128, unit: "STG", per: "element"},
	{name: "vector addition n", example: "vector_add", threads: 128, unit: "STG", per: "element"},
	{name: "reverse n", example: "reverse", threads: 256, unit: "STG", per: "element"},
	{name: "transposition f32 h w", example: "transpose_f32", threads: 256, unit: "STG", per: "element"},
	{name: "grid of three dimensions d h w", example: "grid3d", threads: 64, unit: "STG", per: "element"},
	{name: "Mandelbrot set w h", example: "mandelbrot", threads: 256, unit: "FFMA", per: "FFMA"},
	{name: "histogram n", example: "histogram", threads: 256, unit: "ATOMS", per: "byte"},
	{name: "histogram of strided parts n", example: "histogram_strided", threads: 256, unit: "ATOMS", per: "byte"},
	{name: "product by asynchronous copies m k n", example: "matmul_ahead", threads: 256, unit: "FFMA", per: "k-step"},
	{name: "stencil by asynchronous copies h w", example: "stencil_ahead", threads: 64, unit: "STG", per: "element"},
	{name: "reduction in place n", example: "reduce_inplace", threads: 512, unit: "BAR", per: "level"},
	{name: "reduction by warps n", example: "reduce_warps", threads: 256, unit: "SHFL", per: "shuffle"},
	{name: "dot product n", example: "dot_product", threads: 256, unit: "SHFL", per: "shuffle"},
	{name: "scan n", example: "scan", threads: 256, unit: "BAR", per: "barrier", entry: "scan_blocks"},
	{name: "scan, offsets n", example: "scan", threads: 256, unit: "STG", per: "element", entry: "add_offsets"},
	{name: "bitonic sort n", example: "bitonic_sort", threads: 256, unit: "BAR", per: "barrier"},
	{name: "smooth n", example: "smooth", threads: 64, unit: "BAR", per: "round"},
	{name: "layer norm m n", example: "layer_norm", threads: 256, unit: "LDG", per: "load"},
	{name: "sparse product m n k", example: "spmv", threads: 256, unit: "FFMA", per: "element"},
	{name: "bodies n", example: "nbody", threads: 256, unit: "MUFU", per: "MUFU"},
	{name: "Fourier transformation n", example: "fft", threads: 256, unit: "BAR", per: "barrier"},
	{name: "radix sort, counting n", example: "literature/radix_sort", threads: 256, unit: "VOTE", per: "vote", entry: "count", symbol: "count__part_0"},
	{name: "radix sort, moving n", example: "literature/radix_sort", threads: 256, unit: "VOTE", per: "vote", entry: "move_keys", symbol: "move_keys__part_0_1_4_5"},
	{name: "product of f16 m k n", example: "gemm_f16", threads: 128, unit: "HMMA", per: "HMMA", twin: "gemm", factor: "16"},
	{name: "product of bf16 m k n", example: "kernels/gemm_bf16", threads: 128, unit: "HMMA", per: "HMMA", twin: "gemm", factor: "17"},
	{name: "product of tf32 m k n", example: "kernels/gemm_tf32", threads: 128, unit: "HMMA", per: "HMMA", twin: "gemm", factor: "32"},
	{name: "product of f64 m k n", example: "kernels/gemm_f64", threads: 128, unit: "DMMA", per: "DMMA", twin: "gemm_f64"},
	{name: "product of i8 m k n", example: "kernels/gemm_i8", threads: 128, unit: "IMMA", per: "IMMA", twin: "gemm", factor: "8"},
	{name: "attention n m", example: "attention", threads: 128, unit: "HMMA", per: "HMMA"},
	{name: "radix sort, counting n, all", example: "literature/radix_sort", threads: 256, unit: "STG", per: "thread", entry: "count", symbol: "count__part_0", cub: "count"},
	{name: "sum of a warp", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "warp_sum", twin: "-", cub: "warp_sum"},
	{name: "scan of a warp", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "warp_scan", twin: "-", cub: "warp_scan"},
	{name: "sum of a block of warps", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "warps_sum", twin: "-", cub: "warps_sum"},
	{name: "scan of a block of warps", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "warps_scan", twin: "-", cub: "warps_scan"},
	{name: "sum of a block", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "block_sum", twin: "-", cub: "block_sum"},
	{name: "scan of a block", example: "kernels/groups", threads: 256, unit: "STG", per: "thread", entry: "block_scan", twin: "-", cub: "block_scan"},
	{name: "sum of an array", example: "kernels/arrays", threads: 256, unit: "LDG", per: "load", entry: "std__array__parts______i32_std__array__literal_fn2_i32", twin: "-", cub: "array_sum"},
	{name: "scan of an array, blocks", example: "kernels/arrays", threads: 256, unit: "STG", per: "element", entry: "std__array__scan_tiles", twin: "-", cub: "array_scan"},
}

// source is our program, in the folder of the examples, or in that of the benchmarks.
func (k kernel) source(examples, bench string) string {
	switch folder, _, _ := strings.Cut(k.example, "/"); folder {
	case "whole":
		return filepath.Join(bench, "sass", k.example+".desc")
	case "kernels":
		return filepath.Join(bench, k.example+".desc")
	}
	return filepath.Join(examples, k.example+".desc")
}

// on is the chip that a kernel is compared on where others are on target: what uses tensor cores needs sm_80.
func (k kernel) on(target string) string {
	if n, err := strconv.Atoi(strings.TrimPrefix(target, "sm_")); err == nil && n < 80 && strings.HasSuffix(k.unit, "MMA") {
		return "sm_80"
	}
	return target
}
