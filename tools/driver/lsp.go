package driver

import (
	"fmt"
	"os"

	"descend/ir/console"
	"descend/tools/lsp"
	"descend/tools/version"
)

// lsp is the command: it serves an editor on standard input and output.
func (s *session) lsp(args []string) error {
	o := &options{}
	if err := s.parse(o, "lsp", args); err != nil {
		return done(err)
	}
	config := lsp.Config{Version: version.Tool(), Log: s.stderr, Libs: o.libs}
	if self, err := os.Executable(); err == nil {
		config.Command = self
	}
	s.stage.Store("language server")
	if f, ok := s.stdin.(*os.File); ok && console.Terminal(f) {
		fmt.Fprintln(s.stderr, "descendc: an editor starts this command and talks to it on standard input (docs/editors.md); ^C ends it")
	}
	if lsp.Serve(s.ctx, config, lsp.Streams(s.stdin, forProgram(s.stdout))) != 0 {
		return rejected{}
	}
	return nil
}
