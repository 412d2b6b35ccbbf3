package driver

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"descend/backend/sim"
	"descend/dialects/descend"
	"descend/dialects/nat"
	"descend/ir/outfile"
	"descend/ir/pattern"
	"descend/ir/spell"
	"descend/tools/arguments"
	"descend/tools/report"
)

// tune is the command: it runs a function with all combinations of sizes that its clauses allow, and says which is the best.
func (s *session) tune(args []string) error {
	o := &options{stdoutTaken: true}
	if err := s.parse(o, "tune", args); err != nil {
		return done(err)
	}
	if err := o.checkTune(); err != nil {
		return err
	}
	if err := s.checkOutputs(o, nil, outfile.Output{Asked: "the record " + o.recordName(), Path: o.recordName()}); err != nil {
		return err
	}
	old, err := readRecord(o.recordName(), true)
	if err != nil {
		return err
	}
	t := &tuning{s: s, o: o, device: o.device}
	best, err := t.bestSizes()
	if err != nil {
		return err
	}
	bounds, err := t.bestBounds(best)
	if err != nil {
		return err
	}
	old.Devices[t.device] = t.entry(best, bounds)
	text, err := old.json()
	if err != nil {
		return err
	}
	if err := s.writeOutput(o.recordName(), text, false); err != nil {
		return err
	}
	fmt.Fprintf(s.stderr, "descendc: wrote %s; descendc build --tuned=%s takes what is best\n", o.recordName(), o.recordName())
	return nil
}

// bestSizes tries all sizes.
func (t *tuning) bestSizes() (*trial, error) {
	if len(t.o.lists) == 0 {
		return &trial{}, nil
	}
	for _, sizes := range t.o.combinations() {
		if err := t.try(sizes); err != nil {
			return nil, err
		}
	}
	best := t.best()
	fmt.Fprint(t.s.stdout, t.table(best))
	if best == nil {
		return nil, rejected{"no combination of the sizes runs"}
	}
	return best, nil
}

// bestBounds tries bounds of the kernels with the best sizes, if that is asked for.
func (t *tuning) bestBounds(best *trial) (b *boundTuning, err error) {
	if !t.o.bounds {
		return nil, nil
	}
	if kind, _, _ := strings.Cut(t.o.device, ":"); kind == "cuda" {
		b, err = t.timed(best)
	} else {
		b, err = t.modelled(best)
	}
	if err != nil {
		return nil, err
	}
	if len(b.trials) == 0 {
		return nil, rejected{t.o.fn + " launches no kernel"}
	}
	fmt.Fprint(t.s.stdout, b.table(t.o))
	return b, nil
}

// maxCombinations bounds what is tried.
const maxCombinations = 4096

// checkTune wants lists of sizes, a device and a number of runs.
func (o *options) checkTune() error {
	if err := o.checkDevice(); err != nil {
		return err
	}
	if len(o.lists) == 0 && !o.bounds {
		return usagef("tune needs sizes to choose from, as -D bs=64,128,256, or --bounds")
	}
	n := 1
	for _, l := range o.lists {
		if n *= len(l.values); n > maxCombinations {
			return usagef("tune tries %d combinations at most", maxCombinations)
		}
	}
	if o.runs < 1 || o.runs > 1000 {
		return usagef("--runs takes a number from 1 to 1000, not %d", o.runs)
	}
	return nil
}

// sizeList are the values of a nat that tune tries.
type sizeList struct {
	name   string
	values []*big.Int
}

// takeLists moves the -D that have several values from the defines to the lists.
func (o *options) takeLists() error {
	var rest []string
	for _, d := range o.defines {
		name, values, ok := strings.Cut(d, "=")
		if !ok || !strings.Contains(values, ",") {
			rest = append(rest, d)
			continue
		}
		l := sizeList{name: name}
		for _, text := range strings.Split(values, ",") {
			v, isNat := arguments.ParseInteger(text)
			if !nat.IsName(name) || !isNat || v.Sign() < 0 {
				return wrongDefine(d, "NAME=NUMBER,NUMBER..")
			}
			if !slices.ContainsFunc(l.values, func(x *big.Int) bool { return x.Cmp(v) == 0 }) {
				l.values = append(l.values, v)
			}
		}
		again := func(n string) bool { return n == name }
		if slices.ContainsFunc(o.lists, func(l sizeList) bool { return again(l.name) }) || slices.ContainsFunc(rest, func(d string) bool { n, _, _ := strings.Cut(d, "="); return again(n) }) {
			return usagef("-D gives %s twice", name)
		}
		o.lists = append(o.lists, l)
	}
	o.defines = rest
	return nil
}

// combinations are one value of each list; the last list changes first.
func (o *options) combinations() [][]*big.Int {
	all := [][]*big.Int{nil}
	for _, l := range o.lists {
		var longer [][]*big.Int
		for _, c := range all {
			for _, v := range l.values {
				longer = append(longer, append(slices.Clone(c), v))
			}
		}
		all = longer
	}
	return all
}

