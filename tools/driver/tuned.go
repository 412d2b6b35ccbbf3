package driver

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// record is what tune writes and build --tuned reads; docs/tuned.schema.json describes its JSON.
type record struct {
	Version int `json:"version"`
	// Devices are the best sizes of each device that was measured: sim, cpu, "cuda: " and the name of a GPU.
	Devices map[string]recordEntry `json:"devices"`
}

// recordEntry is what was measured on a device.
type recordEntry struct {
	Function string `json:"function"`
	// Fixed are the sizes that were the same in all runs, Best those that were chosen.
	Fixed map[string]string `json:"fixed"`
	Best  map[string]string `json:"best"`
	// Unit is that of the values: s or cycles.
	Unit   string        `json:"unit"`
	Trials []recordTrial `json:"trials"`
	// Bounds are those that were chosen, BoundTrials all that were tried.
	Bounds      *recordBounds `json:"bounds,omitempty"`
	BoundTrials []recordBound `json:"bound_trials,omitempty"`
}

// recordTrial is a combination of sizes; it has a value, or a reason.
type recordTrial struct {
	Sizes    map[string]string `json:"sizes"`
	Value    *float64          `json:"value,omitempty"`
	Elements int64             `json:"elements,omitempty"` // of the greatest array, where they are not the same in all trials
	Excluded string            `json:"excluded,omitempty"`
	Failed   string            `json:"failed,omitempty"`
}

const recordVersion = 1

// recordName is the file of tune's record: -o, or the program's name.
func (o *options) recordName() string {
	if o.output != "" {
		return o.output
	}
	return strings.TrimSuffix(filepath.Base(o.files[0]), ".desc") + ".tuned.json"
}

// readRecord reads a record; one that may be new is empty where there is no file.
func readRecord(name string, mayBeNew bool) (*record, error) {
	r := &record{Version: recordVersion, Devices: map[string]recordEntry{}}
	if name == stdinName {
		return r, nil
	}
	if _, err := os.Stat(name); mayBeNew && errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	*r = record{}
	if err := readJSON(name, "record of descendc tune (docs/tuned.schema.json)", r); err != nil {
		return nil, err
	}
	if r.Version != recordVersion || r.Devices == nil {
		return nil, usagef("%s is a record of version %d; this compiler reads version %d", name, r.Version, recordVersion)
	}
	return r, nil
}

func (r *record) json() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(r)
	return b.Bytes(), err
}

// entry is what is kept of a tuning.
func (t *tuning) entry(best *trial, b *boundTuning) recordEntry {
	unit, _ := t.o.unit()
	e := recordEntry{Function: t.o.fn, Fixed: map[string]string{}, Best: t.o.named(best), Unit: unit, Trials: []recordTrial{}}
	if b != nil {
		e.Bounds, e.BoundTrials = b.chosen(), b.record()
	}
	for n, v := range t.o.nats {
		e.Fixed[n] = v.String()
	}
	forEach := t.forEach()
	for _, r := range t.trials {
		one := recordTrial{Sizes: t.o.named(r), Excluded: r.excluded, Failed: r.failed}
		if r.ran() {
			one.Value = &r.value
		}
		if forEach {
			one.Elements = r.elements
		}
		e.Trials = append(e.Trials, one)
	}
	return e
}

// named are the sizes of a trial by name.
func (o *options) named(r *trial) map[string]string {
	out := map[string]string{}
	for i, l := range o.lists {
		out[l.name] = r.sizes[i].String()
	}
	return out
}

// takeTuned adds the best sizes of a record to the defines, and takes its bounds: FILE, or FILE:DEVICE where it has several devices.
func (o *options) takeTuned() error {
	if o.tuned == "" {
		return nil
	}
	name, device := o.tuned, ""
	if _, err := os.Stat(name); err != nil {
		if i := strings.LastIndex(name, ".json:"); i >= 0 {
			name, device = name[:i+len(".json")], name[i+len(".json:"):]
		}
	}
	r, err := readRecord(name, false)
	if err != nil {
		return err
	}
	devices := slices.Sorted(maps.Keys(r.Devices))
	if device == "" && len(devices) == 1 {
		device = devices[0]
	}
	e, ok := r.Devices[device]
	if !ok {
		return usagef("%s has sizes for %s: say which, as --tuned=%s:%s", name, listOr(devices, "no device"), name, append(devices, "cpu")[0])
	}
	for _, n := range slices.Sorted(maps.Keys(e.Best)) {
		o.defines = append(o.defines, fmt.Sprintf("%s=%s", n, e.Best[n]))
	}
	if o.bound = e.Bounds; o.bound != nil {
		return o.bound.check(name)
	}
	return nil
}

func listOr(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}
