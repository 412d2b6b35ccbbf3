package oracle

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"descend/ir"
	"descend/ir/need"
	"descend/test/kit"
)

const separator = "// -----\n"

// chunk is a module of the corpus. Its first lines may be "// DIFFERS pass: reason" for each pass whose result is
// another than mlir-opt-19's, or, for canonicalize, larger.
type chunk struct {
	name, src string
	differs   map[string]string
}

func corpus(t *testing.T, pattern string) (list []*chunk) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		line := 1
		for _, part := range strings.Split(string(src), separator) {
			c := &chunk{name: filepath.Base(f) + ":" + strconv.Itoa(line), src: part, differs: map[string]string{}}
			for _, l := range strings.Split(part, "\n") {
				if rest, ok := strings.CutPrefix(l, "// DIFFERS "); ok {
					pass, reason, found := strings.Cut(rest, ": ")
					if !found || reason == "" {
						t.Fatalf("%s: no reason: %s", c.name, l)
					}
					c.differs[pass] = reason
				}
			}
			list = append(list, c)
			line += strings.Count(part, "\n") + 1
		}
	}
	return list
}

// comparison is a pipeline of ours beside mlir-opt's. The results are the same text, or with fewer the same or a
// smaller module.
type comparison struct {
	name, ours, theirs string
	fewer              bool
	// excuse, if any, is for random modules that may be larger.
	excuse func(ours, theirs string) bool
}

var comparisons = []comparison{
	{"cse", "builtin.module(cse)", "cse", false, nil},
	{"symbol-dce", "builtin.module(symbol-dce)", "symbol-dce", false, nil},
	{"sccp", "builtin.module(sccp)", "sccp", false, nil},
	{"canonicalize", "builtin.module(canonicalize)", "canonicalize", true, nil},
	{"mem2reg", "builtin.module(func.func(mem2reg))", "func.func(mem2reg)", false, nil},
	{"sroa", "builtin.module(func.func(sroa))", "func.func(sroa)", false, nil},
	{"inline", "builtin.module(inline)", "inline", false, nil},
	{"inlining-threshold", "builtin.module(inline{default-pipeline= inlining-threshold=60})", "inline{default-pipeline= inlining-threshold=60}", false, nil},
	{"loop-unroll", "builtin.module(func.func(loop-unroll{unroll-factor=2},canonicalize))", "func.func(test-loop-unrolling{unroll-factor=2},canonicalize)", true, nil},
	{"symbol-privatize", "builtin.module(symbol-privatize{exclude=main})", "symbol-privatize{exclude=main}", false, nil},
	{"loop-invariant-code-motion", "builtin.module(loop-invariant-code-motion)", "loop-invariant-code-motion", false, nil},
	{"int-range-optimizations", "builtin.module(int-range-optimizations)", "int-range-optimizations", true, nil},
	{"remove-dead-values", "builtin.module(remove-dead-values)", "remove-dead-values", true, nil},
	{"strip-debuginfo", "builtin.module(strip-debuginfo)", "strip-debuginfo", false, nil},
	{"gpu-kernel-outlining", "builtin.module(gpu-kernel-outlining)", "gpu-kernel-outlining", false, nil},
	{"gpu-launch-sink-index-computations", "builtin.module(gpu-launch-sink-index-computations)", "gpu-launch-sink-index-computations", false, nil},
	{"scf-forall-to-for", "builtin.module(scf-forall-to-for)", "scf-forall-to-for", false, nil},
	{"scf-forall-to-parallel", "builtin.module(scf-forall-to-parallel)", "scf-forall-to-parallel", false, nil},
}

// loopComparisons are of passes for parallel loops, on a corpus of their own.
var loopComparisons = []comparison{
	{"gpu-map-parallel-loops", "builtin.module(func.func(gpu-map-parallel-loops))", "func.func(gpu-map-parallel-loops)", false, nil},
	{"convert-parallel-loops-to-gpu", "builtin.module(convert-parallel-loops-to-gpu)", "convert-parallel-loops-to-gpu", false, nil},
	{"lower-affine", "builtin.module(lower-affine)", "lower-affine", false, nil},
	{"loops to kernels", "builtin.module(func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu,lower-affine,gpu-kernel-outlining)",
		"func.func(gpu-map-parallel-loops),convert-parallel-loops-to-gpu,lower-affine,gpu-kernel-outlining", false, nil},
}

func countOps(m *ir.Operation) (n int) {
	m.Walk(func(*ir.Operation) ir.WalkResult { n++; return ir.Advance })
	return n
}

