package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// row is a line of the table.
type row struct {
	kernel  kernel
	target  string
	variant variant
	code
	usage
	occupancy int
}

const header = `# Machine code of our kernels and of handwritten CUDA

Made by %s; ours by descendc with LLVM (%s), the twins by NVRTC (nvcc's compiler as a
library), both assembled by the same ptxas (%s). To make it again, with NVIDIA's tools on PATH:

    go build -o bin/ ./tools/descendc
    go run ./bench/sass -nvrtc /path/to/libnvrtc.so -headers /path/of/cub,/path/of/cuda -o bench/results/sass.md

- *instructions*: of the whole kernel, without padding.
- *loop*: instructions of the inner loop / units of work in it (k-steps: FFMA; levels of the reduction tree:
  barriers). Where nothing is left of the loop: from the first to the last unit; for the transposition the
  way of a block of which all elements are there through the whole kernel (the shortest one with all of its loads
  and stores), and the elements of a thread. A loop is that of such blocks, too, where there are several.
- *LDG STG LDS STS*: accesses of global and shared memory in the code, count x bits; *LDSM*: loads of parts of matrices (ldmatrix),
  *LDGSTS*: copies from global to shared memory that go on meanwhile (cp.async).
- *occupancy*: estimated from threads, registers and shared memory.
- "64-bit" and "32-bit" are the types of sizes and indices in the twin. Ours are 64-bit, so that arrays may have
  more than 2^31 elements; where a size is known only at run time the 64-bit twin is the one that computes the
  same. (The 32-bit twin of the transposition is wrong from n = 1449 on: (32 n)^2 > 2^31.)
- "CUB" is a kernel of which CUB's parts (BlockReduce, BlockScan, WarpReduce, WarpScan, BlockRadixRank) do the work; ours calls std's functions, or is
  the radix sort of the literature.

%s| kernel | chip | code | instructions | loop | per unit | LDG | STG | LDS | STS | LDSM | LDGSTS | registers | spills | shared | occupancy |
|---|---|---|--:|--:|--:|---|---|---|---|---|---|--:|--:|--:|--:|
`

// report is the table and a list of what is worse than the twins.
func (t *tools) report(rows []row) (string, error) {
	ptxas, err := command(t.ptxas, "--version")
	if err != nil {
		return "", err
	}
	llvm, err := t.llvmVersion()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	left := ""
	if t.headers == "" {
		left = "CUB's headers were not given: its rows are left out.\n\n"
	}
	fmt.Fprintf(&b, header, "`go run ./bench/sass`", llvm, version(ptxas), left)
	for _, r := range rows {
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d / %d | %.2f per %s |", r.kernel.name, r.target, r.variant.name, r.total, r.body, r.units, r.perUnit(), r.kernel.per)
		for _, op := range memoryOps {
			fmt.Fprintf(&b, " %s |", r.widths(op))
		}
		fmt.Fprintf(&b, " %d | %d | %d | %d%% |\n", r.registers, r.spills, r.shared, r.occupancy)
	}
	b.WriteString("\n## Where ours is worse\n\n")
	worse := compare(rows)
	if len(worse) == 0 {
		b.WriteString("Nowhere.\n")
	}
	for _, w := range worse {
		b.WriteString("- " + w + "\n")
	}
	if err := explain(&b, rows, worse); err != nil {
		return "", err
	}
	return b.String(), nil
}

// explain says why, for each kernel that is worse somewhere.
func explain(b *strings.Builder, rows []row, worse []string) error {
	said := map[string]bool{"": true}
	var missing []string
	for _, r := range rows {
		if said[r.kernel.name] || !slices.ContainsFunc(worse, func(w string) bool { return strings.HasPrefix(w, r.kernel.name+", "+r.target) }) {
			continue
		}
		text, ok := reasons[r.kernel.example+" "+r.kernel.entry]
		if !ok {
			said[r.kernel.name] = true
			missing = append(missing, r.kernel.name)
			continue
		}
		if !strings.Contains(b.String(), "\n## Why\n") {
			b.WriteString("\n## Why\n\n")
		}
		if !said[text] {
			fmt.Fprintf(b, "- *%s*: %s\n", r.kernel.name, text)
		}
		said[r.kernel.name], said[text] = true, true
	}
	if len(missing) > 0 {
		return fmt.Errorf("it is not said why these are worse: %s; they are\n%s", strings.Join(missing, ", "), strings.Join(worse, "\n"))
	}
	return nil
}

// compare lists the figures in which ours is worse than a twin of the same kernel on the same chip.
func compare(rows []row) []string {
	var out []string
	for _, o := range rows {
		if o.variant.idx != "" {
			continue
		}
		for _, c := range rows {
			if c.variant.idx == "" || c.kernel.name != o.kernel.name || c.target != o.target {
				continue
			}
			note := func(what string, ours, theirs float64) {
				if ours > theirs*1.005 {
					out = append(out, fmt.Sprintf("%s, %s, against %s: %s %.4g / %.4g", o.kernel.name, o.target, c.variant.name, what, ours, theirs))
				}
			}
			note("instructions per "+o.kernel.per, o.perUnit(), c.perUnit())
			note("spills", float64(o.spills), float64(c.spills))
			note("shared bytes", float64(o.shared), float64(c.shared))
			if o.occupancy < c.occupancy {
				out = append(out, fmt.Sprintf("%s, %s, against %s: occupancy %d%% / %d%%", o.kernel.name, o.target, c.variant.name, o.occupancy, c.occupancy))
			}
			for _, op := range memoryOps {
				if a, b := o.widest(op), c.widest(op); a < b {
					out = append(out, fmt.Sprintf("%s, %s, against %s: widest %s %d / %d bits", o.kernel.name, o.target, c.variant.name, op, a, b))
				}
			}
		}
	}
	return out
}

// widths is "16x128 4x32".
func (r row) widths(op string) string {
	var parts []string
	for _, bits := range []int{128, 64, 32, 16, 8} {
		if n := r.accesses[op][bits]; n > 0 {
			parts = append(parts, fmt.Sprintf("%dx%d", n, bits))
		}
	}
	return strings.Join(parts, " ")
}

func (r row) widest(op string) int {
	w := 0
	for bits := range r.accesses[op] {
		w = max(w, bits)
	}
	return w
}

// version picks "V11.8.89" out of what NVIDIA's tools say.
func version(text string) string {
	for _, w := range strings.Fields(text) {
		if strings.HasPrefix(w, "V") && strings.Count(w, ".") == 2 {
			return w[1:]
		}
	}
	return "unknown version"
}

// llvmVersion asks the compiler which LLVM it uses: the first of those that it can take.
func (t *tools) llvmVersion() (string, error) {
	text, err := command(t.descendc, "doctor")
	if err != nil {
		return "", err
	}
	for line := range strings.Lines(text) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == "found" && slices.Contains([]string{"libLLVM", "clang", "opt"}, f[1]) {
			for _, w := range strings.Fields(line) {
				w = strings.Trim(w, "(),:")
				if n, err := strconv.Atoi(w); err == nil && n >= 14 {
					return w + ", " + f[1], nil
				}
			}
		}
	}
	return "unknown version", nil
}
