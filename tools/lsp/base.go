package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend"
	"descend/ir/bail"
)

// base is what all servers have: documents, the connection, the order of the work, and what was published.
type base struct {
	protocol.UnimplementedServer
	config Config
	client protocol.Client
	// busy has the right to work with programs: one at a time.
	busy chan struct{}
	// wake tells the background that something has changed.
	wake     chan struct{}
	ended    chan struct{}
	endOnce  sync.Once
	shutdown atomic.Bool

	mu   sync.Mutex
	docs map[string]*document // the open ones by their keys
	// epoch counts what may change any program: documents are opened, closed and saved.
	epoch int
	// changes counts the versions of all documents.
	changes int

	// check finds what is wrong with the program of a document; nil if nothing has changed.
	check func(ctx context.Context, key string) *findings
	// rest, unless nil, is what can be done for a document when its findings were told.
	rest func(ctx context.Context, key string)

	// Of the background alone: what was found for each open document, and what was published for each file.
	found     map[string]*findings
	published map[string]publication
}

// document is a file as the editor shows it. Its fields do not change.
type document struct {
	uri     uri.URI
	key     string
	version int32
	stamp   int // counts all changes of all documents
	*text
}

// findings are what is wrong with a program, in each of its files, and the versions of those that are open.
type findings struct {
	files    map[string][]protocol.Diagnostic
	versions map[string]int32
}

type publication struct {
	list    []protocol.Diagnostic
	version int32
}

func newBase(c Config) base {
	return base{config: c, busy: make(chan struct{}, 1), wake: make(chan struct{}, 1), ended: make(chan struct{}),
		docs: map[string]*document{}, found: map[string]*findings{}, published: map[string]publication{}}
}

// keyOf names the file of a document: its path without links, or the whole URI of what is in no file.
func keyOf(u uri.URI) string {
	if !u.IsFile() {
		return string(u)
	}
	return frontend.Resolved(u.FsPath())
}

// uriOf is the address of a file, as the editor has it if it is open.
func (b *base) uriOf(key string) uri.URI {
	if d := b.document(key); d != nil {
		return d.uri
	}
	if strings.Contains(key, "://") || strings.HasPrefix(key, "untitled:") {
		return uri.URI(key)
	}
	return uri.File(key)
}

func (b *base) document(key string) *document {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.docs[key]
}

// protect makes a panic the answer to a request and a line of the log: a mistake of ours in one request does not end the editor's session.
func (b *base) protect(err *error) {
	if r := recover(); r != nil {
		*err = jsonrpc2.NewError(jsonrpc2.InternalError, fmt.Sprintf("internal error: %v (in %s)", r, bail.Site()))
		b.logError(*err)
	}
}

// logError logs what should not be; that the editor has cancelled a request or ended the connection may be.
func (b *base) logError(err error) {
	if err != nil && b.config.Log != nil && !errors.Is(err, protocol.ErrRequestCancelled) && !errors.Is(err, jsonrpc2.ErrClientClosing) && !errors.Is(err, io.ErrClosedPipe) {
		fmt.Fprintln(b.config.Log, "lsp:", err)
	}
}

// work calls f when nobody else works, unless the context ends before.
func (b *base) work(ctx context.Context, f func() error) (err error) {
	select {
	case b.busy <- struct{}{}:
	case <-ctx.Done():
		return protocol.ErrRequestCancelled
	}
	defer func() { <-b.busy }()
	defer b.protect(&err)
	if ctx.Err() != nil {
		return protocol.ErrRequestCancelled
	}
	return f()
}

// Initialized is nothing to do for.
func (b *base) Initialized(context.Context, *protocol.InitializedParams) error { return nil }

// SetTrace is nothing to do for: nothing is traced.
func (b *base) SetTrace(context.Context, *protocol.SetTraceParams) error { return nil }

// Shutdown says that the end comes.
func (b *base) Shutdown(context.Context) error {
	b.shutdown.Store(true)
	return nil
}

// Exit ends the server.
func (b *base) Exit(context.Context) error {
	b.endOnce.Do(func() { close(b.ended) })
	return nil
}

// DidOpen is told of a document that is open from now on.
func (b *base) DidOpen(_ context.Context, p *protocol.DidOpenTextDocumentParams) error {
	d := p.TextDocument
	b.put(true, &document{uri: uri.URI(strings.Clone(string(d.URI))), version: d.Version, text: newText(strings.Clone(d.Text))})
	return nil
}

