// Package corpus gives the programs of the repository to package proof, at the gpu level.
package corpus

import (
	"slices"

	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/tools/registry"
)

// Compile takes a program to the gpu level, as `descendc build --emit=gpu` does. Without the checks nothing is
// optimized either, since what nobody uses would be gone, with its conflicts. A nil module comes with the error.
func Compile(name, text string, checks bool) (*ir.Operation, *ir.Diagnostic) {
	c := registry.Context()
	var diags ir.Diagnostics
	m := frontend.Compile(c, []*source.File{source.NewFile(name, text)}, &diags)
	if d := first(&diags); m == nil || d != nil {
		return nil, d
	}
	list := lower.Pipeline(lower.Options{})
	if checks {
		list = append(append(check.Pipeline(), list...), opt.NewCanonicalizer(), &opt.CSE{})
	}
	for _, p := range list {
		mgr := passes.NewManager("builtin.module")
		mgr.Add(p)
		err := mgr.Run(m, &diags, passes.RunOptions{SingleThread: true})
		if d := first(&diags); d != nil {
			return nil, d
		}
		if err != nil {
			return nil, &ir.Diagnostic{Severity: ir.Error, Code: "internal", Message: err.Error()}
		}
	}
	return m, nil
}

func first(diags *ir.Diagnostics) *ir.Diagnostic {
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error {
			return d
		}
	}
	return nil
}

// rejected are the rules that reject a program, each once; none if it is accepted.
func rejected(p Program) []string {
	c := registry.Context()
	var diags ir.Diagnostics
	m := frontend.Compile(c, []*source.File{source.NewFile(p.Name, p.Text)}, &diags)
	if m != nil {
		for _, p := range check.Pipeline() {
			mgr := passes.NewManager("builtin.module")
			mgr.Add(p)
			if err := mgr.Run(m, &diags, passes.RunOptions{SingleThread: true, NoVerify: true}); err != nil && err != passes.ErrFailed && !diags.HasErrors() {
				return []string{"internal"}
			}
		}
	}
	var out []string
	for _, d := range diags.Sorted() {
		if d.Severity == ir.Error && !slices.Contains(out, d.Code) {
			out = append(out, d.Code)
		}
	}
	return out
}
