package driver

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"descend/backend/ptx"
	"descend/dialects/descend"
	"descend/dialects/exec"
	gpud "descend/dialects/gpu"
	"descend/dialects/gpu/contract"
	"descend/ir"
	"descend/ir/spell"
	"descend/passes/lower"
	"descend/tools/report"
)

// tune --bounds: a multiprocessor has as many blocks of a kernel at once as its registers allow. Where one register less for each thread lets in another
// block, the assembler can be told to do with less. Whether that is faster is measured on a GPU. Without one, ptxas says what it costs: no bound is
// taken that spills registers to memory, or makes the code noticeably longer.

// recordBounds are bounds of kernels for a target, by their names.
type recordBounds struct {
	Target  string                     `json:"target"`
	Kernels map[string]contract.Bounds `json:"kernels"`
}

// These limit what a record may ask for.
const (
	mostBlocks     = 32
	leastRegisters = 16
	mostRegisters  = 255
)

// check wants bounds that ptxas takes.
func (b *recordBounds) check(file string) error {
	for name, k := range b.Kernels {
		if k.Blocks < 0 || k.Blocks > mostBlocks || k.Registers != 0 && (k.Registers < leastRegisters || k.Registers > mostRegisters) {
			return usagef("%s: bounds of %s are 1 to %d blocks, %d to %d registers", file, name, mostBlocks, leastRegisters, mostRegisters)
		}
	}
	if len(b.Kernels) > 0 {
		if _, err := ptx.TargetOf(b.Target); err != nil {
			return usagef("%s: bounds: %v", file, err)
		}
	}
	return nil
}

// of are the bounds of a kernel: by its name, or else by the longest one of a function that it can be an instance of.
func (b *recordBounds) of(kernel, target string) contract.Bounds {
	if b == nil || b.Target != target {
		return contract.Bounds{}
	}
	best := ""
	for name := range b.Kernels {
		if lower.MayBeInstance(kernel, name) && len(name) > len(best) {
			best = name
		}
	}
	return b.Kernels[best]
}

// checkBounds wants the bounds to be of kernels of the program.
func (c *compilation) checkBounds() error {
	if c.o.bound == nil {
		return nil
	}
	var names []string
	for f := range ir.AllOf[descend.FuncOp](c.module) {
		if t, _ := f.Exec().(*exec.Type); t != nil && t.Kind == exec.Grid {
			names = append(names, ir.SymbolName(f.Operation))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c.o.bound.Kernels)) {
		if !slices.ContainsFunc(names, func(f string) bool { return lower.MayBeInstance(name, f) }) {
			return usagef("%s: the program has no kernel %s%s", c.o.tuned, name, spell.DidYouMean(name, names))
		}
	}
	return nil
}

// bind writes the bounds of the record on the kernels, for a target; those of another target are left out, which is said once.
func (c *compilation) bind(target string) {
	b := c.o.bound
	if b == nil {
		return
	}
	if b.Target != target && !c.unbound {
		fmt.Fprintf(c.s.stderr, "descendc: note: the bounds of %s are for %s, and left out for %s\n", c.o.tuned, b.Target, target)
		c.unbound = true
	}
	for k := range ir.AllOf[gpud.FuncOp](c.module) {
		b.of(k.SymName(), target).Set(k.Operation)
	}
}

// boundTrial is a kernel with bounds, and what they make of it.
type boundTrial struct {
	kernel                   string
	bounds                   contract.Bounds
	registers, spilled, code int // code is 0 where it is not known
	blocks, warps            int // at once
	value                    float64
	best                     bool
	failed                   string // why it is not taken
}

// boundTuning is the choice of bounds.
type boundTuning struct {
	target string
	timed  bool // by time, in seconds
	trials []*boundTrial
}

// kernelFacts is what the bounds of a kernel depend on.
type kernelFacts struct {
	name            string
	threads, shared int
	fixed           bool // blocks have always so many threads
}

// maxBounds is how many are tried for a kernel.
const maxBounds = 16

// candidates are bounds with which a multiprocessor has more blocks of a kernel at once than with so many registers for each thread. A kernel of
// which the blocks may have other sizes is bound by registers.
func (k kernelFacts) candidates(target string, registers int) (list []contract.Bounds) {
	now, ok := ptx.OccupancyOf(target, k.threads, registers, k.shared)
	most, _ := ptx.OccupancyOf(target, k.threads, 0, k.shared)
	if !ok || now.Limit != "registers" {
		return nil
	}
	last := 0
	for blocks := now.Blocks + 1; blocks <= min(most.Blocks, mostBlocks) && len(list) < maxBounds; blocks++ {
		n := ptx.RegistersFor(target, k.threads, blocks)
		if n < leastRegisters {
			break
		}
		b := contract.Bounds{Blocks: blocks}
		if !k.fixed {
			b = contract.Bounds{Registers: n}
		}
		if n == last {
			list = list[:len(list)-1]
		}
		list, last = append(list, b), n
	}
	return list
}

