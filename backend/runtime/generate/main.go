// Command generate writes the runtime as LLVM IR, for machines without a compiler of C:
//
//	go generate ./backend/runtime
//
// It takes clang 19 and the headers of the C library for all processors (on Debian libc6-dev and libc6-dev-arm64-cross,
// or libc6-dev-amd64-cross). The IR is optimized, is for one kind of processor, as types of the C
// library differ, and says of which sources it was made; a test of the package holds it to that.
package main

import (
	"fmt"
	"os"
	"os/exec"
	goruntime "runtime"
	"strings"

	"descend/backend/runtime"
)

// triples are the targets by Go's names.
var triples = map[string]string{"amd64": "x86_64-linux-gnu", "arm64": "aarch64-linux-gnu"}

func main() {
	for arch, triple := range triples {
		if err := write(arch, triple); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

func write(arch, triple string) error {
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
