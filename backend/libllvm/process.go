package libllvm

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"

	"descend/ir/child"
)

// This file is our side of a worker. A request is a line of JSON and the module, an answer a line of JSON and the
// result; after each answer the worker writes a zero byte to its standard error, which tells what LLVM said of which.

// request is the line before a module. The options are those of the first request to a worker.
type request struct {
	Job
	Options []string
	Bytes   int
}

// reply is the line before a result, or the error in place of it.
type reply struct {
	Error string
	Bytes int
	data  []byte
}

// maxIdle is how many workers wait for more work. Each holds some 20 MiB.
const maxIdle = 2

// pools are the workers by the library and the options that it has. One without options gets them with the first module that needs them.
var pools sync.Map

type pool struct {
	mu   sync.Mutex
	idle []*process
}

func (l *Library) pool(options []string) *pool {
	p, _ := pools.LoadOrStore(fmt.Sprintf("%q %q", l.Path, options), &pool{})
	return p.(*pool)
}

// take is an idle worker that still runs, or nil.
func (p *pool) take() *process {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle); n > 0; n-- {
		w := p.idle[n-1]
		p.idle = p.idle[:n-1]
		if len(w.exited) == 0 { // else somebody has ended it
			return w
		}
		w.wait()
	}
	return nil
}

// Warm lets n workers be idle, at most maxIdle, so that they load the library while their first modules are being made, whatever the options
// of these are. What goes wrong is told by the first Compile.
func (l *Library) Warm(n int) {
	p := l.pool(nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) < min(n, maxIdle) {
		w, err := start(l.Path)
		if err != nil {
			return
		}
		p.idle = append(p.idle, w)
	}
}

// Rest ends the workers that are idle, when nothing more is to be compiled soon.
func (l *Library) Rest() {
	for _, p := range []*pool{l.pool(nil), l.pool(l.Options)} {
		p.mu.Lock()
		idle := p.idle
		p.idle = nil
		p.mu.Unlock()
		for _, w := range idle {
			w.kill()
			go w.wait()
		}
	}
}

// worker is an idle worker, or a new one.
func (l *Library) worker() (*process, error) {
	w := l.pool(l.Options).take()
	if w == nil && len(l.Options) > 0 {
		w = l.pool(nil).take()
	}
	if w != nil {
		return w, nil
	}
	return start(l.Path)
}

// keep lets a worker wait for more.
func (l *Library) keep(w *process) {
	p := l.pool(l.Options)
	p.mu.Lock()
	if len(p.idle) < maxIdle {
		p.idle = append(p.idle, w)
		w = nil
	}
	p.mu.Unlock()
	if w != nil {
		go w.wait()
	}
}

// process is a worker that runs.
type process struct {
	in         *os.File
	files      []*os.File // what out and notes read
	out, notes *bufio.Reader
	kill       context.CancelFunc
	exited     chan error // gets how it has ended, and keeps it
}

// start makes a worker. It ends with us, and when nobody can write to its input any more.
func start(path string) (*process, error) {
	var ours, theirs [3]*os.File // input, output, standard error
	closeAll := func(files []*os.File) {
		for _, f := range files {
			f.Close()
		}
	}
	for i := range ours {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(append(ours[:i], theirs[:i]...))
			return nil, err
		}
		ours[i], theirs[i] = r, w
		if i == 0 {
			ours[i], theirs[i] = w, r
		}
	}
	ctx, kill := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, self(), workerArg, path)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	w := &process{in: ours[0], files: ours[1:], out: bufio.NewReader(ours[1]), notes: bufio.NewReader(ours[2]), kill: kill, exited: make(chan error, 1)}
	go func() {
		err := child.Helper(cmd, func() { closeAll(theirs[:]) })
		closeAll(theirs[:])
		w.exited <- err
		kill()
	}()
	return w, nil
}

// self is the executable of this process.
var self = sync.OnceValue(func() string { return executable("/proc/self/exe") })

// executable is the executable of this process, by a name that it has also when its file was replaced or removed; where that name is not
// known, as /proc is not mounted in many a chroot, the file that was started.
func executable(running string) string {
	if _, err := os.Stat(running); err == nil {
		return running
	}
	path, err := exec.LookPath(os.Args[0])
	if err != nil {
		return running // to start it tells what is missing
	}
	return path
}

// wait ends the worker and says how it has ended.
func (w *process) wait() error {
	w.in.Close()
	err := <-w.exited
	w.exited <- err
	for _, f := range w.files {
		f.Close()
	}
	return err
}

// ask sends a module and reads the answer, with what was said of it. After an error the worker is of no more use.
func (w *process) ask(job Job, options []string, ir []byte) (r reply, notes string, err error) {
	said := make(chan string, 1)
	go func() {
		text, _ := w.notes.ReadString(0)
		said <- text
	}()
	go func() { // the worker may answer, or end, before it has read all
		head, _ := json.Marshal(request{job, options, len(ir)})
		if _, err := w.in.Write(append(head, '\n')); err == nil {
			_, _ = w.in.Write(ir)
		}
	}()
	head, err := w.out.ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(head, &r)
	}
	if err == nil {
		r.data = make([]byte, r.Bytes)
		_, err = io.ReadFull(w.out, r.data)
	}
	text := <-said
	if n := len(text); n > 0 && text[n-1] == 0 {
		text = text[:n-1]
	}
	return r, text, err
}
