package attack

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"descend/backend/harness/hostdevice"
	"descend/backend/host"
	"descend/backend/ptx"
	"descend/backend/sim"
	"descend/frontend"
	"descend/frontend/source"
	"descend/ir"
	"descend/ir/need"
	"descend/passes"
	"descend/passes/check"
	"descend/passes/cpu"
	"descend/passes/lower"
	"descend/passes/opt"
	"descend/test/kit"
	"descend/tools/registry"
)

// TestNativeSizes executes accepted programs of NewSized at hostile sizes, natively on the CPU and as NVVM text on the host,
// and compares what main writes with the simulator's results. What the simulator refuses, native programs refuse.
// Programs that read memory that nobody wrote are left out.
func TestNativeSizes(t *testing.T) {
	from, to, _ := kit.Seeds(t, 16)
	n := nativeSizes{t: t}
	var list []sizedCandidate
	for seed := from; seed < to; seed++ {
		if c, ok := n.candidate(seed); ok {
			list = append(list, c)
		}
		if len(list) == batch || len(list) > 0 && seed == to-1 {
			n.batch(list)
			list = nil
		}
	}
	t.Logf("%d programs: %d of them were executed, %d runs natively, %d as NVVM text, %d refused alike, %d read what nobody wrote",
		to-from, n.programs, n.natively, n.nvvm, n.refused, n.unwritten)
	if n.natively == 0 || n.nvvm == 0 || n.refused == 0 {
		t.Error("one of them never ran")
	}
}

type nativeSizes struct {
	t                                            *testing.T
	programs, natively, nvvm, refused, unwritten int
}

// sizedCandidate is an accepted program and what it writes for some sizes.
type sizedCandidate struct {
	seed uint64
	text string
	runs []sizedRun
}

// sizedRun is a run for sizes; out is nil if they are refused.
type sizedRun struct {
	sizes [2]int64
	flag  int
	out   []byte
}

// runsOfProgram is the most runs of a program that ends, and that is refused.
const runsOfProgram = 4

// candidate runs the program of a seed on the simulator; false if it is not accepted, or nothing can be compared.
func (n *nativeSizes) candidate(seed uint64) (c sizedCandidate, ok bool) {
	o := judgeSizedSafely(seed)
	if o.Verdict == Unsound || o.Verdict == Broken {
		n.t.Errorf("seed %d, n = %d, m = %d: %v\n%s", seed, o.At[0], o.At[1], o.Outcome, o.Text)
	}
	if o.Verdict != Accepted || o.Module == nil {
		return c, false
	}
	c = sizedCandidate{seed: seed, text: o.Text}
	p := NewSized(seed)
	ended, refused := 0, 0
	for i, sizes := range p.hostile(rand.New(rand.NewPCG(seed, 9)).IntN, candidates/2) {
		diag, out, err := runSized(o.Module, sizes, i, sim.Options{StrictInit: true})
		switch {
		case err != nil:
		case diag != nil:
			n.unwritten++
		case out != nil && ended < runsOfProgram:
			c.runs, ended = append(c.runs, sizedRun{sizes, i, out}), ended+1
		case out == nil && refused < runsOfProgram/2:
			c.runs, refused = append(c.runs, sizedRun{sizes, i, nil}), refused+1
		}
	}
	return c, ended > 0
}

// batch compiles programs as one and runs them. If that fails, it says which one is to blame.
func (n *nativeSizes) batch(list []sizedCandidate) {
	err := errors.Join(n.native(list), n.text(list))
	need.Found(n.t, err)
	if err == nil {
		n.programs += len(list)
		return
	}
	for _, c := range list {
		one := []sizedCandidate{c}
		if err := errors.Join(n.native(one), n.text(one)); err != nil {
			n.t.Errorf("seed %d: %v\n%s", c.seed, err, c.text)
			return
		}
	}
	n.t.Errorf("seeds %d to %d, compiled together: %v", list[0].seed, list[len(list)-1].seed, err)
}

var sizedFunctions = regexp.MustCompile(`\b(kernel|launch|main|part|bump|f\d+)(<|\(|::<)`)

