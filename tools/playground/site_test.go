package playground_test

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"descend/ir/child"
	"descend/tools/playground/engine"
)

// TestSite makes the book as a site and serves it, as tools/book.sh does, follows all its links, and drives it in Chromium: see
// site.test.mjs.
func TestSite(t *testing.T) {
	b := newBrowser(t)
	dir := t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	l.Close() // it is free now, and nobody else will ask for it soon
	ctx, cancel := context.WithCancel(b.ctx)
	args := []string{"serve", dir, "page"}
	if *wasm {
		args = args[:2]
	}
	cmd := exec.CommandContext(ctx, "../book.sh", args...)
	cmd.Env = append(os.Environ(), "BOOK_PORT="+port)
	said := child.Output{Limit: 1 << 20}
	cmd.Stdout, cmd.Stderr = &said, &said
	ended := make(chan error, 1)
	go func() { ended <- child.Tool(cmd) }()
	defer func() {
		cancel()
		<-ended
	}()
	address := "http://127.0.0.1:" + port + "/"
	for begun := time.Now(); ; {
		if r, err := http.Get(address); err == nil {
			r.Body.Close()
			break
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%v: %s", err, said.String())
		case <-time.After(200 * time.Millisecond):
		}
		if time.Since(begun) > 5*time.Minute {
			t.Fatal("the site is not served")
		}
	}
	follow(t, os.DirFS(dir))
	if !*wasm {
		server := httptest.NewServer(before(t, address, "/playground", pages(dir)))
		defer server.Close()
		address = server.URL + "/"
	}
	args = []string{address}
	if *shots != "" {
		args = append(args, *shots)
	}
	b.drive("site.test.mjs", args...)
}

var (
	leads  = regexp.MustCompile(`\s(?:href|src)="([^"]*)"`)
	marked = regexp.MustCompile(`\sid="([^"]*)"`)
)

// follow wants that every link of a site leads to a file of it, and to a place that is there; and that those to the playground have programs
// which the compiler reads, with functions to run.
func follow(t *testing.T, site fs.FS) {
	t.Helper()
	pages := map[string]string{}
	places := map[string][]string{}
	err := fs.WalkDir(site, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".html" {
			return err
		}
		text, err := fs.ReadFile(site, name)
		pages[name] = string(text)
		for _, m := range marked.FindAllStringSubmatch(string(text), -1) {
			places[name] = append(places[name], html.UnescapeString(m[1]))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	followed, programs := 0, 0
	e := &engine.Engine{}
	for name, text := range pages {
		if strings.Contains(text, "<th></th>") {
			t.Errorf("%s: a column of a table has no heading", name)
		}
		for _, m := range leads.FindAllStringSubmatch(text, -1) {
			to, err := url.Parse(html.UnescapeString(m[1]))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if to.Scheme != "" || to.Host != "" {
				continue
			}
			followed++
			at := strings.TrimPrefix((&url.URL{Path: "/" + name}).ResolveReference(to).Path, "/")
			if i, err := fs.Stat(site, path.Clean("./"+at)); err == nil && i.IsDir() {
				at = path.Join(at, "index.html")
			}
			if _, err := fs.Stat(site, at); err != nil {
				t.Errorf("%s: %s leads nowhere", name, m[1])
				continue
			}
			if at == "playground/index.html" && to.Fragment != "" {
				programs++
				if err := runnable(e, to.Fragment); err != nil {
					t.Errorf("%s: a link to the playground: %v", name, err)
				}
			} else if to.Fragment != "" && !slices.Contains(places[at], to.Fragment) {
				t.Errorf("%s: %s has no place %s", name, at, to.Fragment)
			}
		}
	}
	if len(pages) < 60 || followed < 3000 || programs < 100 {
		t.Errorf("only %d pages, %d links, %d programs", len(pages), followed, programs)
	}
	t.Logf("%d pages, %d links, %d programs", len(pages), followed, programs)
}

// runnable wants of the program in an address that it is read, and that it has the function which is to be run.
func runnable(e *engine.Engine, fragment string) error {
	packed, err := base64.RawURLEncoding.DecodeString(fragment)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(flate.NewReader(bytes.NewReader(packed)))
	if err != nil {
		return err
	}
	var p struct{ S, F string }
	if err := json.Unmarshal(text, &p); err != nil {
		return err
	}
	a := e.Do(&engine.Request{Source: p.S})
	if a.Error != "" || strings.TrimSpace(p.S) == "" {
		return fmt.Errorf("%q: %s", p.S, a.Error)
	}
	if p.F != "" && !slices.ContainsFunc(a.Functions, func(f engine.Function) bool { return f.Name == p.F }) {
		return fmt.Errorf("there is no function %s in %s", p.F, p.S)
	}
	return nil
}
