// Package builds holds descendc check to its word: what it accepts is translated for the simulator, for the CPU, and to PTX;
// and what it refuses as unsupported is refused. The programs are all that the repository has, generated ones, and every
// operation on every scalar.
//
// LLVM makes PTX of a sample; of all with
//
//	DESCEND_BUILDS=all go test ./test/builds
package builds

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"descend/backend/buildable"
	"descend/backend/host"
	"descend/backend/nvvm"
	"descend/backend/ptx"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/need"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/cpu"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/test/attack"
	"descend/test/kit"
	"descend/tools/registry"
)

// program is a source text with where it is from.
type program struct{ name, text string }

// corpora are the programs of the repository: those of .desc files, by their sections, and those of the documents.
func corpora(t *testing.T) (out []program) {
	t.Helper()
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		switch filepath.Ext(path) {
		case ".desc":
			for _, s := range kit.Split(path, string(data)) {
				out = append(out, program{path + ": " + s.Title, s.Text})
			}
		case ".md":
			for i, part := range strings.Split("\n"+string(data), "\n```descend")[1:] {
				_, code, _ := strings.Cut(part, "\n")
				code, _, _ = strings.Cut(code, "\n```")
				out = append(out, program{fmt.Sprintf("%s, program %d", path, i), code})
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// module compiles a program up to the checks; nil if they do not accept it.
func module(text string) *ir.Operation {
	diags := &ir.Diagnostics{}
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("program.desc", text)}, diags)
	if m == nil || diags.HasErrors() || through(m, check.Pipeline()...) != nil {
		return nil
	}
	return m
}

// through runs passes, with the verifier behind each that changes code.
func through(m *ir.Operation, list ...passes.Pass) error {
	for _, p := range list {
		diags := &ir.Diagnostics{}
		manager := passes.NewManager("builtin.module")
		manager.Add(p)
		err := manager.Run(m, diags, passes.RunOptions{})
		if diags.HasErrors() {
			return fmt.Errorf("%s: %s", p.Name(), diags.Sorted()[0])
		} else if err != nil {
			return fmt.Errorf("%s: %w", p.Name(), err)
		}
	}
	return nil
}

// build translates an accepted program for the simulator, the GPU and the CPU.
func build(m *ir.Operation) (*nvvm.Module, error) {
	err := through(m, append(lower.Pipeline(lower.Options{}), opt.NewCanonicalizer(), &opt.CSE{})...)
	if err != nil {
		return nil, err
	}
	kernels, err := nvvm.Emit(m, nvvm.Options{})
	if err != nil {
		return nil, err
	}
	p := host.New(m, "program", host.Device{})
	if err := through(m, &cpu.GPUToCPU{}, &opt.Canonicalizer{}, &opt.CSE{}); err != nil {
		return nil, err
	}
	_, err = p.LLVM(false)
	return kernels, err
}

// toPTX compiles kernels for the oldest and for a new GPU.
func toPTX(t *testing.T, p program, kernels *nvvm.Module) {
	t.Helper()
	if len(kernels.Kernels) == 0 {
		return
	}
	for _, target := range []string{"sm_60", "sm_90"} {
		o := ptx.Options{Target: target, OptLevel: 3, Declared: kernels.Externs}
		if _, err := ptx.Compile(context.Background(), o, kernels.Text); err != nil {
			t.Errorf("%s: check accepts it, and for %s: %v\n%s", p.name, target, err, p.text)
		}
	}
}

// hold compares what check says of programs with whether they build, and makes PTX of one of so many. It gives the
// programs that check accepts, and how many it refuses to build.
func hold(t *testing.T, programs []program, sample int) (accepted []program, refused int) {
	t.Helper()
	need.Found(t, ptx.Ready())
	if os.Getenv("DESCEND_BUILDS") == "all" {
		sample = 1
	}
	for _, p := range programs {
		m := module(p.text)
		if m == nil {
			continue
		}
		verdict := through(m, &buildable.BuildCheck{})
		kernels, err := build(m)
		switch {
		case verdict == nil && err != nil:
			t.Errorf("%s: check accepts it, but it does not build: %v\n%s", p.name, err, p.text)
		case verdict != nil && err == nil:
			t.Errorf("%s: check refuses it, but it builds: %v\n%s", p.name, verdict, p.text)
		case verdict != nil:
			refused++
		default:
			accepted = append(accepted, p)
			if len(accepted)%sample == 0 {
				toPTX(t, p, kernels)
			}
		}
	}
	return accepted, refused
}

func TestCorpora(t *testing.T) {
	accepted, refused := hold(t, corpora(t), 20)
	if len(accepted) < 600 || refused < 20 {
		t.Errorf("only %d programs are accepted and %d refused", len(accepted), refused)
	}
}

func TestGenerated(t *testing.T) {
	n := 1000
	if os.Getenv("DESCEND_BUILDS") == "all" {
		n = 50000
	}
	var programs []program
	base := corpora(t)
	for seed := range uint64(n) {
		text := attack.Program(seed)
		switch {
		case seed%2 == 0:
			text = attack.Mutant(base[seed/2%uint64(len(base))].text, seed)
		case seed%5 == 0:
			text = attack.Symbolic(seed, 2, 4)
		}
		programs = append(programs, program{fmt.Sprint("seed ", seed), text})
	}
	if accepted, _ := hold(t, programs, 20); len(accepted) < n/5 {
		t.Errorf("only %d programs are accepted", len(accepted))
	}
}

// TestNames: kernels may have the names of what else is in the module.
func TestNames(t *testing.T) {
	text, err := os.ReadFile("names.desc")
	if err != nil {
		t.Fatal(err)
	}
	if accepted, _ := hold(t, []program{{"names.desc", string(text)}}, 1); len(accepted) != 1 {
		t.Error("check does not accept it")
	}
	kernels, err := build(module(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(kernels.Kernels, " "); got != "vprintf_ vprintf__ __descend_fault_ __shared_k_0_ k" {
		t.Errorf("entries %s", got)
	}
}
