package playground_test

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"descend/backend/ptx"
	"descend/ir/need"
	"descend/tools/playground/engine"
)

var (
	wasm  = flag.Bool("wasm", false, "test the page with the compiler as WebAssembly, and the times that it has to keep")
	shots = flag.String("shots", "", "the `folder` for screenshots")
)

// nativeWorker stands for the page's worker: it asks the engine of this process, which saves a build of the compiler as WebAssembly.
const nativeWorker = `self.onmessage = ({ data }) => {
  if (!data.id) return; // the compiler as WebAssembly
  const r = new XMLHttpRequest();
  r.open("POST", "engine", false);
  r.send(JSON.stringify(data.request ?? {}));
  self.postMessage({ id: data.id, answer: data.request ? JSON.parse(r.responseText) : { styles: %s } });
};
`

// TestPage drives the page in Chromium: see page.test.mjs.
func TestPage(t *testing.T) {
	b := newBrowser(t)
	dir := b.page()
	server := httptest.NewServer(pages(dir))
	defer server.Close()
	args := []string{server.URL + "/"}
	if *shots != "" {
		args = append(args, *shots)
	}
	b.drive("page.test.mjs", args...)
}

// TestNative drives the page that descendc playground serves: see native.test.mjs. Where the compiler is not there as WebAssembly the
// worker is ours, and the rest is the server's.
func TestNative(t *testing.T) {
	need.Found(t, ptx.Ready())
	b := newBrowser(t)
	dir := b.page()
	descendc := filepath.Join(t.TempDir(), "descendc")
	if out, err := exec.CommandContext(b.ctx, "go", "build", "-o", descendc, "../descendc").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if !*wasm {
		if err := os.WriteFile(filepath.Join(dir, "descend.wasm.gz"), nil, 0o666); err != nil { // by which the command knows the folder
			t.Fatal(err)
		}
	}
	served := exec.CommandContext(b.ctx, descendc, "playground", "--dir", dir, "--port", "0")
	served.Cancel = func() error { return served.Process.Signal(os.Interrupt) }
	out, err := served.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := served.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = served.Process.Signal(os.Interrupt)
		_ = served.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address = strings.TrimSpace(address)
	if !*wasm {
		server := httptest.NewServer(before(t, address, "", pages(dir)))
		defer server.Close()
		address = server.URL + "/"
	}
	b.drive("native.test.mjs", address)
}

// before is a server that asks another one for all but the worker of the page in a folder and its engine, as if the other's page had asked.
func before(t *testing.T, address, folder string, ours http.Handler) http.Handler {
	to, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(to)
		r.Out.Host = to.Host
		if r.In.Header.Get("Origin") == "http://"+r.In.Host {
			r.Out.Header.Set("Origin", "http://"+to.Host)
		}
	}}
	mux := http.NewServeMux()
	mux.Handle("/", proxy)
	for _, own := range []string{"GET %s/worker.js", "GET %s/descend.wasm.gz", "POST %s/engine"} {
		mux.Handle(fmt.Sprintf(own, folder), http.StripPrefix(folder, ours))
	}
	return mux
}

// browser has what tests in Chromium need.
type browser struct {
	*testing.T
	ctx            context.Context
	node, chromium string
}

func newBrowser(t *testing.T) *browser {
	t.Helper()
	need.Program(t, "npm")
	b := &browser{T: t, node: need.Program(t, "node"), chromium: need.Program(t, "chromium")}
	var cancel context.CancelFunc
	b.ctx, cancel = context.WithTimeout(context.Background(), 8*time.Minute)
	t.Cleanup(cancel)
	if _, err := os.Stat("node_modules/esbuild"); err != nil {
		if out, err := exec.CommandContext(b.ctx, "npm", "ci", "--silent").CombinedOutput(); err != nil {
			need.Tool(t, "the packages of tools/playground/package-lock.json: %v: %s", err, out)
		}
	}
	return b
}

// page builds the page, with -wasm all of it.
func (b *browser) page() string {
	b.Helper()
	args := []string{b.TempDir(), "page"}
	if *wasm {
		args = args[:1]
	}
	if out, err := exec.CommandContext(b.ctx, "./build.sh", args...).CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	return args[0]
}

// drive runs a test of the page.
func (b *browser) drive(script string, args ...string) {
	b.Helper()
	cmd := exec.CommandContext(b.ctx, b.node, append([]string{script}, args...)...)
	cmd.Env = append(os.Environ(), "CHROMIUM="+b.chromium)
	if *wasm {
		cmd.Env = append(cmd.Env, "PAGE_MEASURE=1")
	}
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix("\n"+string(out), "\nok\n") {
		b.Fatalf("%v: %s", err, out)
	}
	b.Logf("%s", out)
}

// pages serves the page, and unless it is to be tested with WebAssembly the engine.
func pages(dir string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(os.DirFS(dir)))
	if *wasm {
		return mux
	}
	var one sync.Mutex
	answers := &engine.Engine{}
	light, dark := engine.Styles()
	styles, _ := json.Marshal([]string{light, dark})
	mux.HandleFunc("GET /worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, nativeWorker, styles)
	})
	mux.HandleFunc("GET /descend.wasm.gz", func(http.ResponseWriter, *http.Request) {}) // which the worker does not need
	mux.HandleFunc("POST /engine", func(w http.ResponseWriter, r *http.Request) {
		request, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		one.Lock()
		defer one.Unlock()
		_, _ = w.Write(answers.JSON(request))
	})
	return mux
}
