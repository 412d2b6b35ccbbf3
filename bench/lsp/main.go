// Command lsp measures how long the language server takes to answer after an edit, in a program of 2,000 lines, and prints
// bench/results/lsp.md.
//
//	go run ./bench/check -print 2000 > program.desc && go run ./bench/lsp program.desc
//
// Each round edits somewhere in the program and makes a request about that place, which waits for the program to be analyzed. Times
// are by the clock; other processes make them longer.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/tools/lsp"
)

// rounds is how often each request is made after each kind of edit.
const rounds = 40

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "lsp:", err)
		os.Exit(1)
	}
}

// editor has a document at a server.
type editor struct {
	ctx     context.Context
	server  protocol.Server
	u       uri.URI
	lines   []string
	version int32
}

// edits are what is done to a line that has a number at an index.
var edits = []struct {
	name string
	of   func(e *editor, random *rand.Rand, line, i int) error
}{
	{"a number", func(e *editor, random *rand.Rand, line, i int) error {
		return e.replace(line, i, i+1, string('1'+rune(random.IntN(9))))
	}},
	{"a new line", func(e *editor, _ *rand.Rand, line, _ int) error { return e.replace(line, 0, 0, "\n") }},
	{"a broken line, or it is mended", func(e *editor, _ *rand.Rand, line, i int) error {
		for at, text := range e.lines {
			if j := strings.Index(text, "(("); j >= 0 { // of the round before
				return e.replace(at, j, j+2, "")
			}
		}
		return e.replace(line, i, i, "((")
	}},
}

var requests = []struct {
	name string
	ask  func(e *editor, at protocol.TextDocumentPositionParams) error
}{
	{"definition", func(e *editor, at protocol.TextDocumentPositionParams) error {
		_, err := e.server.Definition(e.ctx, &protocol.DefinitionParams{TextDocumentPositionParams: at})
		return err
	}},
	{"hover", func(e *editor, at protocol.TextDocumentPositionParams) error {
		_, err := e.server.Hover(e.ctx, &protocol.HoverParams{TextDocumentPositionParams: at})
		return err
	}},
	{"completion", func(e *editor, at protocol.TextDocumentPositionParams) error {
		_, err := e.server.Completion(e.ctx, &protocol.CompletionParams{TextDocumentPositionParams: at})
		return err
	}},
	{"semantic tokens", func(e *editor, at protocol.TextDocumentPositionParams) error {
		_, err := e.server.SemanticTokensFull(e.ctx, &protocol.SemanticTokensParams{TextDocument: at.TextDocument})
		return err
	}},
	{"inlay hints", func(e *editor, at protocol.TextDocumentPositionParams) error {
		all := protocol.Range{End: protocol.Position{Line: uint32(len(e.lines))}}
		_, err := e.server.InlayHint(e.ctx, &protocol.InlayHintParams{TextDocument: at.TextDocument, Range: all})
		return err
	}},
}

func measure() error {
	if len(os.Args) != 2 {
		return fmt.Errorf("usage: lsp program.desc")
	}
	program, err := os.ReadFile(os.Args[1])
	if err != nil {
		return err
	}
	a, b := net.Pipe()
	ctx := context.Background()
	go lsp.Serve(ctx, lsp.Config{Log: os.Stderr}, a)
	_, conn, server := protocol.NewClient(ctx, protocol.UnimplementedClient{}, jsonrpc2.NewHeaderStream(b))
	defer conn.Close()
	if _, err := server.Initialize(ctx, &protocol.InitializeParams{}); err != nil {
		return err
	}
	e := &editor{ctx: ctx, server: server, u: uri.File("/program.desc"), lines: strings.Split(string(program), "\n"), version: 1}
	doc := protocol.TextDocumentItem{URI: e.u, Version: e.version, Text: string(program)}
	if err := server.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: doc}); err != nil {
		return err
	}
	fmt.Printf("# Time of the language server after an edit\n\nMade by `go run ./bench/lsp program.desc` of a program of %d lines, by `go run ./bench/check -print 2000 > program.desc`:\n", len(e.lines)-1)
	fmt.Printf("%d edits of each kind at random places, each followed by a request, which waits for the program to be analyzed. Milliseconds by\n", rounds)
	fmt.Printf("the clock, longer where other programs run; *processor* is the time that the process takes for a round, with the checks beside.")
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		fmt.Printf(" At the start %s processes ran.", strings.Fields(string(load))[0])
	}
	fmt.Printf("\n\n| edit | request | median | 95 %% | longest | processor |\n|---|---|--:|--:|--:|--:|\n")
	random := rand.New(rand.NewPCG(1, 1))
	var all []time.Duration
	first := used()
	for _, edit := range edits {
		for _, request := range requests {
			var took []time.Duration
			before := used()
			for len(took) < rounds {
				line := random.IntN(len(e.lines))
				i := strings.IndexAny(e.lines[line], "123456789")
				if i < 0 {
					continue
				}
				start := time.Now()
				if err := edit.of(e, random, line, i); err != nil {
					return err
				}
				at := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: e.u},
					Position: protocol.Position{Line: uint32(line), Character: uint32(i)}}
				if err := request.ask(e, at); err != nil {
					return err
				}
				took = append(took, time.Since(start))
				time.Sleep(50 * time.Millisecond) // who types is not faster, and findings are made meanwhile
			}
			all = append(all, took...)
			row(edit.name, request.name, took, used()-before)
		}
	}
	row("all", "all", all, used()-first)
	return nil
}

// row prints the distribution of times, and the processor time of a round.
func row(edit, request string, took []time.Duration, processor time.Duration) {
	took = slices.Sorted(slices.Values(took))
	at := func(q float64) float64 { return float64(took[int(q*float64(len(took)-1))].Microseconds()) / 1000 }
	fmt.Printf("| %s | %s | %.1f | %.1f | %.1f | %.1f |\n", edit, request, at(0.5), at(0.95), at(1), float64(processor.Microseconds())/1000/float64(len(took)))
}

// used is the processor time of the process until now.
func used() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // of an own process it is always known
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// replace changes a part of a line.
func (e *editor) replace(line, start, end int, with string) error {
	text := e.lines[line]
	e.lines = slices.Replace(e.lines, line, line+1, strings.Split(text[:start]+with+text[end:], "\n")...)
	c := &protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: protocol.Position{Line: uint32(line), Character: uint32(start)},
		End: protocol.Position{Line: uint32(line), Character: uint32(end)}}, Text: with}
	e.version++
	p := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{c}}
	p.TextDocument.URI, p.TextDocument.Version = e.u, e.version
	return e.server.DidChange(e.ctx, p)
}