// TestCorpus compares every pass with mlir-opt-19 on the corpus. A difference must be listed in the chunk, with a
// reason; one that is listed must be there.
func TestCorpus(t *testing.T) {
	need.Program(t, "mlir-opt-19")
	all := corpus(t, "testdata/*.mlir")
	for _, c := range comparisons {
		t.Run(c.name, func(t *testing.T) {
			var list []*chunk
			for _, ch := range all {
				// mlir-opt-19 refuses branches here, and crashes at declarations
				if c.name != "remove-dead-values" || strings.HasPrefix(ch.name, "dead.mlir") {
					list = append(list, ch)
				}
			}
			compareCorpus(t, c, list)
		})
	}
}

// TestLoopsToKernels compares the passes that make kernels of parallel loops, on their corpus and on random loops.
func TestLoopsToKernels(t *testing.T) {
	need.Program(t, "mlir-opt-19")
	list := corpus(t, "testdata/loops/*.mlir")
	runs, seed := runsAndSeed(60)
	for i := range uint64(runs) {
		// mlir-opt-19 crashes where a lower bound depends on the loop around
		if src := loopNest(seed + i); accepts(src, "--convert-parallel-loops-to-gpu") && accepts(src, "--gpu-map-parallel-loops", "--convert-parallel-loops-to-gpu") {
			list = append(list, &chunk{name: fmt.Sprintf("seed %d", seed+i), src: src})
		}
	}
	if len(list) < runs/2 {
		t.Errorf("mlir-opt-19 accepts too few of %d functions", runs)
	}
	for _, c := range loopComparisons {
		t.Run(c.name, func(t *testing.T) { compareCorpus(t, c, list) })
	}
}

// compareCorpus compares the results for chunks with what they say.
func compareCorpus(t *testing.T, c comparison, list []*chunk) {
	t.Helper()
	sources := make([]string, len(list))
	for i, ch := range list {
		sources[i] = ch.src
	}
	theirs := kit.MLIROpt(t, sources, "--pass-pipeline=builtin.module("+c.theirs+")")
	ours := make([]string, len(list))
	for i, ch := range list {
		m := parseModule(t, ch.src)
		runPipeline(t, m, c.ours)
		ours[i] = ir.Print(m, ir.PrintOptions{})
		want := strings.TrimSpace(theirs[i])
		differs := strings.TrimSpace(ours[i]) != want
		if c.fewer {
			differs = countOps(m) > countOps(parseModule(t, theirs[i]))
		}
		if reason, listed := ch.differs[c.name]; differs != listed {
			t.Errorf("%s: differs: %v, listed: %q\n%s\nmlir-opt-19:\n%s", ch.name, differs, reason, ours[i], want)
		}
	}
	kit.MLIROpt(t, ours) // accepts what we make
}

// TestCorpusResults runs the functions @main of the corpus before and after every comparison's pipeline.
func TestCorpusResults(t *testing.T) {
	ran := 0
	for _, ch := range corpus(t, "testdata/*.mlir") {
		m := parseModule(t, ch.src)
		if ir.LookupSymbol(m, "main") == nil {
			continue
		}
		ran++
		want, err := results(m)
		if err != nil {
			t.Fatalf("%s: %v", ch.name, err)
		}
		for _, c := range comparisons {
			m := parseModule(t, ch.src)
			runPipeline(t, m, c.ours)
			if got, err := results(m); err != nil || got != want {
				t.Errorf("%s, %s: %v\n%s\nwant\n%s\n%s", ch.name, c.name, err, got, want, ir.Print(m, ir.PrintOptions{}))
			}
		}
	}
	if ran == 0 {
		t.Error("nothing was run")
	}
}

