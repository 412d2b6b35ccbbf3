// Command generate writes the runtime as LLVM IR, for machines without a compiler of C:
//
//	go generate ./backend/runtime
//
// It takes clang 19 and the C library's headers. The IR is optimized, is for one kind of processor, as types of the C
// library differ, and says of which sources it was made; a test of the package holds it to that.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"

	"descend/backend/runtime"
)

// triples are the targets by Go's names. The IR of others would need their C library's headers.
var triples = map[string]string{"amd64": "x86_64-linux-gnu"}

func main() {
	for arch, triple := range triples {
		if err := write(arch, triple); err != nil {
			fmt.Fprintln(os.Stderr, "generate:", err)
			os.Exit(1)
		}
	}
}

func write(arch, triple string) error {
	cmd := exec.Command("clang-19", "--target="+triple, "-std=gnu11", "-fPIE", "-fvisibility=hidden", "-O1", "-fno-ident",
		"-fno-asynchronous-unwind-tables", "-fno-strict-aliasing", "-S", "-emit-llvm", "-o", "-", "runtime.c")
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
