package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"descend/backend/cuda"
	"descend/backend/ptx"
)

// measurement is a run on a GPU.
type measurement struct {
	dir, nvrtc    string
	headers, blas string // the folders of CUB's and CUDA's headers, and cuBLAS; "" looks for them
	device, turns int
	benchmarks    []benchmark

	lib    *cuda.Library
	ctx    *cuda.Context
	target string
	small  bool
	twins  *twinCompiler
	cub    bool // the twins' compiler finds CUB
	cublas *cublas
	works  map[string]work
	timer  *cuda.Timer
	copies version // the copy kernel, which takes turns with all others
	notes  []string
}

// version is one way to compile a kernel, ready to run.
type version struct {
	name     string
	constant bool // sizes are constants
	library  bool // of NVIDIA's libraries: of both kinds of sizes
	ours     bool
	vendor   func() error // what is called in place of a kernel
	kernel   *cuda.Kernel
	module   *cuda.Module
	bench    benchmark
	grid     [3]int
	args     [][]byte
	wrong    error
	refused  error // what a library says that does not compute it
	times    []time.Duration
}

// median is the middle of the times.
func (v version) median() time.Duration {
	if len(v.times) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(v.times))
	return s[len(s)/2]
}

// row is a line of the table: our version of a kernel, with its sizes as parameters or as constants, and its twins.
type row struct {
	bench    benchmark
	size     int
	constant bool
	ours     version
	twins    []version
	copied   time.Duration // the median of the copy's turns
}

func (m *measurement) run(file string) error {
	if err := m.open(); err != nil {
		return err
	}
	defer m.ctx.Close()
	if m.cublas != nil {
		defer func() { _ = m.cublas.close(m.ctx) }()
	}
	var rows []row
	wrong := 0
	for _, b := range m.benchmarks {
		fmt.Fprintln(os.Stderr, b.name)
		list, err := m.measure(b)
		if err != nil {
			return fmt.Errorf("%s: %w", b.name, err)
		}
		counted := map[string]bool{} // that of a library is in two rows
		for _, r := range list {
			for _, v := range append(r.twins, r.ours) {
				if v.wrong != nil && !(v.library && counted[v.name]) {
					wrong++
					counted[v.name] = true
				}
			}
		}
		rows = append(rows, list...)
	}
	text := m.report(rows)
	fmt.Print(text)
	if file != "" {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d versions gave a wrong result", wrong)
	}
	return nil
}

// open finds the GPU and the compiler of the twins, and prepares the copy.
func (m *measurement) open() error {
	sizes, err := os.ReadFile(filepath.Join(m.dir, "sizes"))
	if err != nil {
		return fmt.Errorf("%s is not a folder that `gpu make` has made: %w", m.dir, err)
	}
	m.small = strings.TrimSpace(string(sizes)) == "small"
	if m.works, err = readWorks(m.dir); err != nil {
		return err
	}
	if m.lib, err = cuda.Open(); err != nil {
		return err
	}
	d, err := m.lib.Choose(m.device)
	if err != nil {
		return err
	}
	if m.target, err = ptx.TargetFor(d.Major, d.Minor); err != nil {
		return err
	}
	if m.ctx, err = m.lib.Open(d); err != nil {
		return err
	}
	if m.timer, err = m.ctx.NewTimer(); err != nil {
		return err
	}
	m.twins = findTwinCompiler(m.nvrtc)
	if m.twins == nil {
		m.note("There is neither nvcc nor NVRTC here: no CUDA twins.")
	} else if m.cub = m.twins.findCUB(m.headers); !m.cub {
		m.note("CUB's headers are not found here: none of its rows.")
	}
	why := ""
	if m.cublas, why = findCublas(m.blas, m.nvrtc, m.ctx); why != "" {
		m.note("%s", why)
	}
	return m.openCopy()
}