// tuning is what was tried.
type tuning struct {
	s      *session
	o      *options
	device string // for the record: the kind, and of a GPU its name
	trials []*trial
}

// trial is a combination of sizes with what came of it.
type trial struct {
	sizes []*big.Int
	value float64 // what it took, in the unit of the device
	// elements are those of the greatest array that the function got, 0 if it got none.
	elements int64
	// excluded is the clause that does not allow the sizes, failed why they do not run.
	excluded, failed string
}

// excluded ends a run for tune or bench whose sizes a clause does not allow: these values of its nats.
type excluded struct{ clause, values string }

func (e excluded) Error() string {
	return fmt.Sprintf("needs `%s`, which is false for %s", e.clause, e.values)
}

// always is an error that does not depend on sizes.
type always struct{ error }

// try measures a combination. An error ends the command: it is not one of these sizes.
func (t *tuning) try(sizes []*big.Int) error {
	one := &trial{sizes: sizes}
	t.trials = append(t.trials, one)
	runs := t.o.runs
	if t.o.device == "sim" {
		runs = 1 // it counts
	}
	var values []float64
	for range runs {
		m, err := t.measure(sizes, nil)
		var clause excluded
		switch {
		case t.s.ctx.Err() != nil:
			return err
		case errors.As(err, &clause):
			one.excluded = clause.clause
			return nil
		case err != nil:
			if every, ok := errors.AsType[always](err); ok {
				return every.error
			}
			if _, ok := errors.AsType[rejected](err); !ok {
				return err
			}
			one.failed = err.Error()
			return nil
		}
		values, one.elements = append(values, m.value), m.elements
	}
	slices.Sort(values)
	one.value = values[len(values)/2]
	return nil
}

// definesOf are all -D of a trial.
func (o *options) definesOf(r *trial) []string {
	all := slices.Clone(o.defines)
	for i, l := range o.lists {
		all = append(all, l.name+"="+r.sizes[i].String())
	}
	return all
}

// measure runs the function once, with bounds of its kernels. What it prints is not shown.
func (t *tuning) measure(sizes []*big.Int, b *recordBounds) (m measurement, err error) {
	o := *t.o
	o.defines, o.stats, o.bound = t.o.definesOf(&trial{sizes: sizes}), true, b
	if err := o.parseDefines(); err != nil {
		return m, err
	}
	var out, errs bytes.Buffer
	stdout, stderr := t.s.stdout, t.s.stderr
	t.s.stdout, t.s.stderr = &out, &errs
	defer func() { t.s.stdout, t.s.stderr = stdout, stderr }()
	m, err = t.s.measured(&o)
	if err == nil && o.device == "cpu" {
		m.value, err = kernelSeconds(errs.String())
	}
	if every, ok := errors.AsType[always](err); ok {
		stderr.Write(errs.Bytes())
		return m, every
	}
	if err != nil {
		if _, ok := errors.AsType[excluded](err); ok {
			return m, err
		}
		if text := firstError(errs.String()); text != "" { // of findings that were shown
			if _, ok := errors.AsType[rejected](err); ok {
				err = rejected{text}
			} else if err.Error() == "" {
				err = usageError{text}
			}
		}
		return m, err
	}
	t.device = m.device
	return m, nil
}

// measurement is what a run took, and where.
type measurement struct {
	device   string
	value    float64
	elements int64 // of the greatest array that the function got
	// target is that of a GPU, kernels what its kernels took.
	target  string
	kernels []kernelTime
}

// measured runs a function for tune.
func (s *session) measured(o *options) (m measurement, err error) {
	m.device = o.device
	g, end, err := s.devicesOf(o)
	if err != nil {
		return m, err
	}
	defer end()
	c, err := s.accepted(o)
	if err != nil {
		return m, always{err}
	}
	if err := c.checkTuned(); err != nil {
		return m, err
	}
	c.tuned = true
	if o.device == "sim" {
		c.counters = &sim.Counters{}
	}
	if err := c.runFunction(map[string]string{}, g); err != nil {
		return m, err
	}
	m.elements = greatestArray(c.binding)
	switch {
	case c.counters != nil:
		m.value = float64(report.NewProfile(c.counters, c.sources).Cycles())
	case g != nil:
		m.device = "cuda: " + g.all[0].Name
		m.value, m.target = g.kernelTime().Seconds(), g.used[g.at].target
		m.kernels, err = g.kernelTimes()
	}
	return m, err
}

// greatestArray is the number of elements of the greatest array that a function gets, 0 if it gets none.
func greatestArray(b *arguments.Binding) int64 {
	greatest := int64(0)
	for _, p := range b.Params {
		if p.Array == nil {
			continue
		}
		shape, elements := p.Array.Shape, int64(1)
		if p.Raw {
			shape = shape[:len(shape)-1] // without the bytes of an element
		}
		for _, n := range shape {
			elements *= int64(n)
		}
		greatest = max(greatest, elements)
	}
	return greatest
}

