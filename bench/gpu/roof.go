package main

import (
	"fmt"
	"strings"
	"time"
)

// peaks are the sums of products that a multiprocessor begins in each clock, by compute capability: of the ordinary units for f32 and f64 (CUDA C programming
// guide, "Arithmetic Instructions"), and of tensor cores with sums of 32 bits, without sparsity (NVIDIA's papers on the architectures). What is not here is not known.
var peaks = map[string]map[string]float64{
	"6.0": {"f32": 64, "f64": 32},
	"6.1": {"f32": 128, "f64": 4},
	"7.0": {"f32": 64, "f64": 32},
	"7.5": {"f32": 64, "f64": 2},
	"8.0": {"f32": 64, "f64": 32, "tensor f16": 1024, "tensor tf32": 512, "tensor f64": 64, "tensor i8": 2048},
	"8.6": {"f32": 128, "f64": 2, "tensor f16": 512, "tensor tf32": 256, "tensor i8": 1024},
	"8.9": {"f32": 128, "f64": 2, "tensor f16": 512, "tensor tf32": 256, "tensor i8": 1024},
	"9.0": {"f32": 128, "f64": 64, "tensor f16": 2048, "tensor tf32": 1024, "tensor f64": 128, "tensor i8": 4096},
}

// peak is the operations per second that the GPU has units for, a sum and a product two of them; 0 if that is not known.
func (m *measurement) peak(unit string) float64 {
	d := m.ctx.Device
	return 2 * peaks[fmt.Sprintf("%d.%d", d.Major, d.Minor)][unit] * float64(d.Processors) * d.Clock
}

// peakNames lists the peaks that are known of the GPU, in operations per second.
func (m *measurement) peakNames() string {
	var parts []string
	for _, unit := range []string{"f32", "f64", "tensor f16", "tensor tf32", "tensor f64", "tensor i8"} {
		if p := m.peak(unit); p > 0 {
			parts = append(parts, fmt.Sprintf("%s: %.1f T/s", unit, p*1e-12))
		}
	}
	if parts == nil {
		return "not known of this GPU: only what is moved counts"
	}
	return strings.Join(parts, ", ")
}

// computedBy is what computes the operations of a benchmark.
func (b benchmark) computedBy() string {
	if b.unit == "" {
		return "f32"
	}
	return b.unit
}

// roof is the least time for what a kernel has to move and to compute: moving as fast as the copy, or computing at the peak. name says which one takes longer.
func (m *measurement) roof(r row) (least time.Duration, name string) {
	bandwidth := m.copyBytes() / r.copied.Seconds()
	seconds, name := r.bench.bytes(r.size)/bandwidth, "memory"
	if peak := m.peak(r.bench.computedBy()); peak > 0 {
		if s := m.operations(r.bench) / peak; s > seconds {
			seconds, name = s, r.bench.computedBy()
		}
	}
	return time.Duration(seconds * 1e9), name
}
