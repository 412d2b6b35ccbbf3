package ptx

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// check is a line of the doctor's list.
type check struct {
	name    string
	purpose string
	get     string
	find    func(f *Finder) (where string, refused []*Tool)
}

// checks is the doctor's list, in the order it is printed.
var checks = []check{
	{"libLLVM", "LLVM IR to PTX, runs on the CPU, executables", HowToGet("libllvm19"), findLibrary},
	{"clang", "libraries and object files, and what libLLVM does where that is missing", HowToGet("clang-19"), findLLVM("clang")},
	{"opt", "LLVM IR to PTX, with llc, where clang is missing", HowToGet("llvm-19"), findLLVM("opt")},
	{"llc", "LLVM IR to PTX, with opt, where clang is missing", HowToGet("llvm-19"), findLLVM("llc")},
	{"ptxas", "PTX to cubin (--emit=cubin)", cudaToolkit(runtime.GOOS), findOther("ptxas")},
	{"nvdisasm", "reading machine code (benchmarks)", cudaToolkit(runtime.GOOS), findOther("nvdisasm")},
	{"mlir-opt", "checking our IR text with MLIR's own tool (tests)", "apt-get install mlir-19-tools", findLLVM("mlir-opt")},
	{"FileCheck", "lit tests", "apt-get install llvm-19-tools", findLLVM("FileCheck")},
	{"lit", "lit tests", "apt-get install llvm-19-tools", func(f *Finder) (string, []*Tool) { return f.findLit(), nil }},
	{"z3", "an oracle for the prover of sizes (tests)", "apt-get install z3", findOther("z3")},
}

func findLLVM(name string) func(*Finder) (string, []*Tool) {
	return func(f *Finder) (string, []*Tool) {
		t, old := f.LLVM(name)
		if t == nil {
			return "", old
		}
		return t.String(), nil
	}
}

func findLibrary(f *Finder) (string, []*Tool) {
	l := f.Library()
	if l == nil {
		return "", nil
	}
	return toolchain{library: l}.String(), nil
}

func findOther(name string) func(*Finder) (string, []*Tool) {
	return func(f *Finder) (string, []*Tool) {
		t := f.Other(name, cudaDirs...)
		if t == nil {
			return "", nil
		}
		return fmt.Sprintf("%s%s", t.Path, otherVersion(t.Path)), nil
	}
}

// Doctor prints for each tool what it is for and where it is, or how to get
// it, and reports whether PTX can be made.
func Doctor(w io.Writer) bool { return Default().Doctor(w) }

// Doctor is the function of that name with this finder's folders.
func (f *Finder) Doctor(w io.Writer) bool {
	for _, c := range checks {
		where, refused := c.find(f)
		if where != "" {
			fmt.Fprintf(w, "found    %-10s %s\n", c.name, where)
			fmt.Fprintf(w, "         %-10s for %s\n", "", c.purpose)
			continue
		}
		fmt.Fprintf(w, "missing  %-10s for %s\n", c.name, c.purpose)
		fmt.Fprintf(w, "         %-10s to get it: %s\n", "", c.get)
		for _, t := range refused {
			fmt.Fprintf(w, "         %-10s passed over: %s, LLVM %d or newer is needed\n", "", t, MinLLVM)
		}
	}
	tools, err := f.toolchain()
	if err == nil {
		if err = tools.try(); err == nil {
			fmt.Fprintf(w, "\nPTX is made with %s (%s=%s would choose).\n", tools, WayVar, strings.Join(Ways, "|"))
			return true
		}
	}
	if programs, _ := f.programs(MinLLVM); tools.library != nil && programs != (toolchain{}) && programs.try() == nil {
		fmt.Fprintf(w, "\nPTX is made with %s, since %v.\n", programs, err)
		return true
	}
	fmt.Fprintf(w, "\nPTX cannot be made: %v\n", err)
	return false
}

// try makes PTX of an empty module.
func (t toolchain) try() error {
	feature, err := ptxFeature(lastForAll)
	if err == nil {
		_, err = t.compile(context.Background(), Options{Target: lastForAll}, feature, nil)
	}
	return err
}

// otherVersion picks the line that names a version out of what a tool says.
func otherVersion(path string) string {
	for line := range strings.Lines(askVersion(path)) {
		lower := strings.ToLower(line)
		if strings.Contains(lower, "release") || strings.Contains(lower, "version") {
			return " (" + strings.TrimSpace(line) + ")"
		}
	}
	return ""
}

// findLit looks for lit on PATH and for the lit.py that Debian's llvm-NN-tools
// puts outside it.
func (f *Finder) findLit() string {
	for _, name := range []string{"lit", "llvm-lit", "lit.py"} {
		if t := f.Other(name); t != nil {
			return t.Path
		}
	}
	best, newest := "", 0
	for _, dir := range f.llvmDirs() {
		path := filepath.Join(dir, "../build/utils/lit/lit.py")
		if _, err := os.Stat(path); err == nil && majorOf(path) > newest {
			best, newest = path, majorOf(path)
		}
	}
	return best
}
