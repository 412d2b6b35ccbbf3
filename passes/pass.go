// Package passes has the pass interface, the registry of passes, textual pipelines in mlir-opt's syntax, and
// the pass manager that runs them. It knows no pass and no dialect.
package passes

import (
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"

	"descend/ir"
	"descend/ir/spell"
)

// Pass transforms or checks one operation. A pass object is configured once and then may run on several
// operations at the same time: Run must not change the pass.
type Pass interface {
	// Name is the command line name, "loop-invariant-code-motion".
	Name() string
	// Description is one line.
	Description() string
	// Anchor is the name of the operations that the pass runs on ("builtin.module", "func.func"), "" for any.
	Anchor() string
	// Run does the work on c.Op. Findings about the program go to c.Diags; the pass has failed if one of
	// them is an error, or if Run returns an error.
	Run(c *Context) error
}

// FileWriter is implemented by passes that may write a file; an empty name is none.
type FileWriter interface {
	OutputFile() string
}

// Configurable is implemented by passes with options; it binds them to fields of the pass.
type Configurable interface{ Options(o *Options) }

// Context is what a pass gets.
type Context struct {
	// Op is the operation to work on; the pass must not look outside or change what is outside.
	Op *ir.Operation
	// Diags collects findings.
	Diags *ir.Diagnostics
	// Out is where the pass prints to if that is its purpose.
	Out io.Writer

	item      *item
	stats     *Statistics
	kept      *Analyses
	preserved preserved
}

// IR is the IR context.
func (c *Context) IR() *ir.Context { return c.Op.Context() }

// Stat adds n to a named statistic of the pass.
func (c *Context) Stat(name string, n int) {
	if c.stats != nil {
		c.stats.add(c.item, name, n)
	}
}

// OfPatterns is a pass that applies patterns, and with them folds and the operations' own rewrites, until nothing changes. It is
// registered in one line:
//
//	registry.Add(passes.OfPatterns("by-two", "Make sums of products with two", "func.func", ir.On("mul-by-two", MulOp.byTwo)))
func OfPatterns(name, description, anchor string, patterns ...ir.Pattern) func() Pass {
	return func() Pass { return &patternPass{name, description, anchor, patterns} }
}

type patternPass struct {
	name, description, anchor string
	patterns                  []ir.Pattern
}

func (p *patternPass) Name() string        { return p.name }
func (p *patternPass) Description() string { return p.description }
func (p *patternPass) Anchor() string      { return p.anchor }

// Run applies the patterns inside c.Op.
func (p *patternPass) Run(c *Context) error {
	if _, converged := ir.ApplyGreedily(c.Op, p.patterns, ir.GreedyOptions{}); !converged {
		return fmt.Errorf("pass %s has not come to an end after ten rounds", p.name)
	}
	return nil
}

// Title is the name of the Go type of a pass, for headers: "CSE" for *opt.CSE; of one of patterns its name, "ByTwo".
func Title(p Pass) string {
	if _, ok := p.(*patternPass); ok {
		title := ""
		for word := range strings.SplitSeq(p.Name(), "-") {
			title += strings.ToUpper(word[:min(1, len(word))]) + word[min(1, len(word)):]
		}
		return title
	}
	t := reflect.TypeOf(p)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.Name()
}

// Registry holds the passes known by name.
type Registry struct {
	mu    sync.Mutex
	makes map[string]func() Pass
	names []string
}

// NewRegistry returns an empty registry.
func NewRegistry() *Registry { return &Registry{} }

// Add registers passes by a function that makes a fresh one each. Two passes of one name are a mistake in
// the program, and panic.
func (r *Registry) Add(makes ...func() Pass) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.makes == nil {
		r.makes = map[string]func() Pass{}
	}
	for _, f := range makes {
		name := f().Name()
		if r.makes[name] != nil {
			panic("passes: two passes are called " + name)
		}
		r.makes[name] = f
		r.names = append(r.names, name)
	}
}

// Names are the names of the passes in the order of their registration.
func (r *Registry) Names() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.names...)
}

// New makes a pass with the options of the text ("a=1 b=x,y"); an error if there is no such pass or option.
func (r *Registry) New(name, options string) (Pass, error) {
	r.mu.Lock()
	f := r.makes[name]
	r.mu.Unlock()
	if f == nil {
		return nil, fmt.Errorf("'%s' does not refer to a registered pass or pass pipeline%s", name, spell.DidYouMean(name, r.Names()))
	}
	p := f()
	if err := Configure(p, options); err != nil {
		return nil, fmt.Errorf("failed to add `%s` with options `%s`: %w", name, options, err)
	}
	return p, nil
}

// Has says whether a pass is registered.
func (r *Registry) Has(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.makes[name] != nil
}