// runsAndSeed is how many random modules a test makes, and the first seed: ORACLE_RUNS and ORACLE_SEED, if set.
func runsAndSeed(runs int) (int, uint64) {
	seed := uint64(1)
	if s := os.Getenv("ORACLE_RUNS"); s != "" {
		runs, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("ORACLE_SEED"); s != "" {
		seed, _ = strconv.ParseUint(s, 10, 64)
	}
	return runs, seed
}

// TestRandomText compares passes with mlir-opt-19 on random modules: the text, or that there are no more operations; and
// canonicalize and int-range-optimizations on random expressions.
func TestRandomText(t *testing.T) {
	need.Program(t, "mlir-opt-19")
	runs, seed := runsAndSeed(60)
	var modules, blockless, expressions []string
	for i := range uint64(runs) {
		modules = append(modules, generate(seed+i))
		blockless = append(blockless, structured(seed+i))
	}
	for i := range uint64(10 * runs) {
		expressions = append(expressions, expression(seed+i))
	}
	for _, c := range comparisons {
		switch c.name {
		case "cse", "symbol-dce", "sccp", "canonicalize", "symbol-privatize":
			compareRandom(t, modules, c)
		case "mem2reg", "sroa", "inline", "inlining-threshold":
			c.fewer = true // operations have another order, or less is left
			compareRandom(t, modules, c)
		case "int-range-optimizations":
			// mlir-opt-19 forgets values that branches pass to blocks, and computes wrong results
			compareRandom(t, blockless, c)
		case "loop-invariant-code-motion":
			// mlir-opt-19 leaves conditionals in loops, and executes undefined remainders and quotients before them
			compareRandom(t, without(modules, "scf.if", "arith.rem", "arith.floordivsi"), c)
		case "loop-unroll", "remove-dead-values":
			// mlir-opt-19 fails or crashes at some modules; it refuses branches in remove-dead-values
			var sources []string
			for _, src := range blockless[:runs/3] {
				if accepts(src, "--pass-pipeline=builtin.module("+c.theirs+")") {
					sources = append(sources, src)
				}
			}
			c.fewer = true
			if c.name == "loop-unroll" {
				// we compute the number of iterations right also for loops that do not run
				c.excuse = func(ours, _ string) bool {
					return strings.Contains(ours, ", %c0 : index") && strings.Contains(ours, "ceildivsi")
				}
			}
			compareRandom(t, sources, c)
		}
	}
	for _, pass := range []string{"canonicalize", "int-range-optimizations"} {
		compareRandom(t, expressions, comparison{pass, "builtin.module(" + pass + ")", pass, true, foldedNaN})
	}
}

// accepts says whether mlir-opt-19 succeeds on a module.
func accepts(src string, flags ...string) bool {
	cmd := exec.Command("mlir-opt-19", flags...)
	cmd.Stdin = strings.NewReader(src)
	return cmd.Run() == nil
}

// without are the modules that contain none of the texts.
func without(modules []string, texts ...string) []string {
	return slices.DeleteFunc(slices.Clone(modules), func(m string) bool {
		return slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(m, t) })
	})
}

// foldedNaN excuses expressions that are NaN, which is not folded by us, since its bits depend on the target; mlir-opt-19's
// shows in its result, or the remainder of division by zero in ours.
func foldedNaN(ours, theirs string) bool {
	return strings.Contains(theirs, "0x7FC00000") || strings.Contains(ours, "remf %cst")
}

// compareRandom compares what we and mlir-opt-19 make of modules.
func compareRandom(t *testing.T, sources []string, c comparison) {
	t.Helper()
	theirs := kit.MLIROpt(t, sources, "--pass-pipeline=builtin.module("+c.theirs+")")
	for i, src := range sources {
		m := parseModule(t, src)
		runPipeline(t, m, c.ours)
		got, want := strings.TrimSpace(ir.Print(m, ir.PrintOptions{})), strings.TrimSpace(theirs[i])
		if got == want || c.excuse != nil && c.excuse(got, want) || c.fewer && countOps(m) <= countOps(parseModule(t, want)) {
			continue
		}
		t.Errorf("%s of module %d:\n%s\nof\n%s", c.name, i, cmp.Diff(want, got), src)
	}
}

// TestManyCases simplifies a switch of 100 000 cases; with time or memory in the square of that it would not end.
func TestManyCases(t *testing.T) {
	const n = 100_000
	var b strings.Builder
	b.WriteString("func.func @f(%f: i32, %a: i32) -> i32 {\n  cf.switch %f : i32, [default: ^b(%a, %a : i32, i32)")
	for i := range n {
		b.WriteString(",\n    " + strconv.Itoa(i) + []string{": ^b(%a, %a : i32, i32)", ": ^c(%f, %a : i32, i32)"}[i%2])
	}
	b.WriteString("]\n^b(%x: i32, %y: i32):\n  return %x : i32\n^c(%z: i32, %w: i32):\n  %0 = arith.addi %z, %a : i32\n  return %0 : i32\n}\n")
	m := parseModule(t, b.String())
	runPipeline(t, m, "builtin.module(sccp,func.func(mem2reg),remove-dead-values,canonicalize)")
	m.Walk(func(op *ir.Operation) ir.WalkResult {
		if op.Is("cf.switch") && (op.NumSuccessors() != n/2+1 || op.NumOperands() >= 2*n) {
			t.Errorf("%d successors and %d operands are left", op.NumSuccessors(), op.NumOperands())
		}
		return ir.Advance
	})
}
