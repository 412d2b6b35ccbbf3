package main

import (
	"fmt"
	"strings"
	"time"
)

// report is the table.
func (m *measurement) report(rows []row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Kernels on %s\n\n", m.ctx.Device.Name)
	fmt.Fprintf(&b, "Made by `bench/gpu` on %s: %s, %d multiprocessors, driver for CUDA %s; ours compiled for %s",
		time.Now().UTC().Format("2006-01-02"), m.ctx.Device, m.ctx.Device.Processors, m.lib.Version(), m.target)
	if m.twins != nil {
		fmt.Fprintf(&b, ", the twins by %s", m.twins.name)
	}
	fmt.Fprintf(&b, ".\nMedian of %d turns in which all versions and the copy alternate; the times are those of the launch alone. *best other* is\n"+
		"the fastest of the twins with 32-bit and with 64-bit indices, CUB and cuBLAS. A ratio above 1 means that ours is slower. *GB/s* counts what the\n"+
		"algorithm has to read and write, *of copy* compares with the kernel that copies %s (%s: %.0f GB/s). *of roof* is the share of what the GPU could do at\n"+
		"best, moving as fast as the copy and computing at its peak (%s), whichever takes longer.\n"+
		"*moves* is what the algorithm has to read and write, *asks* what the threads of ours ask for, and *Gflop/s* counts operations on floats, by `descendc report`.\n\n",
		m.turns, amount(m.copyBytes()), m.copies.name, gigabytes(m.copyBytes(), m.copies.median()), m.peakNames())
	for _, n := range m.notes {
		fmt.Fprintf(&b, "%s\n\n", n)
	}
	b.WriteString("| kernel | sizes | moves | asks | ours | best other | ours / best | GB/s | of copy | Gflop/s | of roof | result |\n|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|---|\n")
	for _, r := range rows {
		b.WriteString(m.line(r))
	}
	return b.String()
}

func (m *measurement) copyBytes() float64 { return programs[0].bytes(programs[0].sizeFor(m.small)) }

// line is a row as text.
func (m *measurement) line(r row) string {
	best, ratio := "-", "-"
	ours := r.ours.median()
	var fastest time.Duration
	var wrong []string
	for _, t := range append([]version{r.ours}, r.twins...) {
		if t.wrong != nil {
			wrong = append(wrong, fmt.Sprintf("**%s: %v**", t.name, t.wrong))
			continue
		}
		if d := t.median(); !t.ours && (fastest == 0 || d < fastest) {
			fastest = d
			best = fmt.Sprintf("%s (%s)", milliseconds(d), strings.TrimPrefix(t.name, "CUDA, "))
		}
	}
	if fastest > 0 {
		ratio = fmt.Sprintf("%.3f", ours.Seconds()/fastest.Seconds())
	}
	result := "right"
	if len(wrong) > 0 {
		result = strings.Join(wrong, "; ")
	}
	var sizes []string
	for _, n := range r.bench.nats(r.size) {
		sizes = append(sizes, fmt.Sprintf("%s=%d", n.name, n.value))
	}
	how := strings.Join(sizes, " ")
	if r.constant {
		how += ", constant"
	}
	flops := "-"
	if n := m.operations(r.bench); n > 0 {
		flops = fmt.Sprintf("%.0f", n/ours.Seconds()*1e-9)
	}
	asked := "-"
	if w, ok := m.works[r.bench.name]; ok && w.exact() {
		asked = amount(float64(w.Asked))
	}
	moves := r.bench.bytes(r.size)
	rate := gigabytes(moves, ours)
	least, what := m.roof(r)
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %.0f | %.0f%% | %s | %.0f%%, %s | %s |\n", r.bench.name, how, amount(moves), asked, milliseconds(ours), best, ratio,
		rate, 100*rate/gigabytes(m.copyBytes(), r.copied), flops, 100*least.Seconds()/ours.Seconds(), what, result)
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%.4f ms", d.Seconds()*1e3) }

// gigabytes is a rate in 10^9 bytes a second.
func gigabytes(bytes float64, d time.Duration) float64 { return bytes / d.Seconds() * 1e-9 }

// amount is a number of bytes for people.
func amount(bytes float64) string {
	if bytes < 1<<20 {
		return fmt.Sprintf("%.0f KiB", bytes/(1<<10))
	}
	return fmt.Sprintf("%.0f MiB", bytes/(1<<20))
}
