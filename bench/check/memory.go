package main

import (
	"os"
	"syscall"
)

// maxResident is the largest resident set of an ended process, in MiB (Linux counts it in KiB).
func maxResident(p *os.ProcessState) float64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return float64(u.Maxrss) / 1024
	}
	return 0
}