// put enters a document, or another version of it.
func (b *base) put(other bool, d *document) {
	d.key = keyOf(d.uri)
	b.mu.Lock()
	b.changes++
	d.stamp = b.changes
	b.docs[d.key] = d
	if other {
		b.epoch++
	}
	b.mu.Unlock()
	b.awake()
}

func (b *base) awake() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// DidChange is told of changes of a document.
func (b *base) DidChange(_ context.Context, p *protocol.DidChangeTextDocumentParams) error {
	old := b.document(keyOf(p.TextDocument.URI))
	if old == nil {
		return fmt.Errorf("%s is changed and not open", p.TextDocument.URI)
	}
	t := old.text
	for _, c := range p.ContentChanges {
		t = t.change(c)
	}
	b.put(false, &document{uri: old.uri, version: p.TextDocument.Version, text: t})
	return nil
}

// DidSave is told that a document was saved.
func (b *base) DidSave(context.Context, *protocol.DidSaveTextDocumentParams) error {
	b.anyChange()
	return nil
}

// DidChangeWatchedFiles is told that files have changed.
func (b *base) DidChangeWatchedFiles(context.Context, *protocol.DidChangeWatchedFilesParams) error {
	b.anyChange()
	return nil
}

func (b *base) anyChange() {
	b.mu.Lock()
	b.epoch++
	b.mu.Unlock()
	b.awake()
}

// DidClose is told of a document that is no more open.
func (b *base) DidClose(_ context.Context, p *protocol.DidCloseTextDocumentParams) error {
	b.mu.Lock()
	delete(b.docs, keyOf(p.TextDocument.URI))
	b.mu.Unlock()
	b.anyChange()
	return nil
}

// open are the keys of the open documents, those that changed last first.
func (b *base) open() (keys []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	docs := slices.SortedFunc(maps.Values(b.docs), func(x, y *document) int { return y.stamp - x.stamp })
	for _, d := range docs {
		keys = append(keys, d.key)
	}
	return keys
}

// inBackground finds and publishes what is wrong with the programs of all open documents whenever something changes.
func (b *base) inBackground(ctx context.Context) {
	pace()
	for {
		select {
		case <-ctx.Done():
			return
		case <-b.wake:
		}
		keys := b.open()
		for _, key := range keys {
			if f := b.check(ctx, key); f != nil {
				b.found[key] = f
				b.publish(ctx)
			}
		}
		for _, key := range keys {
			if b.rest != nil {
				b.rest(ctx, key)
			}
		}
		pace()
		closed := false
		for key := range b.found {
			if !slices.Contains(keys, key) {
				delete(b.found, key)
				closed = true
			}
		}
		if closed {
			b.publish(ctx)
		}
	}
}

// publish tells the editor what was found, for files of which that is not what it was told before.
func (b *base) publish(ctx context.Context) {
	all, versions := map[string][]protocol.Diagnostic{}, map[string]int32{}
	for key := range b.published {
		all[key] = nil
	}
	for _, root := range slices.Sorted(maps.Keys(b.found)) {
		for key, version := range b.found[root].versions {
			versions[key] = max(versions[key], version)
		}
		for key, list := range b.found[root].files {
			for _, d := range list {
				if !slices.ContainsFunc(all[key], func(e protocol.Diagnostic) bool { return reflect.DeepEqual(d, e) }) {
					all[key] = append(all[key], d)
				}
			}
			if all[key] == nil {
				all[key] = []protocol.Diagnostic{}
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all)) {
		p := publication{list: all[key]}
		slices.SortStableFunc(p.list, func(x, y protocol.Diagnostic) int {
			return cmp.Or(comparePositions(x.Range.Start, y.Range.Start), comparePositions(x.Range.End, y.Range.End))
		})
		if p.list == nil {
			p.list = []protocol.Diagnostic{}
		}
		params := &protocol.PublishDiagnosticsParams{URI: b.uriOf(key), Diagnostics: p.list}
		version, open := versions[key]
		if open {
			p.version = version
			params.Version = protocol.NewOptional(version)
		}
		before, told := b.published[key]
		if told && reflect.DeepEqual(before, p) {
			continue
		}
		if b.published[key] = p; !open && len(p.list) == 0 {
			delete(b.published, key)
		}
		if err := b.client.PublishDiagnostics(ctx, params); ctx.Err() == nil {
			b.logError(err)
		}
	}
}

func comparePositions(a, b protocol.Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}
