package driver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"descend/ir/child"
	"descend/ir/pattern"
)

// Bounds of what the page may ask of local tools.
const (
	maxAsked  = 4 << 20 // bytes of a request
	maxAnswer = 1 << 20 // bytes of an answer
	maxAsk    = 20 * time.Second
	maxAsking = 2 // at the same time
)

// playground is the command: it serves the page to this machine alone, with PTX and runs on the CPU by tools that are here.
func (s *session) playground(args []string) error {
	o := &options{}
	if err := s.parse(o, "playground", args); err != nil {
		return done(err)
	}
	dir, err := pageFolder(o.dir)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(o.port)))
	if err != nil {
		return usagef("%v", err)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	address := l.Addr().String()
	fmt.Fprintf(s.stdout, "http://%s/\n", address)
	server := &http.Server{Handler: newPlayground(self, dir, address), ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: maxAsk + 10*time.Second, MaxHeaderBytes: 1 << 16, BaseContext: func(net.Listener) context.Context { return s.ctx }}
	stop := context.AfterFunc(s.ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return s.ctx.Err()
}

// pageFolder is where the built page is: the one of --dir, beside the command, in share of where it is installed, or in the repository.
func pageFolder(given string) (string, error) {
	places := []string{given}
	if given == "" {
		places = nil
		if self, err := os.Executable(); err == nil {
			bin := filepath.Dir(self)
			places = []string{filepath.Join(bin, "playground"), filepath.Join(bin, "..", "share", "descend", "playground"), filepath.Join(bin, "..", "tools", "playground", "dist")}
		}
	}
	for _, p := range places {
		if _, err := os.Stat(filepath.Join(p, "descend.wasm.gz")); err == nil {
			return p, nil
		}
	}
	return "", usagef("the page was not found in %s: tools/playground/build.sh of the project builds it, --dir says where it is", strings.Join(places, ", "))
}

// playgroundServer serves the page, and answers what it asks of local tools.
type playgroundServer struct {
	self    string // descendc
	address string
	limit   time.Duration // of a request's run
	busy    chan struct{}
	mux     *http.ServeMux
}

func newPlayground(self, dir, address string) *playgroundServer {
	p := &playgroundServer{self: self, address: address, limit: maxAsk, busy: make(chan struct{}, maxAsking), mux: http.NewServeMux()}
	page := http.FileServerFS(os.DirFS(dir))
	p.mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "the page is only read", http.StatusMethodNotAllowed)
			return
		}
		page.ServeHTTP(w, r)
	})
	p.mux.HandleFunc("GET /descend.wasm.gz", func(w http.ResponseWriter, r *http.Request) {
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") { // the browser unpacks it faster than the page, and keeps what it compiles
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Content-Type", "application/wasm")
		}
		page.ServeHTTP(w, r)
	})
	p.mux.HandleFunc("GET /api/here", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "here") })
	p.mux.HandleFunc("POST /api/ptx", p.ask(ptxOf))
	p.mux.HandleFunc("POST /api/run", p.ask(runOf))
	p.mux.HandleFunc("/api/", http.NotFound)
	return p
}

// ServeHTTP answers pages of this server alone: another site could have its name lead here (the Host tells), or send requests from a page
// of its own (the Origin tells, and a header that no other site can send without being asked).
func (p *playgroundServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, port, _ := net.SplitHostPort(p.address)
	mine := func(host string) bool { return host == p.address || host == "localhost:"+port }
	origin, isThere := strings.CutPrefix(r.Header.Get("Origin"), "http://")
	switch {
	case !mine(r.Host), isThere && !mine(origin), !isThere && origin != "":
		http.Error(w, "this server is for its own page", http.StatusForbidden)
		return
	case strings.HasPrefix(r.URL.Path, "/api/") && r.Header.Get("X-Descend") != "playground":
		http.Error(w, "this is for the page", http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	p.mux.ServeHTTP(w, r)
}

// asked is a request for local tools.
type asked struct {
	Source   string            `json:"source"`
	Function string            `json:"function"`
	Args     []string          `json:"args"`
	Nats     map[string]string `json:"nats"`
	Files    map[string][]byte `json:"files"`
	// Prints are the parameters whose arrays are printed after the run.
	Prints []string `json:"prints"`
}

// told is the answer: what the command wrote, and its exit status.
type told struct {
	Output   string `json:"output"`
	Messages string `json:"messages"`
	Status   int    `json:"status"`
}

// ask answers by a run of descendc: of its own, so that it can be ended, without a shell, in a folder that holds the request's files alone.
func (p *playgroundServer) ask(command func(asked) ([]string, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var q asked
		if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxAsked)).Decode(&q); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		args, err := command(q)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		select {
		case p.busy <- struct{}{}:
			defer func() { <-p.busy }()
		default:
			http.Error(w, "two requests are being worked on", http.StatusTooManyRequests)
			return
		}
		answer, err := p.descendc(r.Context(), q, args)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(answer)
	}
}