// openCopy prepares the kernel whose bandwidth is the measure: the faster of ours and its twin.
func (m *measurement) openCopy() error {
	b := programs[0]
	versions, err := m.versions(b)
	if err != nil {
		return err
	}
	if _, err := m.prepare(b, versions); err != nil {
		return err
	}
	if err := m.takeTurns(versions, min(m.turns, 20)); err != nil {
		return err
	}
	for i, v := range versions {
		if v.wrong == nil && (i == 0 || v.median() < m.copies.median() || m.copies.kernel == nil) {
			m.copies = v
		}
	}
	if m.copies.kernel == nil {
		return errors.New("no kernel copies as it should")
	}
	return nil
}

// kinds says whether sizes are constants in the versions of a benchmark: first not, then, unless there is none like that, they are.
func (b benchmark) kinds() []bool {
	if b.cub != "" {
		return []bool{false}
	}
	return []bool{false, true}
}

// versions compiles a kernel in all ways that there are.
func (m *measurement) versions(b benchmark) ([]version, error) {
	var out []version
	add := func(v version, kernel string, image []byte) error {
		var err error
		if v.module, err = m.ctx.Load(image); err != nil {
			if e, ok := errors.AsType[*cuda.Error](err); ok && e.Code == cuda.UnsupportedVersion && !v.ours {
				m.note("The driver is too old for the PTX of %s: no CUDA twins.", m.twins.name)
				return nil
			}
			return fmt.Errorf("%s: %w", v.name, err)
		}
		if v.kernel, err = v.module.Kernel(kernel); err != nil {
			return err
		}
		v.bench, v.grid = b, b.grid(b.sizeFor(m.small))
		out = append(out, v)
		return nil
	}
	for _, constant := range b.kinds() {
		image, err := os.ReadFile(ptxFile(m.dir, b.file, constant, m.target))
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("the folder has no code of %s for %s; make it with -targets %s", b.file, m.target, m.target)
		}
		if err != nil {
			return nil, err
		}
		if err := add(version{name: "ours", ours: true, constant: constant}, b.kernel, image); err != nil {
			return nil, err
		}
		if m.twins == nil || b.twinFile() == "" {
			continue
		}
		if chip, err := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(m.target, "sm_"), "a")); err != nil || chip < b.twinFrom {
			m.note("No twin of %s: it is for compute capability %d.%d and newer.", b.name, b.twinFrom/10, b.twinFrom%10)
			continue
		}
		for _, index := range []string{"int", "long"} {
			image, err := m.twins.compile(filepath.Join(m.dir, "twins", b.twinFile()+".cu"), m.target, b.twinFlags(index, constant, m.small))
			if err != nil {
				m.note("No twin of %s: %v", b.name, err)
				continue
			}
			bits := map[string]string{"int": "32", "long": "64"}[index]
			if err := add(version{name: "CUDA, " + bits + "-bit", constant: constant}, b.twinKernel(), image); err != nil {
				return nil, err
			}
		}
	}
	if b.cub != "" && m.cub {
		image, err := m.twins.compile(filepath.Join(m.dir, "twins", "cub.cu"), m.target, append(m.twins.cubFlags, "-DIDX=long"))
		if err != nil {
			m.note("No CUB for %s: %v", b.name, err)
		} else if err := add(version{name: "CUB", library: true}, b.cub, image); err != nil {
			return nil, err
		}
	}
	if b.vendor != nil && m.cublas != nil {
		out = append(out, version{name: "cuBLAS", library: true, bench: b})
	}
	return out, nil
}

func (b benchmark) twinKernel() string {
	if b.cub != "" {
		return b.cub
	}
	return b.kernel
}

// twinFlags are what a twin is compiled with.
func (b benchmark) twinFlags(index string, constant, small bool) []string {
	flags := []string{"-DIDX=" + index}
	if constant {
		flags = append(flags, fmt.Sprintf("-DSIZE=%d", b.sizeFor(small)))
	}
	if b.factor != "" {
		flags = append(flags, "-DFACTOR="+b.factor)
	}
	return flags
}

func (m *measurement) note(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(m.notes, s) {
		m.notes = append(m.notes, s)
	}
}

