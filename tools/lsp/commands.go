package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend/ast"
	"descend/ir/child"
)

// This file has the commands that lenses offer above functions. Each runs descendc in a process of its own, with the document as it is in
// the editor on standard input, in the folder of the document, and with a limit of time. The result of a command is what was printed;
// editors that only start it are shown it as a message, if they do not say that they show it themselves.

// command is what a lens offers.
type command struct {
	name, title string
	args        func(fn string) []string
	whole       bool // only for functions without types and memories as parameters
}

var commands = []command{
	{"descend.run", "run on the simulator", func(fn string) []string { return []string{"run", "-", "--fn=" + fn, "--sample", "--timeout=30s"} }, true},
	{"descend.report", "report", func(fn string) []string { return []string{"report", "-", "--fn=" + fn} }, false},
	{"descend.ptx", "PTX", func(string) []string { return []string{"build", "-", "--emit=ptx", "-o", "-"} }, false},
	{"descend.level", "", nil, false},
}

// levels are the values of --emit that descend.level takes.
var levels = []string{"descend", "checked", "gpu", "llvm", "ptx"}

func commandNames() (out []string) {
	for _, c := range commands {
		out = append(out, c.name)
	}
	return out
}

// CodeLens offers, above `main` and the kernels, to run, to report and to show PTX.
func (s *server) CodeLens(ctx context.Context, p *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	return answer(s, ctx, p.TextDocument.URI, func(u *unit) ([]protocol.CodeLens, error) {
		out := []protocol.CodeLens{}
		for _, it := range u.items() {
			f, ok := it.(*ast.FnDecl)
			if !ok || f.Body == nil || f.Exec == nil || f.Exec.Type == nil {
				continue
			}
			isMain := f.Exec.Type.Kind == ast.ExecCPUThread && f.Name.Name == "main"
			if !isMain && f.Exec.Type.Kind != ast.ExecGrid {
				continue
			}
			for _, c := range commands {
				if c.args != nil && !(c.whole && slices.ContainsFunc(f.Generics, unsized)) {
					out = append(out, protocol.CodeLens{Range: u.rangeIn(f.Name.Span()), Command: protocol.Command{Title: c.title, Command: c.name,
						Arguments: []protocol.LSPAny{quoted(string(p.TextDocument.URI)), quoted(f.Name.Name)}}})
				}
			}
		}
		return out, nil
	})
}

// unsized says that a parameter is more than a size, which `run` could choose.
func unsized(g *ast.Generic) bool { return g.Kind != ast.KindNat && g.Kind != ast.KindLifetime }

func quoted(s string) protocol.LSPAny {
	text, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return text
}

// maxOutput bounds what a command prints, in bytes.
const maxOutput = 4 << 20

// maxMessage bounds what a message shows of it, in bytes.
const maxMessage = 4000

// ExecuteCommand runs a command: its arguments are the document and a function, of descend.level a level.
func (s *server) ExecuteCommand(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	var args [2]string
	for i := range min(len(p.Arguments), 2) {
		if err := json.Unmarshal(p.Arguments[i], &args[i]); err != nil {
			return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
		}
	}
	i := slices.IndexFunc(commands, func(c command) bool { return c.name == p.Command })
	d := s.document(keyOf(uri.URI(args[0])))
	switch {
	case i < 0 || s.config.Command == "":
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("there is no command %q", p.Command))
	case d == nil:
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%s is not open", args[0]))
	case strings.HasPrefix(args[1], "-"):
		return nil, jsonrpc2.NewError(jsonrpc2.InvalidParams, fmt.Sprintf("%q is no name", args[1]))
	}
	if commands[i].args == nil {
		return s.level(ctx, d, args[1])
	}
	both := &child.Output{Limit: maxOutput}
	if err := s.descendc(ctx, d, both, both, commands[i].args(args[1])...); err != nil && both.Len() == 0 {
		fmt.Fprintln(both, err)
	}
	out := named(d, both)
	if !s.silent {
		shown := out
		if len(shown) > maxMessage {
			shown = strings.ToValidUTF8(shown[:maxMessage], "") + " .."
		}
		s.logError(s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: protocol.MessageTypeInfo, Message: shown}))
	}
	return quoted(out), nil
}

// named is what descendc has printed, with the name of the document where it names its input.
func named(d *document, out *child.Output) string {
	return strings.ReplaceAll(out.String(), "<stdin>", filepath.Base(d.key))
}

// descendc runs descendc with a document as its input.
func (s *server) descendc(ctx context.Context, d *document, out, errs *child.Output, args ...string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	s.mu.Lock()
	for name, dir := range s.libs {
		args = append(args, "--lib", name+"="+dir)
	}
	s.mu.Unlock()
	cmd := exec.CommandContext(ctx, s.config.Command, args...)
	cmd.Stdin = strings.NewReader(d.s)
	if d.uri.IsFile() {
		cmd.Dir = filepath.Dir(d.key)
	}
	cmd.Stdout, cmd.Stderr = out, errs
	return child.Tool(cmd)
}
