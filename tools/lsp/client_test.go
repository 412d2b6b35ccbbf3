package lsp

import (
	"context"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editor is an editor that is connected with a server.
type editor struct {
	protocol.UnimplementedClient
	Server protocol.Server
	t      testing.TB
	ctx    context.Context
	conn   jsonrpc2.Conn
	end    func() int

	mu       sync.Mutex
	found    map[uri.URI]*protocol.PublishDiagnosticsParams
	told     chan struct{}
	versions map[uri.URI]int32
	texts    map[uri.URI]*text
	messages []string
}

// PublishDiagnostics keeps what the server has found.
func (e *editor) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	e.mu.Lock()
	old := int32(0)
	if before := e.found[p.URI]; before != nil {
		old, _ = before.Version.Get()
	}
	if now, _ := p.Version.Get(); now >= old { // the library handles messages beside each other
		e.found[p.URI] = p
	}
	e.mu.Unlock()
	select {
	case e.told <- struct{}{}:
	default:
	}
	return nil
}

// ShowMessage keeps a message.
func (e *editor) ShowMessage(_ context.Context, p *protocol.ShowMessageParams) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.messages = append(e.messages, p.Message)
	return nil
}

type failing struct{ t testing.TB }

func (f failing) Write(p []byte) (int, error) {
	f.t.Errorf("the server says: %s", p)
	return len(p), nil
}

// connect starts a server and an editor; what goes wrong in the server fails the test.
func connect(t testing.TB, serve func(context.Context, Config, io.ReadWriteCloser) int, c Config, folder string) *editor {
	t.Helper()
	a, b := net.Pipe()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Minute)
	c.Log = failing{t}
	status := make(chan int, 1)
	go func() { status <- serve(ctx, c, a) }()
	e := &editor{t: t, ctx: ctx, found: map[uri.URI]*protocol.PublishDiagnosticsParams{}, told: make(chan struct{}, 1),
		versions: map[uri.URI]int32{}, texts: map[uri.URI]*text{}}
	_, e.conn, e.Server = protocol.NewClient(ctx, e, jsonrpc2.NewHeaderStream(b))
	p := &protocol.InitializeParams{}
	if folder != "" {
		root := uri.File(folder)
		p.RootURI = &root
	}
	if _, err := e.Server.Initialize(ctx, p); err != nil {
		t.Fatal(err)
	}
	if err := e.Server.Initialized(ctx, &protocol.InitializedParams{}); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	end := -1
	e.end = func() int {
		once.Do(func() {
			e.Server.Shutdown(ctx)
			e.Server.Exit(ctx)
			end = <-status
			cancel()
		})
		return end
	}
	t.Cleanup(func() {
		if got := e.end(); got != 0 {
			t.Errorf("the server ends with %d", got)
		}
	})
	return e
}

// open opens a document.
func (e *editor) open(file, content string) uri.URI {
	e.t.Helper()
	u := uri.File(file)
	e.versions[u], e.texts[u] = 1, newText(content)
	err := e.Server.DidOpen(e.ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, LanguageID: "descend", Version: 1, Text: content}})
	if err != nil {
		e.t.Fatal(err)
	}
	return u
}

// change replaces a range of bytes of a document.
func (e *editor) change(u uri.URI, start, end int, with string) {
	e.t.Helper()
	old := e.texts[u]
	e.versions[u]++
	c := &protocol.TextDocumentContentChangePartial{Range: old.rangeOf(start, end), Text: with}
	e.texts[u] = newText(old.s[:start] + with + old.s[end:])
	p := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{c}}
	p.TextDocument.URI, p.TextDocument.Version = u, e.versions[u]
	if err := e.Server.DidChange(e.ctx, p); err != nil {
		e.t.Fatal(err)
	}
}

// diagnostics waits for what is found in the document as it is now.
func (e *editor) diagnostics(u uri.URI) []protocol.Diagnostic {
	e.t.Helper()
	late := time.After(time.Minute)
	for {
		e.mu.Lock()
		p := e.found[u]
		e.mu.Unlock()
		if p != nil {
			if v, ok := p.Version.Get(); ok && v == e.versions[u] {
				return p.Diagnostics
			}
		}
		select {
		case <-e.told:
		case <-e.conn.Done():
			e.t.Fatalf("the connection has ended: %v", e.conn.Err())
		case <-late:
			file := filepath.Join(os.TempDir(), "lsp-silent.desc")
			os.WriteFile(file, []byte(e.texts[u].s), 0o600)
			stacks := make([]byte, 1<<20)
			e.t.Fatalf("the server says nothing of the text in %s\n%s", file, stacks[:runtime.Stack(stacks, true)])
		}
	}
}

// at is the place of a mark `|` in a text, and the text without it.
func at(marked string) (content string, offset int) {
	i := strings.Index(marked, "|")
	return marked[:i] + marked[i+1:], i
}

// place opens a document with a mark and gives the place of this.
func (e *editor) place(marked string) protocol.TextDocumentPositionParams {
	e.t.Helper()
	content, offset := at(marked)
	u := e.open(filepath.Join(e.t.TempDir(), "t.desc"), content)
	return protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Position: e.texts[u].position(offset)}
}

// marked is the text of ranges in a document.
func (e *editor) textOf(u uri.URI, r protocol.Range) string {
	t := e.texts[u]
	return t.s[t.offset(r.Start):t.offset(r.End)]
}
