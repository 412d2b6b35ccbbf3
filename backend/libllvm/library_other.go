//go:build !(linux && (amd64 || arm64))

package libllvm

import "errors"

// compiler does nothing here: the programs of LLVM are used on other systems.
type compiler struct{}

func open(string) (*compiler, error) {
	return nil, errors.New("LLVM's library is used on Linux only")
}

func (*compiler) setOptions([]string) {}

func (*compiler) compile(Job, []byte) ([]byte, error) { return nil, nil }
