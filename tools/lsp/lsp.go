// Package lsp is the language server: what editors ask of a program while it is written. It speaks version 3.18 of the Language
// Server Protocol over a stream, for Descend programs ([Serve]) and for IR in MLIR's text ([ServeIR]).
//
// A server has documents as the editor shows them, which need not be saved. For each open document there is a program, the document and
// the modules that it uses ([unit]). It is analyzed when somebody asks, or in the background when it has changed; then it is checked, of
// functions only those whose IR is another one ([recheck.Checks]), and what was found is published.
//
// Of the messages of a connection notifications are handled in order, at once, and only change documents. Requests wait for each other
// ([base.busy]), and are answered for the documents as they are then. One that is cancelled while it waits gets an error. What goes wrong
// inside while a request is answered is an error of this request. Checks work with copies beside that ([server.check]): only who asks for
// what they find waits for them, and not long.
//
// The package decides nothing about programs: positions, types and findings are those of frontend and passes.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// Config is how a server is started.
type Config struct {
	Version string
	// Command is the program of the commands that the server runs, descendc; without it there are none.
	Command string
	// Libs are the folders of libraries by their names; the editor may name others.
	Libs map[string]string
	// Log, if not nil, gets what goes wrong inside.
	Log io.Writer

	// maxRuns, if not 0, is another one, for tests.
	maxRuns int
}

// Serve serves Descend programs on a connection until it ends, and returns the exit status: 1, with the reason in the log, if the editor ends the
// server without having told it before or what comes in is no message of an editor, else 0.
func Serve(ctx context.Context, c Config, rw io.ReadWriteCloser) int {
	s := newServer(c)
	defer s.removeLibrary()
	return serve(ctx, s, &s.base, rw)
}

// serve connects a server, which has a base.
func serve(ctx context.Context, server protocol.Server, b *base, rw io.ReadWriteCloser) int {
	outer := ctx
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	conn := jsonrpc2.NewConn(jsonrpc2.NewHeaderStream(rw), jsonrpc2.WithCodec(codec{}))
	b.client = protocol.ClientDispatcher(conn)
	var background sync.WaitGroup
	background.Go(func() { b.inBackground(ctx) })
	conn.Go(protocol.WithClient(ctx, b.client), inOrder(protocol.ServerHandler(server, jsonrpc2.MethodNotFoundHandler), b))
	select {
	case <-conn.Done():
	case <-b.ended:
	case <-ctx.Done():
	}
	closed := make(chan struct{})
	go func() { conn.Close(); close(closed) }()
	cancel()
	background.Wait()
	select {
	case <-closed:
	case <-b.ended: // an editor that keeps our input open would be waited for
		select {
		case <-closed:
		case <-time.After(farewell):
		}
	}
	select {
	case <-b.ended:
		if !b.shutdown.Load() {
			b.logError(errors.New("the editor has ended the server without a request to shut down"))
			return 1
		}
	default:
		if err := conn.Err(); err != nil && outer.Err() == nil {
			b.logError(fmt.Errorf("the input is no message of the Language Server Protocol, in which an editor talks to this command: %s", strings.TrimPrefix(err.Error(), "jsonrpc2: ")))
			return 1
		}
	}
	return 0
}

// farewell is how long the connection may take to close once the editor has sent exit.
const farewell = 100 * time.Millisecond

// inOrder handles notifications one after the other, before what follows them, and requests beside each other. A notification that cannot
// be handled changes nothing. Nobody gets the context of a message, which ends with it and is used again: requests have their own.
func inOrder(handler jsonrpc2.Handler, b *base) jsonrpc2.Handler {
	var mu sync.Mutex
	running := map[jsonrpc2.ID]context.CancelFunc{}
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		defer b.protect(&err)
		if !req.IsCall() {
			if id, ok := cancelledBy(req); ok {
				mu.Lock()
				defer mu.Unlock()
				if cancel := running[id]; cancel != nil {
					cancel()
				}
				return nil, nil
			}
			_, err = handler(jsonrpc2.DetachContext(ctx), req)
			b.logError(err)
			return nil, nil
		}
		own, cancel := context.WithCancel(jsonrpc2.DetachContext(ctx))
		id := req.ID()
		mu.Lock()
		running[id] = cancel
		mu.Unlock()
		defer func() {
			mu.Lock()
			delete(running, id)
			mu.Unlock()
			cancel()
		}()
		jsonrpc2.Async(ctx)
		return handler(own, req)
	}
}

// cancelledBy is the request that a notification cancels.
func cancelledBy(req *jsonrpc2.Request) (id jsonrpc2.ID, ok bool) {
	var p protocol.CancelParams
	if req.Method() != protocol.MethodCancelRequest || protocol.Unmarshal(req.Params(), &p) != nil {
		return id, false
	}
	switch i := p.ID.(type) {
	case protocol.Integer:
		return jsonrpc2.NewNumberID(int64(i)), true
	case protocol.String:
		return jsonrpc2.NewStringID(string(i)), true
	}
	return id, false
}

// codec writes and reads what messages hold.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error { return protocol.Unmarshal(data, v) }

// Streams are an input and an output as one connection.
func Streams(in io.Reader, out io.Writer) io.ReadWriteCloser { return &streams{in, out} }

type streams struct {
	io.Reader
	io.Writer
}

// Close closes what can be closed, so that nobody waits for input any more.
func (s *streams) Close() error {
	for _, x := range []any{s.Reader, s.Writer} {
		if c, ok := x.(io.Closer); ok {
			c.Close()
		}
	}
	return nil
}
