package lsp

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"
)

// stuck is a connection whose input has some messages and never ends, and which nobody can close, as a terminal or a pipe that the editor keeps open.
type stuck struct {
	messages io.Reader
	forever  chan struct{}
}

func (s *stuck) Read(b []byte) (int, error) {
	if n, err := s.messages.Read(b); n > 0 || err != io.EOF {
		return n, err
	}
	<-s.forever
	return 0, io.EOF
}

func (s *stuck) Write(b []byte) (int, error) { return len(b), nil }
func (s *stuck) Close() error                { return nil }

// TestNoEditor holds that what is no message of an editor ends the server with an error, and an input that ends between messages without.
func TestNoEditor(t *testing.T) {
	for text, want := range map[string]int{"": 0, "hello\n": 1, "Content-Length: 5\r\n\r\nhello": 1, "Content-Length: 50\r\n\r\n{": 1, "GET / HTTP/1.1\r\nHost: x\r\n\r\n": 1} {
		for _, serve := range []func(context.Context, Config, io.ReadWriteCloser) int{Serve, ServeIR} {
			var log strings.Builder
			got := serve(t.Context(), Config{Log: &log}, Streams(strings.NewReader(text), io.Discard))
			if got != want || (got == 1) != strings.HasPrefix(log.String(), "lsp: the input is no message of the Language Server Protocol") {
				t.Errorf("%q: status %d: %s", text, got, log.String())
			}
		}
	}
}

// TestExit holds that the server ends when it is told to, also if its input stays open, and with which status.
func TestExit(t *testing.T) {
	for _, serve := range []func(context.Context, Config, io.ReadWriteCloser) int{Serve, ServeIR} {
		for want, last := range []string{`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"initialized","params":{}}`} {
			var text strings.Builder
			for _, m := range []string{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":null,"capabilities":{}}}`, last, `{"jsonrpc":"2.0","method":"exit"}`} {
				fmt.Fprintf(&text, "Content-Length: %d\r\n\r\n%s", len(m), m)
			}
			s := &stuck{strings.NewReader(text.String()), make(chan struct{})}
			status := make(chan int, 1)
			go func() { status <- serve(context.Background(), Config{Log: io.Discard}, s) }()
			select {
			case got := <-status:
				if got != want {
					t.Errorf("status %d after %s, want %d", got, last, want)
				}
			case <-time.After(time.Minute):
				t.Errorf("the server goes on after exit behind %s", last)
			}
			close(s.forever)
		}
	}
}
