package main

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"time"

	"descend/backend/dynlib"
	"descend/backend/libllvm"
)

// loadArg makes this program say how long it takes to load LLVM's library, and no more.
const loadArg = "load-llvm"

func init() {
	if len(os.Args) == 3 && os.Args[1] == loadArg {
		start := time.Now()
		if _, err := dynlib.Open(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(time.Since(start).Microseconds())
		os.Exit(0)
	}
}

// loading is how long the system takes to load LLVM's library, in milliseconds: a way to PTX that uses it is not faster.
func loading(runs int) (float64, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, err
	}
	l := libllvm.Find(libllvm.Folders(), 19)
	if l == nil {
		return 0, fmt.Errorf("LLVM's library is not there")
	}
	var all []float64
	for range runs {
		out, err := exec.Command(self, loadArg, l.Path).Output()
		if err != nil {
			return 0, err
		}
		us, err := strconv.ParseFloat(string(out[:len(out)-1]), 64)
		if err != nil {
			return 0, err
		}
		all = append(all, us/1000)
	}
	return least(all, func(ms float64) float64 { return ms }), nil
}
