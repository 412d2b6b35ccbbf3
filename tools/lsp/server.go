package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"descend/frontend/source"
)

// server serves Descend programs.
type server struct {
	base
	programs map[string]*program  // of who is busy alone, by the keys of their documents
	files    map[string]*versions // behind mu, by the keys of files
	libs     map[string]string    // folders of libraries, by their names
	folders  []string             // of the workspace
	silent   bool                 // the editor shows itself what commands give
	restarts int                  // how often checks began anew because something was lost
	checking chan struct{}        // has the right to check: one at a time, while others may be busy
	library  string               // the folder with the files of the language, once they were asked for
}

func newServer(c Config) *server {
	s := &server{base: newBase(c), programs: map[string]*program{}, files: map[string]*versions{}, checking: make(chan struct{}, 1)}
	s.base.check = s.findings
	s.rest = func(ctx context.Context, key string) { s.logError(s.renew(ctx, key)) }
	return s
}

// options are what the editor may give with its initialization.
type options struct {
	// Libs are the folders of libraries, as `--lib` has them.
	Libs map[string]string `json:"libs"`
	// ShowsResults says that the editor shows what a command gives, so that the server sends no message with it.
	ShowsResults bool `json:"showsResults"`
}

// Initialize tells what the server can do.
func (s *server) Initialize(_ context.Context, p *protocol.InitializeParams) (*protocol.InitializeResult, error) {
	var o options
	if len(p.InitializationOptions) > 0 {
		s.logError(json.Unmarshal(p.InitializationOptions, &o))
	}
	s.libs = map[string]string{}
	maps.Copy(s.libs, s.config.Libs)
	maps.Copy(s.libs, o.Libs)
	s.silent = o.ShowsResults
	if list, ok := p.WorkspaceFolders.Get(); ok {
		for _, f := range list {
			s.folders = append(s.folders, uri.URI(f.URI).FsPath())
		}
	} else if p.RootURI != nil && p.RootURI.IsFile() {
		s.folders = append(s.folders, p.RootURI.FsPath())
	}
	return &protocol.InitializeResult{
		ServerInfo:   protocol.ServerInfo{Name: "descendc", Version: protocol.NewOptional(s.config.Version)},
		Capabilities: s.capabilities(),
	}, nil
}

func (s *server) capabilities() protocol.ServerCapabilities {
	yes := true
	c := protocol.ServerCapabilities{
		PositionEncoding:                protocol.PositionEncodingKindUTF16,
		TextDocumentSync:                syncOptions(),
		HoverProvider:                   protocol.Boolean(true),
		DefinitionProvider:              protocol.Boolean(true),
		ReferencesProvider:              protocol.Boolean(true),
		DocumentHighlightProvider:       protocol.Boolean(true),
		RenameProvider:                  &protocol.RenameOptions{PrepareProvider: &yes},
		CodeActionProvider:              &protocol.CodeActionOptions{CodeActionKinds: []protocol.CodeActionKind{protocol.CodeActionKindQuickFix}},
		CompletionProvider:              &protocol.CompletionOptions{TriggerCharacters: []string{".", ":", "["}},
		SignatureHelpProvider:           &protocol.SignatureHelpOptions{TriggerCharacters: []string{"(", ","}},
		InlayHintProvider:               protocol.Boolean(true),
		DocumentSymbolProvider:          protocol.Boolean(true),
		WorkspaceSymbolProvider:         protocol.Boolean(true),
		FoldingRangeProvider:            protocol.Boolean(true),
		SelectionRangeProvider:          protocol.Boolean(true),
		DocumentFormattingProvider:      protocol.Boolean(true),
		DocumentRangeFormattingProvider: protocol.Boolean(true),
		CallHierarchyProvider:           protocol.Boolean(true),
		SemanticTokensProvider: &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes, TokenModifiers: tokenModifiers},
			Full:   protocol.Boolean(true),
			Range:  protocol.Boolean(true),
		},
	}
	if s.config.Command != "" {
		c.CodeLensProvider = &protocol.CodeLensOptions{}
		c.ExecuteCommandProvider = protocol.ExecuteCommandOptions{Commands: commandNames()}
	}
	return c
}

func syncOptions() protocol.TextDocumentSync {
	yes, kind := true, protocol.TextDocumentSyncKindIncremental
	return &protocol.TextDocumentSyncOptions{OpenClose: &yes, Change: &kind, Save: protocol.Boolean(true)}
}

// answer answers a request about a document.
func answer[T any](s *server, ctx context.Context, u uri.URI, f func(*unit) (T, error)) (out T, err error) {
	err = s.work(ctx, func() error {
		u, err := s.unit(keyOf(u))
		if err != nil {
			return err
		}
		out, err = f(u)
		return err
	})
	return out, err
}

// libraryFile is the address of a file of the language, which is written where editors can open it.
func (s *server) libraryFile(f *source.File) uri.URI {
	name := strings.NewReplacer("<", "", ">", "").Replace(f.Name)
	if filepath.Ext(name) == "" {
		name += ".desc"
	}
	if s.library == "" {
		dir, err := os.MkdirTemp("", "descend-library-")
		if err != nil {
			s.logError(err)
			return uri.URI("descend:" + name)
		}
		s.library = dir
	}
	file := filepath.Join(s.library, filepath.FromSlash(name))
	if _, err := os.Stat(file); err != nil {
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, []byte(f.Text), 0o400)
		}
		s.logError(err)
	}
	return uri.File(file)
}

// removeLibrary removes the files of the language.
func (s *server) removeLibrary() {
	if s.library != "" {
		s.logError(os.RemoveAll(s.library))
	}
}
