package libllvm

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
)

// workerArg is the first argument of a worker. Nobody else gives it to a program.
const workerArg = "descend-libllvm-worker"

// A worker is known before main, by whatever executable it is: descendc, or the test program of any package. Then
// what main needs, the tables of the compiler, is not even initialized.
func init() {
	if len(os.Args) > 2 && os.Args[1] == workerArg {
		os.Exit(work(os.Args[2]))
	}
}

// work loads the library and compiles what it is sent. The result is an exit status.
func work(path string) int {
	c, err := open(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		return 1
	}
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return 0 // the end of the input
		}
		var r request
		if err := json.Unmarshal(line, &r); err != nil {
			fmt.Fprintln(os.Stderr, "error:", err)
			return 1
		}
		ir := make([]byte, r.Bytes+1) // LLVM wants a zero behind it
		if _, err := io.ReadFull(in, ir[:r.Bytes]); err != nil {
			return 0
		}
		c.setOptions(r.Options)
		if err := answer(out, c.compile, r.Job, ir); err != nil {
			return 1 // nobody listens
		}
	}
}

// answer writes what becomes of a module.
func answer(out *bufio.Writer, compile func(Job, []byte) ([]byte, error), job Job, ir []byte) error {
	data, err := compile(job, ir)
	r := reply{Bytes: len(data)}
	if err != nil {
		r = reply{Error: err.Error()}
	}
	head, err := json.Marshal(r)
	if err != nil {
		return err
	}
	out.Write(append(head, '\n'))
	out.Write(data[:r.Bytes])
	if err := out.Flush(); err != nil {
		return err
	}
	_, err = os.Stderr.Write([]byte{0})
	return err
}
