package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unsafe"

	"github.com/ebitengine/purego"

	"descend/backend/dynlib"
)

// twinCompiler compiles CUDA to PTX.
type twinCompiler struct {
	name    string
	compile func(file, target string, flags []string) ([]byte, error)
	// cubFlags are those with which it finds CUB; near are folders beside the compiler where its headers may be.
	cubFlags []string
	near     []string
}

// findCUB looks for the headers of CUB: with those of the compiler itself, in the folders that are named, divided by commas, or beside the compiler.
func (c *twinCompiler) findCUB(folders string) bool {
	const try = "#include <cub/block/block_reduce.cuh>\nextern \"C\" __global__ void f() {}\n"
	file, err := os.CreateTemp("", "cub*.cu")
	if err != nil {
		return false
	}
	defer os.Remove(file.Name())
	_, err = file.WriteString(try)
	if err := errors.Join(err, file.Close()); err != nil {
		return false
	}
	lists := [][]string{nil, c.near}
	if folders != "" {
		lists = [][]string{strings.Split(folders, ",")}
	}
	for _, list := range lists {
		c.cubFlags = []string{"--std=c++17"}
		for _, folder := range list {
			c.cubFlags = append(c.cubFlags, "-I"+folder)
		}
		if _, err := c.compile(file.Name(), "sm_60", c.cubFlags); err == nil {
			return true
		}
		if _, err := c.compile(file.Name(), "sm_80", c.cubFlags); err == nil { // newer ones do not know the older GPUs
			return true
		}
	}
	return false
}

// findTwinCompiler looks for nvcc, then for NVRTC; nil if there is neither. library names NVRTC's, "" looks for it.
func findTwinCompiler(library string) *twinCompiler {
	if library == "" {
		if nvcc, err := exec.LookPath("nvcc"); err == nil {
			return nvccCompiler(nvcc)
		}
		if _, err := os.Stat("/usr/local/cuda/bin/nvcc"); err == nil {
			return nvccCompiler("/usr/local/cuda/bin/nvcc")
		}
	}
	names := []string{library}
	if library == "" {
		names = []string{"libnvrtc.so"}
		for _, version := range []string{"13", "12", "11.2", "11.1", "11.0"} {
			for _, dir := range []string{"", "/usr/local/cuda/lib64/", "/usr/lib/x86_64-linux-gnu/"} {
				names = append(names, dir+"libnvrtc.so."+version)
			}
		}
	}
	for _, name := range names {
		if handle, err := dynlib.Open(name); err == nil {
			c := nvrtcCompiler(handle)
			beside := filepath.Dir(name) // in PyPI's packages: nvidia/cuda_nvrtc/lib
			c.near = []string{filepath.Join(beside, "../../cuda_cccl/include"), filepath.Join(beside, "../../cuda_runtime/include"), "/usr/local/cuda/include",
				"/usr/local/cuda/include/cccl"}
			return c
		}
	}
	return nil
}

func nvccCompiler(nvcc string) *twinCompiler {
	version := "nvcc"
	if out, err := exec.Command(nvcc, "--version").Output(); err == nil {
		for line := range strings.Lines(string(out)) {
			if strings.Contains(line, "release") {
				version = "nvcc: " + strings.TrimSpace(line)
			}
		}
	}
	return &twinCompiler{name: version, compile: func(file, target string, flags []string) ([]byte, error) {
		out, err := os.CreateTemp("", "twin*.ptx")
		if err != nil {
			return nil, err
		}
		out.Close()
		defer os.Remove(out.Name())
		args := append([]string{"-ptx", "-O3", "-arch=" + computeOf(target), "-o", out.Name(), file}, flags...)
		if said, err := exec.Command(nvcc, args...).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("nvcc: %w\n%s", err, said)
		}
		return os.ReadFile(out.Name())
	}}
}

// computeOf is the virtual architecture of a chip.
func computeOf(target string) string { return "compute_" + strings.TrimPrefix(target, "sm_") }

// nvrtcCompiler calls NVRTC, nvcc's compiler as a library.
func nvrtcCompiler(handle uintptr) *twinCompiler {
	var (
		version     func(major, minor *int32) int32
		create      func(p *uintptr, source, name string, headers int32, sources, names *uintptr) int32
		compile     func(p uintptr, n int32, options *unsafe.Pointer) int32
		getLogSize  func(p uintptr, n *uintptr) int32
		getLog      func(p uintptr, log *byte) int32
		getPTXSize  func(p uintptr, n *uintptr) int32
		getPTX      func(p uintptr, text *byte) int32
		destroy     func(p *uintptr) int32
		major, minr int32
	)
	for name, f := range map[string]any{"nvrtcVersion": &version, "nvrtcCreateProgram": &create, "nvrtcCompileProgram": &compile,
		"nvrtcGetProgramLogSize": &getLogSize, "nvrtcGetProgramLog": &getLog, "nvrtcGetPTXSize": &getPTXSize, "nvrtcGetPTX": &getPTX,
		"nvrtcDestroyProgram": &destroy} {
		purego.RegisterLibFunc(f, handle, name)
	}
	version(&major, &minr)
	return &twinCompiler{name: fmt.Sprintf("NVRTC %d.%d", major, minr), compile: func(file, target string, flags []string) ([]byte, error) {
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var p uintptr
		if create(&p, string(source), filepath.Base(file), 0, nil, nil) != 0 {
			return nil, errors.New("NVRTC makes no program")
		}
		defer destroy(&p)
		options := append([]string{"--gpu-architecture=" + computeOf(target)}, flags...)
		texts, pointers := make([][]byte, len(options)), make([]unsafe.Pointer, len(options))
		for i, o := range options {
			texts[i] = append([]byte(o), 0)
			pointers[i] = unsafe.Pointer(&texts[i][0])
		}
		failed := compile(p, int32(len(options)), &pointers[0]) != 0
		text := func(size func(uintptr, *uintptr) int32, get func(uintptr, *byte) int32) []byte {
			var n uintptr
			if size(p, &n) != 0 || n == 0 {
				return nil
			}
			b := make([]byte, n)
			if get(p, &b[0]) != 0 {
				return nil
			}
			return bytes.TrimRight(b, "\x00")
		}
		if failed {
			return nil, fmt.Errorf("NVRTC: %s", text(getLogSize, getLog))
		}
		return text(getPTXSize, getPTX), nil
	}}
}
