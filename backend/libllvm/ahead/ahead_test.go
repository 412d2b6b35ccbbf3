package ahead

import (
	"strings"
	"testing"

	"descend/backend/libllvm"
)

// TestGuess has command lines and the target that they compile for: n for GPUs, h for this machine, else none.
func TestGuess(t *testing.T) {
	for line, want := range map[string]string{
		"": "", "build": "", "help build": "", "check x.desc": "", "fmt --emit=ptx x.desc": "",
		"build x.desc": "n", "build x.desc --emit=ptx": "n", "build --emit cubin x.desc": "n", "build x.desc --emit=exe": "n", "build x.desc --emit=shared --target=sm_90": "n",
		"build x.desc --emit=gpu": "", "build x.desc --emit=llvm": "", "build --target=cpu x.desc": "", "build --emit=obj --target=cpu x.desc": "",
		"build --emit=exe --target=cpu x.desc": "h", "build --emit shared --target cpu x.desc": "h",
		"run x.desc": "", "run x.desc --device=sim": "", "run x.desc --device=cpu": "h", "run --device cuda:1 x.desc": "n", "run x.desc --device": "",
	} {
		job, ok := guess(strings.Fields(line))
		got := ""
		switch {
		case ok && job == libllvm.PTX:
			got = "n"
		case ok && job == libllvm.Native:
			got = "h"
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
