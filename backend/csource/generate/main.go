// Command generate compiles the parts that are in C, by way of LLVM IR (see package csource):
//
//	go generate ./backend/runtime ./backend/libllvm/worker
//
// It takes clang 19 and the headers of the C library for all processors (on Debian libc6-dev and libc6-dev-arm64-cross,
// or libc6-dev-amd64-cross), and LLVM's library 19. The IR is optimized, and for one kind of processor, as types of the C
// library differ. With -objects it makes the rest alone, of the IR that is there.
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

	"descend/backend/csource"
	"descend/backend/libllvm"
	"descend/backend/libllvm/worker"
	"descend/backend/link"
	"descend/backend/runtime"
)

// triples are the targets by Go's names.
var triples = map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}

// file is one that is made of the IR for a processor.
type file struct {
	name, arch string
	data       func(ctx context.Context, l *libllvm.Library, ir []byte) ([]byte, error)
}

// part is a source with what is made of it.
type part struct {
	csource.Source
	files []file
}

// parts are all.
func parts() []part {
	objects := part{Source: runtime.Source}
	for _, p := range runtime.Parts {
		objects.files = append(objects.files, file{p.File(), p.Arch, func(ctx context.Context, l *libllvm.Library, ir []byte) ([]byte, error) {
			return object(ctx, l, p.Arch, p.IR(ir))
		}})
	}
	programs := part{Source: worker.Source}
	for _, arch := range worker.Arches {
		programs.files = append(programs.files, file{worker.File(arch), arch, func(ctx context.Context, l *libllvm.Library, ir []byte) ([]byte, error) {
			o, err := object(ctx, l, arch, ir)
			if err != nil {
				return nil, err
			}
			return link.Executable(arch, o)
		}})
	}
	return []part{objects, programs}
}

func main() {
	only := flag.Bool("objects", false, "of the IR that is there")
	flag.Parse()
	if err := write(flag.Arg(0), *only); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write makes the files of a part in the working directory.
func write(name string, onlyObjects bool) error {
	for _, p := range parts() {
		if p.Name == name {
			return p.write(onlyObjects)
		}
	}
	return fmt.Errorf("there is no part %q", name)
}

func (p part) write(onlyObjects bool) error {
	if !onlyObjects {
		for arch, triple := range triples {
			if err := p.writeIR(arch, triple); err != nil {
				return err
			}
		}
	}
	l := libllvm.Find(libllvm.Folders(), llvm)
	if l == nil || l.Major != llvm {
		return errors.New("no library of LLVM 19")
	}
	for _, f := range p.files {
		data, err := p.make(context.Background(), l, f, ".")
		if err != nil {
			return err
		}
		if err := os.WriteFile(f.name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (p part) writeIR(arch, triple string) error {
	args := []string{"--target=" + triple, "-std=gnu11", "-fPIE", "-fvisibility=hidden", "-O1", "-fno-ident",
		"-fno-asynchronous-unwind-tables", "-fno-strict-aliasing", "-S", "-emit-llvm", "-o", "-", p.Name + ".c"}
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
	sum, err := p.Sum()
	if err != nil {
		return err
	}
	_, body, _ := strings.Cut(string(text), "\n") // without the name of the module
	return os.WriteFile(p.IRFile(arch), []byte(p.IRHead(sum)+body), 0o644)
}

// llvm is the version that makes the objects.
const llvm = 19

// make makes a file of the IR in a folder.
func (p part) make(ctx context.Context, l *libllvm.Library, f file, dir string) ([]byte, error) {
	ir, err := os.ReadFile(filepath.Join(dir, p.IRFile(f.arch)))
	if err != nil {
		return nil, err
	}
	return f.data(ctx, l, ir)
}

// object is the object file of IR for a processor.
func object(ctx context.Context, l *libllvm.Library, arch string, ir []byte) ([]byte, error) {
	out, err := l.Compile(ctx, libllvm.Job{Triple: triples[arch], Object: true, Optimized: true, Level: 2}, ir)
	return out.Data, err
}
