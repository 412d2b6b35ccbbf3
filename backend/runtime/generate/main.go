// Command generate writes the runtime as object files, for machines without a compiler of C, by way of LLVM IR:
//
//	go generate ./backend/runtime
//
// It takes clang 19 and the headers of the C library for all processors (on Debian libc6-dev and libc6-dev-arm64-cross,
// or libc6-dev-amd64-cross), and LLVM's library 19. The IR is optimized, is for one kind of processor, as types of the C
// library differ, and says of which sources it was made; a test of the package holds it to that, and a test here the objects to the IR.
// With -objects it makes the objects alone, of the IR that is there.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strings"

	"descend/backend/libllvm"
	"descend/backend/runtime"
)

// triples are the targets by Go's names.
var triples = map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}

func main() {
	only := flag.Bool("objects", false, "of the IR that is there")
	flag.Parse()
	if err := write(*only); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write makes the files in the working directory.
func write(onlyObjects bool) error {
	if !onlyObjects {
		for arch, triple := range triples {
			if err := writeIR(arch, triple); err != nil {
				return err
			}
		}
	}
	l := libllvm.Find(libllvm.Folders(), llvm)
	if l == nil || l.Major != llvm {
		return errors.New("no library of LLVM 19")
	}
	for _, p := range runtime.Parts {
		data, err := object(context.Background(), l, p, ".")
		if err != nil {
			return err
		}
		if err := os.WriteFile(p.File(), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func writeIR(arch, triple string) error {
	args := []string{"--target=" + triple, "-std=gnu11", "-fPIE", "-fvisibility=hidden", "-O1", "-fno-ident",
		"-fno-asynchronous-unwind-tables", "-fno-strict-aliasing", "-S", "-emit-llvm", "-o", "-", "runtime.c"}
	if arch == "arm64" {
		args = append(args, "-mno-outline-atomics") // which are functions of a static library
	}
	if arch != goruntime.GOARCH {
		args = append(args, "-isystem", "/usr/"+triple+"/include")
	}
	cmd := exec.Command("clang-19", args...)
	cmd.Dir, cmd.Stderr = "src", os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return err
	}
	sum, err := runtime.Sum()
	if err != nil {
		return err
	}
	_, body, _ := strings.Cut(string(text), "\n") // without the name of the module
	return os.WriteFile(runtime.IRFile(arch), []byte(runtime.IRHead(sum)+body), 0o644)
}

// llvm is the version that makes the objects.
const llvm = 19

// object is the object file of a part, of the IR in a folder.
func object(ctx context.Context, l *libllvm.Library, p runtime.Part, dir string) ([]byte, error) {
	ir, err := os.ReadFile(filepath.Join(dir, runtime.IRFile(p.Arch)))
	if err != nil {
		return nil, err
	}
	out, err := l.Compile(ctx, libllvm.Job{Triple: triples[p.Arch], Object: true, Optimized: true, Level: 2}, p.IR(ir))
	return out.Data, err
}
