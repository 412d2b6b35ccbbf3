package test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestScriptHelp holds that scripts for people say what they do when they are asked, and do nothing else.
func TestScriptHelp(t *testing.T) {
	scripts, err := filepath.Glob("../tools/*.sh")
	if err != nil || len(scripts) < 5 {
		t.Fatal(err, scripts)
	}
	for _, script := range append(scripts, "../tools/playground/build.sh") {
		if filepath.Base(script) == "release.sh" {
			continue // hands its flags on
		}
		for _, flag := range []string{"--help", "-h"} {
			out, err := exec.Command(script, flag).CombinedOutput()
			first, _, _ := strings.Cut(string(out), "\n")
			if err != nil || !strings.HasSuffix(first, ".") && strings.Count(string(out), "\n") < 3 || strings.Contains(string(out), "pipefail") {
				t.Errorf("%s %s: %v: %s", script, flag, err, out)
			}
		}
	}
	for _, wrong := range []string{"../tools/book.sh", "../tools/demo.sh", "../tools/setup.sh"} {
		out, err := exec.Command(wrong, "--nope").CombinedOutput()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 || !strings.HasPrefix(string(out), "usage: tools/") {
			t.Errorf("%s --nope: %v: %s", wrong, err, out)
		}
	}
}
