//go:build !linux

package child

import "os/exec"

// bind does nothing: other systems have no such order to their kernel. Native programs are for Linux; the compilers
// that run elsewhere end soon by themselves.
func bind(*exec.Cmd, bool) {}