// descendc runs the command.
func (p *playgroundServer) descendc(ctx context.Context, q asked, args []string) (told, error) {
	dir, err := os.MkdirTemp("", "descend-playground-")
	if err != nil {
		return told{}, err
	}
	defer os.RemoveAll(dir)
	for name, data := range q.Files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return told{}, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "program.desc"), []byte(q.Source), 0o600); err != nil {
		return told{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, p.limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, p.self, args...)
	out, errs := child.Output{Limit: maxAnswer}, child.Output{Limit: maxAnswer}
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) } // which ends what it has started, too
	err = child.Program(cmd, nil)
	if _, ended := errors.AsType[*exec.ExitError](err); err != nil && !ended && !errors.Is(err, exec.ErrWaitDelay) {
		return told{}, err
	}
	answer := told{Output: out.String(), Messages: errs.String(), Status: cmd.ProcessState.ExitCode()}
	if ctx.Err() != nil {
		answer.Messages += fmt.Sprintf("ended after %s\n", p.limit)
	}
	if out.Cut {
		answer.Messages += fmt.Sprintf("more than %d bytes are not shown\n", maxAnswer)
	}
	return answer, nil
}

var (
	askedName = pattern.Of(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)
	askedFile = pattern.Of(`^[A-Za-z_][A-Za-z0-9_]{0,99}\.npy$`)
	askedNat  = pattern.Of(`^[0-9]{1,19}$`)
	// askedValue are generators, scalars, names of variants, and lists of elements, but no paths.
	askedValue = pattern.Of(`^[-+A-Za-z0-9_.,:\[\] ]+$`)
)

// ptxOf is the command line for PTX with places in the source.
func ptxOf(asked) ([]string, error) {
	return []string{"build", "program.desc", "--emit=ptx", "-g", "-o", "-"}, nil
}

// runOf is the command line for a run on the CPU, which prints what it leaves.
func runOf(q asked) ([]string, error) {
	for name := range q.Files {
		if !askedFile().MatchString(name) {
			return nil, fmt.Errorf("%q is no name of a file", name)
		}
	}
	if !askedName().MatchString(q.Function) {
		return nil, fmt.Errorf("%q is no name of a function", q.Function)
	}
	args := []string{"run", "program.desc", "--device=cpu", "--timeout=" + maxAsk.String(), "--fn=" + q.Function}
	for n, v := range q.Nats {
		if !askedName().MatchString(n) || !askedNat().MatchString(v) {
			return nil, fmt.Errorf("%s=%q is no size", n, v)
		}
		args = append(args, "--define="+n+"="+v)
	}
	for _, a := range q.Args {
		name, value, _ := strings.Cut(a, "=")
		if !askedName().MatchString(name) || !askedValue().MatchString(value) {
			return nil, fmt.Errorf("%q is no argument", a)
		}
		if strings.HasSuffix(value, ".npy") && q.Files[value] == nil {
			return nil, fmt.Errorf("there is no file %s", value)
		}
		args = append(args, "--arg="+a)
	}
	for _, name := range q.Prints {
		if !askedName().MatchString(name) {
			return nil, fmt.Errorf("%q is no name of a parameter", name)
		}
		args = append(args, "--out="+name+"=-")
	}
	return args, nil
}
