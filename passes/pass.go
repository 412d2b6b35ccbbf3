// Package passes has the pass interface, the registry of passes, textual pipelines and the pass manager
// that runs them.
package passes

import "descend/ir"

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

// Configurable is implemented by passes with options; it binds them to fields of the pass.
type Configurable interface{ Options(o *Options) }

// Context is what a pass gets.
type Context struct {
	// Op is the operation to work on; the pass must not look outside or change what is outside.
	Op *ir.Operation
	// Diags collects findings.
	Diags *ir.Diagnostics
}

// IR is the IR context.
func (c *Context) IR() *ir.Context { return c.Op.Context() }

// Stat adds n to a named statistic of the pass.
func (c *Context) Stat(name string, n int) {}

// Options declares the options of a pass, like flags.
type Options struct{}

// Bool declares a boolean option with its default.
func (o *Options) Bool(p *bool, name string, def bool, help string) { *p = def }

// Int declares an integer option.
func (o *Options) Int(p *int, name string, def int, help string) { *p = def }

// String declares a string option.
func (o *Options) String(p *string, name string, def string, help string) { *p = def }

// Strings declares an option that is a list separated by commas.
func (o *Options) Strings(p *[]string, name string, def []string, help string) { *p = def }

// Registry holds the passes known by name.
type Registry struct{}

// Add registers passes by a function that makes a fresh one each.
func (r *Registry) Add(make ...func() Pass) {}
