//go:build !linux

package libllvm

import (
	"errors"
	"os"
)

// running does not exist here: the programs of LLVM are used on other systems.
type running struct{}

func (*Library) spawn([]string, [3]*os.File) (*running, error) {
	return nil, errors.New("LLVM's library is used on Linux only")
}

func (*running) kill() {}

func (*running) ended() bool { return true }

func (*running) wait() error { return nil }
