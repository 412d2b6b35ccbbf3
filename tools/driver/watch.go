package driver

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"descend/ir/console"
)

// watchInterval is how often the files are looked at.
const watchInterval = 250 * time.Millisecond

// watched are the commands that watch runs.
func watched() (names []string) {
	for _, name := range withFiles() {
		if name != "watch" {
			names = append(names, name)
		}
	}
	return names
}

// watch is the command: it runs another one whenever a file changes that this one has read.
func (s *session) watch(args []string) error {
	o := &options{}
	if err := s.parse(o, "watch", args); err != nil {
		return done(err)
	}
	args = o.files
	if err := commandOrFile(args[0]); err != nil {
		return err
	}
	if c, ok := commandNamed(args[0]); !ok {
		args = append([]string{"check"}, args...)
	} else if !slices.Contains(watched(), c.name) {
		return usagef("watch runs check, test, run and other commands that read programs, not %s", c.name)
	}
	if o.times < 0 {
		return usagef("--times takes a number of runs, or 0, not %d", o.times)
	}
	status := exitOK
	for n := 1; ; n++ {
		files := map[string]fileState{}
		s.opened = func(name string) { files[name] = stateOf(name) }
		if f := fileOf(s.stdout); f != nil && console.Terminal(f) {
			fmt.Fprint(s.stdout, "\x1b[H\x1b[2J\x1b[3J")
		}
		s.together, s.programs = nil, nil
		status = s.exit(s.dispatch(args))
		s.opened = nil
		if s.ctx.Err() != nil || n == o.times {
			break
		}
		folders := foldersIn(args[1:])
		for _, name := range filesIn(folders) {
			if _, ok := files[name]; !ok {
				files[name] = stateOf(name)
			}
		}
		if len(files) == 0 { // wrong usage: nothing will change that
			break
		}
		which := "its file"
		if len(files) > 1 {
			which = fmt.Sprintf("one of %d files", len(files))
		}
		fmt.Fprintf(s.stderr, "descendc: %s ended with status %d at %s; it runs again when %s changes, ^C ends\n", args[0], status, time.Now().Format("15:04:05"), which)
		s.stage.Store(waiting)
		if err := s.heed(func() error { return awaitChange(s.ctx, files, folders) }); err != nil {
			return err
		}
	}
	if status != exitOK {
		return ended{status}
	}
	return nil
}

// waiting is what watch does between two runs.
const waiting = "waiting for a change of a file"

// ended is the status of a command that has said what is wrong.
type ended struct{ status int }

func (ended) Error() string { return "" }

// fileState is what changes with a file.
type fileState struct {
	there bool
	size  int64
	time  time.Time
}

func stateOf(name string) fileState {
	i, err := os.Stat(name)
	if err != nil {
		return fileState{}
	}
	return fileState{true, i.Size(), i.ModTime()}
}

// foldersIn are the folders among operands.
func foldersIn(args []string) (out []string) {
	for _, a := range args {
		if i, err := os.Stat(a); err == nil && i.IsDir() && !strings.HasPrefix(a, "-") {
			out = append(out, a)
		}
	}
	return out
}

// filesIn are the programs in folders.
func filesIn(folders []string) (out []string) {
	for _, dir := range folders {
		filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(file) == ".desc" {
				out = append(out, file)
			}
			return nil
		})
	}
	return out
}

// awaitChange waits until a file is another one, is gone or was made, and then until nothing has changed for a while: editors write in steps.
func awaitChange(ctx context.Context, files map[string]fileState, folders []string) error {
	changed := false
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(watchInterval):
		}
		now := false
		for _, name := range filesIn(folders) {
			if _, ok := files[name]; !ok {
				files[name], now = stateOf(name), true
			}
		}
		for name, old := range files {
			if state := stateOf(name); state != old {
				files[name], now = state, true
			}
		}
		if changed && !now {
			return nil
		}
		changed = changed || now
	}
}
