package driver

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"descend/backend/ptx"
	"descend/dialects/descend"
	"descend/ir"
	"descend/ir/outfile"
)

// bench is the command: it takes the time of the kernels of functions, those that are marked as benchmarks or one that is named.
func (s *session) bench(args []string) error {
	o := &options{stdoutTaken: true}
	if err := s.parse(o, "bench", args); err != nil {
		return done(err)
	}
	if err := o.checkDevice(); err != nil {
		return err
	}
	if o.runs < 1 || o.runs > 1000 {
		return usagef("--runs takes a number from 1 to 1000, not %d", o.runs)
	}
	if o.save != "" {
		if err := s.checkOutputs(o, nil, outfile.Output{Asked: "--save=" + o.save, Path: o.save}); err != nil {
			return err
		}
	}
	old := benchRecord{}
	if o.against != "" {
		if err := readJSON(o.against, "record that --save has written", &old); err != nil {
			return err
		}
		if old.Device == "" {
			return usagef("%s: it names no device: it is no record that --save has written", o.against)
		}
		if old.Device != o.device {
			return usagef("--against=%s: it was measured on %s, not on %s", o.against, old.Device, o.device)
		}
	}
	names := []string{o.fn}
	if o.fn == "" {
		c, err := s.accepted(o)
		if err != nil {
			return err
		}
		names = nil
		for f := range ir.AllOf[descend.FuncOp](c.module) {
			if f.Mark() == descend.MarkBench && !f.HasAttr("library") {
				names = append(names, ir.SymbolName(f.Operation))
			}
		}
		if len(names) == 0 {
			return usagef("no benchmarks: one is a function `bench fn name() -[t: cpu.thread]-> () { .. }`, or named by --fn")
		}
	}
	if err := old.has(names); err != nil {
		return usagef("--against=%s: %v", o.against, err)
	}
	now := benchRecord{Device: o.device, Unit: map[bool]string{true: "cycles", false: "seconds"}[o.device == "sim"]}
	device := ""
	for _, name := range names {
		r, on, err := s.benchmark(o, name)
		if err != nil {
			return err
		}
		for _, before := range old.Results {
			if before.Name == name && before.Median > 0 {
				r.Ratio = r.Median / before.Median
			}
		}
		now.Results, device = append(now.Results, r), on
		if !o.json {
			fmt.Fprintln(s.stdout, r.line(now.Unit))
		}
	}
	text, err := json.MarshalIndent(now, "", "  ")
	if err != nil {
		return err
	}
	if o.json {
		fmt.Fprintf(s.stdout, "%s\n", text)
	} else {
		fmt.Fprintf(s.stdout, "measured on %s\n", device)
	}
	if o.save != "" {
		return s.writeOutput(o.save, append(text, '\n'), false)
	}
	return nil
}

// benchRecord is what bench has measured, as --save writes it.
type benchRecord struct {
	Device  string        `json:"device"`
	Unit    string        `json:"unit"`
	Results []benchResult `json:"results"`
}

// benchResult is what the kernels of a function take, of several runs. Ratio compares the median with that of --against; 0: there is none.
type benchResult struct {
	Name   string  `json:"name"`
	Runs   int     `json:"runs"`
	Median float64 `json:"median"`
	Least  float64 `json:"least"`
	Most   float64 `json:"most"`
	Ratio  float64 `json:"ratio,omitempty"`
}

// has wants that a record, if it has anything, has one of the functions: one of another program compares nothing.
func (r benchRecord) has(names []string) error {
	var measured []string
	for _, of := range r.Results {
		if slices.Contains(names, of.Name) {
			return nil
		}
		measured = append(measured, of.Name)
	}
	if len(measured) == 0 {
		return nil
	}
	return fmt.Errorf("it is of %s, not of %s", strings.Join(measured, ", "), strings.Join(names, ", "))
}

// benchmark measures a function, and says on which device. On the CPU and on GPUs the first run, which fills caches, does not count.
func (s *session) benchmark(o *options, name string) (r benchResult, device string, err error) {
	one := *o
	one.fn = name
	t := &tuning{s: s, o: &one}
	runs, warm := o.runs, 1
	if o.device == "sim" {
		runs, warm = 1, 0 // it counts
	}
	var values []float64
	for i := range warm + runs {
		s.stage.Store(fmt.Sprintf("benchmark %s, run %d of %d", name, max(1, i), runs))
		m, err := t.measure(nil, nil)
		if err != nil {
			if _, ok := errors.AsType[*ptx.MissingTool](err); ok || err.Error() == "" {
				return r, "", err
			}
			if e, ok := errors.AsType[excluded](err); ok {
				err = rejected{e.Error()}
			}
			return r, "", fmt.Errorf("%s: %w", name, err)
		}
		if i >= warm {
			values = append(values, m.value)
		}
	}
	slices.Sort(values)
	return benchResult{Name: name, Runs: runs, Median: values[len(values)/2], Least: values[0], Most: values[len(values)-1]}, cmp.Or(t.device, o.device), nil
}

// line is a result for people.
func (r benchResult) line(unit string) string {
	show := func(v float64) string {
		switch {
		case unit == "cycles":
			return fmt.Sprintf("%.0f cycles", v)
		case v < 1e-3:
			return fmt.Sprintf("%.1f us", v*1e6)
		case v < 1:
			return fmt.Sprintf("%.2f ms", v*1e3)
		}
		return fmt.Sprintf("%.2f s", v)
	}
	text := fmt.Sprintf("%-24s %12s", r.Name, show(r.Median))
	if r.Runs > 1 {
		text += fmt.Sprintf("  (%s to %s, %d runs)", show(r.Least), show(r.Most), r.Runs)
	}
	switch {
	case r.Ratio == 0:
	case math.Abs(r.Ratio-1) < 0.01:
		text += "  as before"
	default:
		text += fmt.Sprintf("  %+.0f%%", (r.Ratio-1)*100)
	}
	return text
}
