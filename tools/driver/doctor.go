package driver

import (
	"context"
	"fmt"
	"io"
	"runtime"

	"descend/backend/host"
	"descend/backend/ptx"
)

// doctor says what works on this machine: the tools, and what each device of "run" needs.
func (s *session) doctor(args []string) error {
	if len(args) > 0 {
		return usagef("doctor takes no arguments")
	}
	ok := ptx.Doctor(s.stdout)
	fmt.Fprintln(s.stdout, "\n--device=sim works: it needs no tool.")
	reportCPU(s.stdout)
	reportGPUs(s.stdout)
	if !ok {
		return toolsMissing{}
	}
	return nil
}

// reportCPU prints whether --device=cpu works, and where its programs are kept.
func reportCPU(w io.Writer) {
	for _, kind := range []struct {
		emit string
		kind host.Kind
	}{{"obj", host.Object}, {"shared", host.Shared}} {
		if with, err := host.Probe(context.Background(), kind.kind); err == nil {
			fmt.Fprintf(w, "--emit=%s works: it is made with %s.\n", kind.emit, with)
		} else {
			fmt.Fprintf(w, "--emit=%s does not work: %v.\n", kind.emit, err)
		}
	}
	with, err := host.Probe(context.Background(), host.Executable)
	if err != nil {
		fmt.Fprintf(w, "--device=cpu and --emit=exe do not work: %v.\n", err)
		return
	}
	fmt.Fprintf(w, "--device=cpu and --emit=exe work, on %d processors; programs are made with %s.\n", runtime.NumCPU(), with)
	cache, err := host.UserCache()
	if err != nil {
		fmt.Fprintf(w, "Its programs are not kept: %v.\n", err)
		return
	}
	defer cache.Close()
	files, size, limit := cache.Usage()
	fmt.Fprintf(w, "Its programs are kept in %s: %s, %.1f of at most %d MiB (%s=DIR for another folder, off for none).\n",
		cache.Dir, count(int64(files), "file"), float64(size)/(1<<20), limit>>20, host.CacheVar)
}

// toolsMissing is the result of doctor when a required tool is not there; doctor has said which.
type toolsMissing struct{}

func (toolsMissing) Error() string { return "a required tool is missing" }

// As makes errors.As see a missing tool, for the exit status.
func (toolsMissing) As(target any) bool {
	if t, ok := target.(**ptx.MissingTool); ok {
		*t = &ptx.MissingTool{}
		return true
	}
	return false
}
