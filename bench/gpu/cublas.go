package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"unsafe"

	"github.com/ebitengine/purego"

	"descend/backend/cuda"
	"descend/backend/dynlib"
)

// cublas is NVIDIA's library of linear algebra, where there is one.
type cublas struct {
	handle  uintptr
	trampo  uintptr // the code of manyArgs, in memory that can be executed
	version int32
	names   map[string]uintptr
	words   []uintptr // of the last call, so that they are where the collector leaves them
}

// manyArgs is code that calls a function with any number of words: (words, function, number of words after the sixth, an even one). purego hands over 15
// at most, and cublasGemmEx takes 19. By the System V ABI the first six are in registers and the others on the stack, each in 8 bytes.
var manyArgs = []byte{
	0x55,             // push rbp
	0x48, 0x89, 0xe5, // mov rbp, rsp
	0x49, 0x89, 0xfa, // mov r10, rdi
	0x48, 0x89, 0xf0, // mov rax, rsi
	0x48, 0x89, 0xd1, // mov rcx, rdx
	0x48, 0x85, 0xc9, // next: test rcx, rcx
	0x74, 0x0a, // je last
	0x41, 0xff, 0x74, 0xca, 0x28, // push [r10 + 8*rcx + 40]
	0x48, 0xff, 0xc9, // dec rcx
	0xeb, 0xf1, // jmp next
	0x49, 0x8b, 0x3a, // last: mov rdi, [r10]
	0x49, 0x8b, 0x72, 0x08, // mov rsi, [r10 + 8]
	0x49, 0x8b, 0x52, 0x10, // mov rdx, [r10 + 16]
	0x49, 0x8b, 0x4a, 0x18, // mov rcx, [r10 + 24]
	0x4d, 0x8b, 0x42, 0x20, // mov r8, [r10 + 32]
	0x4d, 0x8b, 0x4a, 0x28, // mov r9, [r10 + 40]
	0xff, 0xd0, // call rax
	0x48, 0x89, 0xec, // mov rsp, rbp
	0x5d, // pop rbp
	0xc3, // ret
}

// findCublas looks for the library: under a name, or beside NVRTC's and where it is installed. It is nil if there is none, with a word on why.
func findCublas(name, nvrtc string, ctx *cuda.Context) (*cublas, string) {
	names := []string{name}
	if name == "" {
		names = nil
		for _, version := range []string{"13", "12", "11"} {
			file := "libcublas.so." + version
			names = append(names, file, "/usr/local/cuda/lib64/"+file, "/usr/lib/x86_64-linux-gnu/"+file)
			if nvrtc != "" { // PyPI's packages lie side by side
				names = append(names, filepath.Join(filepath.Dir(nvrtc), "../../cublas/lib", file))
			}
		}
	}
	for _, n := range names {
		lib, err := dynlib.Open(n)
		if err != nil {
			continue
		}
		c, err := newCublas(lib, ctx)
		if err != nil {
			return nil, fmt.Sprintf("%s is not used: %v.", n, err)
		}
		return c, ""
	}
	return nil, "There is no cuBLAS here: neither " + strings.Join(names, " nor ") + "."
}

func newCublas(lib uintptr, ctx *cuda.Context) (*cublas, error) {
	c := &cublas{names: map[string]uintptr{}}
	for _, n := range []string{"cublasCreate_v2", "cublasDestroy_v2", "cublasGetVersion_v2", "cublasGemmEx", "cublasSgeam", "cublasDgeam", "cublasSaxpy_v2"} {
		address, err := dynlib.Symbol(lib, n)
		if err != nil {
			return nil, err
		}
		c.names[n] = address
	}
	code, err := syscall.Mmap(-1, 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_PRIVATE|syscall.MAP_ANON)
	if err != nil {
		return nil, err
	}
	copy(code, manyArgs)
	if err := syscall.Mprotect(code, syscall.PROT_READ|syscall.PROT_EXEC); err != nil {
		return nil, err
	}
	c.trampo = uintptr(unsafe.Pointer(&code[0]))
	return c, ctx.With(func() error {
		if err := c.call("cublasCreate_v2", word(&c.handle)); err != nil {
			return err
		}
		return c.call("cublasGetVersion_v2", c.handle, word(&c.version))
	})
}

