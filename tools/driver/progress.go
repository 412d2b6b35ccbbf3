package driver

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"

	"descend/ir/console"
)

// Progress is shown on a terminal once a command takes longer than quiet, anew every interval.
const (
	quiet    = time.Second
	interval = 200 * time.Millisecond
)

// screen is a terminal on which a line of progress stands below what was written.
type screen struct {
	mu     sync.Mutex
	file   *os.File
	shown  bool
	inLine bool // what was written last ended without a newline: progress would overwrite it
}

// terminalWriter writes to a terminal on which progress is shown. (It is no os.File with more: io.Copy would then not use
// its Write.)
type terminalWriter struct {
	file   *os.File
	screen *screen
}

// Write replaces the line of progress.
func (w *terminalWriter) Write(data []byte) (int, error) {
	w.screen.mu.Lock()
	defer w.screen.mu.Unlock()
	w.screen.clear()
	if len(data) > 0 {
		w.screen.inLine = data[len(data)-1] != '\n'
	}
	return w.file.Write(data)
}

// clear needs mu.
func (s *screen) clear() {
	if s.shown {
		io.WriteString(s.file, "\r\x1b[K")
		s.shown = false
	}
}

// show puts up a line of progress; an empty one clears it.
func (s *screen) show(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	if line == "" || s.inLine {
		return
	}
	if width, _, err := term.GetSize(int(s.file.Fd())); err == nil && width > 0 && len(line) >= width {
		line = line[:width-1]
	}
	io.WriteString(s.file, line)
	s.shown = true
}

// fileOf is the file that a writer writes to, nil if it is none.
func fileOf(w io.Writer) *os.File {
	switch w := w.(type) {
	case *os.File:
		return w
	case *terminalWriter:
		return w.file
	case *checkedWriter:
		return fileOf(w.w)
	}
	return nil
}

// isTerminal says whether somebody sees what is written there.
func isTerminal(w io.Writer) bool {
	f := fileOf(w)
	return f != nil && console.Terminal(f)
}

// showProgress shows how the command goes on if standard error is a terminal. The function that it gives ends that.
func (s *session) showProgress() (end func()) {
	if !isTerminal(s.stderr) {
		return func() {}
	}
	sc := &screen{file: fileOf(s.stderr)}
	s.stderr = &terminalWriter{sc.file, sc}
	s.outside = s.stderr
	if isTerminal(s.stdout) {
		s.stdout = &terminalWriter{fileOf(s.stdout), sc}
	}
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		p := progress{stopper: &s.stopper, start: time.Now()}
		for tick := time.NewTicker(interval); ; {
			select {
			case t := <-tick.C:
				if t.Sub(p.start) >= quiet {
					sc.show(p.line(t))
				}
			case <-over:
				sc.show("")
				return
			}
		}
	}()
	return func() {
		close(over)
		<-ended
	}
}

// progress tells how a command goes on.
type progress struct {
	*stopper
	start time.Time
	// launch is the number of the launch that is being told about, seen first at since with before blocks done.
	launch, before int64
	since          time.Time
}

// line is what is shown.
func (p *progress) line(t time.Time) string {
	spent := seconds(t.Sub(p.start))
	ask := p.activity.Load()
	if ask == nil {
		return p.stageName() + ": " + spent
	}
	a := (*ask)()
	switch {
	case a.kernel == "":
		return fmt.Sprintf("%s, %s so far, %s", a.hostCode(), count(a.launches, "launch"), spent)
	case a.done < 0:
		return fmt.Sprintf("%s: %s, %s", a.kernel, count(a.total, "block"), spent)
	case a.launches != p.launch:
		p.launch, p.before, p.since = a.launches, a.done, t
	}
	text := fmt.Sprintf("%s: %d of %s, %s", a.kernel, a.done, count(a.total, "block"), spent)
	if n := a.done - p.before; n > 0 && a.done < a.total {
		left := time.Duration(float64(t.Sub(p.since)) / float64(n) * float64(a.total-a.done))
		text += ", " + seconds(left) + " left"
	}
	return text
}

// seconds is a time as people say it.
func seconds(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", int(d.Seconds()+0.5))
	}
	return d.Round(time.Second).String()
}
