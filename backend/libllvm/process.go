package libllvm

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"sync"
)

// This file is our side of a worker. A job is its head, as struct job of worker.c has it, the length of each of its texts, and the texts: the
// triple, the processor, its features, options of LLVM, and the module. An answer is its head, struct answer there, and a result or what is
// wrong; after each the worker writes a zero byte to its standard error, which tells what LLVM said of which. Numbers are as the
// processors have them for which there are workers: the lowest byte first.

// jobForm is JOB_FORM: the number of this form of jobs and answers.
const jobForm = "1"

// Flags of a job.
const (
	flagOptimized = 1 << iota
	flagObject
)

// head is what precedes a job. The options are those of the first job of a worker.
func head(job Job, options []string, ir []byte) []byte {
	flags := uint32(0)
	if job.Optimized {
		flags |= flagOptimized
	}
	if job.Object {
		flags |= flagObject
	}
	texts := append([]string{job.Triple, job.CPU, job.Features}, options...)
	data := binary.LittleEndian.AppendUint32(nil, uint32(job.Level))
	data = binary.LittleEndian.AppendUint32(data, flags)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(texts)+1))
	for _, t := range texts {
		data = binary.LittleEndian.AppendUint64(data, uint64(len(t)))
	}
	data = binary.LittleEndian.AppendUint64(data, uint64(len(ir)))
	for _, t := range texts {
		data = append(data, t...)
	}
	return data
}

// reply is an answer.
type reply struct {
	refused bool
	data    []byte // the result, or what is wrong
}

// readReply reads an answer.
func readReply(r io.Reader) (reply, error) {
	var head [16]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return reply{}, err
	}
	data := make([]byte, binary.LittleEndian.Uint64(head[8:]))
	_, err := io.ReadFull(r, data)
	return reply{binary.LittleEndian.Uint32(head[:]) != 0, data}, err
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
		if !w.ended() { // else somebody has ended it
			return w
		}
		w.close()
	}
	return nil
}

// Warm lets n workers be idle, at most maxIdle, so that they load the library while their first modules are being made, and compile something small for
// the target of a job; whatever the options of the first are. What goes wrong is told by the first Compile.
func (l *Library) Warm(n int, like Job) {
	p := l.pool(nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.idle) < min(n, maxIdle) {
		w, err := l.start(like.Triple, like.CPU, like.Features)
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
			go w.close()
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
	return l.start()
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
		go w.close()
	}
}

// process is a worker that runs.
type process struct {
	*running
	in         *os.File
	files      []*os.File // what out and notes read
	out, notes *bufio.Reader
}

// start makes a worker, which compiles something for a target first, if one is given. It ends with us, and when nobody can write to its input any more.
func (l *Library) start(target ...string) (*process, error) {
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
	r, err := l.spawn(target, theirs)
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	return &process{r, ours[0], ours[1:], bufio.NewReader(ours[1]), bufio.NewReader(ours[2])}, nil
}

// close ends the worker and says how it has ended.
func (w *process) close() error {
	w.in.Close()
	err := w.wait()
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
		if _, err := w.in.Write(head(job, options, ir)); err == nil {
			_, _ = w.in.Write(ir)
		}
	}()
	r, err = readReply(w.out)
	text := <-said
	if n := len(text); n > 0 && text[n-1] == 0 {
		text = text[:n-1]
	}
	return r, text, err
}