// word is a pointer as a word; what it points to stays where it is.
func word[T any](p *T) uintptr { return uintptr(unsafe.Pointer(p)) }

// call calls a function of the library, of which no argument is a float.
func (c *cublas) call(name string, words ...uintptr) error {
	n := max(6, len(words))
	n += n % 2
	c.words = append(append(c.words[:0], words...), make([]uintptr, n-len(words))...)
	r, _, _ := purego.SyscallN(c.trampo, word(&c.words[0]), c.names[name], uintptr(n-6))
	if status := int32(r); status != 0 {
		return fmt.Errorf("%s: status %d", name, status)
	}
	return nil
}

func (c *cublas) close(ctx *cuda.Context) error {
	return ctx.With(func() error { return c.call("cublasDestroy_v2", c.handle) })
}

// format is how cuBLAS calls a type of numbers (cudaDataType).
type format uintptr

const (
	formatF32  format = 0
	formatF64  format = 1
	formatF16  format = 2
	formatI8   format = 3
	formatI32  format = 10
	formatBF16 format = 14
)

// vendorProduct says what cuBLAS is to multiply: factors and sums, how it computes (cublasComputeType_t), how many numbers rows are rounded up to, and whether
// the right factor is given by columns.
type vendorProduct struct {
	in, out format
	compute uintptr
	piece   int
	columns bool
}

const (
	computeF32  = 68
	computeF64  = 70
	computeI32  = 72
	computeTF32 = 77
)

// numbers of the sums' type, 1 and 0, that live as long as the program: cuBLAS reads them when it is called.
var oneF32, zeroF32, oneF64, zeroF64, oneI32, zeroI32 = float32(1), float32(0), float64(1), float64(0), int32(1), int32(0)

// multiply is c = a b of square matrices. cuBLAS has matrices by columns: for it these are the transposed ones, and so it computes b' a' = c'.
func (p vendorProduct) multiply(c *cublas, buffers []cuda.Pointer, s int) error {
	one, zero := word(&oneF32), word(&zeroF32)
	switch p.out {
	case formatF64:
		one, zero = word(&oneF64), word(&zeroF64)
	case formatI32:
		one, zero = word(&oneI32), word(&zeroI32)
	}
	n, row, turned := uintptr(s), uintptr(up(s, p.piece)*p.piece), uintptr(0)
	if p.columns {
		turned = 1
	}
	const standard = ^uintptr(0) // CUBLAS_GEMM_DEFAULT
	return c.call("cublasGemmEx", c.handle, turned, 0, n, n, n, one, uintptr(buffers[1]), uintptr(p.in), row,
		uintptr(buffers[0]), uintptr(p.in), row, zero, uintptr(buffers[2]), uintptr(p.out), n, p.compute, standard)
}

// transposeBy is the transposition by one of cuBLAS's functions for sums of matrices.
func transposeBy(name string) func(c *cublas, buffers []cuda.Pointer, s int) error {
	return func(c *cublas, buffers []cuda.Pointer, s int) error {
		one, zero := word(&oneF32), word(&zeroF32)
		if name == "cublasDgeam" {
			one, zero = word(&oneF64), word(&zeroF64)
		}
		n, to := uintptr(s), uintptr(buffers[1])
		return c.call(name, c.handle, 1, 0, n, n, one, uintptr(buffers[0]), n, zero, to, n, to, n)
	}
}

var three = float32(3)

// saxpyBy is y = 3 x + y.
func saxpyBy(c *cublas, buffers []cuda.Pointer, s int) error {
	if s > 1<<31-1 {
		return errors.New("cuBLAS has sizes of 32 bits")
	}
	return c.call("cublasSaxpy_v2", c.handle, uintptr(s), word(&three), uintptr(buffers[1]), 1, uintptr(buffers[2]), 1)
}
