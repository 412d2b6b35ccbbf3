// Command lsp measures how long the language server takes to answer after an edit, in a program of 2,000 lines.
//
//	go run ./bench/check -print 2000 > program.desc && go run ./bench/lsp program.desc
//
// Each round changes a number somewhere in the program and asks for what stands there, which waits for the program to be analyzed. Times
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
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/tools/lsp"
)

const rounds = 200

func main() {
	if err := measure(); err != nil {
		fmt.Fprintln(os.Stderr, "lsp:", err)
		os.Exit(1)
	}
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
	u := uri.File("/program.desc")
	if err := server.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{TextDocument: protocol.TextDocumentItem{URI: u, Version: 1, Text: string(program)}}); err != nil {
		return err
	}
	lines := strings.Split(string(program), "\n")
	random := rand.New(rand.NewPCG(1, 1))
	var took []time.Duration
	for len(took) < rounds {
		line := random.IntN(len(lines))
		i := strings.IndexAny(lines[line], "123456789")
		if i < 0 {
			continue
		}
		at := protocol.Position{Line: uint32(line), Character: uint32(i)}
		c := &protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: at, End: protocol.Position{Line: at.Line, Character: at.Character + 1}},
			Text: string('1' + rune(random.IntN(9)))}
		change := &protocol.DidChangeTextDocumentParams{ContentChanges: []protocol.TextDocumentContentChangeEvent{c}}
		change.TextDocument.URI, change.TextDocument.Version = u, int32(len(took)+2)
		start := time.Now()
		if err := server.DidChange(ctx, change); err != nil {
			return err
		}
		p := protocol.TextDocumentPositionParams{TextDocument: protocol.TextDocumentIdentifier{URI: u}, Position: at}
		if _, err := server.Definition(ctx, &protocol.DefinitionParams{TextDocumentPositionParams: p}); err != nil {
			return err
		}
		took = append(took, time.Since(start))
		time.Sleep(50 * time.Millisecond) // who types is not faster, and findings are made meanwhile
	}
	slices.Sort(took)
	fmt.Printf("%d lines, %d edits: median %.1f ms, 95%% %.1f ms, longest %.1f ms\n", len(lines), rounds, ms(took[rounds/2]), ms(took[rounds*95/100]), ms(took[rounds-1]))
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