// trial is a kernel with bounds, of which registers are known.
func (k kernelFacts) trial(target string, b contract.Bounds, registers, spilled, code int) *boundTrial {
	o, _ := ptx.OccupancyOf(target, k.threads, registers, k.shared)
	return &boundTrial{kernel: k.name, bounds: b, registers: registers, spilled: spilled, code: code, blocks: o.Blocks, warps: o.Warps}
}

// modelled chooses bounds by what ptxas says, for the best sizes.
func (t *tuning) modelled(best *trial) (*boundTuning, error) {
	if _, err := ptx.Default().Ptxas(); err != nil {
		missing, _ := errors.AsType[*ptx.MissingTool](err)
		missing.Purpose = "it says how many registers kernels take; without it --bounds needs a GPU, as --device=cuda, on which it measures"
		return nil, missing
	}
	o := *t.o
	o.defines, o.device, o.optLevel = t.o.definesOf(best), "sim", 3
	if err := o.parseDefines(); err != nil {
		return nil, err
	}
	c, err := t.s.accepted(&o)
	if err != nil {
		return nil, err
	}
	c.tuned = true
	if err := c.checkTuned(); err != nil {
		return nil, err
	}
	r, err := c.costs()
	if err != nil {
		if e, ok := errors.AsType[excluded](err); ok {
			return nil, rejected{fmt.Sprintf("the sizes are excluded by `%s`", e.clause)}
		}
		return nil, err
	}
	b := &boundTuning{target: o.target}
	for i := range r.Kernels {
		if err := c.modelledOf(b, &r.Kernels[i]); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// modelledOf chooses the bounds of a kernel: the most blocks at once for which nothing is spilled that was not before, and the code is at most a twentieth longer.
func (c *compilation) modelledOf(b *boundTuning, r *report.Kernel) error {
	k := kernelFacts{name: r.Name, threads: int(r.Block[0] * r.Block[1] * r.Block[2]), shared: int(r.Shared), fixed: c.fixedBlock(r.Name)}
	c.o.bound = nil
	stats, err := c.boundStats(b.target, k.name, contract.Bounds{})
	if err != nil {
		return err
	}
	spilled := func(s ptx.KernelStats) int { return s.SpillStores + s.SpillLoads }
	first := k.trial(b.target, contract.Bounds{}, stats.Registers, spilled(stats), stats.CodeBytes)
	first.best = true
	b.trials = append(b.trials, first)
	best := first
	for _, bounds := range k.candidates(b.target, stats.Registers) {
		s, err := c.boundStats(b.target, k.name, bounds)
		if err != nil {
			return err
		}
		one := k.trial(b.target, bounds, s.Registers, spilled(s), s.CodeBytes)
		b.trials = append(b.trials, one)
		switch {
		case one.spilled > first.spilled || s.StackBytes > stats.StackBytes:
			one.failed = "spills"
			return nil // with fewer registers too
		case one.code*20 > first.code*21:
			one.failed = "more code"
		case one.blocks > best.blocks:
			best.best, one.best, best = false, true, one
		}
	}
	return nil
}

// boundStats is what ptxas says of a kernel with bounds.
func (c *compilation) boundStats(target, kernel string, b contract.Bounds) (ptx.KernelStats, error) {
	c.o.bound = &recordBounds{Target: c.o.targets()[0], Kernels: map[string]contract.Bounds{kernel: b}}
	all, err := c.assemblyStats()
	if err != nil {
		return ptx.KernelStats{}, err
	}
	s, ok := all[kernel]
	if !ok {
		return s, internal{fmt.Sprintf("ptxas says nothing of %s for %s", kernel, target)}
	}
	return s, nil
}

// blockShape is on kernels that know the shape of their blocks.
const blockShape = "nvvm.reqntid"

// fixedBlock says whether a kernel knows the shape of its blocks.
func (c *compilation) fixedBlock(name string) bool {
	for k := range ir.AllOf[gpud.FuncOp](c.module) {
		if k.SymName() == name {
			return k.HasAttr(blockShape)
		}
	}
	return false
}

// timed chooses bounds by time on a GPU, for the best sizes: in each run every kernel has its next bounds, and each takes those with which it was fastest.
func (t *tuning) timed(best *trial) (*boundTuning, error) {
	runs, err := t.timeBounds(best, nil)
	if err != nil {
		return nil, err
	}
	b := &boundTuning{target: runs.target, timed: true}
	bounds, fastest := map[string][]contract.Bounds{}, map[string]*boundTrial{}
	rounds := 0
	add := func(k kernelTime, of contract.Bounds) {
		one := k.trial(b.target, of, k.registers, k.local, 0)
		one.value = k.seconds
		b.trials = append(b.trials, one)
		if f := fastest[k.name]; f == nil || one.value < f.value {
			fastest[k.name] = one
		}
	}
	for _, k := range runs.kernels {
		bounds[k.name] = k.candidates(b.target, k.registers)
		rounds = max(rounds, len(bounds[k.name]))
		add(k, contract.Bounds{})
	}
	for i := range rounds {
		now := &recordBounds{Target: b.target, Kernels: map[string]contract.Bounds{}}
		for name, list := range bounds {
			if i < len(list) {
				now.Kernels[name] = list[i]
			}
		}
		runs, err := t.timeBounds(best, now)
		if err != nil {
			return nil, err
		}
		for _, k := range runs.kernels {
			if of, ok := now.Kernels[k.name]; ok {
				add(k, of)
			}
		}
	}
	for _, f := range fastest {
		f.best = true
	}
	slices.SortStableFunc(b.trials, func(x, y *boundTrial) int { return cmp.Compare(x.kernel, y.kernel) })
	return b, nil
}

// kernelTime is what a kernel took on a GPU.
type kernelTime struct {
	kernelFacts
	registers, local int
	seconds          float64
}

// timeBounds runs the function with bounds; of each kernel it takes the median of several runs.
func (t *tuning) timeBounds(best *trial, b *recordBounds) (m measurement, err error) {
	seconds := map[string][]float64{}
	for range t.o.runs {
		if m, err = t.measure(best.sizes, b); err != nil {
			return m, err
		}
		for _, k := range m.kernels {
			seconds[k.name] = append(seconds[k.name], k.seconds)
		}
	}
	for i := range m.kernels {
		all := seconds[m.kernels[i].name]
		slices.Sort(all)
		m.kernels[i].seconds = all[len(all)/2]
	}
	return m, nil
}

// kernelTimes are what the kernels took that were launched.
func (g *gpus) kernelTimes() (list []kernelTime, err error) {
	one := g.used[g.at]
	for _, k := range one.order {
		if k.launches == 0 {
			continue
		}
		r, err := k.kernel.Resources()
		if err != nil {
			return nil, rejected{fmt.Sprintf("%s: %v", one.ctx.Device, err)}
		}
		list = append(list, kernelTime{kernelFacts: kernelFacts{name: k.name, threads: k.threads, shared: r.Shared + k.dynamic, fixed: k.fixed},
			registers: r.Registers, local: r.Local, seconds: k.time.Seconds()})
	}
	return list, nil
}

// chosen are the bounds that were chosen, nil if there are none.
func (b *boundTuning) chosen() *recordBounds {
	r := &recordBounds{Target: b.target, Kernels: map[string]contract.Bounds{}}
	for _, t := range b.trials {
		if t.best && t.bounds != (contract.Bounds{}) {
			r.Kernels[t.kernel] = t.bounds
		}
	}
	if len(r.Kernels) == 0 {
		return nil
	}
	return r
}

// table shows all trials.
func (b *boundTuning) table(o *options) string {
	how, last := "by what ptxas says: the most blocks without spills", "code"
	if b.timed {
		_, how = o.unit()
		how, last = "time "+how, "s"
	}
	rows := [][]string{{"kernel", "bound", "registers", "spilled", "blocks", "warps", last, ""}}
	for _, t := range b.trials {
		value := strconv.Itoa(t.code)
		if b.timed {
			value = o.amount(t.value)
		}
		said := t.failed
		if t.best {
			said = "best"
		}
		rows = append(rows, []string{t.kernel, t.bounds.String(), strconv.Itoa(t.registers), strconv.Itoa(t.spilled), strconv.Itoa(t.blocks), strconv.Itoa(t.warps), value, said})
	}
	return fmt.Sprintf("bounds of kernels on %s, %s\n%s", b.target, how, report.Table(rows, 0, 1, 7))
}

// recordBound is a trial in a record.
type recordBound struct {
	Kernel    string          `json:"kernel"`
	Bounds    contract.Bounds `json:"bounds"`
	Registers int             `json:"registers"`
	Spilled   int             `json:"spilled_bytes"`
	Blocks    int             `json:"blocks"`
	Warps     int             `json:"warps"`
	Code      int             `json:"code_bytes,omitempty"`
	Value     *float64        `json:"value,omitempty"`
}

// record are the trials as they are kept.
func (b *boundTuning) record() (list []recordBound) {
	for _, t := range b.trials {
		one := recordBound{Kernel: t.kernel, Bounds: t.bounds, Registers: t.registers, Spilled: t.spilled, Blocks: t.blocks, Warps: t.warps, Code: t.code}
		if b.timed {
			one.Value = &t.value
		}
		list = append(list, one)
	}
	return list
}