// lower compiles programs to the gpu level, as one.
func (n *nativeSizes) lower(list []sizedCandidate, more ...passes.Pass) (*ir.Operation, error) {
	var text strings.Builder
	text.WriteString(structs)
	for _, c := range list {
		text.WriteString(sizedFunctions.ReplaceAllString(strings.TrimPrefix(c.text, structs), fmt.Sprintf("${1}_%d$2", c.seed)))
	}
	var diags ir.Diagnostics
	m := frontend.Compile(registry.Context(), []*source.File{source.NewFile("batch.desc", text.String())}, &diags)
	for _, p := range append(append(check.Pipeline(), lower.Pipeline(lower.Options{})...), more...) {
		if m == nil || diags.HasErrors() {
			return nil, fmt.Errorf("%v", first(&diags))
		}
		if err := run(m, p, &diags); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// text runs the NVVM text of programs, after LLVM's optimizations.
func (n *nativeSizes) text(list []sizedCandidate) error {
	m, err := n.lower(list)
	if err != nil {
		return err
	}
	d, err := hostdevice.New(m, 3)
	if err != nil {
		return err
	}
	defer d.Close()
	for _, c := range list {
		main := ir.LookupSymbol(m, fmt.Sprintf("main_%d", c.seed))
		for i, r := range c.runs {
			if r.out == nil {
				continue
			}
			dev := &hostdevice.Device{Program: d.Program, Seed: uint64(i)}
			diag, out, err := runSizedFunction(m, main, r.sizes, r.flag, sim.Options{Device: dev})
			if errors.Is(err, errUnsupported) {
				continue // processes take their time
			}
			if err != nil || diag != nil || !bytes.Equal(out, r.out) {
				return fmt.Errorf("seed %d, n = %d, m = %d, as NVVM text: %v %v, it writes %x in place of %x", c.seed, r.sizes[0], r.sizes[1], diag, err, out, r.out)
			}
			n.nvvm++
		}
	}
	return nil
}

//go:embed testdata/sizes.c
var sizesDriver string

// native runs programs on the CPU, with guards around their memory.
func (n *nativeSizes) native(list []sizedCandidate) error {
	m, err := n.lower(list, &cpu.GPUToCPU{}, &opt.Canonicalizer{}, &opt.CSE{})
	if err != nil {
		return err
	}
	p := host.New(m, "batch", host.Device{})
	object, err := p.Build(context.Background(), host.Options{Kind: host.Object, OptLevel: 2})
	if err != nil {
		return err
	}
	header, err := p.Header()
	if err != nil {
		return err
	}
	var table strings.Builder
	for _, c := range list {
		for _, r := range c.runs {
			fmt.Fprintf(&table, "\t{batch_main_%d, %d, %dU, %dU},\n", c.seed, r.flag&1, r.sizes[0], r.sizes[1])
		}
	}
	out, err := runDriver(object, header+strings.Replace(sizesDriver, "TABLE", table.String(), 1))
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	i := 0
	for _, c := range list {
		for _, r := range c.runs {
			if i >= len(lines) {
				return fmt.Errorf("seed %d, n = %d, m = %d, natively: %v", c.seed, r.sizes[0], r.sizes[1], err)
			}
			want := hex.EncodeToString(r.out)
			if r.out == nil {
				want = "refused"
			}
			if got, why, _ := strings.Cut(lines[i], " "); got != want {
				return fmt.Errorf("seed %d, n = %d, m = %d, natively: %s (%s) in place of %s", c.seed, r.sizes[0], r.sizes[1], got, why, want)
			}
			if i++; r.out == nil {
				n.refused++
			} else {
				n.natively++
			}
		}
	}
	return err
}

// runDriver links an object with a program in C and gives what it prints.
func runDriver(object []byte, program string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "descend-sizes-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, data := range map[string][]byte{"batch.o": object, "driver.c": []byte(program)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return nil, err
		}
	}
	clang, _ := ptx.Default().LLVM("clang")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	command := func(name string, args ...string) *exec.Cmd {
		cmd := exec.CommandContext(ctx, name, args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "DESCEND_DEVICE=cpu", "DESCEND_THREADS=2")
		return cmd
	}
	if out, err := command(clang.Path, "-O1", "driver.c", "batch.o", "-o", "driver", "-Wl,--wrap=aligned_alloc,--wrap=free", "-lm", "-lpthread", "-ldl").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	var errs bytes.Buffer
	cmd := command(filepath.Join(dir, "driver"))
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%w: %s", err, errs.String())
	}
	return out, err
}