// checkTuned wants the lists to be of nats of the function.
func (c *compilation) checkTuned() error {
	f, err := c.entry()
	if err != nil {
		return err
	}
	if err := c.checkDefines(c.o.fn); err != nil {
		return err
	}
	names := arguments.NatsOf([]descend.FuncOp{f})
	for _, l := range c.o.lists {
		if !slices.Contains(names, l.name) {
			return usagef("-D %s: %s has no nat generic %s%s", l.name, c.o.fn, l.name, spell.DidYouMean(l.name, names))
		}
	}
	return nil
}

var kernelSecondsRE = pattern.Of(`kernels ([0-9.]+) s`)

// kernelSeconds reads the time of the kernels from what a native program says of its run.
func kernelSeconds(text string) (float64, error) {
	m := kernelSecondsRE().FindStringSubmatch(text)
	if m == nil {
		return 0, internal{"the program does not say how long its kernels took"}
	}
	return strconv.ParseFloat(m[1], 64)
}

// firstError is the first message of an error.
func firstError(text string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "error: ") {
			return strings.TrimSpace(strings.TrimPrefix(line, "error: "))
		}
	}
	return ""
}

// forEach says whether the sizes that are tried change how much there is to do, as far as arrays show it: how many elements the greatest one has. Where they
// do, what a trial took for each of these is compared. A size of a block leaves the array of the input as it is, and changes smaller ones.
func (t *tuning) forEach() bool {
	elements := int64(-1)
	for _, r := range t.trials {
		if r.ran() {
			if elements >= 0 && r.elements != elements {
				return true
			}
			elements = r.elements
		}
	}
	return false
}

// cost is what is compared of trials that ran: the value, or what of it is for an element. Nothing says how fast no elements are.
func (r *trial) cost(forEach bool) float64 {
	switch {
	case !forEach:
		return r.value
	case r.elements == 0:
		return math.Inf(1)
	}
	return r.value / float64(r.elements)
}

// best is the trial that took least, the first of equal ones; nil if none ran.
func (t *tuning) best() *trial {
	var best *trial
	forEach := t.forEach()
	for _, r := range t.trials {
		if r.ran() && (best == nil || r.cost(forEach) < best.cost(forEach)) {
			best = r
		}
	}
	return best
}

func (r *trial) ran() bool { return r.excluded == "" && r.failed == "" }

// unit is what the values of a device are, and how they are found.
func (o *options) unit() (unit, how string) {
	switch {
	case o.device == "sim":
		return "cycles", "of one multiprocessor, by a model of what the simulator counts"
	case o.device == "cpu":
		return "s", fmt.Sprintf("in kernels, median of %d runs", o.runs)
	}
	return "s", fmt.Sprintf("in kernels by events, median of %d runs", o.runs)
}

// table shows all trials.
func (t *tuning) table(best *trial) string {
	unit, how := t.o.unit()
	forEach := t.forEach()
	var head []string
	for _, l := range t.o.lists {
		head = append(head, l.name)
	}
	head = append(head, unit)
	if forEach {
		head = append(head, "elements", "for each")
	}
	rows := [][]string{append(head, "")}
	for _, r := range t.trials {
		rows = append(rows, append(t.amounts(r, forEach), r.judged(best, forEach)))
	}
	text := fmt.Sprintf("%s on %s: %s %s\n%s", t.o.fn, cmp.Or(t.device, t.o.device), unit, how, report.Table(rows, len(rows[0])-1))
	if forEach {
		text += "the sizes change how many elements the greatest array has: the best takes least for each of them\n"
	}
	return text
}

// amounts are the sizes of a trial and what it took.
func (t *tuning) amounts(r *trial, forEach bool) (row []string) {
	for _, v := range r.sizes {
		row = append(row, v.String())
	}
	took := []string{"-", "-", "-"}
	if r.ran() {
		took = []string{t.o.amount(r.value), strconv.FormatInt(r.elements, 10), "-"}
		if r.elements > 0 {
			took[2] = strconv.FormatFloat(r.cost(true), 'g', 4, 64)
		}
	}
	if !forEach {
		took = took[:1]
	}
	return append(row, took...)
}

// judged says how a trial compares with the best one, or why it did not run.
func (r *trial) judged(best *trial, forEach bool) string {
	switch {
	case r.excluded != "":
		return "excluded by `" + r.excluded + "`"
	case r.failed != "":
		return "fails: " + r.failed
	case r == best:
		return "best"
	case forEach && r.elements == 0:
		return "has no elements"
	case r.cost(forEach) == best.cost(forEach):
		return "1.00 x"
	}
	return fmt.Sprintf("%.2f x", r.cost(forEach)/cmp.Or(best.cost(forEach), 1))
}

// amount is a value as people read it.
func (o *options) amount(v float64) string {
	if unit, _ := o.unit(); unit == "cycles" {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 4, 64)
}
