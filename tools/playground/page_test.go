package playground_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"descend/ir/need"
	"descend/tools/playground/engine"
)

var (
	wasm  = flag.Bool("wasm", false, "test the page with the compiler as WebAssembly, and the times that it has to keep")
	shots = flag.String("shots", "", "the `folder` for screenshots")
)

// nativeWorker stands for the page's worker: it asks the engine of this process, which saves a build of the compiler as WebAssembly.
const nativeWorker = `self.onmessage = ({ data }) => {
  const r = new XMLHttpRequest();
  r.open("POST", "engine", false);
  r.send(JSON.stringify(data.request));
  self.postMessage({ id: data.id, answer: JSON.parse(r.responseText) });
};
self.postMessage({ ready: true, styles: %s });
`

// TestPage drives the page in Chromium: see page.test.mjs.
func TestPage(t *testing.T) {
	need.Program(t, "npm")
	node, chromium := need.Program(t, "node"), need.Program(t, "chromium")
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	defer cancel()
	if _, err := os.Stat("node_modules/esbuild"); err != nil {
		if out, err := exec.CommandContext(ctx, "npm", "ci", "--silent").CombinedOutput(); err != nil {
			need.Tool(t, "the packages of tools/playground/package-lock.json: %v: %s", err, out)
		}
	}
	dir := t.TempDir()
	build := []string{dir, "page"}
	slower := "20"
	if *wasm {
		build, slower = build[:1], "1"
	}
	if out, err := exec.CommandContext(ctx, "./build.sh", build...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server := httptest.NewServer(pages(dir))
	defer server.Close()
	args := []string{"page.test.mjs", server.URL + "/"}
	if *shots != "" {
		args = append(args, *shots)
	}
	cmd := exec.CommandContext(ctx, node, args...)
	cmd.Env = append(os.Environ(), "CHROMIUM="+chromium, "PAGE_SLOWER="+slower)
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.HasSuffix(string(out), "\nok\n") {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%s", out)
}

// pages serves the page, and unless it is to be tested with WebAssembly the engine.
func pages(dir string) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(os.DirFS(dir)))
	if *wasm {
		return mux
	}
	light, dark := engine.Styles()
	styles, _ := json.Marshal([]string{light, dark})
	mux.HandleFunc("GET /worker.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript")
		fmt.Fprintf(w, nativeWorker, styles)
	})
	mux.HandleFunc("GET /descend.wasm.gz", func(http.ResponseWriter, *http.Request) {}) // the page fetches it ahead
	mux.HandleFunc("POST /engine", func(w http.ResponseWriter, r *http.Request) {
		request, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		_, _ = w.Write(engine.JSON(request))
	})
	return mux
}
