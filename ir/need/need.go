// Package need is for tests that need more of the machine than Go. What tools/setup.sh installs is there in
// continuous integration (CI is set): a test that misses it fails there, and is skipped elsewhere. Only a GPU, what
// NVIDIA alone gives, and large programs that one test wants may be missing everywhere. A test of the repository (test/skips_test.go) holds that no
// test skips itself in another way.
package need

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Tool skips the test for want of something that tools/setup.sh installs; in continuous integration it fails.
func Tool(t testing.TB, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("tools/setup.sh did not install what this test needs: "+format, args...)
	}
	t.Skipf("missing: "+format, args...)
}

// Program is the path of the first of some programs that is there. If none is, the test ends as by Tool.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Tool(t, "%s", names[0])
	return ""
}

// Found ends the test as by Tool if err says, by a method Missing, that a tool is not there.
func Found(t testing.TB, err error) {
	t.Helper()
	type missing interface {
		error
		Missing() string
	}
	if m, ok := errors.AsType[missing](err); ok {
		Tool(t, "%v", m)
	}
}

// Run is what a program prints when it reads input; the test fails if the program does, and ends as by Tool without it.
func Run(t testing.TB, input, program string, args ...string) string {
	t.Helper()
	cmd := exec.Command(Program(t, program), args...)
	var out, errs strings.Builder
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(input), &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, errs.String())
	}
	return out.String()
}

// NVIDIA skips the test for want of a GPU, or of a tool that NVIDIA alone gives; err says which.
func NVIDIA(t testing.TB, err error) {
	t.Helper()
	t.Skip(err)
}

// Optional skips the test for want of a program that tools/setup.sh leaves out because of its size, or of a processor of another kind; err
// says which.
func Optional(t testing.TB, err error) {
	t.Helper()
	t.Skip(err)
}