// prepare uploads the arguments of a kernel, runs each version once on fresh ones and checks what it makes. The
// buffers are given.
func (m *measurement) prepare(b benchmark, versions []version) ([]cuda.Pointer, error) {
	size := b.sizeFor(m.small)
	args := b.args(size)
	var values [][]byte
	var buffers []cuda.Pointer
	for _, a := range args {
		if a.scalar != nil {
			values, buffers = append(values, a.scalar), append(buffers, 0)
			continue
		}
		p, err := m.ctx.Alloc(int64(len(a.bytes)))
		if err != nil {
			return nil, err
		}
		values, buffers = append(values, binary.LittleEndian.AppendUint64(nil, uint64(p))), append(buffers, p)
	}
	for i := range versions {
		v := &versions[i]
		v.args = slices.Clone(values)
		if v.kernel == nil {
			v.vendor = func() error { return m.ctx.With(func() error { return b.vendor(m.cublas, buffers, size) }) }
		}
		if !v.constant {
			for _, n := range b.nats(size) {
				v.args = append(v.args, binary.LittleEndian.AppendUint64(nil, uint64(n.value)))
			}
		}
		var errs []error
		for j, a := range args {
			if a.scalar == nil {
				errs = append(errs, m.ctx.ToDevice(buffers[j], a.bytes))
			}
		}
		said := v.launch()
		if v.vendor != nil && said != nil {
			v.refused = said
			m.note("No cuBLAS for %s: %v.", b.name, said)
			continue
		}
		if err := errors.Join(append(errs, said, m.ctx.Synchronize())...); err != nil {
			return nil, fmt.Errorf("%s: %w", v.name, err)
		}
		for j, a := range args {
			if a.scalar != nil {
				continue
			}
			after := make([]byte, len(a.bytes))
			if err := m.ctx.ToHost(after, buffers[j]); err != nil {
				return nil, err
			}
			if err := a.check(after); err != nil && v.wrong == nil {
				v.wrong = fmt.Errorf("argument %d: %w", j, err)
			}
		}
	}
	runtime.GC() // the arrays of the host are large
	return buffers, nil
}

func (v *version) launch() error {
	if v.vendor != nil {
		return v.vendor()
	}
	return v.kernel.Launch(v.grid, v.bench.block, 0, v.args)
}

// takeTurns measures the versions, one launch each in turn. Each turn begins with another version.
func (m *measurement) takeTurns(versions []version, turns int) error {
	const warmUp = 3
	for turn := range warmUp + turns {
		for i := range versions {
			v := &versions[(i+turn)%len(versions)]
			if err := errors.Join(m.timer.Start(), v.launch(), m.timer.Stop()); err != nil {
				return err
			}
			d, err := m.timer.Elapsed()
			if err != nil {
				return err
			}
			if turn >= warmUp {
				v.times = append(v.times, d)
			}
		}
	}
	return nil
}

// measure makes the rows of a kernel.
func (m *measurement) measure(b benchmark) ([]row, error) {
	versions, err := m.versions(b)
	if err != nil {
		return nil, err
	}
	buffers, err := m.prepare(b, versions)
	if err != nil {
		return nil, err
	}
	defer func() {
		for _, p := range buffers {
			if p != 0 {
				_ = m.ctx.Free(p)
			}
		}
		for _, v := range versions {
			if v.module != nil {
				_ = v.module.Unload()
			}
		}
	}()
	c := m.copies
	c.times = nil
	all := append(slices.DeleteFunc(slices.Clone(versions), func(v version) bool { return v.refused != nil }), c)
	if err := m.takeTurns(all, m.turns); err != nil {
		return nil, err
	}
	var rows []row
	for _, constant := range b.kinds() {
		r := row{bench: b, size: b.sizeFor(m.small), constant: constant, copied: all[len(all)-1].median()}
		for _, v := range all[:len(all)-1] {
			switch {
			case v.constant != constant && !v.library:
			case v.ours:
				r.ours = v
			default:
				r.twins = append(r.twins, v)
			}
		}
		rows = append(rows, r)
	}
	return rows, nil
}
