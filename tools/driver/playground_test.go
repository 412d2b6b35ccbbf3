package driver

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPlaygroundServer wants the page for its own address alone, requests from its own page alone, and no command lines of others.
func TestPlaygroundServer(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "index.html"), []byte("the page"), 0o666); err != nil {
		t.Fatal(err)
	}
	const address = "127.0.0.1:8421"
	h := newPlayground("/bin/false", dir, address)
	const run = `{"source":"","function":"main"}`
	for _, c := range []struct {
		method, path, host, origin, mark, body string
		status                                 int
	}{
		{"GET", "/", address, "", "", "", 200},
		{"GET", "/", "localhost:8421", "", "", "", 200},
		{"GET", "/", "elsewhere.example:8421", "", "", "", 403},
		{"GET", "/", "127.0.0.1:80", "", "", "", 403},
		{"GET", "/../../etc/passwd", address, "", "", "", 400},
		{"GET", "/api/here", address, "", "playground", "", 200},
		{"GET", "/api/here", address, "", "", "", 403},
		{"POST", "/api/run", address, "http://" + address, "playground", run, 200},
		{"POST", "/api/run", address, "http://elsewhere.example", "playground", run, 403},
		{"POST", "/api/run", address, "null", "playground", run, 403},
		{"POST", "/api/run", address, "https://" + address, "playground", run, 403},
		{"POST", "/api/run", address, "", "", run, 403},
		{"POST", "/api/run", address, "", "playground", "{", 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"--help"}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","args":["x=../a.npy"]}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","args":["x=a.npy"]}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","args":["--x=1"]}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","nats":{"n":"-1"}}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","files":{"../a.npy":""}}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"function":"main","prints":["x=/tmp/a.npy"]}`, 400},
		{"POST", "/api/run", address, "", "playground", `{"source":"` + strings.Repeat("x", maxAsked) + `"}`, 400},
		{"GET", "/api/run", address, "", "playground", "", 404},
		{"POST", "/api/x", address, "", "playground", run, 404},
		{"GET", "/api/x", address, "", "playground", "", 404},
		{"POST", "/", address, "", "", "x", 405},
		{"HEAD", "/", address, "", "", "", 200},
	} {
		r := httptest.NewRequest(c.method, "http://"+address+"/", strings.NewReader(c.body))
		r.URL.Path, r.Host = c.path, c.host
		for name, value := range map[string]string{"Origin": c.origin, "X-Descend": c.mark} {
			if value != "" {
				r.Header.Set(name, value)
			}
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		status := w.Result().StatusCode
		if status != c.status && !(c.status == 400 && c.method == "GET" && status >= 300) {
			body, _ := io.ReadAll(w.Result().Body)
			t.Errorf("%s %s host %q origin %q mark %q %.60s: status %d, not %d: %s", c.method, c.path, c.host, c.origin, c.mark, c.body, status, c.status, body)
		}
		if status == http.StatusOK && w.Header().Get("Content-Security-Policy") == "" {
			t.Errorf("%s: no policy", c.path)
		}
	}
}

// TestPlaygroundPacked wants that browsers are told that the compiler is compressed, and others get it as a file.
func TestPlaygroundPacked(t *testing.T) {
	const address, text = "127.0.0.1:8421", "compressed"
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "descend.wasm.gz"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for accepts, want := range map[string]string{"gzip, deflate, br": "gzip application/wasm", "": ""} {
		r := httptest.NewRequest("GET", "http://"+address+"/descend.wasm.gz", nil)
		r.Header.Set("Accept-Encoding", accepts)
		w := httptest.NewRecorder()
		newPlayground("/bin/false", dir, address).ServeHTTP(w, r)
		got := w.Header().Get("Content-Encoding")
		if got != "" {
			got += " " + w.Header().Get("Content-Type")
		}
		if w.Code != http.StatusOK || w.Body.String() != text || got != want {
			t.Errorf("who accepts %q gets status %d, %q, %q", accepts, w.Code, got, w.Body)
		}
	}
}

// TestPlaygroundLimits has programs in the place of descendc that do not end, and that print without end.
func TestPlaygroundLimits(t *testing.T) {
	const address = "127.0.0.1:8421"
	for _, c := range []struct {
		script, message string
		limit           time.Duration
		status          int
	}{
		{"sleep 60 & wait", "ended after 200ms\n", 200 * time.Millisecond, -1},
		{"head -c 3000000 /dev/zero | tr '\\0' x", "more than 1048576 bytes are not shown\n", maxAsk, 0},
		{"echo no such thing >&2; exit 3", "no such thing\n", maxAsk, 3},
	} {
		self := filepath.Join(t.TempDir(), "descendc")
		if err := os.WriteFile(self, []byte("#!/bin/sh\n"+c.script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		p := newPlayground(self, t.TempDir(), address)
		p.limit = c.limit
		r := httptest.NewRequest("POST", "http://"+address+"/api/run", strings.NewReader(`{"source":"","function":"main"}`))
		r.Header.Set("X-Descend", "playground")
		w := httptest.NewRecorder()
		begun := time.Now()
		p.ServeHTTP(w, r)
		var got told
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || got.Messages != c.message || len(got.Output) > maxAnswer {
			t.Errorf("%s: %v, %d bytes of output, messages %q, not %q", c.script, err, len(got.Output), got.Messages, c.message)
		}
		if c.status >= 0 && got.Status != c.status || c.status < 0 && got.Status == 0 {
			t.Errorf("%s: status %d", c.script, got.Status)
		}
		if took := time.Since(begun); took > c.limit+15*time.Second {
			t.Errorf("%s: the answer took %s", c.script, took)
		}
	}
}
