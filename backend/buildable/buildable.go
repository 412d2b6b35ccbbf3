// Package buildable says whether a program that the checks have accepted can be compiled for every device: the simulator, the
// CPU, and GPUs. What is refused on the way down is stated where it cannot be translated, in lowering and in the
// backends, and nowhere else: the pass lowers a copy of the program, as far as it could be refused at all (doubts.go),
// translates that for all devices and throws the result away.
package buildable

import (
	"errors"

	"descend/backend/host"
	"descend/backend/llvmgen"
	"descend/backend/nvvm"
	"descend/dialects/descend"
	"descend/ir"
	"descend/passes"
	"descend/passes/cpu"
	"descend/passes/lower"
	"descend/passes/opt"
)

// BuildCheck reports what cannot be compiled.
//
//	fn log(x: f32) -[t: cpu.thread]-> ();
//	log(1.0)      // error, a call of the external function log is not supported on the CPU [unsupported]
//
// Instances are those that the program makes, from the CPU and grid functions that nobody calls on. That is all that is
// compiled: a function that only threads execute and nobody calls is not looked at.
//
// Needs: the checks have accepted the program. Guarantees: lowering and the backends accept it, up to LLVM.
type BuildCheck struct {
	// Defines and Instances are lowering's: values of nats of entry functions, and further instances.
	Defines, Instances []string
}

// Name is the name of the pass.
func (*BuildCheck) Name() string { return "build-check" }

// Description is one line.
func (*BuildCheck) Description() string {
	return "report what the program has that lowering or a backend cannot translate"
}

// Anchor is the operation that the pass runs on.
func (*BuildCheck) Anchor() string { return "builtin.module" }

// Options binds the options.
func (p *BuildCheck) Options(o *passes.Options) {
	o.Strings(&p.Defines, "define", nil, "values of nat generics of the entry functions, n=1024")
	o.Strings(&p.Instances, "instance", nil, "instances to make, f::<64;f32>")
}

// Register makes the pass known by name.
func Register(r *passes.Registry) {
	r.Add(func() passes.Pass { return &BuildCheck{} })
}

// Run leaves the module as it is.
func (p *BuildCheck) Run(c *passes.Context) error {
	m := c.Op
	if len(p.Defines)+len(p.Instances) == 0 {
		if m = doubtful(c.Op); m == nil {
			return nil
		}
	} else {
		m = m.Clone(ir.NewMapping())
	}
	steps := append(lower.Pipeline(lower.Options{Defines: p.Defines, Instances: p.Instances, Marked: true}), opt.NewCanonicalizer(), &opt.CSE{})
	if ok, err := through(m, c.Diags, steps...); !ok || err != nil {
		return err
	}
	if err := nvvm.Accepts(m, nvvm.Options{}); err != nil {
		return refused(c.Diags, err)
	}
	program := host.New(m, "program", host.Device{})
	if ok, err := through(m, c.Diags, &cpu.GPUToCPU{}, &opt.Canonicalizer{}, &opt.CSE{}); !ok || err != nil {
		return err
	}
	return refused(c.Diags, program.Accepts())
}

// through runs passes; false if one has reported an error.
func through(m *ir.Operation, diags *ir.Diagnostics, list ...passes.Pass) (bool, error) {
	for _, p := range list {
		manager := passes.NewManager("builtin.module")
		manager.Add(p)
		if err := manager.Run(m, diags, passes.RunOptions{NoVerify: true}); diags.HasErrors() {
			return false, nil
		} else if err != nil {
			return false, err
		}
	}
	return true, nil
}

// refused reports what a backend cannot translate; other errors stay what they are.
func refused(diags *ir.Diagnostics, err error) error {
	if u, ok := errors.AsType[*llvmgen.UnsupportedError](err); ok {
		diags.Errorf(u.Loc, descend.CodeUnsupported, "%s", u.What)
		return nil
	}
	return err
}
